"""Comments that allow a finding at one place, and the report of those that allow nothing.

`// metadef: allow rule-name, DEF101` holds for its own line; alone on a line, for the next line of code. On the line
of a declaration's head, or alone before it, it holds for the whole declaration. `// metadef: allow-file rule-name`
holds for the file. `#` and `;` begin such a comment in Python and ini files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from metadef.checks.config import selects
from metadef.checks.source_files import SourceFiles
from metadef.errors import Finding, did_you_mean, finding
from metadef.errors.codes import all_codes
from metadef.source import Span

__all__ = ["Suppressions"]

_COMMENT = re.compile(r"(?://|/\*|#|;|\*)\s*metadef:\s*allow(-file)?\b[ \t:]*([\w\-, \t]*)")


@dataclass(slots=True)
class _Allowance:
    file: str
    line: int
    column: int
    word: str
    holds_for: range
    used: bool = False


class Suppressions:
    """The allowances of the files that were checked.

    Args:
        sources: the files.
        heads: per file, the line of each declaration's head with the line it ends at.
    """

    def __init__(self, sources: SourceFiles, heads: Mapping[str, Mapping[int, int]]) -> None:
        self._sources = sources
        self._heads = heads
        self._by_file: dict[str, list[_Allowance]] = {}
        self._by_word: dict[tuple[str, str], list[_Allowance]] = {}

    def _read(self, file: str) -> list[_Allowance]:
        if file not in self._by_file:
            found: list[_Allowance] = []
            lines = self._sources.lines(file)
            heads = self._heads.get(file, {})
            for number, line in enumerate(lines, 1):
                if "metadef:" in line and (match := _COMMENT.search(line)):
                    scope = self._scope(lines, heads, number, match)
                    words = [word for word in re.split(r"[,\s]+", match[2]) if word]
                    found += [_Allowance(file, number, match.start() + 1, word, scope) for word in words]
            self._by_file[file] = found
            for allowance in found:
                self._by_word.setdefault((file, allowance.word), []).append(allowance)
        return self._by_file[file]

    @staticmethod
    def _scope(lines: list[str], heads: Mapping[int, int], number: int, match: re.Match[str]) -> range:
        if match[1]:
            return range(len(lines) + 1)
        target = number
        if not lines[number - 1][: match.start()].strip():
            target = number + 1
            while target <= len(lines) and not lines[target - 1].strip():
                target += 1
        return range(target, max(heads.get(target, target), target) + 1)

    def allows(self, item: Finding) -> bool:
        """Whether a comment allows the finding; the comment then counts as used."""
        if item.where is None or not item.where.file or item.name == "unused-suppression":
            return False
        self._read(item.where.file)
        allowed = False
        for word in ("ALL", item.name, *(item.code[:end] for end in range(1, len(item.code) + 1))):
            for allowance in self._by_word.get((item.where.file, word), ()):
                if item.where.line in allowance.holds_for:
                    allowance.used = allowed = True
        return allowed

    def unused(self, files: Iterable[str]) -> list[Finding]:
        """A finding for each allowance in these files that allowed nothing."""
        out: list[Finding] = []
        known = all_codes()
        for file in files:
            for allowance in self._read(file):
                if allowance.used:
                    continue
                exists = any(selects(allowance.word, code.code, name) for name, code in known.items())
                message = "the comment allows nothing here" if exists else "there is no such rule"
                hint = "" if exists else did_you_mean(allowance.word, known)
                where = Span(file, allowance.line, allowance.column)
                subject = f"allow {allowance.word}"
                out.append(finding("unused-suppression", subject, message, got=allowance.word, where=where, hint=hint))
        return out
