"""Constants, and what only passes its input on."""

from __future__ import annotations

from metadef.errors import MetadefError
from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.constants import number_bytes
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.tensors import tensor_value
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, Splat, TensorValue

__all__ = ["OPS"]

_FORMS = ("value", "value_float", "value_floats", "value_int", "value_ints")
_MAX_ELEMENTS = 1 << 40  # of a constant that repeats one number: more than any memory holds


def constant(node: OnnxNode) -> Value:
    """The tensor, in whichever form it is written."""
    given = [name for name in (*_FORMS, "value_string", "value_strings", "sparse_value") if name in node.attrs]
    if len(given) != 1:
        node.fail(
            "attr-constraint", "needs exactly one value", expected=" or ".join(_FORMS), got=", ".join(given) or "none"
        )
    match given[0]:
        case "value":
            tensor = tensor_value(node.importer.session.source, node.any("value"), node.subject)
        case "value_float":
            tensor = _numbers((node.float("value_float"),), (), DataType.FLOAT)
        case "value_int":
            tensor = _numbers((node.int("value_int"),), (), DataType.INT64)
        case "value_floats" | "value_ints":
            numbers: tuple[float, ...] = node.any(given[0])
            tensor = _numbers(
                numbers, (len(numbers),), DataType.FLOAT if given[0] == "value_floats" else DataType.INT64
            )
        case other:
            node.fail("unsupported-attr-value", f"constants cannot hold a {other}", hint="a dense tensor of numbers")
    return node.constant(tensor)


def _numbers(numbers: tuple[float, ...], dims: tuple[int, ...], dtype: DataType) -> TensorValue:
    return TensorValue(dtype, dims, Inline(number_bytes(numbers, dtype)))


def constant_of_shape(node: OnnxNode) -> Value:
    """One number, repeated: a constant that stays one number where the shape is known, else a Fill."""
    number = _filler(node)
    dims = node.known_ints(node.value(0))
    if dims is None:
        element = TensorValue(number.dtype, (), number.payload)
        return node.add("Fill", [node.value(0), node.constant(element, "value")])
    if any(size < 0 for size in dims):
        node.fail("attr-constraint", "a size is negative", expected="sizes of 0 or more", got=str(list(dims)))
    count = 1
    for size in dims:
        count *= size
    if count > _MAX_ELEMENTS:
        node.fail("file-too-large", "the shape claims more elements than any memory holds", got=str(list(dims)))
    return node.constant(TensorValue(number.dtype, dims, Splat(bytes(number.data()))))


def _filler(node: OnnxNode) -> TensorValue:
    proto = node.any("value")
    if proto is None:
        return _numbers((0.0,), (), DataType.FLOAT)
    number = tensor_value(node.importer.session.source, proto, node.subject)
    if number.size != 1:
        node.fail(
            "attr-constraint", "`value` must hold one element", expected="1 element", got=f"{number.size} elements"
        )
    return number


def eye_like(node: OnnxNode) -> Value:
    """Ones on a diagonal of a matrix whose size must be known."""
    x = node.value(0)
    dims = node.shape(x).known_dims()
    if dims is None or len(dims) != 2:
        node.fail("shape-unknown", "needs a matrix whose size is known", got=str(node.shape(x)), as_error=True)
    dtype = type_attr(node, "dtype") if node.has("dtype") else node.need_dtype(x)
    offset = node.int("k")
    if not offset:
        attrs = {"num_rows": dims[0], "num_columns": dims[1], "dtype": dtype.ge_value}
        return node.add("Eye", [], attrs)
    if dims[0] * dims[1] > 1 << 20:
        node.unsupported("k", offset, 0)
    numbers = tuple(float(column == row + offset) for row in range(dims[0]) for column in range(dims[1]))
    return node.constant(TensorValue(dtype, dims, Inline(number_bytes(numbers, dtype))))


def identity(node: OnnxNode) -> Value:
    """The input itself, kept as a node so that its name stays."""
    value = node.value(0)
    if value in node.importer.session.sequences:
        return value
    return node.add("Identity", [value])


def dropout(node: OnnxNode) -> list[Value | None]:
    """In inference nothing is dropped; the mask, where it is wanted, is all true.

    In training mode, or where it is fed, an element is dropped when a random number is below the ratio.
    """
    x = node.value(0)
    if node.opset >= 12 and (training := node.optional(2)) is not None:
        known = node.known_numbers(training)
        ratio = node.optional(1)
        rate = node.known_numbers(ratio) if ratio is not None else (0.5,)
        if known is None or (known[0] and rate != (0.0,)):
            return _dropped(node, x, ratio, training if known is None else None)
    results: list[Value | None] = [node.add("Identity", [x])]
    if node.wants(1):
        if node.opset < 10:
            node.fail("unsupported-attr-value", "before opset 10 the mask has the type of the data", hint="opset 10")
        ones = node.add("Equal", [x, x], tag="equal")
        results.append(node.add("LogicalOr", [ones, node.add("LogicalNot", [ones], tag="unequal")], tag="mask"))
    return results


def _dropped(node: OnnxNode, x: Value, ratio: Value | None, training: Value | None) -> list[Value | None]:
    """x * mask / (1 - ratio); a `training` that is false makes the ratio 0."""
    share = _share(node, ratio, training)
    attrs = {"dtype": DataType.FLOAT, "seed": node.int("seed") if node.has("seed") else 0}
    shape = node.add("Shape", [x], {"dtype": DataType.INT64.ge_value}, tag="shape")
    numbers = node.add("RandomUniform", [shape], attrs, tag="numbers")
    mask = node.add("GreaterEqual", [numbers, share], tag="mask")
    kept = node.add("Sub", [node.const_like(1, share, "one"), share], tag="kept")
    dtype = node.need_dtype(x)
    chosen = node.add("Mul", [x, node.cast(mask, dtype, "factors")], tag="chosen")
    return [node.add("Div", [chosen, node.cast(kept, dtype, "kept_as_x")]), mask]


def _share(node: OnnxNode, ratio: Value | None, training: Value | None) -> Value:
    """The part that is dropped, in FLOAT."""
    constants = node.importer.constants
    if ratio is None:
        share = constants.scalar(node.graph, 0.5, DataType.FLOAT, "ratio")
    else:
        share = node.cast(ratio, DataType.FLOAT, "ratio")
    if training is None:
        return share
    return node.add("Mul", [share, node.cast(training, DataType.FLOAT, "switch")], tag="share")


def number_range(node: OnnxNode) -> Value:
    """From start to limit by delta, the limit excluded."""
    try:
        return node.add("Range", [node.value(0), node.value(1), node.value(2)])
    except MetadefError:
        if node.dtype(node.value(0)) is not DataType.INT16:
            raise
    wide = [node.cast(node.value(index), DataType.INT32, f"wide_{index}") for index in range(3)]
    return node.cast(node.add("Range", wide, tag="range"), DataType.INT16, "")


OPS = {
    "Constant": onnx_op(
        constant,
        "",
        "value:t![:11] value:t[11:] value_float:f[12:] value_floats:fs[12:] value_int:i[12:]"
        " value_ints:is[12:] value_string:s[12:] value_strings:ss[12:] sparse_value:sp[11:]",
    ),
    "ConstantOfShape": onnx_op(constant_of_shape, "input", "value:t", since=9),
    "Dropout": onnx_op(dropout, "data ratio?[12:] training_mode?[12:]", "ratio:f=0.5[:12] seed:i[12:]"),
    "EyeLike": onnx_op(eye_like, "input", "dtype:i k:i=0", since=9),
    "Identity": onnx_op(identity, "input"),
    "Range": onnx_op(number_range, "start limit delta", "stash_type:i=1[27:]", since=11),
}
