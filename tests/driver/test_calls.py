"""One operator at a time: `check_call`, `infer_call`, `call`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metadef import DataType, MetadefError, TensorDesc, call, check_call, infer_call

X = np.array([[1.0, -2.0], [3.0, -4.0]], np.float32)


class Foreign:
    """A tensor of another framework: it speaks DLPack and nothing else."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> object:
        return self.array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("x", [X, Foreign(X)], ids=["numpy", "dlpack"])
def test_arrays_of_any_framework_are_taken(x: Any):
    assert check_call("Relu", [x]) == []
    assert infer_call("Relu", [x]) == [TensorDesc((2, 2), DataType.FLOAT)]
    assert call("Relu", [x])[0].tolist() == [[1.0, 0.0], [3.0, 0.0]]


def test_a_dynamic_port_takes_a_list_and_a_single_entry_is_a_list_of_one():
    assert call("ConcatD", [[X, X]], {"concat_dim": 1})[0].shape == (2, 4)
    assert call("ConcatD", [X], {"concat_dim": 1})[0].tolist() == X.tolist()
    assert infer_call("ConcatD", [(TensorDesc(("n", 2), DataType.FLOAT), X)], {"concat_dim": 1})[0].shape.rank == 2


def test_the_elements_of_an_array_are_known():
    assert infer_call("Reshape", [X, np.array([4, 1])]) == [TensorDesc((4, 1), DataType.FLOAT)]


def test_inputs_may_go_by_port_name():
    assert infer_call("MatMulV2", {"x2": X, "x1": X}) == [TensorDesc((2, 2), DataType.FLOAT)]
    assert [item.name for item in check_call("MatMulV2", {"x1": X, "x3": X})] == ["port-count"]


def test_an_absent_optional_is_none():
    assert check_call("MatMulV2", [X, X, None]) == []


@pytest.mark.parametrize(
    ("operator", "inputs", "attrs", "name"),
    [
        ("Rlu", [X], {}, "unknown-op"),
        (None, [X], {}, "bad-usage"),
        ("Relu", None, {}, "bad-usage"),
        ("Relu", 5, {}, "bad-usage"),
        ("Relu", X, {}, "bad-usage"),
        ("Relu", "abc", {}, "bad-usage"),
        ("Relu", [X], [1], "bad-usage"),
        ("Relu", [X], {5: 1}, "bad-usage"),
        ("Relu", [], {}, "missing-input"),
        ("Relu", [X, X], {}, "port-count"),
        ("Relu", [[X, X]], {}, "port-count"),
        ("Relu", [object()], {}, "tensor-malformed"),
        ("Relu", [np.array([None])], {}, "tensor-malformed"),
        ("Relu", [X.astype(complex)], {}, "dtype-not-allowed"),
        ("Relu", [X], {"slope": 1}, "unknown-attr"),
        ("ConcatD", [X], {}, "missing-attr"),
    ],
)
def test_every_wrong_call_is_a_finding_and_none_an_exception(operator: Any, inputs: Any, attrs: Any, name: str):
    assert name in [item.name for item in check_call(operator, inputs, attrs)]
    with pytest.raises(MetadefError):
        call(operator, inputs, attrs)


def test_what_the_shape_rule_demands_is_checked_too():
    """A filter for other channels, matrices that do not fit, an axis that is not there."""
    image, taps = TensorDesc((1, 3, 8, 8), DataType.FLOAT), TensorDesc((4, 2, 3, 3), DataType.FLOAT)
    attrs = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "data_format": "NCHW"}
    assert [item.name for item in check_call("Conv2D", {"x": image, "filter": taps}, attrs)] == ["shape-mismatch"]
    fitting = TensorDesc((4, 3, 3, 3), DataType.FLOAT)
    assert check_call("Conv2D", {"x": image, "filter": fitting}, attrs) == []
    assert check_call("Conv2D", {"x": TensorDesc(None, DataType.FLOAT), "filter": fitting}, attrs) == []
    wide = TensorDesc((3, 5), DataType.FLOAT)
    assert [item.name for item in check_call("MatMulV2", [wide, wide])] == ["shape-mismatch"]
    assert [item.name for item in check_call("SoftmaxV2", [wide], {"axes": [1]})] == []
    assert [item.name for item in check_call("ConcatD", [[wide, wide]], {"concat_dim": 2, "N": 2})] == [
        "axis-out-of-range"
    ]


def test_infer_call_judges_no_types_and_no_unknown_attributes():
    assert infer_call("Relu", [X.astype(complex)], {"slope": 1}) == [TensorDesc((2, 2), DataType.COMPLEX128)]


def test_a_descriptor_cannot_be_computed_with():
    with pytest.raises(MetadefError, match="an array is needed"):
        call("Relu", [TensorDesc((2,), DataType.FLOAT)])
