"""Which comment documents a declaration: the one right before it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Set

from metadef.definitions.cpp_text import CppText
from metadef.definitions.doc_comment import EMPTY_DOC, Doc, parse_doc

__all__ = ["doc_before"]

_SPACE = re.compile(r"\s*+")
_DISABLED = re.compile(r"^[ \t*/]*+REG_OP[ \t]*+\(", re.MULTILINE)
_NO_DOC = re.compile(r"copyright|licen[cs]e", re.IGNORECASE)
_MAX_LINES = 200


def doc_before(source: CppText, at: int, names: Set[str] = frozenset()) -> Doc:
    """The doc of a declaration at an offset; empty when only a licence or disabled code stands before it.

    A block comment counts even when `//` remarks stand between; a run of `//` lines counts when there is no block.
    """
    comments, text = source.comments, source.text
    index = bisect_right(comments, (at, at)) - 1
    if index < 0:
        return EMPTY_DOC
    first, end = comments[index]
    gap = _SPACE.match(source.clean, end)  # preprocessor lines are blank there
    if gap is None or gap.end() < at or "#include" in text[end:at]:
        return EMPTY_DOC
    lines: list[str] = []
    while text.startswith("//", first) and len(lines) < _MAX_LINES:
        lines.append(text[first:end])
        if index == 0 or text[comments[index - 1][1] : first].strip():
            break
        index -= 1
        first, end = comments[index]
    candidates = [text[first:end]] if text.startswith("/*", first) else []
    for comment in (*candidates, "\n".join(reversed(lines))):
        other = _DISABLED.search(comment) or _NO_DOC.search(comment, 0, 400)
        if comment and (other is None or "@brief" in comment):
            return parse_doc(comment, names)
    return EMPTY_DOC
