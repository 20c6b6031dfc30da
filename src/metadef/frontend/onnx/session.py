"""`Session`: what all graphs of one import share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from metadef.errors import Finding, did_you_mean
from metadef.frontend.onnx.descriptors import declared_desc
from metadef.frontend.onnx.source import Source
from metadef.graph.value import Value
from metadef.ops.registry import Registry
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Session"]


@dataclass(slots=True, eq=False)
class Session:
    """The file, the registry, the opsets, and what was found so far. Mutable."""

    source: Source
    registry: Registry
    opsets: dict[str, int]
    findings: list[Finding]
    keep_overridable: bool = False
    fixed: Mapping[str, TensorValue] = field(default_factory=dict[str, TensorValue])  # inputs that are constants
    functions: dict[tuple[str, str, str], Any] = field(default_factory=dict[tuple[str, str, str], Any])
    claims: dict[Value, Any] = field(default_factory=dict[Value, Any])  # value: its ValueInfoProto
    hints_left: int = 16  # findings about unknown names that look for near ones

    @property
    def label(self) -> str:
        return self.source.label

    def claim(self, value: Value) -> TensorDesc | None:
        """What the file says about a value."""
        info = self.claims.get(value)
        return declared_desc(info) if info is not None else None

    def near(self, name: str, names: Iterable[str]) -> str:
        """The nearest of many names, for the first findings only: it costs a look at all of them."""
        self.hints_left -= 1
        return did_you_mean(name, names) if self.hints_left >= 0 else ""

    def declarations(self) -> dict[Value, TensorDesc]:
        """What the file says about all values."""
        found = {value: declared_desc(info) for value, info in self.claims.items()}
        return {value: desc for value, desc in found.items() if desc is not None}
