"""Calls worked out by hand from what the operators mean, a file a family; the form is described in `infer_cases`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from infer_cases import (
    BY_MEANING,
    DISAGREEMENTS,
    FOLDER,
    PUBLIC,
    TENSORFLOW,
    agrees,
    answer,
    by_meaning,
    lines_of,
    read_case,
)
from metadef import DataType, TensorDesc, infer_call
from metadef.catalogue import family_of, registry
from metadef.driver.calls import judge_call

# Operators with calls that inference answers although the prototype finds something: a required input or attribute left
# out, a type that only another header lists, a number where C++ callers name a type, an attribute of the engine's own.
NOT_OF_THE_PROTOTYPE = {
    "missing-input": "Addr AsStrided DynamicRNNV2Grad EmbeddingHashTableApplyAdamW GemmV3 KlDivLossGrad NLLLossGrad",
    "missing-attr": "IFMR Lu MaskedScale Muls SignBitsUnpack",
    "dtype-not-allowed": "AscendAntiQuantV2 Mask2Argmax RadixSort ReduceSumD ReflectionPad1dV2 UnsqueezeV3",
    "attr-type": "ArgMaxV2 Bitcast HistogramFixedWidth RandomStandardNormal RandomUniform ReduceMeanWithCast "
    "ReduceSumD StatelessBernoulli StatelessBernoulliV2 StatelessRandomNormalV2",
    "unknown-attr": "PadV3 Transpose",
}


@pytest.mark.parametrize("path", BY_MEANING, ids=lambda path: path.stem)
def test_every_call_has_the_answer_that_its_meaning_gives(path: Path):
    cases = [read_case(line) for line in lines_of(path)]
    assert [f"{case.text} || {ours}" for case in cases if not agrees(case, ours := answer(case))] == []


def test_every_line_stands_in_the_file_of_its_family():
    paths = (*BY_MEANING, *PUBLIC)
    listed = [(case.op, path.stem) for path in paths for case in map(read_case, lines_of(path))]
    assert [item for item in listed if family_of(item[0]) != item[1]] == []


def test_every_file_of_cases_is_read():
    assert sorted(FOLDER.rglob("*.*")) == sorted([*BY_MEANING, *PUBLIC, *TENSORFLOW, DISAGREEMENTS])


def test_every_listed_operator_has_a_rule_or_gives_any_shape():
    """Any shape comes out of a container."""
    assert [
        case.text
        for case in by_meaning()
        if registry().lookup(case.op).shape_rule is None and set(re.findall(r"\[.*?\]", case.expected)) != {"[*]"}
    ] == []


def test_lines_are_sorted_and_no_call_is_listed_twice():
    for path in BY_MEANING:
        lines = lines_of(path)
        assert lines == sorted(lines), path.name
        calls = [line.split(" -> ")[0] for line in lines]
        assert len(calls) == len(set(calls)), path.name


def test_calls_are_legal_by_the_prototype_but_for_the_listed_ones():
    found = {
        (case.op, item.name)
        for case in by_meaning()
        if case.is_legal
        for item in judge_call(case.op, case.inputs, case.attrs).contract
    }
    assert found == {(op, name) for name, ops in NOT_OF_THE_PROTOTYPE.items() for op in ops.split()}


def test_there_are_enough_calls():
    assert len(by_meaning()) > 2800
    assert sum(not case.is_legal for case in by_meaning()) > 800


X = "Relu | FLOAT[2,n] | {} -> "
UNIQUE = "Unique | FLOAT[6] | {} -> "


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (X + "FLOAT[2,n]", [X + text for text in ("FLOAT[2,?]", "FLOAT[2]", "FLOAT16[2,n]", "FLOAT[2,n] FLOAT[]")]),
        (X + "[2,n]", [X + text for text in ("[3,n]", "[2,m]", "[*]", "nothing", "fails", "[2,n] [2,n]")]),
        (X + "[2,?]", [X + "[?,?]"]),
        (UNIQUE + "FLOAT[#1:0..6] INT32[6]", [UNIQUE + "FLOAT[#1:0..7] INT32[6]", UNIQUE + "FLOAT[0..5] INT32[6]"]),
        (UNIQUE + "FLOAT[0..6] INT32[6]", [UNIQUE + "FLOAT[?] INT32[6]", UNIQUE + "FLOAT[0..6] INT32[0..6]"]),
        (
            "ListDiff | FLOAT[7] ; FLOAT[3] | {} -> FLOAT[#1:0..7] INT32[#1]",
            [
                "ListDiff | FLOAT[7] ; FLOAT[3] | {} -> FLOAT[#1:0..7] INT32[#2:0..7]",
                "ListDiff | FLOAT[7] ; FLOAT[3] | {} -> FLOAT[#1] INT32[#1]",
            ],
        ),
        (
            "CTCBeamSearchDecoder | FLOAT[5,3,7] ; INT32[3] | {'beam_width': 4, 'top_paths': 2} -> "
            "[#1:0..15,2] [#2:0..15,2] [#1] [#2] [2] [2] [3,2]",
            [
                "CTCBeamSearchDecoder | FLOAT[5,3,7] ; INT32[3] | {'beam_width': 4, 'top_paths': 2} -> "
                "[#1:0..15,2] [#2:0..15,2] [#2] [#1] [2] [2] [3,2]"
            ],
        ),
        (
            "MatMul | FLOAT[2,3] ; FLOAT[4,5] | {} -> fails shape-mismatch",
            ["MatMul | FLOAT[2,3] ; FLOAT[4,5] | {} -> [2,5]"],
        ),
    ],
)
def test_a_wrong_size_type_symbol_or_bound_is_seen(right: str, wrong: list[str]):
    cases = [read_case(line.replace("'", '"')) for line in (right, *wrong)]
    assert [agrees(case, answer(case)) for case in cases] == [True] + [False] * len(wrong)


def test_a_refusal_for_another_reason_is_seen():
    call = (
        "FastrcnnPredictions | FLOAT16[100,4] ; FLOAT16[100,9] | {'nms_threshold': 0.5, 'score_threshold': 0.5, 'k': 0}"
    )
    for expected, right in (("fails C1", True), ("fails", True), ("fails C2", False), ("fails rank", False)):
        case = read_case(f"{call} -> {expected}".replace("'", '"'))
        assert agrees(case, answer(case)) is right


def test_a_type_in_an_attribute_may_be_the_number_that_cpp_callers_pass():
    x = TensorDesc((4, 2), DataType.INT32)
    assert infer_call("Bitcast", [x], {"type": 9}) == infer_call("Bitcast", [x], {"type": DataType.INT64})
