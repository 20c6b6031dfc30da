"""What branches are given: constants move into them, and what no branch reads is no longer passed.

A branch sees its arguments only. As a constant of its own it can fold what it computes, and an If in it can see its
condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.passes.base import Context
from metadef.patterns.constants import tensor_of

__all__ = ["tidy_arguments"]


def tidy_arguments(graph: Graph, node: Node, first: int, context: Context) -> None:
    """Rewrite a branching node whose arguments start at input `first`, and its branches."""
    branches = list(node.subgraphs.values())
    arguments = node.inputs[first:]
    if not branches or any(len(branch.inputs) != len(arguments) for branch in branches):
        return
    for place, argument in enumerate(arguments):
        tensor = tensor_of(argument)
        if argument is None or tensor is None:
            continue
        for branch in branches:
            inner = branch.inputs[place]
            if _is_read(branch, inner) and inner.desc.dtype is argument.desc.dtype:
                name = branch.unique_name(argument.producer.name)
                made = branch.constant(tensor, name, origin=argument.producer.origin)
                branch.replace_uses(inner, made)
                infer(branch, [made.producer], context.inference)
    kept = [place for place in range(len(arguments)) if any(_is_read(one, one.inputs[place]) for one in branches)]
    if len(kept) == len(arguments):
        return
    graph.set_call(node, node.proto, [*node.inputs[:first], [arguments[place] for place in kept]], node.attrs)
    for branch in branches:
        _drop(branch, kept)


def _drop(branch: Graph, kept: Sequence[int]) -> None:
    inputs = branch.inputs
    for place in range(len(inputs)):
        if place not in kept:
            branch.remove(inputs[place].producer)


def _is_read(branch: Graph, value: Value) -> bool:
    return bool(value.use_count) or branch.is_output(value) or bool(branch.control_users(value.producer))
