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
import metadef.passes.attention_fusion as attention
import metadef.passes.attention_layout as layout
import metadef.passes.control_flow_simplification as control
import metadef.passes.convolution_folding as convolution
import metadef.passes.gated_fusion as gates
import metadef.passes.gather_merging as gathers
import metadef.passes.group_normalisation_fusion as groups
import metadef.passes.matmul_folding as products
import metadef.passes.normalisation_fusion as norms
import metadef.passes.padding_folding as padding
import metadef.passes.projection_merging as projections
import metadef.passes.quantization_folding as quantization
import metadef.passes.recurrent_fusion as recurrent
import metadef.passes.reshape_transpose_merging as chains
import metadef.passes.rewrite as rewrite
import metadef.passes.rotary_fusion as rotary
import metadef.passes.transpose_reshape_fusion as both
import metadef.passes.view_sinking as sinking
import metadef.patterns.matching as matching
from markdown_cases import Case, load_cases
from metadef.catalogue import registry
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import find_pass
from metadef.patterns.expression import op, result
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

    return lambda patch: patch.setattr(convolution, "norm_terms", terms)


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


def _attrs(of: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Patch:
    """Every node of the operator that a rule adds gets other attributes."""
    real = rewrite.Rewrite.add

    def add(self: Any, operator: str, inputs: Any, attrs: Any = None, *rest: Any, **options: Any) -> Any:
        return real(self, operator, inputs, change(dict(attrs)) if operator == of else attrs, *rest, **options)

    return lambda patch: patch.setattr(rewrite.Rewrite, "add", add)


def _shown_is_hidden(patch: pytest.MonkeyPatch) -> None:
    real = attention._broadcast
    wrong: Any = lambda full, dims, heads: real(~full if full.dtype == bool else full, dims, heads)  # noqa: E731
    patch.setattr(attention, "_broadcast", wrong)


def _first_part(patch: pytest.MonkeyPatch) -> None:
    real = layout._source

    def source(*given: Any) -> Any:
        found = real(*given)
        return found and layout._Source(found.start, 0, found.count)

    patch.setattr(layout, "_source", source)


def _other_half(patch: pytest.MonkeyPatch) -> None:
    swish = op("Swish", result(gates._SPLIT_D, 1), name="swish")
    rule = rewrite.Rule("swiglu", op("Mul", swish, result(gates._SPLIT_D, 0)), gates._swiglu, fuses=True)
    wrong = type("Wrong", (gates.GatedFusion,), {"rules": (rule,)})
    patch.setattr(gates.GatedFusion, "_index", wrong._index)


def _rows_are_columns(patch: pytest.MonkeyPatch) -> None:
    real = padding._known_pads

    def pads(item: Any) -> Any:
        found = real(item)
        return found if isinstance(found, str) else (*found[2:], *found[:2])

    patch.setattr(padding, "_known_pads", pads)


def _gates_as_they_stand(patch: pytest.MonkeyPatch) -> None:
    real = recurrent._weights
    patch.setattr(recurrent, "_weights", lambda node, order: real(node, sorted(order)))


def _no_recurrent_bias(patch: pytest.MonkeyPatch) -> None:
    real = recurrent._weights

    def weights(node: Any, order: Any) -> Any:
        found = real(node, order)
        return found if isinstance(found, str) else (found[0], np.zeros_like(found[1]))

    patch.setattr(recurrent, "_weights", weights)


def _any_repetition(value: Value, _context: Any) -> tuple[Value, int] | None:
    while value.producer.op in ("Unsqueeze", "Expand", "BroadcastTo", "Reshape"):
        value = value.producer.inputs[0]
    heads = value.desc.shape[1]
    return (value, heads) if isinstance(heads, int) else None


def _epsilon_left_out(norm: Any) -> tuple[Any, Any]:
    scale, offset, mean, variance = (convolution._vector(value) for value in norm.inputs[1:5])
    return _bn(scale, offset, mean, 1 / np.sqrt(np.maximum(variance, 1e-3)))


def _other_branch(patch: pytest.MonkeyPatch) -> None:
    real = control._taken

    def taken(node: Any) -> Any:
        found = real(node)
        return next(graph for graph in node.subgraphs.values() if graph is not found) if found is not None else None

    patch.setattr(control, "_taken", taken)


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
        lambda p: p.setattr(products, "_number", lambda r: np.array(r.match.number("s") ** 2)),
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
    "the scale of attention squared": (
        "attention-fusion",
        _attrs("FlashAttentionScore", lambda attrs: attrs | {"scale_value": attrs["scale_value"] ** 2}),
    ),
    "the scale of attention left out": (
        "attention-fusion",
        _attrs("FlashAttentionScore", lambda attrs: attrs | {"scale_value": 1.0}),
    ),
    "a term added before the scale": (
        "attention-fusion",
        _attrs("FlashAttentionScore", lambda attrs: attrs | ({"pse_type": 1} if "pse_type" in attrs else {})),
    ),
    "a mask that hides what is to be seen": ("attention-fusion", _shown_is_hidden),
    "any number in place of a score is a mask": (
        "attention-fusion",
        lambda patch: patch.setattr(attention, "_HIDES", 1e9),
    ),
    "queries for keys and values": ("attention-layout", _first_part),
    "keys repeated in turn are keys repeated in groups": (
        "attention-fusion",
        lambda patch: patch.setattr(attention, "_unrepeated", _any_repetition),
    ),
    "a batch normalisation of a product with the wrong epsilon": (
        "matmul-folding",
        lambda patch: patch.setattr(products, "norm_terms", _epsilon_left_out),
    ),
    "factors of columns on any axis": (
        "matmul-folding",
        lambda patch: patch.setattr(products, "along_axis", _along_any_axis),
    ),
    "any two slices are halves": ("rotary-fusion", lambda patch: patch.setattr(rotary, "_halves", lambda *_: "")),
    "the other half as gate": ("gated-fusion", _other_half),
    "a root mean square with another epsilon": (
        "gated-fusion",
        _attrs("AddRmsNorm", lambda attrs: attrs | {"epsilon": 0.1}),
    ),
    "groups whose activation is forgotten": (
        "gated-fusion",
        _attrs("GroupNormSilu", lambda attrs: attrs | {"activate_silu": False}),
    ),
    "a factor of another axis for the groups": (
        "group-normalisation-fusion",
        lambda patch: patch.setattr(groups, "along_axis", _along_any_axis),
    ),
    "one group for all channels": (
        "group-normalisation-fusion",
        _attrs("GroupNormV2", lambda attrs: attrs | {"num_groups": 1}),
    ),
    "a pad into an average that leaves it out": (
        "padding-folding",
        _attrs("AvgPoolV2", lambda attrs: attrs | {"exclusive": True}),
    ),
    "a pad of any number": ("padding-folding", lambda patch: patch.setattr(padding, "_filler", lambda pad: 0.0)),
    "pads of the rows for the columns": ("padding-folding", _rows_are_columns),
    "the ReLU of a convolution forgotten": (
        "convolution-activation-fusion",
        _attrs("ExtendConv2D", lambda attrs: attrs | {"enable_relu0": False}),
    ),
    "ReLU for Gelu": (
        "matmul-activation-fusion",
        _attrs("FusedMatMul", lambda attrs: attrs | {"fused_op_type": "relu"}),
    ),
    "gates in the order in which they stand": ("recurrent-fusion", _gates_as_they_stand),
    "the bias of a recurrent cell dropped": ("recurrent-fusion", _no_recurrent_bias),
    "a reset before the product": (
        "recurrent-fusion",
        _attrs("CommonGRU", lambda attrs: attrs | {"linear_before_reset": 0}),
    ),
    "any scale and zero point": (
        "quantization-folding",
        lambda patch: patch.setattr(quantization, "_number", lambda item, name, default: default),
    ),
    "any two transposes are alike": (
        "view-sinking",
        lambda patch: patch.setattr(sinking, "permutation_of", lambda *_: None),
    ),
    "the branch that does not run": ("control-flow-simplification", _other_branch),
    "a loop that runs taken out": (
        "control-flow-simplification",
        lambda patch: patch.setattr(control, "_never_runs", lambda node: True),
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
