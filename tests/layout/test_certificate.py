"""The checker: it proves what is true and no more, whatever certificate it is given."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from layout_problems import cheapest, random_problem
from metadef.layout.certificate import Verdict, check_certificate
from metadef.layout.problem import Problem
from metadef.layout.problem_json import read_problem
from metadef.layout.proof import Certificate, Cluster, Leaf, Message, Split, Term, TermKind
from metadef.layout.solve import solve


def solved(seed: int, **options: int) -> tuple[Problem, Certificate, float]:
    """The first feasible problem at or after a seed, its certificate and its optimum."""
    while True:
        raw = random_problem(random.Random(seed), nodes=(5, 7))
        expected = cheapest(raw)
        if expected < math.inf:
            problem = read_problem(json.dumps(raw))
            certificate = solve(problem, **options).certificate
            assert certificate is not None
            return problem, certificate, expected
        seed += 1


def leaf_of(certificate: Certificate) -> Leaf:
    (leaf,) = (part for part in certificate.parts if isinstance(part, Leaf))
    return leaf


def with_leaf(certificate: Certificate, leaf: Leaf) -> Certificate:
    return replace(certificate, parts=(leaf,))


def refused(verdict: Verdict, law: str) -> bool:
    return verdict.bound == -math.inf and any(fault.startswith(law) for fault in verdict.faults)


@pytest.mark.parametrize("seed", range(0, 400, 10))
def test_random_messages_never_prove_too_much(seed: int) -> None:
    """Any messages give a bound at or below the optimum: soundness does not rest on the solver."""
    problem, certificate, optimum = solved(seed)
    leaf = leaf_of(certificate)
    rng = np.random.default_rng(seed)
    noisy = tuple(Message(m.scope, m.table + rng.normal(0, 3, m.table.shape)) for m in leaf.messages)
    verdict = check_certificate(problem, with_leaf(certificate, replace(leaf, messages=noisy)))
    assert verdict.faults == ()
    assert verdict.bound <= optimum + 1e-9


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_shares_and_branches_prove_the_optimum(seed: int) -> None:
    problem, certificate, optimum = solved(seed, max_states=1, table_limit=8)
    verdict = check_certificate(problem, certificate)
    assert verdict.faults == ()
    assert verdict.bound == pytest.approx(optimum, abs=1e-6)


def test_s1_a_forgotten_node_is_noticed() -> None:
    problem, certificate, _ = solved(1)
    leaf = leaf_of(certificate)
    kept = tuple(replace(c, terms=tuple(t for t in c.terms if t != Term(TermKind.NODE, 0))) for c in leaf.clusters)
    assert refused(check_certificate(problem, with_leaf(certificate, replace(leaf, clusters=kept))), "S1")


def test_s1_a_term_counted_twice_is_noticed() -> None:
    problem, certificate, _ = solved(1)
    leaf = leaf_of(certificate)
    more = (*leaf.clusters, Cluster((0,), (Term(TermKind.NODE, 0),)))
    assert refused(check_certificate(problem, with_leaf(certificate, replace(leaf, clusters=more))), "S1")


def test_s2_shares_above_the_price_are_noticed() -> None:
    problem, certificate, _ = solved(2, max_states=1)
    shared = [part for part in certificate.parts if isinstance(part, Leaf) and part.shares]
    assert shared
    leaf = shared[0]
    dear = {key: {pair: share + 100.0 for pair, share in table.items()} for key, table in leaf.shares.items()}
    parts = tuple(replace(leaf, shares=dear) if part is leaf else part for part in certificate.parts)
    assert refused(check_certificate(problem, replace(certificate, parts=parts)), "S2")


def test_s3_a_missing_state_is_noticed() -> None:
    problem, certificate, _ = solved(3)
    value, states = next((v, s) for v, s in certificate.states.items() if len(s) > 1)
    fewer = {**certificate.states, value: states[:-1]}
    assert refused(check_certificate(problem, replace(certificate, states=fewer)), "S3")


def test_s4_a_message_received_by_nobody_is_noticed() -> None:
    problem, certificate, _ = solved(4)
    leaf = leaf_of(certificate)
    deaf = tuple(replace(c, received=()) for c in leaf.clusters)
    assert refused(check_certificate(problem, with_leaf(certificate, replace(leaf, clusters=deaf))), "S4")


def test_s5_an_infinity_may_not_go_backwards() -> None:
    """Two clusters that excuse each other with infinities would prove anything."""
    problem, certificate, _ = solved(5)
    leaf = leaf_of(certificate)
    node = next(n for n in range(len(problem)) if len(problem.tables[n]) > 1)
    table = np.full(len(problem.tables[node]), np.inf)
    messages = (*leaf.messages, Message((node,), table), Message((node,), table))
    n = len(leaf.messages)
    ring = (Cluster((node,), (), (n,), (n + 1,)), Cluster((node,), (), (n + 1,), (n,)))
    bad = replace(leaf, clusters=(*leaf.clusters, *ring), messages=messages)
    assert refused(check_certificate(problem, with_leaf(certificate, bad)), "S5")


def test_s6_branches_must_cover_the_columns() -> None:
    problem, certificate, _ = solved(6)
    leaf = leaf_of(certificate)
    node = next(n for n in range(len(problem)) if len(problem.tables[n]) > 1)
    whole = tuple(range(len(problem.tables[node])))
    good = replace(certificate, parts=(Split(node, (whole[:1], whole[1:]), (leaf, leaf)),))
    assert check_certificate(problem, good).faults == ()
    short = replace(certificate, parts=(Split(node, (whole[:1],), (leaf,)),))
    assert any(fault.startswith("S6") for fault in check_certificate(problem, short).faults)


def test_an_empty_certificate_proves_nothing() -> None:
    problem, _, _ = solved(7)
    assert refused(check_certificate(problem, Certificate(0.0, {}, ())), "S1")
