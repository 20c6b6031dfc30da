"""CANN's own error codes: looking them up, and which of them stand for a finding of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from metadef.errors.cann_table import CODES, FAMILIES, CannCode
from metadef.errors.codes import all_codes
from metadef.errors.nearest import nearest

__all__ = ["CODES", "FAMILIES", "CannCode", "all_names", "cann_code", "codes_of", "near_codes"]

_CODE = re.compile(r"[EW][A-Z0-9]\d{4}", re.ASCII)


@cache
def _entries() -> dict[str, CannCode]:
    return {code: entry for entry in CODES for code in _run(entry)}


def _run(entry: CannCode) -> Iterator[str]:
    first, last = int(entry.code[2:]), int((entry.last or entry.code)[2:])
    yield from (f"{entry.code[:2]}{number:04d}" for number in range(first, last + 1))


def all_names() -> list[str]:
    """Every code that has an entry, in order."""
    return list(_entries())


def cann_code(text: str) -> CannCode | None:
    """The entry of a code in any case, else its family's; None for what is no code of CANN.

    >>> cann_code("ez3002").ours[0], cann_code("E11999").code, cann_code("OPS012")
    ('unsupported-on-target', 'E11', None)
    """
    code = text.strip().upper()
    if not _CODE.fullmatch(code):
        return None
    families = (item for item in FAMILIES if code.startswith(item.code))
    return _entries().get(code) or max(families, key=lambda item: len(item.code), default=None)


def near_codes(text: str) -> list[str]:
    """Codes that a person may mean."""
    return nearest(text.strip().upper()[:20], all_names())


@cache
def _by_finding() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {name: [] for name in all_codes()}
    for rank in range(max(len(entry.ours) for entry in CODES)):
        for entry in CODES:
            if rank < len(entry.ours):
                found[entry.ours[rank]].append(entry.code)
    return {name: tuple(codes) for name, codes in found.items()}


def codes_of(name: str) -> tuple[str, ...]:
    """CANN's codes for a finding called `name`, the nearest first; empty when it has none.

    >>> codes_of("unknown-op"), codes_of("missing-attr")
    (('E10501',), ('E14002', 'E13014'))
    """
    return _by_finding().get(name, ())
