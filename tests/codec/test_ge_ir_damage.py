"""Damaged GE-IR: a finding, or a graph that is written back as the same message; nothing else, and nothing slow."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from google.protobuf.message import DecodeError

import metadef
from metadef.catalogue import registry
from metadef.codec.ge_ir import ge_ir_bytes, ge_ir_text, read_ge_ir, read_ge_ir_text
from metadef.codec.ge_ir.onnx_shaped import onnx_shaped_model
from metadef.codec.ge_ir.readable import readable_model
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.ops.builtin import opaque
from metadef.types.attrs import Attrs, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, Mapped, TensorValue
from metadef.wire.pool import message_class

DATA = Path(__file__).parent.parent / "data" / "geir"
BAD = (0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x12, 0x5A, 0x62)


@cache
def rich() -> bytes:
    """A file with weights above and below the size that stays mapped, branches, control edges, all attributes."""
    graph = Graph("root", registry())
    x = graph.add_input("x", TensorDesc((2, None), DataType.FLOAT))
    cond = graph.add_input("c", TensorDesc((), DataType.BOOL))
    large = graph.constant(np.arange(600, dtype=np.float32).reshape(2, 300), "large")
    small = graph.constant(np.array([1, 2], np.int64), "small")
    attrs: dict[str, Any] = {
        "i": -1,
        "f": 1.5,
        "s": "é",
        "b": True,
        "bytes": b"\x00\xff",
        "t": DataType.BF16,
        "li": (1, -2),
        "lf": (0.5,),
        "ls": ("a", ""),
        "lb": (True, False),
        "lt": (DataType.INT8,),
        "lli": ((1,), ()),
        "llf": ((1.0,),),
        "named": NamedAttrs(
            "n", Attrs(inner=NamedAttrs("m", Attrs(v=TensorValue.from_array(np.zeros(400, np.int32)))))
        ),
        "tensors": (TensorValue.from_array(np.ones(500, np.float32)), TensorValue.from_array(np.zeros(2, np.int8))),
    }
    mine = graph.add(opaque("Mine"), [[x, None, small]], attrs, name="mine", outputs=[x.desc, x.desc])
    both = graph.add("Add", [x, large], name="both", outputs=[large.desc], control=[mine])
    choice = graph.add("If", [cond, [x]], name="choice", outputs=[x.desc])
    for slot in ("then_branch", "else_branch"):
        inner = graph.subgraph(choice, slot, slot)
        value = inner.add_input("arg", x.desc)
        weight = inner.constant(np.arange(300, dtype=np.float64), "w")
        out = inner.add("Mul", [value, weight], name="m", outputs=[x.desc])
        inner.set_outputs([("y", out.output)])
    graph.set_outputs([("a", both.output), ("b", choice.output)])
    return ge_ir_bytes(graph)


def seeds() -> list[bytes]:
    return [(DATA / "ge_20.pb").read_bytes(), rich()]


def damaged(content: bytes, random: Random) -> bytes:
    data = bytearray(content)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(data))
        match random.randrange(5):
            case 0:
                data[at] = random.choice(BAD)
            case 1:
                data[at] ^= 1 << random.randrange(8)
            case 2:
                del data[at : at + random.randint(1, 40)]
            case 3:
                other = random.randrange(len(data))
                data[at:at] = data[other : other + random.randint(1, 60)]
            case _:
                data = data[: at + 1]
    return bytes(data)


def as_message(content: bytes) -> Any:
    """What protobuf makes of it, None if nothing."""
    message = message_class("ge.proto.ModelDef")()
    try:
        message.ParseFromString(content)
    except DecodeError:
        return None
    return message


@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_read_from_a_damaged_file_is_written_back_as_the_same_message(seed: int):
    content = seeds()[seed]
    random = Random(seed)
    accepted = 0
    for number in range(250):
        broken = damaged(content, random)
        started = time.process_time()
        try:
            graph = read_ge_ir(broken, registry()).graph
        except FileError as error:
            assert error.findings[0].code.startswith("FIL")
            continue
        finally:
            assert time.process_time() - started < 1
        accepted += 1
        message = as_message(broken)
        again = as_message(ge_ir_bytes(graph))
        if message is not None:
            assert again.SerializeToString(deterministic=True) == message.SerializeToString(deterministic=True), number
    assert 10 < accepted < 240


def test_the_rich_file_is_written_back_byte_for_byte():
    loaded = read_ge_ir(rich(), registry())
    assert [str(item) for item in loaded.findings if item.is_error] == []
    assert ge_ir_bytes(loaded.graph) == rich()
    value = loaded.graph.node("large").attrs["value"]
    assert isinstance(value, TensorValue)
    assert value.array().tolist() == np.arange(600, dtype=np.float32).reshape(2, 300).tolist()


def test_weights_stay_in_the_mapped_file(tmp_path: Path):
    place = tmp_path / "rich.air"
    place.write_bytes(rich())
    graph = metadef.load(place)
    large, small = graph.node("large").attrs["value"], graph.node("small").attrs["value"]
    assert isinstance(large, TensorValue)
    assert isinstance(small, TensorValue)
    assert isinstance(small.payload, Inline)
    assert isinstance(large.payload, Mapped)
    assert rich()[large.payload.offset :][: large.nbytes] == np.arange(600, dtype=np.float32).tobytes()


def with_external_weight(folder: Path, location: str = "air_weight/m/Const_g_w_file") -> Path:
    """A file whose one constant lies beside it, as GE writes models above 2 GB."""
    model = message_class("ge.proto.ModelDef")()
    op = model.graph.add(name="g", output=["w:0"]).op.add(name="w", type="Const", has_out_attr=True)
    desc = op.attr["value"].t.desc
    desc.dtype = 1
    desc.shape.dim.extend([2, 3])
    op.output_desc.add().CopyFrom(desc)
    op.attr["location"].s = location.encode()
    op.attr["length"].i = 24
    op.attr["mine"].s = b"kept"
    place = folder / "model.air"
    place.write_bytes(model.SerializeToString())
    return place


def test_weights_beside_the_file_are_read_and_written_into_it(tmp_path: Path):
    place = with_external_weight(tmp_path)
    weight = tmp_path / "air_weight" / "m" / "Const_g_w_file"
    weight.parent.mkdir(parents=True)
    weight.write_bytes(np.arange(6, dtype=np.float32).tobytes())
    graph = metadef.load(place)
    (tmp_path / "elsewhere").mkdir()
    metadef.save(graph, tmp_path / "elsewhere" / "whole.air")
    op = as_message((tmp_path / "elsewhere" / "whole.air").read_bytes()).graph[0].op[0]
    assert op.attr["value"].t.data == np.arange(6, dtype=np.float32).tobytes()
    assert sorted(op.attr) == ["mine", "value"]


@pytest.mark.parametrize(
    ("location", "name"), [("gone", "external-data-missing"), ("../../etc/passwd", "external-data-escapes")]
)
def test_weights_that_are_not_beside_the_file_are_a_finding(location: str, name: str, tmp_path: Path):
    with pytest.raises(metadef.MetadefError) as caught:
        metadef.load(with_external_weight(tmp_path, location))
    assert [item.name for item in caught.value.findings if item.is_error] == [name]


@pytest.mark.parametrize("form", ["text", "onnx", "readable"])
def test_damaged_text_gives_a_finding_or_a_graph(form: str):
    text = {
        "text": ge_ir_text(read_ge_ir(rich(), registry()).graph),
        "onnx": "",
        "readable": READABLE,
    }[form]
    random = Random(7)
    read = 0
    for _ in range(120):
        if form == "onnx":
            try:
                onnx_shaped_model(damaged(onnx_dump(), random), "dump")
            except FileError:
                continue
            read += 1
            continue
        broken = damaged(text.encode(), random).decode("utf-8", "replace")
        try:
            if form == "text":
                read_ge_ir_text(broken, registry())
            else:
                read_ge_ir(readable_model(broken, "dump").SerializeToString(), registry())
        except FileError:
            continue
        read += 1
    assert read > 5


READABLE = """graph("main"):
  %x : [#users=2] = Node[type=Data] (attrs = {index: 0})
  %parts : [#users=2] = Node[type=Mine] (inputs = (x=%x), attrs = {axes: {0, 1}, ratio: 0.5, label: "a, {b}"})
  %ret : [#users=1] = get_element[node=%parts](1)
  return (output_0=%ret, output_1=%x)
"""


def onnx_dump() -> bytes:
    dump = message_class("ge.onnx.ModelProto")(ir_version=6)
    node = dump.graph.node.add(name="mm", op_type="ge:MatMul", input=["x:0", "y:0"], output=["mm:0"])
    node.attribute.add(name="output_desc_dtype:0", type=3, s=b"DT_FLOAT")
    node.attribute.add(name="output_desc_shape:0", type=7, ints=[2, -1])
    node.attribute.add(name="input_desc_0", type=3, s=b'{"dtype": "DT_FLOAT"}')
    node.attribute.add(name="input_desc_nums", type=2, i=2)
    return dump.SerializeToString()
