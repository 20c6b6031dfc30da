"""Shapes of losses: one number an element with reduction "none", else a scalar."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    need_broadcast_to,
    need_rank,
    product_of,
)
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "binary_pair",
    "chamfer",
    "chamfer_gradient",
    "class_loss",
    "cosine_embedding",
    "cross_entropy",
    "ctc_beams",
    "ctc_dense_loss",
    "ctc_greedy",
    "ctc_loss",
    "elements",
    "multilabel_margin",
    "nll_loss",
    "reduced_loss",
    "rnnt",
    "row_gradient",
    "same_pair",
    "softmax_cross_entropy",
    "sparse_cross_entropy",
    "vocabulary_part",
    "weighted_logits",
]

_REDUCTIONS = ("none", "mean", "sum", "batchmean")


def _reduction(call: Call) -> str:
    given = call.str_attr("reduction")
    if given not in _REDUCTIONS:
        call.fail("attr-constraint", "`reduction` is none, mean, sum or batchmean", expected="none", got=given)
    return given


def reduced_loss(*ports: str) -> Callable[[Call], Shape]:
    """The broadcast of the named inputs with reduction "none", else a scalar."""

    def rule(call: Call) -> Shape:
        each = broadcast_shapes(call, [call.shape(port) for port in ports])
        return each if _reduction(call) == "none" else Shape(())

    return rule


def same_pair(first: str, second: str) -> Callable[[Call], Shape]:
    """The shape of two inputs that must be equal."""

    def rule(call: Call) -> Shape:
        return agree_shapes(call, call.shape(first), call.shape(second), f"sizes of {first} and {second}")

    return rule


def binary_pair(first: str, second: str) -> Callable[[Call], Shape]:
    """The shape of two inputs that must be equal with reduction "none", else a scalar."""

    def rule(call: Call) -> Shape:
        each = same_pair(first, second)(call)
        return each if _reduction(call) == "none" else Shape(())

    return rule


def nll_loss(call: Call) -> list[Shape]:
    """NLLLoss: x is [N, C, ..] or [C], target [N, ..] or []; the loss is like target with reduction "none".

    C1: target agrees with x without its class axis. C2: weight has one number a class.
    """
    x, target = call.shape("x"), call.shape("target")
    if x.rank is not None:
        if x.rank == 0:
            call.fail("rank-mismatch", "x has a class axis", expected="rank 1 or more", got="0")
        classes = x[0] if x.rank == 1 else x[1]
        rest = Shape((x[0], *x.dims[2:]))
        weight = call.shape("weight") if call.has("weight") else UNKNOWN
        if weight.rank == 1:
            agree(call, classes, weight[0], "classes and weights [C2]")
        if x.rank == 1:  # WHY: a vector of scores takes one class as [] or as [1]
            need_rank(call, target, "target", 0, 1)
        else:
            target = agree_shapes(call, rest, target, "sizes of x without classes and target [C1]")
    return [target if _reduction(call) == "none" else Shape(()), Shape(())]


def softmax_cross_entropy(call: Call) -> list[Shape]:
    """SoftmaxCrossEntropyWithLogits: one loss a row, and the gradient like the features."""
    both = broadcast_shapes(call, [call.shape("features"), call.shape("labels")])
    if both.rank == 0:
        call.fail("rank-mismatch", "features have a class axis", expected="rank 1 or more", got="0")
    return [UNKNOWN if both.rank is None else Shape(both.dims[:-1]), both]


def class_loss(call: Call) -> list[Shape]:
    """SoftmaxCrossEntropyLoss (onnx): like the labels with reduction "none", and log-probabilities like scores."""
    scores, labels = call.shape("scores"), call.shape("labels")
    if scores.rank is not None and scores.rank >= 2:
        labels = agree_shapes(call, Shape((scores[0], *scores.dims[2:])), labels, "scores without classes and labels")
    return [labels if _reduction(call) == "none" else Shape(()), scores]


def sparse_cross_entropy(call: Call) -> list[Shape]:
    """SparseSoftmaxCrossEntropyWithLogits: labels are class numbers, one a row."""
    features, labels = call.shape("features"), call.shape("labels")
    if features.rank is None:
        return [labels, UNKNOWN]
    rows = agree_shapes(call, Shape(features.dims[:-1]), labels, "rows of features and labels")
    return [rows, features]


def ctc_loss(call: Call) -> list[Shape]:
    """CTCLossV2: log_probs [T, N, C], targets [N, S] -> [N], [N, T, 2 * S + 1] (blanks between and around labels).

    C1: log_probs have rank 3. C2: targets have a row a sequence; a vector holds those of all behind each other.
    """
    probs, targets = call.shape("log_probs"), call.shape("targets")
    if probs.rank is not None and probs.rank != 3:
        call.fail("rank-mismatch", "log_probs are [T, N, C]", expected="rank 3", got=str(probs))
    time, batch = (probs[0], probs[1]) if probs.rank else (None, None)
    need_rank(call, targets, "targets", 1, 2)
    if targets.rank == 2:
        batch = agree(call, batch, targets[0], "sequences of log_probs and targets [C2]")
    labels = targets[1] if targets.rank == 2 else None
    states = None if labels is None else labels * 2 + 1
    return [Shape((batch,)), Shape((batch, time, states))]


def elements(port: str) -> Callable[[Call], Shape]:
    """A vector with one entry an element of the input."""

    def rule(call: Call) -> Shape:
        shape = call.shape(port)
        return Shape((product_of(shape) if shape.rank is not None else None,))

    return rule


def cross_entropy(call: Call) -> list[Shape]:
    """CrossEntropyLoss: input [N, C], target [N]; losses are [N] with reduction "none", else [1].

    C1: target has one class a row. C2: weight has one number a class.
    """
    x, target = call.shape("input"), call.shape("target")
    need_rank(call, x, "input", 2)
    need_rank(call, target, "target", 1)
    rows = agree(call, x[0] if x.rank else None, target[0] if target.rank else None, "rows of input and target [C1]")
    weight = call.shape("weight") if call.has("weight") else UNKNOWN
    if weight.rank == 1 and x.rank:
        agree(call, x[1], weight[0], "classes and weights [C2]")
    loss = Shape((rows,)) if _reduction(call) == "none" else Shape((1,))
    return [loss, x if x.rank else Shape.unknown(2), loss, Shape((rows,))]


def cosine_embedding(call: Call) -> Shape:
    """CosineEmbeddingLoss: one number a pair of rows with reduction "none", else a scalar."""
    both = broadcast_shapes(call, [call.shape("x1"), call.shape("x2")])
    if both.rank is not None and both.rank < 2:
        call.fail("rank-mismatch", "axis 1 of x1 and x2 is compared", expected="rank 2 or more", got=str(both))
    if _reduction(call) != "none":
        return Shape(())
    pairs = UNKNOWN if both.rank is None else Shape((both[0], *both.dims[2:]))
    return broadcast_shapes(call, [pairs, call.shape("target")])


def multilabel_margin(call: Call) -> list[Shape]:
    """MultilabelMarginLoss: one number a row with reduction "none", else a scalar; and a mark a target."""
    x, target = call.shape("x"), call.shape("target")
    need_rank(call, x, "x", 1, 2)
    both = agree_shapes(call, x, target, "sizes of x and target")
    rows = UNKNOWN if both.rank is None else Shape(both.dims[:-1])
    return [rows if _reduction(call) == "none" else Shape(()), both]


def chamfer(call: Call) -> list[Shape]:
    """ChamferDistance: for each point of either cloud [B, N, 2] the nearest of the other, its distance and number.

    C1: either cloud has rank 3. C2: they have one batch, and coordinates of one length.
    """
    first, second = call.shape("xyz1"), call.shape("xyz2")
    need_rank(call, first, "xyz1", 3)
    need_rank(call, second, "xyz2", 3)
    batch: Axis = None
    for points in (first, second):
        batch = agree(call, batch, points[0] if points.rank else None, "batches of xyz1 and xyz2 [C2]")
    if first.rank and second.rank:
        agree(call, first[2], second[2], "lengths of coordinates [C2]")
    return [Shape((batch, points[1] if points.rank else None)) for points in (first, second)] * 2


def chamfer_gradient(call: Call) -> list[Shape]:
    """ChamferDistanceGrad: like either cloud; C1 and C2 as in `chamfer`.

    C3: there is a gradient and a number a point.
    """
    each = chamfer(call)
    for at in (1, 2):
        for port in (f"idx{at}", f"grad_dist{at}"):
            agree_shapes(call, each[at - 1], call.shape(port), f"points of xyz{at} and `{port}` [C3]")
    return [call.shape("xyz1"), call.shape("xyz2")]


def vocabulary_part(call: Call) -> list[Shape]:
    """CrossEntropySumExpAndIndexLogit: one number a row of the logits [rows, words], and one a word.

    C1: logits are a matrix. C2: there is a target and a largest logit a row.
    """
    logits = call.shape("vocab_parallel_logits")
    need_rank(call, logits, "vocab_parallel_logits", 2)
    row = Shape((logits[0] if logits.rank else None,))
    for port in ("target", "global_logits_max"):
        row = agree_shapes(call, row, call.shape(port), f"rows of the logits and `{port}` [C2]")
    return [row, row, logits, row, row]


def row_gradient(scores: str) -> Callable[[Call], Shape]:
    """CrossEntropyLossGrad and NLLLossGrad: like the scores.

    C1: where the scores are a matrix there is a target a row.
    """

    def rule(call: Call) -> Shape:
        x, target = call.shape(scores), call.shape("target")
        if x.rank == 2 and target.rank == 1:
            agree(call, x[0], target[0], f"rows of {scores} and target [C1]")
        return x

    return rule


def weighted_logits(call: Call) -> Shape:
    """SigmoidCrossEntropyWithLogitsV2: one loss an element with reduction "none", else a scalar.

    C1: weights broadcast to the elements.
    """
    each = broadcast_shapes(call, [call.shape("predict"), call.shape("target")])
    for port in ("weight", "pos_weight"):
        if each.rank is not None and call.has(port):
            need_broadcast_to(call, call.shape(port), each.dims, f"`{port}` broadcasts to the elements [C1]")
    return each if _reduction(call) == "none" else Shape(())


def _frames(call: Call) -> tuple[Axis, Axis]:
    """Time and batch of TensorFlow's [T, N, classes], whose sequences have a length each."""
    scores, lengths = call.shape("inputs"), call.shape("sequence_length")
    time, batch = (scores[0], scores[1]) if need_rank(call, scores, "inputs", 3) is not None else (None, None)
    if need_rank(call, lengths, "sequence_length", 1) is not None:
        batch = agree(call, batch, lengths[0], "batches of inputs and sequence_length [C1]")
    return time, batch


def ctc_dense_loss(call: Call) -> list[Shape]:
    """CTCLoss (TensorFlow): scores [T, N, classes] -> a loss a sequence [N], and the gradient of the scores.

    C1: inputs and sequence_length have one batch. C2: labels are as many as their places, which are pairs.
    """
    _, batch = _frames(call)
    places, labels = call.shape("labels_indices"), call.shape("labels_values")
    need_rank(call, places, "labels_indices", 2)
    need_rank(call, labels, "labels_values", 1)
    if places.rank:
        agree(call, places[1], 2, "numbers a place of a label [C2]")
        agree(call, places[0], labels[0] if labels.rank else None, "places and labels [C2]")
    scores = call.shape("inputs")
    return [Shape((batch,)), scores if scores.rank else Shape.unknown(3)]


def _path(call: Call, most: Axis) -> tuple[Shape, Shape, Shape]:
    """A sparse matrix of decoded labels: places, labels, its own shape."""
    count: Axis = call.store.fresh("decoded", 0, most, call.subject) if most is not None else None
    return Shape((count, 2)), Shape((count,)), Shape((2,))


def ctc_greedy(call: Call) -> list[Shape]:
    """CTCGreedyDecoder: a sparse matrix of at most T * N labels, and a logarithm a sequence, [N, 1].

    C1: inputs and sequence_length have one batch.
    """
    time, batch = _frames(call)
    return [*_path(call, product_of((time, batch))), Shape((batch, 1))]


def ctc_beams(call: Call) -> list[Shape]:
    """CTCBeamSearchDecoder: a sparse matrix of at most T * N labels for each path, and logarithms [N, top_paths].

    C1: inputs and sequence_length have one batch. C2: there are beams for the paths.
    """
    paths, beams = call.int_attr("top_paths"), call.int_attr("beam_width")
    if not 0 < paths <= beams:
        call.fail("attr-constraint", "`top_paths` are of the beams [C2]", expected=f"1 to {beams}", got=str(paths))
    time, batch = _frames(call)
    found = [_path(call, product_of((time, batch))) for _ in range(call.output_count("decoded_indices"))]
    columns = [shape for part in zip(*found, strict=True) for shape in part]
    return [*columns, Shape((batch, paths))]


def rnnt(call: Call) -> list[Shape]:
    """RNNTLoss: scores [N, T, U, classes] -> a cost a sequence [N], and the gradient of the scores.

    C1: scores and lengths have one batch.
    """
    scores = call.shape("acts")
    batch = scores[0] if need_rank(call, scores, "acts", 4) is not None else None
    for port in ("input_lengths", "label_lengths"):
        lengths = call.shape(port)
        batch = agree(call, batch, lengths[0] if lengths.rank else None, f"batches of acts and {port} [C1]")
    return [Shape((batch,)), scores]
