"""The table of finding codes. A family is one file beside this one; a code is one entry in it."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from metadef.errors.codes.record import Code

__all__ = ["FAMILIES", "Code", "all_codes", "code_named", "code_numbered"]

# letters of the code: what the family is about; the module has the lower-case name
FAMILIES: dict[str, str] = {
    "DEF": "definitions of operators",
    "DOC": "documentation of operators",
    "OPS": "operator support",
    "SHP": "shapes",
    "DTY": "data types",
    "FMT": "formats and layout",
    "GRF": "graph structure",
    "PAS": "passes",
    "MEM": "memory plans",
    "CMP": "compatibility",
    "HUB": "type registry",
    "FIL": "files",
    "CLI": "command line",
}


@cache
def all_codes() -> dict[str, Code]:
    """Every code by its name, such as `unsupported-op`.

    Raises:
        ValueError: if two codes share a name or a number.
    """
    by_name: dict[str, Code] = {}
    numbers: set[str] = set()
    for family in FAMILIES:
        codes: tuple[Code, ...] = import_module(f"metadef.errors.codes.{family.lower()}_codes").CODES
        for code in codes:
            if code.name in by_name or code.code in numbers or not code.code.startswith(family):
                raise ValueError(f"code {code.code} {code.name} is declared twice or in the wrong family")
            by_name[code.name] = code
            numbers.add(code.code)
    return by_name


def code_named(name: str) -> Code:
    """The code called `name`.

    Raises:
        KeyError: if there is none.
    """
    return all_codes()[name]


@cache
def _by_number() -> dict[str, Code]:
    return {code.code: code for code in all_codes().values()}


def code_numbered(number: str) -> Code | None:
    """The code numbered `OPS012`, in any case, or None."""
    return _by_number().get(number.upper())
