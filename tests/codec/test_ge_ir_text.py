"""GE-IR as text: the engine's own dump byte for byte, the grammar of protobuf's text form, and places in findings."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from google.protobuf import text_format
from hypothesis import given, settings
from hypothesis import strategies as st

import metadef
from graph_strategies import graphs
from metadef.codec.ge_ir import ge_ir_text, read_ge_ir_text
from metadef.codec.ge_ir.schema import text_schema
from metadef.codec.ge_ir.text_read import text_to_binary
from metadef.codec.ge_ir.text_write import binary_to_text
from metadef.codec.ge_ir.write import ge_ir_bytes
from metadef.driver.load import open_source
from metadef.errors import FileError, MetadefError
from metadef.graph.graph import Graph
from metadef.wire.pool import message_class

DATA = Path(__file__).parent.parent / "data" / "geir"
SCHEMA = text_schema("ge_ir", "ModelDef")


def test_the_text_of_the_engine_is_read_and_written_byte_for_byte(tmp_path: Path):
    text = (DATA / "ge_20.txt").read_text()
    assert text_to_binary(text, SCHEMA, "ge_20.txt") == (DATA / "ge_20.pb").read_bytes()
    assert binary_to_text((DATA / "ge_20.pb").read_bytes(), SCHEMA) == text
    metadef.save(metadef.load(DATA / "ge_20.txt"), tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text() == text
    assert open_source(DATA / "ge_20.txt").form == "ge-ir-text"


def message_of_text(text: str) -> object:
    """The slow twin: protobuf's own reader of the text form."""
    return text_format.Parse(text, message_class("ge.proto.ModelDef")())


ODD_TEXTS = (
    "",
    "version: 3, name: 'single' ; custom_version: \"do\" 'uble'",
    '# a comment\nname: "x" # another\nversion: 0x10 graph <name: "g" input: [\'a\', "b"]>',
    'name: "\\303\\251\\x41\\n\\"\\u00e9\\U0001F600"',
    "graph { op { id: -1 src_index: [1, 2] src_index: 3 is_input_const: [true, false, t, 0] } }",
    'attr { key: "f" value { f: 1.5f } } attr { key: "a" value { f: -inf } } attr { key: "n" value { f: nan } }',
    'attr { key: "dup" value { i: 1 } } attr { key: "dup" value { i: 2 } }',
    'attr { value { b: false } } attr { key: "k" }',
    "graph { op { input_desc { dtype: DT_FLOAT shape { dim: 1 } } output_desc { dtype: 41 } } } graph: { name: 'c' }",
    'attr { key: "e" value { list { } } } attr { key: "v" value { list { val_type: VT_LIST_INT } } }',
    "version: 017",
)


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_every_spelling_means_what_protobuf_takes_it_for(text: str):
    message = message_class("ge.proto.ModelDef")()
    message.ParseFromString(text_to_binary(text, SCHEMA, "x"))
    assert str(message) == str(message_of_text(text))


ESCAPES = (
    r"\\",
    r"\x",
    r"\x4",
    r"\x41",
    r"\7",
    r"\101",
    r"\377",
    r"\n",
    r"\'",
    r"\"",
    r"\a",
    r"\v",
    "7",
    "x",
    "n",
    "\u00e9",
)


@given(st.lists(st.sampled_from(ESCAPES), max_size=8).map("".join))
def test_escapes_mean_what_protobuf_takes_them_for(content: str):
    text = f'attr {{ key: "k" value {{ bt: "{content}" }} }}'
    try:
        expected = message_of_text(text)
    except text_format.ParseError:  # an escape that stands for nothing, which is read as its letter
        return
    message = message_class("ge.proto.ModelDef")()
    message.ParseFromString(text_to_binary(text, SCHEMA, "x"))
    assert str(message) == str(expected)


def test_the_bytes_of_a_constant_take_no_more_room_than_four_times_the_text():
    text = 'attr { key: "k" value { t { data: "' + "\\000\\201a" * 200_000 + '" } } }'
    tracemalloc.start()
    content = text_to_binary(text, SCHEMA, "x")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert content.endswith(b"\0\x81a")
    assert most < 4 * len(text)


WRONG = (
    ("nonsense: 1", "has no field `nonsense`"),
    ("graph { op { nmae: 'x' } }", "try name"),
    ("graph {", "ends inside a message"),
    ("graph { ]", "stands here"),
    ("}", "closes nothing"),
    ("version: -1", "out of range"),
    ("version: 'x'", "is no text"),
    ("name: 5", "is no value for `name`"),
    ("name", "stands here"),
    ('name: "\\377"', "not UTF-8"),
    ('name: "open', "has no end"),
    ("graph: 5", "needs a message in braces"),
    ("attr { key: 'a' value { b: maybe } }", "is no value for `b`"),
    ("graph { op { input_desc { dtype: DT_FLAOT } } }", "try DT_FLOAT"),
    ("graph { " + "attr { key: 'g' value { g { " * 40, "nested deeper than 100"),
)


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_no_text_form_is_refused_with_its_line(text: str, said: str):
    with pytest.raises(FileError) as caught:
        text_to_binary("\n\n" + text, SCHEMA, "dump.txt")
    shown = str(caught.value)
    assert said in shown
    assert "line 3" in shown


def test_fields_of_a_newer_schema_are_kept_by_number():
    text = '77: 5\n78: "\\001x"\n79: 0x0000000a\n80: 0x000000000000000b\n'
    content = text_to_binary(text, SCHEMA, "x")
    assert content.hex() == "e804" + "05" + "f20402" + "0178" + "fd04" + "0a000000" + "8105" + "0b00000000000000"
    assert binary_to_text(content, SCHEMA) == text


def test_a_long_line_of_many_blocks_takes_no_quadratic_time():
    text = "graph { op { " + 'attr { key: "a" value { i: 1 } } ' * 20_000 + "} }"
    assert len(text_to_binary(text, SCHEMA, "x")) == 13


@given(graphs(4))
@settings(max_examples=40)
def test_text_and_binary_say_the_same(graph: Graph):
    try:
        content = ge_ir_bytes(graph)
    except MetadefError:
        return
    text = ge_ir_text(graph)
    assert text_to_binary(text, SCHEMA, "x") == content
    assert ge_ir_text(read_ge_ir_text(text, graph.registry).graph) == text
    message = message_class("ge.proto.ModelDef")()
    message.ParseFromString(content)
    assert str(message_of_text(text)) == str(message)
