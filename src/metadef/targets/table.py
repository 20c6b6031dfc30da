"""`ChipTable`: the known chips, and finding the one that a person means.

Names are traps. "Ascend910B" is an old chip as a full name and the A2 family as a short one. `npu-smi` prints names
without "Ascend". Operator definitions write short names in lower case. Only full names are accepted, to the letter; the
error says which one is near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import cast

from metadef.errors import Finding, MetadefError, UsageError, finding, nearest
from metadef.plugins import PluginError, Table
from metadef.targets.chip import Chip
from metadef.targets.reader import read_chips

__all__ = ["CHIP_SOURCES", "ChipTable", "builtin_chips", "default_table"]

# An entry is a function that returns chips; other packages add entries in the group metadef.targets.
CHIP_SOURCES = Table("metadef.targets", {"cann": "metadef.targets.table:builtin_chips"})


@dataclass(frozen=True, slots=True)
class ChipTable:
    """Chips by full name, in order; immutable."""

    chips: tuple[Chip, ...]
    _by_name: dict[str, Chip] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name: dict[str, Chip] = {}
        clashes: list[Finding] = []
        for chip in self.chips:
            other = by_name.setdefault(chip.soc, chip)
            if other is not chip:
                clashes.append(
                    finding(
                        "target-table-malformed",
                        f"chip {chip.soc}",
                        f"it is described twice: in {other.defined} and in {chip.defined}",
                        where=chip.defined,
                        defined=other.defined,
                    )
                )
        if clashes:
            raise MetadefError(clashes)
        object.__setattr__(self, "_by_name", by_name)

    def chip(self, name: str) -> Chip:
        """The chip with the full name `name`.

        Raises:
            UsageError: if there is none, with the nearest names.
        """
        found = self._by_name.get(name)
        if found is not None:
            return found
        near = self.suggest(name)
        family = self.family(name)
        why = f"{name} is the short name of a family, not a chip" if family else f"no chip is called {name}"
        raise UsageError.of("unknown-target", f"target {name}", why, got=name, hint=" or ".join(near))

    def family(self, short_name: str) -> tuple[Chip, ...]:
        """The chips of a family by its short name, in any case (operator definitions write `ascend910b`)."""
        wanted = short_name.lower()
        return tuple(chip for chip in self.chips if chip.family.lower() == wanted)

    def families(self) -> dict[str, tuple[Chip, ...]]:
        """The chips of each family, in order."""
        found: dict[str, list[Chip]] = {}
        for chip in self.chips:
            found.setdefault(chip.family, []).append(chip)
        return {name: tuple(chips) for name, chips in found.items()}

    def suggest(self, name: str, limit: int = 6) -> list[str]:
        """Full names that a person may mean by `name`, best first.

        >>> from metadef.targets import suggest
        >>> suggest("910B1"), suggest("ascend310p3"), suggest("Ascend310P")
        (['Ascend910B1'], ['Ascend310P3'], ['Ascend310P1', 'Ascend310P3'])
        """
        wanted = name.strip().lower()
        for candidate in (wanted, f"ascend{wanted}"):  # WHY: npu-smi prints "910B1"
            members = [chip.soc for chip in self.family(candidate)]
            same = [chip.soc for chip in self.chips if chip.soc.lower() == candidate]
            if members or same:
                # WHY members first: who writes a family's short name as a target means one of its chips
                return list(dict.fromkeys([*members, *same]))[:limit]
        # WHY without the prefix: it is half of each name and would make every name near every other
        bare = {chip.soc.lower().removeprefix("ascend"): chip.soc for chip in self.chips}
        return [bare[item] for item in nearest(wanted.removeprefix("ascend"), bare, min(limit, 3))]

    def name_trap(self, name: str) -> Finding | None:
        """A warning when `name` is a chip and also the short name of a family that the chip does not belong to."""
        found = self._by_name.get(name)
        members = self.family(name) if found else ()
        if found is None or not members or found in members:
            return None
        return finding(
            "ambiguous-target",
            f"target {name}",
            f"as a full name it is a chip of the family {found.family} ({found.architecture}), "
            f"not the family {name} ({members[0].architecture})",
            got=name,
            defined=found.defined,
            hint=" or ".join(chip.soc for chip in members[:3]),
        )

    def extended(self, path: Path) -> ChipTable:
        """This table with the chips of a TOML file added.

        Raises:
            FileError: if the file is malformed or describes a chip again.
        """
        return ChipTable((*self.chips, *read_chips(path, self._by_name)))


def builtin_chips() -> tuple[Chip, ...]:
    """The chips of this package."""
    return read_chips(Path(__file__).parent / "chips.toml")


@cache
def default_table() -> ChipTable:
    """The chips of this package and of installed extensions.

    Raises:
        MetadefError: if an extension cannot be used or describes a chip again.
    """
    chips: list[Chip] = []
    for clash in CHIP_SOURCES.clashes:
        raise MetadefError.of("plugin-unusable", f"plug-in {clash.name}", str(clash))
    for name in CHIP_SOURCES:
        try:
            source = cast("Callable[[], Iterable[Chip]]", CHIP_SOURCES.load(name))
        except PluginError as error:
            raise MetadefError.of("plugin-unusable", f"plug-in {name}", str(error)) from error
        chips += source()
    return ChipTable(tuple(chips))
