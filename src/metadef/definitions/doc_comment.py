"""The doc comment before a declaration, read into a `Doc`: Doxygen as the real headers write it, and the Chinese form.

Section words come in many spellings (`Ouputs`, `Input`, lower case, with or without a colon, `@attention Constraints`),
items with and without `@li`. What the words mean is one table. The Chinese form of the articles has 功能描述, 输入,
输出, 属性 and 数据类型支持 as section words and `name - text` as items.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache

__all__ = ["EMPTY_DOC", "Doc", "parse_doc"]

_LINES = re.compile(r"^[ \t*/!]*+([@\\][ \t]*+[A-Za-z]++[ \t]*+:?)?[ \t]*+(.*)", re.MULTILINE)
_ITEM = re.compile(r"\*?\s*([A-Za-z_]\w{0,127})(?:\s*\([^)]{0,80}\))?\s*(?:[:：]+|\s[-–—]\s)\s*(.*)")
_CHINESE = re.compile(r"(功能描述|功能|输入|输出|属性|数据类型支持|约束说明|约束|注意事项)\s*[:：]?\s*(.*)")
_CHINESE_ITEM = re.compile(r"([A-Za-z_]\w{0,127})\s*[-–—:：]+\s*(.*)")
_COLON = re.compile("[:：]")
_MAX_CHARACTERS = 1 << 20

# The section that the first words of an `@par` (or a tag of its own) open, letters only, longest match first.
_SECTIONS: tuple[tuple[str, str], ...] = (
    ("input", "inputs"),
    ("output", "outputs"),
    ("ouput", "outputs"),
    ("outout", "outputs"),
    ("requiredattr", "attrs"),
    ("optionalattr", "attrs"),
    ("attr", "attrs"),
    ("graph", "graphs"),
    ("subgraph", "graphs"),
    ("dynamicgraph", "graphs"),
    ("thirdparty", "compatibility"),
    ("thridparty", "compatibility"),
    ("thirdpart", "compatibility"),
    ("constraint", "constraints"),
    ("constrant", "constraints"),
    ("restriction", "restrictions"),
    ("warning", "restrictions"),
    ("deprecat", "restrictions"),
    ("mathematical", "formula"),
    ("formula", "formula"),
)
_CHINESE_SECTIONS = {
    "功能描述": "brief",
    "功能": "brief",
    "输入": "inputs",
    "输出": "outputs",
    "属性": "attrs",
    "数据类型支持": "datatypes",
    "约束说明": "constraints",
    "约束": "constraints",
    "注意事项": "constraints",
}
_TAGS = {"brief": "brief", "attention": "constraints", "see": "see", "sa": "see", "warning": "restrictions"}
_LISTS = ("inputs", "outputs", "attrs", "graphs")
_STAY = frozenset({"n", "code", "endcode", "note", "f", "ref", "c", "p", "b", "e", "a"})  # tags that open no section


@dataclass(frozen=True, slots=True)
class Doc:
    """A doc comment by sections; texts have single spaces and no comment marks."""

    brief: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict[str, str])  # port name to text
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    attrs: Mapping[str, str] = field(default_factory=dict[str, str])
    graphs: Mapping[str, str] = field(default_factory=dict[str, str])
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])  # the others

    @property
    def deprecated(self) -> str:
        """The sentence that says the operator is deprecated, "" for a living one."""
        for text in self.sections.get("restrictions", ()):
            if "deprecat" in text[:2000].lower():
                return text
        return ""

    def __bool__(self) -> bool:
        return bool(self.brief or self.inputs or self.outputs or self.attrs or self.graphs or self.sections)


EMPTY_DOC = Doc()


def parse_doc(comment: str, names: Set[str] = frozenset()) -> Doc:
    """Read a `/* ... */` comment, or a run of `//` lines; never fails.

    Args:
        comment: with its marks.
        names: the declared ports and attributes; a line without `@li` that begins with one of them starts its item.

    >>> doc = parse_doc('''/**
    ... *@brief Adds.
    ... *@par Inputs:
    ... *@li x1: a tensor.
    ... *x2: another.
    ... */''', {"x1", "x2"})
    >>> doc.brief, dict(doc.inputs)
    ('Adds.', {'x1': 'a tensor.', 'x2': 'another.'})
    """
    reader = _Reader(names)
    reader.run(_body(comment)[:_MAX_CHARACTERS])
    return reader.finish()


def _body(comment: str) -> str:
    if comment.startswith("/*"):
        return comment[2:-2] if comment.endswith("*/") and len(comment) >= 4 else comment[2:]
    return "\n".join(line.strip().removeprefix("//") for line in comment.split("\n"))


class _Reader:
    def __init__(self, names: Set[str]) -> None:
        self.names = names
        self.section = "brief"
        self.item = ""  # the port or attribute that lines without a mark belong to
        self.lists: dict[str, dict[str, list[str]]] = {name: {} for name in _LISTS}
        self.notes: dict[str, list[list[str]]] = {}
        self.blank = False

    def run(self, body: str) -> None:
        for tag, text in _LINES.findall(body):
            if tag:
                if tag in ("@li", "@li "):
                    self.entry(text)
                else:
                    self.tag(tag, text)
            elif not text:
                self.blank = True
                continue
            elif "一" <= text[0] <= "鿿" and (chinese := _CHINESE.match(text)):
                self.open(_CHINESE_SECTIONS[chinese[1]], chinese[2])
            else:
                self.text(text)
            self.blank = False

    def tag(self, mark: str, rest: str) -> None:
        word = mark[1:].strip(" \t:")
        lower = word.lower()
        if lower in _TAGS:
            self.open(_TAGS[lower], _strip_heading(rest, "constraint") if lower == "attention" else rest)
        elif lower == "par":
            self.par(rest)
        elif lower.startswith("li"):
            self.entry(rest if lower == "li" else f"{word[2:]} {rest}".strip())
        elif lower in _STAY:
            if rest and lower in ("note", "n"):
                self.text(rest)
        else:
            self.open(_section_of(word[:60]) or lower, rest)

    def par(self, rest: str) -> None:
        head, colon, tail = _at_colon(rest)
        section = _section_of(head[:60])
        if section is None:
            self.open("note", rest)
            return
        if colon:
            self.open(section, tail.strip())
            return
        words = head.split()
        keep = 1 if section in _LISTS and not words[0].lower().startswith(("required", "optional", "dynamic")) else 99
        self.open(section, " ".join(words[keep:]))

    def open(self, section: str, rest: str) -> None:
        self.section, self.item = section, ""
        if section not in _LISTS:
            self.notes.setdefault(section, []).append([])
        if rest:
            self.text(rest)

    def entry(self, text: str) -> None:
        """A line marked `@li`."""
        if self.section in _LISTS:
            item = _ITEM.match(text) or _CHINESE_ITEM.match(text)
            if item:
                self.item = item[1]
                self.lists[self.section].setdefault(self.item, []).append(item[2])
                return
            name, _, rest = text.partition(" ")
            self.item = name.strip("*:,. ") if name.strip("*:,. ").isidentifier() else self.item
            if self.item:
                self.lists[self.section].setdefault(self.item, []).append(rest)
            return
        self.notes.setdefault(self.section, []).append([text])

    def text(self, text: str) -> None:
        if self.section in _LISTS:
            item = _ITEM.match(text)
            fresh = self.blank or not self.item
            if item and (item[1] in self.names or (fresh and item[1] not in _PROSE)):
                self.item = item[1]
                self.lists[self.section].setdefault(self.item, []).append(item[2])
            elif self.item:
                self.lists[self.section][self.item].append(text)
            return
        notes = self.notes.setdefault(self.section, [])
        if not notes:
            notes.append([])
        notes[-1].append(text)

    def finish(self) -> Doc:
        notes = {
            section: tuple(joined for lines in texts if (joined := _join(lines)))
            for section, texts in self.notes.items()
        }
        brief = " ".join(notes.pop("brief", ()))
        tables = {name: {key: _join(lines) for key, lines in table.items()} for name, table in self.lists.items()}
        sections = {section: texts for section, texts in notes.items() if texts}
        return Doc(brief, tables["inputs"], tables["outputs"], tables["attrs"], tables["graphs"], sections)


# Words before a colon that continue an item's prose rather than start the next item.
_PROSE = frozenset(
    {
        "Note",
        "note",
        "NOTE",
        "Constraints",
        "Format",
        "format",
        "Default",
        "default",
        "Defaults",
        "types",
        "type",
        "dtype",
    }
    | {"Supported", "supported", "following", "Example", "example", "Optional", "Required", "Shape", "shape", "float16"}
    | {"mode", "Mode", "values", "value", "Must", "Currently", "Support", "support", "and", "or", "is", "http", "https"}
)


def _join(lines: list[str]) -> str:
    text = lines[0] if len(lines) == 1 else " ".join(lines)
    if "\\n" in text:
        text = text.replace("\\n", " ")
    return " ".join(text.split())


@lru_cache(maxsize=1024)
def _section_of(words: str) -> str | None:
    letters = "".join(character for character in words.lower() if character.isalpha())
    for start, section in _SECTIONS:
        if letters.startswith(start):
            return section
    return None


def _strip_heading(text: str, word: str) -> str:
    head, _, rest = _at_colon(text)
    return rest.strip() if head.strip().lower().startswith(word) else text


def _at_colon(text: str) -> tuple[str, str, str]:
    """The text before and after its first colon of either width."""
    if "：" not in text:
        return text.partition(":")
    match = _COLON.search(text)
    return (text[: match.start()], match[0], text[match.end() :]) if match else (text, "", "")
