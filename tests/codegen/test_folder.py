"""Writing a folder: every file or none, nothing twice, and no file that is not ours."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from metadef.codegen import folder as folder_module
from metadef.codegen.folder import apply, plan
from metadef.codegen.manifest import MANIFEST
from metadef.errors import FileError, MetadefError


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its inode, its time and its bytes."""
    return {
        str(path.relative_to(folder)): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write(folder: Path, **texts: str) -> bool:
    return apply(plan(folder, "docs", {name.replace("__", "/"): text for name, text in texts.items()}, "f1"))


def test_the_same_texts_again_touch_nothing(tmp_path: Path):
    assert write(tmp_path, a="1", sub__b="2")
    before = state(tmp_path)
    assert before.keys() == {"a", "sub/b", MANIFEST}
    assert not write(tmp_path, a="1", sub__b="2")
    assert state(tmp_path) == before


def test_a_change_rewrites_only_the_changed_file(tmp_path: Path):
    write(tmp_path, a="1", b="2")
    before = state(tmp_path)
    write(tmp_path, a="1", b="3")
    after = state(tmp_path)
    assert after["a"] == before["a"]
    assert after["b"][2] == b"3"


def test_a_stale_file_goes_with_its_folder_and_a_file_of_others_stays(tmp_path: Path):
    write(tmp_path, a="1", sub__b="2")
    (tmp_path / "mine").write_text("kept")
    write(tmp_path, a="1")
    assert state(tmp_path).keys() == {"a", "mine", MANIFEST}
    assert not (tmp_path / "sub").exists()


def test_a_stale_file_that_was_edited_stays_and_is_reported(tmp_path: Path):
    write(tmp_path, a="1", b="2")
    (tmp_path / "b").write_text("edited")
    made = plan(tmp_path, "docs", {"a": "1"})
    assert [item.name for item in made.findings] == ["generated-file-kept"]
    apply(made)
    assert (tmp_path / "b").read_text() == "edited"


@pytest.mark.parametrize("ours", [True, False])
def test_a_file_in_the_way_is_replaced_only_by_force(tmp_path: Path, ours: bool):
    if ours:
        write(tmp_path, a="1")
    (tmp_path / "a").write_text("somebody's")
    made = plan(tmp_path, "docs", {"a": "2", "b": "3"})
    with pytest.raises(MetadefError) as caught:
        apply(made)
    assert [item.name for item in caught.value.findings] == ["generated-file-foreign"]
    assert (tmp_path / "a").read_text() == "somebody's"
    assert not (tmp_path / "b").exists()
    apply(made, force=True)
    assert (tmp_path / "a").read_text() == "2"


def test_a_file_that_already_has_the_text_is_taken_over(tmp_path: Path):
    (tmp_path / "a").write_text("1")
    assert write(tmp_path, a="1")
    assert json.loads((tmp_path / MANIFEST).read_text())["files"].keys() == {"a"}


@pytest.mark.parametrize("failing", range(1, 7))
def test_a_failure_at_any_rename_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
):
    write(tmp_path, a="1", b="2", c="3")
    before = {name: data for name, (_, _, data) in state(tmp_path).items()}
    made = plan(tmp_path, "docs", {"a": "10", "b": "20", "d": "4"})  # six renames: three away, three in their place
    real, calls = os.replace, 0

    def replace(old: Path, new: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == failing:
            raise OSError(28, "No space left on device")
        real(old, new)

    monkeypatch.setattr(folder_module.os, "replace", replace)
    with pytest.raises(FileError, match="No space left"):
        apply(made)
    monkeypatch.undo()
    assert {name: data for name, (_, _, data) in state(tmp_path).items()} == before
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize("killed_at", range(1, 8))
def test_after_a_killed_run_the_next_one_makes_the_folder_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_at: int
):
    write(tmp_path, a="1", b="2", c="3")
    made = plan(tmp_path, "docs", {"a": "10", "b": "20", "d": "4"})
    real, calls = os.replace, 0

    def replace(old: Path, new: Path) -> None:
        nonlocal calls
        calls += 1
        if calls >= killed_at:  # WHY at least: a killed program does not take anything back either
            raise OSError(5, "killed")
        real(old, new)

    monkeypatch.setattr(folder_module.os, "replace", replace)
    monkeypatch.setattr(folder_module.shutil, "rmtree", lambda *_, **__: None)
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: None)
    with pytest.raises(FileError):
        apply(made)
    monkeypatch.undo()
    write(tmp_path, a="100", b="20", e="5")  # the definitions changed again meanwhile
    assert {name: data for name, (_, _, data) in state(tmp_path).items() if name != MANIFEST} == {
        "a": b"100",
        "b": b"20",
        "e": b"5",
    }
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize("path", ["../x", "/x", "a/../x", ".x", "a//b", "", "a\\b", "a\nb", "x/" * 300 + "x"])
def test_a_path_that_could_leave_the_folder_is_refused(tmp_path: Path, path: str):
    with pytest.raises(MetadefError, match="plain"):
        plan(tmp_path, "docs", {path: ""})


def test_nothing_is_written_through_a_link(tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a").write_text("not yours")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "sub").symlink_to(outside)
    with pytest.raises(FileError, match="link"):
        plan(folder, "docs", {"sub/a": "1"})
    assert (outside / "a").read_text() == "not yours"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[" * 100_000, '{"form": "metadef gen 1", "files": []}', '{"form": "x", "files": {}}']
)
def test_a_manifest_that_is_none_stops_everything(tmp_path: Path, text: str):
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(FileError, match="no manifest"):
        plan(tmp_path, "docs", {"a": "1"})


def test_a_manifest_cannot_make_files_outside_ours(tmp_path: Path):
    outside = tmp_path / "x"
    outside.write_text("1")
    folder = tmp_path / "out"
    write(folder, a="1")
    text = (folder / MANIFEST).read_text()
    known = json.loads(text)
    known["files"]["../x"] = known["files"]["a"]
    (folder / MANIFEST).write_text(json.dumps(known))
    write(folder, b="2")
    assert outside.read_text() == "1"


def test_a_folder_belongs_to_one_target(tmp_path: Path):
    write(tmp_path, a="1")
    with pytest.raises(MetadefError, match="a folder of its own"):
        apply(plan(tmp_path, "json", {"a": "1"}))


def test_the_diff_says_every_change(tmp_path: Path):
    write(tmp_path, a="one\n", b="two\n")
    made = plan(tmp_path, "docs", {"a": "1\n", "c": "3\n"})
    assert made.diff().splitlines() == [
        *("--- a/a", "+++ b/a", "@@ -1 +1 @@", "-one", "+1"),
        *("--- a/b", "+++ /dev/null", "@@ -1 +0,0 @@", "-two"),
        *("--- /dev/null", "+++ b/c", "@@ -0,0 +1 @@", "+3"),
    ]
