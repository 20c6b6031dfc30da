"""Atoms and the sums of products over them: the arithmetic under `Dim`, on plain dictionaries.

A monomial is a tuple of atoms sorted by key, with repetition (`x*x*y` is `(x, x, y)`, the constant is `()`).
Terms map monomials to integer coefficients other than 0. The order of monomials is graded lexicographic, highest
degree first, so it agrees with multiplication, which polynomial division relies on.
"""

from __future__ import annotations

from metadef.types.value_range import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metadef.types.dim import Dim

__all__ = ["FLOORDIV", "MAX", "MIN", "MOD", "SYMBOL", "Atom", "Monomial", "Terms", "add_terms", "divide_monomial"]
__all__ += ["leading", "monomial_key", "multiply_monomials", "multiply_terms", "ordered"]

SYMBOL = "symbol"
FLOORDIV = "floordiv"
MAX = "max"
MIN = "min"  # only in printed and bounded forms: the canonical form says x+y-max(x,y)
MOD = "mod"  # likewise: the canonical form says x-k*floordiv(x,k)


class Atom:
    """What a polynomial is over: a named symbol, or an operator applied to canonical expressions. Immutable."""

    __slots__ = ("__weakref__", "args", "depth", "key", "kind", "names", "range", "size")

    kind: str  # SYMBOL, FLOORDIV or MAX
    args: tuple[int | Dim, ...]  # the operands; none for a symbol
    key: str  # sorts atoms, different for different atoms
    names: frozenset[str]  # the symbols inside
    depth: int  # operators nested, 0 for a symbol
    size: int  # atoms inside, with repetition, itself included
    range: Range  # all values it can take when every symbol is >= 0

    def __init__(self, kind: str, args: tuple[int | Dim, ...], name: str, value_range: Range) -> None:
        self.kind = kind
        self.args = args
        self.range = value_range
        if kind == SYMBOL:
            self.key = name
            self.names = frozenset((name,))
            self.depth = 0
            self.size = 1
            return
        names: frozenset[str] = frozenset()
        depth, size = 0, 1
        for arg in args:
            if not isinstance(arg, int):
                names |= arg.names
                depth = max(depth, arg.depth)
                size += arg.size
        self.key = f"~{kind}({','.join(str(arg) if isinstance(arg, int) else arg.key for arg in args)})"
        self.names = names
        self.depth = depth + 1
        self.size = size

    @property
    def name(self) -> str:
        """The symbol's name (of a symbol only)."""
        return self.key


Monomial = tuple[Atom, ...]
Terms = dict[Monomial, int]


def _atom_key(atom: Atom) -> str:
    return atom.key


def monomial_key(monomial: Monomial) -> tuple[int, list[str]]:
    """Sorts monomials: highest degree first, then by the keys of the atoms."""
    return -len(monomial), [atom.key for atom in monomial]


def ordered(terms: Terms) -> tuple[tuple[Monomial, int], ...]:
    """The terms in canonical order."""
    if len(terms) == 1:
        return tuple(terms.items())
    return tuple(sorted(terms.items(), key=_item_key))


def _item_key(item: tuple[Monomial, int]) -> tuple[int, list[str]]:
    return monomial_key(item[0])


def leading(terms: Terms) -> Monomial:
    """The monomial that comes first."""
    return min(terms, key=monomial_key)


def multiply_monomials(a: Monomial, b: Monomial) -> Monomial:
    """The product of two monomials."""
    if not a or not b:
        return a or b
    return tuple(sorted(a + b, key=_atom_key))


def divide_monomial(a: Monomial, b: Monomial) -> Monomial | None:
    """`a / b`, or None where `b` does not divide `a`."""
    if not b:
        return a
    if len(b) > len(a):
        return None
    rest = list(a)
    for atom in b:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


def add_terms(into: Terms, terms: Terms, factor: int = 1, monomial: Monomial = ()) -> None:
    """`into += factor * monomial * terms`, in place; terms that become 0 are dropped."""
    for key, coefficient in terms.items():
        product = multiply_monomials(key, monomial) if monomial else key
        total = into.get(product, 0) + coefficient * factor
        if total:
            into[product] = total
        else:
            into.pop(product, None)


def multiply_terms(a: Terms, b: Terms) -> Terms:
    """The product of two polynomials."""
    product: Terms = {}
    for monomial, coefficient in a.items():
        add_terms(product, b, coefficient, monomial)
    return product
