"""The onnx package's own single-operator models: imported, run on the reference kernels, compared with its outputs.

A model may be refused, never crash; one that is accepted must give what onnx gives.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto
from onnx.numpy_helper import to_array

from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.table import families
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph

# How far results of a type may be from onnx's: relative, and absolute near zero.
TOLERANCE = {"float16": 1e-2, "bfloat16": 5e-2}
# What these models' outputs are is nobody's business but the target's.
RANDOM = ("bernoulli", "dropout", "training")
# onnx samples by the scale as it is given, before the output's length is rounded down; Ascend by the rounded one.
OTHERWISE = ("resize_downsample_scales_cubic_align_corners", "resize_downsample_scales_linear_align_corners")


@cache
def cases() -> list[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # WHY: the cases overflow on purpose while they are made
        from onnx.backend.test.case.node import collect_testcases

        return list(collect_testcases(None))


def of_operator(op: str) -> Iterator[Any]:
    """Models of one node; what the package expanded into functions' bodies repeats other operators."""
    for case in cases():
        nodes = case.model.graph.node
        if len(nodes) == 1 and nodes[0].op_type == op and nodes[0].domain in ("", "ai.onnx"):
            yield case


@pytest.mark.parametrize("op", sorted(families()))
def test_accepted_models_give_what_onnx_gives(op: str):
    for case in of_operator(op):
        result = read_onnx(case.model.SerializeToString(), name=case.name)
        names = [item.name for item in result.findings if item.is_error]
        assert "mapping-failed" not in names, case.name
        if names or any(word in case.name for word in (*RANDOM, *OTHERWISE)):
            continue
        assert infer(result.graph).findings == [], case.name
        for inputs, outputs in case.data_sets:
            fed = dict(zip([info.name for info in case.model.graph.input], inputs, strict=True))
            if any(not hasattr(array, "dtype") or array.dtype.names for array in inputs):
                continue
            given = run_graph(result.graph, fed)
            for info, expected in zip(case.model.graph.output, outputs, strict=True):
                same(given[info.name], as_array(expected), f"{case.name}: {info.name}")


def as_array(item: Any) -> np.ndarray:
    """Types that NumPy lacks come as ONNX tensors."""
    return to_array(item) if isinstance(item, TensorProto) else np.asarray(item)


def same(given: np.ndarray, expected: np.ndarray, place: str) -> None:
    assert (given.dtype, given.shape) == (expected.dtype, expected.shape), place
    if expected.dtype.kind in "biuO":
        assert np.array_equal(given, expected), place
        return
    tolerance = TOLERANCE.get(expected.dtype.name, 1e-3)
    close = np.allclose(
        given.astype(float), expected.astype(float), rtol=tolerance, atol=tolerance / 10, equal_nan=True
    )
    assert close, place


def test_every_model_of_the_package_is_accepted_or_refused_and_most_are_accepted():
    accepted = 0
    for case in cases():
        result = read_onnx(case.model.SerializeToString(), name=case.name)
        assert "mapping-failed" not in [item.name for item in result.findings], case.name
        accepted += result.ok
    assert accepted / len(cases()) > 0.85
