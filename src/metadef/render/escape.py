"""Making text from strangers safe to show: control, direction and invisible characters become escapes."""

from __future__ import annotations

import os
from pathlib import Path
from unicodedata import category

__all__ = ["shown_path", "visible"]

# Controls (with ESC, which starts terminal commands), invisible and direction marks, lone surrogates, line separators.
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PACKAGE_PARENT = str(Path(__file__).parents[2])


def visible(text: str, keep: str = "") -> str:
    """The text with every hidden character, except those in `keep`, as an escape such as `\\x1b` or `\\u202e`.

    >>> print(visible("a\\x1b[31mb\\n\\u202ec"))
    a\\x1b[31mb\\n\\u202ec
    """
    if text.isprintable():
        return text
    return "".join(_escape(char) if category(char) in _HIDDEN and char not in keep else char for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shown_path(file: str) -> str:
    """A path as a reader wants it: below the working folder or the package, relative to that; else as it is."""
    if not os.path.isabs(file):
        return file.removeprefix("./")  # WHY: code scanning and annotations match paths as version control names them
    for root in (os.getcwd(), _PACKAGE_PARENT):
        if file.startswith(root + os.sep):
            return file[len(root) + 1 :]
    return file
