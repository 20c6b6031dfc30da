"""Who gave a node the sizes that do not go together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from metadef.errors import Finding
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import CONST, DATA
from metadef.ops.call import port_slices

__all__ = ["naming_producers"]

_MISMATCHES = frozenset({"shape-mismatch", "rank-mismatch"})
_SHOWN = 4  # inputs that one finding lists


def naming_producers(node: Node, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a node's rules; what is wrong with shapes names them and where they come from."""
    return [_named(node, item) if item.name in _MISMATCHES else item for item in findings]


def _named(node: Node, found: Finding) -> Finding:
    fed = list(_fed(node))
    if not fed:
        return found
    parts = [f"`{port}` {value.desc.origin_shape} from {_producer(value)}" for port, value in fed[:_SHOWN]]
    more = f" and {len(fed) - _SHOWN} more" if len(fed) > _SHOWN else ""
    return replace(found, message=f"{found.message}; {', '.join(parts)}{more}")


def _fed(node: Node) -> Iterator[tuple[str, Value]]:
    for port, part in port_slices(node.proto, node.counts).items():
        for value in node.inputs[part]:
            if value is not None:
                yield port, value


def _producer(value: Value) -> str:
    node = value.producer
    if node.proto is DATA:
        return f'input "{node.name}"'
    if node.proto is CONST:
        return f'constant "{node.name}"'
    return f'node "{node.name}" ({node.op})'
