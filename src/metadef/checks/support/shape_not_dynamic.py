"""The operator's kernels on the chip need shapes that are known at compile time, and these are not."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.support.record import Use
from metadef.errors import Finding, finding

__all__ = ["check"]


def check(use: Use) -> Iterator[Finding]:
    """One finding for a node with an unknown or symbolic shape, where the library says that it takes none."""
    if use.support is None or use.support.flags.get("dynamicShapeSupport.flag", "true").lower() != "false":
        return
    for value in (*use.node.inputs, *use.node.outputs):
        if value is not None and not value.desc.origin_shape.is_known:
            symbols = sorted(value.desc.origin_shape.symbols())
            hint = " ".join(f"--set {name}=..." for name in symbols[:4]) or "fixed shapes of the model's inputs"
            yield finding(
                "dynamic-shape-on-target",
                use.subject,
                f"its kernels on {use.target.chip.soc} need known shapes",
                expected="known dimensions",
                got=str(value.desc.origin_shape),
                hint=hint,
            )
            return
