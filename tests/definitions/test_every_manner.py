"""Every declared operator, written in every manner of published headers, reads back as what was written.

The writer (`tests/reg_op_writer.py`) is independent of the package's emitter: brackets too few and too many, helpers
bare and in capitals, wide commas, macros, comments in between, misspelled types, numbers in every notation.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from metadef.catalogue import registry
from metadef.definitions.json_form import declaration_of, declaration_to_json
from metadef.definitions.reg_op import read_reg_op
from metadef.definitions.type_expr import HELPERS as READ_HELPERS
from reg_op_writer import HELPERS, Writer, comparable

MISSPELLED = (
    "DT_FLOAT32",
    "DT_BFLOAT16",
    "DT_FLOAT64",
    "DI_UINT16",
    "DT_RESOURSE",
    "DT_Int32",
    "float16",
    "DT_FP8_E5M2",
)


@cache
def operators() -> tuple[dict[str, Any], ...]:
    """The catalogue in the JSON form, helpers' members in the order of the helper, some types misspelled."""
    rng = random.Random(7)
    found: list[dict[str, Any]] = json.loads(
        json.dumps([declaration_to_json(declaration_of(registry().lookup(name))) for name in registry().names()])
    )
    for op in found:
        op["attrs"] = [spec for spec in op["attrs"] if "DT_UNDEFINED" not in str(spec.get("default"))]
        for port in (*op["inputs"], *op["outputs"]):
            arrange(port, rng)
        for item in op["datatypes"].values():
            arrange(item, rng)
    return tuple(found)


def arrange(item: dict[str, Any], rng: random.Random) -> None:
    """Order the types as a person writes them."""
    if "dtypes" not in item:
        return
    members = HELPERS.get(item.get("helper", ""), [])
    if members and not set(members) <= set(item["dtypes"]):
        del item["helper"]
        members = []
    others = [name for name in item["dtypes"] if name not in members]
    rng.shuffle(others)
    item["dtypes"] = [*others, *members] if rng.random() < 0.5 else [*members, *others]
    if rng.random() < 0.1:
        item["unknown"] = rng.sample(MISSPELLED, rng.randint(1, 2))
    if not item["dtypes"] and not item.get("unknown"):
        item["dtypes"] = ["DT_FLOAT"]  # a port of any type has no way to say so in a header


def differences(ops: tuple[Mapping[str, Any], ...], text: str, lines: list[tuple[int, int]]) -> list[object]:
    read = read_reg_op(text.encode(), "x.h").declarations
    got = [json.loads(json.dumps(declaration_to_json(declaration))) for declaration in read]
    assert [op["op"] for op in got] == [op["op"] for op in ops]
    wrong: list[object] = [
        (comparable(op), comparable(item))
        for op, item in zip(ops, got, strict=True)
        if comparable(op) != comparable(item)
    ]
    return wrong + [op["op"] for op, place in zip(got, lines, strict=True) if (op["line"], op["end_line"]) != place]


@pytest.mark.parametrize("seed", range(3))
def test_no_manner_of_writing_changes_an_operator(seed: int):
    ops = operators()
    assert len(ops) > 1800
    writer = Writer(seed, plain=seed == 0)
    text = writer.header(ops)
    if seed == 1:
        text = text.replace("\n", "\r\n")
    assert differences(ops, text, writer.lines)[:1] == []


def test_the_comparison_can_fail():
    ops = operators()[:40]
    writer = Writer(0, plain=True)
    text = writer.header(ops)
    assert differences(ops, text.replace("DT_INT8,", "DT_INT16,", 1), writer.lines) != []
    assert differences(ops, text.replace(".OPTIONAL_INPUT", ".INPUT", 1), writer.lines) != []
    assert differences(ops, text.replace("\n", "\n\n", 1), writer.lines) != []


def test_the_writer_knows_the_helpers_as_the_reader_does():
    assert {name: tuple(members) for name, members in HELPERS.items()} == dict(READ_HELPERS)
