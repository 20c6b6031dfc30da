"""Names of values while a graph is imported."""

from __future__ import annotations

from typing import Any

from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.tensor_value import TensorValue

__all__ = ["Scope"]


class Scope:
    """What the ONNX names of one graph or one inlined function stand for. Mutable.

    Initializers become constants when they are first read, so unused ones cost nothing.
    """

    __slots__ = ("absent", "attributes", "depth", "graph", "initializers", "opsets", "prefix", "used", "values")

    def __init__(
        self,
        graph: Graph,
        opsets: dict[str, int],
        *,
        depth: int = 0,
        prefix: str = "",
        attributes: dict[str, Any] | None = None,
    ) -> None:
        self.graph = graph  # where nodes go
        self.opsets = opsets  # domain to version
        self.depth = depth  # nested subgraphs and functions
        self.prefix = prefix  # of node names inside of a function
        self.attributes = attributes  # what `ref_attr_name` refers to; None outside of functions
        self.absent: set[str] = set()  # parameters of a function that the call leaves out
        self.used: set[str] = set()  # names that something reads or that are results
        self.values: dict[str, Value] = {}
        self.initializers: dict[str, Any | TensorValue] = {}  # TensorProtos, and constants of an outer graph
