"""Attention, written out: scores, a softmax over the keys, the mean of the values. Rotary embedding: rotated halves."""

from __future__ import annotations

import math

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.graph.value import Value

__all__ = ["OPS"]

# layout: the axes that make it [B, N, S, D] once heads and their size are apart
_HEADS_FIRST = {"BSND": (0, 2, 1, 3), "BSH": (0, 2, 1, 3), "SBH": (1, 2, 0, 3)}
_BACK = {"BSND": (0, 2, 1, 3), "BSH": (0, 2, 1, 3), "SBH": (2, 0, 1, 3)}
_PLAIN = ("drop_mask", "padding_mask", "prefix", "actual_seq_qlen", "actual_seq_kvlen")


def flash_attention(call: ExportCall) -> None:
    """Without dropout, prefixes, lengths and sparse masks. Heads of keys that several queries share are repeated.

    A query that may see no key gets zeros.
    """
    for port in _PLAIN:
        if call.node.input(port) is not None:
            call.refuse(f"{port} is fed")
    call.need("keep_prob", 1.0)
    call.need("sparse_mode", 0, 1)
    call.need("pse_type", 0, 1)
    call.need("input_layout", "BNSD", *_HEADS_FIRST)
    layout, heads = str(call.attr("input_layout")), call.int("head_num")
    query, key, value = (call.value(port) for port in ("query", "key", "value"))
    shared = _shared(call, query, key, layout, heads)
    q = _split(call, query, layout, heads, "q")
    k, v = (_split(call, item, layout, heads // shared, tag) for item, tag in ((key, "k"), (value, "v")))
    if shared > 1:
        parts = ((k, key, "k"), (v, value, "v"))
        k, v = (_repeated(call, name, item, layout, heads, shared, tag) for name, item, tag in parts)
    scores = call.add("MatMul", [q, call.add("Transpose", [k], {"perm": (0, 1, 3, 2)}, tag="keys")], tag="scores")
    scale = call.scalar(call.float("scale_value"), call.dtype(query))
    shift, hidden = call.input("real_shift"), call.input("atten_mask")
    steps = [("Mul", scale, "scaled")]
    if shift:
        steps.insert(0 if call.int("pse_type") == 1 else 1, ("Add", shift, "shifted"))
    for op, other, tag in steps:
        scores = call.add(op, [scores, other], tag=tag)
    if hidden:
        flags = call.add("Cast", [hidden], {"to": 9}, tag="hidden")
        scores = call.add("Where", [flags, call.scalar(-math.inf, call.dtype(query)), scores], tag="masked")
    weights = call.add("Softmax", [scores], {"axis": -1}, tag="weights")
    if shift or hidden:
        is_empty = call.add("IsNaN", [weights], tag="sees_nothing")
        weights = call.add("Where", [is_empty, call.scalar(0, call.dtype(query)), weights], tag="finite")
    _joined(call, weights, v, layout)


def _shared(call: ExportCall, query: Value, key: Value, layout: str, heads: int) -> int:
    """How many heads of queries share a head of keys."""
    own, other = _width(call, query, layout), _width(call, key, layout)
    if own == other:
        return 1
    if not isinstance(own, int) or not isinstance(other, int) or own % other or heads % (own // other):
        call.refuse("heads of keys that several heads of queries share, in numbers that are not known")
    return own // other


def _repeated(call: ExportCall, name: str, value: Value, layout: str, heads: int, shared: int, tag: str) -> str:
    """[B, N / g, S, D] with each head g times in a row."""
    dims = call.dims(value)
    last = dims[-1] if dims is not None else None
    if not isinstance(last, int):
        call.refuse("heads of keys that several heads of queries share, of a width that is not known")
    width = last // (heads // shared) if layout in ("BSH", "SBH") else last
    apart = call.add("Unsqueeze", [name, call.const_ints((2,))], tag=f"{tag}_group")
    wide = call.add("Expand", [apart, call.const_ints((1, 1, shared, 1, 1))], tag=f"{tag}_repeated")
    return call.add("Reshape", [wide, call.const_ints((0, heads, -1, width))], tag=f"{tag}_full")


def _width(call: ExportCall, value: Value, layout: str) -> object:
    """What is equal where queries and keys have the same heads."""
    dims = call.dims(value)
    if dims is None:
        call.refuse(f"the shape of {value} is unknown")
    return dims[2] if layout in ("BSH", "SBH") else dims[{"BNSD": 1, "BSND": 2}[layout]]


def _split(call: ExportCall, value: Value, layout: str, heads: int, tag: str) -> str:
    """A value as [B, N, S, D]."""
    name = call.name(value)
    if layout == "BNSD":
        return name
    if layout != "BSND":
        name = call.add("Reshape", [name, call.const_ints((0, 0, heads, -1))], tag=f"{tag}_apart")
    return call.add("Transpose", [name], {"perm": _HEADS_FIRST[layout]}, tag=f"{tag}_heads")


def _joined(call: ExportCall, weights: str, value: str, layout: str) -> None:
    """The mean of the values in the layout of the call: its fourth output."""
    if layout == "BNSD":
        call.add("MatMul", [weights, value], out=3)
        return
    mean = call.add("MatMul", [weights, value], tag="mean")
    if layout == "BSND":
        call.add("Transpose", [mean], {"perm": _BACK[layout]}, out=3)
        return
    turned = call.add("Transpose", [mean], {"perm": _BACK[layout]}, tag="turned")
    call.add("Reshape", [turned, call.const_ints((0, 0, -1))], out=3)


def rotary(call: ExportCall) -> None:
    """x · cos + [-x₂, x₁] · sin, with the halves of the last axis as slices."""
    dims = call.dims(call.value("x"))
    width = dims[-1] if dims else None
    if not isinstance(width, int) or width % 2:
        call.refuse("a width that is not known, or odd")
    x, axis = call.input("x"), call.const_ints((-1,))
    middle = call.const_ints((width // 2,))
    low = call.add("Slice", [x, call.const_ints((0,)), middle, axis], tag="low")
    high = call.add("Slice", [x, middle, call.const_ints((width,)), axis], tag="high")
    turned = call.add("Concat", [call.add("Neg", [high], tag="minus_high"), low], {"axis": -1}, tag="turned")
    kept = call.add("Mul", [x, call.input("r1")], tag="kept")
    call.add("Add", [kept, call.add("Mul", [turned, call.input("r2")], tag="rotated")])


OPS: dict[str, Exporter] = {"FlashAttentionScore": flash_attention, "RotaryMul": rotary}
