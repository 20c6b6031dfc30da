"""Names of a stranger's model in everything that the commands print and write."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import category

import pytest
from onnx import helper

from hostile_names import HOSTILE
from metadef.cli.main import run
from small_models import info, save_model

NAMES = [name for name in HOSTILE if name and "\ud800" not in name]  # protobuf takes no lone surrogates


def hidden(text: str) -> list[str]:
    """Characters that no terminal should get, and lines that a CI server takes for orders."""
    found = [char for char in text if category(char) in {"Cc", "Cf", "Zl", "Zp"} and char != "\n"]
    return found + [line for line in text.splitlines() if line.startswith("::error file=x")]


@pytest.mark.parametrize("operator", ["Relu", "Odd"])
def test_no_output_carries_hidden_characters_or_markup_of_a_name(
    operator: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    page = tmp_path / "page.html"
    for name in NAMES:
        op = operator if operator == "Relu" else operator + name
        nodes = [
            helper.make_node(op, ["x" + name], ["m" + name], name=name),
            helper.make_node("Relu", ["m" + name], ["y" + name], name="s" + name),
        ]
        inputs, outputs = [info("x" + name, [name, 4])], [info("y" + name, [name, 4])]
        model = str(save_model(tmp_path / "m.onnx", nodes, inputs, outputs))
        commands = [
            ["compile", model, "--report", str(page), "--keep-going"],
            ["compile", model, "--format", "json"],
            ["show", model],
            ["show", model, "--stats"],
            ["show", model, "--node", "y" + name],
            ["show", model, "--grep", "Relu"],
            ["show", model, "--format", "json"],
        ]
        for argv in commands:
            code = run(argv)
            captured = capsys.readouterr()
            assert (code in (0, 1, 2), hidden(captured.out + captured.err)) == (True, []), (argv, name)
            assert "internal-error" not in captured.err
            if argv[-1] == "json":
                json.loads(captured.out)
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text and "<img src=x" not in text
