"""The laws of single buffers and of groups, checked on columns before a `Problem` exists.

A fault names the row and the column, so that the reader of CSV files can point at the text and `Problem.of` at the
buffer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["MAX_ALIGNMENT", "MAX_BYTES", "MAX_TIME", "Fault", "column_faults"]

# WHY: sums over a whole problem must stay inside 64 bits; `column_faults` checks the total as well.
MAX_BYTES = 1 << 60
MAX_TIME = 1 << 60
MAX_ALIGNMENT = 1 << 40


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken law."""

    row: int
    column: str  # "size", "lower", ...
    message: str
    expected: str
    got: str


def column_faults(
    ids: Sequence[str],
    lower: Sequence[int],
    upper: Sequence[int],
    size_bytes: Sequence[int],
    alignment: Sequence[int],
    fixed_offset: Sequence[int | None],
    pool: Sequence[str],
    group: Sequence[str],
    position: Sequence[int],
) -> list[Fault]:
    """Everything that is wrong with the columns of a problem, in the order of the rows.

    Raises:
        ValueError: if the columns differ in length, which is a mistake of the calling code.
    """
    faults: list[Fault] = []
    seen: dict[str, int] = {}
    total = 0
    rows = zip(ids, lower, upper, size_bytes, alignment, fixed_offset, position, strict=True)
    for row, (name, begin, end, size, step, fixed, rank) in enumerate(rows):
        first = seen.setdefault(name, row)
        if first != row:
            message = f'the id "{name}" is used twice; ids must be unique'
            faults.append(Fault(row, "id", message, "a unique id", f"also buffer number {first + 1}"))
        # WHY: one chained test a row; the detailed look is for the few rows that fail it
        if not (
            0 <= size <= MAX_BYTES
            and -MAX_TIME <= begin < end <= MAX_TIME
            and 1 <= step <= MAX_ALIGNMENT
            and (fixed is None or (0 <= fixed <= MAX_BYTES and fixed % step == 0))
            and -MAX_TIME <= rank <= MAX_TIME
        ):
            faults.extend(_row_faults(row, begin, end, size, step, fixed, rank))
            continue
        total += size + step + (fixed or 0)
        if total > 4 * MAX_BYTES:
            message = "the sizes, alignments and fixed offsets together pass 2^62 bytes"
            faults.append(Fault(row, "size", message, "a total of at most 2^62 bytes", str(total)))
            break
    faults.extend(_group_faults(pool, group))
    return faults


def _row_faults(row: int, begin: int, end: int, size: int, step: int, fixed: int | None, rank: int) -> Iterator[Fault]:
    if size < 0:
        yield Fault(row, "size", f"a size cannot be negative; got {size}", "size >= 0", str(size))
    if size > MAX_BYTES:
        yield Fault(row, "size", f"a size cannot pass 2^60 bytes; got {size}", "size <= 2^60", str(size))
    for column, value in (("lower", begin), ("upper", end), ("position", rank)):
        if abs(value) > MAX_TIME:
            yield Fault(row, column, f"{column} must be within ±2^60; got {value}", "-2^60 to 2^60", str(value))
    if begin >= end:
        message = f"a lifetime [lower, upper) must hold an instant; got lower {begin}, upper {end}"
        yield Fault(row, "upper", message, "lower < upper", f"lower {begin}, upper {end}")
    if not 1 <= step <= MAX_ALIGNMENT:
        yield Fault(row, "alignment", f"an alignment is 1 to 2^40 bytes; got {step}", "1 to 2^40", str(step))
    elif fixed is not None and not (0 <= fixed <= MAX_BYTES and fixed % step == 0):
        message = f"a fixed offset is 0 to 2^60 and a multiple of the alignment {step}; got {fixed}"
        yield Fault(row, "fixed_offset", message, f"a multiple of {step}", str(fixed))


def _group_faults(pool: Sequence[str], group: Sequence[str]) -> Iterator[Fault]:
    home: dict[str, str] = {}
    for row, name in enumerate(group):
        if name and home.setdefault(name, pool[row]) != pool[row]:
            message = f'group "{name}" lies in pool "{home[name]}"; its members cannot be in another pool'
            yield Fault(row, "pool", message, f'pool "{home[name]}"', f'pool "{pool[row]}"')
