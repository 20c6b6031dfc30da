"""What rules give back, checked; and where a rule that fails is written.

Rules come from users and plug-ins too. Whatever one raises or returns, the tools go on with a finding that names the
file and line of that rule, not of the library function that it called.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import CodeType
from typing import TypeVar

from metadef.errors import Finding, MetadefError, finding
from metadef.ops.call import Call
from metadef.source import Span

__all__ = ["BadAnswer", "is_ours", "located", "one_each", "rule_failed"]

Answer = TypeVar("Answer")

_LIBRARY = str(Path(__file__).parents[1])


class BadAnswer(TypeError):
    """A rule returned what it must not return; `rule` is the function."""

    def __init__(self, rule: object, message: str) -> None:
        super().__init__(message)
        self.rule = rule


def one_each(rule: object, given: object, kind: type[Answer], total: int) -> list[Answer]:
    """An answer for each of `total` flat outputs: one for all, or as many as there are outputs.

    Raises:
        BadAnswer: where it is neither.
    """
    if isinstance(given, kind):
        return [given] * total
    wanted = f"a rule gives one {kind.__name__}, or one for each output ({total})"
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise BadAnswer(rule, f"{wanted}, but gave {_short(given)}")
    items: list[Answer] = []
    for item in given:
        if not isinstance(item, kind):
            raise BadAnswer(rule, f"{wanted}, but gave {_short(item)} among them")
        items.append(item)
    if len(items) != total:
        raise BadAnswer(rule, f"{wanted}, but gave {len(items)}")
    return items


def is_ours(rule: object) -> bool:
    """Whether a rule is one of the catalogue's, which tests hold to what they promise."""
    return (getattr(rule, "__module__", None) or "").startswith("metadef.")


def rule_failed(call: Call, error: Exception) -> Finding:
    """The finding that names the rule's own file and line."""
    raised = "" if isinstance(error, BadAnswer) else f"raised {type(error).__name__}"
    return finding(
        "shape-rule-failed",
        call.subject,
        f"the rule of {call.proto.name} {raised or 'is no good'}: {_said(error)}",
        where=_place(call, error),
        defined=call.proto.span,
        hint="a rule that returns shapes or calls call.fail(...)",
    )


def located(call: Call, error: MetadefError) -> list[Finding]:
    """The findings that a rule raised; where one says nothing of the call, it gets the rule's file and line.

    `call.fail` and constraints name the call themselves; what a rule calls besides knows nothing of it.
    """
    found: list[Finding] = []
    for item in error.findings:
        names_it = call.subject in item.subject or call.subject in item.message
        found.append(
            item
            if names_it
            else replace(
                item,
                subject=call.subject,
                message=f"{item.subject}: {item.message}",
                where=item.where or _place(call, error),
                defined=item.defined or call.proto.span,
            )
        )
    return found


def _place(call: Call, error: Exception) -> Span:
    """The last line that ran of the rule's own file; where none of it ran any more, the line of its definition."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, BadAnswer):
        code = _code(error.rule)
        if code is not None:
            return Span(code.co_filename, code.co_firstlineno)
    codes = [_code(rule) for rule in (call.proto.shape_rule, call.proto.dtype_rule, call.proto.value_rule)]
    files = {code.co_filename for code in codes if code is not None and not code.co_filename.startswith(_LIBRARY)}
    own = [frame for frame in frames if frame.filename in files]
    last = own[-1] if own else frames[-1]
    return Span(last.filename, last.lineno or 0)


def _code(rule: object) -> CodeType | None:
    """The code of a function, a partial, or an object that can be called."""
    while isinstance(rule, partial):
        rule = rule.func
    for candidate in (rule, vars(type(rule)).get("__call__")):
        code = getattr(candidate, "__code__", None)
        if isinstance(code, CodeType):
            return code
    return None


def _said(error: Exception) -> str:
    """The error's own text, if it has one: an exception of a stranger may fail when it is asked."""
    try:
        return str(error)
    except Exception as failed:  # WHY: whatever it raises must not stop the report
        return f"its text raised {type(failed).__name__}"


def _short(item: object) -> str:
    text = repr(item)
    return text if len(text) <= 60 else f"{text[:57]}..."
