"""Hostile definition files give findings, never an exception, and work in proportion to their size."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.definitions.read import FORMS, read_text
from metadef.definitions.reg_op import MAX_FINDINGS, read_reg_op
from metadef.definitions.type_expr import MAX_TOKENS, parse_type

HEADERS = Path(__file__).parent.parent / "headers"
MB = 1_000_000
GOOD = "REG_OP(Good).INPUT(x, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(Good)\n"

TEXTS: dict[str, str | bytes] = {
    "round brackets": "(" * MB,
    "round brackets in a declaration": "REG_OP(A).INPUT(x, " + "(" * MB,
    "closing brackets": "REG_OP(A)" + ")" * MB,
    "unterminated comment": "REG_OP(A) /*" + "a" * MB,
    "unterminated comments": "/*\nREG_OP(" * 100_000,
    "NUL bytes": b"REG_OP(A)\0.INPUT(x,\0 TensorType({DT_FLOAT}))\0" * 20_000,
    "only NUL bytes": b"\0" * MB,
    "a list of 100,000 types": "REG_OP(A).INPUT(x, TensorType({" + "DT_FLOAT, " * 100_000 + "}))",
    "a list of 100,000 wrong types": "REG_OP(A).INPUT(x, TensorType({"
    + ", ".join(f"DT_X{index}" for index in range(100_000))
    + "}))",
    "a default of 100,000 numbers": "REG_OP(A).ATTR(x, ListInt, {" + "1, " * 100_000 + "})",
    "lone surrogates": "REG_OP(A\ud800).INPUT(x\udfff, TensorType({DT_FLOAT}))",
    "nested braces": "REG_OP(A).ATTR(x, ListInt, " + "{" * 100_000 + "}" * 100_000 + ")",
    "nested brackets in a type": "REG_OP(A).INPUT(x, TensorType(" + "(" * 100_000 + ")" * 100_000 + "))",
    "declarations without end": "REG_OP(A)" * 100_000,
    "declarations without name": "REG_OP(" * 140_000,
    "inputs without end": "REG_OP(A)" + ".INPUT(" * 140_000,
    "white space between calls": "REG_OP(A)" + " " * MB + ".INPUT(x," + " " * MB,
    "quotes": 'REG_OP(A "' + '"' * MB,
    "raw strings": 'REG_OP(A R"(' + 'R"(' * 300_000,
    "macros of themselves": "#define A A A\n" * 50_000 + "REG_OP(X).INPUT(x, TensorType({A A A}))",
    "macros that double": "".join(f"#define A{index} A{index + 1}, A{index + 1}\n" for index in range(30))
    + "REG_OP(X).ATTR(x, ListInt, {A0}).INPUT(x, TensorType({A0}))",
    "conditionals": "#if 0\n" * 100_000 + GOOD,
    "a product of many digits": "REG_OP(X).ATTR(a, Int, " + "*".join(["9" * 60] * 20_000) + ")",
    "a number of a million digits": "REG_OP(X).ATTR(a, Int, " + "9" * MB + ")",
    "signs": "REG_OP(X).ATTR(a, Int, " + "-" * MB + "1)",
    "wrong symbols": "REG_OP(X)" + "".join(f'.INPUT(a, "T{index}")' for index in range(50_000)),
    "wrong calls": "REG_OP(X)" + "".join(f".FOO{index}(1)" for index in range(100_000)),
    "names of a megabyte": "REG_OP(" + "A" * MB + ")",
    "JSON of brackets": "[" * MB,
    "JSON of objects": '{"a":' * 200_000,
    "JSON of numbers": '[{"op": ' + "9" * 10_000 + "}]",
    "ini of brackets": "[A]\n" * 200_000,
    "ini of repetitions": "[A]\n" + "input0.name=x\n" * 70_000,
    "a class without end": "class X : public OpDef { X() : OpDef(n) {" + 'this->Input("x")' * 60_000,
    "functions without end": "class X : public OpDef {" + "OpAICoreConfig f() {" * 50_000,
    "registrations": "IMPL_OP(A).InferShape(" * 40_000,
    "articles' chains": "IMPLEMENT_OPERATOR(A).Input(" * 30_000,
}


PIECES = (*"REG_OP(A).INPUT{}[]\"'/*\\\n #,:=x1-", "DT_FLOAT", "TensorType", "/*", "*/", "//", "<<", "::", "#if 0\n")


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_gives_findings(name: str):
    reading = read_text(TEXTS[name], "hostile.h")
    assert len(reading.declarations) <= 40_000
    if name != "conditionals":
        assert reading.findings
    assert len(reading.findings) <= 2 * MAX_FINDINGS + 10


def test_what_follows_a_hostile_declaration_is_read():
    for name in ("round brackets in a declaration", "nested braces", "signs", "a product of many digits"):
        text = TEXTS[name]
        assert isinstance(text, str)
        assert [proto.name for proto in read_reg_op(text + "\n" + GOOD).protos][-1] == "Good", name


def test_a_long_type_list_is_cut_and_said_so():
    expr = parse_type("TensorType({" + "DT_FLOAT, DT_INT8, " * MAX_TOKENS + "})")
    assert set(expr.dtypes) == {"DT_FLOAT", "DT_INT8"}
    assert "oversized" in {oddity.kind for oddity in expr.oddities}


def samples() -> list[bytes]:
    return [path.read_bytes() for path in sorted(HEADERS.glob("*.h"))]


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_mutated_headers_never_raise(seed: int):
    generator = random.Random(seed)
    data = bytearray(generator.choice(samples()))
    for _ in range(generator.randint(1, 12)):
        at = generator.randrange(len(data))
        match generator.randrange(4):
            case 0:
                del data[at : at + generator.randint(1, 30)]
            case 1:
                data[at] = generator.randrange(256)
            case 2:
                data[at:at] = generator.choice([b"(", b")", b"{", b'"', b"/*", b"*/", b"\\", b",", b"REG_OP(", b"#"])
            case _:
                data[at:at] = data[at : at + generator.randint(1, 60)]
        if not data:
            break
    reading = read_text(bytes(data), "mutated.h")
    for item in reading.findings:
        assert item.where is None or item.where.line >= 0
    for declaration in reading.declarations:
        assert declaration.proto.name.isidentifier()


@settings(max_examples=100, deadline=None)
@given(text=st.lists(st.sampled_from(PIECES), max_size=120).map("".join))
def test_any_text_reads_without_an_exception(text: str):
    for prefix in (
        "",
        "REG_OP(A)",
        "REG_OP(A).INPUT(x, ",
        "REG_OP(A).ATTR(x, ListInt, ",
        "[A]\n",
        "class A : public OpDef {",
    ):
        read_text(prefix + text)


def test_every_json_form_survives_values_of_wrong_kinds():
    wrong = ["7", '"x"', "null", "[]", "{}", "[null]", "[{}]", "true", "1e999", "[[[[]]]]"]
    keys = {
        "msopgen": '[{"op": "A", "input_desc": V, "output_desc": [], "attr": V}]',
        "msopgen port": '[{"op": "A", "input_desc": [{"name": V, "type": V, "format": V, "param_type": V}]}]',
        "msopgen attr": '[{"op": "A", "input_desc": [], "attr": [{"name": "a", "type": V, "default_value": V}]}]',
        "single-op": '[{"op": "A", "input_desc": [{"shape": V, "type": V, "format": V, "shape_range": V}]}]',
        "single-op attr": '[{"op": "A", "output_desc": [{"shape": []}], "attr": [{"type": "int", "value": V}]}]',
        "op-info": '{"A": {"input0": V, "attr": V, "attr_x": V, "opFile": {}}}',
        "history": '{"operators": [{"op_type": "A", "inputs": V, "attrs": V, "datatypes": V, "subgraphs": V}]}',
        "history port": '{"operators": [{"op_type": "A", "inputs": [{"name": "x", "dtype": V, "type": V}]}]}',
        "json": '{"ops": [{"op": "A", "inputs": V, "attrs": V, "datatypes": V, "flags": V, "line": V}]}',
        "json attr": '{"ops": [{"op": "A", "attrs": [{"name": "a", "type": "ListInt", "default": V}]}]}',
        "json port": '{"ops": [{"op": "A", "inputs": [{"name": V, "dtypes": V, "kind": V, "symbol": V}]}]}',
    }
    assert {key.split()[0] for key in keys} <= set(FORMS)
    for template in keys.values():
        for value in wrong:
            read_text(template.replace("V", value), "wrong.json")
