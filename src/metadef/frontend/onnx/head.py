"""`NodeHead`: which ONNX node is at hand."""

from __future__ import annotations

from dataclasses import dataclass

from metadef.graph.provenance import Provenance

__all__ = ["NodeHead"]


@dataclass(slots=True, eq=False)
class NodeHead:
    """A node's operator and names. Made for every node, so findings' subjects are spelled only when asked for."""

    op: str  # operator type
    domain: str  # "" for the standard one
    opset: int  # of the domain; 0 if the model does not import it
    name: str  # for the Ascend node, not yet made unique
    outputs: list[str]  # names of values; "" where the model does not want an output
    origin: Provenance

    @property
    def kind(self) -> str:
        """Operator with domain, such as `ai.onnx::Gemm`."""
        return self.origin.op

    @property
    def subject(self) -> str:
        """What findings about the node are about."""
        return f'{self.origin.file}: node "{self.name}" ({self.kind}, opset {self.opset or "none"})'
