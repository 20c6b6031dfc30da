"""Real models: solved to the optimum, never dearer than greedy, each certificate holds for an independent checker."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from metadef.driver.compile import compile as compile_model
from metadef.layout.certificate import check_certificate

LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
MODELS = [*sorted(LIGHT.glob("*.onnx")), Path(__file__).parents[2] / "examples" / "encoder12.onnx"]


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_a_model_is_laid_out_optimally_with_a_certificate(path: Path) -> None:
    layout = compile_model(path, "Ascend910A").layout
    assert layout is not None and layout.optimal and layout.certified
    assert layout.cost_us <= layout.baseline_us
    for item in layout.decisions:
        assert item.solution.certificate is not None and item.solution.cost is not None
        verdict = check_certificate(item.problem, item.solution.certificate)
        assert verdict.faults == ()
        assert verdict.bound == pytest.approx(item.solution.cost)


def test_a_residual_network_keeps_one_conversion_at_each_end_of_its_trunk() -> None:
    """What the real engine reaches on a ResNet-50: one TransData on the input, one before the head, the rest folded."""
    compiled = compile_model(LIGHT / "light_resnet50.onnx", "Ascend910A")
    layout = compiled.layout
    assert layout is not None
    run = [(item.source, item.target) for item in layout.conversions if not item.on_constant]
    assert run == [("plain", "NC1HWC0"), ("NC1HWC0", "plain")]
    filters = [node.inputs[1] for node in compiled.graph.nodes if node.op == "Conv2D"]
    assert len(filters) == 53
    assert {(item.producer.op, item.desc.format.name) for item in filters if item is not None} == {
        ("Const", "FRACTAL_Z")
    }
