"""Compute projections of one tensor as one product: the queries, keys and values of attention.

y_i = Transpose(p_i)(Reshape(x W_i + b_i)),  i = 1 ... n   ->   with W = [W_1 ... W_n], b = [b_1 ... b_n]
z = Transpose(p')(Reshape(x W + b)),  one more axis of length n in front of the heads, moved to the front by p'
y_i = z[i], which Unpack gives at once

where all have the same shapes, W_i and b_i are constants, and nobody reads the steps between. Where a p_i ends with the
last two axes exchanged, as for keys, that exchange stays behind as a transpose, which the next product takes in.
A bias that only some have makes all stay.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.passes.base import Context, NodePass, Stage
from metadef.passes.reshape_transpose_merging import TRANSPOSES
from metadef.passes.tensors import dims_of, permutation
from metadef.patterns.constants import array_of
from metadef.types.attrs import AttrValue
from metadef.types.tensor_value import TensorValue

__all__ = ["ProjectionMerging"]

_PRODUCTS = frozenset({"MatMulV2", "BatchMatMulV2"})


@dataclass(frozen=True, slots=True)
class _Branch:
    """One projection: product, reshape, transpose."""

    product: Node
    reshape: Node
    transpose: Node
    perm: tuple[int, ...]


class ProjectionMerging(NodePass):
    """Looks at every tensor that two or more products with constant weights read."""

    name = "projection-merging"
    stage = Stage.FUSION
    priority = 80
    invalidates = ("matmul-folding", "dead-node-elimination")
    ops = _PRODUCTS

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Merge the projections of this product's input, when this is the first of them."""
        x = node.inputs[0]
        if x is None or x.use_count < 2:
            return
        branches = [branch for user in x.users if (branch := _branch(graph, user, x, context)) is not None]
        groups: defaultdict[object, list[_Branch]] = defaultdict(list)
        for branch in branches:
            groups[_kind(branch)].append(branch)
        for group in groups.values():
            if len(group) > 1 and group[0].product is node:
                _merge(graph, x, group, context)


def _branch(graph: Graph, product: Node, x: Value, context: Context) -> _Branch | None:
    if product.op not in _PRODUCTS or product.inputs[0] is not x or array_of(product.inputs[1]) is None:
        return None
    if len(dims_of(product.inputs[1]) or ()) != 2 or any(value is not None for value in product.inputs[3:]):
        return None
    if product.inputs[2] is not None and array_of(product.inputs[2]) is None:
        return None
    if any(flag is True for name, flag in product.attrs.items() if name in ("transpose_x1", "adj_x1")):
        return None
    reshape = _only_reader(graph, product)
    transpose = _only_reader(graph, reshape) if reshape is not None and reshape.op == "Reshape" else None
    if reshape is None or transpose is None or transpose.op not in TRANSPOSES.split("|"):
        return None
    perm = permutation(transpose, context)
    return _Branch(product, reshape, transpose, perm) if perm is not None else None


def _only_reader(graph: Graph, node: Node) -> Node | None:
    value = node.output
    if value.use_count != 1 or graph.is_output(value) or graph.control_users(node) or node.control_inputs:
        return None
    return value.users[0]


def _kind(branch: _Branch) -> object:
    """What must be the same in all branches."""
    bias = branch.product.inputs[2]
    return (
        branch.product.op,
        branch.product.attrs,
        dims_of(branch.product.inputs[1]),
        dims_of(bias) if bias is not None else None,
        dims_of(branch.reshape.output),
        dims_of(branch.product.output),
        branch.product.output.desc.dtype,
    )


def _exchanged(perm: tuple[int, ...]) -> tuple[int, ...]:
    return (*perm[:-2], perm[-1], perm[-2])


def _merge(graph: Graph, x: Value, group: list[_Branch], context: Context) -> None:
    import numpy as np

    first = group[0]
    # WHY the most common one: the keys alone are exchanged, and an exchange of their own costs nothing in the scores
    count, perm = len(group), Counter(branch.perm for branch in group).most_common(1)[0][0]
    before, split = dims_of(first.product.output), dims_of(first.reshape.output)
    if before is None or split is None or len(perm) < 2:
        context.refuse(first.product, "a size is not known")
        return
    lead = len(before) - 1  # axes before the columns
    if split[:lead] != before[:-1] or len(split) <= lead:
        context.refuse(first.product, "the reshape does more than to split the columns")
        return
    if any(branch.perm not in (perm, _exchanged(perm)) for branch in group):
        context.refuse(first.product, "the projections are transposed in different ways")
        return
    weights = [array_of(branch.product.inputs[1]) for branch in group]
    biases = [array_of(branch.product.inputs[2]) for branch in group]
    flipped = first.product.attr("adj_x2" if first.product.op.startswith("Batch") else "transpose_x2")
    origin = replace(
        context.origin_of(*(node for item in group for node in (item.product, item.reshape, item.transpose))),
        made_by="fuse-projections",
    )

    def constant(array: object, like: Value | None, name: str) -> Value:
        assert like is not None
        tensor = TensorValue.from_array(array, like.desc.dtype)
        return graph.constant(tensor, graph.unique_name(f"{first.product.name}_{name}"), origin=origin)

    def add(op: str, inputs: list[Value | None], attrs: dict[str, AttrValue], counts: list[int] | None = None) -> Node:
        name = graph.unique_name(f"{first.product.name}_merged")
        node = graph.add(op, inputs, attrs, name=name, origin=origin, output_counts=counts)
        infer(graph, [node], context.inference)
        return node

    inputs: list[Value | None] = [
        x,
        constant(
            np.concatenate([w for w in weights if w is not None], 0 if flipped else 1), first.product.inputs[1], "w"
        ),
    ]
    if biases[0] is not None:
        inputs.append(constant(np.concatenate([b for b in biases if b is not None]), first.product.inputs[2], "b"))
    product = add(first.product.op, inputs, dict(first.product.attrs))
    shape = np.array((*split[:lead], count, *split[lead:]), np.int64)
    target = graph.constant(shape, graph.unique_name(f"{first.product.name}_shape"), origin=origin)
    reshape = add("Reshape", [product.output, target], {})
    order = np.array((lead, *(axis + (axis >= lead) for axis in perm)), np.int64)
    moved = graph.constant(order, graph.unique_name(f"{first.product.name}_perm"), origin=origin)
    transpose = add("Transpose", [reshape.output, moved], {})
    unpack = add("Unpack", [transpose.output], {"num": count, "axis": 0}, [count])
    last = np.array(_exchanged(tuple(range(len(perm)))), np.int64)
    for branch, value in zip(group, unpack.outputs, strict=True):
        new = value
        if branch.perm != perm:
            swap = graph.constant(last, graph.unique_name(f"{branch.transpose.name}_perm"), origin=origin)
            new = add("Transpose", [value, swap], {}).output
        graph.replace_uses(branch.transpose.output, new)
        for node in (branch.transpose, branch.reshape, branch.product):
            graph.remove(node)
