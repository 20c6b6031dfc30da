"""The shape of an Einstein sum: every letter is a dimension, the letters behind `->` are the output's.

Without `->` the output has the letters that occur once, in alphabetical order, behind the axes of an ellipsis.
Axes of an ellipsis broadcast. Source: NumPy's einsum, onnx's Einsum.
"""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, broadcast_shapes
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["einsum"]

_DOTS = "..."


def einsum(call: Call) -> Shape:
    """Einsum.

    C1: one term an input, with one letter an axis. C2: a letter means one size everywhere. C3: the output's letters
    occur in the inputs.
    """
    equation = call.str_attr("equation").replace(" ", "")
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    shapes = call.shapes("x")
    if len(terms) != len(shapes):
        call.fail("attr-constraint", "one term an input [C1]", expected=f"{len(shapes)} terms", got=equation)
    sizes: dict[str, Axis] = {}
    spread: list[Shape] = []
    for term, shape in zip(terms, shapes, strict=True):
        _read_term(call, term, shape, sizes, spread)
    letters = right if arrow else _implicit(left)
    rest = broadcast_shapes(call, spread) if spread else Shape(())
    out: list[Axis] = []
    head, dots, tail = letters.partition(_DOTS)
    for letter in head + tail:
        if letter not in sizes:
            call.fail("attr-constraint", f"output letter `{letter}` occurs in no input [C3]", got=equation)
    if dots and rest.rank is None:
        return UNKNOWN
    out += [sizes[letter] for letter in head]
    out += rest.dims if dots else ()
    out += [sizes[letter] for letter in tail]
    return Shape(out)


def _read_term(call: Call, term: str, shape: Shape, sizes: dict[str, Axis], spread: list[Shape]) -> None:
    head, dots, tail = term.partition(_DOTS)
    if not (head + tail).isalpha() and head + tail:
        call.fail("attr-constraint", "a term is letters and at most one ellipsis [C1]", got=term)
    if shape.rank is None:
        for letter in head + tail:
            sizes.setdefault(letter, None)
        if dots:
            spread.append(UNKNOWN)
        return
    between = shape.rank - len(head) - len(tail)
    if between < 0 or (between > 0 and not dots):
        call.fail(
            "rank-mismatch",
            f"term `{term}` has one letter an axis [C1]",
            expected=f"{len(head + tail)}",
            got=f"{shape}",
        )
    dims = shape.dims
    named = (*dims[: len(head)], *dims[len(head) + between :])
    for letter, size in zip(head + tail, named, strict=True):
        sizes[letter] = agree(call, sizes.get(letter), size, f"sizes of `{letter}` [C2]")
    if dots:
        spread.append(Shape(dims[len(head) : len(head) + between]))


def _implicit(left: str) -> str:
    text = left.replace(",", "")
    dots = _DOTS if _DOTS in text else ""
    letters = text.replace(_DOTS, "")
    return dots + "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
