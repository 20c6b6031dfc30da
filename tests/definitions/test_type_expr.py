"""Type arguments: every oddity alone, with its meaning and its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.definitions.dtype_names import HELPERS, MEANINGS, VALID, meaning_of
from metadef.definitions.type_expr import _Parser, parse_type
from metadef.types.dtype import DataType
from metadef.types.typeset import HELPER_SETS, TypeSet

ODDITIES: list[tuple[str, list[str], list[str]]] = [
    ("TensorType({DT_FLOAT, DT_INT8})", ["FLOAT", "INT8"], []),
    ("TensorType({ge::DT_FLOAT})", ["FLOAT"], []),
    ("TensorType(DT_FLOAT)", ["FLOAT"], []),
    ("TensorType{DT_FLOAT}", ["FLOAT"], []),
    ("TensorType{(DT_FLOAT, DT_INT8)}", ["FLOAT", "INT8"], ["comma_expression"]),
    ("TensorType::({DT_FLOAT})", ["FLOAT"], ["dangling_scope"]),
    ("TensorType:IndexNumberType()", ["INT32", "INT64"], ["single_colon"]),
    ("TensorType({DT_FLOAT，DT_INT8})", ["FLOAT", "INT8"], ["odd_punct=，"]),
    ("TensorType({DT_FLOAT DT_INT8})", ["FLOAT", "INT8"], ["missing_comma"]),
    ("TensorType({DT_FLOAT, })", ["FLOAT"], ["trailing_comma"]),
    ("TensorType({DT_FLOAT)", ["FLOAT"], ["unbalanced=)"]),
    ("TensorType({DT_FLOAT}})", ["FLOAT"], ["unbalanced=}"]),
    ("TensorType({DT_FLOAT", ["FLOAT"], ["unbalanced={"]),
    ("TensorType({DT_INT8, DT_INT8})", ["INT8"], ["duplicate_dtype=DT_INT8"]),
    ("DT_INT32", ["INT32"], ["no_TensorType_wrapper"]),
    ("TensorType({DT_BFLOAT16})", ["BF16"], ["unknown_dtype=DT_BFLOAT16"]),
    ("TensorType({float16})", ["FLOAT16"], ["unknown_token=float16"]),
    ("TensorType({DT_NONSENSE})", [], ["unknown_dtype=DT_NONSENSE"]),
    (
        "TensorType({IndexNumberType})",
        ["INT32", "INT64"],
        ["unqualified_helper=IndexNumberType", "helper_without_call=IndexNumberType"],
    ),
    ("TensorType({IndexNumberType(), DT_INT8})", ["INT32", "INT64", "INT8"], ["unqualified_helper=IndexNumberType"]),
    ("TensorType::INDEXNUMBERTYPE()", ["INT32", "INT64"], ["helper_case=INDEXNUMBERTYPE"]),
    ("", [], []),
]


@pytest.mark.parametrize(("text", "names", "oddities"), ODDITIES)
def test_an_oddity_keeps_its_meaning(text: str, names: list[str], oddities: list[str]):
    expr = parse_type(text)
    assert [name.removeprefix("DT_") for name in expr.dtypes] == names
    assert expr.types == TypeSet.from_names(names)
    assert [str(oddity) for oddity in expr.oddities] == oddities


def test_an_oddity_knows_its_place():
    text = "TensorType({DT_FLOAT, DT_FLOAT32, DT_INT8 DT_INT16})"
    places = {str(oddity): text[oddity.offset :][:10] for oddity in parse_type(text).oddities}
    assert places == {"unknown_dtype=DT_FLOAT32": "DT_FLOAT32", "missing_comma": "DT_INT16})"}


# Source: facts README, what the written tokens that are no enumerator mean.
WRITTEN = {
    "DT_FLOAT32": "FLOAT",
    "DT_FLOAT64": "DOUBLE",
    "DT_BFLOAT16": "BF16",
    "DT_B16": "BF16",
    "DI_UINT16": "UINT16",
    "DT_RESOURSE": "RESOURCE",
    "DT_Int32": "INT32",
    "float16": "FLOAT16",
    "float32": "FLOAT",
    "DT_FP8_E5M2": "FLOAT8_E5M2",
    "DT_FP8_E4M3FN": "FLOAT8_E4M3FN",
    "DT_FLOAT8_E4M3_FN": "FLOAT8_E4M3FN",
    "DT_FP4X2_E2M1": "FLOAT4_E2M1",
    "DT_FP4X2_E1M2": "FLOAT4_E1M2",
}


def test_every_misspelling_of_published_headers_has_its_meaning():
    assert {name: str(dtype.name) for name in WRITTEN if (dtype := meaning_of(name))} == WRITTEN
    assert not set(MEANINGS) & set(VALID)


def test_helpers_are_the_sets_of_the_types_package():
    assert {name: TypeSet.from_names(members) for name, members in HELPERS.items()} == HELPER_SETS


def test_symbols_promotions_and_lists():
    assert parse_type('"T"').symbol == parse_type(' " T " ').symbol == "T"
    assert parse_type('Promote({"T1", "T2"})').promote == ("T1", "T2")
    listed = parse_type("ListTensorType(TensorType({DT_INT8}))")
    assert (listed.is_list, listed.dtypes) == (True, ("DT_INT8",))
    assert parse_type("T").oddities[0].kind == "unquoted_symbol"


@given(
    names=st.lists(st.sampled_from(sorted(VALID)), max_size=6),
    space=st.sampled_from(["", " ", "\n    ", "\t"]),
    helper=st.sampled_from(sorted(HELPERS)),
)
def test_the_fast_path_agrees_with_the_token_by_token_reading(names: list[str], space: str, helper: str):
    for text in (
        f"{space}TensorType({{{(',' + space).join(names)}}}){space}",
        f"{space}TensorType{space}::{helper}(){space}",
        f"TensorType({{TensorType::{helper}()}})",
    ):
        assert parse_type(text) == _Parser(None).run(text)


@given(st.text(st.sampled_from(list('TDT_FLOAT{}()[],:"，. \n')), max_size=80))
def test_any_text_has_places_inside_it(text: str):
    expr = parse_type("TensorType(" + text)
    assert all(0 <= oddity.offset <= len(text) + 11 for oddity in expr.oddities)
    assert set(expr.dtypes) <= set(VALID)
    assert expr.types == TypeSet.of(*(DataType[name.removeprefix("DT_")] for name in expr.dtypes))
