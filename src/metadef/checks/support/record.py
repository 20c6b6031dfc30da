"""What a support rule is asked: one use of an operator on one chip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from metadef.errors import Finding
from metadef.graph.node import Node
from metadef.ops.builtin import CONST, DATA
from metadef.ops.ports import Port
from metadef.targets import OpSupport, PortSupport, Target
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.version import CannVersion

__all__ = ["SupportRule", "Use", "column_lines", "comes_from_computation", "members_of"]

_LISTED = 12  # columns that a finding shows


@dataclass(frozen=True, slots=True)
class Use:
    """One node on one target."""

    node: Node
    target: Target
    support: OpSupport | None  # the operator's columns on the target, None when nothing is known
    driver: CannVersion | None = None  # the version that runs; None when nobody stated it

    @property
    def subject(self) -> str:
        return f'node "{self.node.name}" ({self.node.op})'


def comes_from_computation(node: Node, dtype: DataType) -> bool:
    """Whether a node gets tensors of a type from another operator, where that was reported already."""
    return any(
        value is not None and value.desc.dtype is dtype and value.producer.proto not in (DATA, CONST)
        for value in node.inputs
    )


SupportRule: TypeAlias = Callable[[Use], Iterator[Finding]]


def members_of(use: Use) -> list[tuple[str, PortSupport, list[TensorDesc]]]:
    """`("input x", its columns, the tensors fed to it)` for each port that the columns list.

    Ports are matched by name, and by position where an op-info library calls them otherwise.
    """
    if use.support is None:
        return []
    node, found = use.node, list[tuple[str, PortSupport, list[TensorDesc]]]()
    inputs = [None if value is None else value.desc for value in node.inputs]
    outputs: list[TensorDesc | None] = [value.desc for value in node.outputs]
    sides = (
        ("input", node.proto.inputs, use.support.inputs, inputs, node.counts),
        ("output", node.proto.outputs, use.support.outputs, outputs, node.output_counts),
    )
    for side, ports, supports, descs, counts in sides:
        fed = _by_port(ports, descs, counts)
        by_name = {item.name: item for item in supports}
        for number, port in enumerate(ports):
            support = by_name.get(port.name) or (supports[number] if number < len(supports) else None)
            given = [desc for desc in fed.get(port.name, []) if desc is not None]
            if support is not None and given:
                found.append((f"{side} {port.name}", support, given))
    return found


def _by_port(
    ports: tuple[Port, ...], descs: list[TensorDesc | None], counts: tuple[int, ...] | None
) -> dict[str, list[TensorDesc | None]]:
    sizes = counts or tuple(1 for _ in ports)
    fed: dict[str, list[TensorDesc | None]] = {}
    at = 0
    for port, size in zip(ports, sizes, strict=False):
        fed[port.name] = descs[at : at + size]
        at += size
    return fed


def column_lines(support: OpSupport) -> str:
    """The legal columns as a finding lists them, each once, formats left out where all are ND."""
    lines = dict.fromkeys(_line(support, row) for row in range(support.count))
    shown = list(lines)[:_LISTED]
    more = f" | and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    return " | ".join(shown) + more


def _line(support: OpSupport, row: int) -> str:
    sides: list[str] = []
    for ports in (support.inputs, support.outputs):
        words: list[str] = []
        for port in ports:
            if port.dtypes and port.dtypes[row] is not DataType.UNDEFINED:
                layout = port.formats[row].name
                words.append(f"{port.name} {port.dtypes[row].name}{'' if layout == 'ND' else f' {layout}'}")
        sides.append(", ".join(words))
    return " -> ".join(sides)
