"""What exporters really write: names, orders, initializers, functions, captures, external data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper, numpy_helper

from metadef.frontend.onnx import Imported, read_onnx
from metadef.graph.verify import verify
from metadef.types.tensor_value import Inline, Mapped, Splat, TensorValue


def imported(text: str, opset: int = 17, ir: int = 8) -> Imported:
    model = onnx.parser.parse_model(f'<ir_version: {ir}, opset_import: ["" : {opset}]>\n{text}')
    return of_model(model)


def of_model(model: onnx.ModelProto) -> Imported:
    result = read_onnx(model.SerializeToString(), name="m")
    assert verify(result.graph) == []
    return result


def model_of(
    nodes: list[onnx.NodeProto],
    inputs: list[onnx.ValueInfoProto],
    outputs: list[str],
    weights: list[onnx.TensorProto] | None = None,
    ir: int = 8,
) -> onnx.ModelProto:
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
    graph = helper.make_graph(nodes, "g", inputs, infos, weights or [])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=ir)


def floats(name: str, *shape: int | str | None) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def tensor_of(result: Imported, node: str) -> TensorValue:
    value = result.graph.node(node).attrs["value"]
    assert isinstance(value, TensorValue)
    return value


def test_an_unnamed_node_is_called_like_its_output_and_equal_names_become_different():
    nodes = [
        helper.make_node("Relu", ["x"], ["a"], "same"),
        helper.make_node("Neg", ["a"], ["b"], "same"),
        helper.make_node("Abs", ["b"], ["y"]),
    ]
    result = of_model(model_of(nodes, [floats("x", 2)], ["y"]))
    assert result.findings == []
    assert [(node.name, node.origin.name if node.origin else None) for node in result.graph.nodes] == [
        ("x", "x"),
        ("same", "same"),
        ("same_1", "same"),
        ("y", ""),
    ]


def test_provenance_names_file_node_and_operator():
    result = imported("g (float[2,3] x, float[3] s) => (float[2,3] y) { y = LayerNormalization(x, s) }")
    origins = {node.name: node.origin for node in result.graph.nodes}
    helper_origin = origins["y/no_bias"]
    assert helper_origin == origins["y"]
    assert helper_origin is not None
    assert (helper_origin.file, helper_origin.op) == ("m", "ai.onnx::LayerNormalization")


def test_nodes_in_any_order_are_imported():
    nodes = [
        helper.make_node("Abs", ["b"], ["y"]),
        helper.make_node("Neg", ["a"], ["b"]),
        helper.make_node("Relu", ["x"], ["a"]),
    ]
    result = of_model(model_of(nodes, [floats("x", 2)], ["y"]))
    assert result.findings == []
    assert [node.op for node in result.graph.nodes] == ["Data", "Relu", "Neg", "Abs"]


def test_unused_initializers_leave_no_trace():
    result = imported("g (float[2] x) => (float[2] y) <float[2] unused = {1, 2}> { y = Relu(x) }")
    assert "unused" not in result.graph


def test_of_two_initializers_with_one_name_the_last_counts_and_a_difference_is_said():
    node = helper.make_node("Add", ["x", "w"], ["y"])
    one, two = (helper.make_tensor("w", TensorProto.FLOAT, [1], [number]) for number in (1.0, 2.0))
    same = of_model(model_of([node], [floats("x", 2)], ["y"], [one, one]))
    other = of_model(model_of([node], [floats("x", 2)], ["y"], [one, two]))
    assert same.findings == []
    assert [(item.name, item.is_error) for item in other.findings] == [("duplicate-name", False)]
    assert tensor_of(other, "w").array().tolist() == [2.0]


def test_outputs_may_be_inputs_or_initializers_and_come_twice():
    model = model_of([], [floats("x", 2)], ["x", "w", "w"], [helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0])])
    result = of_model(model)
    assert result.findings == []
    assert [(name, value.producer.op) for name, value in result.graph.outputs] == [
        ("x", "Data"),
        ("w", "Const"),
        ("w", "Const"),
    ]


def test_before_ir_version_4_initializers_are_inputs_too_and_constants_all_the_same():
    node = helper.make_node("Add", ["x", "w"], ["y"])
    weight = helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0])
    old = of_model(model_of([node], [floats("x", 2), floats("w", 1)], ["y"], [weight], ir=3))
    assert old.findings == []
    assert [value.name for value in old.graph.inputs] == ["x"]


def test_since_ir_version_4_such_an_initializer_is_a_constant_with_a_warning_or_an_input():
    node = helper.make_node("Add", ["x", "w"], ["y"])
    weight = helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0])
    model = model_of([node], [floats("x", 2), floats("w", 1)], ["y"], [weight], ir=8)
    as_constant = of_model(model)
    assert [(item.name, item.is_error) for item in as_constant.findings] == [("overridable-initializer", False)]
    assert as_constant.ok
    assert [value.name for value in as_constant.graph.inputs] == ["x"]
    as_input = read_onnx(model.SerializeToString(), keep_overridable=True)
    assert as_input.findings == []
    assert [value.name for value in as_input.graph.inputs] == ["x", "w"]


def test_named_dimensions_are_symbols_and_unnamed_ones_get_readable_names():
    nodes = [helper.make_node("Add", ["x", "z"], ["y"])]
    inputs = [floats("x", "batch", None, 3), floats("z", "batch", None, "x_1")]
    result = of_model(model_of(nodes, inputs, ["y"]))
    assert [str(value.desc.shape) for value in result.graph.inputs] == ["[batch, x_1_1, 3]", "[batch, z_1, x_1]"]


def test_dimensions_may_be_expressions_or_any_text():
    nodes = [helper.make_node("Relu", ["x"], ["y"])]
    result = of_model(model_of(nodes, [floats("x", "past + seq", "batch size", "?")], ["y"]))
    assert str(result.graph.inputs[0].desc.shape) == "[past+seq, `batch size`, x_2]"


def test_negative_lengths_are_unknown_ones_and_missing_shapes_unknown_ranks():
    nodes = [helper.make_node("Add", ["x", "z"], ["y"])]
    result = of_model(model_of(nodes, [floats("x", -1, 3), helper.make_tensor_value_info("z", 1, None)], ["y"]))
    assert [str(value.desc.shape) for value in result.graph.inputs] == ["[x_0, 3]", "[*]"]


def test_what_a_model_declares_is_kept_aside_and_not_believed():
    result = imported("g (float[2] x) => (float[7] y) { y = Relu(x) }")
    value = result.graph.outputs[0].value
    assert str(result.declared()[value].shape) == "[7]"
    assert str(value.desc.shape) != "[7]"


FUNCTIONS = """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
g (float[2] x, float z) => (float[2] y, float[2] w) {
  y = local.scaled<alpha = 0.5>(x, z)
  w = local.scaled(x)
}
<opset_import: ["" : 17], domain: "local">
scaled <alpha> (a, b) => (c) {
  d = LeakyRelu<alpha: float = @alpha>(a)
  c = Clip(d, b)
}"""


def test_model_local_functions_are_inlined_with_their_attributes_and_absent_inputs():
    result = of_model(onnx.parser.parse_model(FUNCTIONS))
    assert result.findings == []
    calls = [(node.name, node.op, dict(node.attrs)) for node in result.graph.nodes if node.inputs]
    assert calls == [
        ("y/d", "LeakyRelu", {"negative_slope": 0.5}),
        ("y/c", "Maximum", {}),
        ("w/d", "LeakyRelu", {"negative_slope": 0.01}),
        ("w/c", "Identity", {}),
    ]


def test_functions_that_call_themselves_end_with_a_finding():
    text = """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
    g (float[2] x) => (float[2] y) { y = local.f(x) }
    <opset_import: ["local" : 1], domain: "local">
    f (a) => (b) { b = local.f(a) }"""
    assert [item.name for item in of_model(onnx.parser.parse_model(text)).findings] == ["subgraph-mismatch"]


def test_captures_reach_through_two_levels_and_constants_are_copied():
    result = imported(
        """g (bool c, float[2] a) => (float[2] y) <float[2] w = {1, 2}> {
          s = Neg(a)
          y = If (c) <
            then_branch = t () => (float[2] u) {
              u = If (c) <
                then_branch = tt () => (float[2] p) { p = Add(s, w) },
                else_branch = te () => (float[2] q) { q = Add(a, w) }
              >
            },
            else_branch = e () => (float[2] v) { v = Identity(w) }
          >
        }"""
    )
    assert result.findings == []
    outer = result.graph.node("y")
    inner = outer.subgraphs["then_branch"].node("u")
    assert [value.name for value in outer.inputs if value] == ["c", "c", "s", "a"]
    assert [value.name for value in inner.inputs if value] == ["c", "s", "a"]
    assert inner.subgraphs["then_branch"].node("w").op == "Const"
    assert [node.op for node in outer.subgraphs["else_branch"].nodes] == ["Data", "Data", "Data", "Const", "Identity"]


WEIGHT = np.arange(1024, dtype=np.float32).reshape(32, 32)


def saved(path: Path, **options: object) -> None:
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    model = model_of([node], [floats("x", 1, 32)], ["y"], [numpy_helper.from_array(WEIGHT, "w")])
    onnx.save(model, path, **options)


def test_large_weights_stay_in_the_file_at_their_offset(tmp_path: Path):
    path = tmp_path / "m.onnx"
    saved(path)
    result = read_onnx(path)
    tensor = tensor_of(result, "w")
    assert isinstance(tensor.payload, Mapped)
    assert tensor.payload.file == str(path)
    assert path.read_bytes()[tensor.payload.offset :][: WEIGHT.nbytes] == WEIGHT.tobytes()
    assert tensor.array().tolist() == WEIGHT.tolist()


def test_external_weights_stay_in_their_file(tmp_path: Path):
    path = tmp_path / "m.onnx"
    saved(path, save_as_external_data=True, location="w.bin", size_threshold=0)
    result = read_onnx(path)
    tensor = tensor_of(result, "w")
    assert result.findings == []
    assert isinstance(tensor.payload, Mapped)
    assert tensor.payload.file == str(tmp_path / "w.bin")
    assert tensor.array().tolist() == WEIGHT.tolist()


def test_small_and_typed_weights_are_held():
    model = model_of(
        [helper.make_node("Concat", ["a", "b"], ["y"], axis=0)],
        [],
        ["y"],
        [
            numpy_helper.from_array(np.array([1, 2], np.float32), "a"),
            helper.make_tensor("b", TensorProto.FLOAT, [2], [3.0, 4.0]),
        ],
    )
    result = of_model(model)
    assert [type(tensor_of(result, name).payload) for name in "ab"] == [Inline, Inline]
    assert [tensor_of(result, name).array().tolist() for name in "ab"] == [[1, 2], [3, 4]]


def test_a_filled_shape_stays_one_number():
    result = imported(
        "g () => (float[k] y) <int64[1] s = {1000000000}> { y = ConstantOfShape<value = float[1] {2.5}>(s) }"
    )
    tensor = tensor_of(result, "y")
    assert (tensor.dims, tensor.payload) == ((1000000000,), Splat(np.float32(2.5).tobytes()))


@pytest.mark.parametrize("kind", [TensorProto.INT4, TensorProto.UINT8, TensorProto.BOOL, TensorProto.FLOAT16])
def test_constants_of_every_width_keep_their_numbers(kind: int):
    numbers = [0, 1, 1, 0, 1]
    tensor = helper.make_tensor("w", kind, [5], numbers)
    raw = numpy_helper.from_array(numpy_helper.to_array(tensor), "v")
    result = of_model(model_of([], [], ["w", "v"], [tensor, raw]))
    assert result.findings == []
    assert [tensor_of(result, name).array().astype(float).tolist() for name in "wv"] == [numbers, numbers]


def test_strings_are_a_finding():
    tensor = helper.make_tensor("w", TensorProto.STRING, [1], [b"text"])
    assert [item.name for item in of_model(model_of([], [], ["w"], [tensor])).findings] == ["dtype-not-allowed"]
