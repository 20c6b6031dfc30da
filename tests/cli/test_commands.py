"""The commands as a user meets them: output, exit codes, no traceback, nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from metadef.cli.main import run

ENCODER = str(Path(__file__).parents[2] / "examples" / "encoder12.onnx")


@pytest.fixture
def relu_model(tmp_path: Path) -> Path:
    """x [batch, 4] -> Relu -> y."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 4])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"], name="act")], "relu", [x], [y])
    path = tmp_path / "relu.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return path


def test_compile_prints_the_json_contract_and_writes_what_load_reads(
    relu_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "relu.mdef"
    assert run(["compile", str(relu_model), "-o", str(out), "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record) == [
        *("schema_version", "model", "target", "ok", "nodes", "ops", "fused", "transdata", "layout", "memory"),
        *("values", "passes", "seconds", "findings"),
    ]
    assert (record["schema_version"], record["ok"], record["target"]) == (1, True, "Ascend910B1")
    assert record["nodes"] == {"imported": 1, "final": 1}
    assert record["ops"] == {"Relu": 1}
    assert record["values"] == {"total": 2, "known": 0, "symbolic": 2, "unknown": 0}
    assert set(record["seconds"]) == {"total", "import", "infer", "optimize", "layout", "memory", "save"}
    assert out.exists()
    assert run(["show", str(out), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["ops"] == {"Relu": 1}


def test_a_symbol_can_be_set(relu_model: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["compile", str(relu_model), "--set", "batch=8", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["values"] == {"total": 2, "known": 2, "symbolic": 0, "unknown": 0}
    assert record["memory"]["no_reuse_bytes"] >= 2 * 8 * 4 * 4


def test_an_unknown_symbol_is_a_usage_error_that_names_the_known_ones(
    relu_model: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["compile", str(relu_model), "--set", "bacth=8"]) == 2
    assert "batch" in capsys.readouterr().err


def test_a_report_is_one_self_contained_page(relu_model: Path, tmp_path: Path):
    page = tmp_path / "report.html"
    assert run(["compile", str(relu_model), "--report", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "<!doctype html>" in text and "http://" not in text and "https://" not in text


def test_an_unknown_operator_is_reported_and_no_output_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
    nodes = [
        helper.make_node("FancyPool", ["x"], ["a"], name="one", domain="com.acme"),
        helper.make_node("Reluu", ["a"], ["y"], name="two"),
    ]
    model = helper.make_model(
        helper.make_graph(nodes, "odd", [x], [y]),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.acme", 1)],
    )
    path, out = tmp_path / "odd.onnx", tmp_path / "odd.mdef"
    path.write_bytes(model.SerializeToString())
    assert run(["compile", str(path), "-o", str(out), "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert not record["ok"]
    assert [item["name"] for item in record["findings"]][:2] == ["unsupported-op", "unsupported-op"]
    assert not out.exists()
    assert run(["compile", str(path), "-o", str(out), "--keep-going"]) == 1
    assert out.exists()


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "empty.onnx", 2),
        (b"hello, this is no model\n", "text.onnx", 2),
        (b"\x08\x07\x12\x04abc", "cut.onnx", 2),
        (b"\x89PNG\r\n\x1a\n", "picture.png", 2),
        (b'graph "a" {\n  %y = Relu(%x) : FLOAT[2]\n}\n', "dangling.mdt", 1),
    ],
)
def test_bad_input_gives_findings_and_no_traceback(
    content: bytes, name: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / name
    path.write_bytes(content)
    for command in ("compile", "check", "show"):
        assert run([command, str(path)]) == code
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err + captured.out
        assert "error" in captured.err
        assert sorted(item.name for item in tmp_path.iterdir()) == [name]


def test_a_missing_file_names_its_neighbours(relu_model: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["check", str(relu_model.with_name("relo.onnx"))]) == 2
    assert "relu.onnx" in capsys.readouterr().err


def test_an_output_without_a_writer_is_refused_before_any_work(relu_model: Path, tmp_path: Path):
    assert run(["compile", str(relu_model), "-o", str(tmp_path / "x.xyz")]) == 2


def test_an_unwritable_output_is_a_finding(relu_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["compile", str(relu_model), "-o", str(tmp_path / "none" / "x.mdef")]) == 2
    assert "FIL008" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["frob"], ["compile"], ["compile", "--target"], ["soc", "show", "Ascend910BX"]])
def test_bad_usage_exits_with_two(argv: list[str]):
    assert run(argv) == 2


@pytest.mark.parametrize("form", ["full", "concise", "json", "jsonl", "sarif", "github", "junit"])
def test_check_renders_every_form(form: str, relu_model: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["check", str(relu_model), "--format", form]) == 0
    capsys.readouterr()


def test_explain_knows_codes_by_number_and_by_name(capsys: pytest.CaptureFixture[str]):
    assert run(["explain", "ops012"]) == 0
    first = capsys.readouterr().out
    assert run(["explain", "unsupported-op"]) == 0
    assert capsys.readouterr().out == first
    assert first.startswith("OPS012 unsupported-op (error)")
    assert run(["explain", "OPS999"]) == 2


def test_ops_show_prints_the_contract(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "show", "Conv2D", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [port["name"] for port in record["inputs"]] == ["x", "filter", "bias", "offset_w"]
    assert [attr["name"] for attr in record["attrs"] if attr["required"]] == ["strides", "pads"]
    assert run(["ops", "show", "Konv2D"]) == 2
    assert "Conv2D" in capsys.readouterr().err


def test_ops_show_prints_descriptions_constraints_and_what_a_source_says_otherwise(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "show", "SplitD"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    at = lines.index("attr    num_split            Int          required  must be positive")
    assert lines[at + 1] == "number of parts"
    assert run(["ops", "show", "GroupNormV2"]) == 0
    assert "attr eps: default 0.0001" in capsys.readouterr().out
    assert run(["ops", "show", "While"]) == 0
    assert "graph   body\n          one turn:" in capsys.readouterr().out
    assert run(["ops", "show", "SplitD", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["attrs"][1] == {
        "name": "num_split",
        "type": "Int",
        "required": True,
        "constraint": "positive",
        "doc": "number of parts",
    }
    assert record["sources"] == ["graphengine", "ops-math"]


def test_ops_search_finds_names_before_sentences_before_descriptions(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "search", "dropout", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    places = [0 if "dropout" in row["op"].lower() else 1 if not row["match"] else 2 for row in found]
    assert places == sorted(places)
    assert set(places) == {0, 1, 2}
    assert run(["ops", "search", "peephole gate"]) == 0
    out = capsys.readouterr().out
    assert "DynamicRNN " in out
    assert "input wci: peephole weights of the input gate" in out
    assert run(["ops", "search", "Konv2D"]) == 1
    assert "Conv2D" in capsys.readouterr().err


def test_ops_list_shows_families_and_what_their_operators_compute(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "list", "--families", "--format", "json"]) == 0
    families = json.loads(capsys.readouterr().out)
    assert sum(families.values()) == 1852
    assert run(["ops", "list", "--family", "softmax", "--long"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == families["softmax"]
    assert "HardMax                          One where the largest element of an axis lies, zero elsewhere." in lines
    assert run(["ops", "list", "--family", "cnv"]) == 2
    assert "conv" in capsys.readouterr().err


def test_ops_list_counts_the_public_operators(capsys: pytest.CaptureFixture[str]):
    assert run(["ops", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1852


def test_passes_are_listed_in_running_order(capsys: pytest.CaptureFixture[str]):
    assert run(["passes", "--format", "json"]) == 0
    names = [row["name"] for row in json.loads(capsys.readouterr().out)]
    assert names.index("constant-folding") < names.index("common-subexpression-elimination")


def test_memory_answers_whether_it_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, out = tmp_path / "b.csv", tmp_path / "s.csv"
    path.write_text("id,lower,upper,size\na,0,2,60\nb,1,3,50\nc,3,4,5\n")
    assert run(["memory", str(path), "--capacity", "110", "--solution", str(out), "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["buffers"], record["lower_bound"], record["height"], record["fits"]) == (3, 110, 110, True)
    assert out.read_text().splitlines()[0] == "id,lower,upper,size,offset"
    assert run(["memory", str(out), "--check"]) == 0
    assert run(["memory", str(path), "--capacity", "100", "--format", "json"]) == 1


def test_layout_solves_an_abstract_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A gives NZ only, B takes ND only, C takes NZ only: the cheaper side is converted."""
    path = tmp_path / "p.json"
    problem = {
        "nodes": [
            {"name": "A", "inputs": ["x"], "outputs": ["a"], "columns": [{"in": ["ND"], "out": ["NZ"], "cost": 1.0}]},
            {"name": "B", "inputs": ["a"], "outputs": ["b"], "columns": [{"in": ["ND"], "out": ["ND"], "cost": 1.0}]},
        ],
        "values": [
            {"name": "x", "fixed": "ND", "convert": {}},
            {"name": "a", "fixed": None, "convert": {"NZ->ND": 2.5}},
            {"name": "b", "fixed": None, "convert": {}},
        ],
    }
    path.write_text(json.dumps(problem))
    assert run(["layout", "--problem", str(path), "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["cost"], answer["optimal"]) == (4.5, True)
    assert answer["conversions"] == [{"value": "a", "from": "NZ", "to": "ND"}]
    problem["values"][1]["convert"] = {}
    path.write_text(json.dumps(problem))
    assert run(["layout", "--problem", str(path), "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["infeasible"]


def test_a_log_file_gets_the_narration(relu_model: Path, tmp_path: Path):
    log = tmp_path / "log.jsonl"
    assert run(["--log-file", str(log), "--log-format", "json", "compile", str(relu_model)]) == 0
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {"time", "level", "logger", "message"} <= set(entries[0])


def test_the_encoder_of_the_examples_compiles_with_every_shape_known(capsys: pytest.CaptureFixture[str]):
    assert run(["compile", ENCODER, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["values"]["unknown"] == 0
    assert record["nodes"]["final"] < record["nodes"]["imported"]
    assert record["layout"]["optimal"]


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["ops", "show", "Konv2D"], "Conv2D"),
        (["ops", "export", "Reluu", "--to", "reg-op"], "Relu"),
        (["ops", "list", "--family", "convv"], "conv"),
    ],
)
def test_an_unknown_name_in_the_arguments_is_a_usage_error_with_the_nearest(
    words: list[str], near: str, capsys: pytest.CaptureFixture[str]
):
    assert run(words) == 2
    assert f"try   {near}" in capsys.readouterr().err
