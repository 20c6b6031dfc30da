"""Rules as data say what the constraint says, and are unsure only where a predicate of Python decides."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen.cases.attrs import broken_value, legal_values
from metadef.codegen.rule_tree import judge, rule_tree
from metadef.ops.constraints import (
    Constraint,
    at_least,
    at_most,
    between,
    each,
    length,
    length_at_least,
    negative,
    not_empty,
    not_negative,
    one_of,
    positive,
    where,
)
from metadef.types.dtype import DataType

numbers = st.one_of(st.integers(-3, 3), st.integers(), st.floats(), st.sampled_from([0.5, 1.0]))
scalars = st.one_of(numbers, st.booleans(), st.sampled_from(["", "a", "é"]), st.just(DataType.FLOAT))
values = st.one_of(scalars, st.lists(scalars, max_size=3).map(tuple))
leaves = st.one_of(
    st.sampled_from([positive, not_negative, negative, not_empty]),
    st.lists(st.integers(0, 3), min_size=1, max_size=2).map(lambda sizes: length(*sizes)),
    st.integers(0, 3).map(length_at_least),
    st.lists(scalars, max_size=3).map(lambda choices: one_of(*choices)),
    st.integers(-2, 2).map(at_least),
    st.sampled_from([0.5, -1.0, 2]).map(at_most),
    st.tuples(st.integers(-2, 0), st.floats(0, 2)).map(lambda pair: between(*pair)),
)


def grown(inner: st.SearchStrategy[Constraint]) -> st.SearchStrategy[Constraint]:
    pairs = st.tuples(inner, inner)
    both, either = pairs.map(lambda pair: pair[0] & pair[1]), pairs.map(lambda pair: pair[0] | pair[1])
    return st.one_of(both, either, inner.map(each), inner.map(lambda one: ~one))


constraints = st.recursive(leaves, grown, max_leaves=6)


@settings(max_examples=400, deadline=None)
@given(constraints, values)
def test_a_rule_answers_like_its_constraint_or_is_unsure(constraint: Constraint, value: object):
    found = judge(rule_tree(constraint), value)
    if found is None:
        assert any(word in constraint.text for word in ("nan", "inf"))  # which no literal of Python says
    else:
        assert found == constraint.holds(value)


@settings(max_examples=200, deadline=None)
@given(constraints, values, st.booleans())
def test_a_predicate_of_python_never_makes_a_rule_wrong(constraint: Constraint, value: object, answer: bool):
    odd = where("odd", lambda _: answer)
    for mixed in (constraint & odd, constraint | odd, ~odd, each(odd)):
        found = judge(rule_tree(mixed), value)
        assert found is None or found == mixed.holds(value)


def test_every_constraint_of_the_catalogue_is_data():
    for name in FAMILY_OF:
        for spec in registry().lookup(name).attrs:
            if spec.constraint is None:
                continue
            legal, broken = legal_values(spec), broken_value(spec)
            assert legal and broken is not None, (name, spec.name)
            assert all(judge(rule_tree(spec.constraint), value) is True for value in legal)
            assert judge(rule_tree(spec.constraint), broken) is False
