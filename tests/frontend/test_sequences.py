"""Sequences whose members the model fixes are taken apart; onnxruntime gives what the graphs give."""

from __future__ import annotations

import numpy as np
import onnx.parser
import onnxruntime
import pytest

from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.result import Imported
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph


def model(text: str) -> bytes:
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]> {text}').SerializeToString()


def imported(text: str) -> Imported:
    return read_onnx(model(text), name="m")


def agrees(text: str) -> list[str]:
    """The operators of the graph, whose results and inferred shapes are onnxruntime's."""
    data = model(text)
    result = read_onnx(data, name="m")
    assert [str(item) for item in result.findings] == []
    assert infer(result.graph).findings == []
    rng = np.random.default_rng(3)
    shapes = {value.name: value.desc.shape.known_dims() for value in result.graph.inputs}
    fed = {name: rng.normal(size=shape or ()).astype(np.float32) for name, shape in shapes.items()}
    expected = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"]).run(None, fed)
    found = run_graph(result.graph, fed)
    for (name, value), item in zip(result.graph.outputs, expected, strict=True):
        array = np.asarray(item)
        np.testing.assert_array_equal(found[name], array)
        assert value.desc.origin_shape.known_dims() == array.shape
    return [node.op for node in result.graph.nodes if node.op not in ("Data", "Const")]


def test_one_of_the_slices_of_a_tensor():
    """What `tensor.unbind()[-1]` becomes."""
    ops = agrees(
        """g (float[4,3] x) => (float[3] y) {
          parts = SplitToSequence<axis = 0, keepdims = 0>(x)
          last = Constant<value_int = -1>()
          y = SequenceAt(parts, last)
        }"""
    )
    assert ops == ["Unpack", "Identity"]


@pytest.mark.parametrize(
    ("sizes", "count"), [("value_int = 3", 3), ("value_ints = [2, 5]", 2), ("value_ints = [1, 1, 5]", 3)]
)
def test_parts_of_given_sizes_are_joined_in_another_order(sizes: str, count: int):
    ops = agrees(
        f"""g (float[2,7] x) => (float[2,7] y, int64 n) {{
          sizes = Constant<{sizes}>()
          parts = SplitToSequence<axis = 1>(x, sizes)
          first = Constant<value_int = 0>()
          head = SequenceAt(parts, first)
          rest = SequenceErase(parts, first)
          turned = SequenceInsert(rest, head)
          n = SequenceLength(turned)
          y = ConcatFromSequence<axis = -1>(turned)
        }}"""
    )
    assert ops == ["SplitVD", "Identity", "ConcatD"]
    assert 1 < count < 4


def test_slices_that_keep_their_axis():
    ops = agrees(
        """g (float[2,3] x) => (float[2,1] y) {
          parts = SplitToSequence<axis = 1>(x)
          one = Constant<value_int = 1>()
          y = SequenceAt(parts, one)
        }"""
    )
    assert ops == ["Unpack", "Unsqueeze", "Unsqueeze", "Unsqueeze", "Identity"]


def test_tensors_are_collected_and_stacked():
    """What `torch.stack` of a list becomes."""
    ops = agrees(
        """g (float[2,3] x, float[2,3] z) => (float[2,3,3] y) {
          none = SequenceEmpty()
          zero = Constant<value_int = 0>()
          a = SequenceInsert(none, x)
          b = SequenceInsert(a, z, zero)
          same = Identity(b)
          r = Relu(x)
          c = SequenceInsert(same, r)
          y = ConcatFromSequence<axis = 2, new_axis = 1>(c)
        }"""
    )
    assert ops == ["Relu", "Pack"]


def test_a_function_of_each_member_is_written_out():
    ops = agrees(
        """g (float[2,3] x, float[2,3] z, float[3] b) => (float[4,3] y) {
          s = SequenceConstruct(x, z)
          t = SequenceMap(s, b) <body = each (float[2,3] m, float[3] c) => (float[2,3] o) {
            n = Neg(m)
            o = Add(n, c)
          }>
          y = ConcatFromSequence<axis = 0>(t)
        }"""
    )
    assert ops == ["Neg", "Add", "Neg", "Add", "ConcatD"]


def test_a_known_branch_may_give_a_sequence():
    ops = agrees(
        """g (float[2,3] x) => (float[2,3] y) {
          c = Constant<value = bool {1}>()
          s = If(c) <then_branch = t () => (seq(float[2,3]) a) { r = Relu(x)
            a = SequenceConstruct(r, x) }, else_branch = e () => (seq(float[2,3]) b) { b = SequenceConstruct(x) }>
          zero = Constant<value_int = 0>()
          y = SequenceAt(s, zero)
        }"""
    )
    assert ops == ["Relu", "Identity"]


REFUSED = {
    "a result": ("g (float[2] x) => (seq(float[2]) y) { y = SequenceConstruct(x, x) }", ["unsupported-op"]),
    "a length that nobody knows": (
        "g (float[n,2] x) => (float[2] y) { s = SplitToSequence<keepdims = 0>(x) i = Constant<value_int = 0>()"
        " y = SequenceAt(s, i) }",
        ["shape-unknown", "unsupported-op"],
    ),
    "a place that nobody knows": (
        "g (float[2] x, int64 i) => (float[2] y) { s = SequenceConstruct(x, x) y = SequenceAt(s, i) }",
        ["shape-unknown"],
    ),
    "a place that is not there": (
        "g (float[2] x) => (float[2] y) { s = SequenceConstruct(x, x) i = Constant<value_int = 2>()"
        " y = SequenceAt(s, i) }",
        ["axis-out-of-range"],
    ),
    "nothing to join": (
        "g (float[2] x) => (float[2] y) { s = SequenceEmpty() y = ConcatFromSequence<axis = 0>(s) }",
        ["port-count"],
    ),
    "an input": (
        "g (seq(float[2]) s) => (float[2] y) { i = Constant<value_int = 0>() y = SequenceAt(s, i) }",
        ["dtype-not-allowed", "unsupported-op"],
    ),
    "a loop": (
        """g (float[2] x, int64 n, bool c) => (float[2] y) {
          s = SequenceConstruct(x)
          t = Loop(n, c, s) <body = b (int64 i, bool ci, seq(float[2]) p) => (bool co, seq(float[2]) q) {
            co = Identity(ci)
            q = SequenceInsert(p, x)
          }>
          y = ConcatFromSequence<axis = 0>(t)
        }""",
        [],
    ),
}


@pytest.mark.parametrize("why", sorted(REFUSED))
def test_a_sequence_that_only_the_run_time_knows_is_a_finding(why: str):
    text, names = REFUSED[why]
    result = imported(text)
    assert not result.ok
    assert all("sequence" in str(item).lower() or item.name != "unsupported-op" for item in result.findings)
    assert not names or [item.name for item in result.findings] == names
