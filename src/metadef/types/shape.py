"""`Shape`: the dimensions of a tensor, each an int, a symbolic `Dim` or unknown; or a tensor of unknown rank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

from metadef.types.dim import Dim, DimLike, product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex, TypeGuard

    from metadef.errors import MetadefError

    DimInput = DimLike | str | SupportsIndex | None  # what a shape is built from

__all__ = ["SCALAR", "UNKNOWN_RANK", "Shape"]

_MAX_RANK = 1024  # WHY: a file may not make a shape of millions of axes; real tensors have at most 8 to 64


def _bad(message: str, got: object) -> MetadefError:
    from metadef.errors import MetadefError

    text = repr(got)
    return MetadefError.of("bad-dim", "shape", message, got=text if len(text) <= 60 else text[:57] + "...")


class Shape:
    """An immutable shape.

    `Shape((2, "batch", None))` takes ints >= 0, `Dim`s, texts (a symbol or an expression) and None for a dimension
    that is not known; `Shape(None)` has unknown rank. `-1` and `-2` are refused: they exist only in files, so use
    `Shape.from_ge` there. Iterating gives ints, `Dim`s and None.

    >>> Shape((2, "2*n+1", None)), Shape(None), Shape((2, 3)).numel(), Shape((2, "n")).numel()
    ([2, 2*n+1, ?], [*], 6, 2*n)
    """

    __slots__ = ("_dims", "_hash", "_ints", "is_known", "rank")

    rank: int | None  # the number of dimensions, None when unknown
    is_known: bool  # whether every dimension is an int
    _dims: tuple[DimLike | None, ...] | None
    _ints: tuple[int, ...] | None  # the dimensions where all are ints
    _hash: int  # 0 until it is asked for

    def __init__(self, dims: Shape | Iterable[DimInput] | None = ()) -> None:
        """A shape of the given dimensions.

        Raises:
            MetadefError: bad-dim, for a negative dimension, malformed text or a rank above 1024.
        """
        self._hash = 0
        if isinstance(dims, Shape):
            self._dims, self._ints, self.rank, self.is_known = dims._dims, dims._ints, dims.rank, dims.is_known
            return
        self._ints = None
        if dims is None:
            self._dims, self.rank, self.is_known = None, None, False
            return
        if isinstance(dims, str):
            raise _bad("a shape is a list of dimensions; Shape.parse reads text", dims)
        items = tuple(dims)
        if len(items) > _MAX_RANK:
            raise _bad(f"a shape has at most {_MAX_RANK} dimensions", len(items))
        self.rank = len(items)
        if _are_sizes(items):
            self._dims, self._ints, self.is_known = items, items, True
            return
        self._dims = items if _are_dims(items) else _normalise(items)
        if _are_ints(self._dims):
            self._ints = self._dims
        self.is_known = self._ints is not None

    @staticmethod
    def of_ints(dims: tuple[int, ...]) -> Shape:
        """A shape of plain ints that the caller knows to be >= 0: nothing is checked."""
        shape = object.__new__(Shape)
        shape._dims = shape._ints = dims
        shape.rank = len(dims)
        shape.is_known = True
        shape._hash = 0
        return shape

    @staticmethod
    def of_dims(dims: tuple[DimLike | None, ...]) -> Shape:
        """A shape of dimensions that the caller knows to be well-formed: nothing is checked."""
        shape = object.__new__(Shape)
        shape._dims = dims
        shape._ints = dims if _are_ints(dims) else None
        shape.is_known = shape._ints is not None
        shape.rank = len(dims)
        shape._hash = 0
        return shape

    @staticmethod
    def unknown(rank: int | None = None) -> Shape:
        """A shape of `rank` unknown dimensions, or of unknown rank.

        >>> Shape.unknown(2), Shape.unknown()
        ([?, ?], [*])
        """
        return UNKNOWN_RANK if rank is None else Shape((None,) * rank)

    @property
    def dims(self) -> tuple[DimLike | None, ...]:
        """The dimensions.

        Raises:
            MetadefError: shape-unknown, for unknown rank.
        """
        if self._dims is None:
            raise self._no_rank()
        return self._dims

    def _no_rank(self) -> MetadefError:
        from metadef.errors import MetadefError

        return MetadefError.of("shape-unknown", "shape", "the rank is unknown, so it has no dimensions to look at")

    @property
    def has_rank(self) -> bool:
        return self._dims is not None

    @property
    def is_symbolic_or_known(self) -> bool:
        """Whether every dimension is an int or a `Dim`."""
        return self.is_known or (self._dims is not None and None not in self._dims)

    @property
    def is_scalar(self) -> bool:
        return self._dims == ()

    def known_dims(self) -> tuple[int, ...] | None:
        """The dimensions when all are ints, else None."""
        return self._ints

    def __len__(self) -> int:
        """The rank.

        Raises:
            MetadefError: shape-unknown, for unknown rank.
        """
        return len(self.dims)

    def __bool__(self) -> bool:
        """Always true: a scalar's shape is a shape."""
        return True

    def __iter__(self) -> Iterator[DimLike | None]:
        return iter(self.dims)

    def __getitem__(self, axis: int) -> DimLike | None:
        return self.dims[axis]

    def __contains__(self, dim: object) -> bool:
        return dim in self.dims

    def numel(self) -> DimLike | None:
        """The number of elements; None when it is unknown or grows past the limits of an expression.

        >>> Shape((0, None)).numel(), Shape((None, 2)).numel(), Shape(()).numel()
        (0, None, 1)
        """
        if self._dims is None:
            return None
        if self.is_known:
            return prod(self._ints or ())
        if 0 in self._dims:
            return 0
        known = [dim for dim in self._dims if dim is not None]
        if len(known) < len(self._dims):
            return None
        from metadef.errors import MetadefError

        try:
            return product(known)
        except MetadefError:
            return None

    def symbols(self) -> frozenset[str]:
        """The names of all symbols inside."""
        if self.is_known or self._dims is None:
            return frozenset()
        return frozenset().union(*[dim.names for dim in self._dims if isinstance(dim, Dim)])

    def substitute(self, bindings: Mapping[str, DimLike]) -> Shape:
        """The shape with symbols replaced.

        Raises:
            MetadefError: bad-dim when a dimension would be negative or a divisor 0.
        """
        if self.is_known or self._dims is None:
            return self
        changed = tuple([dim.substitute(bindings) if isinstance(dim, Dim) else dim for dim in self._dims])
        return self if changed == self._dims else Shape(changed)

    def with_dim(self, axis: int, dim: DimLike | None) -> Shape:
        """A copy with one dimension replaced.

        Raises:
            MetadefError: shape-unknown, for unknown rank.
        """
        items = list(self.dims)
        items[axis] = dim
        return Shape(items)

    def to_json(self) -> list[int | str | None] | None:
        """A list of ints, texts and None; None for unknown rank.

        >>> Shape((2, "n+1", None)).to_json()
        [2, 'n+1', None]
        """
        if self._dims is None:
            return None
        return [str(dim) if isinstance(dim, Dim) else dim for dim in self._dims]

    @staticmethod
    def from_json(data: object) -> Shape:
        """The shape that `to_json` wrote.

        Raises:
            MetadefError: bad-dim, for data of another form.
        """
        if data is None:
            return UNKNOWN_RANK
        if not isinstance(data, list | tuple):
            raise _bad("a shape is a list of dimensions or null", data)
        items: list[int | str | None] = []
        for item in data:
            if item is not None and (isinstance(item, bool) or not isinstance(item, int | str)):
                raise _bad("a dimension is an integer, a text or null", item)
            items.append(item)
        return Shape(items)

    @staticmethod
    def from_ge(dims: Iterable[int]) -> Shape:
        """The shape that GE files write: -1 is an unknown dimension, [-2] an unknown rank.

        Raises:
            MetadefError: bad-dim, for another negative number.

        >>> Shape.from_ge([2, -1]), Shape.from_ge([-2])
        ([2, ?], [*])
        """
        items = tuple(dims)
        if items == (-2,):
            return UNKNOWN_RANK
        return Shape([None if item == -1 else item for item in items])

    def to_ge(self) -> list[int]:
        """The shape as GE files write it; a symbolic dimension becomes -1."""
        if self._dims is None:
            return [-2]
        return [dim if isinstance(dim, int) else -1 for dim in self._dims]

    @staticmethod
    def parse(text: str) -> Shape:
        """The shape whose `str` is `text`: `[2, batch, ?]`, `[*]`, `[]`.

        Raises:
            MetadefError: bad-dim, for text of another form.

        >>> Shape.parse("[2, max(n,3), ?]")
        [2, max(n,3), ?]
        """
        body = text.strip()
        if len(body) < 2 or body[0] != "[" or body[-1] != "]":
            raise _bad("a shape is written in brackets, such as [2, batch, ?]", text)
        body = body[1:-1].strip()
        if body == "*":
            return UNKNOWN_RANK
        return Shape([None if part == "?" else part for part in _split(body)] if body else ())

    def __str__(self) -> str:
        if self._dims is None:
            return "[*]"
        return f"[{', '.join(['?' if dim is None else str(dim) for dim in self._dims])}]"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Shape) and self._dims == other._dims)

    def __hash__(self) -> int:
        known = self._hash
        if known == 0:
            known = self._hash = hash(self._dims)
        return known

    def __reduce__(self) -> tuple[object, tuple[object]]:
        return Shape.from_json, (self.to_json(),)


def _are_sizes(items: tuple[object, ...]) -> TypeGuard[tuple[int, ...]]:
    for item in items:
        if type(item) is not int:
            return False
        if item < 0:
            return False
    return True


def _are_ints(items: tuple[object, ...]) -> TypeGuard[tuple[int, ...]]:
    for item in items:
        if type(item) is not int:
            break
    else:
        return True
    return False


def _are_dims(items: tuple[object, ...]) -> TypeGuard[tuple[DimLike | None, ...]]:
    for item in items:
        if type(item) is int:
            if item < 0:
                return False
        elif item is not None and type(item) is not Dim:
            return False
    return True


def _normalise(items: tuple[DimInput, ...]) -> tuple[DimLike | None, ...]:
    dims: list[DimLike | None] = []
    for item in items:
        dim = Dim.parse(item) if isinstance(item, str) else item
        if dim is not None and not isinstance(dim, Dim) and type(dim) is not int:
            try:
                dim = int(dim.__index__())
            except (AttributeError, TypeError):
                raise _bad("a dimension is an int, a Dim, a text or None", item) from None
        if isinstance(dim, int) and dim < 0:
            raise _bad("a dimension is >= 0; unknown is None, and -1 is read by Shape.from_ge only", dim)
        dims.append(dim)
    return tuple(dims)


def _split(body: str) -> list[str]:
    """The parts between commas that stand in neither parentheses nor backquotes."""
    parts: list[str] = []
    depth, quoted, start = 0, False, 0
    for at, char in enumerate(body):
        if char == "`":
            quoted = not quoted
        elif quoted:
            continue
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(body[start:at].strip())
            start = at + 1
    parts.append(body[start:].strip())
    return parts


UNKNOWN_RANK = Shape(None)
SCALAR = Shape(())
