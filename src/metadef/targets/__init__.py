"""Chips and what they can do. Floor 5. Capability files are read by `metadef.targets.capability_file`."""

from __future__ import annotations

from metadef.errors import Finding
from metadef.targets.chip import Chip, NumberSource
from metadef.targets.reader import read_chips
from metadef.targets.support import ANY_FAMILY, Column, OpSupport, PortSupport, Support
from metadef.targets.table import ChipTable, default_table
from metadef.targets.target import Target

__all__ = [
    "ANY_FAMILY",
    "Chip",
    "ChipTable",
    "Column",
    "NumberSource",
    "OpSupport",
    "PortSupport",
    "Support",
    "Target",
    "all_chips",
    "chip",
    "default_table",
    "name_trap",
    "read_chips",
    "suggest",
]


def chip(name: str) -> Chip:
    """The chip with the full name `name`, such as "Ascend910B1".

    Raises:
        UsageError: if there is none, with the nearest names.
    """
    return default_table().chip(name)


def all_chips() -> tuple[Chip, ...]:
    """Every known chip, in order."""
    return default_table().chips


def suggest(name: str) -> list[str]:
    """Full names that a person may mean by `name`, best first."""
    return default_table().suggest(name)


def name_trap(name: str) -> Finding | None:
    """A warning when `name` is a chip and also the short name of another family, such as "Ascend910B"."""
    return default_table().name_trap(name)
