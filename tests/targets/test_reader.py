"""Chip files of users: what can be said in one, and that everything wrong is found at once."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError, MetadefError
from metadef.plugins import Table
from metadef.targets import chip, default_table, read_chips, table
from metadef.types.dtype import DataType

GOOD = """
schema_version = 1
[[chip]]
soc = ["AcmeX1", "AcmeX2"]
family = "AcmeX"
architecture = "X"
like = "Ascend310P3"
note = "engineering sample"
[chip.facts]
cube_cores = 4
launch_overhead_us = 1.5
[chip.estimated]
vector_cores = 0
c0 = { DEFAULT = 8, INT8 = 16, bfloat16 = 32 }
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "chips.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(FileError) as caught:
        default_table().extended(write(folder, text))
    assert {found.name for found in caught.value.findings} == {"target-table-malformed"}
    return [f"{found.where.path if found.where else ''}: {found.message}" for found in caught.value.findings]


def test_a_file_adds_chips_like_others_with_facts_of_its_own(tmp_path: Path):
    found = default_table().extended(write(tmp_path, GOOD))
    first, second, base = found.chip("AcmeX1"), found.chip("AcmeX2"), chip("Ascend310P3")
    assert found.family("acmex") == (first, second)
    assert (first.cube_cores, first.source_of("cube_cores")) == (4, "facts")
    assert (first.launch_overhead_us, first.source_of("launch_overhead_us")) == (1.5, "facts")
    assert (first.vector_cores, first.source_of("vector_cores")) == (0, "estimated")
    assert (first.l2_bytes, first.source_of("l2_bytes")) == (base.l2_bytes, "estimated")
    assert [first.c0(dtype) for dtype in (DataType.FLOAT, DataType.INT8, DataType.BF16)] == [8, 16, 32]
    assert first.source_of("c0") == "estimated"
    assert str(first.defined) == f"{tmp_path / 'chips.toml'} at $.chip[0]"
    assert "AcmeX1" not in [item.soc for item in default_table().chips]


def test_a_chip_may_be_like_an_earlier_one_of_its_file(tmp_path: Path):
    text = GOOD + '[[chip]]\nsoc = ["AcmeY"]\nfamily = "AcmeX"\narchitecture = "X"\nlike = "AcmeX1"\n'
    assert default_table().extended(write(tmp_path, text)).chip("AcmeY").cube_cores == 4


def test_everything_wrong_is_found_at_once(tmp_path: Path):
    text = """
schema_version = 2
chips = 1
[[chip]]
soc = ["Ascend310"]
family = ""
architecture = 5
like = "Ascend310P4"
core = 1
[chip.facts]
cube_cores = -1
l2_bytes = 1.5
frequency_mhz = true
ub_bites = 5
c0 = { DEFAULT = 12, INT9 = 16 }
[chip.estimated]
cube_cores = 2
ddr_bytes_per_cycle = nan
"""
    assert faults(tmp_path, text) == [
        "$.chips: `chips` is not a key here",
        "$.schema_version: the version of the form",
        "$.chip[0].core: `core` is not a key here",
        "$.chip[0].soc: Ascend310 is described twice",
        "$.chip[0].family: `family` is a text",
        "$.chip[0].architecture: `architecture` is a text",
        "$.chip[0].like: `like` names an earlier chip",
        "$.chip[0].estimated.ddr_bytes_per_cycle: `ddr_bytes_per_cycle` is a number",
        "$.chip[0].facts.ub_bites: `ub_bites` is not a key here",
        "$.chip[0].facts.cube_cores: `cube_cores` is an integer",
        "$.chip[0].facts.l2_bytes: `l2_bytes` is an integer",
        "$.chip[0].facts.frequency_mhz: `frequency_mhz` is an integer",
        "$.chip[0].facts.c0.DEFAULT: C0 is a power of two",
        "$.chip[0].facts.c0.INT9: INT9 is no data type",
        "$.chip[0].facts.cube_cores: a number is a fact or an estimate",
        "$.chip[0]: `cube_macs_per_cycle` is missing",
        "$.chip[0]: `launch_overhead_us` is missing",
        "$.chip[0]: `m0` is missing",
        "$.chip[0]: `n0` is missing",
        "$.chip[0]: `ub_bytes` is missing",
        "$.chip[0]: `ub_to_ddr_bytes_per_cycle` is missing",
        "$.chip[0]: `vector_bytes_per_cycle` is missing",
        "$.chip[0]: `vector_cores` is missing",
    ]


def test_near_names_are_suggested(tmp_path: Path):
    text = GOOD.replace("Ascend310P3", "Ascend310P4").replace("cube_cores", "cube_core")
    with pytest.raises(FileError) as caught:
        default_table().extended(write(tmp_path, text))
    hints = [found.hint for found in caught.value.findings if found.hint]
    assert [hint.split(" or ")[0] for hint in hints] == ["Ascend310P3", "cube_cores"]


NO_TABLES = ["= 1", "a = " + "[" * 100_000, "\x00", 'chip = ["x"]\nschema_version = 1', "chip = 1"]


@pytest.mark.parametrize("text", NO_TABLES, ids=range(len(NO_TABLES)))
def test_text_of_another_form_is_a_finding(text: str, tmp_path: Path):
    assert faults(tmp_path, text)


def test_bytes_that_are_no_text_are_a_finding(tmp_path: Path):
    (tmp_path / "chips.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="not TOML"):
        read_chips(tmp_path / "chips.toml")


def test_a_missing_and_a_huge_file_are_findings(tmp_path: Path):
    with pytest.raises(FileError, match="file-missing"):
        read_chips(tmp_path / "none.toml")
    write(tmp_path, "# " + "x" * (1 << 20))
    with pytest.raises(FileError, match="file-too-large"):
        read_chips(tmp_path / "chips.toml")


LINES = st.sampled_from([*GOOD.split("\n"), "[[chip]]", "soc = 1", "[chip]", "facts = 1", "c0 = 1", 'like = ["x"]'])


@given(st.lists(LINES, max_size=20).map("\n".join) | st.text(max_size=50))
def test_any_file_gives_chips_or_findings(tmp_path_factory: pytest.TempPathFactory, text: str):
    path = tmp_path_factory.getbasetemp() / "any-chips.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read_chips(path, {"Ascend310P3": chip("Ascend310P3")})
    except FileError as error:
        assert error.findings


def test_an_extension_that_describes_a_chip_again_is_an_error(monkeypatch: pytest.MonkeyPatch):
    point = EntryPoint("acme", "metadef.targets.table:builtin_chips", "metadef.targets")
    sources = Table("metadef.targets", {"cann": "metadef.targets.table:builtin_chips"}, lambda _: [point])
    monkeypatch.setattr(table, "CHIP_SOURCES", sources)
    with pytest.raises(MetadefError, match="chip Ascend310: it is described twice"):
        table.default_table.__wrapped__()


@pytest.mark.parametrize(("name", "target"), [("cann", "acme:chips"), ("acme", "no_such_acme:chips")])
def test_an_extension_that_clashes_or_fails_is_named(name: str, target: str, monkeypatch: pytest.MonkeyPatch):
    point = EntryPoint(name, target, "metadef.targets")
    sources = Table("metadef.targets", {"cann": "metadef.targets.table:builtin_chips"}, lambda _: [point])
    monkeypatch.setattr(table, "CHIP_SOURCES", sources)
    with pytest.raises(MetadefError, match=r"CLI003 plugin-unusable.*acme"):
        table.default_table.__wrapped__()
