"""Reading by content, writing by extension, and what both refuse."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import metadef
from metadef.driver.load import open_source
from metadef.errors import FileError, UsageError
from small_models import save_relu

NO_PATHS = (None, 5, b"x", [], object(), "")


@pytest.mark.parametrize("extension", ["mdef", "mdt", "json"])
def test_what_is_saved_is_loaded_again_whatever_its_name(extension: str, tmp_path: Path):
    graph = metadef.load(save_relu(tmp_path / "relu.onnx"))
    place = tmp_path / f"relu.{extension}"
    metadef.save(graph, place)
    renamed = place.rename(tmp_path / "renamed.bin")
    assert str(metadef.load(renamed)) == str(graph)


@pytest.mark.parametrize("value", NO_PATHS)
def test_what_is_no_path_is_a_usage_error_in_every_function(value: Any, tmp_path: Path):
    graph = metadef.load(save_relu(tmp_path / "relu.onnx"))
    for function in (metadef.load, metadef.check, metadef.compile):
        with pytest.raises(UsageError, match="needs a path"):
            function(value)
    with pytest.raises(UsageError, match="needs a path"):
        metadef.save(graph, value)
    with pytest.raises(UsageError, match="needs a graph"):
        metadef.save(value, tmp_path / "x.mdef")


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path):
    pipe = tmp_path / "pipe.onnx"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="a device or a pipe"):
        metadef.load(pipe)


def test_only_a_missing_file_gets_its_neighbours_as_a_hint(tmp_path: Path):
    save_relu(tmp_path / "relu.onnx")
    with pytest.raises(FileError, match=r"try relu\.onnx"):
        metadef.load(tmp_path / "relo.onnx")
    with pytest.raises(FileError) as caught:
        metadef.load(tmp_path / "relu.onnx" / "inner")
    assert caught.value.findings[0].hint == ""


def test_broken_text_is_unreadable_but_a_dangling_value_is_a_wrong_graph(tmp_path: Path):
    (tmp_path / "broken.mdt").write_text('graph "a" {')
    with pytest.raises(FileError):
        metadef.load(tmp_path / "broken.mdt")
    (tmp_path / "dangling.mdt").write_text('graph "a" {\n  %y = Relu(%x) : FLOAT[2]\n}\n')
    with pytest.raises(metadef.MetadefError) as caught:
        metadef.load(tmp_path / "dangling.mdt")
    assert not isinstance(caught.value, FileError)


def test_a_dash_reads_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    content = save_relu(tmp_path / "relu.onnx").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert [node.op for node in open_source("-").graph.nodes] == ["Data", "Relu", "Neg"]


def test_findings_on_standard_input_call_it_a_dash(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\x00\x01")))
    with pytest.raises(FileError) as caught:
        metadef.load("-")
    assert caught.value.findings[0].subject == "-"


def test_without_standard_input_a_dash_is_a_file_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError, match="no standard input"):
        metadef.load("-")
