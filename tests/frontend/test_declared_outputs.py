"""Shapes and types that inference finds for onnx's own models are those that the models declare.

They are taken out of the models first, so that nothing is believed. Where a model's outputs depend on numbers that are
fed, such as axes or a shape, these are fixed to the case's own. What the models declare is tested after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx.parser
import pytest
from onnx import ModelProto, TensorProto
from onnx.numpy_helper import to_array

import metadef
from metadef.errors import UsageError
from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.descriptors import declared_desc
from metadef.infer.engine import infer
from metadef.types.attrs import Attrs, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
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
    **{
        f"test_strnormalizer_export_monday_{name}": _DATA
        for name in (
            "casesensintive_lower",
            "casesensintive_nochangecase",
            "casesensintive_upper",
            "empty_output",
            "insensintive_upper_twodim",
        )
    },
    "test_unique_bfloat16_sorted_without_axis": _DATA,
    "test_loop11": _LOOP,
    "test_range_bfloat16_type_positive_delta_expanded": _LOOP,
    "test_range_float16_type_positive_delta_expanded": _LOOP,
    "test_range_float_type_positive_delta_expanded": _LOOP,
    "test_range_int32_type_negative_delta_expanded": _LOOP,
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
    return {
        name: array for name, array in arrays.items() if array.ndim < 2 and array.size <= 64 and array.dtype.kind != "O"
    }  # WHY no strings: constants are numbers


def undeclared(model: Any) -> Any:
    """The model without the shapes of its outputs."""
    bare = ModelProto()
    bare.CopyFrom(model)
    for info in bare.graph.output:
        if info.type.HasField("tensor_type"):
            info.type.tensor_type.ClearField("shape")
    return bare


Output = tuple[str, tuple[DataType, Shape], tuple[DataType, Shape]]


def outputs(case: Any, fixed: Mapping[str, object], *, believe: bool = False) -> Iterator[Output]:
    """Name, inferred and declared type and shape of each output; nothing for a refused model."""
    model = case.model if believe else undeclared(case.model)
    imported = read_onnx(model.SerializeToString(), name=case.name, fixed=fixed)
    if not imported.ok:
        return
    assert [item for item in infer(imported.graph).findings if item.is_error] == [], case.name
    for (name, value), info in zip(imported.graph.outputs, case.model.graph.output, strict=True):
        declared = declared_desc(info)
        assert declared is not None
        yield name, (value.desc.dtype, value.desc.origin_shape), (declared.dtype, declared.shape)


def unlike(found: Iterator[Output]) -> list[str]:
    """The outputs that are not as declared; a size that a declaration leaves open may be anything."""
    return [
        f"{name}: {own}, declared {other}"
        for name, own, other in found
        if own[0] != other[0]
        or own[1].rank != other[1].rank
        or any(size not in (None, mine) for mine, size in zip(own[1].dims, other[1].dims, strict=True))
    ]


def differing(case: Any) -> list[str]:
    """The outputs that differ, first with nothing fixed."""
    found = unlike(outputs(case, {}))
    return unlike(outputs(case, small_inputs(case))) if found else found


def believed(case: Any) -> list[str]:
    """The outputs that differ with nothing but the model."""
    return unlike(outputs(case, {}, believe=True))


def test_outputs_of_the_model_alone_are_as_declared():
    sample = [case for index, case in enumerate(all_cases().values()) if index % PARTS == 1]
    assert {case.name: found for case in sample if (found := believed(case))} == {}


def test_outputs_are_inferred_as_declared():
    sample = [case for index, case in enumerate(all_cases().values()) if index % PARTS == 0]
    wrong = {case.name: found for case in sample if case.name not in LESS_KNOWN and (found := differing(case))}
    assert wrong == {}


def parsed(body: str) -> bytes:
    """A model of opset 18 from the text of its graph."""
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {body}').SerializeToString()


SLICED = "g (float[2,3] x, int64[2] starts, int64[2] ends) => (float[{}] y) {{ y = Slice(x, starts, ends) }}"


def test_a_declared_output_fills_in_what_depends_on_data():
    graph = read_onnx(parsed(SLICED.format("1,2"))).graph
    infer(graph)
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[1, 2]"]


def test_a_declared_output_of_another_rank_is_a_finding_and_is_not_believed():
    imported = read_onnx(parsed(SLICED.format("2")))
    infer(imported.graph)
    assert [item.name for item in imported.findings] == ["declared-shape-differs"]
    assert [str(value.desc.origin_shape) for _, value in imported.graph.outputs] == ["[?, ?]"]


def test_a_size_that_follows_from_the_inputs_is_not_replaced_by_a_stale_declaration():
    imported = read_onnx(parsed("g (float[batch,3] x) => (float[1,3] y) { y = Relu(x) }"))
    infer(imported.graph)
    assert [str(value.desc.origin_shape) for _, value in imported.graph.outputs] == ["[batch, 3]"]


def test_a_number_that_differs_is_a_finding_and_inference_stands():
    imported = read_onnx(parsed("g (float[2,3] x) => (float[2,4] y) { y = Relu(x) }"))
    infer(imported.graph)
    assert [item.name for item in imported.findings] == ["declared-shape-differs"]
    assert [str(value.desc.origin_shape) for _, value in imported.graph.outputs] == ["[2, 3]"]


def test_names_of_a_declared_output_are_not_believed():
    graph = read_onnx(parsed(SLICED.format("rows,2"))).graph
    infer(graph)
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[?, 2]"]


def test_a_declared_count_fixes_the_symbol_that_inference_made_and_inferring_again_changes_nothing():
    graph = read_onnx(parsed("g (float[2,3] x) => (int64[2,5] y) { y = NonZero(x) }")).graph
    infer(graph)
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[2, 5]"]
    assert 'nonzero_0 = 5 by "the declared output \\"y\\""' in list(graph.store)
    lines, version = list(graph.store), graph.version
    infer(graph)
    assert (list(graph.store), graph.version) == (lines, version)


def test_a_declared_count_beyond_what_there_can_be_is_a_finding():
    graph = read_onnx(parsed("g (float[2,3] x) => (int64[2,7] y) { y = NonZero(x) }")).graph
    assert [item.name for item in infer(graph).findings] == ["shape-contradiction"]
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == ["[2, nonzero_0]"]


def test_what_is_declared_survives_saving_and_later_knowledge_that_contradicts_is_a_finding(tmp_path: Path):
    graph = read_onnx(parsed(SLICED.format("1,2"))).graph
    metadef.save(graph, tmp_path / "sliced.mdef")
    kept = metadef.load(tmp_path / "sliced.mdef")
    infer(kept)
    assert [str(value.desc.origin_shape) for _, value in kept.outputs] == ["[1, 2]"]
    slice_ = kept.outputs[0].value.producer
    for index, numbers in ((1, [0, 0]), (2, [1, 3])):
        kept.replace_input(slice_, index, kept.constant(np.array(numbers, np.int64)))
    assert [item.name for item in infer(kept).findings] == ["declared-shape-differs"]
    assert [str(value.desc.origin_shape) for _, value in kept.outputs] == ["[1, 3]"]


def test_a_malformed_claim_is_one_finding_however_often_is_inferred():
    graph = read_onnx(parsed("g (float[2,3] x) => (float[2,3] y) { y = Relu(x) }")).graph
    graph.attrs = Attrs(_declared_shapes=NamedAttrs("_declared_shapes", Attrs(y="2, 3")))
    found = infer(graph)
    infer(graph, list(graph.nodes), found)  # as passes do, with what is known so far
    assert [item.name for item in found.findings] == ["bad-dim"]


def model() -> bytes:
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
