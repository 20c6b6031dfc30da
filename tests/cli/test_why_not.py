"""`metadef passes MODEL --why-not PATTERN --node NODE`: what it prints, and what it asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metadef.cli.main import main

MODEL = str(Path(__file__).parents[2] / "examples" / "encoder12.onnx")
RELU = "/layers.0/Relu"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exit_info:
        main(["passes", *arguments])
    return int(exit_info.value.code or 0)


def test_the_nearest_match_and_what_failed(capsys: pytest.CaptureFixture[str]):
    assert run(MODEL, "--why-not", "matmul-activation", "--node", RELU, "--target", "Ascend310P3") == 1
    assert capsys.readouterr().out == (
        "matmul-activation (matmul-activation-fusion) does not apply\n"
        f"  nearest  2 nodes, from {RELU}\n"
        "  failed   Ascend310P has no FusedMatMul; Ascend910B, Ascend910_93, Ascend950 have it\n"
    )


def test_as_json(capsys: pytest.CaptureFixture[str]):
    assert run(MODEL, "--why-not", "gelu", "--node", RELU, "--target", "Ascend310P3", "--format", "json") == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["pattern"], found["pass_name"], found["root"]) == ("gelu", "gelu-fusion", RELU)
    assert found["reason"] == f"{RELU} is Relu, expected Mul"


def test_where_the_rule_applies_the_answer_says_so(capsys: pytest.CaptureFixture[str]):
    assert run(MODEL, "--why-not", "matmul-activation", "--node", RELU) == 0
    assert capsys.readouterr().out.startswith("matmul-activation (matmul-activation-fusion) applies at ")


def test_a_model_alone_is_not_enough(capsys: pytest.CaptureFixture[str]):
    assert run(MODEL, "--why-not", "gelu") == 2
    assert "needs a model, a pattern and a node" in capsys.readouterr().err


def test_an_unknown_node_is_named(capsys: pytest.CaptureFixture[str]):
    assert run(MODEL, "--why-not", "gelu", "--node", "nothing") == 2
    assert "there is no such node when gelu-fusion runs" in capsys.readouterr().err
