"""Proofs that an expression is 0 for every input, or for none, where the canonical form alone does not show it.

Quotients by integers are resolved by residue classes: with L the least common multiple of the divisors, every symbol
is `L*s + r`, and for each choice of the r all quotients of linear expressions become polynomials. An expression that
becomes 0 for every choice is 0; one that becomes a number other than 0 for every choice never is.
This decides what the canonical form leaves open, such as `n - n//2 == (n+1)//2`.
"""

from __future__ import annotations

from itertools import product as combinations
from math import lcm

from metadef.errors import MetadefError
from metadef.types.dim_core import Dim
from metadef.types.dim_terms import FLOORDIV, SYMBOL, Atom

__all__ = ["never_zero_or_always"]

_MOST_CLASSES = 64  # choices of residues tried
_MOST_ATOMS = 64  # operators looked at


def never_zero_or_always(dim: Dim) -> bool | None:
    """True when `dim` is proven 0 for every input, False when proven 0 for none, None when neither is shown.

    >>> from metadef.types.dim import Dim
    >>> n = Dim.symbol("n")
    >>> never_zero_or_always(n - n // 2 - (n + 1) // 2), never_zero_or_always(n // 2 + (n + 1) // 2 - n + 1)
    (True, False)
    """
    divisors = _divisors(dim)
    if not divisors:
        return None
    period = lcm(*divisors)
    names = sorted(dim.names)
    if period ** len(names) > _MOST_CLASSES:
        return None
    seen_zero = seen_other = False
    try:
        for residues in combinations(range(period), repeat=len(names)):
            bindings = {name: period * Dim.symbol(name) + r for name, r in zip(names, residues, strict=True)}
            value = dim.substitute(bindings)
            if not isinstance(value, int):
                return None
            seen_zero = seen_zero or value == 0
            seen_other = seen_other or value != 0
            if seen_zero and seen_other:
                return None
    except MetadefError:
        return None
    return seen_zero


def _divisors(dim: Dim) -> list[int]:
    """The product of integer divisors along each nesting of quotients; none when an operator is of another kind."""
    found: list[int] = []
    waiting: list[tuple[Atom, int]] = [(atom, 1) for monomial, _ in dim.terms for atom in monomial]
    looked = 0
    while waiting:
        atom, outer = waiting.pop()
        looked += 1
        if looked > _MOST_ATOMS:
            return []
        if atom.kind == SYMBOL:
            continue
        divisor = atom.args[-1]
        if atom.kind != FLOORDIV:
            waiting.extend((a, outer) for arg in atom.args if isinstance(arg, Dim) for m, _ in arg.terms for a in m)
            continue
        if not isinstance(divisor, int) or isinstance(atom.args[0], int):
            return []
        found.append(outer * divisor)
        waiting.extend((a, outer * divisor) for m, _ in atom.args[0].terms for a in m)
    return found
