"""Frozen files of every format version are read for ever, and the released ones are still written byte for byte."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import pytest

from mdef_plain_reader import PlainFile
from metadef import Registry
from metadef.catalogue import registry as catalogue
from metadef.codec.mdef.append import compact, write_changes
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import Section
from metadef.codec.mdef.writer import write
from metadef.graph.compare import differences
from metadef.graph.verify import verify
from metadef.text import parse

ARTIFACTS = Path(__file__).parent.parent / "artifacts"
TWIN_OF = {
    "v1_0/everything": "v1_0/everything",
    "v1_0/everything_zstd": "v1_0/everything",
    "v1_0/appended": "v1_0/appended",
    "v1_1/everything": "v1_1/everything",
    "v1_1/everything_zstd": "v1_1/everything",
    "v1_1/appended": "v1_1/appended",
}
PLANS = {"memory": {"peak_bytes": 1024, "offsets": [0, 512]}}


def registry_of(file: GraphFile) -> Registry:
    """The operators as the file tells them, so that nothing but the file decides."""
    known = [one for one in file.operators if not one.is_builtin and not one.is_opaque]
    return Registry(one.proto("artifact") for one in known)


def version_of(name: str) -> tuple[int, int]:
    major, minor = name.split("/")[0][1:].split("_")
    return int(major), int(minor)


def test_no_frozen_file_was_changed_added_or_taken_away():
    """A new version adds files and their sums; the lines that are there stay."""
    found = {
        str(path.relative_to(ARTIFACTS).as_posix()): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(ARTIFACTS.rglob("*"))
        if path.is_file() and path.parent != ARTIFACTS and path.suffix in (".mdef", ".mdt", ".py", ".desc")
    }
    lines = (ARTIFACTS / "SHA256SUMS").read_text("utf-8").splitlines()
    assert found == {name: digest for digest, name in (line.split("  ") for line in lines)}


@pytest.mark.parametrize("name", TWIN_OF)
def test_a_frozen_file_says_what_its_text_twin_says(name: str):
    file = GraphFile.open(ARTIFACTS / f"{name}.mdef")
    registry = registry_of(file)
    loaded = file.load(registry)
    twin = parse((ARTIFACTS / f"{TWIN_OF[name]}.mdt").read_text("utf-8"), registry)
    assert differences(loaded, twin) == []
    assert {node.name: node.origin for node in loaded.nodes} == {node.name: node.origin for node in twin.nodes}
    assert verify(loaded) == []
    assert file.findings == []
    assert file.version == version_of(name)


@pytest.mark.parametrize("folder", ["v1_0", "v1_1"])
def test_a_frozen_file_keeps_what_no_text_says(folder: str):
    file = GraphFile.open(ARTIFACTS / folder / "everything.mdef")
    loaded = file.load(registry_of(file))
    assert (file.version, file.producer, file.plans) == (version_of(folder), "metadef", PLANS)
    assert file.provenance == {"source": "model.onnx"}
    assert (loaded.bag, loaded.node("custom").bag) == ({"producer": "somebody"}, {"field 99": b"\x08\x01"})
    large = loaded.node("weights/large").attrs["value"]
    assert large.array().reshape(-1).tolist() == list(range(1024))


@pytest.mark.parametrize("folder", ["v1_0", "v1_1"])
def test_a_released_version_is_written_byte_for_byte(tmp_path: Path, folder: str):
    source = ARTIFACTS / folder / "everything.mdef"
    file = GraphFile.open(source)
    place = tmp_path / "g.mdef"
    minor = version_of(folder)[1]
    write(file.load(registry_of(file)), place, plans=PLANS, provenance={"source": "model.onnx"}, minor=minor)
    assert place.read_bytes() == source.read_bytes()
    place.write_bytes((ARTIFACTS / folder / "appended.mdef").read_bytes())
    before = GraphFile.open(place)
    registry = registry_of(before)
    compact(place, registry)
    assert place.stat().st_size < before.container.slot.file_bytes
    assert GraphFile.open(place).load(registry) == before.load(registry)


# --- older minor versions meet newer files ---------------------------------------------------------------------------


def reader_of_1_0() -> type[PlainFile]:
    """The frozen reader of the first version."""
    spec = importlib.util.spec_from_file_location("reader_of_1_0", ARTIFACTS / "v1_0" / "reader.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PlainFile


@pytest.mark.parametrize("name", ["everything", "operators"])
def test_a_reader_of_1_0_opens_files_of_1_1(name: str):
    content = (ARTIFACTS / "v1_1" / f"{name}.mdef").read_bytes()
    old, new = reader_of_1_0()(content), PlainFile(content)
    assert old.graphs() == new.graphs()
    assert old.ignored == []


def test_a_reader_of_1_0_refuses_edits_of_columns_rather_than_read_an_older_state():
    with pytest.raises(AssertionError, match="section 2147483662 must be understood: a newer program is needed"):
        reader_of_1_0()((ARTIFACTS / "v1_1" / "appended.mdef").read_bytes())


def test_readers_of_every_version_pass_over_what_is_newer_and_list_it():
    place = ARTIFACTS / "future" / "minor_9.mdef"
    old = reader_of_1_0()(place.read_bytes())
    (graph,) = old.graphs()
    assert [node["attributes"] for node in graph["nodes"]] == [{"index": 0}, {"steps": 3}]
    unknown = ["section 77", "column 99 of section 7", "column 77 of section 8", "attribute alpha of kind 99"]
    assert old.ignored == unknown
    file = GraphFile.open(place)
    loaded = file.load(registry_of(file))
    assert dict(loaded.node("act").attrs) == {"steps": 3}
    assert file.ignored == ["section kind 77", "nodes column 99", "graphs column 77", "attribute alpha of kind 99"]
    assert [item.name for item in file.findings] == ["file-part-unknown"]


def test_a_section_that_nobody_knows_survives_a_rewrite(tmp_path: Path):
    file = GraphFile.open(ARTIFACTS / "future" / "minor_9.mdef")
    write(file.load(registry_of(file)), tmp_path / "again.mdef")
    again = GraphFile.open(tmp_path / "again.mdef")
    (entry,) = again.container.unknown()
    assert (entry.kind, bytes(again.container.content(entry))) == (77, b"whatever comes")


# --- older major versions --------------------------------------------------------------------------------------------


def test_a_draft_is_read_through_the_step_to_version_1(tmp_path: Path):
    """5,001 nodes, so that columns are longer than a block; what they say follows from how they were made."""
    place = ARTIFACTS / "v0_9" / "draft.mdef"
    file = GraphFile.open(place)
    assert file.version == (0, 9)
    assert file.findings == []
    loaded = file.load(registry_of(file))
    nodes = list(loaded.nodes)
    assert [node.name for node in nodes] == ["x", *(f"block_{i // 10}/scale_{i % 10}" for i in range(5000))]
    for i, node in enumerate(nodes[1:]):
        wanted = {"factor": 1 / (1 + i % 97), "tag": ("a", "b", "c")[i % 3]} if i % 2 else {"factor": float(i % 5)}
        assert dict(node.attrs) == wanted
        assert node.inputs == (nodes[i].output,)
    assert file.find("block_300/scale_7").attrs == nodes[3008].attrs
    copy = tmp_path / "draft.mdef"
    copy.write_bytes(place.read_bytes())
    write_changes(loaded, copy)  # nothing is appended to a form of another major version
    again = GraphFile.open(copy)
    assert again.version == (1, 1)
    assert again.load(loaded.registry) == loaded
    assert again.container.find(Section.PATCHES) is None


# --- versions of operators -------------------------------------------------------------------------------------------


def test_calls_of_older_operators_are_read_as_today_s():
    file = GraphFile.open(ARTIFACTS / "v1_1" / "operators.mdef")
    assert {one.name: one.version for one in file.operators} == {"Const": 1, "Data": 1, "Range": 1, "Sort": 1}
    assert "is_closed" not in {spec.name for one in file.operators if one.name == "Range" for spec in one.attrs}
    loaded = file.load(catalogue())
    assert file.findings == []
    twin = parse((ARTIFACTS / "v1_1" / "operators.mdt").read_text("utf-8"), catalogue())
    assert differences(loaded, twin) == []
    assert loaded.node("range").attr("is_closed") is False
