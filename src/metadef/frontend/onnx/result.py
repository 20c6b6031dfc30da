"""What an import gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from metadef.errors import Finding
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.tensor import TensorDesc

__all__ = ["Imported"]


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """A graph, with everything that was wrong on the way."""

    graph: Graph
    findings: list[Finding]  # all of them, in the order of the file; nodes they are about are opaque placeholders
    opset: int  # of the standard domain; 0 if the model names none
    declarations: Callable[[], dict[Value, TensorDesc]]  # see `declared`
    names: Mapping[str, Value]  # what the file calls values of its outermost graph

    @property
    def ok(self) -> bool:
        """Whether nothing is an error."""
        return not any(item.is_error for item in self.findings)

    def declared(self) -> dict[Value, TensorDesc]:
        """What the file says about values (`value_info` and outputs). Claims to compare with; inference uses none."""
        return self.declarations()
