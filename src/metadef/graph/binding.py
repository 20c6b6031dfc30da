"""How the arguments of a new node are laid out over the ports of its prototype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from metadef.errors import Finding, finding
from metadef.graph.value import Value
from metadef.ops.check import bind_counts
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["UNKNOWN_DESC", "InputLike", "bind_inputs", "bind_outputs"]

UNKNOWN_DESC = TensorDesc(None, DataType.UNDEFINED)

InputLike: TypeAlias = "Value | Sequence[Value | None] | None"

FlatInputs: TypeAlias = "tuple[tuple[Value | None, ...], tuple[int, ...] | None, list[Finding]]"


def bind_inputs(proto: OpProto, inputs: Sequence[InputLike], subject: str) -> FlatInputs:
    """Flat inputs, members of each port (None without dynamic ports), and what is wrong.

    Entries are one a port, a sequence for a dynamic port; or all flat, when at most one port is dynamic.
    """
    nested = any(isinstance(item, Sequence) for item in inputs)
    if not nested:
        flat = tuple(item for item in inputs if not isinstance(item, Sequence))
        if (
            proto.has_dynamic_inputs
            and len(inputs) <= len(proto.inputs)
            and len(proto.inputs) > 1
            and not _one_dynamic(proto)
        ):
            return _by_port(proto, inputs, subject)
        counts, problems = bind_counts(proto, len(flat), subject)
        padded = (*flat, *((None,) * (sum(counts) - len(flat))))
        return padded, counts if proto.has_dynamic_inputs else None, problems
    return _by_port(proto, inputs, subject)


def _one_dynamic(proto: OpProto) -> bool:
    return sum(port.kind is PortKind.DYNAMIC for port in proto.inputs) == 1


def _by_port(proto: OpProto, inputs: Sequence[InputLike], subject: str) -> FlatInputs:
    problems: list[Finding] = []
    if len(inputs) > len(proto.inputs):
        expected = ", ".join(port.name for port in proto.inputs) or "none"
        problems.append(
            finding(
                "port-count",
                subject,
                "more inputs than the prototype has ports",
                expected=expected,
                got=f"{len(inputs)} inputs",
                defined=proto.span,
            )
        )
    flat: list[Value | None] = []
    counts: list[int] = []
    for index, port in enumerate(proto.inputs):
        item = inputs[index] if index < len(inputs) else (() if port.kind is PortKind.DYNAMIC else None)
        if isinstance(item, Sequence):
            if port.kind is not PortKind.DYNAMIC and len(item) != 1:
                problems.append(
                    finding(
                        "port-count",
                        subject,
                        f"port `{port.name}` takes one tensor",
                        expected="1 tensor",
                        got=f"{len(item)} tensors",
                        defined=proto.span,
                    )
                )
            flat.extend(item)
            counts.append(len(item))
        else:
            flat.append(item)
            counts.append(1)
    return tuple(flat), tuple(counts) if proto.has_dynamic_inputs else None, problems


def bind_outputs(
    proto: OpProto, outputs: Sequence[TensorDesc] | None, counts: Sequence[int] | None, subject: str
) -> tuple[tuple[int, ...] | None, Sequence[TensorDesc], list[Finding]]:
    """Members of each output port (None without dynamic ports), descriptors, and what is wrong."""
    if not proto.has_dynamic_outputs:
        if outputs is None:
            return None, (UNKNOWN_DESC,) * len(proto.outputs), []
        if len(outputs) == len(proto.outputs):
            return None, outputs, []
        got = f"{len(outputs)} outputs"
    else:
        fixed = sum(port.kind is not PortKind.DYNAMIC for port in proto.outputs)
        dynamic = len(proto.outputs) - fixed
        if counts is None and outputs is not None and dynamic == 1 and len(outputs) >= fixed:
            counts = [len(outputs) - fixed if port.kind is PortKind.DYNAMIC else 1 for port in proto.outputs]
        if counts is not None and len(counts) == len(proto.outputs):
            total = sum(counts)
            if outputs is None or len(outputs) == total:
                return tuple(counts), outputs if outputs is not None else (UNKNOWN_DESC,) * total, []
        got = "no count" if outputs is None else f"{len(outputs)} outputs"
    expected = ", ".join(port.name + ("..." if port.kind is PortKind.DYNAMIC else "") for port in proto.outputs)
    problem = finding(
        "port-count", subject, "wrong number of outputs", expected=expected or "none", got=got, defined=proto.span
    )
    return None, (), [problem]
