"""Sums, means, extremes and their like over axes, and what sorts along one."""

from __future__ import annotations

from math import prod

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _axes(call: Lowered, name: str = "dim") -> list[int] | None:
    """The axes, None for all of them."""
    value = call.get(name)
    if value is None or value == ():
        return None
    rank = call.rank(call.tensor("self"))
    return [axis % rank if rank else 0 for axis in call.integers(name)]


def reduced(call: Lowered, op: str, x: str, axes: list[int] | None, *, keep: bool) -> str:
    """One reduction; the axes are an input of its node."""
    if axes is None:
        return call.op(op, x, keepdims=int(keep))
    return call.op(op, x, call.constant(axes), keepdims=int(keep))


def reduction(op: str) -> Lowering:
    """Over axes, or over all; in the type of the result."""

    def lower(call: Lowered) -> None:
        x = call.cast(call.tensor("self"), call.out_dtype)
        call.give(reduced(call, op, x, _axes(call), keep=call.flag("keepdim", default=False)))

    return lower


def extreme(op: str, places: str) -> Lowering:
    """The extreme and where it is, along one axis; over all without `dim`."""

    def lower(call: Lowered) -> None:
        x = call.tensor("self")
        if "dim" not in call.call.arguments:
            call.give(reduced(call, op, x, None, keep=False))
            return
        axis, keep = call.axis("dim", x), call.flag("keepdim", default=False)
        found = reduced(call, op, x, [axis], keep=keep)
        call.give(found, call.op(places, x, axis=axis, keepdims=int(keep)))

    return lower


def place(op: str) -> Lowering:
    """Where the extreme is; in the flat tensor without `dim`."""

    def lower(call: Lowered) -> None:
        x, keep = call.tensor("self"), int(call.flag("keepdim", default=False))
        if call.get("dim") is None:
            call.give(call.op(op, call.op("Reshape", x, call.constant([-1])), axis=0, keepdims=0))
        else:
            call.give(call.op(op, x, axis=call.axis("dim", x), keepdims=keep))

    return lower


def any_or_all(op: str) -> Lowering:
    """Whether some or all are true."""

    def lower(call: Lowered) -> None:
        truth = call.cast(call.tensor("self"), DataType.BOOL)
        keep = call.flag("keepdim", default=False)
        found = reduced(call, op, call.cast(truth, DataType.INT32, DataType.BOOL), _axes(call), keep=keep)
        call.give(call.cast(found, DataType.BOOL, DataType.INT32))

    return lower


def variance(*, root: bool = False, with_mean: bool = False) -> Lowering:
    """The mean of squared differences, times n / (n - correction)."""

    def lower(call: Lowered) -> None:
        x, axes = call.tensor("self"), _axes(call)
        keep = call.flag("keepdim", default=False)
        correction = call.real("correction", float(call.flag("unbiased", default=True)))
        mean = reduced(call, "ReduceMean", x, axes, keep=True)
        found = reduced(call, "ReduceMean", call.op("Pow", call.op("Sub", x, mean), call.constant(2, call.dtype(x))),
                        axes, keep=keep)  # fmt: skip
        if correction:
            found = call.op("Mul", found, _correction(call, x, axes, correction))
        found = call.op("Sqrt", found) if root else found
        if not with_mean:
            call.give(found)
        else:
            call.give(found, mean if keep else reduced(call, "ReduceMean", x, axes, keep=False))

    return lower


def _correction(call: Lowered, x: str, axes: list[int] | None, correction: float) -> str:
    """n / (n - correction), of n elements that may be known at run time only."""
    sizes, dtype = call.sizes(x), call.dtype(x)
    axes = list(range(len(sizes))) if axes is None else axes
    known = [size for axis in axes if isinstance(size := sizes[axis], int)]
    if len(known) < len(axes):
        lengths = call.op("Gather", call.op("Shape", x), call.constant(axes), axis=0)
        count = call.cast(call.op("ReduceProd", lengths, keepdims=0), dtype, DataType.INT64)
        return call.op("Div", count, call.op("Sub", count, call.constant(correction, dtype)))
    if prod(known) <= correction:
        call.refuse("there are too few elements for the correction")
    return call.constant(prod(known) / (prod(known) - correction), dtype)


def vector_norm(call: Lowered) -> None:
    """The 1-norm or the 2-norm."""
    order = call.real("ord", 2.0)
    if order not in (1.0, 2.0):
        call.refuse(f"a norm of order {order} has no counterpart")
    x = call.cast(call.tensor("self"), call.out_dtype)
    op = "ReduceL1" if order == 1.0 else "ReduceL2"
    call.give(reduced(call, op, x, _axes(call), keep=call.flag("keepdim", default=False)))


def softmax(op: str) -> Lowering:
    """Along an axis."""

    def lower(call: Lowered) -> None:
        x = call.tensor("self")
        axis = call.axis("dim", x)
        call.give(call.op(op, call.cast(x, call.out_dtype), axis=axis))

    return lower


def top(call: Lowered) -> None:
    """The k largest or smallest, and where they are."""
    x = call.tensor("self")
    k = call.numbers((call.get("k"),))
    flags = {name: int(call.flag(name, default=True)) for name in ("largest", "sorted")}
    call.give(*call.ops("TopK", (x, k), 2, axis=call.axis("dim", x, -1), **flags))


def ordered(call: Lowered) -> None:
    """All elements along an axis in order."""
    call.give(*_ordered(call))


def _ordered(call: Lowered) -> list[str]:
    x = call.tensor("self")
    axis = call.axis("dim", x, -1)
    size = call.sizes(x)[axis]
    if isinstance(size, int):
        count = call.constant([size])
    else:
        count = call.op("Gather", call.op("Shape", x), call.constant([axis]), axis=0)
    largest = int(call.flag("descending", default=False))
    return call.ops("TopK", (x, count), 2, axis=axis, largest=largest, sorted=1)


def places_in_order(call: Lowered) -> None:
    """Where the elements are that come in order along an axis."""
    call.give(_ordered(call)[1])


def ranked(call: Lowered) -> None:
    """The k-th smallest along an axis, and where it is."""
    x = call.tensor("self")
    _nth(call, x, call.axis("dim", x, -1), call.integer("k"))


def median(call: Lowered) -> None:
    """The lower one of the elements in the middle, and where it is."""
    x = call.tensor("self")
    axis = call.axis("dim", x)
    size = call.sizes(x)[axis]
    if not isinstance(size, int) or size < 1:
        call.refuse("the length whose middle is asked for is not known")
    _nth(call, x, axis, (size - 1) // 2 + 1)


def _nth(call: Lowered, x: str, axis: int, count: int) -> None:
    found = call.ops("TopK", (x, call.constant([count])), 2, axis=axis, largest=0, sorted=1)
    last = call.constant([count - 1] if call.flag("keepdim", default=False) else count - 1)
    call.give(*(call.op("Gather", part, last, axis=axis) for part in found))


OPS: dict[str, Lowering] = {
    "aten.mean.dim": reduction("ReduceMean"), "aten.mean.default": reduction("ReduceMean"),
    "aten.sum.dim_IntList": reduction("ReduceSum"), "aten.sum.default": reduction("ReduceSum"),
    "aten.prod.dim_int": reduction("ReduceProd"), "aten.prod.default": reduction("ReduceProd"),
    "aten.amax.default": reduction("ReduceMax"), "aten.amin.default": reduction("ReduceMin"),
    "aten.logsumexp.default": reduction("ReduceLogSumExp"),
    "aten.max.dim": extreme("ReduceMax", "ArgMax"), "aten.min.dim": extreme("ReduceMin", "ArgMin"),
    "aten.max.default": extreme("ReduceMax", "ArgMax"), "aten.min.default": extreme("ReduceMin", "ArgMin"),
    "aten.argmax.default": place("ArgMax"), "aten.argmin.default": place("ArgMin"),
    **{f"aten.any.{kind}": any_or_all("ReduceMax") for kind in ("default", "dim", "dims")},
    **{f"aten.all.{kind}": any_or_all("ReduceMin") for kind in ("default", "dim", "dims")},
    **{f"aten.var.{kind}": variance() for kind in ("default", "dim", "correction")},
    **{f"aten.std.{kind}": variance(root=True) for kind in ("default", "dim", "correction")},
    "aten.var_mean.correction": variance(with_mean=True), "aten.var_mean.dim": variance(with_mean=True),
    "aten.linalg_vector_norm.default": vector_norm,
    "aten.softmax.int": softmax("Softmax"), "aten._softmax.default": softmax("Softmax"),
    "aten.log_softmax.int": softmax("LogSoftmax"), "aten._log_softmax.default": softmax("LogSoftmax"),
    "aten.topk.default": top, "aten.sort.default": ordered, "aten.sort.stable": ordered,
    "aten.argsort.default": places_in_order, "aten.argsort.stable": places_in_order,
    "aten.kthvalue.default": ranked, "aten.median.dim": median,
}  # fmt: skip
