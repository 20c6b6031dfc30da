"""Changes that a project accepts: with a reason and a day on which the acceptance ends.

    [[tool.metadef.compat.ignore]]
    rule = "input-dtypes-narrowed"        # a rule, or the beginning of its code
    subject = "Conv2D.x"                  # an operator or one of its parts; * and ? stand for anything
    reason = "no kernel ever took int8 here"
    until = 2027-03-31                    # the last day; without one, the ignore never ends

An ignore without a reason is an error; one that has expired counts no more and is reported; one that matches nothing
is reported, so that it does not outlive its cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from metadef.compat.policy import POLICY
from metadef.compat.record import Change
from metadef.errors import Finding, MetadefError, Severity, did_you_mean, finding
from metadef.errors.codes import code_named
from metadef.toml_file import read_toml, under

__all__ = ["Ignore", "apply_ignores", "read_ignores"]

_KEYS = ("rule", "subject", "reason", "until")
_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Ignore:
    """One accepted change."""

    rule: str
    subject: str
    reason: str
    until: date | None = None  # the last day on which it counts

    def covers(self, change: Change) -> bool:
        """Whether it means this change."""
        named = self.rule == change.rule or code_named(change.rule).code.startswith(self.rule)
        whole = fnmatchcase(change.op, self.subject) or fnmatchcase(change.subject, self.subject)
        return named and whole

    def __str__(self) -> str:
        return f"ignore {self.rule} {self.subject}"


def read_ignores(path: Path) -> list[Ignore]:
    """The ignores in `[[tool.metadef.compat.ignore]]` of a TOML file; none where it has no such table.

    Raises:
        FileError: if the file cannot be read.
        MetadefError: with everything that is wrong with the entries.
    """
    document = read_toml(path, _MOST_BYTES, "a configuration", "file-corrupt")
    table = under(document, "tool", "metadef", "compat", "ignore")
    if table is None:
        return []
    problems: list[Finding] = []
    rows = cast("list[object]", table) if isinstance(table, list) else [table]
    ignores = [found for number, row in enumerate(rows, 1) if (found := _ignore(row, number, path, problems))]
    if problems:
        raise MetadefError(problems)
    return ignores


def _ignore(row: object, number: int, path: Path, problems: list[Finding]) -> Ignore | None:
    subject = f"{path}: ignore {number}"

    def wrong(message: str, hint: str = "") -> None:
        problems.append(finding("bad-usage", subject, message, hint=hint))

    if not isinstance(row, dict):
        wrong("is no table")
        return None
    fields = cast("dict[str, object]", row)
    for key in fields:
        if key not in _KEYS:
            wrong(f"has no key `{key}`", did_you_mean(key, _KEYS))
    rule, at, reason, until = (fields.get(key) for key in _KEYS)
    codes = {code_named(name).code for name in POLICY}
    if not isinstance(rule, str) or not (rule in POLICY or any(code.startswith(rule) and rule for code in codes)):
        wrong(f"names no rule: {rule!r}", did_you_mean(str(rule), POLICY))
    if not isinstance(at, str) or not at:
        wrong("needs a subject, such as Conv2D or Conv2D.x")
    if not isinstance(reason, str) or not reason.strip():
        wrong("needs a reason")
    if until is not None and type(until) is not date:
        wrong(f"`until` is a day such as 2027-03-31; got {until!r}")
    if not isinstance(rule, str) or not isinstance(at, str) or not isinstance(reason, str):
        return None
    return Ignore(rule, at, reason, until if type(until) is date else None)


def apply_ignores(
    changes: Iterable[Change], ignores: Sequence[Ignore], today: date
) -> tuple[list[Change], list[Finding]]:
    """The changes, accepted ones as news with their reason; and what is wrong with the ignores."""
    used: set[Ignore] = set()
    kept: list[Change] = []
    for change in changes:
        match = next((item for item in ignores if item.covers(change)), None)
        if match is None:
            kept.append(change)
            continue
        used.add(match)
        if match.until is not None and match.until < today:
            kept.append(replace(change, note=change.noted(f"the ignore ended on {match.until}")))
        else:
            kept.append(replace(change, severity=Severity.INFO, promises=(), note=f"ignored: {match.reason}"))
    findings = [
        finding("ignore-unused", str(item), "matches no change", hint="delete it")
        for item in ignores
        if item not in used
    ]
    findings += [
        finding("ignore-expired", str(item), f"ended on {item.until}", hint="a later day, or the change undone")
        for item in ignores
        if item in used and item.until is not None and item.until < today
    ]
    return kept, findings
