"""Inputs for a graph, drawn by type and range; equal seeds give equal inputs.

Numbers with a point are normal, or uniform within a range that the descriptor or the caller gives. Whole numbers are
indices more often than not: they stay below the length of every axis that they are seen to index.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from metadef.errors import MetadefError, UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

if TYPE_CHECKING:
    import numpy as np

    from metadef.kernels.call import Array

__all__ = ["Ranges", "random_inputs", "sizes_for"]

Ranges = Mapping[str, tuple[float, float]]

_DEFAULT_SIZE = 4  # of a symbol that nobody gives a size
_WHOLE = 8  # whole numbers are drawn below this, unless something narrows them
_MOST_ELEMENTS = 1 << 31
_VIEWS = frozenset({"Cast", "ExpandDims", "Identity", "Reshape", "Squeeze", "Unsqueeze", "Transpose"})
_INDEXED = {"Gather": "indices", "GatherV2": "indices", "GatherNd": "indices", "GatherElements": "index"}
_WORDS = ("", "a", "metadef", "Ascend", "zwölf")


def random_inputs(
    graph: Graph, seed: int = 0, sizes: Mapping[str, int] | None = None, ranges: Ranges | None = None
) -> dict[str, Array]:
    """An array for each input of a graph, by name.

    Args:
        sizes: lengths of symbolic axes; those not given are 4, or as near as their bounds allow.
        ranges: smallest and largest element, by input.

    Raises:
        UsageError: for names that the graph does not have, and for inputs whose rank or type is not known.
    """
    import numpy as np

    names = [value.name for value in graph.inputs]
    for name in ranges or ():
        if name not in names:
            hint = did_you_mean(name, names) or ", ".join(names[:20])
            raise UsageError.of("bad-usage", f"range of {name[:60]}", "the graph has no such input", hint=hint)
    lengths = sizes_for(graph, sizes)
    rng = np.random.default_rng(seed)
    return {
        value.name: _draw(rng, value, _dims(value, lengths), (ranges or {}).get(value.name)) for value in graph.inputs
    }


def sizes_for(graph: Graph, sizes: Mapping[str, int] | None = None) -> dict[str, int]:
    """A size for every symbol of the inputs: the given ones, else one within the symbol's bounds.

    Raises:
        UsageError: for symbols that the graph does not have.
    """
    symbols = sorted({name for value in graph.inputs for name in value.desc.origin_shape.symbols()})
    for name in sizes or ():
        if name not in symbols:
            hint = did_you_mean(name, symbols) or ", ".join(symbols[:20])
            raise UsageError.of("bad-usage", f"size of {name[:60]}", "the model has no such symbol", hint=hint)
    chosen: dict[str, int] = {}
    for name in symbols:
        bounds = graph.store.bounds(Dim.symbol(name))
        low = bounds.lo if isinstance(bounds.lo, int) else 1
        high = bounds.hi if isinstance(bounds.hi, int) else _MOST_ELEMENTS
        chosen[name] = min(max(_DEFAULT_SIZE, low), high)
    return {**chosen, **(sizes or {})}


def _dims(value: Value, sizes: Mapping[str, int]) -> tuple[int, ...]:
    subject = f'graph input "{value.name}"'
    shape: Shape = value.desc.origin_shape
    if shape.rank is None:
        raise UsageError.of("bad-usage", subject, "its rank is not known; give the input a file")
    try:
        found = shape.substitute(sizes)
    except MetadefError as error:
        raise UsageError(error.findings) from error
    dims = tuple(dim if isinstance(dim, int) else _DEFAULT_SIZE for dim in found)
    total = 1
    for dim in dims:
        total *= dim
    if total > _MOST_ELEMENTS:
        message = "has more elements than are drawn"
        raise UsageError.of("bad-usage", subject, message, expected=f"{_MOST_ELEMENTS} or fewer", got=str(list(dims)))
    return dims


def _draw(rng: np.random.Generator, value: Value, dims: tuple[int, ...], given: tuple[float, float] | None) -> Array:
    dtype = value.desc.dtype
    low_high = given or value.desc.value_range
    if dtype is DataType.UNDEFINED or not dtype.numpy_name:
        message = f"arrays of its type {dtype.name} cannot be drawn"
        raise UsageError.of("bad-usage", f'graph input "{value.name}"', message, hint="a file for the input")
    if dtype is DataType.STRING:
        return _words(rng, dims)
    numpy_type = dtype.numpy
    if dtype is DataType.BOOL:
        return rng.integers(0, 2, dims).astype(numpy_type)
    if dtype.is_complex:
        return (rng.normal(size=dims) + 1j * rng.normal(size=dims)).astype(numpy_type)
    if dtype.is_float:
        drawn = rng.normal(size=dims) if low_high is None else rng.uniform(*low_high, size=dims)
        return drawn.astype(numpy_type)
    low, high = (0, _most(value) - 1) if low_high is None else (int(low_high[0]), int(low_high[1]))
    return rng.integers(low, max(low, high), dims, endpoint=True).astype(numpy_type)


def _words(rng: np.random.Generator, dims: tuple[int, ...]) -> Array:
    import numpy as np

    drawn: Array = np.empty(dims, object)
    flat: list[Any] = [_WORDS[int(i)] for i in rng.integers(0, len(_WORDS), drawn.size)]
    drawn.reshape(-1)[:] = flat
    return drawn


def _most(value: Value) -> int:
    """One more than the largest whole number that fits every axis which the value, or a view of it, indexes."""
    most = _WHOLE
    found: list[int] = []
    stack, seen = [value], {value}
    while stack:
        current = stack.pop()
        for node in current.users:
            if node.op in _VIEWS and node.inputs[0] is current and node.output not in seen:
                seen.add(node.output)
                stack.append(node.output)
            port = _INDEXED.get(node.op)
            if port is not None and node.input(port) is current:
                table = node.inputs[0]
                dims = table.desc.origin_shape.dims if table is not None else None
                found += [dim for dim in dims or () if isinstance(dim, int)][:1]
    bits = value.desc.dtype.bits
    return max(1, min([*found, 1000] if found else [most], default=most) if bits > 4 else 2)
