"""The same two releases give the same changes from headers, JSON, a history registry and git revisions."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from definition_sets import two_releases, write_headers, write_history, write_json
from metadef.compat.compare import compare_sets
from metadef.compat.sources import load_history
from metadef.ops.proto import OpProto

Changes = list[tuple[str, str, str]]


def changes(*origins: str) -> Changes:
    read = [found for origin in origins for found in load_history(origin)]
    assert [item for found in read for item in found.findings if item.is_error] == []
    return told(read[0].ops, read[-1].ops)


def told(old: Mapping[str, OpProto], new: Mapping[str, OpProto]) -> Changes:
    found = compare_sets(old, new).changes
    return sorted((change.rule, change.subject, change.hit.message) for change in found)


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"]
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_form_tells_the_same_changes(tmp_path: Path, seed: int):
    old, new = two_releases(300, Random(seed), share=0.5)
    expected = told(old, new)
    assert len({rule for rule, _, _ in expected}) >= 10
    repository = tmp_path / "repository"
    for label, ops in (("old", old), ("new", new)):
        write_headers(tmp_path / "headers" / label, ops)
        write_json(tmp_path / "json" / label, ops)
        write_headers(repository / "op_proto", ops)
        git(repository, "init", "-q")
        git(repository, "add", "-A")
        git(repository, "commit", "-q", "-m", label)
        git(repository, "tag", label)
    write_history(tmp_path / "history", {"8.0.0": old, "8.1.RC1": new})
    for form in ("headers", "json"):
        assert changes(str(tmp_path / form / "old"), str(tmp_path / form / "new")) == expected, form
    assert changes(str(tmp_path / "history")) == expected
    place = repository / "op_proto"
    assert changes(f"git:old:{place}", f"git:new:{place}") == expected
    assert changes(f"git:old:{place}", str(place)) == expected
    assert changes(f"git:new:{place}", str(place)) == []


def test_a_history_is_read_in_the_order_of_its_versions_not_of_its_index(tmp_path: Path):
    """Its index lists the newest release first, as real ones do."""
    old, new = two_releases(3, Random(1), share=0)
    names = ["9.0.0", "8.2.0", "8.2.RC1", "8.2.RC1.alpha001", "8.2.T5"]
    write_history(tmp_path / "history", dict.fromkeys(names, old))
    assert [found.label for found in load_history(str(tmp_path / "history"))] == [
        "8.2.T5",
        "8.2.RC1.alpha001",
        "8.2.RC1",
        "8.2.0",
        "9.0.0",
    ]
    words = ["spring", "8.2.0"]
    write_history(tmp_path / "words", dict.fromkeys(words, new))
    assert [found.label for found in load_history(str(tmp_path / "words"))] == words
