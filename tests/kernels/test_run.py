"""Running graphs: inputs by name, control flow, what is kept, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from metadef.catalogue import registry
from metadef.errors import MetadefError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.kernels.run import execute, run_graph
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

NUMBER = TensorDesc((), DataType.INT32)


def subgraph(graph: Graph, node: Node, slot: str, op: str, *inputs: TensorDesc) -> None:
    """A subgraph of one operator over all its arguments; one argument is taken twice."""
    inner = graph.subgraph(node, slot)
    values = [inner.add_input(f"a{index}", desc) for index, desc in enumerate(inputs)]
    made = inner.add(op, values if len(values) > 1 else values * 2, name="op", outputs=[NUMBER])
    inner.set_outputs([("y", made.output)])


def graph_of(*inputs: TensorDesc) -> Graph:
    graph = Graph("g", registry())
    for index, desc in enumerate(inputs):
        graph.add_input(f"x{index}", desc)
    return graph


def result(graph: Graph, *numbers: int) -> int:
    fed = {f"x{index}": np.array(number, np.int32) for index, number in enumerate(numbers)}
    (found,) = run_graph(graph, fed).values()
    return int(found)


@pytest.mark.parametrize("op", ["If", "StatelessIf", "_If"])
def test_a_condition_chooses_a_branch(op: str):
    graph = graph_of(NUMBER, NUMBER)
    condition, x = graph.inputs
    node = graph.add(op, [condition, [x]], name="if", outputs=[NUMBER], output_counts=[1])
    subgraph(graph, node, "then_branch", "Add", NUMBER)
    subgraph(graph, node, "else_branch", "Mul", NUMBER)
    graph.set_outputs([("y", node.output)])
    assert (result(graph, 1, 7), result(graph, 0, 7)) == (14, 49)


@pytest.mark.parametrize("op", ["Case", "StatelessCase"])
def test_a_case_outside_of_the_branches_takes_the_last(op: str):
    graph = graph_of(NUMBER, NUMBER)
    index, x = graph.inputs
    node = graph.add(op, [index, [x]], name="case", outputs=[NUMBER], output_counts=[1])
    for slot, branch in enumerate(("Add", "Mul", "Sub")):
        subgraph(graph, node, f"branches{slot}", branch, NUMBER)
    graph.set_outputs([("y", node.output)])
    assert [result(graph, index, 7) for index in (0, 1, 2, 3, -1)] == [14, 49, 0, 0, 0]


@pytest.mark.parametrize("op", ["While", "StatelessWhile", "_While"])
def test_a_while_runs_its_body_as_long_as_its_condition_holds(op: str):
    """x is doubled while it is less than y."""
    graph = graph_of(NUMBER, NUMBER)
    node = graph.add(op, [list(graph.inputs)], name="while", outputs=[NUMBER, NUMBER], output_counts=[2])
    condition = graph.subgraph(node, "cond")
    a, b = (condition.add_input(name, NUMBER) for name in "ab")
    condition.set_outputs([("less", condition.add("Less", [a, b], name="less").output)])
    body = graph.subgraph(node, "body")
    a, b = (body.add_input(name, NUMBER) for name in "ab")
    total = body.add("Add", [a, a], name="twice", outputs=[NUMBER]).output
    body.set_outputs([("a", total), ("b", b)])
    graph.set_outputs([("y", node.outputs[0])])
    assert (result(graph, 3, 20), result(graph, 30, 20)) == (24, 30)


def test_a_for_gives_its_body_the_number_of_the_iteration():
    graph = graph_of(NUMBER, NUMBER, NUMBER, NUMBER)
    start, limit, step, x = graph.inputs
    node = graph.add("For", [start, limit, step, [x]], name="for", outputs=[NUMBER], output_counts=[1])
    subgraph(graph, node, "body", "Add", NUMBER, NUMBER)
    graph.set_outputs([("y", node.output)])
    assert result(graph, 1, 6, 2, 100) == 100 + 1 + 3 + 5


@pytest.mark.parametrize("op", ["PartitionedCall", "StatefulPartitionedCall"])
def test_a_called_graph_gets_the_arguments(op: str):
    graph = graph_of(NUMBER, NUMBER)
    node = graph.add(op, [list(graph.inputs)], name="call", outputs=[NUMBER], output_counts=[1])
    subgraph(graph, node, "f", "Sub", NUMBER, NUMBER)
    graph.set_outputs([("y", node.output)])
    assert result(graph, 9, 4) == 5


def relu() -> Graph:
    graph = graph_of(TensorDesc((2,), DataType.FLOAT))
    node = graph.add("Relu", [graph.inputs[0]], name="act")
    again = graph.add("Neg", [node.output], name="neg")
    graph.set_outputs([("y", again.output)])
    return graph


def test_inputs_are_taken_by_name_or_in_order():
    x = np.array([-1, 2], np.float32)
    for given in ({"x0": x}, [x]):
        assert run_graph(relu(), given)["y"].tolist() == [0, -2]


def test_everything_wrong_with_the_inputs_is_said_at_once():
    with pytest.raises(MetadefError) as caught:
        run_graph(relu(), {"x1": np.zeros(2, np.float32)})
    assert sorted(item.name for item in caught.value.findings) == ["dangling-input", "missing-input"]
    with pytest.raises(MetadefError) as caught:
        run_graph(relu(), [np.zeros((3, 1))])
    assert [(item.expected, item.got) for item in caught.value.findings] == [("FLOAT", "float64"), ("[2]", "[3, 1]")]


def test_only_outputs_are_kept_unless_all_values_are_asked_for():
    graph = relu()
    fed = {graph.inputs[0]: np.array([-1, 2], np.float32)}
    assert {value.name for value in execute(graph, fed)} == {"neg"}
    assert {value.name for value in execute(graph, fed, keep=True)} == {"x0", "act", "neg"}


def test_a_failing_node_is_named():
    graph = graph_of(TensorDesc((2, 3), DataType.FLOAT), TensorDesc(None, DataType.FLOAT))
    node = graph.add("MatMulV2", [*graph.inputs, None, None], name="product")
    graph.set_outputs([("y", node.output)])
    with pytest.raises(MetadefError, match='node "product"'):
        run_graph(graph, [np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32)])
