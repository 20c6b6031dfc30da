"""Recognise scaled dot-product attention.

softmax(q kᵀ s + mask) v   -> FlashAttentionScore(q, k, v), scale_value = s

q, k, v of [B, N, S, D] are in the layout BNSD; of [B, S, D], in BSH with one head. The softmax runs over the keys. A
mask is a constant that is added and holds zeros and large negative numbers, or one that selects such a number: it
becomes `atten_mask`, where True hides. Every query must see a key, for else the written-out form and the operator
differ. Any other term, broadcast to the full shape, is `real_shift`, added after the scale (`pse_type` 0). A mask or
term that would make the scores larger is refused: the softmax would then run over copies.

Where keys and values repeat each of their heads for a group of g query heads, the operator reads the heads themselves:
head h of the queries goes with head h // g. How a model writes the repetition does not matter; see `views`.

The scores are never written to memory: the rule is refused where transposes that it needs cost more than that saves.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Context, Stage
from metadef.passes.matmul_folding import MATMULS, flags_of
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of, reshape_call
from metadef.passes.views import Sizes, chain_to, merged
from metadef.patterns.constants import array_of, number_of
from metadef.patterns.cost import kernel_cost
from metadef.patterns.expression import Pattern, const, either, op, scalar, var

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["AttentionFusion"]

_HIDES = -1e4  # WHY: exp of it is zero in every type, next to scores that are less than 9,900 apart
_LARGEST_TERM = 1 << 24  # bytes of a constant term that is written out to the full shape
_SCORES = op(MATMULS, var("q"), var("k"), open=True, name="scores")
_SCALED = either(op("Mul", _SCORES, scalar("factor")), op("Div|RealDiv", _SCORES, scalar("divisor")), _SCORES)
_MASKED: Pattern = either(
    op("Add", _SCALED, var("term")),
    op("SelectV2|Select", const("hidden"), scalar("fill"), _SCALED),
    op("SelectV2|Select", const("shown"), _SCALED, scalar("fill")),
    op("MaskedFill", _SCALED, const("hidden"), scalar("fill")),
    _SCALED,
)


def _scale(rewrite: Rewrite) -> float | None:
    """The factor of the scores, None where it is infinite."""
    match = rewrite.match
    if match.get("factor") is not None:
        return match.number("factor")
    divisor = match.number("divisor") if match.get("divisor") is not None else 1.0
    return 1 / divisor if divisor else None


def _widened(array: NDArray[np.generic[Any]], scores: tuple[int, ...]) -> NDArray[np.generic[Any]] | None:
    """`array` with the axes B, N, S, S; None if it does not broadcast to the scores, or makes them larger."""
    if array.ndim > len(scores):
        return None
    full = array.reshape((1,) * (len(scores) - array.ndim) + array.shape)
    if any(own not in (1, size) for own, size in zip(full.shape, scores, strict=True)):
        return None
    return full if len(scores) == 4 else full[:, None]


def _broadcast(full: NDArray[np.generic[Any]], dims: tuple[int, ...], heads: bool) -> NDArray[np.generic[Any]]:
    """`full` with all rows and columns of the scores, and with 1 or the full length before; `heads` wants all."""
    import numpy as np

    lead = (full.shape[0], dims[1] if heads else full.shape[1])
    return np.ascontiguousarray(np.broadcast_to(full, (*lead, *dims[2:])))


def _computed_term(rewrite: Rewrite, source: Value, dims: tuple[int, ...]) -> Value | None:
    """A term as the operator takes it: with all heads, queries and keys; None where it does not broadcast to these."""
    import numpy as np

    own = dims_of(source)
    if own is None or len(own) > 4 or not source.desc.dtype.is_float:
        return None
    full = [1] * (4 - len(own)) + list(own)
    wanted = (full[0], *dims[1:])
    if own == wanted and wanted[0] in (1, dims[0]):
        return source
    fits = (
        all(size in (1, other) for size, other in zip(full, dims, strict=True))
        and len(rewrite.match["scores"].desc.origin_shape) == 4
    )
    if not fits or prod(wanted) * source.desc.dtype.bits // 8 > _LARGEST_TERM:
        return None
    shape = rewrite.constant(np.array(wanted, np.int64))
    return rewrite.add("BroadcastTo", [source, shape]).output


def _mask(rewrite: Rewrite, scores: tuple[int, ...] | None) -> tuple[Value | None, Value | None] | str:
    """(term, mask) of the scores, whose lengths are known or not; or why there is no such thing."""
    import numpy as np

    match = rewrite.match
    chosen = match.get("hidden") or match.get("shown")
    if chosen is None and match.get("term") is None:
        return None, None
    if scores is None:
        return "the scores have a mask, and a length that is not known"
    dims = scores if len(scores) == 4 else (scores[0], 1, *scores[1:])
    source = match["term"] if chosen is None else chosen
    array = array_of(source)
    if array is None:
        term = _computed_term(rewrite, source, dims) if chosen is None else None
        return (term, None) if term else "what is added or hides is computed, and does not broadcast to the scores"
    full = _widened(array, scores)
    if full is None:
        return "the mask or the term that is added does not broadcast to the scores"
    if chosen is not None:
        fill = number_of(match["fill"])
        if fill is None or not fill <= _HIDES:
            return "what it puts in place of a score is not a large negative number"
        hidden = full.astype(bool) if match.get("hidden") is not None else ~full.astype(bool)
    else:
        if not source.desc.dtype.is_float:
            return "the term that is added is not of floating-point numbers"
        wide = full.astype(np.float64)
        if not bool(((wide == 0) | (wide <= _HIDES)).all()):
            if full.shape[0] * dims[1] * dims[2] * dims[3] * full.itemsize > _LARGEST_TERM:
                return "the term that is added is too large to be written out"
            return rewrite.constant(_broadcast(full, dims, heads=True), source), None
        hidden = wide < 0
    if bool(np.broadcast_to(hidden, (*hidden.shape[:-1], dims[-1])).all(axis=-1).any()):
        return "a query sees no key"
    return None, rewrite.constant(_broadcast(hidden, dims, heads=False)) if bool(hidden.any()) else None


def _exchanged(rewrite: Rewrite, name: str, wanted: bool) -> Value:
    """A captured value, with its last two axes exchanged where that is wanted."""
    import numpy as np

    value = rewrite.match[name]
    rank = value.desc.origin_shape.rank
    if not wanted or rank is None or rank < 2:
        return value
    order = np.array((*range(rank - 2), rank - 1, rank - 2), np.int64)
    return rewrite.add("Transpose", [value, rewrite.constant(order)]).output


def _shared_heads(rewrite: Rewrite, key: Value, value: Value) -> tuple[Value, Value]:
    """Keys and values [B, N, S, D] before each of their heads was repeated, or as they are."""
    first, second = (_unrepeated(item, rewrite.context) for item in (key, value))
    if first is None or second is None or first[1] != second[1]:
        return key, value
    import numpy as np

    made: list[Value] = []
    for item, (start, heads) in ((key, first), (value, second)):
        call = reshape_call(start.desc.origin_shape, item.desc.origin_shape.with_dim(1, heads))
        if isinstance(call, str):
            return key, value
        if start.desc.origin_shape.rank != 4:
            start = rewrite.add("Reshape", [start, rewrite.constant(np.array(call[0], np.int64))], call[1]).output
        made.append(start)
    return made[0], made[1]


def _unrepeated(value: Value, context: Context) -> tuple[Value, int] | None:
    """(tensor, N / g): the tensor [B, N / g, S, D] whose heads a value [B, N, S, D] repeats g times each.

    None if there is no such tensor; it may have other axes, if its elements stand in that order.
    """
    sizes = Sizes()
    dims = sizes(value)
    if dims is None or 0 in dims:
        return None
    batch, heads, rows, width = dims
    for start, view in chain_to(value, context, sizes):
        own, rest = divmod(prod(sizes(start) or (0,)), batch * rows * width)
        if rest or own < 1 or own == heads or heads % own:
            continue
        size = rows * width
        repeated = merged([(own, size), (heads // own, 0)])
        if view.axes == (merged([(batch, own * size)]), repeated, merged([(rows, width)]), merged([(width, 1)])):
            return start, own
    return None


def _fuse(rewrite: Rewrite) -> Value | str:
    scores, root = rewrite.match["scores"].producer, rewrite.root
    softmax = rewrite.match["softmax"].producer
    if any(value is not None for node in (scores, root) for value in node.inputs[2:]):
        return "a product has a bias"
    left, right = flags_of(scores)
    if root.attr(flags_of(root)[0]):
        return "the weights are transposed"
    query = _exchanged(rewrite, "q", bool(scores.attr(left)))
    key = _exchanged(rewrite, "k", not scores.attr(right))
    value = _exchanged(rewrite, "v", bool(root.attr(flags_of(root)[1])))
    shapes = [item.desc.origin_shape for item in (query, key, value)]
    if any(shape.rank is None or None in shape.dims for shape in shapes):
        return "a size is not known"
    q, k, v = (shape.dims for shape in shapes)
    if len(q) not in (3, 4) or not len(q) == len(k) == len(v) or not q[:-2] == k[:-2] == v[:-2]:
        return "queries, keys and values do not have the same leading axes, one or two"
    if softmax.attr("axes") not in ((-1,), (len(q) - 1,)) or softmax.output.desc.dtype is not query.desc.dtype:
        return "the softmax does not run over the keys"
    if 0 in (*q, *k, *v):
        return "a tensor is empty"
    scale = _scale(rewrite)
    if scale is None:
        return "the scores are divided by 0"
    if v[-1] != q[-1] or not isinstance(q[-1], int) or not isinstance(q[-3] if len(q) == 4 else 1, int):
        return "values and queries have different widths, or a width or the number of heads is not known"
    masks = _mask(rewrite, dims_of(rewrite.match["scores"]))
    if isinstance(masks, str):
        return masks
    term, mask = masks
    if len(q) == 4:
        key, value = _shared_heads(rewrite, key, value)
    heads, layout = (q[1], "BNSD") if len(q) == 4 else (1, "BSH")
    attrs = {"scale_value": scale, "head_num": heads, "input_layout": layout}
    if term is not None:
        attrs["pse_type"] = 0
    inputs = [query, key, value, term, None, None, mask]
    while inputs[-1] is None:
        inputs.pop()
    return rewrite.add("FlashAttentionScore", inputs, attrs).outputs[3]


class AttentionFusion(RewritePass):
    """One FlashAttentionScore for two products and the softmax between them."""

    name = "attention-fusion"
    stage = Stage.FUSION
    after = ("projection-merging", "normalisation-fusion")
    before = ("transpose-reshape-fusion",)
    invalidates = ("reshape-transpose-merging", "dead-node-elimination")
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "attention",
            op(MATMULS, op("SoftmaxV2", _MASKED, name="softmax"), var("v"), open=True),
            _fuse,
            fuses=True,
            cost=kernel_cost,
        ),
    )
