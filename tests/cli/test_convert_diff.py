"""`convert`, `diff` and `show` over all forms."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

import metadef
from metadef.cli.main import run
from metadef.codec.mdef.graph_file import GraphFile
from metadef.driver.summary import open_mdef, summary_of_file, summary_of_graph
from metadef.text import parse
from small_graphs import BRANCHES
from small_models import save_relu

FORMS = ("mdef", "json", "mdt", "onnx")


@pytest.fixture
def relu(tmp_path: Path) -> Path:
    return save_relu(tmp_path / "relu.onnx")


@pytest.mark.parametrize("through", FORMS)
def test_a_graph_is_the_same_after_any_form(
    relu: Path, tmp_path: Path, through: str, capsys: pytest.CaptureFixture[str]
):
    between, end = tmp_path / f"between.{through}", tmp_path / "end.mdef"
    assert run(["convert", str(relu), str(between)]) == 0
    assert run(["convert", str(between), str(end)]) == 0
    assert run(["diff", str(relu), str(end)]) == 0
    assert "3 nodes are the same" in capsys.readouterr().out


def test_the_extension_says_the_form_unless_to_does(relu: Path, tmp_path: Path):
    assert run(["convert", str(relu), str(tmp_path / "a.bin"), "--to", "json"]) == 0
    assert json.loads((tmp_path / "a.bin").read_text())["format"] == "metadef.graph"
    assert run(["convert", str(relu), str(tmp_path / "b.bin")]) == 2
    assert run(["convert", str(relu), str(tmp_path / "c.json"), "--to", "jsn"]) == 2
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a.bin", "relu.onnx"]


def test_standard_output_takes_text_and_what_to_names(relu: Path, capsysbinary: pytest.CaptureFixture[bytes]):
    assert run(["convert", str(relu), "-"]) == 0
    assert capsysbinary.readouterr().out.startswith(b'graph "g" {')
    assert run(["convert", str(relu), "-", "--to", "onnx"]) == 0
    model = onnx.load_model_from_string(capsysbinary.readouterr().out)
    assert [node.op_type for node in model.graph.node] == ["Relu", "Neg"]


def test_errors_keep_the_output_from_being_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    nodes = [onnx.helper.make_node("Nonsense", ["x"], ["y"], domain="com.example")]
    x, y = (onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2]) for name in "xy")
    source = tmp_path / "odd.onnx"
    source.write_bytes(onnx.helper.make_model(onnx.helper.make_graph(nodes, "g", [x], [y])).SerializeToString())
    target = tmp_path / "odd.json"
    assert run(["convert", str(source), str(target)]) == 1
    assert not target.exists()
    assert run(["convert", str(source), str(target), "--keep-going"]) == 1
    assert target.exists()
    back = tmp_path / "back.onnx"
    assert run(["convert", str(target), str(back)]) == 0
    node = onnx.load(back).graph.node[0]
    assert (node.domain, node.op_type) == ("com.example", "Nonsense")
    capsys.readouterr()


def test_the_source_is_never_overwritten(relu: Path):
    before = relu.read_bytes()
    assert run(["convert", str(relu), str(relu)]) == 2
    assert relu.read_bytes() == before


def test_diff_tells_what_changed_in_every_form(relu: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    other = save_relu(tmp_path / "other.onnx", batch=7)
    assert run(["diff", str(relu), str(other), "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert (record["equal"], record["same"]) == (False, 0)
    assert record["counts"]["changed"] == 3
    deltas = {item["name"]: item["deltas"] for item in record["changes"]}
    assert deltas["act"] == [{"what": "output", "left": "FLOAT[batch, 4]", "right": "FLOAT[7, 4]"}]
    for form in ("concise", "jsonl", "sarif", "github", "junit"):
        assert run(["diff", str(relu), str(other), "--format", form]) == 1
        assert "FLOAT[batch, 4]" in capsys.readouterr().out
    assert run(["diff", str(relu), str(other), "--limit", "1"]) == 1
    assert "more are changed" in capsys.readouterr().out


def test_other_names_alone_can_be_ignored(relu: Path, tmp_path: Path):
    graph = metadef.load(relu)
    graph.rename(graph.node("act"), "activation")
    metadef.save(graph, tmp_path / "renamed.mdef")
    metadef.save(metadef.load(relu), tmp_path / "plain.mdef")
    files = [str(tmp_path / "plain.mdef"), str(tmp_path / "renamed.mdef")]
    assert run(["diff", *files]) == 1
    assert run(["diff", *files, "--ignore-names"]) == 0


def test_other_names_of_outputs_alone_can_be_ignored(relu: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    graph = metadef.load(relu)
    outputs = graph.outputs
    metadef.save(graph, tmp_path / "plain.mdef")
    graph.set_outputs([(f"{name}/other", value) for name, value in outputs])
    metadef.save(graph, tmp_path / "named.mdef")
    graph.set_outputs([(f"{name}/other", graph.node("x").output) for name, _ in outputs])
    metadef.save(graph, tmp_path / "wired.mdef")
    plain, named, wired = (str(tmp_path / f"{name}.mdef") for name in ("plain", "named", "wired"))
    assert run(["diff", plain, named]) == 1
    assert "output names: y -> y/other" in capsys.readouterr().out
    assert run(["diff", plain, named, "--ignore-names"]) == 0
    assert run(["diff", plain, wired, "--ignore-names"]) == 1
    assert 'output "y": %minus -> %x' in capsys.readouterr().out


def test_an_older_version_of_mdef_can_be_asked_for(relu: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    old, odd = tmp_path / "old.mdef", tmp_path / "odd"
    assert run(["convert", str(relu), str(old), "--target-version", "1.0"]) == 0
    assert run(["convert", str(relu), str(odd), "--to", "mdef", "--target-version", "1.0"]) == 0
    assert GraphFile.open(old).version == (1, 0)
    assert odd.read_bytes() == old.read_bytes()
    capsys.readouterr()
    for target, version in (("new.mdef", "7.3"), ("x.json", "1.0")):
        assert run(["convert", str(relu), str(tmp_path / target), "--target-version", version]) == 2
        assert f"target version {version}" in capsys.readouterr().err
        assert not (tmp_path / target).exists()


def test_show_answers_one_question(relu: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["show", str(relu), "--node", "act", "--stats"]) == 2
    assert "--node and --stats" in capsys.readouterr().err
    assert run(["show", str(relu), "--node", "act", "--format", "json"]) == 2
    assert "is answered in text alone" in capsys.readouterr().err


def test_equal_mdef_files_are_compared_without_building_graphs(
    relu: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for name in ("a.mdef", "b.mdef"):
        metadef.save(metadef.load(relu), tmp_path / name)

    def refuse(*_: object) -> None:
        raise AssertionError("a graph was built")

    monkeypatch.setattr("metadef.driver.diff.read_for_conversion", refuse)
    assert run(["diff", str(tmp_path / "a.mdef"), str(tmp_path / "b.mdef")]) == 0
    assert "3 nodes are the same" in capsys.readouterr().out


def test_a_missing_file_is_a_usage_error(relu: Path):
    assert run(["diff", str(relu), "nowhere.mdef"]) == 2
    assert run(["convert", "nowhere.mdef", "x.json"]) == 2


def test_origins_of_fused_nodes_are_kept_and_found_by_both_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source = Path(__file__).parents[2] / "examples" / "encoder12.onnx"
    out = str(tmp_path / "out.mdef")
    assert run(["compile", str(source), "-o", out]) == 0
    capsys.readouterr()
    assert run(["show", out, "--origin", "/layers.0/norm1/LayerNormalization"]) == 0
    shown = capsys.readouterr().out
    assert "made by fuse-add-layer-norm" in shown
    assert "from /layers.0/Add of encoder12.onnx" in shown
    assert run(["show", out, "--origin", "/layers.0/Add"]) == 0
    assert "source node /layers.0/Add is now in" in capsys.readouterr().out
    assert run(["show", out, "--origin", "/layers.0/Ad"]) == 2


def test_stats_count_constants_once_for_each_content(relu: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["show", str(relu), "--stats"]) == 0
    shown = capsys.readouterr().out
    assert "     1  Relu" in shown
    assert "constants  0, 0 bytes of 0 different ones" in shown


def test_plans_and_provenance_stay_with_an_mdef_file_and_are_missed_in_other_forms(
    relu: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    made, old, text = tmp_path / "made.mdef", tmp_path / "old.mdef", tmp_path / "made.json"
    assert run(["compile", str(relu), "-o", str(made), "--target", "Ascend910B1"]) == 0
    assert run(["convert", str(made), str(old), "--target-version", "1.0"]) == 0
    before, after = GraphFile.open(made), GraphFile.open(old)
    assert set(before.plans) == {"execution", "layout", "memory"}
    assert (after.plans, after.provenance) == (before.plans, before.provenance)
    capsys.readouterr()
    assert run(["convert", str(made), str(text)]) == 0
    assert "form-holds-less" in capsys.readouterr().out


def test_fields_of_a_foreign_file_stay_through_mdef_and_are_missed_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    source = Path(__file__).parent.parent / "data" / "geir" / "ge_20.pb"
    between, end, text = tmp_path / "a.mdef", tmp_path / "b.air", tmp_path / "a.json"
    assert run(["convert", str(source), str(between)]) == 0
    assert run(["convert", str(between), str(end)]) == 0
    assert end.read_bytes() == source.read_bytes()
    assert "form-holds-less" not in capsys.readouterr().out
    assert run(["convert", str(source), str(text)]) == 0
    assert "fields of a foreign file" in capsys.readouterr().out


@pytest.mark.parametrize("compiled", [False, True])
def test_counts_of_an_mdef_file_are_those_of_its_graph(tmp_path: Path, compiled: bool):
    """The fast path reads columns; the slow twin counts in the graph."""
    graph = metadef.load(Path(__file__).parents[2] / "examples" / "encoder12.onnx")
    graph = metadef.compile(graph).graph if compiled else graph
    metadef.save(graph, tmp_path / "g.mdef")
    file = open_mdef(tmp_path / "g.mdef")
    assert file is not None
    assert summary_of_file(file) == summary_of_graph(graph)
    branches = parse(BRANCHES)
    metadef.save(branches, tmp_path / "b.mdef")
    assert summary_of_file(GraphFile.open(tmp_path / "b.mdef")) == summary_of_graph(branches)
    assert open_mdef(tmp_path / "none.mdef") is None
