"""`Finding`: one thing that is wrong, with what was expected, what came, where, and the way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from metadef.errors.codes import code_named
from metadef.source import Span

__all__ = ["Finding", "Severity", "finding", "worst"]


class Severity(Enum):
    """How bad a finding is; the order of the members is the order of gravity."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        return _RANK[self]


_RANK = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem, complete enough to act on without reading code.

    Build one with `finding("unsupported-op", ...)`, which fills the code and the severity from the table.
    """

    code: str  # "OPS012"
    name: str  # "unsupported-op"
    severity: Severity
    subject: str  # 'model.onnx: node "conv1" (Conv2D) input x'
    message: str  # one sentence: the law and what came
    expected: str = ""  # what the law asks for
    got: str = ""  # what came
    where: Span | None = None  # where the offending text stands
    defined: Span | None = None  # where the law was defined, such as the prototype's line
    hint: str = ""  # the nearest legal alternative

    @property
    def anchor(self) -> str:
        """The documentation anchor: what `metadef explain` takes."""
        return f"codes.md#{self.code.lower()}"

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        """The `concise` rendering: one line."""
        place = f"{self.where}: " if self.where else ""
        hint = f"; try {self.hint}" if self.hint else ""
        return f"{place}{self.severity.value}[{self.code} {self.name}] {self.subject}: {self.message}{hint}"


def finding(
    name: str,
    subject: str,
    message: str,
    *,
    expected: str = "",
    got: str = "",
    where: Span | None = None,
    defined: Span | None = None,
    hint: str = "",
    severity: Severity | None = None,
) -> Finding:
    """A finding with the code and the default severity that the table gives to `name`.

    Raises:
        KeyError: if `name` is not in `metadef.errors.codes`.

    >>> str(finding("unsupported-op", "node conv", "operator Konv2D is unknown", hint="Conv2D"))
    'error[OPS012 unsupported-op] node conv: operator Konv2D is unknown; try Conv2D'
    """
    code = code_named(name)
    level = severity or Severity(code.severity)
    return Finding(code.code, name, level, subject, message, expected, got, where, defined, hint)


def worst(findings: Iterable[Finding]) -> Severity | None:
    """The gravest severity among the findings, None for none."""
    return max((item.severity for item in findings), key=lambda severity: severity.rank, default=None)
