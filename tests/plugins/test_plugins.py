"""Extension tables: merged with entry points, loaded on demand, and a clash names both sides."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import metadef
from metadef.plugins import GROUPS, Entry, PluginError, Table, UnknownEntryError

GROUP = "metadef.checks"


class FakePoint(EntryPoint):
    """An entry point that says which package brings it, without an installation."""

    def __init__(self, name: str, value: str, package: str = "acme-ops", version: str = "2.1") -> None:
        super().__init__(name, value, GROUP)
        vars(self)["dist"] = type("Dist", (), {"name": package, "version": version})


def table(own: dict[str, str], *points: EntryPoint) -> Table:
    return Table(GROUP, own, lambda group: points if group == GROUP else ())


def test_own_entries_come_first_and_others_by_name():
    found = table({"b": "json:dumps", "a": "json:loads"}, FakePoint("z", "json:dump"), FakePoint("c", "json:load"))
    assert list(found) == ["b", "a", "c", "z"]
    assert found["c"] == Entry(GROUP, "c", "json:load", "acme-ops 2.1")
    assert found["b"].origin == "metadef"
    assert len(found) == 4


def test_an_entry_is_loaded_only_when_asked_for():
    found = table({"gone": "no_such_module:thing"}, FakePoint("path", "os:path.join"))
    import os

    assert found.load("path") is os.path.join
    with pytest.raises(PluginError, match=r"gone = no_such_module:thing \(from metadef\): ModuleNotFoundError"):
        found.load("gone")


def test_a_clash_names_both_sides_and_loads_neither():
    found = table({"x": "json:dumps"}, FakePoint("x", "acme:other"), FakePoint("y", "json:loads"))
    assert [str(clash) for clash in found.clashes] == [
        "metadef.checks entry 'x' is claimed by metadef (json:dumps) and acme-ops 2.1 (acme:other); "
        "uninstall or rename all but one"
    ]
    with pytest.raises(PluginError, match=r"claimed by metadef \(json:dumps\) and acme-ops 2\.1 \(acme:other\)"):
        found.load("x")
    assert list(found) == ["y"]


def test_the_order_of_discovery_does_not_decide():
    points = [FakePoint("x", "b:y", "beta"), FakePoint("x", "a:y", "alpha"), FakePoint("w", "json:load")]
    forward, backward = table({}, *points), table({}, *reversed(points))
    assert forward.clashes == backward.clashes
    assert [entry.origin for entry in forward.clashes[0].entries] == ["alpha 2.1", "beta 2.1"]
    assert dict(forward) == dict(backward)


def test_an_unknown_name_comes_with_the_known_ones():
    with pytest.raises(UnknownEntryError, match=r"metadef\.checks has no entry 'z'") as caught:
        table({"x": "json:dumps", "y": "json:loads"}).load("z")
    assert caught.value.known == ("x", "y")


@pytest.mark.parametrize("target", ["json", "json:", ":dumps", "json:dumps()", "json:a b", "../x:y", "a..b:c"])
def test_a_malformed_target_is_refused_before_any_import(target: str):
    with pytest.raises(PluginError, match="module:object"):
        Entry(GROUP, "x", target, "acme-ops 2.1").load()


def test_a_plug_in_that_fails_to_import_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "acme_broken.py").write_text("raise RuntimeError('no licence')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PluginError, match=r"\(from acme-ops 2\.1\): RuntimeError: no licence"):
        table({}, FakePoint("x", "acme_broken:thing")).load("x")


def test_a_group_that_nobody_reads_is_refused():
    with pytest.raises(ValueError, match=r"metadef\.chekcs"):
        Table("metadef.chekcs", {})


def test_every_group_has_a_reader():
    source = Path(metadef.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in source.rglob("*.py") if path.name != "plugins.py"]
    assert [group for group in GROUPS if not any(f'Table("{group}", ' in text for text in texts)] == []


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_installed_packages_are_found_by_their_metadata(group: str, tmp_path: Path):
    """A package that is really installed, in a folder on the path of a fresh interpreter."""
    info = tmp_path / "acme_ops-3.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-ops\nVersion: 3.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\nthing = acme_ops : THING\n")
    (tmp_path / "acme_ops.py").write_text("THING = 42\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from metadef.plugins import Table\n"
        f"table = Table({group!r}, {{}})\n"
        "print(table['thing'], table.load('thing'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{group} thing = acme_ops:THING (from acme-ops 3.0) 42\n"
