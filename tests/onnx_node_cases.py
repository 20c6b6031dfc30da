"""onnx's generated single-operator models with their data: import, infer, run on the reference kernels, compare.

What counts as equal is onnx's own rule: its tolerances for each case, equal types and equal shapes.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnx.backend.test.case.node as generated
from onnx import TensorProto
from onnx.numpy_helper import to_array

from metadef.errors import MetadefError
from metadef.frontend.onnx import read_onnx
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes

__all__ = ["EXCEPTIONS", "STAGES", "Outcome", "all_cases", "cases_of", "differences", "run_case"]

STAGES = ("import", "infer", "passes", "run", "compare", "agree")  # how far a case came; "agree" is the end

_COARSE = "the expected values were added up in 16 bits; ours are in 32 and are rounded once"
_SEEDED = "the numbers are drawn, and no two generators draw the same"
_SIZES = "the expected values are scaled by a size that is no integer; onnxruntime and ours use the real size"

# cases that are imported and give something else: why
EXCEPTIONS: dict[str, str] = {
    **{
        f"test_attention_{name}{suffix}": _COARSE
        for name in (
            "3d_causal_bf16",
            "4d_attn_mask_causal_bf16",
            "4d_causal_bf16",
            "4d_causal_padded_kv_bf16",
            "4d_padded_kv_bf16",
        )
        for suffix in ("", "_expanded")
    },
    **{f"test_bernoulli{kind}{suffix}": _SEEDED for kind in ("", "_double", "_seed") for suffix in ("", "_expanded")},
    **{f"test_training_dropout{kind}": _SEEDED for kind in ("", "_default", "_default_mask", "_mask")},
    "test_dft_inverse_opset19": "where the exact result is 0, the expected values hold the rounding noise of an FFT",
    "test_resize_downsample_scales_cubic_align_corners": _SIZES,
    "test_resize_downsample_scales_linear_align_corners": _SIZES,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far one case came and what stopped it."""

    name: str
    stage: str  # the stage that stopped it, or "agree"
    detail: str = ""
    unknown_shapes: int = 0  # values whose shape inference left open

    @property
    def agrees(self) -> bool:
        return self.stage == "agree"


@cache
def all_cases() -> dict[str, Any]:
    """Every case by name. Takes some ten seconds, in which onnx generates them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # WHY: the generators overflow and divide by zero on purpose
        return {case.name: case for case in generated.collect_testcases(None)}


def cases_of(modules: Iterable[str]) -> dict[str, Any]:
    """The cases that some of onnx's generator modules make, without running all the others."""
    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in modules:
            importlib.import_module(f"{generated.__name__}.{module}")
    for case in generated._NodeTestCases:  # filled by the import of each module
        found[case.name] = case
    return found


def run_case(case: Any, optimise: bool = True) -> Outcome:
    """Take one case through the whole loop, with the passes or without."""
    imported = read_onnx(case.model.SerializeToString(), name=f"{case.name}.onnx")
    if not imported.ok:
        return Outcome(case.name, "import", "; ".join(str(item) for item in imported.findings if item.is_error))
    graph = imported.graph
    state = infer(graph)
    errors = [str(item) for item in state.findings if item.is_error]
    if errors:
        return Outcome(case.name, "infer", "; ".join(errors))
    unknown = sum(not value.desc.origin_shape.is_known for node in graph.nodes for value in node.outputs)
    if optimise:
        failed = [item for result in run_passes(graph, default_passes(), Context(state)) for item in result.findings]
        if failed:
            return Outcome(case.name, "passes", "; ".join(map(str, failed)), unknown)
    for inputs, expected in case.data_sets:
        try:
            fed = {value.name: _array(item) for value, item in zip(graph.inputs, inputs, strict=True)}
            found = list(run_graph(graph, fed).values())
        except MetadefError as error:
            return Outcome(case.name, "run", str(error), unknown)
        problem = next(iter(differences(expected, found, case.rtol, case.atol)), "")
        if problem:
            return Outcome(case.name, "compare", problem, unknown)
    return Outcome(case.name, "agree", "", unknown)


def _array(item: Any) -> np.ndarray[Any, Any]:
    """Types that NumPy lacks come as ONNX tensors."""
    return to_array(item) if isinstance(item, TensorProto) else np.asarray(item)


def differences(expected: Sequence[Any], found: Sequence[Any], rtol: float, atol: float) -> Iterator[str]:
    """What differs between the outputs, one text each."""
    if len(expected) != len(found):
        yield f"{len(found)} outputs, expected {len(expected)}"
    for index, (one, other) in enumerate(zip(expected, found, strict=False)):
        problem = difference(_array(one), np.asarray(other), rtol, atol)
        if problem:
            yield f"output {index}: {problem}"


def difference(expected: np.ndarray[Any, Any], found: np.ndarray[Any, Any], rtol: float, atol: float) -> str:
    """How two arrays differ, "" when they are equal by onnx's rule; equal infinities and NaNs are equal."""
    if expected.dtype != found.dtype:
        return f"type {found.dtype}, expected {expected.dtype}"
    if expected.shape != found.shape:
        return f"shape {list(found.shape)}, expected {list(expected.shape)}"
    if expected.dtype.kind in "OSU":
        return "" if bool(np.all(expected == found)) else "other strings"
    kind = np.complex128 if expected.dtype.kind == "c" else np.float64
    left, right = expected.astype(kind), found.astype(kind)
    close = np.isclose(right, left, rtol=rtol, atol=atol, equal_nan=True)
    if bool(close.all()):
        return ""
    where = tuple(int(i) for i in np.argwhere(~close)[0])
    count = f"{int((~close).sum())} of {close.size} elements differ"
    return f"{count}, first at {list(where)}: {right[where]}, expected {left[where]}"
