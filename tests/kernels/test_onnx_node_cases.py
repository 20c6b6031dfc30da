"""onnx's generated single-operator models, through import, inference, all passes and the reference kernels.

A sample of onnx's generators, since generating all 1,884 cases takes longer than a test should; `bench/node_cases.py`
runs them all. What is not imported must say why, and what is imported must agree or be a listed exception.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from onnx_node_cases import EXCEPTIONS, Outcome, cases_of, run_case

MODULES = (
    "affinegrid",
    "averagepool",
    "batch_normalization",
    "cast",
    "clip",
    "col2im",
    "conv",
    "convtranspose",
    "cumsum",
    "deformconv",
    "depthtospace",
    "dequantizelinear",
    "einsum",
    "expand",
    "gather",
    "gathernd",
    "gelu",
    "gemm",
    "gridsample",
    "groupnormalization",
    "gru",
    "if_",
    "instance_normalization",
    "layernormalization",
    "lrn",
    "loop",
    "lstm",
    "matmul",
    "maxpool",
    "mod",
    "nonmaxsuppression",
    "onehot",
    "pad",
    "quantizelinear",
    "reducemax",
    "reduce_log_sum_exp",
    "resize",
    "reversesequence",
    "roialign",
    "scatterelements",
    "scatternd",
    "slice",
    "softmax",
    "split",
    "string_concat",
    "stringnormalizer",
    "topk",
    "transpose",
    "trilu",
    "where",
)


@cache
def sample() -> dict[str, Any]:
    return cases_of(MODULES)


@cache
def outcomes() -> list[Outcome]:
    return [run_case(case) for case in sample().values()]


def test_most_of_the_sample_is_imported_and_all_of_that_agrees():
    wrong = [item for item in outcomes() if item.stage not in ("agree", "import") and item.name not in EXCEPTIONS]
    assert [f"{item.name}: {item.stage}: {item.detail}" for item in wrong] == []
    agreeing = sum(item.agrees for item in outcomes())
    assert len(outcomes()) > 500
    assert agreeing > 0.8 * len(outcomes())


def test_what_is_not_imported_says_why():
    for outcome in outcomes():
        assert outcome.stage != "import" or outcome.detail


@pytest.mark.parametrize("name", sorted(EXCEPTIONS.keys() & {"test_resize_downsample_scales_linear_align_corners"}))
def test_an_exception_is_still_one(name: str):
    """Else it should leave the list."""
    assert not run_case(sample()[name]).agrees


def test_a_wrong_output_is_seen():
    """The comparison can fail: the expected values of a case are changed."""
    case = sample()["test_softmax_axis_1"]
    ((inputs, outputs),) = case.data_sets
    changed = type(case)(**{**vars(case), "data_sets": [(inputs, [outputs[0] * 1.01])]})
    assert run_case(case).agrees
    assert run_case(changed).stage == "compare"
