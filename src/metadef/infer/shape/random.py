"""Shapes of random numbers and their seeds, and of dropout masks: one bit an element, in blocks of 128 bits."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    dims_at,
    need_rank,
    need_rank_within,
    size_at,
    size_attr,
    vector_length,
)
from metadef.infer.shape.creation import by_value
from metadef.infer.shape.gather import counted
from metadef.infer.shape.handles import one, vector
from metadef.ops.call import Call
from metadef.types.dim import ceil_div
from metadef.types.shape import Shape

__all__ = [
    "accidental_hits",
    "alias_draw",
    "alias_table",
    "candidates",
    "choice_mask",
    "continuation",
    "dropout",
    "key_and_counter",
    "mask_of",
    "multinomial",
    "one_by_attr",
    "sampled",
    "samples_each",
    "shaped_first",
    "sobol",
]

_BLOCK_BITS, _BLOCK_BYTES = 128, 16


def _mask_bytes(shape: Shape) -> Shape:
    count = shape.numel()
    return Shape((None if count is None else ceil_div(count, _BLOCK_BITS) * _BLOCK_BYTES,))


def mask_of(name: str = "shape") -> Callable[[Call], Shape]:
    """A mask for a tensor of the shape that an input spells: ceil(elements / 128) * 16 bytes."""

    def rule(call: Call) -> Shape:
        sizes = dims_at(call, name)
        return Shape.unknown(1) if sizes is None else _mask_bytes(Shape(sizes))

    return rule


def dropout(call: Call) -> list[Shape]:
    """DropOutV3: like x, and a mask of bits."""
    x = call.shape("x")
    return [x, _mask_bytes(x)]


def samples_each(parameter: str) -> Callable[[Call], Shape]:
    """RandomPoisson and RandomGamma: `shape` samples for each parameter, its own shape behind."""

    def rule(call: Call) -> Shape:
        first, rest = by_value("shape")(call), call.shape(parameter)
        return UNKNOWN if first.rank is None or rest.rank is None else Shape((*first, *rest))

    return rule


def shaped_first(call: Call) -> list[Shape]:
    """The first output has the shape that `shape` spells; the others are inputs of the same name, overwritten."""
    first = by_value("shape")(call)
    return [first, *[call.shape(port.name) for port in call.proto.outputs[1:]]]


def multinomial(port: str, attr: str = "", count: str = "num_samples", least: int = 2) -> Callable[[Call], Shape]:
    """[batch, classes] -> [batch, samples]; where `least` is 1 a vector of classes gives a vector.

    C1: rank 2, or from `least` on. C2: the number of samples is not negative.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        need_rank(call, x, port, *range(least, 3))
        samples = call.int_attr(attr) if attr else size_at(call, count)
        if isinstance(samples, int) and samples < 0:
            call.fail("shape-mismatch", "there is a number of samples [C2]", expected=">= 0", got=str(samples))
        if x.rank is None:
            return Shape((None, samples)) if least > 1 else UNKNOWN
        return Shape((*x.dims[:-1], samples))

    return rule


def candidates(call: Call) -> list[Shape]:
    """Candidate samplers: [num_sampled], the expected counts of the true classes, and of the sampled ones.

    C1: true classes are [batch, num_true]. C2: `num_sampled` is not negative.
    """
    sampled, classes = Shape((size_attr(call, "num_sampled", "C2"),)), call.shape("true_classes")
    need_rank_within(call, "true_classes", 2, 2)
    columns = agree(
        call, size_attr(call, "num_true", "C1"), classes[1] if classes.rank else None, "`num_true` and columns [C1]"
    )
    return [sampled, Shape((classes[0] if classes.rank else None, columns)), sampled]


def choice_mask(call: Call) -> list[Shape]:
    """RandomChoiceWithMask: [count, rank] coordinates, and whether each is valid; 0 asks for all true elements.

    C1: count is not negative.
    """
    x = call.shape("x")
    count: Axis = call.int_attr("count") if "count" in call.proto.attr_index else size_at(call, "count")
    if isinstance(count, int) and count < 0:
        call.fail("shape-mismatch", "`count` says how many are chosen [C1]", expected=">= 0", got=str(count))
    if count == 0:
        count = counted(call, x, "chosen")
    return [Shape((count, x.rank)), Shape((count,))]


def one_by_attr(name: str) -> Callable[[Call], Shape]:
    """A vector as long as an attribute says."""

    def rule(call: Call) -> Shape:
        size = call.int_attr(name)
        if size < 0:
            call.fail("attr-constraint", f"`{name}` is a length", expected=">= 0", got=str(size))
        return Shape((size,))

    return rule


def sampled(call: Call) -> list[Shape]:
    """TopKTopPSample and V2: one token a row of the logits [batch, vocabulary], then tensors like the logits.

    C1: logits are a matrix. C2: there is one k and one p a row.
    """
    logits = call.shape("logits")
    need_rank(call, logits, "logits", 2)
    rows: Axis = logits[0] if logits.rank else None
    for port in ("top_k", "top_p"):
        given = call.shape(port)
        if need_rank(call, given, port, 1):
            rows = agree(call, rows, given[0], f"rows of logits and `{port}` [C2]")
    return [Shape((rows,)), *[logits] * (len(call.proto.outputs) - 1)]


def accidental_hits(call: Call) -> list[Shape]:
    """ComputeAccidentalHits: rows, sampled ids and weights of the true classes that were sampled, one a class at most.

    C1: true classes are [batch, num_true]. C2: sampled candidates are a vector.
    """
    classes, count = call.shape("true_classes"), call.int_attr("num_true")
    need_rank_within(call, "true_classes", 2, 2)
    vector("sampled_candidates")(call)
    if classes.rank:
        agree(call, classes[1], count, "columns of the true classes and `num_true` [C1]")
    return [Shape((counted(call, classes, "hits"),))] * 3


def continuation(call: Call) -> Shape:
    """ContinuationIndicator: [time_step, batch_size], 0 where a sequence begins.

    C1: both are positive.
    """
    steps, batch = call.int_attr("time_step"), call.int_attr("batch_size")
    if steps <= 0 or batch <= 0:
        call.fail("attr-constraint", "steps and batch are positive [C1]", expected="> 0", got=f"{steps} and {batch}")
    return Shape((steps, batch))


def alias_table(call: Call) -> list[Shape]:
    """MultinomialAliasSetup: for each probability another outcome, and how likely the own one is.

    C1: probabilities are a vector.
    """
    need_rank_within(call, "probs", 1, 1)
    return [call.shape("probs")] * 2


def alias_draw(call: Call) -> Shape:
    """MultinomialAliasDraw: as many outcomes as are asked for.

    C1: both halves of the table are vectors of one length. C2: the number is positive.
    """
    count = call.int_attr("num_samples")
    if count <= 0:
        call.fail("attr-constraint", "`num_samples` is positive [C2]", expected="> 0", got=str(count))
    for port in ("q", "j"):
        need_rank_within(call, port, 1, 1)
    agree_shapes(call, call.shape("q"), call.shape("j"), "the halves of the table [C1]")
    return Shape((count,))


def sobol(call: Call) -> Shape:
    """SobolSample: points of a quasi-random sequence, [num_results, dim].

    C1: `dim`, `num_results` and `skip` are one number each. C2: dim is positive, the number of points not negative.
    """
    one("dim", "num_results", "skip")(call)
    dim, count = (_whole(call, port) for port in ("dim", "num_results"))
    if (isinstance(dim, int) and dim <= 0) or (isinstance(count, int) and count < 0):
        call.fail("shape-mismatch", "points have axes [C2]", expected="> 0 and >= 0", got=f"{dim} and {count}")
    return Shape((count, dim))


def _whole(call: Call, port: str) -> Axis:
    sizes = dims_at(call, port)
    return sizes[0] if sizes else None


def key_and_counter(*, algorithm: bool) -> Callable[[Call], list[Shape]]:
    """StatelessRandomGetKeyCounter: a key [1] and a counter [2] for a seed, and with it the algorithm's number.

    C1: a seed is two numbers.
    """

    def rule(call: Call) -> list[Shape]:
        length = vector_length(call, "seed")
        if length not in (None, 2):
            call.fail("shape-mismatch", "a seed is two numbers [C1]", expected="2", got=str(length))
        return [Shape((1,)), Shape((2,)), *([Shape(())] if algorithm else [])]

    return rule
