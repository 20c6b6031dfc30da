"""Pages of rules from their docstrings: the entries of the table of codes, and `docs/checks.md`.

`python -m metadef.checks.pages ROOT` writes both below the root of a checkout; a test says when that is due.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from metadef.catalogue import registry
from metadef.checks.engine import lint
from metadef.checks.fixes import FIXABLE
from metadef.checks.record import Rule
from metadef.checks.table import RULES, all_rules
from metadef.errors.codes import Code, all_codes

__all__ = ["catalogue_hits", "checks_page", "code_entries", "code_of", "with_hits"]

_PART = re.compile(r"^(Why|Bad|Good): ", re.MULTILINE)
_BEGIN, _END = "<!-- rules: made by metadef.checks.pages -->", "<!-- end of rules -->"


def code_of(rule: Rule) -> Code:
    """The entry of a rule in the table of codes, from the docstring of its module.

    Raises:
        ValueError: if the docstring lacks a part.
    """
    text = import_module(RULES[rule.name].partition(":")[0]).__doc__ or ""
    what, *rest = _PART.split(text)
    parts = dict(zip(rest[::2], rest[1::2], strict=True))
    if sorted(parts) != ["Bad", "Good", "Why"] or not what.strip():
        raise ValueError(f"the docstring of {rule.name} needs a sentence, Why, Bad and Good")
    why, bad, good = (" ".join(parts[key].split()) for key in ("Why", "Bad", "Good"))
    return Code(rule.code, rule.name, rule.severity, what=" ".join(what.split()), why=why, bad=bad, good=good)


def code_entries() -> str:
    """The module `metadef/errors/codes/lint_codes.py`."""
    lines = [
        '"""Codes of the lint rules: made from their docstrings by `python -m metadef.checks.pages`."""',
        *("", "from __future__ import annotations", "", "from metadef.errors.codes.record import Code", ""),
        '__all__ = ["DEFINITIONS", "DOCUMENTATION"]',
    ]
    for table, family in (("DEFINITIONS", "DEF"), ("DOCUMENTATION", "DOC")):
        lines += ["", f"{table}: tuple[Code, ...] = ("]
        for code in map(code_of, all_rules()):
            if code.code.startswith(family):
                texts = [code.code, code.name, code.severity]
                lines += ["    Code(", *(f"        {_quoted(text)}," for text in texts)]
                lines += [f"        {key}={_quoted(getattr(code, key))}," for key in ("what", "why", "bad", "good")]
                lines += ["    ),"]
        lines += [")"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\")
    return f"'{escaped}'" if '"' in text and "'" not in text else '"' + escaped.replace('"', '\\"') + '"'


def catalogue_hits() -> dict[str, tuple[int, int]]:
    """For each rule, findings over the catalogue and operators that have one."""
    found = lint(registry(), catalogue=True)
    operators = {(item.name, item.subject.split(" ", 1)[0]) for item in found}
    hits, touched = Counter(item.name for item in found), Counter(name for name, _ in operators)
    return {rule.name: (hits[rule.name], touched[rule.name]) for rule in all_rules()}


def checks_page(hits: Mapping[str, tuple[int, int]]) -> str:
    """The table of rules with their hits over the catalogue, in Markdown."""
    rows = [
        "| code | rule | severity | looks at | what | findings | operators |",
        "|---|---|---|---|---|---:|---:|",
    ]
    for rule in all_rules():
        what = code_of(rule).what.replace("|", "\\|")
        findings, operators = hits[rule.name]
        rows.append(
            f"| {rule.code} | `{rule.name}` | {rule.severity} | {rule.subject} | {what} | {findings} | {operators} |"
        )
    fixed = [f"`{name}`" for name in FIXABLE if name in all_codes()]
    rows += ["", f"Findings of the readers that `--fix` mends: {', '.join(fixed)}."]
    return "\n".join(rows)


def with_hits(page: str, table: str) -> str:
    """The page with the part between its marks replaced.

    Raises:
        ValueError: if the page has no marks.
    """
    before, begin, rest = page.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        raise ValueError("the page has no marks for the table of rules")
    return f"{before}{_BEGIN}\n\n{table}\n\n{_END}{after}"


def _write(root: Path) -> None:
    (root / "src" / "metadef" / "errors" / "codes" / "lint_codes.py").write_text(code_entries(), "utf-8")
    page = root / "docs" / "checks.md"
    page.write_text(with_hits(page.read_text("utf-8"), checks_page(catalogue_hits())), "utf-8")


if __name__ == "__main__":
    _write(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
