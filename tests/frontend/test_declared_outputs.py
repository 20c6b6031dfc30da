"""Shapes and types that inference finds for onnx's own models are those that the models declare.

Where a model's outputs depend on numbers that are fed, such as axes or a shape, these are fixed to the case's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto
from onnx.numpy_helper import to_array

from metadef.errors import UsageError
from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.descriptors import declared_desc
from metadef.infer.engine import infer
from onnx_node_cases import all_cases

_DATA = "how many elements there are depends on the data"
_LOOP = "a loop's outputs are known as far as every round leaves them"
_STEPS = "a range in BF16 is counted at run time"
# imported cases whose inferred outputs are known less well than declared, even with small inputs fixed: why
LESS_KNOWN: dict[str, str] = {
    **{
        f"test_nonmaxsuppression_{name}": _DATA
        for name in (
            "center_point_box_format",
            "flipped_coordinates",
            "identical_boxes",
            "iou_threshold_boundary",
            "limit_output_size",
            "single_box",
            "suppress_by_IOU",
            "suppress_by_IOU_and_scores",
            "two_batches",
            "two_classes",
        )
    },
    "test_nonzero_example": _DATA,
    "test_loop11": _LOOP,
    "test_range_bfloat16_type_positive_delta": _STEPS,
}
PARTS = 8  # of the cases, of which the test takes one


def small_inputs(case: Any) -> dict[str, np.ndarray]:
    """Vectors and numbers that the case feeds."""
    fed = case.data_sets[0][0]
    arrays = {
        info.name: to_array(item) if isinstance(item, TensorProto) else np.asarray(item)
        for info, item in zip(case.model.graph.input, fed, strict=True)
        if not isinstance(item, list | dict) and item is not None
    }
    return {name: array for name, array in arrays.items() if array.ndim < 2 and array.size <= 64}


def outputs(case: Any, fixed: Mapping[str, object]) -> Iterator[tuple[str, object, object]]:
    """Name, inferred and declared type and shape of each output; nothing for a refused model."""
    imported = read_onnx(case.model.SerializeToString(), name=case.name, fixed=fixed)
    if not imported.ok:
        return
    assert [item for item in infer(imported.graph).findings if item.is_error] == [], case.name
    for (name, value), info in zip(imported.graph.outputs, case.model.graph.output, strict=True):
        declared = declared_desc(info)
        assert declared is not None
        yield name, (value.desc.dtype, value.desc.origin_shape), (declared.dtype, declared.shape)


def differing(case: Any) -> list[str]:
    """The outputs that differ, first with nothing fixed."""
    found = [f"{name}: {own}, declared {other}" for name, own, other in outputs(case, {}) if own != other]
    if not found:
        return found
    return [
        f"{name}: {own}, declared {other}" for name, own, other in outputs(case, small_inputs(case)) if own != other
    ]


def test_outputs_are_inferred_as_declared():
    sample = [case for index, case in enumerate(all_cases().values()) if index % PARTS == 0]
    wrong = {case.name: found for case in sample if case.name not in LESS_KNOWN and (found := differing(case))}
    assert wrong == {}


def model() -> bytes:
    import onnx.parser

    text = '<ir_version: 8, opset_import: ["" : 18]> g (float[2,3] x, int64[1] axes) => (float[2] y)'
    return onnx.parser.parse_model(text + " { y = ReduceSum<keepdims = 0>(x, axes) }").SerializeToString()


def test_a_fixed_input_is_a_constant_and_what_depends_on_it_is_known():
    graph = read_onnx(model(), fixed={"axes": np.array([1], np.int64)}).graph
    infer(graph)
    assert [value.name for value in graph.inputs] == ["x"]
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[2]"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("axis", [1]), ("axes", [1.0]), ("axes", [1, 0]), ("axes", 1)],
    ids=["name", "type", "length", "rank"],
)
def test_a_fixed_input_must_be_one_of_the_model_and_fit(name: str, value: object):
    with pytest.raises(UsageError):
        read_onnx(model(), fixed={name: np.asarray(value)})
