"""Take out branches that never run.

If(c, args) with c known          -> the contents of the branch that runs
Case(i, args) with i known        -> the contents of that branch; an index out of range takes the last one
If, Case whose branches all return the same argument -> that argument
While(args) whose condition is false at once         -> args
PartitionedCall(args)             -> the contents of what it calls
If, Case with constant arguments  -> the constants inside of the branches; what no branch reads is not passed

Where only some results of branches are the same argument, all stays. A node with control edges stays.
"""

from __future__ import annotations

from dataclasses import replace

from metadef.errors import MetadefError
from metadef.graph.clone import copy_contents
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.infer.engine import infer
from metadef.kernels.run import execute
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import STATEFUL
from metadef.passes.base import Context, NodePass, Stage
from metadef.passes.branch_arguments import tidy_arguments
from metadef.patterns.constants import array_of

__all__ = ["ControlFlowSimplification"]

_IFS = frozenset({"If", "StatelessIf", "_If"})
_CASES = frozenset({"Case", "StatelessCase"})
_LOOPS = frozenset({"While", "StatelessWhile", "_While"})
_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_MOST_NODES = 256  # of a loop's condition that is computed to see whether the loop runs at all


class ControlFlowSimplification(NodePass):
    """Looks at branches, loops and calls."""

    name = "control-flow-simplification"
    stage = Stage.OPTIMIZE
    after = ("constant-folding",)
    before = ("common-subexpression-elimination",)
    invalidates = ("constant-folding", "identity-elimination")
    ops = _IFS | _CASES | _LOOPS | _CALLS

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        """Replace the node when it is known what runs."""
        if node.control_inputs or graph.control_users(node):
            context.refuse(node, "it has control edges")
            return
        if node.op in _LOOPS:
            results = _arguments(node) if _never_runs(node) else None
        elif node.op in _CALLS:
            results = _inlined(graph, node, node.subgraphs.get("f"), context)
        else:
            branch = _taken(node)
            results = _inlined(graph, node, branch, context) if branch is not None else _same_argument(node)
        if results is None or len(results) != len(node.outputs):
            if node.op in _IFS | _CASES:
                tidy_arguments(graph, node, 1, context)
            return
        for old, new in zip(node.outputs, results, strict=True):
            graph.replace_uses(old, new)
        graph.remove(node)


def _arguments(node: Node) -> list[Value]:
    """What the subgraphs are given: all inputs but the condition or index."""
    first = 1 if node.op in _IFS | _CASES else 0
    return [value for value in node.inputs[first:] if value is not None]


def _taken(node: Node) -> Graph | None:
    """The branch that runs, None when that is not known."""
    array = array_of(node.inputs[0])
    if array is None:
        return None
    if node.op in _IFS:
        # WHY: a number is true unless it is 0, another tensor when it holds anything
        true = bool(array.reshape(())) if array.size == 1 else array.size > 0
        return node.subgraphs.get("then_branch" if true else "else_branch")
    count = len(node.subgraphs)
    index = int(array.reshape(-1)[0].item()) if array.size else count
    return node.subgraphs.get(f"branches{index if 0 <= index < count else count - 1}")


def _same_argument(node: Node) -> list[Value] | None:
    """For each result the argument that every branch returns; None if one differs or a branch acts otherwise."""
    arguments = _arguments(node)
    found: list[Value] = []
    branches = list(node.subgraphs.values())
    if not branches or any(other.proto.has_trait(STATEFUL) for graph in branches for other in graph.nodes):
        return None
    for place in range(len(node.outputs)):
        indices: set[int] = set()
        for graph in branches:
            value = graph.outputs[place].value
            indices.add(graph.inputs.index(value) if value.producer.proto is DATA else -1)
        index = indices.pop() if len(indices) == 1 else -1
        if not 0 <= index < len(arguments) or arguments[index].desc.dtype is not node.outputs[place].desc.dtype:
            return None
        found.append(arguments[index])
    return found


def _never_runs(node: Node) -> bool:
    """Whether the condition is false for the first values."""
    graph = node.subgraphs.get("cond")
    if graph is None or len(graph.outputs) != 1:
        return False
    result = graph.outputs[0].value
    known = array_of(result)
    if known is None:
        import numpy as np

        needed = {inner for inner in graph.inputs if inner.use_count or inner is result}
        arrays = {
            inner: array_of(value) if inner in needed else np.empty(0)  # WHY: nothing reads the empty ones
            for inner, value in zip(graph.inputs, _arguments(node), strict=True)
        }
        fed = {inner: array for inner, array in arrays.items() if array is not None}
        if len(fed) < len(arrays) or len(graph) > _MOST_NODES:
            return False
        try:
            known = execute(graph, fed)[result]
        except MetadefError:
            return False
    return known.size == 1 and not bool(known.reshape(()))


def _inlined(graph: Graph, node: Node, branch: Graph | None, context: Context) -> list[Value] | None:
    """The results of a subgraph whose contents are copied beside `node`."""
    arguments = _arguments(node)
    if branch is None or len(branch.inputs) != len(arguments):
        return None
    values: dict[Value, Value] = dict(zip(branch.inputs, arguments, strict=True))
    copies: dict[Node, Node] = {}
    for inner in topological(branch):
        if inner.proto is DATA:
            continue
        origin = inner.origin or context.origin_of(node)
        if inner.proto is CONST:
            made = graph.constant(inner.attrs["value"], graph.unique_name(inner.name), origin=origin).producer
        else:
            fed = [values[value] if value is not None else None for value in inner.inputs]
            counts = list(inner.output_counts) if inner.output_counts is not None else None
            made = graph.add(
                inner.proto,
                _by_port(inner, fed),
                inner.attrs,
                name=graph.unique_name(inner.name),
                origin=replace(origin, made_by=origin.made_by or context.current),
                output_counts=counts,
            )
            for slot, part in inner.subgraphs.items():
                copy_contents(part, graph.subgraph(made, slot, part.name))
        for old, new in zip(inner.outputs, made.outputs, strict=True):
            graph.set_desc(new, old.desc)
        if inner.control_inputs:
            graph.set_control_inputs(made, [copies[other] for other in inner.control_inputs if other in copies])
        copies[inner] = made
        values.update(zip(inner.outputs, made.outputs, strict=True))
        infer(graph, [made], context.inference)
    return [values[output.value] for output in branch.outputs]


def _by_port(inner: Node, fed: list[Value | None]) -> list[Value | list[Value | None] | None]:
    """Flat inputs as `Graph.add` takes them: a list for each dynamic port."""
    if inner.counts is None:
        return list(fed)
    from metadef.ops.call import port_slices
    from metadef.ops.ports import PortKind

    parts = port_slices(inner.proto, inner.counts)
    found: list[Value | list[Value | None] | None] = []
    for port in inner.proto.inputs:
        members = fed[parts[port.name]]
        found.append(list(members) if port.kind is PortKind.DYNAMIC else members[0] if members else None)
    return found
