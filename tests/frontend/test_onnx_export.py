"""Exported models: onnx calls them well-formed, onnxruntime gives the imported model's results, and they come back."""

from __future__ import annotations

import importlib.util
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import HealthCheck, given, settings
from onnx import TensorProto, helper

import graph_strategies
import metadef
from metadef.driver.onnx_file import write_onnx
from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.table import find_op
from metadef.frontend.onnx_export import export_model
from metadef.frontend.onnx_export.table import DIRECT, FAMILIES, find_exporter
from metadef.graph.changes import Change, compare_graphs
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.ops.builtin import CONST, DATA
from metadef.text import parse
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, TensorValue
from numeric_tools import random_inputs, relative_error, run_onnxruntime, with_random_weights
from onnx_node_cases import _array, cases_of, differences
from small_graphs import BRANCHES

onnxruntime.set_default_logger_severity(4)

ROOT = Path(onnx.__file__).parent
LIGHT = [
    ROOT / "backend" / "test" / "data" / "light" / f"light_{name}.onnx"
    for name in ("squeezenet", "shufflenet", "inception_v1", "resnet50")
]

# onnx's generators whose models are quick and cover every family of exporters
MODULES = (
    *(
        "add",
        "affine_grid",
        "and",
        "argmax",
        "argmin",
        "averagepool",
        "batchnorm",
        "bitshift",
        "cast",
        "clip",
        "col2im",
        "concat",
    ),
    *("constantofshape", "conv", "convtranspose", "cumsum", "depthtospace", "einsum", "elu", "expand", "eyelike"),
    *("flatten", "gather", "gatherelements", "gathernd", "gelu", "gemm", "globalaveragepool", "groupnormalization"),
    *("gru", "hardmax", "hardsigmoid", "if_", "instancenorm", "isinf", "layernormalization", "leakyrelu", "loop"),
    *("lrn", "lstm", "matmul", "maxpool", "mod", "nonmaxsuppression", "nonzeroop", "onehot", "pad", "prelu"),
    *("range", "reducelogsumexp", "reducemean", "reducesum", "reshape", "resize", "reversesequence", "roialign"),
    *("rmsnormalization", "scatterelements", "scatternd", "selu", "shape", "shrink", "size", "slice", "softmax"),
    *("split", "squeeze", "sub", "swish", "tile", "topk", "transpose", "trilu", "unsqueeze", "where", "xor"),
)
# what differs for another reason than the export
OTHERWISE = {
    "test_resize_downsample_scales_linear_align_corners": "sizes that are no integers",
    "test_resize_downsample_scales_cubic_align_corners": "sizes that are no integers",
    "test_reshape_zero_dim": "a shape that is an input: its 0 is taken by its word, as Ascend does",
    "test_reshape_zero_and_negative_dim": "the same",
}


def session(data: bytes) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])


def exported(graph: Graph) -> bytes:
    return export_model(graph).model.SerializeToString()


def ops(graph: Graph) -> Counter[str]:
    return Counter(node.op for each in all_graphs(graph) for node in each.nodes if node.proto not in (CONST, DATA))


def cases() -> dict[str, Any]:
    package = "onnx.backend.test.case.node"
    present = [name for name in MODULES if importlib.util.find_spec(f"{package}.{name}") is not None]
    assert len(present) > 60
    return {
        name: case
        for name, case in cases_of(present).items()
        if name.removesuffix("_expanded") == name and len(case.model.graph.node) < 12
    }


def test_single_operator_models_give_onnx_s_results_in_onnxruntime():
    agreed, standard, lacking = 0, 0, 0
    for name, case in cases().items():
        imported = read_onnx(case.model.SerializeToString(), name=name)
        if not imported.ok:
            continue
        made = export_model(imported.graph)
        if not made.is_standard or name in OTHERWISE:
            continue
        standard += 1
        data = made.model.SerializeToString()
        try:
            runner = session(data)
            results = [
                runner.run(None, {v.name: _array(item) for v, item in zip(imported.graph.inputs, inputs, strict=True)})
                for inputs, _ in case.data_sets
            ]
        except Exception as error:  # onnxruntime's own classes are not public
            text = str(error)
            assert any(word in text for word in ("NOT_IMPLEMENTED", "MLDataType", "Numpy type", "empty set")), name
            lacking += 1
            continue
        for found, (_, expected) in zip(results, case.data_sets, strict=True):
            if [item.dtype.itemsize for item in found] != [_array(item).dtype.itemsize for item in expected]:
                continue  # float8 comes out as uint8
            problems = list(
                differences([_array(i) for i in expected], found, max(case.rtol, 1e-3), max(case.atol, 1e-5))
            )
            assert problems == [] or "type uint8" in problems[0], name
        agreed += 1
    assert standard > 400
    assert lacking < 0.15 * standard
    assert agreed > 0.85 * standard


@pytest.mark.parametrize("path", LIGHT, ids=lambda path: path.stem)
def test_light_models_give_the_same_results_and_come_back_the_same(path: Path):
    imported = read_onnx(path)
    infer(imported.graph)
    made = export_model(imported.graph)
    assert made.is_standard
    data = made.model.SerializeToString()
    onnx.checker.check_model(onnx.load_model_from_string(data))
    before, after = session(path.read_bytes()), session(data)
    assert [item.name for item in after.get_inputs()] == [value.name for value in imported.graph.inputs]
    assert [item.name for item in after.get_outputs()] == [item.name for item in before.get_outputs()]
    rng = np.random.default_rng(1)
    fed = {item.name: rng.normal(size=item.shape).astype(np.float32) for item in after.get_inputs()}
    own = {item.name: fed[item.name] for item in before.get_inputs() if item.name in fed}
    for expected, found in zip(before.run(None, own), after.run(None, fed), strict=True):
        np.testing.assert_array_equal(expected, found)
    back = read_onnx(data, name=path.name)
    assert back.findings == []
    infer(back.graph)
    lost = {item.op for item in compare_graphs(imported.graph, back.graph).changes if not _is_constant(item)}
    assert lost == set()


def _is_constant(item: Change) -> bool:
    """Constants that nothing reads, and those that the export adds."""
    return item.op == "Const" and item.kind in ("removed", "added", "renamed")


@pytest.mark.parametrize("name", sorted(DIRECT))
def test_an_operator_with_another_name_alone_is_the_inverse_of_its_import(name: str):
    assert find_op(DIRECT[name]) is not None
    assert DIRECT[name] not in {other for key, other in DIRECT.items() if key != name}


def test_every_operator_of_the_table_has_an_exporter_of_its_family_and_no_other():
    listed = [op for names in FAMILIES.values() for op in names.split()]
    assert len(set(listed)) == len(listed)
    assert not set(listed) & DIRECT.keys()
    for op in listed:
        assert find_exporter(op) is not None
    for family, names in FAMILIES.items():
        module = importlib.import_module(f"metadef.frontend.onnx_export.{family}")
        assert set(module.OPS) == set(names.split())


LOOP = """
graph "count" {
  input %n : INT32[]
  const %zero : INT32[] = [0]
  const %step : INT32[] = [3]
  %loop:4 = While([%zero, %zero, %n, %step]) : (INT32[], INT32[], INT32[], INT32[]) {
    cond:
    graph "goes_on" {
      input %i : INT32[]
      input %sum : INT32[]
      input %limit : INT32[]
      input %by : INT32[]
      %below = Less(%i, %limit) : BOOL[]
      return %below as "below"
    }
    body:
    graph "round" {
      input %i : INT32[]
      input %sum : INT32[]
      input %limit : INT32[]
      input %by : INT32[]
      const %one : INT32[] = [1]
      %next = Add(%i, %one) : INT32[]
      %more = Add(%sum, %by) : INT32[]
      return %next as "next"
      return %more as "more"
      return %limit as "limit"
      return %by as "by"
    }
  }
  return %loop:1 as "total"
  return %loop:3 as "step_again"
}
"""


@pytest.mark.parametrize("n", [0, 1, 5])
def test_a_while_becomes_a_loop_that_asks_before_each_round(n: int):
    graph = parse(LOOP)
    made = export_model(graph)
    assert made.is_standard
    model = onnx.load_model_from_string(made.model.SerializeToString())
    onnx.checker.check_model(model)
    loop = next(node for node in model.graph.node if node.op_type == "Loop")
    assert len(loop.input) == 4, "limit and step are seen from outside, not carried"
    total, again = session(model.SerializeToString()).run(None, {"n": np.array(n, np.int32)})
    assert (int(total), int(again)) == (3 * n, 3)


@pytest.mark.parametrize("flag", [True, False])
def test_branches_see_the_values_around_them(flag: bool):
    graph = parse(BRANCHES)
    made = export_model(graph)
    assert made.is_standard
    data = made.model.SerializeToString()
    onnx.checker.check_model(onnx.load_model_from_string(data))
    x = np.array([1.0, -2.0], np.float32)
    (found,) = session(data).run(None, {"c": np.array(flag), "x": x})
    np.testing.assert_array_equal(found, -x if flag else x)


def test_what_onnx_cannot_say_is_in_the_domain_ge_with_everything_it_is():
    graph = parse(
        """graph "g" {
          where symbol batch
          input %x : FLOAT[batch, 4, 8, 8] NCHW
          %t = TransData(%x) {dst_format = "NC1HWC0", groups = 1, src_format = "NCHW"}
            : FLOAT[batch, 1, 8, 8, 16] NC1HWC0 c0 16 origin [batch, 4, 8, 8] NCHW
          %r = Relu(%t) after %x : FLOAT[batch, 1, 8, 8, 16] NC1HWC0 c0 16 origin [batch, 4, 8, 8] NCHW
          return %r as "y"
        }"""
    )
    made = export_model(graph)
    assert made.standard == 0
    assert sum(made.refused.values()) == 2
    model = onnx.load_model_from_string(made.model.SerializeToString())
    onnx.checker.check_model(model)
    assert {item.domain: item.version for item in model.opset_import} == {"": 23, "ge": 1}
    assert [(node.op_type, node.domain) for node in model.graph.node] == [("TransData", "ge"), ("Relu", "ge")]
    back = read_onnx(model.SerializeToString())
    assert back.findings == []
    assert compare_graphs(graph, back.graph).changes == []


def test_symbols_keep_their_names_and_expressions():
    graph = Graph("g")
    x = graph.add_input("x", TensorDesc(("batch", 4), DataType.FLOAT))
    y = graph.add("ConcatD", [[x, x]], {"concat_dim": 0, "N": 2}, name="y")
    graph.set_outputs([("y", y.output)])
    model = onnx.load_model_from_string(exported(graph))
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"
    assert model.graph.output[0].type.tensor_type.shape.dim[0].dim_param == "2*batch"


def test_types_below_a_byte_share_bytes_the_first_in_the_lowest_bits():
    graph = Graph("g")
    numbers = TensorValue(DataType.INT4, (3,), Inline(bytes([1, 0xFF, 7])))
    graph.set_outputs([("y", graph.constant(numbers, "c"))])
    model = onnx.load_model_from_string(exported(graph))
    assert model.graph.initializer[0].data_type == TensorProto.INT4
    assert model.graph.initializer[0].raw_data == bytes([0xF1, 0x07])
    assert onnx.numpy_helper.to_array(model.graph.initializer[0]).tolist() == [1, -1, 7]


def test_a_large_constant_that_repeats_one_number_is_written_as_that_number():
    graph = Graph("g")
    graph.set_outputs([("y", graph.constant(TensorValue.splat(DataType.FLOAT, (1 << 20, 64), 0.5), "c"))])
    data = exported(graph)
    assert len(data) < 1000
    (found,) = session(data.replace(b"unused", b"unused")).run(None, {})
    assert found.shape == (1 << 20, 64)
    back = read_onnx(data).graph
    assert back.outputs[0].value.producer.attrs["value"] == graph.node("c").attrs["value"]


def test_large_tensors_go_to_a_file_beside_the_model(tmp_path: Path):
    rng = np.random.default_rng(0)
    weight = rng.normal(size=(64, 32)).astype(np.float32)
    graph = Graph("g")
    x = graph.add_input("x", TensorDesc((2, 64), DataType.FLOAT))
    y = graph.add("MatMulV2", [x, graph.constant(weight, "w")], name="y")
    graph.set_outputs([("y", y.output)])
    path = tmp_path / "m.onnx"
    write_onnx(graph, path, external_above_bytes=1000)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["m.onnx", "m.onnx.data"]
    assert (tmp_path / "m.onnx.data").stat().st_size == weight.nbytes
    onnx.checker.check_model(str(path))
    fed = rng.normal(size=(2, 64)).astype(np.float32)
    runner = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    np.testing.assert_allclose(runner.run(None, {"x": fed})[0], fed @ weight, rtol=1e-4, atol=1e-5)
    assert run_graph(read_onnx(path).graph, {"x": fed})["y"].shape == (2, 32)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph_strategies.graphs())
def test_any_graph_comes_back_from_the_domain_ge(graph: Graph):
    back = read_onnx(exported(graph), graph.registry, name="m")
    assert back.findings == []
    changes = [item for item in compare_graphs(graph, back.graph).changes if not _is_known_loss(item)]
    assert [(item.kind, item.label, [str(delta) for delta in item.deltas]) for item in changes] == []


def _is_known_loss(item: Change) -> bool:
    """What ONNX has no place for.

    Constants that nothing reads, control edges at constants, bits of booleans and 4-bit numbers that mean nothing;
    inputs of subgraphs are inferred from the call, and a symbol of an input is declared.
    """
    whats = [delta.what for delta in item.deltas]
    return (
        (item.op == "Const" and item.kind == "removed")
        or whats == ["runs after"]
        or (item.op == "Data" and bool(item.graph))
        or (
            item.op == "Const"
            and whats == ["value"]
            and ("BOOL" in item.deltas[0].left or "bits" in item.deltas[0].right)
        )
        or (item.kind == "interface" and all(str(delta).startswith("constraint: - -> symbol") for delta in item.deltas))
    )


def test_damaged_notes_of_the_domain_ge_are_findings():
    node = helper.make_node(
        "TransData", ["x"], ["y"], domain="ge", _outputs=["FLOAT[2"], src_format="ND", dst_format="ND"
    )
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
    graph = helper.make_graph([node], "g", [x], [y])
    entry = graph.output[0].metadata_props.add()
    entry.key, entry.value = "ge.desc", "FLOAT[2] NOPE"
    opsets = [helper.make_opsetid("", 23), helper.make_opsetid("ge", 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = helper.make_model(graph, opset_imports=opsets).SerializeToString()
    found = read_onnx(data)
    assert {item.name for item in found.findings} == {"text-syntax"}
    assert len(found.findings) == 2


def test_a_compiled_encoder_is_standard_again_and_computes_the_same():
    """Fused operators (attention, products with activation, sums that are normalised) are written out."""
    graph = metadef.load(Path(__file__).parents[2] / "examples" / "encoder12.onnx")
    rng = np.random.default_rng(3)
    for node in list(graph.nodes):
        value = node.attrs.get("value")
        if isinstance(value, TensorValue) and value.dtype is DataType.FLOAT and value.size > 1:
            numbers = rng.normal(scale=0.3, size=value.dims).astype(np.float32)
            graph.set_attr(node, "value", TensorValue.from_array(numbers))
    compiled = metadef.compile(graph)
    assert {"FlashAttentionScore", "AddLayerNorm"} <= set(ops(compiled.graph))
    made = export_model(compiled.graph)
    assert made.refused == {}
    fed = {"src": rng.normal(size=(1, 32, 64)).astype(np.float32)}
    (expected,) = session(exported(graph)).run(None, fed)
    (found,) = session(made.model.SerializeToString()).run(None, fed)
    (ours,) = run_graph(compiled.graph, fed).values()
    assert expected.std() > 0.1, "results that are all alike would hide mistakes"
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(ours, expected, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("kind", ["", "relu", "gelu_erf", "gelu_tanh"])
@pytest.mark.parametrize("transposed", [False, True])
def test_a_product_with_its_activation_is_written_out(kind: str, transposed: bool):
    rng = np.random.default_rng(5)
    graph = Graph("g")
    x = graph.add_input("x", TensorDesc((3, 4), DataType.FLOAT))
    weight = rng.normal(size=(5, 4) if transposed else (4, 5)).astype(np.float32)
    bias = graph.constant(rng.normal(size=5).astype(np.float32), "b")
    attrs = {"transpose_x2": transposed, "fused_op_type": kind}
    y = graph.add("FusedMatMul", [x, graph.constant(weight, "w"), bias], attrs, name="y")
    graph.set_outputs([("y", y.output)])
    made = export_model(graph)
    assert made.is_standard
    fed = {"x": rng.normal(size=(3, 4)).astype(np.float32)}
    (found,) = session(made.model.SerializeToString()).run(None, fed)
    np.testing.assert_allclose(found, run_graph(graph, fed)["y"], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["squeezenet", "resnet50"])
def test_a_laid_out_network_is_standard_again_and_computes_the_same(name: str, tmp_path: Path):
    """Storage formats go, with their TransData and the filters that were converted; weights are random."""
    light = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light" / f"light_{name}.onnx"
    model = with_random_weights(onnx.load(light))
    (tmp_path / "model.onnx").write_bytes(model.SerializeToString())
    compiled = metadef.compile(tmp_path / "model.onnx", target="Ascend910B1")
    values = [value for node in compiled.graph.nodes for value in node.outputs]
    formats = {value.desc.format for value in values}
    assert formats & {Format.NC1HWC0, Format.FRACTAL_Z}
    before = str(compiled.graph)
    made = export_model(compiled.graph)
    assert made.refused == {}
    assert made.unlaid == sum(not value.desc.is_stored_as_meant for value in values) > 20
    assert str(compiled.graph) == before
    fed = random_inputs(model)
    expected = run_onnxruntime(model, fed)
    found = session(made.model.SerializeToString()).run(None, fed)
    for (label, wanted), result in zip(expected.items(), found, strict=True):
        assert wanted.std() > 0, f"{label}: results that are all alike would hide mistakes"
        assert relative_error(wanted, result) < 1e-4


def test_a_full_connection_is_a_flattened_product():
    graph = parse(
        """graph "g" {
          input %x : FLOAT[2, 3, 2, 2]
          input %w : FLOAT[4, 12]
          input %b : FLOAT[4]
          %y = FullyConnection(%x, %w, %b, _) {num_output = 4} : FLOAT[2, 4]
          return %y as "y"
        }"""
    )
    rng = np.random.default_rng(5)
    fed = {
        "x": rng.normal(size=(2, 3, 2, 2)).astype(np.float32),
        "w": rng.normal(size=(4, 12)).astype(np.float32),
        "b": rng.normal(size=4).astype(np.float32),
    }
    (found,) = session(exported(graph)).run(None, fed)
    np.testing.assert_allclose(found, fed["x"].reshape(2, 12) @ fed["w"].T + fed["b"], rtol=1e-5)


def test_a_loop_stays_what_it_is_from_the_first_return_on():
    model = onnx.parser.parse_model(
        """<ir_version: 9, opset_import: ["" : 18]>
        g (float[3] x, int64 n) => (float[3] y, float[k, 3] z) {
          c = Constant<value = bool {1}>()
          y, z = Loop(n, c, x) <body = b (int64 i, bool ci, float[3] v) => (bool co, float[3] w, float[3] s) {
            co = Identity(ci)
            w = Add(v, x)
            s = Identity(w)
          }>
        }"""
    )
    data = model.SerializeToString()
    fed = {"x": np.array([1, 2, 3], np.float32), "n": np.array(3)}
    sizes: list[int] = []
    for _ in range(4):
        graph = read_onnx(data, name="m").graph
        infer(graph)
        sizes.append(sum(len(list(each.nodes)) for each in all_graphs(graph)))
        data = exported(graph)
        y, z = session(data).run(None, fed)
        np.testing.assert_array_equal(y, [4, 8, 12])
        np.testing.assert_array_equal(z, [[2, 4, 6], [3, 6, 9], [4, 8, 12]])
    assert sizes[1] == sizes[2] == sizes[3] <= sizes[0] + 5


def test_a_graph_and_its_export_differ_in_nothing():
    """Among them a light model, whose weights become ConstantOfShape nodes with shapes of their own."""
    for path in (Path(__file__).parents[2] / "examples" / "encoder12.onnx", LIGHT[0]):
        graph = read_onnx(path).graph
        infer(graph)
        back = read_onnx(exported(graph)).graph
        infer(back)
        assert compare_graphs(graph, back).changes == []


def test_a_constant_that_repeats_a_number_is_that_number_however_it_is_held():
    graph = Graph("g")
    zeros = TensorValue(DataType.FLOAT, (300, 300), Inline(np.full((300, 300), 0.5, np.float32).tobytes()))
    x = graph.add_input("x", TensorDesc((300, 300), DataType.FLOAT))
    y = graph.add("Add", [x, graph.constant(zeros, "half")], name="y", outputs=[x.desc])
    graph.set_outputs([("y", y.output)])
    data = exported(graph)
    assert len(data) < 2000
    (found,) = session(data).run(None, {"x": np.zeros((300, 300), np.float32)})
    assert (found == 0.5).all()
