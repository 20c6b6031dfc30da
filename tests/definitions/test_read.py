"""Recognising forms by content, files that cannot be read, places of declarations, small laws of the text layers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.definitions.cpp_text import scan_cpp
from metadef.definitions.declaration import Declaration
from metadef.definitions.doc_comment import parse_doc
from metadef.definitions.emit import emit
from metadef.definitions.json_form import declaration_of, declaration_to_json
from metadef.definitions.op_info import soc_of_path
from metadef.definitions.read import FORMS, read_definitions, read_files, read_text, recognise
from metadef.definitions.reg_op import read_reg_op
from metadef.definitions.single_op import call_of, emit_single_op, read_calls
from metadef.definitions.source_text import SourceText
from metadef.ops.proto import OpProto, op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from proto_strategies import protos

RELU = (
    op("Relu")
    .doc("Keeps what is positive.")
    .input("x", DataType.FLOAT | DataType.INT8, doc="any tensor")
    .output("y", DataType.FLOAT)
)
GOOD = "REG_OP(Relu).INPUT(x, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(Relu)\n"


def test_the_name_of_a_file_says_nothing_about_its_form(tmp_path: Path):
    for form in ("reg-op", "json", "msopgen", "op-info", "op-info-ini", "single-op", "history"):
        path = tmp_path / "some.txt"
        path.write_text(emit(form, [declaration_of(RELU)]), encoding="utf-8")
        count, found, findings = read_definitions([path])
        assert (count, [proto.name for proto in found], findings) == (1, ["Relu"], [])


def test_cpp_may_hold_several_forms_at_once():
    text = GOOD + "IMPL_OP(Relu).InferShape(F);\nclass A : public OpDef { A() : OpDef(n) {} };\nOP_ADD(A);"
    assert recognise(text) == ("reg-op", "op-def", "impl-op")
    reading = read_text(text)
    assert ([proto.name for proto in reading.protos], reading.impls[0].op) == (["Relu", "A"], "Relu")


def test_lines_of_json_are_one_document():
    lines = [json.dumps(declaration_to_json(declaration_of(op(name).output("y", DataType.FLOAT)))) for name in "AB"]
    assert [proto.name for proto in read_text("\n".join(lines)).protos] == ["A", "B"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path):
    (tmp_path / "a.h").write_text(GOOD)
    (tmp_path / "notes.txt").write_text("nothing here")
    (tmp_path / "empty.h").write_text("")
    reading = read_files([tmp_path / "missing.h", tmp_path / "notes.txt", tmp_path])
    assert [proto.name for proto in reading.protos] == ["Relu"]
    assert [item.name for item in reading.findings] == ["file-missing", "definition-unrecognised"]


def test_the_unrecognised_finding_lists_every_form():
    (item,) = read_text("hello").findings
    assert all(words in item.expected for words in FORMS.values())


def test_the_chip_of_an_op_info_file_is_in_its_name(tmp_path: Path):
    assert soc_of_path("x/aic-Ascend910_93-ops-info.json") == "ascend910_93"
    path = tmp_path / "aic-ascend310p-ops-info.json"
    path.write_text(emit("op-info", [declaration_of(RELU)]))
    columns = read_files([path]).declarations[0].columns
    assert columns is not None
    assert [soc.soc for soc in columns.socs] == ["ascend310p"]
    assert columns.soc("ASCEND310P") is columns.socs[0]
    assert columns.soc("ascend910b") is None


def test_a_call_keeps_everything_that_single_op_json_says():
    text = """[{"op": "A", "name": "a_om", "input_desc": [{"format": "NC1HWC0", "origin_format": "NCHW",
      "shape": [1, -1, 4, 4, 16], "origin_shape": [1, 16, 4, 4], "type": "float16", "name": "x",
      "shape_range": [[1, -1]],
      "is_const": true, "const_value": [1, 2]}], "output_desc": [], "attr": [{"name": "n", "type": "list_list_int",
      "value": [[1], []]}]}]"""
    calls, findings = read_calls(json.loads(text))
    assert findings == []
    again, _ = read_calls(json.loads(emit_single_op(calls)))
    assert [(call.inputs, call.outputs, dict(call.attrs), call.name) for call in again] == [
        (call.inputs, call.outputs, dict(call.attrs), call.name) for call in calls
    ]
    assert calls[0].inputs[0].shape_range == ((1, -1),)
    assert dict(calls[0].attrs) == {"n": (AttrKind.ListListInt, ((1,), ()))}


def test_an_example_call_fills_required_attributes_and_dynamic_ports():
    proto = op("A").dynamic_input("x", DataType.FLOAT).output("y", DataType.FLOAT).required_attr("n", AttrKind.Int)
    call = call_of(proto, (2, 3), dynamic_members=2)
    assert [(tensor.name, tensor.dynamic_input, tensor.shape) for tensor in call.inputs] == [
        ("x0", "x", (2, 3)),
        ("x1", "x", (2, 3)),
    ]
    assert call.attrs["n"] == (AttrKind.Int, 0)


# --- places ----------------------------------------------------------------------------------------------------------


@given(lines=st.lists(st.integers(0, 5), max_size=8), indent=st.integers(0, 9))
def test_a_declaration_knows_its_line_and_column(lines: list[int], indent: int):
    text = "".join("\n" * count + " " * indent + GOOD for count in lines)
    expected, line = [], 1
    for count in lines:
        line += count
        expected.append((line, indent + 1))
        line += 1
    spans = [(item.span.line, item.span.column) for item in read_reg_op(text, "f.h").declarations]
    assert spans == expected


@given(st.text(st.sampled_from("ab\n"), max_size=60), st.integers(0, 60))
def test_lines_and_columns_agree_with_counting(text: str, offset: int):
    offset = min(offset, len(text))
    before = text[:offset]
    span = SourceText(text, "f").span(offset)
    assert (span.line, span.column) == (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


# --- the views of C++ text -------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([*"ab(),'\"/*\\\n# ", "//", "/*", "*/", '"x"', "#if 0\n", "#endif\n"]), max_size=60))
def test_every_view_has_the_length_of_the_text(pieces: list[str]):
    text = "".join(pieces)
    source = scan_cpp(text)
    assert len(source.code) == len(source.clean) == len(text)
    for start, end in source.comments:
        assert not source.code[start:end].strip()


def test_what_is_set_apart():
    source = scan_cpp('a("x,)"); // c\n#define N 1 \\\n  + 2\n/* d */ b \'"\' R"q(")")q"\n#if 0\ndead\n#endif\nlive')
    assert source.code.split() == ['a("___");', "b", "'_'", 'R"_______"', "live"]
    assert source.macro("N", 999) == "1 + 2"
    assert source.macro("N", 0) is None


# --- docs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "heading",
    [
        "@par Inputs:",
        "@par Inputs",
        "@par inputs",
        "@par Input:",
        "@par Inputs: ",
        "@par INPUTS:",
        "\\par Inputs:",
        "@par Inputs：",
    ],
)
def test_headings_come_in_many_spellings(heading: str):
    assert dict(parse_doc(f"/**\n*{heading}\n*@li x: text.\n*/").inputs) == {"x": "text."}


@pytest.mark.parametrize(
    "item",
    [
        "*@li x: text.",
        "* @li x:text.",
        "*x: text.",
        "* x : text.",
        "@li x: text.",
        "*@li x - text.",
        "*@li x：text.",
        "*@lix: text.",
    ],
)
def test_items_come_in_many_spellings(item: str):
    assert dict(parse_doc(f"/**\n*@par Outputs:\n{item}\n*/", {"x"}).outputs) == {"x": "text."}


@settings(max_examples=60)
@given(st.text(max_size=120))
def test_any_comment_is_read(text: str):
    for comment in (f"/**{text}*/", f"/*@par Inputs:\n{text}*/", f"// {text}", text):
        doc = parse_doc(comment, {"x"})
        assert "\n" not in doc.brief


# --- memory of the reader --------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(protos=st.lists(protos(), min_size=1, max_size=3, unique_by=lambda proto: proto.name), seed=st.integers(0, 99))
def test_what_was_read_before_does_not_matter(protos: list[OpProto], seed: int):
    """The reader remembers type lists and defaults between files; that must not show."""
    texts = [emit("reg-op", [declaration_of(proto)]) for proto in protos]
    texts.append("#define DT_FLOAT DT_INT8\nconst int kA = 3;\nREG_OP(Z).ATTR(a, Int, kA).OP_END_FACTORY_REG(Z)")
    first = [read_reg_op(text).declarations for text in texts]
    order = list(range(len(texts)))
    random.Random(seed).shuffle(order)
    second: dict[int, list[Declaration]] = {index: read_reg_op(texts[index]).declarations for index in order}
    assert [second[index] for index in range(len(texts))] == first


def test_ports_and_attributes_know_where_they_are_written():
    text = '\nREG_OP(A)\n    .INPUT( x, TensorType({DT_FLOAT}))\n    .OUTPUT(y,\n            "T")\n'
    text += "    .ATTR(axis, Int, -1)\n    .REQUIRED_ATTR(n, Int)\n"
    text += "    .DATATYPE(T, TensorType({DT_FLOAT}))\n    .OP_END_FACTORY_REG(A)\n"
    (declaration,) = read_reg_op(text, "f.h").declarations
    written = (*declaration.inputs, *declaration.outputs, *declaration.attrs, *declaration.symbols)
    places = {item.name: str(declaration.span_of(item)) for item in written}
    assert places == {"x": "f.h:3:13", "y": "f.h:4:13", "axis": "f.h:6:11", "n": "f.h:7:20", "T": "f.h:8:15"}
    assert text[declaration.inputs[0].start : declaration.inputs[0].stop].strip() == "TensorType({DT_FLOAT})"
    assert text[declaration.attrs[0].start : declaration.attrs[0].stop].strip() == "-1"


def test_the_odd_one_out_among_lists_is_blamed_at_its_place_and_once_for_all_chips():
    text = """class A : public OpDef { public: A(const char* name) : OpDef(name) {
  this->Input("x").DataType({ge::DT_FLOAT, ge::DT_INT8}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
  this->Input("z").DataType({ge::DT_FLOAT, ge::DT_INT8, ge::DT_INT4}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
  this->AICore().AddConfig("ascend910b");
  this->AICore().AddConfig("ascend310p");
} };
OP_ADD(A);
"""
    found = [item for item in read_text(text, "a.cpp").findings if item.name == "columns-unequal"]
    assert [(item.where.line, item.where.column) for item in found if item.where] == [(3, 15)]
    assert found[0].message == "z has 3 dtypes where other ports have 2 on ascend910b, ascend310p"
    row = {"param_type": "required", "format": ["ND", "ND"], "type": ["float", "int8"]}
    odd = {"name": "z", "param_type": "required", "format": ["ND", "ND"], "type": ["float", "int8", "int4"]}
    data = [{"op": "A", "input_desc": [{"name": "x", **row}, odd], "output_desc": [{"name": "y", **row}]}]
    messages = [item.message for item in read_text(json.dumps(data)).findings]
    assert messages == ["z has 3 dtypes where other lists have 2"]
