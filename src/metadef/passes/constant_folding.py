"""Compute at compile time what is known at compile time.

op(const, ...) -> const, for pure operators with a reference kernel; and any small integer tensor whose elements
inference knows completely (shape arithmetic), even where its inputs are not constants.

A result larger than the context's limit, or larger than twice the constants it is made of, is refused with the reason:
folding Tile of a small tensor would expand what a few bytes describe. A result that repeats one number is stored as
that number, however large it is.
"""

from __future__ import annotations

from metadef.errors import MetadefError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.kernels.run import run_node
from metadef.kernels.table import find_kernel
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import CONSTANT, CONTROL_FLOW, PURE
from metadef.passes.base import Context, NodePass, Stage
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["ConstantFolding"]

_FEW = 16  # elements of an input that may still give a result of one repeated number: axes, shapes, a number
_REPEATED_BYTES = 1 << 22  # results computed in the hope that they repeat one number
_FREE_BYTES = 1 << 10  # results up to here are folded whatever they replace


class ConstantFolding(NodePass):
    """Replaces each foldable node by constants that carry its origin."""

    name = "constant-folding"
    stage = Stage.OPTIMIZE
    priority = 100  # WHY: what it folds lets the other passes of its stage see more

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Fold the node, or say why not."""
        if node.proto is CONST or node.proto is DATA or not node.outputs or not node.proto.has_trait(PURE):
            return
        if node.proto.has_trait(CONSTANT) or node.proto.has_trait(CONTROL_FLOW) or node.control_inputs:
            return
        if node.attrs.get("_do_not_constant_folding"):
            return
        results = _from_inference(node, context) or _from_kernel(node, context)
        if results is None:
            return
        origin = context.origin_of(node)
        for value, tensor in zip(node.outputs, results, strict=True):
            if value.use_count or graph.is_output(value):
                name = graph.unique_name(
                    f"{node.name}_folded" if value.index == 0 else f"{node.name}_{value.index}_folded"
                )
                made = graph.constant(tensor, name, origin=origin)
                graph.set_desc(made, value.desc.with_dtype(tensor.dtype))
                graph.replace_uses(value, made)
        if not graph.control_users(node):
            graph.remove(node)


def _from_inference(node: Node, context: Context) -> list[TensorValue] | None:
    """Constants from completely known elements of all outputs."""
    import numpy as np

    tensors: list[TensorValue] = []
    for value in node.outputs:
        known = context.known(value)
        dtype = value.desc.dtype
        if known is None or not (dtype.is_integer or dtype is DataType.BOOL):
            return None
        if not all(isinstance(item, int) for item in known.items):  # bool is an int; Dim and None are not
            return None
        tensors.append(TensorValue.from_array(np.array(known.items, dtype.numpy).reshape(known.dims), dtype))
    return tensors


def _from_kernel(node: Node, context: Context) -> list[TensorValue] | None:
    """Constants from running the kernel on constant inputs."""
    fed = [value for value in node.inputs if value is not None]
    if not fed or any(value.producer.proto is not CONST for value in fed) or find_kernel(node.op) is None:
        return None
    size = sum(_size_bytes(value) for value in node.outputs)
    # WHY shared constants count: the same weight is folded once for all its readers, by common subexpressions
    held = sum(_constant(value).nbytes for value in fed if not _constant(value).is_splat)
    may_repeat = all(_constant(value).is_splat or _constant(value).size <= _FEW for value in fed)
    if size < 0:
        context.refuse(node, "the size of its result is not known")
        return None
    if size > context.fold_limit_bytes:
        context.refuse(node, f"its result has {size} bytes, more than the limit of {context.fold_limit_bytes}")
        return None
    too_large = f"its result has {size} bytes and its inputs {held}"
    if size > max(_FREE_BYTES, 2 * held) and not (may_repeat and size <= _REPEATED_BYTES):
        context.refuse(node, too_large)
        return None
    arrays = [_constant(value).array() if value is not None else None for value in node.inputs]
    try:
        results = run_node(node, arrays)
        made = [
            TensorValue.from_array(array, value.desc.dtype if value.desc.dtype is not DataType.UNDEFINED else None)
            for value, array in zip(node.outputs, results, strict=True)
        ]
        if size > max(_FREE_BYTES, 2 * held) and not all(tensor.is_splat for tensor in made):
            context.refuse(node, too_large)
            return None
        return made
    except MetadefError as error:
        context.refuse(node, error.findings[0].message)
        return None


def _constant(value: Value) -> TensorValue:
    tensor = value.producer.attrs["value"]
    assert isinstance(tensor, TensorValue)
    return tensor


def _size_bytes(value: Value) -> int:
    """Bytes of a value of known shape, a number below any sum when unknown."""
    count = value.desc.origin_shape.numel()
    return count * max(1, value.desc.dtype.bits // 8) if isinstance(count, int) else -(1 << 62)
