"""GE-IR, binary: what the real engine wrote comes back byte for byte, and damage gives findings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import metadef
from metadef.codec.ge_ir import ge_ir_bytes, read_ge_ir
from metadef.codec.ge_ir.recognise import is_ge_ir
from metadef.driver.load import open_source
from metadef.errors import FileError
from metadef.graph.verify import verify
from small_models import save_relu

ENGINE_FILE = Path(__file__).parent.parent / "data" / "geir" / "ge_20.pb"


def test_a_file_of_the_engine_is_written_back_byte_for_byte():
    content = ENGINE_FILE.read_bytes()
    assert ge_ir_bytes(read_ge_ir(content).graph) == content


def test_a_file_of_the_engine_is_a_sound_graph():
    graph = metadef.load(ENGINE_FILE)
    assert verify(graph) == []
    assert [value.name for value in graph.inputs] == ["data_0", "data_1"]
    assert [value.name for _, value in graph.outputs] == ["layer_0/ffn/layernorm_17"]
    node = graph.node("layer_0/attn/matmul_0")
    assert [value.name if value else None for value in node.inputs] == ["data_1", "data_0", None]
    assert str(node.output.desc) == "TensorDesc([8, 128, 768], FLOAT16)"
    assert dict(graph.node("layer_0/attn/softmax_3").attrs) == {"alpha": 1.25, "axes": (-1, 3, 2), "mode": "mode_3"}


def test_an_edited_graph_keeps_what_the_file_said_beyond_it(tmp_path: Path):
    graph = metadef.load(ENGINE_FILE)
    graph.rename(graph.node("layer_0/attn/add_1"), "layer_0/attn/sum_1")
    metadef.save(graph, tmp_path / "edited.air")
    content = ENGINE_FILE.read_bytes()
    assert (tmp_path / "edited.air").read_bytes() == content.replace(b"attn/add_1", b"attn/sum_1")


def test_through_mdef_and_back_nothing_of_the_file_is_lost(tmp_path: Path):
    metadef.save(metadef.load(ENGINE_FILE), tmp_path / "a.mdef")
    metadef.save(metadef.load(tmp_path / "a.mdef"), tmp_path / "a.pb")
    assert (tmp_path / "a.pb").read_bytes() == ENGINE_FILE.read_bytes()


def test_the_content_tells_onnx_from_ge_ir(tmp_path: Path):
    onnx = save_relu(tmp_path / "relu.onnx").read_bytes()
    assert is_ge_ir(ENGINE_FILE.read_bytes()[:4096])
    assert not is_ge_ir(onnx[:4096])
    (tmp_path / "misnamed.bin").write_bytes(ENGINE_FILE.read_bytes())
    assert open_source(tmp_path / "misnamed.bin").form == "ge-ir"


def test_a_cut_off_file_is_said_to_be_truncated():
    with pytest.raises(FileError) as caught:
        read_ge_ir(ENGINE_FILE.read_bytes()[:-3])
    assert caught.value.findings[0].name == "file-truncated"


def test_damaged_files_give_findings_or_graphs_that_can_be_written():
    content = ENGINE_FILE.read_bytes()
    random = Random(4)
    read = 0
    for _ in range(300):
        damaged = bytearray(content)
        for _ in range(random.randint(1, 4)):
            damaged[random.randrange(len(damaged))] = random.choice([0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)])
        try:
            graph = read_ge_ir(bytes(damaged)).graph
        except FileError:
            continue
        read += 1
        ge_ir_bytes(graph)
    assert 20 < read < 280
