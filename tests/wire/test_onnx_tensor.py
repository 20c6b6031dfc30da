"""Tensors of every ONNX type, against onnx's own conversion, and every way in which one can lie."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from onnx import helper, numpy_helper

from metadef.errors import FileError, Finding
from metadef.types.dtype import DataType
from metadef.wire import enum_values, message_class
from metadef.wire.external import ExternalFiles
from metadef.wire.onnx_elements import ELEMENTS
from metadef.wire.onnx_tensor import ExternalData, read_tensor
from metadef.wire.scan import Stripped, strip_payloads

NUMERIC = [element for element in ELEMENTS.values() if element.name != "STRING"]


def ours(theirs: onnx.TensorProto) -> Any:
    return message_class("onnx.TensorProto").FromString(theirs.SerializeToString())


def sample(number: int, count: int) -> np.ndarray:
    """Seeded elements of the type, over its whole range of bit patterns where it has fewer than 2**16."""
    kind = helper.tensor_dtype_to_np_dtype(number)
    random = np.random.default_rng(number)
    if kind.kind in "fc":
        return (random.standard_normal(count) * 100).astype(kind)
    if kind.kind in "iu":
        info = np.iinfo(kind)
        return random.integers(info.min, info.max, count, dtype=kind, endpoint=True)
    return random.integers(-2, 2, count).astype(np.float32).astype(kind)


def same(expected: np.ndarray, got: np.ndarray) -> None:
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    same_bytes = got.tobytes() == expected.tobytes()
    # A sub-byte integer keeps junk above its bits in onnx's own arrays: compare the numbers there.
    assert same_bytes or np.array_equal(got.astype(np.int64), expected.astype(np.int64))


def test_every_onnx_element_type_has_a_row() -> None:
    names = enum_values("onnx.TensorProto.DataType")
    assert {name: number for name, number in names.items() if number} == {e.name: e.number for e in ELEMENTS.values()}


@pytest.mark.parametrize("element", list(ELEMENTS.values()), ids=lambda element: element.name)
def test_a_rows_storage_is_that_of_onnx(element: Any) -> None:
    assert helper.tensor_dtype_to_field(element.number) == element.typed_field
    assert helper.tensor_dtype_to_np_dtype(element.number).name == element.numpy_name
    if element.dtype is not None and element.bits:
        assert element.dtype.bits == element.bits
        assert element.dtype.numpy_name == element.numpy_name


def test_types_that_ascend_does_not_have_are_none() -> None:
    none = {element.name for element in ELEMENTS.values() if element.dtype is None}
    assert none == {"FLOAT8E4M3FNUZ", "FLOAT8E5M2FNUZ", "UINT4"}
    assert ELEMENTS[16].dtype is DataType.BF16


@pytest.mark.parametrize("dims", [(2, 3, 5), (7,), (), (0, 3), (1,)], ids=str)
@pytest.mark.parametrize("element", NUMERIC, ids=lambda element: element.name)
def test_raw_data_is_read_as_onnx_reads_it(element: Any, dims: tuple[int, ...]) -> None:
    array = sample(element.number, int(np.prod(dims))).reshape(dims)
    theirs = numpy_helper.from_array(array, "w")
    assert theirs.HasField("raw_data")
    tensor = read_tensor(ours(theirs))
    assert (tensor.name, tensor.dims, tensor.dtype) == ("w", dims, element.dtype)
    assert tensor.raw is not None and tensor.size_bytes == len(tensor.raw)
    same(numpy_helper.to_array(theirs), tensor.array())
    same(array, tensor.array())


@pytest.mark.parametrize("dims", [(2, 3, 5), (7,), (), (0, 3), (1,)], ids=str)
@pytest.mark.parametrize("element", NUMERIC, ids=lambda element: element.name)
def test_typed_fields_are_read_as_onnx_reads_them(element: Any, dims: tuple[int, ...]) -> None:
    array = sample(element.number, int(np.prod(dims))).reshape(dims)
    theirs = helper.make_tensor("w", element.number, dims, array.reshape(-1))
    assert not theirs.HasField("raw_data")
    tensor = read_tensor(ours(theirs))
    assert tensor.raw is None and tensor.raw_bytes() is None
    same(numpy_helper.to_array(theirs), tensor.array())
    same(array, tensor.array())


def test_packed_elements_start_in_the_lowest_bits() -> None:
    make = message_class("onnx.TensorProto")
    int4 = read_tensor(make(data_type=22, dims=[3], raw_data=bytes([0x8F, 0x07])))
    assert int4.array().astype(int).tolist() == [-1, -8, 7]
    uint2 = read_tensor(make(data_type=25, dims=[5], raw_data=bytes([0b11100100, 2])))
    assert uint2.array().astype(int).tolist() == [0, 1, 2, 3, 2]
    float4 = read_tensor(make(data_type=23, dims=[2], raw_data=bytes([0xA2])))  # codes 0010 = 1.0, 1010 = -1.0
    assert float4.array().astype(float).tolist() == [1.0, -1.0]
    float6 = read_tensor(make(data_type=28, dims=[2], raw_data=bytes([0b00001100, 0b00001011])))  # e3m2: 001100, 101100
    assert float6.array().astype(float).tolist() == [1.0, -1.0]
    int4_typed = read_tensor(make(data_type=22, dims=[3], int32_data=[0x8F, 0x07]))
    assert int4_typed.array().astype(int).tolist() == [-1, -8, 7]


def test_half_floats_in_int32_data_are_bits_signed_or_not() -> None:
    make = message_class("onnx.TensorProto")
    assert read_tensor(make(data_type=10, dims=[2], int32_data=[0x3C00, 0xBC00])).array().tolist() == [1.0, -1.0]
    assert read_tensor(make(data_type=10, dims=[1], int32_data=[0xBC00 - 65536])).array().tolist() == [-1.0]
    assert read_tensor(make(data_type=16, dims=[1], int32_data=[0x3F80])).array().astype(float).tolist() == [1.0]


def test_integers_that_are_all_negative_are_read() -> None:
    make = message_class("onnx.TensorProto")
    assert read_tensor(make(data_type=3, dims=[2], int32_data=[-1, -128])).array().tolist() == [-1, -128]
    assert read_tensor(make(data_type=5, dims=[1], int32_data=[-32768])).array().tolist() == [-32768]


def test_a_bool_that_is_neither_0_nor_1_is_true() -> None:
    make = message_class("onnx.TensorProto")
    raw = read_tensor(make(data_type=9, dims=[3], raw_data=b"\x00\x02\x01")).array()
    assert (raw.tolist(), raw.view(np.uint8).tolist()) == ([False, True, True], [0, 1, 1])


def test_strings_come_as_text() -> None:
    array = read_tensor(ours(helper.make_tensor("s", 8, (2, 1), ["é", ""]))).array()
    assert (array.dtype, array.tolist()) == (np.dtype(object), [["é"], [""]])


def test_raw_data_is_viewed_not_copied() -> None:
    model = message_class("onnx.ModelProto")()
    values = np.arange(3000, dtype=np.float32)
    model.graph.initializer.add(name="w", data_type=1, dims=[30, 100], raw_data=values.tobytes())
    file = bytearray(model.SerializeToString())
    stripped: Stripped = strip_payloads(memoryview(file).toreadonly())
    proto = message_class("onnx.ModelProto").FromString(stripped.message).graph.initializer[0]
    tensor = read_tensor(proto, stripped.payloads, subject="m.onnx")
    array = tensor.array()
    assert array.tolist() == values.reshape(30, 100).tolist()
    assert not array.flags.writeable
    start = bytes(file).index(values.tobytes())
    file[start : start + 4] = np.float32(-7).tobytes()
    assert array[0, 0] == -7


@settings(max_examples=60, deadline=None)
@given(
    hnp.arrays(
        st.sampled_from([np.float32, np.int64, np.uint8, np.float16, np.complex64, np.uint64]),
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
    )
)
def test_any_array_comes_back_from_both_kinds_of_storage(array: np.ndarray) -> None:
    raw = read_tensor(ours(numpy_helper.from_array(array))).array()
    assert (raw.shape, raw.tobytes()) == (array.shape, array.tobytes())
    number = helper.np_dtype_to_tensor_dtype(array.dtype)
    if array.dtype == np.float16 and np.isnan(array).any():
        return  # onnx's make_tensor changes the payload of a NaN
    typed = read_tensor(ours(helper.make_tensor("t", number, array.shape, array.reshape(-1)))).array()
    assert np.array_equal(typed, array, equal_nan=array.dtype.kind in "fc")


def fault(**fields: Any) -> Finding:
    proto = message_class("onnx.TensorProto")(**{"name": "w", "data_type": 1, **fields})
    with pytest.raises(FileError) as caught:
        read_tensor(proto, subject="m.onnx").array()
    (found,) = caught.value.findings
    assert found.subject == 'm.onnx: tensor "w"'
    return found


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"dims": [3], "float_data": [1, 2, 3, 4]}, "type and shape ask for 3 values and 4 are there"),
        ({"dims": [3], "raw_data": b"1234"}, "type and shape ask for 12 bytes and 4 are there"),
        ({"dims": [750_000_000], "raw_data": b"1234"}, "ask for 3000000000 bytes and 4 are there"),
        ({"dims": [3]}, "ask for 3 values and 0 are there"),
        ({"dims": [-1], "raw_data": b"1234"}, "a dimension is negative"),
        ({"dims": [1] * 65, "raw_data": b"1234"}, "too many dimensions"),
        ({"data_type": 0}, "element type 0 is unknown"),
        ({"data_type": 99}, "element type 99 is unknown"),
        ({"dims": [1], "int32_data": [1]}, "data of type FLOAT is in the wrong field"),
        ({"dims": [1], "float_data": [1], "raw_data": b"1234"}, "data is stored twice"),
        ({"data_type": 8, "dims": [1], "raw_data": b"1234"}, "strings cannot be stored in raw_data"),
        ({"data_type": 8, "dims": [1], "string_data": [b"\xff"]}, "string 0 is not UTF-8"),
        ({"data_type": 3, "dims": [1], "int32_data": [256]}, "does not fit INT8"),
        ({"data_type": 3, "dims": [1], "int32_data": [-129]}, "does not fit INT8"),
        ({"data_type": 10, "dims": [1], "int32_data": [65536]}, "does not fit FLOAT16"),
        ({"data_type": 12, "dims": [1], "uint64_data": [1 << 32]}, "does not fit UINT32"),
        ({"data_type": 22, "dims": [2], "int32_data": [256]}, "does not fit INT4"),
        ({"dims": [1], "data_location": 1}, "external data names no location"),
    ],
)
def test_a_tensor_that_contradicts_itself_is_malformed(fields: dict[str, Any], message: str) -> None:
    found = fault(**fields)
    assert (found.name, message in found.message) == ("tensor-malformed", True), found


def test_a_shape_beyond_any_file_is_too_large() -> None:
    assert fault(dims=[1 << 40, 1 << 40], raw_data=b"1234").name == "file-too-large"


def test_a_segmented_tensor_is_refused() -> None:
    proto = message_class("onnx.TensorProto")(name="w", data_type=1, dims=[1], raw_data=b"1234")
    proto.segment.begin = 0
    with pytest.raises(FileError, match="segments"):
        read_tensor(proto)


def external(**entries: str) -> Any:
    proto = message_class("onnx.TensorProto")(name="w", data_type=1, dims=[2], data_location=1)
    for key, value in entries.items():
        proto.external_data.add(key=key, value=value)
    return proto


def test_external_data_is_located_and_read(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(b"skip" + np.array([1.5, 2.5], "<f4").tobytes())
    tensor = read_tensor(external(location="w.bin", offset="4", length="8", checksum="x"))
    assert tensor.external == ExternalData("w.bin", 4, 8)
    assert tensor.array(ExternalFiles(tmp_path / "m.onnx")).tolist() == [1.5, 2.5]
    open_ended = read_tensor(external(location="w.bin", offset="4"))
    assert open_ended.array(ExternalFiles(tmp_path / "m.onnx")).tolist() == [1.5, 2.5]


@pytest.mark.parametrize(
    ("entries", "name"),
    [
        ({"location": "w.bin", "length": "12"}, "tensor-malformed"),
        ({"location": "w.bin", "offset": "-4"}, "tensor-malformed"),
        ({"location": "w.bin", "offset": "4.0"}, "tensor-malformed"),
        ({"location": "w.bin", "offset": "9" * 5000}, "tensor-malformed"),
        ({"location": "w.bin", "offset": "٤"}, "tensor-malformed"),
        ({"location": "w.bin", "offset": "5", "length": "8"}, "external-data-missing"),
        ({"location": "none.bin"}, "external-data-missing"),
        ({"location": "../w.bin"}, "external-data-escapes"),
    ],
)
def test_wrong_external_data_is_one_finding(tmp_path: Path, entries: dict[str, str], name: str) -> None:
    (tmp_path / "w.bin").write_bytes(b"x" * 12)
    with pytest.raises(FileError) as caught:
        read_tensor(external(**entries)).array(ExternalFiles(tmp_path / "m.onnx"))
    assert [item.name for item in caught.value.findings] == [name]


def test_external_data_of_a_model_without_a_folder_is_missing() -> None:
    with pytest.raises(FileError, match="in no folder"):
        read_tensor(external(location="w.bin")).array()
