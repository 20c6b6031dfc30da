"""Attributes of ONNX nodes as plain values, checked against what the operator declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from metadef.errors import Finding, did_you_mean, finding
from metadef.frontend.onnx.declare import KINDS, Signature
from metadef.frontend.onnx.head import NodeHead
from metadef.wire.float32 import shortest

__all__ = ["kind_of", "read_attributes", "readable_attributes"]

# AttributeProto.AttributeType: kind
_KIND_OF = {
    1: "f",
    2: "i",
    3: "s",
    4: "t",
    5: "g",
    6: "fs",
    7: "is",
    8: "ss",
    9: "ts",
    10: "gs",
    11: "sp",
    12: "sps",
    13: "tp",
    14: "tps",
}


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


_READ: dict[str, Callable[[Any], object]] = {
    "f": lambda proto: shortest(proto.f),
    "i": lambda proto: proto.i,
    "s": lambda proto: _text(proto.s),
    "t": lambda proto: proto.t,
    "g": lambda proto: proto.g,
    "fs": lambda proto: tuple(map(shortest, proto.floats)),
    "is": lambda proto: tuple(proto.ints),
    "ss": lambda proto: tuple(map(_text, proto.strings)),
    "ts": lambda proto: tuple(proto.tensors),
    "gs": lambda proto: tuple(proto.graphs),
    "sp": lambda proto: proto.sparse_tensor,
    "tp": lambda proto: proto.tp,
}

# what an absent `type` is guessed from: files before IR version 3 lack it
_FIELDS = (
    ("t", "t"),
    ("g", "g"),
    ("floats", "fs"),
    ("ints", "is"),
    ("strings", "ss"),
    ("s", "s"),
    ("i", "i"),
    ("f", "f"),
)


def kind_of(proto: Any) -> str:
    """The kind of an attribute: `i`, `fs`, ...; "" for none that is known."""
    if proto.type:
        return _KIND_OF.get(proto.type, "")
    for name, kind in _FIELDS:
        value = getattr(proto, name)
        if (len(value) > 0) if kind in ("fs", "is", "ss") else proto.HasField(name):
            return kind
    return ""


def read_attributes(
    protos: Mapping[str, Any],
    signature: Signature,
    head: NodeHead,
    problems: list[Finding],
    why_not: Callable[[str, int], str] = lambda name, opset: "",
) -> dict[str, object]:
    """The declared attributes with their defaults; what is wrong goes to `problems`.

    `why_not` says of a name and an opset version why it lacks the attribute that another one has.
    """
    values = dict(signature.defaults)
    for name, proto in protos.items():
        declared = signature.attrs.get(name)
        if declared is None:
            reason = why_not(name, head.opset)
            problems.append(
                finding(
                    "unknown-attr",
                    head.subject,
                    f"attribute `{name[:200]}` is not one of this operator's" + (f": {reason}" if reason else ""),
                    expected=", ".join(signature.attrs) or "no attributes",
                    got=name[:200],
                    hint="" if reason else did_you_mean(name, signature.attrs),
                )
            )
            continue
        kind = kind_of(proto)
        if kind != declared.kind:
            problems.append(
                finding(
                    "attr-type",
                    head.subject,
                    f"attribute `{name}` must be {KINDS[declared.kind]}",
                    expected=KINDS[declared.kind],
                    got=KINDS.get(kind, "something else"),
                )
            )
            continue
        values[name] = _READ[kind](proto)
    for spec in signature.attrs.values():
        if spec.required and spec.name not in protos:
            problems.append(
                finding(
                    "missing-attr",
                    head.subject,
                    f"required attribute `{spec.name}` is absent",
                    expected=f"`{spec.name}`: {KINDS[spec.kind]}",
                )
            )
    return values


def readable_attributes(protos: Mapping[str, Any]) -> dict[str, object]:
    """The attributes of an operator that nothing is known about, as far as a placeholder can hold them."""
    values: dict[str, object] = {}
    for name, proto in protos.items():
        kind = kind_of(proto)
        if kind in ("f", "i", "s", "fs", "is", "ss"):
            values[name] = _READ[kind](proto)
    return values
