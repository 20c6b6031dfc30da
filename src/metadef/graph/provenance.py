"""Where a node came from, kept through every pass."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Provenance"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The source of a node: a file's node, or the pass that made it and the nodes it was made from."""

    file: str = ""  # source file
    name: str = ""  # the node's name there; may be empty or not unique in the source
    op: str = ""  # the operator there, such as "ai.onnx::Gemm"
    made_by: str = ""  # pass that created the node, "" when it was read from a file
    origins: tuple[str, ...] = ()  # source names of all nodes it stands for

    @property
    def source_names(self) -> tuple[str, ...]:
        """All source nodes that this node stands for."""
        return self.origins or ((self.name,) if self.name else ())
