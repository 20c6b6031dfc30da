"""Text as a literal of another language, whatever stands in it. Used as filters in templates."""

from __future__ import annotations

import re

from metadef.render.escape import visible

__all__ = ["c_string", "go_string", "md_code", "md_text", "py_string"]

_C_PLAIN = re.compile(r"[ !#-\[\]-~]*")  # printable ASCII without quote and backslash
_C_SHORT = {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x09: "\\t", 0x0D: "\\r"}


def c_string(text: str) -> str:
    """A C or C++ string literal of the UTF-8 bytes; pure ASCII.

    >>> print(c_string('say "hi" ??/ \\u00e9\\0' + "7"))
    "say \\"hi\\" ?\\077/ \\303\\251\\0007"
    """
    if "??" not in text and _C_PLAIN.fullmatch(text):  # WHY: nearly all are, and a character at a time is slow
        return f'"{text}"'
    # WHY octal: a hexadecimal escape has no end in C; WHY \077: two question marks may begin a trigraph
    literal = "".join(
        _C_SHORT.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")
        for byte in text.encode("utf-8", "surrogatepass")
    )
    return '"' + literal.replace("??", "?\\077") + '"'


def py_string(text: str) -> str:
    """A Python string literal in double quotes; printable characters stand as they are.

    >>> print(py_string('caf\\u00e9 "x"\\n\\u202e'))
    "café \\"x\\"\\n\\u202e"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(escaped)}"'


def go_string(text: str) -> str:
    """A Go interpreted string literal. A lone surrogate, which Go has no escape for, is written as its three bytes.

    >>> print(go_string('a"b\\x1b\\U0001f600'))
    "a\\"b\\x1b😀"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(_go_char(char) for char in escaped) + '"'


def _go_char(char: str) -> str:
    if "\ud800" <= char <= "\udfff":
        return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogatepass"))
    shown = visible(char)
    # WHY: Go's \x is one byte, so a character above ASCII needs \u
    return f"\\u{ord(char):04x}" if shown.startswith("\\x") and char >= "\x80" else shown


_MD_ANYWHERE = re.compile(r"[\\`*_{}\[\]<>#|~&@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_BACKSLASHED = r"\\\g<0>"
_MD_AT_START = re.compile(r"^(?:[-+=]|(\d{1,9})(?=[.)]))")


def md_text(text: str) -> str:
    """Markdown that shows the text itself: in a paragraph, a table cell, a heading or a list item, on one line.

    >>> print(md_text("1. *a* | <b>"))
    1\\. \\*a\\* \\| \\<b\\>
    """
    line = visible(text).strip(" ")
    start = _MD_AT_START.match(line)
    if start is None:
        return _MD_ANYWHERE.sub(_BACKSLASHED, line)
    kept = start[1] or ""  # the digits of "1.", whose dot is escaped; nothing before a bullet
    rest = line[len(kept) :]
    return f"{kept}\\{rest[0]}{_MD_ANYWHERE.sub(_BACKSLASHED, rest[1:])}"


def md_code(text: str) -> str:
    """A Markdown code span that shows the text itself.

    >>> print(md_code("a`b"), md_code("`"), md_code("x"))
    ``a`b`` `` ` `` `x`
    """
    line = visible(text) or " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    # WHY: readers strip one blank at both ends, except from blanks alone, so text that needs one there gets one more
    pad = " " if line.strip(" ") and (line[0] in "` " or line[-1] in "` ") else ""
    return f"{fence}{pad}{line}{pad}{fence}"
