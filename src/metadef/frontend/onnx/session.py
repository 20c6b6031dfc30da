"""`Session`: what all graphs of one import share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from metadef.errors import Finding, did_you_mean, finding
from metadef.frontend.onnx.descriptors import declared_desc
from metadef.frontend.onnx.head import NodeHead
from metadef.frontend.onnx.source import Source
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.ops.builtin import is_opaque
from metadef.ops.registry import Registry
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["NO_SEQUENCES", "Session"]

NO_SEQUENCES = "tensors of a fixed number, or Concat and Split"  # what to do instead


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
    sequences: dict[Value, tuple[Value, ...]] = field(default_factory=dict[Value, tuple[Value, ...]])  # their members
    sequence_subjects: dict[Value, str] = field(default_factory=dict[Value, str])  # what findings about them name
    hints_left: int = 16  # findings about unknown names that look for near ones
    says_plugins: bool = True  # whether unusable plug-ins are still to be reported

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

    def unusable_plugins(self, head: NodeHead) -> tuple[Finding, ...]:
        """Once an import: plug-ins that cannot be used, where a node of another domain has no mapping."""
        if not head.domain or not self.says_plugins:
            return ()
        self.says_plugins = False
        return self.registry.problems()

    def settle_sequences(self, graph: Graph) -> None:
        """Remove the sequences of a graph that nothing reads any more; the others are findings."""
        for value, subject in self.sequence_subjects.items():
            node = value.producer
            if not node.is_alive or node.graph is not graph:
                continue
            if value.use_count == 0 and not graph.is_output(value):
                graph.remove(node)
                continue
            if not graph.is_output(value) and all(is_opaque(user.proto) for user in value.users):
                continue  # the findings about its readers say enough
            message = "Ascend graphs carry tensors; this sequence is a result, or only the run time knows where it goes"
            expected = "a sequence that is taken apart"
            self.findings.append(finding("unsupported-op", subject, message, expected=expected, hint=NO_SEQUENCES))

    def declarations(self) -> dict[Value, TensorDesc]:
        """What the file says about all values."""
        found = {value: declared_desc(info) for value, info in self.claims.items()}
        return {value: desc for value, desc in found.items() if desc is not None}
