"""JSON and the text form, made safe to show: what no terminal should see becomes the escape that both of them read."""

from __future__ import annotations

import re

__all__ = ["encodable", "json_visible"]

# Controls but the newline, invisible and direction marks, line separators, lone surrogates, the byte order mark.
_HIDDEN = re.compile(
    "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\udfff"
    "\\ufeff\\ufff9-\\ufffb]"
)


def json_visible(text: str) -> str:
    r"""The same JSON (or text form) with hidden characters, which strings alone can hold, as `\uXXXX`.

    >>> print(json_visible('{"name": "a\x9b31m"}'))
    {"name": "a\u009b31m"}
    """
    return _HIDDEN.sub(_escape, text)


def encodable(text: str) -> str:
    """The text with lone surrogates, which file names may hold, as escapes: strict JSON has no place for them.

    >>> print(encodable("a\\udcff"))
    a\\udcff
    """
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
