"""A tensor has a type that no core of the chip can hold, whatever the operator.

It is reported where it comes into the computation, not at every operator behind.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.support.record import Use, comes_from_computation
from metadef.errors import Finding, finding
from metadef.ops.builtin import CONST, DATA
from metadef.types.dtype import DataType

__all__ = ["check"]

_INSTEAD = {DataType.BF16: "FLOAT16 or FLOAT"}


def check(use: Use) -> Iterator[Finding]:
    """One finding for each type that the chip lacks."""
    node, target = use.node, use.target
    if node.proto is DATA or node.proto is CONST or (use.support is not None and use.support.count):
        return
    descs = [value.desc for value in (*node.inputs, *node.outputs) if value is not None]
    for dtype in dict.fromkeys(desc.dtype for desc in descs):
        if target.lacks(dtype) and not comes_from_computation(node, dtype):
            types = node.proto.inputs[0].types if node.proto.inputs else None
            legal = [item.name for item in types or () if not target.lacks(item)]
            yield finding(
                "unsupported-on-target",
                use.subject,
                f"{target.chip.soc} ({target.chip.architecture}) has no {dtype.name}",
                expected=", ".join(legal) or "a type that the chip has",
                got=dtype.name,
                hint=f"Cast to {_INSTEAD.get(dtype, 'FLOAT16')}",
            )
