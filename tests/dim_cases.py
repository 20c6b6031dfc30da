"""Random expressions over dimensions, each held twice: as a tree that Python's integers evaluate, and as a `Dim`.

The tree is the slow twin: it knows nothing of canonical forms.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from metadef.types.dim import Dim, DimLike, ceil_div, dim_max, dim_min, dim_mod, floor_div

SYMBOLS = ("a", "b", "c")


@dataclass(frozen=True)
class Tree:
    """An operator with its operands, or a leaf: an int or the name of a symbol."""

    operator: str
    operands: tuple[Tree | int | str, ...]

    def __str__(self) -> str:
        return f"{self.operator}({', '.join(map(str, self.operands))})"


def number(tree: Tree | int | str, bindings: dict[str, int]) -> int:
    """What plain integer arithmetic gives; ZeroDivisionError where it is undefined."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return bindings[tree]
    values = [number(operand, bindings) for operand in tree.operands]
    match tree.operator:
        case "+":
            return values[0] + values[1]
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "//":
            return values[0] // values[1]
        case "ceil":
            return -(-values[0] // values[1])
        case "%":
            return values[0] % values[1]
        case "min":
            return min(values)
        case _:
            return max(values)


def dim(tree: Tree | int | str) -> DimLike:
    """The same expression by `Dim` arithmetic."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return Dim.symbol(tree)
    values = [dim(operand) for operand in tree.operands]
    match tree.operator:
        case "+":
            return values[0] + values[1]
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "//":
            return floor_div(values[0], values[1])
        case "ceil":
            return ceil_div(values[0], values[1])
        case "%":
            return dim_mod(values[0], values[1])
        case "min":
            return dim_min(*values)
        case _:
            return dim_max(*values)


leaves = st.one_of(st.sampled_from(SYMBOLS), st.integers(-9, 9))
divisors = st.one_of(st.integers(1, 6), st.integers(-4, -1), st.sampled_from(SYMBOLS))


def _grow(inner: st.SearchStrategy[Tree | int | str]) -> st.SearchStrategy[Tree | int | str]:
    ring = st.builds(lambda op, x, y: Tree(op, (x, y)), st.sampled_from("+-*"), inner, inner)
    division = st.builds(
        lambda op, x, y: Tree(op, (x, y)), st.sampled_from(["//", "ceil", "%"]), inner, st.one_of(divisors, inner)
    )
    extremes = st.builds(
        lambda op, values: Tree(op, tuple(values)),
        st.sampled_from(["min", "max"]),
        st.lists(inner, min_size=1, max_size=3),
    )
    return st.one_of(ring, division, extremes)


trees = st.recursive(leaves, _grow, max_leaves=8)
bindings = st.fixed_dictionaries({name: st.integers(0, 40) for name in SYMBOLS})
