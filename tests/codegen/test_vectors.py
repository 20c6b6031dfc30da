"""The golden file of calls: C, C++ and Python answer what it says, and so does Go, whose module holds the same file."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from c_calls import encode
from c_library import DRIVER, STRICT, all_operators, ask, c_sources
from cpp_compiler import compile_c, cpp_compiler
from metadef.catalogue import registry
from metadef.codegen.cases.vectors import vectors
from metadef.driver.calls import check_call
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

_NUMBERS = {"OPS": 0, "DTY": 100, "SHP": 200}


@pytest.fixture(scope="module")
def golden() -> list[dict[str, Any]]:
    """The calls, read from the text as a stranger would read it."""
    document = json.loads(vectors(tuple(all_operators())))
    assert (document["form"], document["version"]) == ("metadef.vectors", 1)
    return document["calls"]


def tensor(record: dict[str, Any]) -> TensorDesc:
    return TensorDesc(Shape.from_json(record["shape"]), DataType[record["dtype"]])


def argument(record: Any) -> Any:
    return [tensor(one) for one in record] if isinstance(record, list) else tensor(record)


def value(record: Any) -> Any:
    if isinstance(record, list):
        return [value(item) for item in record]
    return DataType[record["type"]] if isinstance(record, dict) else record


def numbers(call: dict[str, Any]) -> list[int]:
    return [_NUMBERS[code[:3]] + int(code[3:]) for code, _, _ in call["verdict"]]


def test_the_file_has_every_operator_and_every_way_to_be_wrong(golden: list[dict[str, Any]]):
    assert {call["op"] for call in golden} == {proto.name for proto in all_operators()}
    seen = Counter(name for call in golden for _, name, _ in call["verdict"])
    assert len(golden) > 30_000 and sum(not call["verdict"] for call in golden) > 15_000
    wanted = "port-count missing-input dtype-not-allowed dtype-mismatch unknown-attr missing-attr attr-type"
    assert all(seen[name] >= 30 for name in (*wanted.split(), "attr-constraint", "call-constraint")), seen


def test_no_shape_rule_is_taken_by_surprise(golden: list[dict[str, Any]]):
    """What a rule refuses it refuses in words of its own; `shape-rule-failed` says that it raised something else."""
    assert [(call["op"], call["case"]) for call in golden if "shape-rule-failed" in call.get("beyond", ())] == []


def test_python_answers_what_the_file_says(golden: list[dict[str, Any]]):
    for call in golden[::7]:  # WHY a part: the file was made by this very check; this is about reading it
        inputs = {port: argument(item) for port, item in call["call"]["inputs"].items()}
        attrs = {name: value(item) for name, item in call["call"]["attributes"].items()}
        found = [[item.code, item.name, item.message] for item in check_call(call["op"], inputs, attrs)]
        if not call.get("beyond"):
            assert found == call["verdict"]
        elif call["verdict"]:
            assert found[: len(call["verdict"])] == call["verdict"]


def tokens(call: dict[str, Any]) -> str:
    """A call for the driver in C, where inputs are by position: one with an unknown name is one too many."""
    ports = [port.name for port in registry().lookup(call["op"]).inputs]
    given = call["call"]["inputs"]
    ordered = [given.get(name, []) for name in ports] + [item for name, item in given.items() if name not in ports]
    members = [argument(item) if isinstance(item, list) else [tensor(item)] for item in ordered]
    attrs = {name: value(item) for name, item in call["call"]["attributes"].items()}
    return encode(call["op"], members, attrs)


def differing(program: Path, golden: list[dict[str, Any]]) -> list[tuple[str, str, list[int], list[int]]]:
    answers = ask(program, [tokens(call) for call in golden])
    wanted = [numbers(call) for call in golden]
    return [
        (call["op"], call["case"], want, got)
        for call, want, got in zip(golden, wanted, answers, strict=True)
        if want != got
    ]


def test_c_answers_what_the_file_says(golden: list[dict[str, Any]], c_library: Path):
    assert differing(c_library / "checker", golden) == []
    broken = [{**golden[0], "verdict": [["OPS003", "missing-input", ""]]}]
    assert len(differing(c_library / "checker", broken)) == 1  # the comparison can fail


def test_cpp_answers_what_the_file_says(golden: list[dict[str, Any]], c_library: Path):
    words = ["-std=c++17", *STRICT, "-O0", "-Iinclude", "-Isrc", "-I.", "-x", "c++", c_sources(c_library), str(DRIVER)]
    assert compile_c(c_library, *words, "-o", "checker_cpp", compiler=cpp_compiler()) == ""
    assert differing(c_library / "checker_cpp", golden) == []
