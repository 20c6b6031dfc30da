"""Mistakes that a pass could make, made on purpose: the comparison of numbers in the Markdown cases must turn red.

Each mutant replaces one function or rule of a pass. The cases of that pass must all be green without it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import metadef.passes.arithmetic_simplification as arithmetic
import metadef.passes.convolution_folding as convolution
import metadef.passes.gather_merging as gathers
import metadef.passes.matmul_folding as products
import metadef.passes.normalisation_fusion as norms
import metadef.passes.projection_merging as projections
import metadef.passes.reshape_transpose_merging as chains
import metadef.passes.rewrite as rewrite
import metadef.passes.transpose_reshape_fusion as both
import metadef.patterns.matching as matching
from markdown_cases import Case, load_cases
from metadef.catalogue import registry
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import find_pass
from metadef.text import parse
from metadef.types.dtype import DataType
from numeric_tools import relative_error

CASES = Path(__file__).parents[1] / "cases" / "passes"
Patch = Callable[[pytest.MonkeyPatch], None]


def _is_red(case: Case) -> bool:
    """Whether the pass changes what the graph of a case computes, or fails."""
    before, after = parse(case["graph"], registry()), parse(case["graph"], registry())
    infer(before)
    rng = np.random.default_rng(0)
    inputs = {
        value.name: rng.normal(size=value.desc.shape.known_dims() or ()).astype(value.desc.dtype.numpy)
        for value in before.inputs
        if value.desc.shape.is_known
    }
    if len(inputs) < len(before.inputs):
        return False
    (result,) = run_passes(after, [find_pass(case.path.stem)], Context(infer(after)), check=True)
    if not result.ok:
        return True
    expected, found = run_graph(before, inputs), run_graph(after, inputs)
    return any(relative_error(array, found[name]) > 1e-4 for name, array in expected.items())


def _terms(change: Callable[[Any, Any, Any, Any, float], tuple[Any, Any]]) -> Patch:
    def terms(norm: Any) -> tuple[Any, Any]:
        vectors = [convolution._vector(value) for value in norm.inputs[1:5]]
        return change(*vectors, norm.attr("epsilon"))

    return lambda patch: patch.setattr(convolution, "_norm_terms", terms)


def _bn(scale: Any, offset: Any, mean: Any, factor: Any) -> tuple[Any, Any]:
    return scale * factor, offset - scale * factor * mean


def _nothing_escapes(patch: pytest.MonkeyPatch) -> None:
    """Others read the convolution with the new weights instead of the old one."""
    patch.setattr(rewrite, "escaping", lambda match, allowed=(): "")
    real = convolution._scaled

    def scaled(item: Any, *terms: Any) -> Value | str:
        made = real(item, *terms)
        if not isinstance(made, str):
            item.graph.replace_uses(item.match["conv"], made)
        return made

    patch.setattr(convolution, "_scaled", scaled)


def _along_any_axis(value: Value, axis: int, rank: int, size: int) -> Any:
    tensor: Any = value.producer.attrs["value"]
    array = tensor.array()
    return np.broadcast_to(array.reshape(-1).astype(np.float64), (size,)) if array.size in (1, size) else None


def _exchange_forgotten(patch: pytest.MonkeyPatch) -> None:
    real = projections._exchanged
    patch.setattr(projections, "_exchanged", lambda perm: perm if list(perm) == sorted(perm) else real(perm))


def _one_bias_dropped(patch: pytest.MonkeyPatch) -> None:
    real = np.concatenate

    def drop(parts: Any, axis: int = 0) -> Any:
        arrays = list(parts)
        if arrays[0].ndim == 1:
            arrays[-1] = np.zeros_like(arrays[-1])
        return real(arrays, axis)

    patch.setattr(np, "concatenate", drop)


def _concatenated_backwards(patch: pytest.MonkeyPatch) -> None:
    real = np.concatenate
    patch.setattr(np, "concatenate", lambda parts, axis=0: real(list(parts)[::-1], axis))


MUTANTS: dict[str, tuple[str, Patch]] = {
    "a pair of casts removed that loses precision": (
        "arithmetic-simplification",
        lambda patch: patch.setattr(arithmetic, "_HOLDS", {DataType.FLOAT: {DataType.FLOAT16}}),
    ),
    "batch normalisation with the wrong epsilon": (
        "convolution-folding",
        _terms(lambda s, o, m, v, e: _bn(s, o, m, 1 / np.sqrt(v + 10 * e))),
    ),
    "variance without its root": ("convolution-folding", _terms(lambda s, o, m, v, e: _bn(s, o, m, 1 / (v + e)))),
    "mean left out": ("convolution-folding", _terms(lambda s, o, m, v, e: _bn(s, o, 0 * m, 1 / np.sqrt(v + e)))),
    "batch normalisation into a convolution that others read": ("convolution-folding", _nothing_escapes),
    "a term of another axis as bias": (
        "convolution-folding",
        lambda patch: patch.setattr(convolution, "along_axis", _along_any_axis),
    ),
    "a term of the rows as bias": ("matmul-folding", lambda p: p.setattr(products, "along_axis", _along_any_axis)),
    "transposes merged in the wrong order": (
        "reshape-transpose-merging",
        lambda patch: patch.setattr(chains, "composed", lambda inner, outer: [outer[axis] for axis in inner]),
    ),
    "any transpose as a flag": ("matmul-folding", lambda p: p.setattr(products, "swaps_last_two", lambda perm: True)),
    "a factor squared": (
        "matmul-folding",
        lambda p: p.setattr(products, "_number", lambda r: r.match.number("s") ** 2),
    ),
    "Gelu of any width": (
        "gelu-fusion",
        lambda patch: patch.setattr(matching, "is_near", lambda found, expected, dtype: True),
    ),
    "normalisation of the wrong axis": (
        "normalisation-fusion",
        lambda p: p.setattr(norms, "_first_axis", lambda *_: 1),
    ),
    "softmax with the axis shifted": ("normalisation-fusion", lambda p: p.setattr(norms, "_axes", lambda *_: (1,))),
    "one bias of the projections dropped": ("projection-merging", _one_bias_dropped),
    "projections concatenated in the wrong order": ("projection-merging", _concatenated_backwards),
    "the exchange of the keys' axes forgotten": ("projection-merging", _exchange_forgotten),
    "every last reshape into the transpose": (
        "transpose-reshape-fusion",
        lambda patch: patch.setattr(both, "absorb_ones", lambda middle, perm, out: (middle, tuple(sorted(perm)))),
    ),
    "slices by order instead of index": (
        "gather-merging",
        lambda patch: patch.setattr(gathers, "_slice", _by_age(gathers._slice)),
    ),
}


def _by_age(real: Any) -> Any:
    def found(node: Any, context: Any) -> Any:
        known = real(node, context)
        same = [user for user in node.inputs[0].users if user.op == "GatherV2"]
        return None if known is None else (known[0], same.index(node))

    return found


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mistake_in_a_pass_turns_its_cases_red(mutant: str, monkeypatch: pytest.MonkeyPatch):
    name, patch = MUTANTS[mutant]
    cases = load_cases(CASES / f"{name}.md")
    assert not any(_is_red(case) for case in cases)
    patch(monkeypatch)
    assert any(_is_red(case) for case in cases)
