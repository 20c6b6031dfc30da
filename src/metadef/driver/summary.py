"""What a graph is made of: counted in a graph, or in the columns of an `.mdef` file without building one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from metadef.driver.compiled import ValueCounts, count_values, is_compute, shape_state
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.ops.builtin import CONST
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.codec.mdef.graph_file import GraphFile

__all__ = ["Summary", "open_mdef", "summary_of_file", "summary_of_graph"]


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over a graph and its subgraphs; the interface is that of the outermost one."""

    name: str
    ops: Counter[str]  # inputs and constants left out
    constants: int
    distinct_constants: int
    constant_bytes: int  # of the distinct ones
    values: ValueCounts
    inputs: Sequence[tuple[str, TensorDesc]]
    outputs: Sequence[tuple[str, TensorDesc]]
    subgraphs: int


def summary_of_graph(graph: Graph) -> Summary:
    """The summary of a graph."""
    graphs = list(all_graphs(graph))
    nodes = [node for each in graphs for node in each.nodes]
    tensors = [node.attrs["value"] for node in nodes if node.proto is CONST]
    held = {tensor for tensor in tensors if isinstance(tensor, TensorValue)}
    return Summary(
        graph.name,
        Counter(node.op for node in nodes if is_compute(node)),
        len(tensors),
        len(held),
        sum(tensor.nbytes for tensor in held),
        count_values(graph),
        [(value.name, value.desc) for value in graph.inputs],
        [(name, value.desc) for name, value in graph.outputs],
        len(graphs) - 1,
    )


def open_mdef(path: str | Path) -> GraphFile | None:
    """The file, if it is an `.mdef` file.

    Raises:
        FileError: if it is one that is damaged.
    """
    from metadef.codec.mdef.layout import MAGIC

    try:
        with Path(path).open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                return None
    except (OSError, ValueError):
        return None  # the reader of graphs says what is wrong
    from metadef.codec.mdef.graph_file import GraphFile

    return GraphFile.open(path)


def summary_of_file(file: GraphFile) -> Summary:
    """The summary of a file, from the columns that it needs.

    Raises:
        FileError: if one of them is corrupt.
    """
    import numpy as np

    nodes, operators = file.nodes, file.operators
    per_signature = np.bincount(nodes.signature, minlength=len(nodes.signatures)).tolist()
    ops: Counter[str] = Counter()
    consts: list[int] = []
    for number, (signature, count) in enumerate(zip(nodes.signatures, per_signature, strict=True)):
        operator = operators[signature.operator]
        if not operator.is_builtin:
            ops[operator.name] += count
        elif operator.name == "Const":
            consts.append(number)
    rows = np.flatnonzero(np.isin(nodes.signature, consts))
    values = (file.attrs.get(int(number)).get("value") for number in np.unique(nodes.attrs[rows]))
    held = {value for value in values if isinstance(value, TensorValue)}
    inputs = file.inputs()
    own = {symbol for _, desc in inputs for symbol in desc.origin_shape.symbols()}
    states: Counter[str] = Counter()
    used = np.bincount(nodes.desc, minlength=len(file.descs)).tolist()
    for desc, count in zip(file.descs, used, strict=True):
        states[shape_state(desc.origin_shape, own)] += count
    return Summary(
        file.name,
        +ops,
        len(rows),
        len(held),
        sum(tensor.nbytes for tensor in held),
        ValueCounts(states.total(), states["known"], states["symbolic"], states["unknown"]),
        inputs,
        [(name, desc) for name, _, desc in file.outputs()],
        len(nodes.graph_names) - 1,
    )
