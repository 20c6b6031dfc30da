"""Branches and loops. ONNX's subgraphs see the values around them; Ascend's take them as inputs."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def if_(call: ExportCall) -> None:
    """The inputs of both branches are the values that they stand for."""
    bound = [call.name(value) for value in call.node.members("input")]
    attrs = {slot: call.branch(graph, bound) for slot, graph in call.node.subgraphs.items()}
    if set(attrs) != {"then_branch", "else_branch"} or "" in bound:
        call.refuse("a branch is missing")
    condition = call.value("cond")
    flag = call.writer.flag(condition, call.input("cond"), call.made)
    call.add("If", [flag], attrs, out=range(len(call.node.outputs)))


def while_(call: ExportCall) -> None:
    """A Loop without a limit. The condition is computed before it and at the end of each round.

    Values that the body hands through are no carried ones: body and condition see them from outside. Nor are those that
    nobody but the condition reads: it is computed from the body's results, so they need not last until the next round.
    """
    graphs = call.node.subgraphs
    body, condition = graphs.get("body"), graphs.get("cond")
    values = call.node.members("input")
    if body is None or condition is None or None in values:
        call.refuse("a subgraph is missing")
    names = [call.name(value) for value in values]
    if not len(values) == len(body.inputs) == len(body.outputs) == len(condition.inputs) == len(call.node.outputs):
        call.refuse("the body does not give what it takes")
    fixed = [body.outputs[index].value is value for index, value in enumerate(body.inputs)]
    carried = [
        index
        for index, value in enumerate(body.inputs)
        if not fixed[index] and (value.use_count or body.is_output(value) or call.wants(index))
    ]
    if not carried:
        call.refuse("a loop that changes nothing")
    start = call.writer.condition(condition, names, call.made)
    body_proto = call.writer.loop_body(body, condition, names, carried)
    call.add("Loop", ["", start, *(names[index] for index in carried)], {"body": body_proto}, out=carried)
    for index, is_fixed in enumerate(fixed):
        if is_fixed and call.wants(index):
            name = call.writer.name_of(call.node.outputs[index])
            call.made.append(call.writer.node_proto("Identity", [names[index]], [name], name, {}))
            call.given.add(index)


OPS: dict[str, Exporter] = {"If": if_, "While": while_}
