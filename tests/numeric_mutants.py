"""Mistakes that a compiler can make, planted into a graph on purpose: whatever compares numbers must catch them.

A mutant looks for the first place where it makes a difference, and fails if there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.types.tensor_value import TensorValue

__all__ = ["MUTANTS", "plant"]


def plant(graph: Graph, mutant: str) -> None:
    """Plant a mutant.

    Raises:
        LookupError: if the graph has no place for it.
    """
    MUTANTS[mutant](graph)


def _nodes(graph: Graph, *ops: str) -> Iterator[Node]:
    return (node for node in list(graph.nodes) if node.op in ops)


def _constant(value: Value | None) -> np.ndarray | None:
    tensor = value.producer.attrs.get("value") if value is not None and value.producer.op == "Const" else None
    return tensor.array() if isinstance(tensor, TensorValue) else None


def _replace(graph: Graph, node: Node, index: int, array: np.ndarray) -> None:
    old = node.inputs[index]
    assert old is not None
    made = graph.constant(TensorValue.from_array(array), graph.unique_name("mutant"))
    graph.set_desc(made, old.desc)
    graph.replace_input(node, index, made)


def filter_axes_swapped(graph: Graph) -> None:
    """Height and width of a square filter exchanged."""
    for node in _nodes(graph, "Conv2D"):
        weight = _constant(node.input("filter"))
        if weight is not None and weight.shape[2] == weight.shape[3] > 1:
            return _replace(graph, node, 1, np.swapaxes(weight, 2, 3))
    raise LookupError("no square filter")


def groups_permuted(graph: Graph) -> None:
    """The filters of the first two groups exchanged."""
    for node in _nodes(graph, "Conv2D"):
        weight, groups = _constant(node.input("filter")), node.attr("groups")
        if weight is not None and isinstance(groups, int) and groups > 1:
            parts = np.split(weight, groups)
            return _replace(graph, node, 1, np.concatenate([parts[1], parts[0], *parts[2:]]))
    raise LookupError("no grouped convolution")


def pads_mirrored(graph: Graph) -> None:
    """The pads before and after each axis exchanged."""
    for node in _nodes(graph, "Conv2D", "MaxPoolV3", "AvgPoolV2"):
        pads = node.attr("pads")
        if isinstance(pads, tuple) and pads[0::2] != pads[1::2]:
            return graph.set_attr(node, "pads", (pads[1], pads[0], pads[3], pads[2]))
    raise LookupError("no pads that differ")


def epsilon_wrong(graph: Graph) -> None:
    """A hundred times the epsilon of a normalisation."""
    for node in _nodes(graph, "BNInfer", "LayerNormV3"):
        epsilon = node.attr("epsilon")
        assert isinstance(epsilon, float)
        return graph.set_attr(node, "epsilon", epsilon * 100)
    raise LookupError("no normalisation")


def add_dropped(graph: Graph) -> None:
    """A sum of two computed tensors becomes the first of them."""
    for node in _nodes(graph, "Add", "AddN"):
        members = [value for value in node.inputs if value is not None]
        if len(members) == 2 and all(value.producer.op not in ("Const", "Data") for value in members):
            return graph.replace_uses(node.output, members[0])
    raise LookupError("no sum")


MUTANTS: dict[str, Callable[[Graph], None]] = {
    "add dropped": add_dropped,
    "epsilon wrong": epsilon_wrong,
    "filter axes swapped": filter_axes_swapped,
    "groups permuted": groups_permuted,
    "pads mirrored": pads_mirrored,
}
