"""Other forms of a canonical polynomial, for printing and for bounds: with remainders and minima written out."""

from __future__ import annotations

from metadef.types.dim_terms import Atom, Monomial, Terms, add_terms

__all__ = ["min_form", "mod_form", "scaled_mod_form", "upper_hull", "without_atoms"]


def without_atoms(monomial: Monomial, atoms: Monomial) -> Monomial | None:
    """The monomial divided by some atoms, None where one of them does not occur."""
    rest = list(monomial)
    for atom in atoms:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


def _dividend(atom: Atom, remainder: Atom) -> Terms:
    """`p - mod(p, b)` of the atom `floordiv(p, b)`."""
    dividend = atom.args[0]
    terms: Terms = {(): dividend} if isinstance(dividend, int) else dict(dividend.term_map)
    terms[(remainder,)] = -1
    return terms


def mod_form(terms: Terms, atom: Atom, remainder: Atom) -> Terms | None:
    """`b * floordiv(p, b) = p - mod(p, b)` applied to every term with the atom that has the factor b.

    None where b is a sum, so that its products do not stand in single terms. `remainder` is the atom `mod(p, b)`.
    """
    divisor = atom.args[1]
    if isinstance(divisor, int):
        by, factor = (), divisor
    elif len(divisor.terms) == 1:
        by, factor = divisor.terms[0]
    else:
        return None
    replacement = _dividend(atom, remainder)
    changed: Terms = {}
    for monomial, coefficient in terms.items():
        others = without_atoms(monomial, (atom, *by)) if coefficient % factor == 0 else None
        if others is None:
            add_terms(changed, {monomial: coefficient})
        else:
            add_terms(changed, replacement, coefficient // factor, others)
    return changed


def scaled_mod_form(terms: Terms, atom: Atom, remainder: Atom) -> Terms:
    """`k * terms` with `k * floordiv(p, k) = p - mod(p, k)` applied to every term with the atom, k an int."""
    divisor = atom.args[1]
    scale = divisor if isinstance(divisor, int) else 1
    replacement = _dividend(atom, remainder)
    changed: Terms = {}
    for monomial, coefficient in terms.items():
        others = without_atoms(monomial, (atom,))
        if others is None:
            add_terms(changed, {monomial: coefficient * scale})
        else:
            add_terms(changed, replacement, coefficient, others)
    return changed


def upper_hull(args: tuple[Terms, ...]) -> Terms:
    """The polynomial whose every coefficient is the largest among `args` (0 where absent)."""
    hull: Terms = {}
    for monomial in {monomial: None for arg in args for monomial in arg}:
        most = max(arg.get(monomial, 0) for arg in args)
        if most:
            hull[monomial] = most
    return hull


def min_form(atom: Atom) -> tuple[Terms, list[Terms]]:
    """`(M, [M - a for a in A])` of the atom `max(A)`, so that `max(A) = M - min(M - a)`."""
    args = tuple({(): arg} if isinstance(arg, int) else arg.term_map for arg in atom.args)
    hull = upper_hull(args)
    rest: list[Terms] = []
    for arg in args:
        difference = dict(hull)
        add_terms(difference, arg, -1)
        rest.append(difference)
    return hull, rest
