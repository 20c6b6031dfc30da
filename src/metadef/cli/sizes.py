"""`--set batch=8,seq=128`: sizes of symbols."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.errors import UsageError

__all__ = ["parse_sizes"]

_MOST_DIGITS = 13  # of 2**40, the largest size; the driver compares the number itself


def parse_sizes(settings: Sequence[str]) -> dict[str, int]:
    """Symbol to size.

    Raises:
        UsageError: naming the first setting that is malformed or contradicts an earlier one.

    >>> parse_sizes(["batch=8, seq=128", "batch=8"])
    {'batch': 8, 'seq': 128}
    """
    sizes: dict[str, int] = {}
    for text in settings:
        for setting in text.split(","):
            name, equals, digits = (part.strip() for part in setting.partition("="))
            subject = f"--set {text[:60]}"
            if not equals or not name or not (digits.isascii() and digits.isdigit()):
                expected = "SYMBOL=SIZE with a whole number, such as batch=8,seq=128"
                raise UsageError.of("bad-usage", subject, "cannot be read", expected=expected, got=setting[:60])
            if len(digits) > _MOST_DIGITS:
                raise UsageError.of("bad-usage", subject, f"the size of {name} is too large", expected="at most 2**40")
            if sizes.setdefault(name, int(digits)) != int(digits):
                message = f"gives {name} two sizes, {sizes[name]} and {int(digits)}"
                raise UsageError.of("bad-usage", subject, message, hint="one size for each symbol")
    return sizes
