"""Let attention read and write the layout that stands around it, without transposes.

FlashAttentionScore in BNSD, whose operands are views of tensors [B, S, N · D] or [S, B, N · D], and whose result is
only read as [B, S, N · D] or [S, B, N · D]   ->   the same in the layout BSH or SBH, without those views

Operands that are the parts of one tensor [B, S, 3 · N · D], as merged projections give them, are split along its last
axis. What a view is, and that two are equal, says `metadef.passes.views`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from metadef.errors import MetadefError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.passes.base import Context, NodePass, Stage
from metadef.passes.views import Sizes, chain_to, merged, step, whole
from metadef.types.attrs import AttrValue

__all__ = ["AttentionLayout"]

_LAYOUTS = {"BSH": "BSND", "SBH": "SBND"}  # the order of the axes in memory
_LONGEST = 8  # views behind the result that are followed


@dataclass(frozen=True, slots=True)
class _Source:
    """Where an operand comes from: `count` parts of a tensor along its last axis, of which it is one."""

    start: Value
    part: int
    count: int


class AttentionLayout(NodePass):
    """Looks at every FlashAttentionScore in BNSD."""

    name = "attention-layout"
    stage = Stage.FUSION
    after = ("attention-fusion", "projection-merging")
    before = ("transpose-reshape-fusion",)
    invalidates = ("dead-node-elimination",)
    ops = frozenset({"FlashAttentionScore"})
    reach = 12  # views that are followed

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Change the layout when fewer nodes are left."""
        if node.attr("input_layout") != "BNSD" or node.control_inputs:
            return
        if any(value.use_count or graph.is_output(value) for value in node.outputs[:3]):
            return
        reasons: list[str] = []
        sizes = Sizes()
        for layout in _LAYOUTS:
            mark = graph.mark()
            try:
                reason = _change(graph, node, layout, context, sizes)
            except MetadefError as error:
                reason = error.findings[0].message
            if not reason:
                return
            graph.rollback(mark)
            reasons.append(f"{layout}: {reason}")
        context.refuse(node, "; ".join(reasons))


def _letters(dims: tuple[int, ...]) -> dict[str, int]:
    return dict(zip("BNSD", dims, strict=True))


def _expected(sizes: dict[str, int], order: str, width: int) -> dict[str, tuple[tuple[int, int], ...]]:
    """The atoms of B, N, S, D in a tensor of the order, where a row has `width` elements."""
    strides = {"D": 1, "N": sizes["D"], order[1]: width, order[0]: width * sizes[order[1]]}
    return {letter: merged([(sizes[letter], stride)]) for letter, stride in strides.items()}


def _source(value: Value, order: str, context: Context, lengths: Sizes) -> _Source | None:
    """The farthest tensor of which `value` is one part in the order."""
    dims = lengths(value)
    if dims is None or len(dims) != 4:
        return None
    sizes = _letters(dims)
    own = sizes["N"] * sizes["D"]
    rows = sizes["B"] * sizes["S"]
    if not own * rows:
        return None
    for start, view in chain_to(value, context, lengths):
        total = prod(lengths(start) or (0,))
        if total % (rows * own):
            continue
        count = total // (rows * own)
        wanted = _expected(sizes, order, count * own)
        if view.axes == tuple(wanted[letter] for letter in "BNSD") and view.offset % own == 0:
            part = view.offset // own
            if part < count:
                return _Source(start, part, count)
    return None


def _result(node: Node, order: str, context: Context, lengths: Sizes) -> list[Value] | str:
    """The values from the result of the attention to the one that has the order, or why there are none."""
    path = [node.outputs[3]]
    dims = lengths(path[0])
    if dims is None:
        return "a size is not known"
    sizes = _letters(dims)
    inner = {letter: whole(dims).axes[place] for place, letter in enumerate("BNSD")}
    wanted = merged(atom for letter in order for atom in inner[letter])
    graph, view = node.graph, whole(dims)
    while len(path) <= _LONGEST:
        if view.flat == wanted and len(path) > 1 and sizes["D"] == (lengths(path[-1]) or (0,))[-1] // sizes["N"]:
            return path
        last = path[-1]
        readers = [user for user in last.users if user.op != "Shape"]  # WHY: these read no element
        if len(readers) != 1 or graph.is_output(last) or graph.control_users(last.producer):
            return "its result is read by more than one view"
        after = readers[0].outputs[0]
        following = step(view, after, context, lengths) if after.producer.inputs[0] is last else None
        if following is None:
            return "its result is not read in that layout"
        path.append(after)
        view = following
    return "too many views"


def _change(graph: Graph, node: Node, layout: str, context: Context, lengths: Sizes) -> str:
    """Use the layout; the reason why that is not possible or not worth it, for the caller to roll back."""
    order = _LAYOUTS[layout]
    dims = lengths(node.outputs[3])
    sources = [_source(value, order, context, lengths) if value is not None else None for value in node.inputs[:3]]
    path = _result(node, order, context, lengths)
    if isinstance(path, str):
        return path
    if dims is None or any(source is None for source in sources):
        return "an operand is not a view of that layout"
    known = [source for source in sources if source is not None]
    own = [lengths(value) for value in node.inputs[:3]]
    before = len(graph)
    origin = replace(context.origin_of(node, *(value.producer for value in path[1:])), made_by="fuse-attention-layout")

    def add(op: str, inputs: list[Value | None], attrs: dict[str, AttrValue], outputs: list[int] | None = None) -> Node:
        made = graph.add(
            op, inputs, attrs, name=graph.unique_name(f"{node.name}_{layout}"), origin=origin, output_counts=outputs
        )
        infer(graph, [made], context.inference)
        return made

    def shaped(value: Value, target: tuple[int, ...]) -> Value:
        import numpy as np

        if lengths(value) == target:
            return value
        if value.desc.origin_shape.symbols():
            raise MetadefError.of("shape-unknown", node.name, "a reshape to lengths that are not known would be needed")
        name = graph.unique_name(f"{node.name}_shape")
        return add("Reshape", [value, graph.constant(np.array(target, np.int64), name, origin=origin)], {}).output

    parts: dict[Value, list[Value]] = {}
    operands: list[Value | None] = []
    for source, shape in zip(known, own, strict=True):
        if shape is None:
            return "a size is not known"
        sizes = _letters(shape)
        if source.start not in parts:
            target = (sizes[order[0]], sizes[order[1]], source.count * sizes["N"] * sizes["D"])
            start = shaped(source.start, target)
            split: dict[str, AttrValue] = {"split_dim": 2, "num_split": source.count}
            made = add("SplitD", [start], split, [source.count]).outputs if source.count > 1 else (start,)
            parts[source.start] = list(made)
        operands.append(parts[source.start][source.part])
    attrs = {**node.attrs, "input_layout": layout}
    attention = add("FlashAttentionScore", [*operands, *node.inputs[3:]], attrs)
    last = path[-1]
    final = lengths(last)
    if final is None:
        return "a size is not known"
    result = shaped(attention.outputs[3], final)
    if result.desc.dtype is not last.desc.dtype or result.desc.origin_shape != last.desc.origin_shape:
        return "the result would be another one"
    graph.replace_uses(last, result)
    _remove_unread(graph, [last.producer, *(value.producer for value in reversed(path)), node])
    if node.name not in graph:
        graph.rename(attention, node.name)
    return "" if len(graph) < before else f"it would take {len(graph) - before} more nodes"


def _remove_unread(graph: Graph, nodes: list[Node]) -> None:
    """Remove nodes that nobody reads, and then what only they read, as far as that is views."""
    stack = nodes[::-1]
    while stack:
        node = stack.pop()
        if not node.is_alive or not node.inputs or graph.control_users(node) or node.control_inputs:
            continue
        if any(value.use_count or graph.is_output(value) for value in node.outputs):
            continue
        before = [value.producer for value in node.inputs if value is not None]
        graph.remove(node)
        stack += before
