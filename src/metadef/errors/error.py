"""The one error tree. Library code raises these or returns findings; only `cli` prints."""

from __future__ import annotations

from collections.abc import Iterable

from metadef.errors.finding import Finding, finding

__all__ = ["FileError", "GraphError", "MetadefError", "UsageError"]


class MetadefError(Exception):
    """Something cannot be done; `findings` says everything that is wrong.

    Raise it with findings, or with the name of a code, a subject and a message.
    """

    def __init__(self, findings: Finding | Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = (findings,) if isinstance(findings, Finding) else tuple(findings)
        super().__init__("\n".join(str(item) for item in self.findings))

    @classmethod
    def of(
        cls, name: str, subject: str, message: str, *, expected: str = "", got: str = "", hint: str = ""
    ) -> MetadefError:
        """An error with a single finding of the code called `name`."""
        return cls(finding(name, subject, message, expected=expected, got=got, hint=hint))


class FileError(MetadefError):
    """A file that cannot be read or written: exit code 2."""


class GraphError(MetadefError):
    """A graph edit that would break the graph's own rules."""


class UsageError(MetadefError):
    """A call with arguments that make no sense: exit code 2."""
