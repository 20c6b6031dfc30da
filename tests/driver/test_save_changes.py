"""Saving on top of an earlier state, in the background, and making such files small again: the public doors."""

from __future__ import annotations

from pathlib import Path

import pytest

import metadef
from metadef.compat.negotiate import Party
from metadef.errors import FileError, UsageError
from metadef.graph.compare import same_graph
from metadef.graph.graph import Graph

ENCODER = Path(__file__).parents[2] / "examples" / "encoder12.onnx"


def edited(tmp_path: Path) -> tuple[Graph, Path]:
    """A graph with an edit since it was saved, and the file."""
    graph = metadef.load(ENCODER)
    place = tmp_path / "a.mdef"
    metadef.save(graph, place)
    graph.rename(next(node for node in graph.nodes if node.op == "Add"), "renamed")
    return graph, place


def test_a_save_on_top_of_the_state_before_writes_what_changed(tmp_path: Path):
    graph, place = edited(tmp_path)
    before = place.read_bytes()
    metadef.save(graph, place, base=place)
    assert place.read_bytes()[192:].startswith(before[192:])  # behind what was there; the header points to it
    assert place.stat().st_size - len(before) < len(before) / 100
    assert same_graph(metadef.load(place), graph)
    metadef.compact(place)
    metadef.save(graph, tmp_path / "whole.mdef")
    assert place.read_bytes() == (tmp_path / "whole.mdef").read_bytes()


def test_a_save_on_top_of_another_file_leaves_that_one_as_it_is(tmp_path: Path):
    graph, place = edited(tmp_path)
    before, other = place.read_bytes(), tmp_path / "b.mdef"
    metadef.save(graph, other, base=place)
    assert place.read_bytes() == before
    assert same_graph(metadef.load(other), graph)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mdef", "b.mdef"]


def test_a_base_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path):
    graph, place = edited(tmp_path)
    (tmp_path / "no.mdef").write_bytes(b"no")
    for target, base, kind in (
        ("b.mdef", tmp_path / "missing.mdef", FileError),
        ("b.mdef", tmp_path / "no.mdef", FileError),
        ("b.json", place, UsageError),
    ):
        with pytest.raises(kind):
            metadef.save(graph, tmp_path / target, base=base)
    with pytest.raises(UsageError):
        metadef.save(graph, place, base=place, readers=[Party("me", "reads", {})])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mdef", "no.mdef"]


def test_a_save_in_the_background_holds_the_graph_as_it_was(tmp_path: Path):
    graph, _ = edited(tmp_path)
    saved = metadef.save_async(graph, tmp_path / "b.mdef")
    graph.rename(graph.node("renamed"), "later")
    saved.result()
    assert metadef.GraphFile.open(tmp_path / "b.mdef").find("renamed") is not None
