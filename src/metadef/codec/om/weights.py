"""Weights of an .om file: constants hold an offset into the partition of weights, and get their bytes back."""

from __future__ import annotations

from typing import Any

from metadef.errors import Finding, Severity, finding
from metadef.wire.faults import MAX_MESSAGE_BYTES

__all__ = ["join_weights"]

_CONSTANTS = frozenset({"Const", "Constant"})
_MOST_SHARED = 2  # WHY: a file whose constants all point to the same bytes must not fill the memory
_FRAME_BYTES = 64  # tags and lengths around the bytes of one constant, at most


def join_weights(model: Any, weights: memoryview, subject: str) -> list[Finding]:
    """Put the bytes of each constant into the message; gives a finding for each that points elsewhere.

    At most twice the bytes that there are, and no more than one protobuf message holds: further constants stay without
    a value, with a finding.
    """
    found: list[Finding] = []
    left = _MOST_SHARED * len(weights)
    room = MAX_MESSAGE_BYTES - model.ByteSize()
    for graph in model.graph:
        for op in graph.op:
            value = op.attr["value"] if op.type in _CONSTANTS and "value" in op.attr else None
            if value is None or value.WhichOneof("value") != "t" or value.t.data:
                continue
            desc = value.t.desc
            start, size = desc.data_offset, desc.weight_size
            if not size:
                continue
            is_there = start >= 0 and 0 < size <= len(weights) - start
            if not is_there or size > left or size + _FRAME_BYTES > room:
                where = f'{subject}: node "{op.name[:200]}" ({op.type})'
                message = "its weights are not in the file"
                if is_there:
                    message = "its weights are shared too often" if size > left else "the graph would be beyond 2 GB"
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
            room -= size + _FRAME_BYTES
            value.t.data = bytes(weights[start : start + size])
    return found
