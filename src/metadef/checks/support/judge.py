"""Judges a graph on a target: every rule over every node, equal uses of an operator only once each."""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from typing import cast

from metadef.checks.support.record import SupportRule, Use
from metadef.errors import Finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import all_graphs
from metadef.targets import Target
from metadef.version import CannVersion

__all__ = ["RULES", "judge"]

# Name of the rule to "module:function"; a new rule is one file and one line here.
RULES: dict[str, str] = {
    "operator-not-offered": "metadef.checks.support.operator_not_offered:check",
    "dtype-not-on-chip": "metadef.checks.support.dtype_not_on_chip:check",
    "no-column": "metadef.checks.support.no_column:check",
    "newer-driver": "metadef.checks.support.newer_driver:check",
    "shape-not-dynamic": "metadef.checks.support.shape_not_dynamic:check",
}


def judge(graph: Graph, target: Target, driver: CannVersion | None = None) -> list[Finding]:
    """Everything in a graph, subgraphs included, that the target does not offer. Types and shapes must be inferred.

    Args:
        driver: the version of the driver that runs; None when nobody stated it, and nothing is judged by it then.
    """
    rules = [_rule(door) for door in RULES.values()]
    clean: set[Hashable] = set()
    findings: list[Finding] = []
    for each in all_graphs(graph):
        for node in each.nodes:
            key = _key(node)
            if key in clean:
                continue
            use = Use(node, target, target.columns(node.op), driver)
            found = [item for rule in rules for item in rule(use)]
            findings += found
            if not found:
                clean.add(key)  # WHY: a network uses one operator with the same types hundreds of times
    return findings


def _rule(door: str) -> SupportRule:
    module, _, name = door.partition(":")
    return cast("SupportRule", getattr(import_module(module), name))


def _key(node: Node) -> Hashable:
    descs = tuple(None if value is None else value.desc for value in (*node.inputs, *node.outputs))
    return node.op, descs, node.counts, node.output_counts, bool(node.subgraphs)
