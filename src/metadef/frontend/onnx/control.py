"""Control flow: subgraphs with explicit arguments.

An ONNX subgraph sees every name around it; an Ascend one sees its arguments only. What a subgraph captures becomes an
argument, except constants, which it gets as constants of its own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.descriptors import NOTHING_KNOWN, declared_desc
from metadef.frontend.onnx.facts import tensor_behind
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.order import captured_names, read_names
from metadef.frontend.onnx.scope import Scope
from metadef.frontend.onnx.shape import length
from metadef.graph.binding import InputLike
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.types.attrs import EMPTY_ATTRS
from metadef.types.dim import DimLike
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, TensorValue

if TYPE_CHECKING:
    from metadef.frontend.onnx.importer import Importer

__all__ = ["OPS"]

_MAX_DEPTH = 48


class Captures:
    """What the subgraphs of one node see of the graph around it."""

    def __init__(self, node: OnnxNode, graphs: Iterable[Any]) -> None:
        """Raises: MetadefError if subgraphs nest too deeply."""
        scope = node.importer.scope
        if scope.depth >= _MAX_DEPTH:
            node.fail("subgraph-mismatch", f"subgraphs nest deeper than {_MAX_DEPTH}")
        self.values: dict[str, Value] = {}
        self.constants: dict[str, TensorValue] = {}
        self._node = node
        for name in {name: None for graph in graphs for name in captured_names(graph)}:
            value = node.importer.lookup(name)
            if value is None:
                continue  # the subgraph reports it where it is read
            tensor = tensor_behind(value)
            if tensor is not None:
                self.constants[name] = tensor
            else:
                node.shape(value)  # WHY: so that the argument's descriptor is as good as can be
                self.values[name] = value

    def importer(self, graph: Graph, arguments: Mapping[str, Value]) -> Importer:
        """An importer for a subgraph whose arguments are there."""
        outer = self._node.importer
        scope = Scope(
            graph,
            outer.scope.opsets,
            depth=outer.scope.depth + 1,
            prefix=outer.scope.prefix,
            attributes=outer.scope.attributes,
        )
        scope.values |= arguments
        scope.initializers |= self.constants
        return type(outer)(outer.session, scope)

    def arguments(self, graph: Graph) -> dict[str, Value]:
        """New inputs of a subgraph for all captured values."""
        return {name: _argument(self._node, graph, name, value.desc) for name, value in self.values.items()}


def _argument(node: OnnxNode, graph: Graph, name: str, desc: TensorDesc) -> Value:
    return graph.add_input(graph.unique_name(name), desc, origin=node.origin)


def if_(node: OnnxNode) -> Sequence[Value]:
    """Both branches take everything that either of them captures; a known condition leaves one branch, in place."""
    branches = {slot: node.any(slot) for slot in ("then_branch", "else_branch")}
    count = len(node.outputs)
    for slot, branch in branches.items():
        if len(branch.input) or len(branch.output) != count:
            node.fail(
                "subgraph-mismatch",
                f"{slot} must take nothing and give what the node gives",
                expected=f"0 inputs and {count} outputs",
                got=f"{len(branch.input)} inputs and {len(branch.output)} outputs",
            )
    known = _known_condition(node, node.value(0))
    if known is not None:
        # WHY: the branch that is never taken often makes no sense for the shapes at hand
        slot = "then_branch" if known else "else_branch"
        prefix = f"{node.head.origin.name}/" if node.head.origin.name else ""
        return node.importer.inline_graph(branches[slot], (), prefix, node.subject)
    captures = Captures(node, branches.values())
    condition = _scalar(node, node.value(0), "condition")
    call = node.add_node(
        "If",
        [condition, list(captures.values.values())],
        outputs=[NOTHING_KNOWN] * count,
        output_counts=[count],
    )
    for slot, branch in branches.items():
        graph = node.graph.subgraph(call, slot)
        importer = captures.importer(graph, arguments := captures.arguments(graph))
        for name, inner in arguments.items():
            importer.facts.adopt(inner, node.facts, captures.values[name])
        importer.import_body(branch)
    node.facts.added(call)  # WHY: a question from inside has it inferred while branches are missing
    return call.outputs


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "Equal": operator.eq,
    "NotEqual": operator.ne,
    "Less": operator.lt,
    "LessEqual": operator.le,
    "Greater": operator.gt,
    "GreaterEqual": operator.ge,
}


def _known_condition(node: OnnxNode, value: Value) -> bool | None:
    """A condition that is a constant or compares known integers, as exporters' tests of ranks do; else None."""
    elements = node.facts.elements(value)
    if elements is not None and len(elements) == 1 and isinstance(elements[0], bool | int):
        return bool(elements[0])
    producer = value.producer
    compare = _COMPARISONS.get(producer.op)
    if compare is None:
        return None
    sides = [node.known_ints(item) if item is not None else None for item in producer.inputs]
    if any(side is None or len(side) != 1 for side in sides) or len(sides) != 2:
        return None
    left, right = (side[0] for side in sides if side)
    return compare(left, right)


def _scalar(node: OnnxNode, value: Value, tag: str) -> Value:
    """A tensor of one element as a number of rank 0."""
    if node.rank(value) == 0:
        return value
    return node.add("Reshape", [value, node.const_ints((), "shape")], tag=tag)


def loop(node: OnnxNode) -> Sequence[Value]:
    """While over (iteration, condition, trip count, carried values, collected outputs, captured values).

    The number of the iteration is left out where nothing reads it, so that a While that became a Loop comes back.
    Collected outputs grow by one slice an iteration from an empty tensor, whose shape must be known.
    """
    body = node.any("body")
    limit, condition = node.optional(0), node.optional(1)
    carried = [node.value(index) for index in range(2, len(node.inputs))]
    collected = len(body.output) - 1 - len(carried)
    if len(body.input) != len(carried) + 2 or collected < 0 or len(node.outputs) > len(carried) + collected:
        node.fail(
            "subgraph-mismatch",
            "the body must take and give the carried values",
            expected=f"{len(carried) + 2} inputs and {len(carried) + 1} or more outputs",
            got=f"{len(body.input)} inputs and {len(body.output)} outputs",
        )
    captures = Captures(node, [body])
    start: dict[str, Value] = {}
    number = body.input[0].name
    if limit is not None or number in read_names(body.node) or any(info.name == number for info in body.output):
        start["iteration"] = node.const_int(0, "number")
    start["condition"] = (
        _scalar(node, condition, "start") if condition is not None else node.const_int(1, "number", DataType.BOOL)
    )
    if limit is not None:
        start["limit"] = _scalar(node, limit, "limit")
    start |= {f"carried_{index}": value for index, value in enumerate(carried)}
    infos = body.output[1 + len(carried) :]
    empty = [_empty(node, info) for info in infos]
    start |= {f"collected_{index}": value for index, value in enumerate(empty)}
    for value in start.values():
        node.shape(value)
    values = [*start.values(), *captures.values.values()]
    call = node.add_node("While", [values], outputs=[NOTHING_KNOWN] * len(values), output_counts=[len(values)])
    _condition_graph(node, call, start, captures)
    slices = _body_graph(node, call, start, captures, body, len(carried), collected)
    node.facts.added(call)  # WHY: as for a branch
    first = len(start) - len(carried) - collected
    for info, begin, each in zip(infos, empty, slices, strict=True):
        if _declared_slice(info) is None:
            _begin_anew(node, call, begin, each, info.name)
    return call.outputs[first : first + len(carried) + collected]


def _declared_slice(info: Any) -> tuple[DataType, tuple[int, ...]] | None:
    """Type and sizes of a slice where the model says both."""
    desc = declared_desc(info)
    dims = desc.shape.known_dims() if desc is not None and desc.shape.rank is not None else None
    return (
        (desc.dtype, dims) if desc is not None and dims is not None and desc.dtype is not DataType.UNDEFINED else None
    )


def _empty(node: OnnxNode, info: Any) -> Value:
    """No slices yet; some vector of none where it is not declared what they are, which `_begin_anew` replaces."""
    dtype, dims = _declared_slice(info) or (DataType.FLOAT, ())
    return node.constant(TensorValue(dtype, (0, *dims), Inline(b"")), "nothing_yet")


def _begin_anew(node: OnnxNode, call: Node, begin: Value, each: Value, name: str) -> None:
    """Let a loop collect from no slices of the shape that inference finds for one of them."""
    node.shape(call.outputs[0])  # WHY: asking infers the body too, for any number of rounds
    desc = each.desc
    dims = desc.origin_shape.known_dims() if desc.origin_shape.rank is not None else None
    if desc.dtype is DataType.UNDEFINED:
        none = None
    elif dims is not None:
        none = node.constant(TensorValue(desc.dtype, (0, *dims), Inline(b"")), "no_slices")
    else:
        none = _no_slices(node, desc, [value for value in call.inputs if value is not None and value is not begin])
    if none is None:
        node.fail(
            "unsupported-op",
            f'a loop that collects "{name}" has no mapping: the shape of one slice must be known',
            hint="declaring the body's outputs with their shapes",
        )
    node.graph.replace_input(call, call.inputs.index(begin), none)
    node.graph.remove(begin.producer)
    node.facts.added(call)


def _no_slices(node: OnnxNode, desc: TensorDesc, values: Sequence[Value]) -> Value | None:
    """A tensor of no slices whose symbolic lengths are read from values that have them; None where none has."""
    if desc.origin_shape.rank is None:
        return None
    places: dict[DimLike, tuple[Value, int]] = {}
    for value in values:
        for axis, size in enumerate(node.dims(value) or ()):
            if size is not None:
                places.setdefault(size, (value, axis))
    parts = [node.const_ints((0,), "lengths")]
    for axis, size in enumerate(desc.origin_shape):
        if isinstance(size, int):
            parts.append(node.const_ints((size,), "lengths"))
        elif size in places:
            own = length(node, *places[size], f"length_{axis}")
            parts.append(node.add("Unsqueeze", [own], {"axes": (0,)}, tag=f"part_{axis}"))
        else:
            return None
    target = node.add("ConcatD", [parts], {"concat_dim": 0, "N": len(parts)}, tag="no_slices_shape")
    zero = node.constant(TensorValue(desc.dtype, (), Inline(bytes(max(1, desc.dtype.bits // 8)))), "zero")
    return node.add("Fill", [target, zero], tag="no_slices")


def _inputs(
    node: OnnxNode, graph: Graph, start: Mapping[str, Value], captures: Captures
) -> tuple[dict[str, Value], dict[str, Value]]:
    """WHY no shapes: what is carried may have another shape in the next round; inference finds what stays."""
    own: dict[str, Value] = {}
    for name, value in start.items():
        is_fixed = name in ("iteration", "condition", "limit")
        own[name] = _argument(node, graph, name, value.desc if is_fixed else TensorDesc(None, value.desc.dtype))
    return own, captures.arguments(graph)


def _emit(
    node: OnnxNode,
    graph: Graph,
    op: str,
    inputs: Sequence[InputLike],
    name: str,
    attrs: Mapping[str, object] = EMPTY_ATTRS,
) -> Value:
    return graph.add(op, inputs, attrs, name=graph.unique_name(name), origin=node.origin).output


def _condition_graph(node: OnnxNode, call: Node, start: Mapping[str, Value], captures: Captures) -> None:
    graph = node.graph.subgraph(call, "cond")
    own, _ = _inputs(node, graph, start, captures)
    go_on = own["condition"]
    if "limit" in own:
        below = _emit(node, graph, "Less", [own["iteration"], own["limit"]], "is_below")
        go_on = _emit(node, graph, "LogicalAnd", [go_on, below], "goes_on")
    graph.set_outputs([("goes_on", go_on)])


def _body_graph(
    node: OnnxNode,
    call: Node,
    start: Mapping[str, Value],
    captures: Captures,
    body: Any,
    carried: int,
    collected: int,
) -> list[Value]:
    """The body's graph; gives the slice of one round of each collected output."""
    graph = node.graph.subgraph(call, "body")
    own, captured = _inputs(node, graph, start, captures)
    labels = ["iteration", "condition", *(f"carried_{index}" for index in range(carried))]
    arguments = [(info, own[label]) for info, label in zip(body.input, labels, strict=True) if label in own]
    importer = captures.importer(graph, captured | {info.name: value for info, value in arguments})
    for info, value in arguments:
        importer.session.claims[value] = info
    importer.import_body(body)
    results = [value for _, value in graph.outputs]
    after: list[Value] = []
    if "iteration" in own:
        one = importer.constants.scalar(graph, 1, DataType.INT64, "number")
        after.append(_emit(node, graph, "Add", [own["iteration"], one], "next_iteration"))
    after.append(_as_scalar(node, graph, importer, results[0]))
    after += [own["limit"]] if "limit" in own else []
    after += results[1 : 1 + carried]
    for index in range(collected):
        piece = _emit(node, graph, "Unsqueeze", [results[1 + carried + index]], f"slice_{index}", {"axes": (0,)})
        parts = [own[f"collected_{index}"], piece]
        after.append(_emit(node, graph, "ConcatD", [parts], f"collect_{index}", {"concat_dim": 0, "N": 2}))
    after += captured.values()
    labels = [*own, *captured]
    graph.set_outputs(zip(labels, after, strict=True))
    return results[1 + carried :]


def _as_scalar(node: OnnxNode, graph: Graph, importer: Importer, value: Value) -> Value:
    if importer.facts.shape(value).rank == 0:
        return value
    shape = importer.constants.vector(graph, (), DataType.INT64, "shape")
    return _emit(node, graph, "Reshape", [value, shape], "next_condition")


OPS = {
    "If": onnx_op(if_, "cond", "then_branch:g! else_branch:g!"),
    "Loop": onnx_op(loop, "M? cond? v_initial*", "body:g!"),
}
