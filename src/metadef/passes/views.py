"""Chains of reshapes, transposes and unpacked slices as strides over the tensor they start from.

A view is an offset and, for each axis, a list of atoms (size, stride), outermost first. Reshaping regroups the atoms,
splitting one where an axis ends inside it; transposing moves axes; taking a slice moves the offset; repeating an axis
of length 1 gives it an atom of stride 0. Two chains that give equal views give equal tensors.

Unknown lengths take part as primes: two expressions that are equal for these are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Context
from metadef.passes.tensors import permutation

__all__ = ["Atom", "Sizes", "View", "chain_to", "merged", "step", "whole"]

Atom = tuple[int, int]  # (size, stride), in elements of the tensor at the start

_RESHAPES = frozenset("Reshape Squeeze SqueezeV3 Unsqueeze UnsqueezeV3 ExpandDims Flatten FlattenV2".split())
_REPEATS = frozenset({"BroadcastTo", "BroadcastToD", "Expand", "ExpandD"})
_LONGEST = 16  # nodes of a chain that are followed
# WHY so far apart: no sum or small multiple of one is another
_PRIMES = (1_000_003, 10_000_019, 100_000_007, 1_000_000_007, 10_000_000_019, 100_000_000_003, 1_000_000_000_039)


class Sizes:
    """The lengths of tensors as whole numbers, each symbol a large prime of its own."""

    __slots__ = ("_primes",)

    def __init__(self) -> None:
        self._primes: dict[str, int] = {}

    def __call__(self, value: Value | None) -> tuple[int, ...] | None:
        """All lengths of a value; None when one is not even an expression, or there are too many symbols."""
        shape = value.desc.origin_shape if value is not None else None
        if shape is None or shape.rank is None or None in shape.dims:
            return None
        for symbol in sorted(shape.symbols()):
            if symbol not in self._primes:
                if len(self._primes) == len(_PRIMES):
                    return None
                self._primes[symbol] = _PRIMES[len(self._primes)]
        return tuple(
            size if isinstance(size, int) else size.evaluate(self._primes) for size in shape.dims if size is not None
        )


@dataclass(frozen=True, slots=True)
class View:
    """How a tensor reads another one."""

    axes: tuple[tuple[Atom, ...], ...]
    offset: int = 0

    @property
    def flat(self) -> tuple[Atom, ...]:
        """All atoms in the order of the elements, neighbours merged where they are one run."""
        return merged(atom for axis in self.axes for atom in axis)

    def reshaped(self, dims: tuple[int, ...]) -> View | None:
        """The view in another shape; None where an axis would need parts of atoms that do not divide."""
        atoms = list(self.flat)[::-1]
        axes: list[tuple[Atom, ...]] = []
        for size in dims:
            axis: list[Atom] = []
            while size > 1:
                if not atoms:
                    return None
                own, stride = atoms.pop()
                if size % own == 0:
                    axis.append((own, stride))
                    size //= own
                elif own % size == 0:
                    inner = own // size
                    axis.append((size, stride * inner))
                    atoms.append((inner, stride))
                    size = 1
                else:
                    return None
            axes.append(merged(axis))
        return View(tuple(axes), self.offset) if not atoms else None

    def transposed(self, perm: tuple[int, ...]) -> View:
        """The view with its axes in another order."""
        return View(tuple(self.axes[axis] for axis in perm), self.offset)

    def repeated(self, before: tuple[int, ...], dims: tuple[int, ...]) -> View | None:
        """The view of shape `before` broadcast to `dims`; None where an axis would have to change its length."""
        own = (1,) * (len(dims) - len(before)) + before
        axes = ((),) * (len(dims) - len(before)) + self.axes
        if len(own) != len(dims) or any(size not in (1, wanted) for size, wanted in zip(own, dims, strict=True)):
            return None
        repeats = zip(axes, own, dims, strict=True)
        made = tuple(axis if size == wanted else ((wanted, 0),) for axis, size, wanted in repeats)
        return View(made, self.offset)

    def taken(self, axis: int, index: int) -> View | None:
        """The slice at `index` of an axis, without that axis; None where the axis is no single run."""
        atoms = self.axes[axis]
        if len(atoms) > 1:
            return None
        stride = atoms[0][1] if atoms else 0
        return View(self.axes[:axis] + self.axes[axis + 1 :], self.offset + index * stride)


def merged(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Atoms without those of size 1, and with neighbours joined that are one run.

    >>> merged([(2, 12), (1, 5), (3, 4), (4, 1)])
    ((24, 1),)
    """
    found: list[Atom] = []
    for size, stride in atoms:
        if size == 1:
            continue
        if found and found[-1][1] == size * stride:
            found[-1] = (found[-1][0] * size, stride)
        else:
            found.append((size, stride))
    return tuple(found)


def whole(dims: tuple[int, ...]) -> View:
    """A tensor as a view of itself.

    >>> whole((2, 3)).transposed((1, 0)).flat
    ((3, 1), (2, 3))
    """
    axes: list[tuple[Atom, ...]] = []
    stride = 1
    for size in reversed(dims):
        axes.append(merged([(size, stride)]))
        stride *= size
    return View(tuple(reversed(axes)))


def step(view: View, value: Value, context: Context, sizes: Sizes) -> View | None:
    """The view of `value`, whose node reads the tensor that `view` describes; None if its node is more than a view."""
    node, dims = value.producer, sizes(value)
    if dims is None or 0 in dims:
        return None
    if node.op in _RESHAPES:
        return view.reshaped(dims)
    if node.op in ("Transpose", "TransposeD"):
        perm = permutation(node, context)
        return view.transposed(perm) if perm is not None and len(perm) == len(view.axes) else None
    if node.op in _REPEATS:
        before = sizes(node.inputs[0])
        return view.repeated(before, dims) if before is not None else None
    if node.op == "ConfusionTransposeD":
        return _both(view, node, dims)
    if node.op == "Unpack":
        axis = node.attr("axis")
        if not isinstance(axis, int):
            return None
        return view.taken(axis + len(view.axes) if axis < 0 else axis, value.index)
    return None


def _both(view: View, node: Node, dims: tuple[int, ...]) -> View | None:
    perm, shape = (
        tuple(item for item in found if isinstance(item, int)) if isinstance(found, tuple) else ()
        for found in (node.attr("perm"), node.attr("shape"))
    )
    if node.attr("transpose_first"):
        return view.transposed(perm).reshaped(dims)
    before = view.reshaped(shape)
    return before.transposed(perm) if before is not None else None


def chain_to(value: Value, context: Context, sizes: Sizes) -> list[tuple[Value, View]]:
    """(start, view of the start) for each tensor that `value` is a view of, the farthest first, itself last."""
    path = [value]
    while len(path) <= _LONGEST:
        source = next(iter(path[-1].producer.inputs), None)
        dims = sizes(source)
        if source is None or dims is None or 0 in dims or step(whole(dims), path[-1], context, sizes) is None:
            break
        path.append(source)
    found: list[tuple[Value, View]] = []
    for place in range(len(path) - 1, -1, -1):
        dims = sizes(path[place])
        view = whole(dims) if dims is not None else None
        for after in reversed(path[:place]):
            view = step(view, after, context, sizes) if view is not None else None
        if view is not None:
            found.append((path[place], view))
    return found
