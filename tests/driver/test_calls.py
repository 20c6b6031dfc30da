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
    assert [item.name for item in check_call("MatMulV2", {"x1": X, "x3": X})] == ["port-count", "missing-input"]


def test_all_findings_of_a_call_come_at_once():
    """A misspelt port, the required one that it leaves unfed, the wrong type of another, and an unknown attribute."""
    text = TensorDesc((2, 2), DataType.STRING)
    names = [item.name for item in check_call("MatMulV2", {"x1": text, "x3": X}, {"transposed": True})]
    assert names == ["port-count", "dtype-not-allowed", "missing-input", "unknown-attr"]
    names = [item.name for item in check_call("MatMulV2", [object(), text])]
    assert names == ["tensor-malformed", "dtype-not-allowed"]


def test_an_array_is_not_copied_to_be_checked():
    """Views of 4 TB and 1 TB, as `torch.expand` gives them; only what fits a shape is read."""
    wide = np.broadcast_to(np.float32(0), (10**6, 10**6))
    assert check_call("Relu", [wide]) == []
    assert infer_call("Add", [wide, wide[:, ::4][:, :1]]) == [TensorDesc((10**6, 10**6), DataType.FLOAT)]


class Opaque:
    """A tensor that says what it is and gives no elements: on another device, without storage, or of a foreign type."""

    def __init__(self, shape: tuple[Any, ...], dtype: object, plain: np.ndarray[Any, Any] | None = None) -> None:
        self.shape, self.dtype, self.plain = shape, dtype, plain

    def __array__(self, *_: Any, **__: Any) -> np.ndarray[Any, Any]:
        raise RuntimeError("can't convert this tensor to NumPy")

    def float(self) -> np.ndarray[Any, Any]:
        if self.plain is None:
            raise RuntimeError("Cannot copy out of meta tensor; no data!")
        return self.plain


def dtype_called(text: str) -> object:
    return type("dtype", (), {"__str__": lambda _: text})()


@pytest.mark.parametrize(
    ("written", "dtype"),
    [
        ("torch.bfloat16", DataType.BF16),
        ("torch.float8_e4m3fn", DataType.FLOAT8_E4M3FN),
        ("torch.float8_e8m0fnu", DataType.FLOAT8_E8M0),
        ("torch.float32", DataType.FLOAT),
        ("torch.bool", DataType.BOOL),
        ("torch.complex64", DataType.COMPLEX64),
        ("paddle.float16", DataType.FLOAT16),
        ("Float32", DataType.FLOAT),
    ],
)
def test_a_tensor_without_elements_is_described_by_its_shape_and_type(written: str, dtype: DataType):
    tensor = Opaque((2, 3), dtype_called(written))
    assert infer_call("Relu", [tensor]) == [TensorDesc((2, 3), dtype)]


def test_a_tensor_without_elements_cannot_be_computed_with():
    with pytest.raises(MetadefError, match="input 0 has no elements"):
        call("Relu", [Opaque((2, 3), dtype_called("torch.float32"))])


def test_a_type_that_numpy_lacks_is_computed_with():
    tensor = Opaque((2, 2), dtype_called("torch.bfloat16"), X)
    (found,) = call("Relu", [tensor])
    assert (DataType.from_numpy(found.dtype), found.astype(np.float32).tolist()) == (
        DataType.BF16,
        [[1.0, 0.0], [3.0, 0.0]],
    )


def test_an_unknown_size_or_type_of_a_foreign_tensor_is_unknown_or_refused():
    """Sizes of traced tensors are symbols of their framework."""
    traced = Opaque((object(), 3), dtype_called("torch.float32"))
    assert infer_call("Relu", [traced]) == [TensorDesc((None, 3), DataType.FLOAT)]
    odd = Opaque((2, 3), dtype_called("torch.bits4x2"))
    assert [item.name for item in check_call("Relu", [odd])] == ["tensor-malformed"]


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


@pytest.mark.parametrize(
    ("operator", "attr", "dtype", "number"),
    [("Cast", "dst_type", DataType.INT8, 2), ("Shape", "dtype", DataType.INT64, 9)],
)
def test_an_integer_that_holds_a_type_takes_the_type(operator: str, attr: str, dtype: DataType, number: int):
    """CANN's `ge::DataType` has DT_INT8 = 2 and DT_INT64 = 9."""
    x = TensorDesc((2, 3), DataType.FLOAT)
    assert [item.dtype for item in infer_call(operator, [x], {attr: dtype})] == [dtype]
    assert infer_call(operator, [x], {attr: number}) == infer_call(operator, [x], {attr: dtype})
    assert check_call(operator, [x], {attr: dtype}) == []


def test_a_cast_to_a_type_computes_as_numpy_does():
    assert call("Cast", [X], {"dst_type": DataType.FLOAT16})[0].dtype == np.float16


@pytest.mark.parametrize(
    ("operator", "attrs", "name", "hint"),
    [
        ("Cast", {"dst_type": "FLOAT16"}, "attr-type", "1, the number of FLOAT16"),
        ("SoftmaxV2", {"axes": 1}, "attr-type", ""),
    ],
)
def test_infer_call_refuses_attributes_of_a_wrong_kind(operator: str, attrs: dict[str, Any], name: str, hint: str):
    with pytest.raises(MetadefError) as raised:
        infer_call(operator, [X], attrs)
    assert [(item.name, item.hint) for item in raised.value.findings] == [(name, hint)]


def test_what_depends_on_a_required_attribute_that_is_left_out_is_unknown():
    assert infer_call("AccumulateNV2", [[X, X]]) == [TensorDesc((2, 2), DataType.FLOAT)]
    assert infer_call("Cast", [X]) == [TensorDesc((2, 2), DataType.UNDEFINED)]
    assert [item.name for item in check_call("Cast", [X])] == ["missing-attr"]


@pytest.mark.parametrize(
    ("operator", "inputs", "attrs", "hint"),
    [
        ("ConcatD", [X, X], {"concat_dim": 0, "N": 2}, "a list for `x`: [a, b]"),
        ("ConcatD", {"x0": X, "x1": X}, {"concat_dim": 0, "N": 2}, "a list for `x`: [a, b]"),
        ("Reshape", [X, [4, 1]], {}, "an array, such as numpy.array([...])"),
        (
            "Conv2D",
            [TensorDesc((1, 3, 8, 8), DataType.FLOAT), TensorDesc((4, 3, 3, 3), DataType.FLOAT)],
            {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0]},
            'data_format, which is "NHWC" where it is left out',
        ),
    ],
)
def test_first_tries_are_led_to_the_form_that_is_meant(operator: str, inputs: Any, attrs: dict[str, Any], hint: str):
    assert hint in [item.hint for item in check_call(operator, inputs, attrs)]
    with pytest.raises(MetadefError) as raised:
        infer_call(operator, inputs, attrs)
    assert hint in [item.hint for item in raised.value.findings]
