"""The engine over whole graphs: chains of shape arithmetic, branches, loops, findings, and inferring again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metadef import DataType, Dim, Graph, Shape, TensorDesc, op
from metadef.catalogue import registry
from metadef.graph.value import Value
from metadef.infer.engine import Inference, infer
from metadef.ops.call import Call

FLOAT, BOOL, INT64 = DataType.FLOAT, DataType.BOOL, DataType.INT64
n = Dim.symbol("n")


def graph_with(*shape: Any) -> tuple[Graph, Value]:
    graph = Graph("test", registry())
    graph.store.declare("n")
    return graph, graph.add_input("x", TensorDesc(shape, FLOAT))


def ints(graph: Graph, *items: int) -> Value:
    return graph.constant(np.asarray(items, np.int64))


def unsqueezed(graph: Graph, x: Value, axis: int) -> Value:
    """x[axis] of Shape(x) as a vector, the way exporters write it."""
    shape = graph.add("Shape", [x], {"dtype": INT64.ge_value}).output
    picked = graph.add("GatherV2", [shape, graph.constant(np.asarray(axis)), ints(graph, 0)]).output
    return graph.add("Unsqueeze", [picked], {"axes": [0]}).output


def test_a_chain_of_shape_arithmetic_resolves_a_reshape_with_a_symbolic_batch():
    """view(batch, seq, heads, -1) as torch exports it: Shape, Gather, Unsqueeze, Concat, Reshape."""
    graph, x = graph_with("n", "seq", 768)
    target = graph.add(
        "ConcatV2",
        [[unsqueezed(graph, x, 0), unsqueezed(graph, x, 1), ints(graph, 12), ints(graph, -1)], ints(graph, 0)],
        {"N": 4},
    ).output
    out = graph.add("Reshape", [x, target]).output
    state = infer(graph)
    assert state.findings == []
    assert out.desc == TensorDesc(("n", "seq", 12, 64), FLOAT)


def test_a_shape_that_went_through_arithmetic_and_a_slice_expands():
    graph, x = graph_with("n", 8)
    shape = graph.add("Shape", [x], {"dtype": INT64.ge_value}).output
    first = graph.add("StridedSliceV3", [shape, ints(graph, 0), ints(graph, 1)]).output
    doubled = graph.add("Mul", [first, ints(graph, 2)]).output
    target = graph.add("ConcatV2", [[doubled, ints(graph, 8)], ints(graph, 0)], {"N": 2}).output
    out = graph.add("BroadcastTo", [graph.constant(np.ones((1, 1), np.float32)), target]).output
    infer(graph)
    assert str(out.desc.shape) == "[2*n, 8]"


def test_a_dynamic_output_has_as_many_shapes_as_members():
    graph, x = graph_with("n", 10)
    parts = graph.add("SplitVD", [x], {"size_splits": [2, -1, 3], "split_dim": 1, "num_split": 3}, output_counts=[3])
    infer(graph)
    assert [value.desc for value in parts.outputs] == [TensorDesc(("n", size), FLOAT) for size in (2, 5, 3)]


def test_a_rule_that_cannot_hold_is_a_finding_and_the_rest_is_inferred():
    graph, x = graph_with(2, 64)
    wrong = graph.add("MatMulV2", [x, graph.constant(np.ones((63, 8), np.float32))], name="fc").output
    after = graph.add("Relu", [wrong]).output
    beside = graph.add("Relu", [x]).output
    state = infer(graph)
    assert [(item.name, item.subject) for item in state.findings] == [("shape-mismatch", 'node "fc" (MatMulV2)')]
    assert (wrong.desc.shape.rank, after.desc.shape.rank, beside.desc.shape) == (None, None, Shape((2, 64)))
    assert (wrong.desc.dtype, after.desc.dtype) == (FLOAT, FLOAT)


def test_two_sizes_for_one_symbol_name_both_sides():
    graph, x = graph_with("n", "n")
    graph.add("MatMulV2", [x, graph.constant(np.ones((4, 8), np.float32))], name="first")
    graph.add("MatMulV2", [x, graph.constant(np.ones((5, 8), np.float32))], name="second")
    (problem,) = infer(graph).findings
    assert problem.name == "shape-contradiction"
    assert "first" in problem.message + problem.subject
    assert "second" in problem.message + problem.subject


def test_an_exception_in_a_users_rule_names_his_file_and_line():
    def broken(call: Call) -> Shape:
        return Shape((1 // len(call.attrs),))

    mine = op("Mine").input("x", FLOAT).output("y", FLOAT).shape(broken)
    graph = Graph("test")
    x = graph.add_input("x", TensorDesc((2,), FLOAT))
    out = graph.add(mine, [x]).output
    (problem,) = infer(graph).findings
    assert problem.name == "shape-rule-failed"
    assert "ZeroDivisionError" in problem.message
    assert problem.where is not None
    assert problem.where.file.endswith("test_engine.py")
    assert out.desc == TensorDesc(None, FLOAT)


def test_an_operator_without_a_rule_keeps_what_the_file_declared():
    bare = op("Bare").input("x", FLOAT).output("y", FLOAT)
    graph = Graph("test")
    x = graph.add_input("x", TensorDesc((2,), FLOAT))
    out = graph.add(bare, [x], outputs=[TensorDesc((7, 7), FLOAT)]).output
    infer(graph)
    assert out.desc.shape == Shape((7, 7))


def test_a_rule_that_knows_nothing_is_believed_against_a_declaration():
    graph, x = graph_with(2, 3)
    target = graph.add_input("target", TensorDesc((None,), INT64))
    out = graph.add("Reshape", [x, target], outputs=[TensorDesc((3, 2), FLOAT)]).output
    infer(graph)
    assert out.desc.shape.rank is None


# --- sizes that depend on data ---------------------------------------------------------------------------------------


def test_a_size_that_depends_on_data_is_a_symbol_with_bounds():
    graph, x = graph_with("n", 4)
    found = graph.add("NonZero", [x]).output
    infer(graph)
    count = found.desc.shape[0]
    assert isinstance(count, Dim)
    assert (graph.store.at_least(4 * n, count), graph.store.at_least(count, 0)) == (True, True)
    assert found.desc.shape[1] == 2


def test_inferring_again_changes_nothing():
    graph, x = graph_with("n", 4)
    coordinates = graph.add("NonZero", [x]).output
    graph.add("Unique", [graph.add("Reshape", [x, ints(graph, -1)]).output], {"out_idx": INT64})
    graph.add("GatherNd", [x, coordinates])
    infer(graph)
    before, lines = str(graph), list(graph.store.lines())
    infer(graph)
    assert (str(graph), list(graph.store.lines())) == (before, lines)


def test_two_data_dependent_sizes_are_two_symbols():
    graph, x = graph_with(5)
    first, second = graph.add("NonZero", [x]).output, graph.add("NonZero", [x]).output
    infer(graph)
    assert first.desc.shape[0] != second.desc.shape[0]


# --- branches --------------------------------------------------------------------------------------------------------


def if_node(graph: Graph, *arguments: Value) -> tuple[Graph, Graph, list[list[Value]], Value]:
    """An If with one result; both branches take the arguments."""
    condition = graph.add_input("condition", TensorDesc((), BOOL))
    node = graph.add("If", [condition, list(arguments)], output_counts=[1])
    branches = [graph.subgraph(node, slot) for slot in ("then_branch", "else_branch")]
    inputs = [
        [branch.add_input(f"a{at}", TensorDesc(None, DataType.UNDEFINED)) for at in range(len(arguments))]
        for branch in branches
    ]
    return branches[0], branches[1], inputs, node.output


def test_branches_that_agree_give_their_shape_and_branches_that_differ_what_is_common():
    graph, x = graph_with("n", 4)
    yes, no, inputs, out = if_node(graph, x)
    yes.set_outputs([("y", yes.add("Relu", [inputs[0][0]]).output)])
    padding = no.constant(np.asarray([0, 0, 1, 1]).reshape(2, 2))
    no.set_outputs([("y", no.add("Pad", [inputs[1][0], padding]).output)])
    infer(graph)
    assert out.desc == TensorDesc(("n", None), FLOAT)


def test_what_one_branch_demands_does_not_hold_outside():
    """torch exports squeeze(0) as If(shape[0] == 1, Squeeze, Identity): n = 1 holds in one branch alone."""
    graph, x = graph_with("n", 4)
    yes, no, inputs, out = if_node(graph, x)
    yes.set_outputs([("y", yes.add("Squeeze", [inputs[0][0]], {"axis": [0]}).output)])
    no.set_outputs([("y", no.add("MatMulV2", [inputs[1][0], no.constant(np.ones((4, 2), np.float32))]).output)])
    after = graph.add("Relu", [x]).output
    assert infer(graph).findings == []
    assert graph.store.equal(n, 1) is None
    assert (out.desc.shape.rank, after.desc.shape) == (None, Shape(("n", 4)))


def test_symbols_made_in_branches_do_not_share_names_with_those_outside():
    graph, x = graph_with("n", 4)
    yes, no, inputs, out = if_node(graph, x)
    for branch, (argument,) in zip((yes, no), inputs, strict=True):
        branch.set_outputs([("y", branch.add("NonZero", [argument]).output)])
    outside = graph.add("NonZero", [x]).output
    infer(graph)
    names = [str(value.desc.shape[0]) for value in (yes.outputs[0].value, no.outputs[0].value, outside)]
    assert len(set(names)) == 3
    assert out.desc.shape == Shape((None, 2))


def test_elements_known_in_a_called_graph_are_known_outside():
    graph, x = graph_with("n", 4)
    node = graph.add("PartitionedCall", [[x]], output_counts=[1])
    inner = graph.subgraph(node, "f")
    argument = inner.add_input("a", TensorDesc(None, DataType.UNDEFINED))
    inner.set_outputs([("y", inner.add("Shape", [argument], {"dtype": INT64.ge_value}).output)])
    filled = graph.add("Fill", [node.output, graph.constant(np.float32(0))]).output
    infer(graph)
    assert filled.desc.shape == Shape(("n", 4))


# --- loops -----------------------------------------------------------------------------------------------------------


def while_node(graph: Graph, *state: Value) -> tuple[Graph, list[Value], list[Value]]:
    """A While; gives its body, the body's inputs and the node's outputs."""
    node = graph.add("While", [list(state)], output_counts=[len(state)])
    condition, body = graph.subgraph(node, "cond"), graph.subgraph(node, "body")
    for value in state:
        condition.add_input(f"c{value.name}", value.desc)
    condition.set_outputs([("go", condition.constant(np.asarray(True)))])
    return body, [body.add_input(f"b{value.name}", value.desc) for value in state], list(node.outputs)


def test_a_loop_that_keeps_its_shape_keeps_it():
    graph, x = graph_with("n", 4)
    body, (inner,), (out,) = while_node(graph, x)
    body.set_outputs([("x", body.add("Relu", [inner]).output)])
    infer(graph)
    assert out.desc == TensorDesc(("n", 4), FLOAT)


def test_a_dimension_that_grows_in_a_loop_is_unknown_and_the_others_are_kept():
    graph, x = graph_with("n", 4)
    body, (inner,), (out,) = while_node(graph, x)
    axis = body.constant(np.asarray([1]))
    body.set_outputs([("x", body.add("ConcatV2", [[inner, inner], axis], {"N": 2}).output)])
    infer(graph)
    assert out.desc == TensorDesc(("n", None), FLOAT)


def test_known_elements_of_the_first_round_are_not_believed_in_the_second():
    """A counter starts at 1 and is the size of a tensor made in the body."""
    graph, x = graph_with(4)
    counter = graph.constant(np.asarray([1]))
    body, (_, count), outputs = while_node(graph, x, counter)
    made = body.add("Fill", [count, body.constant(np.float32(0))]).output
    more = body.add("Add", [count, body.constant(np.asarray([1]))]).output
    body.set_outputs([("x", made), ("count", more)])
    infer(graph)
    assert [value.desc.shape for value in outputs] == [Shape((None,)), Shape((1,))]
    assert made.desc.shape == Shape((None,))


def test_a_shape_that_was_narrow_in_the_first_round_does_not_survive_widening():
    graph, x = graph_with(2, 4)
    body, (inner,), _ = while_node(graph, x)
    middle = body.add("Relu", [inner]).output
    pads = body.constant(np.asarray([0, 1, 0, 0]).reshape(2, 2))
    body.set_outputs([("x", body.add("Pad", [middle, pads]).output)])
    infer(graph)
    assert middle.desc.shape == Shape((None, 4))


def test_what_a_body_demands_does_not_hold_outside():
    graph, x = graph_with("n", 4)
    body, (inner,), _ = while_node(graph, x)
    squeezed = body.add("Squeeze", [inner], {"axis": [0]}).output
    body.set_outputs([("x", body.add("Unsqueeze", [squeezed], {"axes": [0]}).output)])
    infer(graph)
    assert graph.store.equal(n, 1) is None


def test_loops_in_loops_end_with_a_finding_instead_of_doubling_for_ever():
    graph, x = graph_with("n", 4)
    outermost, here, value = graph, graph, x
    for _ in range(30):
        node = here.add("While", [[value]], output_counts=[1])
        condition, body = here.subgraph(node, "cond"), here.subgraph(node, "body")
        condition.add_input("c", TensorDesc(None, FLOAT))
        condition.set_outputs([("go", condition.constant(np.asarray(True)))])
        here.set_outputs([("out", node.output)])
        here, value = body, body.add_input("b", TensorDesc(None, FLOAT))
    here.set_outputs([("out", here.add("Relu", [value]).output)])
    state = infer(outermost)
    assert [item.name for item in state.findings] == ["subgraph-mismatch"]
    assert outermost.outputs[0].value.desc.dtype is FLOAT


def test_a_branch_with_another_number_of_results_is_a_finding():
    graph, x = graph_with("n", 4)
    yes, no, inputs, out = if_node(graph, x)
    yes.set_outputs([("y", inputs[0][0])])
    no.set_outputs([("y", inputs[1][0]), ("z", inputs[1][0])])
    state = infer(graph)
    assert [item.name for item in state.findings] == ["subgraph-mismatch"]
    assert out.desc.shape.rank is None


def test_large_and_floating_constants_are_not_followed():
    graph, x = graph_with(4)
    weights = graph.constant(np.arange(4096, dtype=np.float32).reshape(64, 64))
    moved = graph.add("Transpose", [weights, ints(graph, 1, 0)]).output
    state: Inference = infer(graph)
    assert (state.value_of(weights), state.value_of(moved)) == (None, None)
    assert moved.desc.shape == Shape((64, 64))
    assert x.desc.shape == Shape((4,))


@pytest.mark.parametrize("count", [2000])
def test_long_chains_are_inferred_without_recursion(count: int):
    graph, value = graph_with("n", 4)
    for _ in range(count):
        value = graph.add("Relu", [value]).output
    infer(graph)
    assert value.desc == TensorDesc(("n", 4), FLOAT)


def test_a_loop_whose_body_changes_a_type_is_a_finding():
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
    loop = graph.add("While", [[x]], output_counts=[1], name="loop")
    cond, body = graph.subgraph(loop, "cond"), graph.subgraph(loop, "body")
    cond.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
    cond.set_outputs([("go", cond.constant(np.array(True)))])
    inner = body.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
    body.set_outputs([("y", body.add("Cast", [inner], {"dst_type": DataType.INT64.ge_value}).output)])
    assert [(item.name, item.subject) for item in infer(graph).findings] == [("dtype-mismatch", 'node "loop" (While)')]


def test_only_the_branch_that_a_known_condition_takes_counts():
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
    chosen = graph.add("If", [graph.constant(np.array(False)), [x]], output_counts=[1])
    for slot, op_name in (("then_branch", "Relu"), ("else_branch", "Flatten")):
        branch = graph.subgraph(chosen, slot)
        inner = branch.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
        branch.set_outputs([("y", branch.add(op_name, [inner], {"axis": 0} if op_name == "Flatten" else {}).output)])
    infer(graph)
    assert str(chosen.output.desc.origin_shape) == "[1, 6]"


def branching(then_axis: int, else_axis: int, condition: bool | None = None) -> tuple[Graph, Any]:
    """Branches that squeeze an axis of [2, 1, 3] each; only axis 1 can be squeezed."""
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((2, 1, 3), DataType.FLOAT))
    go = (
        graph.add_input("go", TensorDesc((), DataType.BOOL))
        if condition is None
        else graph.constant(np.array(condition))
    )
    chosen = graph.add("If", [go, [x]], output_counts=[1], name="choice")
    for slot, axis in (("then_branch", then_axis), ("else_branch", else_axis)):
        branch = graph.subgraph(chosen, slot)
        inner = branch.add_input("x", TensorDesc((2, 1, 3), DataType.FLOAT))
        branch.set_outputs([("y", branch.add("Squeeze", [inner], {"axis": (axis,)}, name=f"squeeze_{axis}").output)])
    graph.set_outputs([("y", chosen.output)])
    return graph, chosen.output


@pytest.mark.parametrize(("axes", "slot"), [((1, 2), "else_branch"), ((0, 1), "then_branch")])
def test_a_branch_that_cannot_run_is_a_warning_and_the_other_one_is_taken(axes: tuple[int, int], slot: str):
    graph, result = branching(*axes)
    [told] = infer(graph).findings
    assert (told.name, told.is_error) == ("branch-impossible", False)
    assert told.message.startswith(f"`{slot}` cannot run: node ")
    assert "has not size 1" in told.message
    assert str(result.desc.origin_shape) == "[2, 3]"


def test_branches_that_can_neither_run_are_errors():
    graph, _ = branching(0, 2)
    assert [item.name for item in infer(graph).findings if item.is_error] == ["shape-mismatch", "shape-mismatch"]


def test_the_branch_that_a_known_condition_takes_must_be_legal():
    graph, _ = branching(1, 2, False)
    assert [item.name for item in infer(graph).findings] == ["shape-mismatch"]
    graph, result = branching(1, 2, True)
    assert [item.name for item in infer(graph).findings] == ["branch-impossible"]
    assert str(result.desc.origin_shape) == "[2, 3]"


def squeezing(reader: str) -> tuple[Graph, Any]:
    """torch.squeeze as exporters write it, [n, 4, 1] or [n, 4], and a reader of its result."""
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc(("n", 4, "t"), DataType.FLOAT))
    go = graph.add_input("go", TensorDesc((), DataType.BOOL))
    chosen = graph.add("If", [go, [x]], output_counts=[1], name="squeeze")
    for slot, op_name, attrs in (("then_branch", "Squeeze", {"axis": (2,)}), ("else_branch", "Identity", {})):
        branch = graph.subgraph(chosen, slot)
        inner = branch.add_input("x", TensorDesc(("n", 4, "t"), DataType.FLOAT))
        branch.set_outputs([("y", branch.add(op_name, [inner], attrs).output)])
    read = graph.add(reader, [chosen.output], name="read").output
    graph.set_outputs([("y", read)])
    return graph, chosen.output


def test_a_branch_that_makes_the_rest_impossible_is_not_taken():
    graph, result = squeezing("Trace")
    assert infer(graph).findings == []
    assert [str(value.desc.origin_shape) for value in (result, graph.outputs[0][1])] == ["[n, 4]", "[]"]
    version = graph.version
    infer(graph)
    assert [str(value.desc.origin_shape) for value in (result, graph.outputs[0][1])] == ["[n, 4]", "[]"]
    assert graph.version >= version


def test_branches_that_are_both_possible_stay_open():
    graph, result = squeezing("Relu")
    infer(graph)
    assert str(result.desc.origin_shape) == "[*]"


def test_errors_inside_of_another_branch_settle_nothing():
    """The other If may take its matrix only where the first one squeezes."""
    graph, result = squeezing("Relu")
    go = graph.node("go").output
    other = graph.add("If", [go, [result]], output_counts=[1], name="other")
    for slot in ("then_branch", "else_branch"):
        branch = graph.subgraph(other, slot)
        inner = branch.add_input("x", TensorDesc(None, DataType.FLOAT))
        made = inner
        if slot == "then_branch":
            made = branch.add("Trace", [inner]).output
        branch.set_outputs([("y", branch.add("Relu", [made]).output)])
    graph.set_outputs([("y", other.output)])
    infer(graph)
    assert str(result.desc.origin_shape) == "[*]"
