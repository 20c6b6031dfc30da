"""A perfect hash of names by hashing and displacing: each name has a slot of its own, found by two multiplications.

Names fall into buckets by the low bits of their hash; each bucket has the smallest displacement that sends its names to
free slots, large buckets first. Source: Belazzougui, Botelho, Dietzfelbinger, "Hash, displace, and compress" (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.errors import MetadefError

__all__ = ["PerfectHash", "hash_name", "perfect_hash"]

_MASK64, _MASK32 = (1 << 64) - 1, (1 << 32) - 1
_MIX = 0x9E3779B97F4A7C15
_MOVE, _SPREAD = 0x9E3779B9, 0x85EBCA6B
_MOST_DISPLACEMENT = 1 << 16
_SEEDS = 32


@dataclass(frozen=True, slots=True)
class PerfectHash:
    """The tables of a perfect hash."""

    seed: int
    bits: int  # there are 2 ** bits slots
    displacements: tuple[int, ...]  # one a bucket; their number is a power of two
    slots: tuple[int, ...]  # 1 + position of a name, 0 where the slot is empty

    def find(self, name: bytes) -> int:
        """The only position where a name can be, -1 when it cannot be anywhere.

        >>> perfect_hash([b"Add", b"Relu"]).find(b"Relu")
        1
        """
        code = hash_name(name, self.seed)
        moved = self.displacements[code & (len(self.displacements) - 1)]
        return self.slots[_slot(code, moved, self.bits)] - 1


def hash_name(name: bytes, seed: int) -> int:
    """64 bits that depend on every byte; eight bytes at a time, little-endian."""
    code = seed + len(name)
    whole = len(name) // 8 * 8
    for at in range(0, whole, 8):
        code = _mix(code ^ int.from_bytes(name[at : at + 8], "little"))
    return _mix(_mix(code ^ int.from_bytes(name[whole:], "little")))


def perfect_hash(names: Sequence[bytes]) -> PerfectHash:
    """The tables for different names, in about linear time.

    Raises:
        MetadefError: if no seed works, which only names made for it can bring about.
    """
    bits = max(1, (len(names) + len(names) // 16).bit_length())
    buckets = 1 << max(0, bits - 2)
    for seed in range(1, _SEEDS + 1):
        found = _place([hash_name(name, seed) for name in names], bits, buckets)
        if found is not None:
            return PerfectHash(seed, bits, *found)
    raise MetadefError.of("bad-usage", "c-table", f"no perfect hash of these {len(names)} names was found")


def _place(codes: list[int], bits: int, buckets: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    groups: list[list[int]] = [[] for _ in range(buckets)]
    for position, code in enumerate(codes):
        groups[code & (buckets - 1)].append(position)
    displacements = [0] * buckets
    slots = [0] * (1 << bits)
    for bucket in sorted(range(buckets), key=lambda item: -len(groups[item])):
        members = groups[bucket]
        if len({codes[position] >> 32 for position in members}) < len(members):
            return None  # WHY: they would meet under every displacement
        for moved in range(_MOST_DISPLACEMENT):
            chosen = {_slot(codes[position], moved, bits): position for position in members}
            if len(chosen) == len(members) and not any(slots[slot] for slot in chosen):
                break
        else:
            return None
        displacements[bucket] = moved
        for slot, position in chosen.items():
            slots[slot] = position + 1
    return tuple(displacements), tuple(slots)


def _mix(code: int) -> int:
    code = code * _MIX & _MASK64
    return code ^ code >> 32


def _slot(code: int, moved: int, bits: int) -> int:
    return (((code >> 32) ^ (moved * _MOVE & _MASK32)) * _SPREAD & _MASK32) >> (32 - bits)
