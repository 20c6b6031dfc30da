"""Reductions along axes."""

from __future__ import annotations

from collections.abc import Callable

from metadef.frontend.onnx.axes import axis_of, normalised
from metadef.frontend.onnx.declare import Mapper, OnnxOp, onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS", "norm", "reduced"]

_NOOP = "noop_with_empty_axes"


def reduced(node: OnnxNode, op: str, x: Value, axes: tuple[int, ...], keep: bool, tag: str = "") -> Value:
    """One of Ascend's reductions over known axes."""
    return node.add(op, [x, node.const_ints(axes, "axes")], {"keep_dims": keep}, tag=tag)


def norm(node: OnnxNode, x: Value, p: float, total: Callable[[Value, str], Value]) -> Value:
    """(Σ |x|^p)^(1/p) for whatever sum `total` makes of the powers; its tag is "" where nothing follows."""
    if p < 1:
        node.unsupported("p", p, 1, 2)
    if p == 1:
        return total(node.add("Abs", [x], tag="powers"), "")
    if p == 2:
        return node.add("Sqrt", [total(node.add("Square", [x], tag="powers"), "sums")])
    exponent, root = (node.const_like(number, x, "exponent") for number in (p, 1.0 / p))
    powers = node.add("Pow", [node.add("Abs", [x], tag="sizes"), exponent], tag="powers")
    return node.add("Pow", [total(powers, "sums"), root])


def reduction(op: str, *, before: str = "", after: str = "", axes_since: int = 18) -> Mapper:
    """The mapping to `after(op(before(x)))`; axes are an input since opset `axes_since`."""

    def mapper(node: OnnxNode) -> Value:
        x = node.value(0)
        prepared = node.add(before, [x], tag=before.lower()) if before else x
        if after:
            return node.add(after, [_reduce(node, op, prepared, axes_since, "reduced")])
        return _reduce(node, op, prepared, axes_since, "")

    return mapper


def _reduce(node: OnnxNode, op: str, x: Value, axes_since: int, tag: str, keep: bool | None = None) -> Value:
    keep = node.flag("keepdims") if keep is None else keep
    if node.dtype(node.value(0)) is DataType.BOOL and op in ("ReduceMax", "ReduceMin"):
        op = "ReduceAny" if op == "ReduceMax" else "ReduceAll"
    given = node.optional(1) if node.opset >= axes_since else None
    axes = node.known_ints(given) if given is not None else node.ints("axes")
    if given is not None and axes is None:
        return _over_unknown_axes(node, op, x, given, keep, tag)
    if not axes:
        if node.has(_NOOP) and node.flag(_NOOP):
            return node.add("Identity", [x], tag=tag)
        rank = node.rank(node.value(0))  # what comes before a reduction keeps the shape
        if rank is None and not keep:  # WHY flat: one number is left of any rank, and so its shape is known
            flat = node.add("Reshape", [x, node.const_ints((-1,), "flat")], tag="flattened")
            return reduced(node, op, flat, (0,), keep, tag)
        axes_port = node.const_ints(tuple(range(rank)), "axes") if rank is not None else _every_axis(node, x)
        return node.add(op, [x, axes_port], {"keep_dims": keep}, tag=tag)
    rank = node.rank(node.value(0))
    return reduced(node, op, x, normalised(node, axes, rank) if rank is not None else axes, keep, tag)


def _every_axis(node: OnnxNode, x: Value) -> Value:
    """The axes of a tensor whose rank only the run time knows."""
    rank = node.add("Rank", [x], tag="rank")
    zero, one = (node.const_int(number, "number", DataType.INT32) for number in (0, 1))
    return node.add("Range", [zero, rank, one], tag="axes")


def _over_unknown_axes(node: OnnxNode, op: str, x: Value, axes: Value, keep: bool, tag: str) -> Value:
    attrs: dict[str, object] = {"keep_dims": keep}
    if _NOOP in node.graph.acceptor(op).proto.attr_index:
        attrs[_NOOP] = node.has(_NOOP) and node.flag(_NOOP)
    return node.add(op, [x, axes], attrs, tag=tag)


def log_sum_exp(node: OnnxNode) -> Value:
    """Ascend's own operator, or where it lacks the type log Σ exp(x - max) + max; an infinite max is left out."""
    x = node.value(0)
    if node.accepts("ReduceLogSumExp", 0, node.dtype(x)):
        return _reduce(node, "ReduceLogSumExp", x, 18, "")
    shift = _finite_max(node, x, True, "shift")
    powers = node.add("Exp", [node.add("Sub", [x, shift], tag="shifted")], tag="powers")
    log = node.add("Log", [_reduce(node, "ReduceSum", powers, 18, "sum")], tag="log")
    return node.add("Add", [log, shift if node.flag("keepdims") else _finite_max(node, x, False, "most")])


def _finite_max(node: OnnxNode, x: Value, keep: bool, tag: str) -> Value:
    most = _reduce(node, "ReduceMax", x, 18, f"{tag}_max", keep)
    is_finite = node.add("IsFinite", [most], tag=f"{tag}_is_finite")
    return node.add("SelectV2", [is_finite, most, node.const_like(0.0, x, "zero")], tag=tag)


def arg(op: str) -> Mapper:
    """The mapping to an operator that gives the index of an extreme element along one axis."""

    def mapper(node: OnnxNode) -> Value:
        x, keep = node.value(0), node.flag("keepdims")
        axis = axis_of(node, x)
        port = node.const_int(axis, "axis")
        attrs = {"dtype": DataType.INT64}
        if not (node.has("select_last_index") and node.flag("select_last_index")):
            if not keep:
                return node.add(op, [x, port], attrs)
            return node.add("Unsqueeze", [node.add(op, [x, port], attrs, tag="index")], {"axes": (axis,)})
        # the last of equal elements is the first one from the end
        dims = node.dims(x)
        length = dims[axis] if dims is not None else None
        if not isinstance(length, int):
            node.unsupported("select_last_index", 1, 0)
        backwards = node.add("ReverseV2", [x, node.const_ints((axis,), "axes")], tag="backwards")
        from_end = node.add(op, [backwards, port], attrs, tag="from_end")
        last = node.const_int(length - 1, "last")
        if not keep:
            return node.add("Sub", [last, from_end])
        return node.add("Unsqueeze", [node.add("Sub", [last, from_end], tag="index")], {"axes": (axis,)})

    return mapper


def _op(op: str, *, before: str = "", after: str = "", axes_since: int = 18) -> OnnxOp:
    mapper = reduction(op, before=before, after=after, axes_since=axes_since)
    attrs = f"axes:is[:{axes_since}] keepdims:i=1 {_NOOP}:i=0[{axes_since}:]"
    return onnx_op(mapper, f"data axes?[{axes_since}:]", attrs)


_ARG = "axis:i=0 keepdims:i=1 select_last_index:i=0[12:]"

OPS = {
    "ArgMax": onnx_op(arg("ArgMaxV2"), "data", _ARG),
    "ArgMin": onnx_op(arg("ArgMin"), "data", _ARG),
    "ReduceL1": _op("ReduceSum", before="Abs"),
    "ReduceL2": _op("ReduceSum", before="Square", after="Sqrt"),
    "ReduceLogSum": _op("ReduceSum", after="Log"),
    "ReduceLogSumExp": onnx_op(log_sum_exp, "data axes?[18:]", f"axes:is[:18] keepdims:i=1 {_NOOP}:i=0[18:]"),
    "ReduceMax": _op("ReduceMax"),
    "ReduceMean": _op("ReduceMean"),
    "ReduceMin": _op("ReduceMin"),
    "ReduceProd": _op("ReduceProd"),
    "ReduceSum": _op("ReduceSum", axes_since=13),
    "ReduceSumSquare": _op("ReduceSum", before="Square"),
}
