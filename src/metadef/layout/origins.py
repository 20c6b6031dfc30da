"""Origin formats: which axis of a tensor is N, C, H, W, found by unification over the whole graph.

Convolutions, poolings and normalisations say it in `data_format`; operators that keep axes pass it on, both ways.
Two anchors that say different things about one tensor are a finding that names both, not a race for who was first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.layout.classes import layout_class
from metadef.layout.views import TRANSPOSES, permutation
from metadef.ops.builtin import DATA
from metadef.types.format import Format

__all__ = ["set_origin_formats"]

_FILTERS = {"NCHW": "NCHW", "NHWC": "HWCN", "NCDHW": "NCDHW", "NDHWC": "DHWCN"}
_KEEPS_AXES = frozenset({"agnostic", "broadcast", "concat", "pool", "norm", "reduce"})


@dataclass(slots=True)
class _Anchor:
    """What somebody says about a group of values."""

    format: Format
    by: Node


def set_origin_formats(graph: Graph) -> list[Finding]:
    """Write the origin formats into the descriptors; gives the conflicts."""
    parent: dict[Value, Value] = {}

    def find(value: Value) -> Value:
        top = value
        while parent.setdefault(top, top) is not top:
            top = parent[top]
        while parent[value] is not top:
            parent[value], value = top, parent[value]
        return top

    for node in graph.nodes:
        if layout_class(node) not in _KEEPS_AXES:
            continue
        rank = node.outputs[0].desc.origin_shape.rank if node.outputs else None
        tied = [v for v in (*node.inputs, *node.outputs) if v is not None and v.desc.origin_shape.rank == rank]
        if rank is None or rank < 4:
            continue
        for value in tied[1:]:
            parent[find(value)] = find(tied[0])
    said: dict[Value, _Anchor] = {}
    problems: list[Finding] = []
    for node in graph.nodes:
        for value, form in _statements(node):
            group = find(value)
            known = said.setdefault(group, _Anchor(form, node))
            if known.format is not form:
                problems.append(_conflict(value, known, form, node))
    _pass_on(graph, find, said)
    for node in graph.nodes:
        for value in node.outputs:
            anchor = said.get(find(value))
            rank = value.desc.origin_shape.rank
            if anchor is None or anchor.format is value.desc.origin_format:
                continue
            if anchor.format.axes is not None and rank == len(anchor.format.axes):
                graph.set_desc(value, value.desc.meant_as(anchor.format))
    return problems


def _pass_on(graph: Graph, find: Callable[[Value], Value], said: dict[Value, _Anchor]) -> None:
    """Let what is said of one side of a transposition hold for the other, its axes in their order there.

    Only where nobody says anything: a model may transpose in order to mean something else.
    """
    turns: dict[Value, list[tuple[Value, tuple[int, ...]]]] = {}
    for node in graph.nodes:
        order = permutation(node) if node.op in TRANSPOSES and node.inputs[0] is not None else None
        if order is None or len(order) < 4 or node.inputs[0] is None:
            continue
        before, after = find(node.inputs[0]), find(node.output)
        turns.setdefault(before, []).append((after, order))
        turns.setdefault(after, []).append((before, tuple(map(order.index, range(len(order))))))
    waiting = list(said)
    while waiting:
        group = waiting.pop()
        axes = said[group].format.axes
        for other, order in turns.get(group, ()):
            if other in said or axes is None or len(axes) != len(order):
                continue
            form = Format.lookup("".join(axes[axis] for axis in order))
            if form is not None and form.axes is not None:
                said[other] = _Anchor(form, said[group].by)
                waiting.append(other)


def _statements(node: Node) -> list[tuple[Value, Format]]:
    """What a node says about the axes of its tensors; a graph input by the format that it is declared in."""
    if node.proto is DATA:
        desc = node.output.desc
        axes = desc.origin_format.axes
        stated = axes is not None and len(axes) == desc.origin_shape.rank and len(axes) >= 4
        return [(node.output, desc.origin_format)] if stated else []
    letters = node.attr("data_format") if "data_format" in node.proto.attr_index else None
    form = Format.lookup(letters) if isinstance(letters, str) else None
    if form is None or form.axes is None or len(form.axes) < 4:
        return []
    kind = layout_class(node)
    if kind not in ("conv", "pool", "norm"):
        return []
    said: list[tuple[Value, Format]] = []
    main = node.inputs[node.proto.input_index["x"]] if "x" in node.proto.input_index else node.inputs[0]
    for value in (main, node.outputs[0]):
        if value is not None and value.desc.origin_shape.rank == len(form.axes):
            said.append((value, form))
    if kind == "conv":
        weight = node.input("filter")
        taps = Format.lookup(_FILTERS.get(form.axes, ""))
        if weight is not None and taps is not None and weight.desc.origin_shape.rank == len(form.axes):
            said.append((weight, taps))
    return said


def _conflict(value: Value, known: _Anchor, form: Format, node: Node) -> Finding:
    return finding(
        "format-conflict",
        f"value {value.name}",
        f'{known.by.op} "{known.by.name}" means {known.format.serial}, {node.op} "{node.name}" means {form.serial}',
        expected=known.format.serial,
        got=form.serial,
        hint="a Transpose between them",
    )
