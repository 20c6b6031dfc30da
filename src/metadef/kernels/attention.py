"""Attention and rotary embedding: scores of queries and keys, a softmax over the keys, and the mean of the values.

A query that may see no key at all gets the mean of all values in hardware of one kind and zeros in another; here zeros.
"""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS", "attend"]

_STATISTICS = 8  # copies of a row's statistic, which fill a block of 32 bytes


def _heads(x: Array, layout: str, heads: int) -> Array:
    """Any layout as [B, N, S, D]."""
    match layout:
        case "BNSD":
            return x
        case "BSND":
            return x.transpose(0, 2, 1, 3)
        case "BSH":
            return x.reshape(*x.shape[:2], heads, x.shape[2] // heads).transpose(0, 2, 1, 3)
        case "SBH":
            return x.reshape(*x.shape[:2], heads, x.shape[2] // heads).transpose(1, 2, 0, 3)
        case other:
            raise ValueError(f"attention in the layout {other!r} is not known")


def _laid_out(x: Array, layout: str) -> Array:
    """[B, N, S, D] in a layout."""
    batch, heads, rows, width = x.shape
    match layout:
        case "BSND":
            return x.transpose(0, 2, 1, 3)
        case "BSH":
            return x.transpose(0, 2, 1, 3).reshape(batch, rows, heads * width)
        case "SBH":
            return x.transpose(2, 0, 1, 3).reshape(rows, batch, heads * width)
        case _:
            return x


def _repeated(x: Array, heads: int) -> Array:
    """Keys or values that groups of heads share, once for each head."""
    return np.repeat(x, heads // x.shape[1], axis=1) if x.shape[1] != heads else x


def attend(
    query: Array, key: Array, value: Array, scale: float, shift: Array | None, hidden: Array | None, shift_first: bool
) -> tuple[Array, Array, Array]:
    """(result, row maxima, row sums) of attention over [B, N, S, D]; `hidden` says which keys a query may not see."""
    scores = np.matmul(query, key.swapaxes(-1, -2))
    if shift is not None and shift_first:
        scores = scores + shift
    scores = scores * np.asarray(scale, scores.dtype)
    if shift is not None and not shift_first:
        scores = scores + shift
    if hidden is not None:
        scores = np.where(hidden, -np.inf, scores)
    most = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(most), 0, most))
    total = weights.sum(axis=-1, keepdims=True)
    result = np.matmul(weights / np.where(total == 0, 1, total), value)
    return result, most, total


def _require_plain(call: KernelCall, *ports: str) -> None:
    """Raises ValueError if a port is fed that this kernel does not compute."""
    fed = [name for name in ports if call.has_input(name)]
    if fed:
        raise ValueError(f"{call.proto.name} with {', '.join(fed)} is not known")


def _mask(call: KernelCall, port: str) -> Array | None:
    return call[port].astype(bool) if call.has_input(port) else None


def _flash(call: KernelCall) -> tuple[Array, ...]:
    """FlashAttentionScore; `pse_type` 1 adds `real_shift` before the scale, 0 after it.

    Raises:
        ValueError: for dropout, prefixes, lengths of sequences, other masks than `sparse_mode` 0 and 1.
    """
    _require_plain(call, "drop_mask", "padding_mask", "prefix", "actual_seq_qlen", "actual_seq_kvlen")
    if call.int("sparse_mode") not in (0, 1) or call.float("keep_prob") != 1.0 or call.int("pse_type") not in (0, 1):
        raise ValueError("FlashAttentionScore with dropout, or with a sparse mask, is not known")
    layout, heads = call.str("input_layout"), call.int("head_num")
    query = _heads(as_compute(call["query"]), layout, heads)
    width = query.shape[3]
    own = call["key"].shape[-1] // width if layout in ("BSH", "SBH") else heads
    key, value = (_repeated(_heads(as_compute(call[name]), layout, own), heads) for name in ("key", "value"))
    shift = as_compute(call["real_shift"]) if call.has_input("real_shift") else None
    hidden = _mask(call, "atten_mask")
    first = call.int("pse_type") == 1
    result, most, total = attend(query, key, value, call.float("scale_value"), shift, hidden, first)
    rows = [np.repeat(item.astype(np.float32), _STATISTICS, axis=-1) for item in (most, total)]
    like = call["query"]
    return *rows, np.zeros(0, like.dtype), rounded(_laid_out(result.astype(query.dtype), layout), like)


def _prompt(call: KernelCall) -> Array:
    """PromptFlashAttention without quantisation.

    Raises:
        ValueError: for quantised operands, lengths of sequences, and a `sparse_mode` other than 0.
    """
    _require_plain(call, "actual_seq_lengths", "actual_seq_lengths_kv", "deq_scale1", "quant_scale1", "quant_scale2")
    if call.int("sparse_mode") != 0:
        raise ValueError("PromptFlashAttention with a sparse mask is not known")
    layout, heads = call.str("input_layout"), call.int("num_heads")
    own, _, after = layout.partition("_")
    groups = call.int("num_key_value_heads") or heads
    query = _heads(as_compute(call["query"]), own, heads)
    key, value = (_repeated(_heads(as_compute(call[name]), own, groups), heads) for name in ("key", "value"))
    shift = as_compute(call["pse_shift"]) if call.has_input("pse_shift") else None
    scale = call.float("scale_value")
    result, _, _ = attend(query, key, value, scale, shift, _mask(call, "atten_mask"), shift_first=False)
    return rounded(_laid_out(result.astype(query.dtype), after or own), call["query"])


def _turned(x: Array) -> Array:
    """The halves of the last axis exchanged, the new first one negated."""
    low, high = np.split(x, 2, axis=-1)
    return np.concatenate([-high, low], axis=-1)


def _turned_pairs(x: Array) -> Array:
    """Neighbours on the last axis exchanged, the new first one of each pair negated."""
    return np.stack([-x[..., 1::2], x[..., ::2]], axis=-1).reshape(x.shape)


def _rotary(call: KernelCall) -> Array:
    """RotaryMul: x · r1 + turned x · r2."""
    x, cos, sin = (as_compute(call[name]) for name in ("x", "r1", "r2"))
    return rounded(x * cos + _turned(x) * sin, call["x"])


def _rotary_position(call: KernelCall) -> Array:
    """RotaryPositionEmbedding: mode 0 turns halves, 1 neighbours.

    Raises:
        ValueError: for another mode.
    """
    x, cos, sin = (as_compute(call[name]) for name in ("x", "cos", "sin"))
    if call.int("mode") not in (0, 1):
        raise ValueError(f"RotaryPositionEmbedding of mode {call.int('mode')} is not known")
    other = _turned_pairs(x) if call.int("mode") else _turned(x)
    return rounded(x * cos + other * sin, call["x"])


KERNELS: dict[str, Kernel] = {
    "FlashAttentionScore": _flash,
    "PromptFlashAttention": _prompt,
    "RotaryMul": _rotary,
    "RotaryPositionEmbedding": _rotary_position,
}
