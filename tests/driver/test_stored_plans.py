"""Plans and provenance in `.mdef` files: what a compilation decided comes back, and is judged again when it does."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner
from onnx import helper

import metadef
from metadef.cli.compile import command
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.writer import write
from metadef.driver.load import open_source
from metadef.errors import MetadefError, UsageError
from small_models import info, save_model

Document = dict[str, list[int]]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Two branches, so that three buffers live at once and their places matter."""
    nodes = [
        helper.make_node("Relu", ["x"], ["a"], name="a"),
        helper.make_node("Sigmoid", ["a"], ["b"], name="b"),
        helper.make_node("Tanh", ["a"], ["c"], name="c"),
        helper.make_node("Mul", ["b", "c"], ["d"], name="d"),
        helper.make_node("Softmax", ["d"], ["y"], name="e"),
    ]
    return save_model(tmp_path / "model.onnx", nodes, [info("x", [4, 100])], [info("y", [4, 100])])


def execution(place: Path) -> Document:
    return cast("Document", GraphFile.open(place).plans["execution"])


def test_order_places_and_lifetimes_are_those_of_the_compilation(model: Path, tmp_path: Path):
    compiled = metadef.compile(model)
    compiled.save(tmp_path / "m.mdef")
    file = GraphFile.open(tmp_path / "m.mdef")
    plan = execution(tmp_path / "m.mdef")
    names = file.names()
    assert [names[number] for number in plan["order"]] == ["x", "a", "b", "c", "d", "e"]
    assert compiled.memory is not None
    told = zip(plan["values"], plan["offsets"], plan["sizes"], plan["first"], plan["last"], strict=True)
    assert [(file.value_name(value), *rest) for value, *rest in told] == [
        (item.name, item.offset, item.size_bytes, item.first, item.last) for item in compiled.memory.buffers
    ]
    assert file.plans["memory"]["peak_bytes"] == compiled.memory.peak_bytes
    assert set(file.plans) == {"execution", "layout", "memory"}
    assert open_source(tmp_path / "m.mdef").findings == ()


def changed(plan: Document, column: str, at: int, value: int) -> dict[str, object]:
    items = list(plan[column])
    items[at] = value
    return {**plan, column: items}


@pytest.mark.parametrize(
    ("column", "at", "value", "finding"),
    [
        ("order", 1, 3, "plan-mismatch"),
        ("sizes", 0, 1, "plan-mismatch"),
        ("first", 2, 0, "plan-mismatch"),
        ("last", 2, 1, "plan-mismatch"),
        ("values", 0, 4, "plan-mismatch"),
        ("offsets", 1, 7, "misaligned"),
        ("offsets", 1, 1 << 70, "plan-mismatch"),
    ],
)
def test_a_plan_that_was_tampered_with_is_refused(
    model: Path, tmp_path: Path, column: str, at: int, value: int, finding: str
):
    place = tmp_path / "m.mdef"
    compiled = metadef.compile(model)
    compiled.save(place)
    write(compiled.graph, place, plans={"execution": changed(execution(place), column, at, value)})
    assert finding in [item.name for item in open_source(place).findings]
    with pytest.raises(MetadefError):
        metadef.load(place)


def test_buffers_that_would_overwrite_each_other_are_found_by_the_validator(model: Path, tmp_path: Path):
    place = tmp_path / "m.mdef"
    compiled = metadef.compile(model)
    compiled.save(place)
    plan = execution(place)
    write(compiled.graph, place, plans={"execution": {**plan, "offsets": [0] * len(plan["offsets"])}})
    assert {item.name for item in open_source(place).findings} == {"buffers-overlap"}


@pytest.mark.parametrize(
    ("what", "value", "told"),
    [
        ("peak_bytes", 1, "peak_bytes"),
        ("peak_bytes", 1 << 40, "peak_bytes"),
        ("lower_bound_bytes", 0, "lower_bound_bytes"),
        ("lower_bound_bytes", 1 << 40, "lower_bound_bytes"),
        ("weights_bytes", -1, "weights_bytes"),
        ("optimal", False, "optimal"),
        ("optimal", 1, "malformed"),
    ],
)
def test_measures_that_are_not_the_plans_are_refused(
    model: Path, tmp_path: Path, what: str, value: int | bool, told: str
):
    place = tmp_path / "m.mdef"
    compiled = metadef.compile(model)
    compiled.save(place)
    plans = dict(GraphFile.open(place).plans)
    assert plans["memory"]["optimal"] is True
    write(compiled.graph, place, plans={**plans, "memory": {**plans["memory"], what: value}})
    found = open_source(place).findings
    assert [item.name for item in found] == ["plan-mismatch"]
    assert told in found[0].message


@pytest.mark.parametrize("plan", [7, [], {"order": "x"}, {"order": [0]}, {"order": [None]}])
def test_what_is_no_plan_is_told(model: Path, tmp_path: Path, plan: object):
    place = tmp_path / "m.mdef"
    write(metadef.compile(model).graph, place, plans={"execution": plan})
    assert [item.name for item in open_source(place).findings] == ["plan-mismatch"]


def test_a_graph_that_changed_is_saved_without_its_plan(model: Path, tmp_path: Path):
    metadef.compile(model).save(tmp_path / "m.mdef")
    metadef.save(metadef.load(tmp_path / "m.mdef"), tmp_path / "n.mdef")
    assert GraphFile.open(tmp_path / "n.mdef").plans == {}


# --- provenance ------------------------------------------------------------------------------------------------------


def test_provenance_tells_producer_source_command_and_passes_and_no_time(model: Path, tmp_path: Path):
    for name in ("a.mdef", "b.mdef"):
        metadef.compile(model).save(tmp_path / name, command=["metadef", "compile", "model.onnx"])
    told = cast("dict[str, object]", GraphFile.open(tmp_path / "a.mdef").provenance)
    assert told["producer"] == f"metadef {metadef.__version__}"
    assert told["source"] == {"file": str(model), "sha256": hashlib.sha256(model.read_bytes()).hexdigest()}
    assert told["command"] == ["metadef", "compile", "model.onnx"]
    assert "constant-folding" in [item["name"] for item in cast("list[dict[str, str]]", told["passes"])]
    assert "created" not in told
    assert (tmp_path / "a.mdef").read_bytes() == (tmp_path / "b.mdef").read_bytes()


def test_the_time_is_noted_on_request(model: Path, tmp_path: Path):
    place = tmp_path / "m.mdef"
    assert CliRunner().invoke(command, [str(model), "-o", str(place), "--with-time"]).exit_code == 0
    told = cast("dict[str, str]", GraphFile.open(place).provenance)
    assert told["created"].endswith("+00:00")


# --- versions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_any_version_can_be_asked_for(model: Path, tmp_path: Path, version: str):
    place = tmp_path / "m.mdef"
    assert CliRunner().invoke(command, [str(model), "-o", str(place), "--target-version", version]).exit_code == 0
    assert GraphFile.open(place).version == tuple(map(int, version.split(".")))
    metadef.save(metadef.load(place), place, target_version=version)
    assert GraphFile.open(place).version == tuple(map(int, version.split(".")))


@pytest.mark.parametrize(
    ("version", "words"), [("0.9", "is a draft, which is only read"), ("2.0", "is no version"), ("x", "is no version")]
)
def test_other_versions_are_refused_before_any_work(model: Path, tmp_path: Path, version: str, words: str):
    place = tmp_path / "m.mdef"
    with pytest.raises(UsageError, match=words):
        CliRunner().invoke(command, [str(model), "-o", str(place), "--target-version", version], catch_exceptions=False)
    with pytest.raises(UsageError, match=words):
        metadef.save(metadef.Graph("g"), place, target_version=version)
    assert not place.exists()


def test_only_mdef_has_versions(model: Path, tmp_path: Path):
    with pytest.raises(UsageError, match=r"only \.mdef has versions"):
        metadef.save(metadef.Graph("g"), tmp_path / "g.json", target_version="1.0")
    for options in (["-o", str(tmp_path / "g.json")], []):
        with pytest.raises(UsageError, match="--target-version"):
            CliRunner().invoke(command, [str(model), *options, "--target-version", "1.0"], catch_exceptions=False)
