"""Operators that give handles, counts, or nothing: what their inputs must be.

A resource or a variant is one object, so a handle is a scalar; a reference by name (STRING_REF) is two strings, the
container and the name. A law here is a function that checks some ports of a call:

C1: a port holds one number. C2: a port is a vector. C3: ports have the same number of rows, and at least one axis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.infer.shape.common import Axis, agree
from metadef.ops.call import Call
from metadef.ops.proto import ShapeRule
from metadef.types.shape import Shape

__all__ = [
    "REFERENCE",
    "SCALAR",
    "checked",
    "first",
    "fitted",
    "nothing",
    "one",
    "reference",
    "same_rows",
    "some",
    "vector",
]

Law = Callable[[Call], None]

SCALAR, REFERENCE = Shape(()), Shape((2,))


def nothing(call: Call) -> list[Shape]:
    """There are no outputs: the operator is there for what it does."""
    return []


def some(call: Call) -> Shape:
    """A vector whose length only the object behind the handle knows."""
    return Shape((None,))


def reference(call: Call) -> Shape:
    """A queue or an accumulator by container and name, two strings."""
    return REFERENCE


def checked(rule: ShapeRule | Shape, *laws: Law) -> ShapeRule:
    """A rule, or a fixed shape of every output, after laws on the inputs."""

    def judged(call: Call) -> Shape | list[Shape]:
        for law in laws:
            law(call)
        given = rule if isinstance(rule, Shape) else rule(call)
        return given if isinstance(given, Shape) else list(given)

    return judged


def one(*ports: str, law: str = "C1") -> Law:
    """Each port holds one number, as a scalar or as a tensor of one element [C1, or as the rule numbers it]."""

    def judge(call: Call) -> None:
        for port in ports:
            size = call.shape(port).numel()
            if isinstance(size, int) and size != 1:
                call.fail("shape-mismatch", f"`{port}` holds one number [{law}]", expected="1 element", got=str(size))

    return judge


def vector(*ports: str) -> Law:
    """Each port is a vector [C2]."""

    def law(call: Call) -> None:
        for port in ports:
            rank = call.shape(port).rank
            if rank not in (None, 1):
                call.fail("rank-mismatch", f"`{port}` is a vector [C2]", expected="rank 1", got=str(rank))

    return law


def same_rows(*ports: str) -> Law:
    """The members of the ports have as many rows as each other [C3]."""

    def law(call: Call) -> None:
        rows: Axis = None
        for port in ports:
            for shape in call.shapes(port):
                if shape.rank == 0:
                    call.fail("rank-mismatch", f"`{port}` has rows [C3]", expected="rank 1 or more", got="0")
                rows = agree(call, rows, first(shape), f"rows of {' and '.join(ports)} [C3]")

    return law


def fitted(shapes: Sequence[Shape], count: int) -> list[Shape]:
    """Shapes of the members of an output: as many as it has, unknown where there is none for a member."""
    return [*shapes[:count], *[Shape(None)] * (count - len(shapes))]


def first(shape: Shape) -> Axis:
    """The first dimension, unknown where there is none."""
    return shape[0] if shape.rank else None
