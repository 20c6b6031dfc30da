"""Pipelines as text: `fold,dce,fuse{max=8}`.

    pipeline = item { "," item }
    item     = [ "-" ] name [ "{" [ key "=" value { "," key "=" value } ] "}" ]

A name is a pass, a stage (all its default passes), `default` (all default passes) or a short form. `-` takes out what
stands before it; an entry of its own after a group sets the parameters of that pass. Values are whole numbers, numbers
with a point, true, false, or words. The order of running follows from what the passes declare, not from the text; see
`metadef passes --explain`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from metadef.errors import MetadefError, UsageError, did_you_mean, finding
from metadef.passes.base import OptionValue, Pass, Stage
from metadef.passes.table import default_passes, find_pass, pass_names
from metadef.source import Span

__all__ = ["SHORT_FORMS", "Item", "parse_pipeline", "passes_of"]

SHORT_FORMS: dict[str, str] = {
    "cse": "common-subexpression-elimination",
    "dce": "dead-node-elimination",
    "fold": "constant-folding",
    "fuse": "fusion",  # the stage
}
_DEFAULT = "default"
_MOST = 10_000  # characters of a pipeline
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?(?![\w.])")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a pipeline."""

    name: str
    column: int  # of its name, from 1
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    is_removal: bool = False


def parse_pipeline(text: str, label: str = "--passes") -> list[Item]:
    """The entries of a pipeline.

    Raises:
        UsageError: pointing at the column that cannot be read.

    >>> [(item.name, dict(item.options)) for item in parse_pipeline("fold, fuse{max=8}")]
    [('fold', {}), ('fuse', {'max': 8})]
    """
    reader = _Reader(text[:_MOST], label)
    items = [reader.item()]
    while reader.take(","):
        items.append(reader.item())
    if not reader.is_at_end:
        reader.fail("a comma or the end")
    return items


def passes_of(text: str, extra: Sequence[Pass] = (), label: str = "--passes") -> list[Pass]:
    """The passes that a pipeline names, with their parameters set; `extra` are known besides those of the table.

    Raises:
        UsageError: for what cannot be read, unknown names with the nearest ones, and a pass that is named twice.
    """
    known = {item.name: item for item in extra}
    chosen: dict[str, Pass] = {}
    alone: set[str] = set()  # WHY: after a group an entry of its own sets the parameters of one member
    for item in parse_pipeline(text, label):
        named, is_group = _resolve(item, known, text, label)
        for one in named:
            if item.is_removal:
                chosen.pop(one.name, None)
            elif one.name in alone and not is_group:
                _complain(
                    text, label, item.column, f"names {item.name} twice", "one entry a pass; see `metadef passes`"
                )
            else:
                alone |= set() if is_group else {one.name}
                try:
                    chosen.setdefault(one.name, one).configure(item.options)
                except UsageError as error:
                    first = error.findings[0]
                    hint = first.hint or first.expected
                    _complain(text, label, item.column, f"{first.subject}: {first.message}", hint)
    return list(chosen.values())


def _resolve(item: Item, known: Mapping[str, Pass], text: str, label: str) -> tuple[list[Pass], bool]:
    name = SHORT_FORMS.get(item.name, item.name)
    if name in known:
        return [known[name]], False
    if name == _DEFAULT or name in {stage.value for stage in Stage}:
        every = [*default_passes(), *known.values()]
        return [one for one in every if name in (_DEFAULT, one.stage.value)], True
    try:
        return [find_pass(name)], False
    except MetadefError as error:
        if error.findings[0].name != "unknown-pass":
            raise
        names = [*pass_names(), *known, *SHORT_FORMS, _DEFAULT, *(stage.value for stage in Stage)]
        hint = did_you_mean(item.name, names) or "a name of `metadef passes`"
        _complain(text, label, item.column, f"there is no pass {item.name[:60]!r}", hint, "unknown-pass")


class _Reader:
    """A position in a pipeline."""

    def __init__(self, text: str, label: str) -> None:
        self.text = text
        self.label = label
        self.at = 0
        self._skip()

    @property
    def is_at_end(self) -> bool:
        return self.at == len(self.text)

    def item(self) -> Item:
        is_removal = self.take("-")
        column = self.at + 1
        name = self._word("the name of a pass")
        options: dict[str, OptionValue] = {}
        if self.take("{") and not self.take("}"):
            self._option(options)
            while self.take(","):
                self._option(options)
            if not self.take("}"):
                self.fail("a comma or }")
        return Item(name, column, options, is_removal)

    def take(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self._skip()
        return True

    def fail(self, expected: str) -> NoReturn:
        _complain(self.text, self.label, self.at + 1, f"expected {expected}", "a name of `metadef passes`")

    def _option(self, options: dict[str, OptionValue]) -> None:
        start = self.at
        key = self._word("the name of a parameter")
        if key in options:
            self.at = start
            self.fail(f"{key} only once")
        if not self.take("="):
            self.fail("=")
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            word = self._word("a number, true, false or a word")
            options[key] = {"true": True, "false": False}.get(word, word)
            return
        self.at = found.end()
        self._skip()
        digits = found.group()
        options[key] = int(digits) if digits.lstrip("-").isdigit() else float(digits)

    def _word(self, expected: str) -> str:
        found = _NAME.match(self.text, self.at)
        if found is None:
            self.fail(expected)
        self.at = found.end()
        self._skip()
        return found.group()

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at


def _complain(text: str, label: str, column: int, message: str, hint: str, name: str = "bad-usage") -> NoReturn:
    """Raises a usage error that shows the place: what stands before it, and what follows."""
    before, after = text[max(0, column - 31) : column - 1], text[column - 1 : column + 29]
    got = f"{before} >>> {after or 'the end'}"
    where = Span(label, 1, column)
    raise UsageError(finding(name, f"{label}, column {column}", message, got=got, where=where, hint=hint))
