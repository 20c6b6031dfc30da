"""Which sizes a graph can have where a size or a range of them was asked for: what messages give as the way out.

Every size is tried against what is known of the symbols. A size that fails is surely impossible; one that does not
fail may be impossible for a reason that the constraints do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from metadef.errors import Finding, Severity, finding
from metadef.graph.graph import Graph
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, DimLike
from metadef.types.value_range import Range

__all__ = ["impossible_parts", "with_way_out"]

_NEAR = 128  # sizes that are tried on either side
_MOST_SIZES = 512  # of one range, of which each is tried; of longer ranges only the ends
_SHOWN = 8  # stretches of possible sizes that one finding lists


def with_way_out(store: ConstraintStore, problem: Finding, dim: DimLike, size: int) -> Finding:
    """The contradiction with the nearest sizes that can hold as its hint.

    >>> store = ConstraintStore(["n >= 192"])
    >>> problem = store.require_equal(Dim.symbol("n"), 100)
    >>> with_way_out(store, problem, Dim.symbol("n"), 100).hint
    'n = 192'
    """
    if not isinstance(dim, Dim):
        return problem
    within = store.bounds(dim)
    up, down = max(size + 1, within.lo or 0), size - 1 if within.hi is None else min(size - 1, within.hi)
    below = _first(store, dim, range(down, max(down - _NEAR, -1), -1))
    above = _first(store, dim, range(up, up + _NEAR))
    near = " or ".join(str(item) for item in (below, above) if item is not None)
    return replace(problem, hint=f"{dim} = {near}") if near else problem


def _first(store: ConstraintStore, dim: Dim, sizes: Iterable[int]) -> int | None:
    return next((size for size in sizes if _problem(store, dim, size) is None), None)


def _problem(store: ConstraintStore, dim: Dim, size: int) -> Finding | None:
    start = store.mark()
    problem = store.require_equal(dim, size)
    store.rollback(start)
    return problem


def impossible_parts(graph: Graph, shapes: Mapping[str, Sequence[int | Range | None]], option: str) -> list[Finding]:
    """A warning for each range of an input's sizes of which the inferred graph can have a part only."""
    found: list[Finding] = []
    for value in graph.inputs:
        shape = value.desc.origin_shape
        for axis, size in enumerate(shapes.get(value.name, ())):
            dim = shape[axis] if shape.has_rank else None
            if isinstance(size, Range) and isinstance(dim, Dim):
                found += _impossible_part(graph.store, dim, size, f"{option} {value.name}", axis)
    return found


def _impossible_part(store: ConstraintStore, dim: Dim, size: Range, subject: str, axis: int) -> list[Finding]:
    least, most = size.lo or 0, size.hi
    in_full = most is not None and most - least < _MOST_SIZES
    tried = range(least, most + 1) if most is not None and in_full else [least] if most is None else [least, most]
    problems = {item: problem for item in tried if (problem := _problem(store, dim, item)) is not None}
    if not problems:
        return []
    first, problem = next(iter(problems.items()))
    expected = _stretches([item for item in tried if item not in problems]) if in_full else ""
    message = f"axis {axis} cannot be {first}: {problem.message}"
    got = f"{least}~{-1 if most is None else most}"
    severity = Severity.WARNING
    return [finding("shape-contradiction", subject, message, expected=expected, got=got, severity=severity)]


def _stretches(sizes: Sequence[int]) -> str:
    """Sizes in ATC's notation.

    >>> _stretches([1, 2, 3, 7, 9])
    '1~3, 7, 9'
    """
    starts = [size for at, size in enumerate(sizes) if not at or sizes[at - 1] != size - 1]
    ends = [size for at, size in enumerate(sizes) if at + 1 == len(sizes) or sizes[at + 1] != size + 1]
    shown = [str(a) if a == b else f"{a}~{b}" for a, b in zip(starts[:_SHOWN], ends[:_SHOWN], strict=True)]
    return ", ".join([*shown, "..."] if len(starts) > _SHOWN else shown)
