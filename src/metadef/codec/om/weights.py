"""Weights of an .om file: constants hold an offset into the partition of weights, and get their bytes back."""

from __future__ import annotations

from typing import Any

from metadef.errors import Finding, Severity, finding

__all__ = ["join_weights"]

_CONSTANTS = frozenset({"Const", "Constant"})
_MOST_SHARED = 2  # WHY: a file whose constants all point to the same bytes must not fill the memory


def join_weights(model: Any, weights: memoryview, subject: str) -> list[Finding]:
    """Put the bytes of each constant into the message; gives a finding for each that points elsewhere.

    At most twice the bytes that there are: further constants stay without a value, with a finding.
    """
    found: list[Finding] = []
    left = _MOST_SHARED * len(weights)
    for graph in model.graph:
        for op in graph.op:
            value = op.attr["value"] if op.type in _CONSTANTS and "value" in op.attr else None
            if value is None or value.WhichOneof("value") != "t" or value.t.data:
                continue
            desc = value.t.desc
            start, size = desc.data_offset, desc.weight_size
            if not size:
                continue
            if start < 0 or size < 0 or start + size > len(weights) or size > left:
                where = f'{subject}: node "{op.name[:200]}" ({op.type})'
                message = "its weights are not in the file" if size <= left else "its weights are shared too often"
                found.append(
                    finding(
                        "tensor-malformed",
                        where,
                        message,
                        expected=f"{len(weights)} bytes of weights",
                        got=f"{size} bytes at {start}",
                        severity=Severity.WARNING,
                    )
                )
                continue
            left -= size
            value.t.data = bytes(weights[start : start + size])
    return found
