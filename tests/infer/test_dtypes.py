"""Output types: ready-made rules, DATATYPE symbols, promotion."""

from __future__ import annotations

from typing import Any

import pytest

from metadef import DataType, MetadefError, TensorDesc, infer_call, op
from metadef.catalogue.vocabulary import Int, ListType, Type
from metadef.infer.dtypes import always, each, follow, from_attr, promoted
from metadef.infer.promote import promote
from metadef.infer.shape.common import same

F32, F16, BF16, I8, I32, I64, BOOL = (
    DataType.FLOAT,
    DataType.FLOAT16,
    DataType.BF16,
    DataType.INT8,
    DataType.INT32,
    DataType.INT64,
    DataType.BOOL,
)


def types(operator: Any, *inputs: Any, **attrs: Any) -> list[DataType]:
    given = [TensorDesc((2, 2), item) if isinstance(item, DataType) else item for item in inputs]
    return [desc.dtype for desc in infer_call(operator, given, attrs)]


def test_follow_keeps_outputs_that_are_declared_with_one_type():
    two = (
        op("Two").input("x", F32 | F16).output("y", F32 | F16).output("index", I32).shape(same("x")).dtype(follow("x"))
    )
    assert types(two, F16) == [F16, I32]


def test_follow_falls_back_where_the_output_does_not_admit_the_type():
    log = op("L").input("x", F32 | F16 | I32).output("y", F32 | F16).shape(same("x")).dtype(follow("x", F32))
    assert (types(log, F16), types(log, I32)) == ([F16], [F32])


def test_each_output_has_its_own_part():
    mixed = op("M").input("x", F32 | F16).output("a", F32 | F16).output("b", I32 | I64).attr("t", Int, 3)
    rule = mixed.shape(same("x")).dtype(each("x", from_attr("t")))
    assert types(rule, F16) == [F16, I32]
    assert types(rule, F16, t=I64.ge_value) == [F16, I64]


def test_always_gives_one_type_to_all_or_one_to_each():
    pair = op("P").input("x", F32).output("a", F32 | I32).output("b", F32 | I32).shape(same("x"))
    assert types(pair.dtype(always(I32)), F32) == [I32, I32]
    assert types(pair.dtype(always(I32, F32)), F32) == [I32, F32]


def test_an_attribute_that_names_no_type_leaves_it_to_the_input_or_is_refused():
    cast = op("C").input("x", F32 | F16).output("y", F32 | F16).attr("dtype", Int, -1).shape(same("x"))
    assert types(cast.dtype(from_attr("dtype", "x")), F16) == [F16]
    with pytest.raises(MetadefError) as caught:
        types(cast.dtype(from_attr("dtype")), F16)
    assert caught.value.findings[0].name == "dtype-unknown"


def test_promoted_skips_absent_inputs():
    add = op("A").input("a", F32 | F16).optional_input("b", F32 | F16).output("y", F32 | F16).shape(same("a"))
    assert types(add.dtype(promoted("a", "b")), F16, F32) == [F32]
    assert types(add.dtype(promoted("a", "b")), F16, None) == [F16]


# --- DATATYPE symbols ------------------------------------------------------------------------------------------------


def test_a_symbol_has_the_type_of_the_first_input_that_feeds_it():
    rule = op("S").optional_input("a", "T").input("b", "T").output("y", "T").datatype("T", F32 | F16).shape(same("b"))
    assert types(rule, None, F16) == [F16]


def test_a_promoted_symbol_is_the_promotion_of_its_parts():
    assert types("Mul", F16, BF16) == [F32]
    assert types("Mul", I32, F16) == [F16]


def test_a_symbol_named_like_an_attribute_has_its_value():
    rule = op("B").input("x", F32).output("y", "dst").attr("dst", Type, F32).datatype("dst", F32 | F16).shape(same("x"))
    assert (types(rule, F32), types(rule, F32, dst=F16)) == ([F32], [F16])


def test_a_symbol_without_input_and_with_one_type_is_that_type():
    rule = op("E").input("x", F32).output("y", "T").datatype("T", BOOL).shape(same("x"))
    assert types(rule, F32) == [BOOL]


def test_a_list_symbol_has_one_type_a_member():
    rule = op("L").dynamic_input("x", "T").dynamic_output("y", "T").datatype("T", F32 | F16, is_list=True)
    both = rule.shape(lambda call: list(call.shapes("x")))
    assert types(both, [TensorDesc((1,), F32), TensorDesc((1,), F16)]) == [F32, F16]


def test_a_list_attribute_gives_one_type_a_member():
    rule = op("G").dynamic_output("y", "out").attr("out", ListType, (F32, I32)).attr("num", Int, 2)
    both = rule.datatype("out", F32 | I32).shape(
        lambda call: [same("x")(call)] * 2 if call.counts == () else [_ANY] * 2
    )
    assert types(both) == [F32, I32]


_ANY = TensorDesc((1,), F32).shape


# --- what operators do -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operator", "inputs", "attrs", "expected"),
    [
        ("Cast", (F32,), {"dst_type": 27}, [BF16]),
        ("Equal", (F32, F32), {}, [BOOL]),
        ("ArgMaxWithValue", (F16,), {"dimension": 0}, [I32, F16]),
        ("TopKV2", (F16, TensorDesc((1,), I32)), {}, [F16, I32]),
        ("TopKV2", (F16, TensorDesc((1,), I32)), {"indices_dtype": 9}, [F16, I64]),
        ("Shape", (F16,), {"dtype": 9}, [I64]),
        ("SelectV2", (BOOL, F16, F16), {}, [F16]),
        ("MatMulV2", (I8, I8), {}, [I32]),
        ("MatMulV2", (F16, F16), {}, [F16]),
        ("Log", (I32,), {}, [F32]),
        ("RealDiv", (BOOL, BOOL), {}, [F32]),
        ("ComplexAbs", (DataType.COMPLEX128,), {"Tout": DataType.DOUBLE}, [DataType.DOUBLE]),
        ("AscendQuant", (F16,), {"scale": 1.0, "offset": 0.0}, [I8]),
        ("BucketizeV2", (F32, TensorDesc((4,), F32)), {"out_int32": True}, [I32]),
        ("ApplyAdagradD", (F32, F32, F32, F32), {}, [F32, F32]),
    ],
)
def test_the_type_of_outputs(operator: str, inputs: Any, attrs: Any, expected: list[DataType]):
    assert types(operator, *inputs, **attrs) == expected


# --- promotion -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["int8", "INT8", "DT_INT8", "qint8", "torch.qint8"])
def test_a_text_names_a_type_as_c_plus_plus_and_pytorch_do(text: str):
    scale = TensorDesc((1,), F32)
    assert types("Quantize", F32, scale, scale, dtype=text) == [I8]


def test_parts_along_several_axes_are_a_member_each():
    found = infer_call("PhonySplit", [TensorDesc((4, 6), F32)], {"split_dim": [0, 1], "num_split": [2, 3]})
    assert [str(desc.origin_shape) for desc in found] == ["[2, 2]"] * 6


def test_promotion_mixes_the_two_half_precisions_to_float():
    assert (promote(F16, BF16), promote(BF16, F16)) == (F32, F32)


def test_promotion_is_symmetric_but_for_wide_unsigned_integers():
    named = "FLOAT FLOAT16 BF16 DOUBLE INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64 BOOL COMPLEX64 COMPLEX128"
    every = [DataType[name] for name in named.split()]
    crooked = {(a.name, b.name) for a in every for b in every if promote(a, b) is not promote(b, a)}
    assert crooked
    assert all({"UINT16", "UINT32", "UINT64"} & {a, b} for a, b in crooked)


def test_promotion_keeps_a_type_with_itself_and_never_leaves_float_for_integers():
    for dtype in (F32, F16, BF16, I8, I32, I64, BOOL):
        assert promote(dtype, dtype) is dtype
    assert all(promote(F16, integer) is F16 for integer in (I8, I32, I64, BOOL))
