"""Values, rules, ports and laws as Go expressions."""

from __future__ import annotations

from collections.abc import Iterable
from math import copysign, isfinite, isnan
from typing import cast

from metadef.catalogue.laws import AxesWithin, InOrder
from metadef.codegen.rule_tree import Rule, rule_tree
from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, Symbol
from metadef.render.quoting import go_string
from metadef.types.attrs import AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["go_attr", "go_law", "go_port", "go_slot", "go_strings", "go_symbol", "go_value"]

_WORDS = {
    "all": "All",
    "any": "Any",
    "not": "Not",
    "each": "Each",
    "length": "Length",
    "length_at_least": "LengthAtLeast",
    "one_of": "OneOf",
    "at_least": "AtLeast",
    "at_most": "AtMost",
    "above": "Above",
    "below": "Below",
    "opaque": "Opaque",
}


def go_value(value: AttrValue) -> str:
    """An expression of the package `ops`. What no literal says (infinities, NaN, -0.0) is a variable of `metadef`.

    >>> go_value((1, 2)), go_value(float("inf")), go_value(DataType.INT8), go_value(0.5)
    ('[]any{int64(1), int64(2)}', 'metadef.Inf', 'metadef.INT8', 'float64(0.5)')

    Raises:
        ValueError: for tensors and named attributes, which have none.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return f"int64({value})"
        case float():
            return _float(value)
        case str():
            return go_string(value)
        case bytes():
            digits = "".join(["\\x" + format(byte, "02x") for byte in value])
            return f'[]byte("{digits}")'
        case DataType():
            return f"metadef.{value.name}"
        case TensorValue() | NamedAttrs():
            raise ValueError(f"{type(value).__name__} has no expression")
        case _:
            return f"[]any{{{', '.join(map(go_value, value))}}}"  # at most two levels: lists of lists


def _float(value: float) -> str:
    if isfinite(value) and (value or copysign(1.0, value) > 0):
        return f"float64({value!r})"
    return (
        "metadef.NegativeZero"
        if not value
        else f"metadef.{'NaN' if isnan(value) else 'Inf' if value > 0 else 'NegativeInf'}"
    )


def go_strings(texts: Iterable[str]) -> str:
    """A list of texts."""
    return f"[]string{{{', '.join(map(go_string, texts))}}}"


def _fields(**fields: str) -> str:
    """The fields of a composite literal that are not of their zero value."""
    kept = [f"{name}: {text}" for name, text in fields.items() if text not in ("", '""', "0", "false", "[]string{}")]
    return f"{{{', '.join(kept)}}}"


def go_port(port: Port) -> str:
    """An element of a `[]Port`."""
    return _fields(
        Name=go_string(port.name),
        Kind=f"metadef.{port.kind.name.title()}" if port.kind.name != "REQUIRED" else "",
        Types=hex(port.types.mask) if port.types.mask else "",
        Symbol=go_string(port.symbol),
        Pattern=go_string(port.pattern),
        Doc=go_string(port.doc),
    )


def go_attr(spec: AttrSpec) -> str:
    """An element of a `[]Attr`."""
    has_default = not spec.required and spec.default is not None and spec.kind not in OPAQUE_KINDS
    return _fields(
        Name=go_string(spec.name),
        Kind=f"metadef.Kind{spec.kind.name}",
        Required="true" if spec.required else "",
        Default=f"any({go_value(spec.default)})" if has_default and spec.default is not None else "",
        Rule="" if spec.constraint is None else f"&metadef.Rule{_rule(rule_tree(spec.constraint))}",
        RuleText="" if spec.constraint is None else go_string(spec.constraint.text),
        Doc=go_string(spec.doc),
    )


def _rule(rule: Rule) -> str:
    return _fields(
        Word=f"metadef.{_WORDS[rule.word]}",
        Values=f"[]any{{{', '.join(map(go_value, rule.values))}}}" if rule.values else "",
        Parts=f"[]metadef.Rule{{{', '.join(map(_rule, rule.parts))}}}" if rule.parts else "",
    )


def go_symbol(symbol: Symbol) -> str:
    """An element of a `[]Symbol`."""
    return _fields(
        Name=go_string(symbol.name),
        Types=hex(symbol.types.mask) if symbol.types.mask else "",
        Promote=go_strings(symbol.promote),
        IsList="true" if symbol.is_list else "",
    )


def go_slot(slot: GraphSpec) -> str:
    """An element of a `[]Slot`."""
    return _fields(Name=go_string(slot.name), IsDynamic="true" if slot.is_dynamic else "", Doc=go_string(slot.doc))


def go_law(law: Law) -> str:
    """An element of a `[]Law`; a law that is a predicate of its own is opaque."""
    head = {"Label": go_string(law.label), "Text": go_string(law.text)}
    match cast("object", law.test):  # WHY: a test is any callable, and these are records
        case AxesWithin(attr=attr, port=port, unset=unset):
            return _fields(
                **head,
                Kind="metadef.AxesWithin",
                Attr=go_string(attr),
                Port=go_string(port),
                HasUnset="" if unset is None else "true",
                Unset="" if unset is None else str(unset),
            )
        case InOrder(low=low, high=high, strict=strict):
            kind = "metadef.IsBelow" if strict else "metadef.NotAbove"
            return _fields(**head, Kind=kind, Low=go_string(low), High=go_string(high))
        case _:
            return _fields(**head)
