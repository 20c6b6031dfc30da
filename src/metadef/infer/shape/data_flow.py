"""Shapes of what comes from elsewhere: iterators, queues, barriers, batching, sequences of tensors.

Iterators and queues have what their attributes declare. What was put into a container at run time is in no descriptor,
so operators that take it out again (QueueDequeue, StackPop, Unstage, MapPeek) have no rule: the file's word stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.infer.shape.common import UNKNOWN, Axis, agree, int_at, ints_at, need_rank_within, normalise_axis
from metadef.infer.shape.creation import spelt_by
from metadef.infer.shape.gather import counted
from metadef.infer.shape.handles import SCALAR, first, fitted, one, same_rows, vector
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "at_most_ids",
    "batch",
    "declared",
    "record_batch",
    "split_to_sequence",
    "stage_by_key",
    "taken_from_barrier",
    "taken_rows",
    "unbatch",
    "unbatch_grad",
]


def declared(shapes: str = "output_shapes", types: str = "output_types") -> Callable[[Call], list[Shape]]:
    """Outputs of an iterator: output i has the i-th shape of an attribute; -1 is an unknown size, [-2] any rank.

    Where the attribute of types is empty nothing was declared: headers fill the list of shapes with two scalars then.
    """

    def rule(call: Call) -> list[Shape]:
        count = sum(call.output_count(port.name) for port in call.proto.outputs)
        return listed_shapes(call, shapes if call.attr(types) else "", count)

    return rule


def listed_shapes(call: Call, name: str, count: int) -> list[Shape]:
    """The first `count` shapes of a ListListInt attribute; unknown beyond its end, and without a name."""
    given = call.attr(name) if name else ()
    found: list[Shape] = []
    for item in given if isinstance(given, tuple) else ():
        sizes = tuple([size for size in item if isinstance(size, int)]) if isinstance(item, tuple) else (-2,)
        found.append(spelt_by(call, sizes, name))
    return fitted(found, count)


def record_batch(call: Call) -> Shape:
    """RecordInput: a vector of `batch_size` records.

    C1: that is not negative.
    """
    size = call.int_attr("batch_size")
    if size < 0:
        call.fail("attr-constraint", "`batch_size` is a number of records [C1]", expected=">= 0", got=str(size))
    return Shape((size,))


def taken_from_barrier(call: Call) -> list[Shape]:
    """BarrierTakeMany: indices [n], keys [n], and values with n rows whose rank the barrier knows.

    n is `num_elements`, or at most that where a small batch is allowed. C1: that is one number, not negative.
    """
    one("num_elements")(call)
    most: Axis = int_at(call, "num_elements")
    if isinstance(most, int) and most < 0:
        call.fail("shape-mismatch", "`num_elements` is a number of rows [C1]", expected=">= 0", got=str(most))
    rows = counted(call, Shape((most,)), "taken") if call.bool_attr("allow_small_batch") else most
    return [Shape((rows,)), Shape((rows,)), *[UNKNOWN] * call.output_count("values")]


def taken_rows(call: Call) -> list[Shape]:
    """SparseAccumulatorTakeGradient: which rows [n], the rows, and the dense shape; the accumulator knows the rank.

    C1: `num_required` is one number.
    """
    one("num_required")(call)
    return [Shape((None,)), UNKNOWN, Shape((None,))]


def batch(call: Call) -> list[Shape]:
    """Batch: rows of several calls in one, at most `max_batch_size`; where each call's rows are [n, 3]; an id.

    C3: the tensors of a call have as many rows as each other.
    """
    same_rows("x_tensors")(call)
    most = call.int_attr("max_batch_size")
    if most <= 0:
        call.fail("attr-constraint", "`max_batch_size` is positive", expected="> 0", got=str(most))
    rows = call.store.fresh("batched", 0, most, call.subject)
    calls = call.store.fresh("calls", 0, most, call.subject)
    tensors = [shape if shape.rank is None else shape.with_dim(0, rows) for shape in call.shapes("x_tensors")]
    return [*fitted(tensors, call.output_count("y_tensors")), Shape((calls, 3)), SCALAR]


def unbatch(call: Call) -> Shape:
    """Unbatch: the rows of one call out of a batch.

    C1: the index is [calls, 3], the id one number. C2: there are rows.
    """
    _need_index(call)
    return _some_rows(call, "x_tensor")


def unbatch_grad(call: Call) -> Shape:
    """UnbatchGrad: the gradient of the whole batch, or no rows where gradients of other calls are to come.

    C1: the index is [calls, 3], the id one number. C2: there are rows, as long as those of grad.
    """
    _need_index(call)
    batch, grad = call.shape("x_input"), call.shape("grad")
    need_rank_within(call, "grad", 1)
    if batch.rank and grad.rank:
        if batch.rank != grad.rank:
            call.fail("rank-mismatch", "grad has the rank of the batch [C2]", expected=f"{batch}", got=f"{grad}")
        for a, b in zip(batch.dims[1:], grad.dims[1:], strict=True):
            agree(call, a, b, "rows of the batch and of grad [C2]")
    return _some_rows(call, "x_input")


def _need_index(call: Call) -> None:
    index = call.shape("index")
    one("id")(call)
    need_rank_within(call, "index", 2, 2)
    if index.rank:
        agree(call, index[1], 3, "columns of the index [C1]")


def _some_rows(call: Call, port: str) -> Shape:
    x = call.shape(port)
    need_rank_within(call, port, 1)
    return x if x.rank is None else x.with_dim(0, counted(call, Shape((first(x),)), "rows"))


def at_most_ids(call: Call) -> list[Shape]:
    """CacheAdd: ids that come in and their places, ids that go out and their places; no more than there are ids."""
    ids = call.shape("ids")
    came, went = (Shape((counted(call, ids, what),)) for what in ("swapped_in", "swapped_out"))
    return [came, came, went, went]


def stage_by_key(call: Call) -> list[Shape]:
    """MapStage and OrderedMapStage: nothing comes back.

    C1: the key is one number. C2: the indices of the staged components are a vector.
    """
    one("key")(call)
    vector("indices")(call)
    return []


def split_to_sequence(call: Call) -> Shape:
    """SplitToSequence: a handle.

    C1: the axis exists. C2: given lengths are not negative and cover the axis; one length for all parts is positive.
    """
    x, lengths, split = call.shape("x"), ints_at(call, "split"), call.shape("split")
    need_rank_within(call, "split", 0, 1)
    if x.rank is None:
        return SCALAR
    if x.rank == 0:
        call.fail("rank-mismatch", "a scalar has no axis to split [C1]", expected="rank 1 or more", got="0")
    size = x[normalise_axis(call, call.int_attr("axis"), x.rank, "`axis` [C1]")]
    if lengths is not None:
        _need_lengths(call, lengths, size, is_vector=split.rank == 1)
    return SCALAR


def _need_lengths(call: Call, lengths: Sequence[int], size: Axis, *, is_vector: bool) -> None:
    if not is_vector:
        if lengths[0] <= 0:
            call.fail("shape-mismatch", "parts have a length [C2]", expected="> 0", got=str(lengths[0]))
        return
    if min(lengths, default=0) < 0:
        call.fail("shape-mismatch", "lengths are not negative [C2]", expected=">= 0", got=str(min(lengths)))
    agree(call, sum(lengths), size, "the sum of the lengths and the axis [C2]")
