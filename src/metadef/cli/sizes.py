"""`--set batch=8,seq=128`: sizes of symbols."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.errors import UsageError

__all__ = ["parse_sizes"]

_MAX_SIZE = 1 << 40


def parse_sizes(settings: Sequence[str]) -> dict[str, int]:
    """Symbol to size.

    Raises:
        UsageError: naming the first setting that is malformed.

    >>> parse_sizes(["batch=8,seq=128"])
    {'batch': 8, 'seq': 128}
    """
    sizes: dict[str, int] = {}
    for setting in (part.strip() for text in settings for part in text.split(",")):
        name, equals, digits = setting.rpartition("=")
        if not equals or not name or not digits.isascii() or not digits.isdigit() or len(digits) > 13:
            raise UsageError.of(
                "bad-usage", f"--set {setting}", "is not SYMBOL=SIZE", expected="such as batch=8", got=setting
            )
        if int(digits) > _MAX_SIZE:
            raise UsageError.of(
                "bad-usage", f"--set {setting}", "the size is too large", expected=f"at most {_MAX_SIZE}"
            )
        sizes[name] = int(digits)
    return sizes
