"""Tensors from numbers, and elements by index."""

from __future__ import annotations

import numpy as np

from metadef.frontend.torch.dtypes import is_floating
from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.frontend.torch.program import Argument, Ref
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_COUNTABLE = (DataType.INT32, DataType.INT64, DataType.FLOAT, DataType.DOUBLE)  # types of ONNX Range
_MAX_WRITTEN = 1 << 16  # elements of a constant


def filled(number: Argument = None, size: str = "size") -> Lowering:
    """A shape filled with one number."""

    def lower(call: Lowered) -> None:
        given = call.get(size)
        value = call.get("fill_value") if number is None else number
        dims = call.numbers(given if isinstance(given, tuple) else (given,))
        call.give(call.op("Expand", call.operand(value, call.out_dtype), dims))

    return lower


def filled_like(number: Argument = None) -> Lowering:
    """The shape of a tensor filled with one number."""

    def lower(call: Lowered) -> None:
        value = call.get("fill_value") if number is None else number
        call.give(call.op("Expand", call.operand(value, call.out_dtype), call.op("Shape", call.tensor("self"))))

    return lower


def sequence(call: Lowered) -> None:
    """From start to end by step."""
    wanted = call.out_dtype
    dtype = wanted if wanted in _COUNTABLE else DataType.INT64
    bounds = (call.get("start", 0), call.get("end"), call.get("step", 1))
    call.give(call.cast(call.op("Range", *(call.operand(value, dtype) for value in bounds)), wanted, dtype))


def evenly(call: Lowered) -> None:
    """A number of steps between two numbers, both included."""
    count = call.integer("steps")
    if not 0 <= count <= _MAX_WRITTEN or not is_floating(call.out_dtype):
        call.refuse("the numbers are too many to be written out, or no floating ones")
    call.give(call.constant(np.linspace(call.real("start", 0), call.real("end", 0), count), call.out_dtype))


def unit(call: Lowered) -> None:
    """Ones on the diagonal."""
    rows = call.integer("n")
    columns = call.integer("m", rows)
    if min(rows, columns) < 0 or rows * columns > _MAX_WRITTEN:
        call.refuse("the matrix is too large to be written out")
    call.give(call.constant(np.eye(rows, columns), call.out_dtype))


def nonzero(call: Lowered) -> None:
    """The places of what is not zero, one a row."""
    call.give(call.op("Transpose", call.op("NonZero", call.tensor("self")), perm=[1, 0]))


def single(call: Lowered) -> None:
    """A number as a tensor of rank 0."""
    call.give(call.operand(call.get("s"), call.out_dtype))


def embedding(call: Lowered) -> None:
    """Rows of a table."""
    call.give(call.op("Gather", call.tensor("weight"), call.tensor("indices"), axis=0))


def index_select(call: Lowered) -> None:
    """Slices along an axis by number."""
    x = call.tensor("self")
    call.give(call.op("Gather", x, call.tensor("index"), axis=call.axis("dim", x)))


def gather(call: Lowered) -> None:
    """Elements along an axis, one an index; along other axes the index may be shorter than x."""
    x, index = call.tensor("self"), call.tensor("index")
    axis = call.axis("dim", x)
    if not call.rank(x):
        call.refuse("a gather from a single number has no counterpart")
    shorter = [
        at
        for at, (size, own) in enumerate(zip(call.sizes(index), call.sizes(x), strict=True))
        if at != axis and size != own
    ]
    cut = x
    if shorter:
        ends = call.op("Gather", call.op("Shape", index), call.constant(shorter), axis=0)
        cut = call.op("Slice", x, call.constant([0] * len(shorter)), ends, call.constant(shorter))
    call.give(call.op("GatherElements", cut, index, axis=axis))


def indexed(call: Lowered) -> None:
    """x[..., i, ...] with one tensor of indices, or with several that broadcast."""
    x, given = call.tensor("self"), call.get("indices")
    items = given if isinstance(given, tuple) else ()
    marked = [axis for axis, item in enumerate(items) if isinstance(item, Ref)]
    names = [item.name for item in items if isinstance(item, Ref)]
    if any(call.dtype(name) is DataType.BOOL for name in names):
        call.refuse("indexing by a mask gives a size that depends on the data")
    if len(names) == 1:
        call.give(call.op("Gather", x, names[0], axis=marked[0]))
        return
    if not marked:
        call.refuse("there are no indices")
    rank, first = call.rank(x), marked[0]
    if marked != list(range(len(marked))):
        x = call.op("Transpose", x, perm=[*marked, *(axis for axis in range(rank) if axis not in marked)])
    shapes = [call.op("Shape", name) for name in names]
    zero = call.op("Expand", call.constant(0), shapes[0])
    for name in names[1:]:
        zero = call.op("Add", zero, call.op("Mul", call.cast(name, DataType.INT64), call.constant(0)))
    last = call.constant([-1])
    parts = [call.op("Unsqueeze", call.op("Add", call.cast(name, DataType.INT64), zero), last) for name in names]
    found = call.op("GatherND", x, call.op("Concat", *parts, axis=-1))
    if first and marked == list(range(first, first + len(marked))):
        # WHY: where the indexed axes are side by side, what comes for them stands in their place, else in front
        added = max(map(call.rank, names))
        order = list(range(added + rank - len(marked)))
        found = call.op(
            "Transpose", found, perm=[*order[added : added + first], *order[:added], *order[added + first :]]
        )
    call.give(found)


def scatter(reduction: str = "none") -> Lowering:
    """Elements written along an axis."""

    def lower(call: Lowered) -> None:
        x, index = call.tensor("self"), call.tensor("index")
        source = call.get("src", call.get("value"))
        updates = call.operand(source, call.dtype(x))
        if not isinstance(source, Ref):
            updates = call.op("Expand", updates, call.op("Shape", index))
        axis = call.axis("dim", x)
        call.give(call.op("ScatterElements", x, index, updates, axis=axis, reduction=reduction))

    return lower


def one_hot(call: Lowered) -> None:
    """1 at the class, 0 elsewhere."""
    count = call.constant(call.integer("num_classes"))
    call.give(call.op("OneHot", call.tensor("self"), count, call.constant([0, 1]), axis=-1))


OPS: dict[str, Lowering] = {
    "aten.full.default": filled(), "aten.zeros.default": filled(0), "aten.ones.default": filled(1),
    "aten.empty.memory_format": filled(0), "aten.new_zeros.default": filled(0), "aten.new_ones.default": filled(1),
    "aten.new_full.default": filled(), "aten.full_like.default": filled_like(),
    "aten.zeros_like.default": filled_like(0), "aten.ones_like.default": filled_like(1),
    "aten.arange.default": sequence, "aten.arange.start": sequence, "aten.arange.start_step": sequence,
    "aten.scalar_tensor.default": single, "aten.embedding.default": embedding,
    "aten.index_select.default": index_select, "aten.gather.default": gather, "aten.index.Tensor": indexed,
    "aten.scatter.src": scatter(), "aten.scatter.value": scatter(), "aten.scatter_add.default": scatter("add"),
    "aten.one_hot.default": one_hot, "aten.linspace.default": evenly, "aten.eye.default": unit, "aten.eye.m": unit,
    "aten.nonzero.default": nonzero,
}  # fmt: skip
