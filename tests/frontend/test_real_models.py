"""Whole networks: the light models of the onnx package and the two examples import without a finding."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import onnx
import pytest

from metadef.frontend.onnx import read_onnx
from metadef.graph.verify import verify

LIGHT = sorted((Path(onnx.__file__).parent / "backend" / "test" / "data" / "light").glob("*.onnx"))
EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_nine_light_models():
    assert len(LIGHT) == 9


@pytest.mark.parametrize("path", LIGHT, ids=lambda path: path.stem)
def test_a_light_model_imports_without_findings(path: Path):
    result = read_onnx(path)
    assert [str(item) for item in result.findings] == []
    assert verify(result.graph) == []
    model = onnx.load(path)
    fed = {tensor.name for tensor in model.graph.initializer}
    assert [value.name for value in result.graph.inputs] == [i.name for i in model.graph.input if i.name not in fed]
    assert [name for name, _ in result.graph.outputs] == [info.name for info in model.graph.output]


def test_a_light_model_has_a_convolution_for_each_of_onnx():
    path = next(path for path in LIGHT if "resnet50" in path.stem)
    ours = Counter(node.op for node in read_onnx(path).graph.nodes)
    theirs = Counter(node.op_type for node in onnx.load(path).graph.node)
    assert ours["Conv2D"] == theirs["Conv"] == 53
    assert ours["BNInfer"] == theirs["BatchNormalization"]
    assert ours["Add"] == theirs["Sum"]
    assert ours["MaxPoolV3"] == theirs["MaxPool"]


def test_weights_that_are_one_number_stay_one_number():
    """The light VGG is 9 kB as a file and 574 MB as arrays."""
    graph = read_onnx(next(path for path in LIGHT if "vgg19" in path.stem)).graph
    nominal = sum(node.attrs["value"].nbytes for node in graph.nodes if node.op == "Const")
    held = sum(
        len(node.attrs["value"].payload.data)
        for node in graph.nodes
        if node.op == "Const" and hasattr(node.attrs["value"].payload, "data")
    )
    assert nominal > 500_000_000
    assert held < 10_000


@pytest.mark.parametrize(
    ("name", "shape", "ops"),
    [
        ("build_mlp", "[batch, 16]", {"MatMulV2": 3, "Relu": 2, "SoftmaxV2": 1}),
        ("build_encoder", "[batch, seq, 64]", {"BatchMatMulV2": 16, "LayerNormV3": 4, "SoftmaxV2": 2, "Erf": 2}),
    ],
)
def test_an_example_imports_without_findings(name: str, shape: str, ops: dict[str, int]):
    model = example(name).build()
    result = read_onnx(model.SerializeToString(), name=name)
    assert [str(item) for item in result.findings] == []
    assert verify(result.graph) == []
    assert str(result.graph.inputs[0].desc.shape) == shape
    counts = Counter(node.op for node in result.graph.nodes)
    assert {op: counts[op] for op in ops} == ops


def test_an_example_is_the_same_at_every_build():
    module = example("build_mlp")
    assert module.build().SerializeToString() == module.build().SerializeToString()
    assert module.build(1).SerializeToString() != module.build().SerializeToString()
