"""Reads the cases of `tests/cases/infer`; the format is described in docs/inference-disagreements.md."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from metadef import DataType, Format, MetadefError, TensorDesc, infer_call

FOLDER = Path(__file__).parent / "cases" / "infer"


@dataclass(frozen=True)
class Case:
    op: str
    inputs: tuple[Any, ...]
    attrs: dict[str, Any]
    expected: str
    text: str


def read_cases() -> list[Case]:
    """Every case that agrees."""
    files = sorted(path for path in FOLDER.glob("*.txt") if path.name != "disagreements.txt")
    return [read_case(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def read_disagreements() -> list[tuple[Case, str, str]]:
    """(case, our answer, reason)."""
    lines = (FOLDER / "disagreements.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.split(" || ") for line in lines]
    return [(read_case(case), ours, reason) for case, ours, reason in parts]


def read_case(line: str) -> Case:
    call, expected = line.split(" -> ")
    op, inputs, attrs = call.split(" | ")
    return Case(op, tuple(_port(text) for text in inputs.split(" ; ")), json.loads(attrs), expected, line)


def _port(text: str) -> Any:
    members = [_tensor(part) for part in text.split(" & ")]
    return members if len(members) > 1 else members[0]


def _tensor(text: str) -> Any:
    if text in ("-", ""):
        return None
    text, is_known, elements = text.partition("=")
    text, _, layout = text.partition("@")
    name, _, dims = text.rstrip("]").partition("[")
    sizes = [None if size == "?" else int(size) for size in dims.split(",")] if dims not in ("", "*") else []
    if is_known:
        items = [json.loads(item) for item in elements.split(",")] if elements else []
        array = np.asarray(items, DataType[name].numpy)
        return array.reshape(sizes if array.size == np.prod(sizes or [1]) else [-1])
    return TensorDesc(None if dims == "*" else sizes, DataType[name], Format[layout] if layout else Format.ND)


def answer(case: Case) -> str:
    """What inference says, in the words of a case."""
    try:
        outputs = infer_call(case.op, case.inputs, case.attrs)
    except MetadefError:
        return "fails"
    return " ".join(_shape_text(desc) for desc in outputs)


def _shape_text(desc: TensorDesc) -> str:
    if desc.shape.rank is None:
        return "[*]"
    return f"[{','.join(str(size) if isinstance(size, int) else '?' for size in desc.shape)}]"


def agrees(expected: str, ours: str) -> bool:
    """Whether our answer begins with the expected one; `holds` asks only that inference does not fail."""
    if expected in ("fails", "holds"):
        return (ours == "fails") == (expected == "fails")
    return ours.split()[: len(expected.split())] == expected.split()
