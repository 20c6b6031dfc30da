"""Which rules run where: the command line over `[tool.metadef.lint]` of pyproject.toml.

[tool.metadef.lint]
select = ["DEF", "DOC"]           # names, codes or beginnings of codes; everything when absent
ignore = ["bool-attr-without-prefix"]
per-file-ignores = { "legacy/**" = ["DOC"] }
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from metadef.checks.table import installed_rules
from metadef.errors import FileError, Finding, UsageError, did_you_mean
from metadef.errors.codes import all_codes
from metadef.toml_file import under

__all__ = ["Config", "find_config", "read_config", "require_known", "selects"]

_KEYS = ("select", "ignore", "extend-ignore", "per-file-ignores")
_MAX_BYTES = 1 << 20


def selects(selector: str, code: str, name: str) -> bool:
    """Whether a name, a code or the beginning of a code means this finding.

    >>> selects("DEF", "DEF100", "op-name-not-camel-case"), selects("DEF2", "DEF100", "op-name-not-camel-case")
    (True, False)
    """
    return selector in ("ALL", name) or (selector.isalnum() and selector.isupper() and code.startswith(selector))


def require_known(selectors: Iterable[str], origin: str) -> None:
    """Every selector means at least one finding.

    Raises:
        UsageError: for one that does not, with the nearest name.
    """
    known = {name: code.code for name, code in all_codes().items()}
    known |= {rule.name: rule.code for rule in installed_rules()}
    for selector in selectors:
        if not any(selects(selector, code, name) for name, code in known.items()):
            hint = did_you_mean(selector, [*known, *known.values()])
            raise UsageError.of("bad-usage", f"{origin} {selector}", "there is no such rule", hint=hint)


@dataclass(frozen=True, slots=True)
class Config:
    """Selection of findings by name, code or beginning of a code."""

    select: tuple[str, ...] = ()  # empty selects everything
    ignore: tuple[str, ...] = ()
    per_path: tuple[tuple[str, tuple[str, ...]], ...] = ()  # glob over the path: what it ignores
    root: str = ""  # folder that the globs start at

    def wants(self, code: str, name: str) -> bool:
        """Whether a finding is selected somewhere."""
        selected = not self.select or any(selects(item, code, name) for item in self.select)
        return selected and not any(selects(item, code, name) for item in self.ignore)

    def keeps(self, item: Finding) -> bool:
        """Whether a finding is selected in its file. What could not be read is always reported."""
        if item.code.startswith("FIL"):
            return True
        if not self.wants(item.code, item.name):
            return False
        file = item.where.file if item.where is not None else ""
        return not any(
            any(selects(word, item.code, item.name) for word in ignored)
            for glob, ignored in self.per_path
            if _matches(file, glob, self.root)
        )


def _matches(file: str, glob: str, root: str) -> bool:
    """`legacy/**` means everything below, `*.json` a file of any folder."""
    path = os.path.relpath(file, root or ".") if file else ""
    path = path.replace(os.sep, "/")
    return fnmatchcase(path, glob) or ("/" not in glob and fnmatchcase(path.rpartition("/")[2], glob))


def find_config(start: Path) -> Path | None:
    """The nearest pyproject.toml at or above a folder that has `[tool.metadef.lint]`."""
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file() and _table(path) is not None:
            return path
    return None


def _table(path: Path) -> Mapping[str, object] | None:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise FileError.of("file-too-large", str(path), f"a configuration has at most {_MAX_BYTES} bytes")
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FileError.of("file-missing", str(path), error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise FileError.of("file-corrupt", str(path), "the configuration is not UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError.of("bad-usage", str(path), f"not TOML: {error}") from error
    table = under(document, "tool", "metadef", "lint")
    return None if table is None else cast("Mapping[str, object]", table) if isinstance(table, dict) else {}


def read_config(path: Path) -> Config:
    """The configuration in a pyproject.toml; empty when it has no `[tool.metadef.lint]`.

    Raises:
        FileError: if it cannot be read.
        UsageError: if it is no TOML, or has a key, a rule or a value that does not exist.
    """
    table = _table(path) or {}
    for key in table:
        if key not in _KEYS:
            message = "[tool.metadef.lint] has no such key"
            raise UsageError.of("bad-usage", f"{path} {key}", message, hint=did_you_mean(key, _KEYS))
    per_path = table.get("per-file-ignores", {})
    if not isinstance(per_path, dict):
        raise UsageError.of("bad-usage", f"{path} per-file-ignores", "a table of globs to lists of rules is needed")
    return Config(
        _words(table.get("select", []), path, "select"),
        _words(table.get("ignore", []), path, "ignore") + _words(table.get("extend-ignore", []), path, "extend-ignore"),
        tuple((glob, _words(words, path, glob)) for glob, words in cast("dict[str, object]", per_path).items()),
        str(path.parent),
    )


def _words(value: object, path: Path, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise UsageError.of("bad-usage", f"{path} {key}", "a list of rule names or codes is needed")
    words = tuple(cast("list[str]", value))
    require_known(words, f"{path} {key}")
    return words
