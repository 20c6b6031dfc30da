"""From the oddities of one argument to findings with place and hint."""

from __future__ import annotations

from metadef.definitions.default_value import Default
from metadef.definitions.dtype_names import HELPERS, enumerator, meaning_of, suggestion
from metadef.definitions.type_expr import Oddity, TypeExpr
from metadef.errors import Finding, finding
from metadef.source import Span
from metadef.types.attrs import AttrKind

__all__ = ["default_finding", "type_finding"]

_PUNCTUATION = {
    "missing_comma": "a comma is missing between two types",
    "trailing_comma": "a comma stands before the closing bracket",
    "odd_punct": "types are separated by something that is no comma",
    "unbalanced": "the brackets do not pair",
    "dangling_scope": "a :: leads to no name",
    "single_colon": "one colon stands where two belong",
    "comma_expression": "round brackets inside braces make a comma expression of the list",
}
_HELPER = {
    "unqualified_helper": "a helper is written without TensorType::",
    "helper_without_call": "a helper is written without ()",
    "helper_case": "a helper is written in the wrong case",
}


def type_finding(oddity: Oddity, expr: TypeExpr, subject: str, where: Span) -> Finding:
    """The finding for an oddity of a type argument."""
    kind, token = oddity.kind, oddity.token
    if kind in _PUNCTUATION:
        return finding("type-list-punctuation", subject, _PUNCTUATION[kind], got=token, where=where)
    if kind in _HELPER:
        name = next((helper for helper in HELPERS if helper.upper() == token.upper()), token)
        return finding("type-helper-bare", subject, _HELPER[kind], got=token, where=where, hint=f"TensorType::{name}()")
    if kind == "duplicate_dtype":
        return finding("dtype-repeated", subject, "data types are listed more than once", got=token, where=where)
    if kind == "no_TensorType_wrapper":
        hint = f"TensorType({{{', '.join(expr.dtypes[:4])}}})"
        return finding("type-wrapper-missing", subject, "the type stands without TensorType", where=where, hint=hint)
    if kind == "unquoted_symbol":
        return finding(
            "type-symbol-unquoted",
            subject,
            f"the symbol {token} is used without quotes",
            where=where,
            hint=f'"{token}"',
        )
    if kind == "oversized":
        return finding("list-oversized", subject, "the type list is cut; it is longer than any real one", where=where)
    meaning = meaning_of(token)
    if meaning is None:
        message = f"{token[:60]} is no data type"
        return finding("dtype-name-unknown", subject, message, got=token[:60], where=where, hint=suggestion(token))
    right = enumerator(meaning)
    return finding(
        "dtype-misspelled", subject, f"{token} does not exist; read as {right}", got=token, where=where, hint=right
    )


def default_finding(oddity: Oddity, default: Default, kind: AttrKind, subject: str, where: Span) -> Finding:
    """The finding for an oddity of a default."""
    token = oddity.token[:200]
    match oddity.kind:
        case "malformed":
            message = f"the default cannot be read: {token}"
            return finding(
                "attr-default-malformed", subject, message, expected=_a_kind(kind), got=default.expression, where=where
            )
        case "mismatch":
            message = f"the default does not fit {kind.name}: expected {token}"
            return finding(
                "attr-default-malformed", subject, message, expected=token, got=default.expression, where=where
            )
        case "missing":
            return finding("attr-default-malformed", subject, "ATTR has no default", where=where, hint="REQUIRED_ATTR")
        case "symbolic":
            message = f"the file gives no value to {token}"
            return finding("attr-default-symbolic", subject, message, expected="a literal", got=token, where=where)
        case "unknown_dtype":
            meaning = meaning_of(token)
            right = enumerator(meaning) if meaning is not None else suggestion(token)
            message = f"{token} does not exist; read as {right}"
            return finding("dtype-misspelled", subject, message, got=token, where=where, hint=right)
        case "oversized":
            return finding("list-oversized", subject, f"the default has {token} elements", where=where)
        case "number_kind":
            message = f"{token} is written for {kind.name}"
            return finding("attr-default-literal", subject, message, expected=_a_kind(kind), got=token, where=where)
        case _:
            message = oddity.kind.replace("_", " ")
            return finding("attr-default-braces", subject, message, expected=_a_kind(kind), where=where)


def _a_kind(kind: AttrKind) -> str:
    return f"a {kind.name}" if kind.name not in ("Int", "AscendString") else f"an {kind.name}"
