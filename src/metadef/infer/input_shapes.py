"""Shapes of a graph's inputs in ATC's notation, checked against the model: `--input_shape` and its gears.

`"x:1,3,224,224;y:-1,4"` names inputs; a size is a number, -1 (any) or a range `1~10`; nothing after the colon is a
scalar. Gears give every -1 a number, one set of numbers a gear: `--dynamic_batch_size "1,2,4"` (the first axis),
`--dynamic_image_size "672,672;512,512"` (height and width), `--dynamic_dims "1,2;3,4"` (all, in the order written).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from metadef.errors import Finding, MetadefError, UsageError, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.infer.possible_sizes import with_way_out
from metadef.types.dim import Dim, DimLike
from metadef.types.shape import Shape
from metadef.types.value_range import Range

__all__ = [
    "Gear",
    "InputShapes",
    "apply_input_shapes",
    "check_gears",
    "parse_gears",
    "parse_input_shapes",
    "with_gear",
    "within_gears",
]

Size: TypeAlias = "int | Range | None"  # None is -1: any size
InputShapes: TypeAlias = "dict[str, tuple[Size, ...]]"
Gear: TypeAlias = "tuple[int, ...]"

_MOST_DIGITS = 13  # of 2**40
_GEARS_AT_LEAST, _GEARS_AT_MOST = 2, 100
_SAMPLE = '"x:1,3,224,224;y:-1,4" or "x:1~10,4"'


def parse_input_shapes(text: str) -> InputShapes:
    """Input name to sizes.

    Raises:
        UsageError: bad-usage, naming the first part that cannot be read.

    >>> parse_input_shapes("x:1~8,3,-1;a:0:2;s:")
    {'x': ([1, 8], 3, None), 'a:0': (2,), 's': ()}
    """
    shapes: InputShapes = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, sizes = part.rpartition(":")
        if not colon or not name:
            raise _unreadable("--input_shape", part, _SAMPLE)
        if name in shapes:
            raise UsageError.of("bad-usage", "--input_shape", f'names input "{name}" twice', hint="one shape each")
        shapes[name] = tuple(_size(item.strip(), part) for item in sizes.split(",")) if sizes.strip() else ()
    if not shapes:
        raise _unreadable("--input_shape", text, _SAMPLE)
    return shapes


def _size(text: str, part: str) -> Size:
    if text == "-1":
        return None
    least, tilde, most = text.partition("~")
    if tilde and _is_number(least) and (most == "-1" or (_is_number(most) and int(least) <= int(most))):
        return Range(int(least), None if most == "-1" else int(most))
    if not tilde and _is_number(text):
        return int(text)
    raise _unreadable("--input_shape", part, _SAMPLE)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _unreadable(option: str, got: str, sample: str) -> MetadefError:
    return UsageError.of("bad-usage", option, "cannot be read", expected=f"the form {sample}", got=repr(got[:60]))


def parse_gears(option: str, text: str) -> list[Gear]:
    """The numbers of each gear; every number of `--dynamic_batch_size` is a gear of its own.

    Raises:
        UsageError: bad-usage, where the text cannot be read.

    >>> parse_gears("--dynamic_batch_size", "1,2,4"), parse_gears("--dynamic_dims", "1,2;3,4")
    ([(1,), (2,), (4,)], [(1, 2), (3, 4)])
    """
    rows = text.split(",") if option == "--dynamic_batch_size" else text.split(";")
    gears: list[Gear] = []
    for row in filter(None, (row.strip() for row in rows)):
        items = [item.strip() for item in row.split(",")]
        if not all(map(_is_number, items)):
            raise _unreadable(option, row, '"1,2,4"' if option == "--dynamic_batch_size" else '"1,2;3,4"')
        gears.append(tuple(map(int, items)))
    if not gears:
        raise _unreadable(option, text, '"1,2;3,4"')
    return gears


def check_gears(option: str, gears: Sequence[Gear], shapes: InputShapes) -> list[Finding]:
    """What is wrong with gears, all at once: their number, their length, repeated ones, and which sizes are -1."""
    found: list[Finding] = []
    if not _GEARS_AT_LEAST <= len(gears) <= _GEARS_AT_MOST:
        expected = f"{_GEARS_AT_LEAST} to {_GEARS_AT_MOST} gears"
        found.append(finding("bad-usage", option, "another number of gears", expected=expected, got=str(len(gears))))
    for gear in dict.fromkeys(gear for gear in gears if gears.count(gear) > 1):
        found.append(finding("bad-usage", option, f"gear {_text(gear)} is given twice", hint="each gear once"))
    for gear in gears:
        if 0 in gear:
            found.append(finding("bad-usage", option, f"gear {_text(gear)} holds 0", expected="sizes above 0"))
    places = [(name, axis) for name, sizes in shapes.items() for axis, size in enumerate(sizes) if size is None]
    if not places:
        message = "no size of --input_shape is -1, so there is nothing for gears to set"
        return [*found, finding("bad-usage", option, message, hint='--input_shape "x:-1,3,224,224"')]
    found += _check_places(option, gears, shapes, places)
    return found


def _check_places(
    option: str, gears: Sequence[Gear], shapes: InputShapes, places: Sequence[tuple[str, int]]
) -> Iterator[Finding]:
    if option == "--dynamic_batch_size":
        for name, axis in places:
            if axis != 0:
                message = f'axis {axis} of input "{name}" is -1'
                yield finding(
                    "bad-usage", option, message, expected="-1 for the first axis only", hint="--dynamic_dims"
                )
        return
    wanted = len(places)
    if option == "--dynamic_image_size":
        wanted = 2
        for name in dict.fromkeys(name for name, _ in places):
            axes = [axis for other, axis in places if other == name]
            if len(shapes[name]) != 4 or len(axes) != 2 or axes[1] != axes[0] + 1 or axes[0] not in (1, 2):
                message = f'input "{name}" has -1 at {", ".join(map(str, axes))}'
                yield finding("bad-usage", option, message, expected="an image with -1 for height and width only")
    for gear in gears:
        if len(gear) != wanted:
            message = f"gear {_text(gear)} has {len(gear)} sizes"
            expected = f"{wanted} sizes, one for each -1" if wanted == len(places) else "height and width"
            yield finding("bad-usage", option, message, expected=expected, got=str(len(gear)))


def _text(gear: Gear) -> str:
    return ",".join(map(str, gear))


def with_gear(option: str, gear: Gear, shapes: InputShapes) -> InputShapes:
    """The shapes with a gear's numbers for -1; the gear must have passed `check_gears`.

    >>> with_gear("--dynamic_dims", (8, 5), {"x": (None, 3), "y": (None,)})
    {'x': (8, 3), 'y': (5,)}
    """
    if option == "--dynamic_dims":
        given = iter(gear)
        return {name: tuple(next(given) if size is None else size for size in row) for name, row in shapes.items()}
    full: InputShapes = {}
    for name, row in shapes.items():
        given = iter(gear)  # every input has the same batch, or the same height and width
        full[name] = tuple(next(given, gear[0]) if size is None else size for size in row)
    return full


def within_gears(option: str, gears: Sequence[Gear], shapes: InputShapes) -> InputShapes:
    """The shapes with what lies between the smallest and the largest number of all gears for -1.

    >>> within_gears("--dynamic_batch_size", [(1,), (8,), (2,)], {"x": (None, 3)})
    {'x': ([1, 8], 3)}
    """
    each = [with_gear(option, gear, shapes) for gear in gears]
    found: InputShapes = {}
    for name, row in shapes.items():
        sizes: list[Size] = list(row)
        for axis, size in enumerate(row):
            given = [number for full in each if isinstance(number := full[name][axis], int)]
            if size is None and given:
                least, most = min(given), max(given)
                sizes[axis] = least if least == most else Range(least, most)
        found[name] = tuple(sizes)
    return found


def apply_input_shapes(graph: Graph, shapes: Mapping[str, Sequence[Size]], option: str) -> list[Finding]:
    """Give the graph's inputs these shapes; findings where the model cannot have them, all at once.

    A symbol of the model takes the size wherever it stands, so two inputs that share `batch` must be given one size.
    """
    inputs = {value.name: value for value in graph.inputs}
    found: list[Finding] = []
    for name, sizes in shapes.items():
        value = inputs.get(name)
        if value is None:
            hint = did_you_mean(name, inputs) or ", ".join(list(inputs)[:20])
            found.append(finding("bad-usage", option, f'the model has no input "{name}"', hint=hint))
        else:
            found += _apply_one(graph, value, sizes, f"{option} {name}")
    for value in graph.inputs:  # also those that are not named: they may share a symbol
        desc = value.desc
        shape = desc.origin_shape
        if not shape.is_known and shape.has_rank:
            graph.set_desc(value, desc.inferred(Shape([_settled(graph, dim) for dim in shape]), desc.dtype))
    return found


def _settled(graph: Graph, dim: DimLike | None) -> DimLike | None:
    return graph.store.canonical(dim) if isinstance(dim, Dim) else dim


def _apply_one(graph: Graph, value: Value, sizes: Sequence[Size], subject: str) -> Iterator[Finding]:
    declared = value.desc.origin_shape
    if declared.rank is not None and declared.rank != len(sizes):
        expected, got = f"rank {declared.rank}: {declared}", f"rank {len(sizes)}"
        yield finding("rank-mismatch", subject, "the model declares another rank", expected=expected, got=got)
        return
    own: list[DimLike | None] = list(declared) if declared.rank is not None else [None] * len(sizes)
    dims: list[DimLike | None] = []
    for axis, (dim, size) in enumerate(zip(own, sizes, strict=True)):
        problem, settled = _demand(graph, value, axis, dim, size, subject)
        if problem is not None:
            yield problem
        dims.append(settled)
    graph.set_desc(value, value.desc.inferred(Shape(dims), value.desc.dtype))


def _demand(
    graph: Graph, value: Value, axis: int, dim: DimLike | None, size: Size, subject: str
) -> tuple[Finding | None, DimLike | None]:
    """What is wrong with one size, and what the dimension is then."""
    if size is None:
        return None, dim
    if isinstance(dim, int):
        fits = dim == size if isinstance(size, int) else dim in size
        if fits:
            return None, dim
        message = f"axis {axis} is fixed in the model"
        return finding("shape-mismatch", subject, message, expected=str(dim), got=_size_text(size)), dim
    if isinstance(size, int):
        problem = graph.store.require_equal(dim, size, subject) if dim is not None else None
        return None if problem is None or dim is None else with_way_out(graph.store, problem, dim, size), size
    symbol = dim if dim is not None else graph.store.fresh(f"{value.name}_{axis}", by=subject)
    return graph.store.require_range(symbol, size, subject), symbol


def _size_text(size: int | Range) -> str:
    return str(size) if isinstance(size, int) else f"{size.lo}~{-1 if size.hi is None else size.hi}"
