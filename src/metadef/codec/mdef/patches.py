"""PATCHES: what an integer column has become since its bytes were written, as edits of it.

A save of changes leaves the bytes of nearly every column alone and writes here which entries were taken out and put
in: a node that is added or removed in the middle moves no other entry. Since a reader that does not know this
section would read an older state, its kind says that it must be understood.
"""

from __future__ import annotations

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, ColumnWriter, Edit, Ints
from metadef.codec.mdef.layout import PatchColumn

__all__ = ["Patches", "edits_between", "read_patches", "write_patches"]

_MOST_EDITS = 64  # of one column; beyond that its blocks are written again
_MOST_VALUES = 512  # put into one column
_WINDOW = 16  # entries that one edit takes out or puts in, unless it is the only one
_MOST_WAYS = 6  # looked at before one is taken
_SAME = 8  # equal entries after which two columns are taken to run alike again


Patches = dict[int, dict[int, list[Edit]]]  # kind of section -> column -> edits by ascending place


def edits_between(old: Ints, new: Ints) -> list[Edit] | None:
    """How `new` is made from `old`; None when that takes too much.

    >>> edits_between(np.arange(100), np.array([*range(40), 7, *range(41, 70), *range(71, 100), 5]))
    [Edit(at=40, taken=1, put=(7,)), Edit(at=70, taken=1, put=()), Edit(at=100, taken=0, put=(5,))]
    """
    edits: list[Edit] = []
    i = j = values = 0
    while True:
        same = _common(old, new, i, j)
        i, j = i + same, j + same
        if i == len(old) and j == len(new):
            return edits
        taken, put = _next_alike(old, new, i, j)
        values += put
        if len(edits) == _MOST_EDITS or values > _MOST_VALUES:
            return None
        edits.append(Edit(i, taken, tuple(new[j : j + put].tolist())))
        i, j = i + taken, j + put


def _common(old: Ints, new: Ints, i: int, j: int) -> int:
    """How many entries from these places on are equal."""
    size, step = min(len(old) - i, len(new) - j), 256
    done = 0
    while done < size:
        end = min(size, done + step)
        differs = old[i + done : i + end] != new[j + done : j + end]
        first = int(differs.argmax())
        if differs[first]:
            return done + first
        done, step = end, step * 4
    return size


def _next_alike(old: Ints, new: Ints, i: int, j: int) -> tuple[int, int]:
    """How many entries to pass over in both before they run alike again; all of them where they never do.

    Of the few shortest ways the one after which they run alike for longest: repetitive columns seem to at every place.
    """
    rest_old, rest_new = len(old) - i, len(new) - j
    best, longest, ways = (rest_old, rest_new), -1, 0
    for taken, put in _STEPS:
        left, right = rest_old - taken, rest_new - put
        if min(left, right) < 0 or (left != right and min(left, right) < _SAME):
            continue
        size = min(left, _SAME)
        if not np.array_equal(old[i + taken : i + taken + size], new[j + put : j + put + size]):
            continue
        same = _common(old, new, i + taken, j + put)
        if same > longest:
            best, longest = (taken, put), same
        ways += 1
        if ways == _MOST_WAYS or same == min(left, right):
            break
    return best


_SHORT = [(taken, put) for taken in range(_WINDOW + 1) for put in range(_WINDOW + 1)][1:]
# WHY a changed entry first: as many taken as put keeps everything behind in its place
_STEPS = sorted(_SHORT, key=lambda step: (step != (1, 1), sum(step), abs(step[0] - step[1])))


def write_patches(patches: Patches) -> bytes:
    """The PATCHES section; empty when there are none."""
    rows = [(kind, column, edit) for kind, own in patches.items() for column, edits in own.items() for edit in edits]
    columns = ColumnWriter()
    columns.ints(PatchColumn.SECTION, [kind for kind, _, _ in rows])
    columns.ints(PatchColumn.COLUMN, [column for _, column, _ in rows])
    columns.ints(PatchColumn.PLACE, [edit.at for _, _, edit in rows])
    columns.ints(PatchColumn.TAKEN, [edit.taken for _, _, edit in rows])
    columns.ints(PatchColumn.PUT, [len(edit.put) for _, _, edit in rows])
    columns.ints(PatchColumn.VALUE, [value for _, _, edit in rows for value in edit.put])
    return columns.to_bytes() if columns else b""


def read_patches(columns: ColumnReader) -> Patches:
    """All edits, by section and column.

    Raises:
        FileError: for columns that contradict each other.
    """
    kinds = columns.ints(PatchColumn.SECTION).tolist()
    count = len(kinds)
    sizes = columns.lengths(PatchColumn.PUT, entries=count).tolist()
    values = columns.ints(PatchColumn.VALUE, sum(sizes)).tolist()
    rows = zip(
        *(kinds, columns.ints(PatchColumn.COLUMN, count).tolist()),
        *(columns.indexes(PatchColumn.PLACE, columns.most_entries + 1, count).tolist(),),
        *(columns.lengths(PatchColumn.TAKEN, entries=count).tolist(), sizes),
        strict=True,
    )
    found: Patches = {}
    start = 0
    for kind, column, place, taken, size in rows:
        edits = found.setdefault(kind, {}).setdefault(column, [])
        edits.append(Edit(place, taken, tuple(values[start : start + size])))
        start += size
    return found
