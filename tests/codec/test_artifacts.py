"""Frozen files of every released format version are read for ever, and their version is still written byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from metadef import Registry
from metadef.codec.mdef.append import compact
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.writer import write
from metadef.graph.compare import differences
from metadef.graph.verify import verify
from metadef.text import parse

ARTIFACTS = Path(__file__).parent.parent / "artifacts"
TWIN_OF = {"everything": "everything", "everything_zstd": "everything", "appended": "appended"}
PLANS = {"memory": {"peak_bytes": 1024, "offsets": [0, 512]}}


def registry_of(file: GraphFile) -> Registry:
    """The operators as the file tells them, so that nothing but the file decides."""
    known = [one for one in file.operators if not one.is_builtin and not one.is_opaque]
    return Registry(one.proto("artifact") for one in known)


@pytest.mark.parametrize("name", TWIN_OF)
def test_version_1_0_says_what_its_text_twin_says(name: str):
    folder = ARTIFACTS / "v1_0"
    file = GraphFile.open(folder / f"{name}.mdef")
    registry = registry_of(file)
    loaded = file.load(registry)
    twin = parse((folder / f"{TWIN_OF[name]}.mdt").read_text("utf-8"), registry)
    assert differences(loaded, twin) == []
    assert {node.name: node.origin for node in loaded.nodes} == {node.name: node.origin for node in twin.nodes}
    assert verify(loaded) == []
    assert file.findings == []


def test_version_1_0_keeps_what_no_text_says():
    file = GraphFile.open(ARTIFACTS / "v1_0" / "everything.mdef")
    loaded = file.load(registry_of(file))
    assert (file.version, file.producer, file.plans) == ((1, 0), "metadef", PLANS)
    assert file.provenance == {"source": "model.onnx"}
    assert (loaded.bag, loaded.node("custom").bag) == ({"producer": "somebody"}, {"field 99": b"\x08\x01"})
    large = loaded.node("weights/large").attrs["value"]
    assert large.array().reshape(-1).tolist() == list(range(1024))


def test_version_1_0_is_written_byte_for_byte(tmp_path: Path):
    source = ARTIFACTS / "v1_0" / "everything.mdef"
    file = GraphFile.open(source)
    place = tmp_path / "g.mdef"
    write(file.load(registry_of(file)), place, plans=PLANS, provenance={"source": "model.onnx"})
    assert place.read_bytes() == source.read_bytes()
    place.write_bytes((ARTIFACTS / "v1_0" / "appended.mdef").read_bytes())
    before = GraphFile.open(place)
    registry = registry_of(before)
    compact(place, registry)
    assert place.stat().st_size < before.container.slot.file_bytes
    assert GraphFile.open(place).load(registry) == before.load(registry)
