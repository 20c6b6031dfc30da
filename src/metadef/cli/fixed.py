"""`--fix sr=16000 --fix axes=[0,1]`: values that inputs always have."""

from __future__ import annotations

import json
from collections.abc import Sequence

from metadef.errors import UsageError

__all__ = ["parse_fixed"]

_MOST_CHARACTERS = 100_000  # of one setting; larger values belong into the model


def parse_fixed(settings: Sequence[str]) -> dict[str, object]:
    """Input to its value: a number, true or false, or a list of them.

    Raises:
        UsageError: naming the first setting that is malformed or fixes an input again.

    >>> parse_fixed(["sr=16000", "axes=[0, 1]", "a=b=true"])
    {'sr': 16000, 'axes': [0, 1], 'a=b': True}
    """
    fixed: dict[str, object] = {}
    for text in settings:
        name, equals, written = (part.strip() for part in text.rpartition("="))
        subject = f"--fix {text[:60]}"
        value = _value(written) if equals and name and len(text) <= _MOST_CHARACTERS else None
        if value is None:
            expected = "INPUT=VALUE with a number, true, false or a list, such as sr=16000 or axes=[0,1]"
            raise UsageError.of("bad-usage", subject, "cannot be read", expected=expected, got=text[:60])
        if name in fixed:
            raise UsageError.of("bad-usage", subject, f"gives {name} a second value", hint="one value for each input")
        fixed[name] = value
    return fixed


def _value(text: str) -> object | None:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, bool | int | float | list) else None
