"""An operator, or a data type in it, came with a newer driver than the one that was stated.

metadef knows of no driver what came with it; files of the user say so. A type that nothing has before some driver is
reported where it comes into the computation, as types that the chip lacks are.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.support.record import Use, comes_from_computation
from metadef.errors import Finding, finding
from metadef.ops.builtin import CONST, DATA
from metadef.version import CannVersion

__all__ = ["check"]


def check(use: Use) -> Iterator[Finding]:
    """One finding for the operator, and one for each type."""
    node, target, driver = use.node, use.target, use.driver
    if driver is None or node.proto is DATA or node.proto is CONST:
        return
    since = target.driver_of(node.op)
    if since is not None and driver < since[0]:
        yield _finding(use, f"the operator {node.op}", driver, *since)
        return
    descs = [value.desc for value in (*node.inputs, *node.outputs) if value is not None]
    for dtype in dict.fromkeys(desc.dtype for desc in descs):
        here = target.dtype_driver_of(dtype, node.op)
        if here is not None and driver < here[0]:
            yield _finding(use, f"{dtype.name} in {node.op}", driver, *here)
            continue
        everywhere = None if here is not None else target.dtype_driver_of(dtype)
        if everywhere is not None and driver < everywhere[0] and not comes_from_computation(node, dtype):
            yield _finding(use, dtype.name, driver, *everywhere)


def _finding(use: Use, what: str, driver: CannVersion, since: CannVersion, source: str) -> Finding:
    return finding(
        "newer-driver-needed",
        use.subject,
        f"{what} needs driver {since} or later on {use.target.chip.soc}, and this is {driver}",
        expected=f">= {since}, as {source} says" if source else f">= {since}",
        got=str(driver),
        hint=f"driver {since}",
    )
