"""Matching: from the root backwards along the inputs, with backtracking over orders and alternatives.

The recursion follows the pattern, which is written by hand, never the graph. A match must be self-contained: a value
inside of it that somebody else reads, or that the graph returns, stops it unless the caller says that it may escape.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import COMMUTATIVE
from metadef.patterns.constants import is_near, number_of
from metadef.patterns.expression import Absent, Call, Either, Pattern, Repeated, Result, Scalar, Var

__all__ = ["Match", "Needs", "Trace", "escaping", "find_match", "needed_operators"]

Needs: TypeAlias = "tuple[frozenset[str], ...]"  # of each of these, one must be among the operators that a node reads

_LONGEST = 32  # nodes that a repeated part takes at most
_CONSTANT = frozenset({CONST.name})
_WIDEST = 256  # readers of one value that are tried as a further root


@dataclass(frozen=True, slots=True)
class Match:
    """Where a pattern was found."""

    values: dict[str, Value]  # captured values; a named call captures its first output too
    nodes: tuple[Node, ...]  # all nodes of the pattern, root first, each once
    roots: tuple[Node, ...] = ()  # the first root and the siblings', in the order of the pattern

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def get(self, name: str) -> Value | None:
        """A captured value, None for an optional part that is not there."""
        return self.values.get(name)

    def number(self, name: str) -> float:
        """The number in a captured scalar.

        Raises:
            KeyError: if there is no such scalar.
        """
        found = number_of(self.values[name])
        if found is None:
            raise KeyError(name)
        return found


@dataclass(slots=True)
class Trace:
    """The nearest partial match: how many nodes it had, and the first condition that failed there."""

    matched: float = -1.0  # nodes
    reason: str = ""

    def note(self, matched: float, reason: str) -> None:
        """Keep a failure when it came later than any before."""
        if matched > self.matched:
            self.matched, self.reason = matched, reason


@dataclass(frozen=True, slots=True)
class _State:
    values: dict[str, Value] = field(default_factory=dict[str, Value])
    nodes: tuple[Node, ...] = ()


def find_match(pattern: Call, root: Node, trace: Trace | None = None, siblings: tuple[Call, ...] = ()) -> Match | None:
    """The first way in which the pattern fits with `root` at its top, or None; `trace` learns why not.

    `siblings` are further roots: each reads, directly or through other nodes, a value that is captured by then.
    """
    for state in _call(pattern, root, _State(), trace):
        for full, roots in _siblings(siblings, state, (root,), trace):
            return Match(full.values, tuple(dict.fromkeys(full.nodes)), roots)
    return None


def _siblings(
    patterns: tuple[Call, ...], state: _State, roots: tuple[Node, ...], trace: Trace | None
) -> Iterator[tuple[_State, tuple[Node, ...]]]:
    if not patterns:
        yield state, roots
        return
    for node in _candidates(patterns[0], state):
        if node in state.nodes:
            continue
        for after in _call(patterns[0], node, state, trace):
            yield from _siblings(patterns[1:], after, (*roots, node), trace)
    if trace is not None:
        trace.note(len(state.nodes) - 0.5, f"nothing else is {patterns[0].label} of what is matched so far")


def _candidates(pattern: Call, state: _State) -> list[Node]:
    """Nodes that may be the root of a sibling: readers, some steps up, of a value that both know."""
    for name, steps in _anchors(pattern, 1):
        value = state.values.get(name)
        if value is None:
            continue
        level = [value]
        for _ in range(steps - 1):
            level = [out for item in level for user in item.users for out in user.outputs][:_WIDEST]
        return list(dict.fromkeys(user for item in level for user in item.users))[:_WIDEST]
    return []


def _anchors(pattern: Pattern, steps: int) -> Iterator[tuple[str, int]]:
    """The named values below a pattern and how many steps its root is above them."""
    match pattern:
        case Call():
            for inner in pattern.inputs:
                yield from _anchors(inner, steps + 1 if not isinstance(inner, Var | Scalar) else steps)
        case Result():
            yield from _anchors(pattern.call, steps)
        case Either():
            for option in pattern.options:
                yield from _anchors(option, steps)
        case Var() if not pattern.is_const:
            yield pattern.name, steps
        case _:
            return


def needed_operators(pattern: Call) -> Needs:
    """What a node must read for the pattern to have a chance; patterns of other kinds than operators ask for nothing.

    >>> from metadef.patterns.expression import op, scalar, var
    >>> needed_operators(op("Mul", op("Sigmoid", var("x")), scalar("s"))) == ({"Sigmoid"}, {"Const"})
    True
    """
    found = (_head(inner) for inner in pattern.inputs)
    return tuple(dict.fromkeys(ops for ops in found if ops is not None))


def _head(pattern: Pattern) -> frozenset[str] | None:
    match pattern:
        case Call():
            return pattern.ops or None
        case Result():
            return pattern.call.ops or None
        case Scalar():
            return _CONSTANT
        case Var():
            return _CONSTANT if pattern.is_const else None
        case Repeated():
            return pattern.ops if pattern.least else None
        case Either():
            heads = [_head(option) for option in pattern.options]
            known = [ops for ops in heads if ops is not None]
            return frozenset().union(*known) if len(known) == len(heads) else None
        case Absent():
            return None


def escaping(match: Match, allowed: Collection[Value] = ()) -> str:
    """Why the match is not self-contained; empty when it is. Outputs of the roots may go anywhere."""
    inside = set(match.nodes)
    for node in match.nodes:
        if node.control_inputs or node.subgraphs or node.graph.control_users(node):
            return f"{node.name} has control edges or subgraphs"
        if node is match.root or node in match.roots:
            continue
        for value in node.outputs:
            if value in allowed:
                continue
            if node.graph.is_output(value):
                return f"the inner value {value.name} is a graph output"
            if value.use_count > 1 or any(user not in inside for user in value.users):
                outside = next((user for user in value.users if user not in inside), None)
                if outside is not None:
                    return f"the inner value {value.name} is read by {outside.name} too"
    return ""


def _bind(name: str, value: Value, state: _State) -> _State | None:
    known = state.values.get(name)
    if known is None:
        return _State({**state.values, name: value}, state.nodes)
    return state if known is value else None


def _value(pattern: Pattern, value: Value | None, state: _State, trace: Trace | None) -> Iterator[_State]:
    if isinstance(pattern, Either):
        for option in pattern.options:
            yield from _value(option, value, state, trace)
        return
    if isinstance(pattern, Absent):
        if value is None:
            yield state
        elif trace is not None:
            trace.note(len(state.nodes), f"{value.name} is fed to an input that must be absent")
        return
    if value is None:
        if trace is not None:
            trace.note(len(state.nodes), "an input is absent")
        return
    if isinstance(pattern, Call | Result):
        call, index = (pattern.call, pattern.index) if isinstance(pattern, Result) else (pattern, 0)
        if value.index == index:
            yield from _call(call, value.producer, state, trace)
        elif trace is not None:
            trace.note(len(state.nodes), f"{value.name} is output {value.index} of its node, not {index}")
    elif isinstance(pattern, Repeated):
        yield from _chain(pattern, value, state, trace)
    else:
        reason = _refusal(pattern, value)
        bound = _bind(pattern.name, value, state) if not reason else None
        if bound is not None:
            yield bound
        elif trace is not None:
            where = state.values.get(pattern.name)
            trace.note(len(state.nodes), reason or f"{pattern.name} is {where!r} elsewhere, but here {value!r}")


def _refusal(pattern: Var | Scalar, value: Value) -> str:
    if isinstance(pattern, Scalar):
        number = number_of(value)
        if number is None:
            return f"{pattern.name} must be a constant with one element, got {value!r} ({value.producer.op})"
        if pattern.near is not None and not is_near(number, pattern.near, value.desc.dtype):
            return f"{pattern.name} must be {pattern.near!r}, got {number!r}"
        return ""
    if pattern.is_const and value.producer.proto is not CONST:
        return f"{pattern.name} must be a constant, got {value!r} ({value.producer.op})"
    for condition in pattern.conditions:
        if not condition.holds(value):
            return f"{pattern.name} must {condition.what}"
    return ""


def _call(pattern: Call, node: Node, state: _State, trace: Trace | None) -> Iterator[_State]:
    reason = _node_refusal(pattern, node)
    if reason is not None:
        if trace is not None:
            # WHY half: another operator is a nearer miss than no operator at all
            trace.note(len(state.nodes) - (0.5 if node.proto in (DATA, CONST) else 0), reason)
        return
    if pattern.name:
        bound = _bind(pattern.name, node.output, state)
        if bound is None:
            return
        state = bound
    state = _State(state.values, (*state.nodes, node))
    given = node.inputs[: len(pattern.inputs)]
    yield from _inputs(pattern.inputs, given, state, trace)
    if len(given) >= 2 and node.proto.has_trait(COMMUTATIVE) and given[0] is not given[1]:
        yield from _inputs(pattern.inputs, (given[1], given[0], *given[2:]), state, trace)


def _node_refusal(pattern: Call, node: Node) -> str | None:
    if pattern.ops:
        if node.proto.name not in pattern.ops:
            return f"{node.name} is {node.op}, expected {pattern.label}"
    elif not node.proto.has_trait(pattern.trait):
        return f"{node.name} ({node.op}) is not {pattern.trait}"
    if not node.outputs or len(node.inputs) < len(pattern.inputs):
        return f"{node.name} has {len(node.inputs)} inputs, expected {len(pattern.inputs)}"
    if not pattern.open and any(value is not None for value in node.inputs[len(pattern.inputs) :]):
        return f"{node.name} has an input after the first {len(pattern.inputs)}"
    for name, expected in pattern.attrs.items():
        if node.attr(name) != expected:
            return f"{node.name} has {name} = {node.attr(name)!r}, expected {expected!r}"
    for condition in pattern.conditions:
        if not condition.holds(node):
            return f"{node.name} ({node.op}) must {condition.what}"
    return None


def _inputs(
    patterns: tuple[Pattern, ...], values: tuple[Value | None, ...], state: _State, trace: Trace | None
) -> Iterator[_State]:
    if not patterns:
        yield state
        return
    for after in _value(patterns[0], values[0], state, trace):
        yield from _inputs(patterns[1:], values[1:], after, trace)


def _chain(pattern: Repeated, value: Value, state: _State, trace: Trace | None) -> Iterator[_State]:
    steps = [(value, state)]
    while len(steps) <= _LONGEST:
        node = steps[-1][0].producer
        first = node.inputs[0] if node.proto.name in pattern.ops and node.inputs else None
        if first is None:
            break
        steps.append((first, _State(state.values, (*steps[-1][1].nodes, node))))
    if len(steps) - 1 < pattern.least and trace is not None:
        trace.note(len(state.nodes), f"{len(steps) - 1} of {'|'.join(sorted(pattern.ops))}, expected {pattern.least}")
    for inner, after in reversed(steps[pattern.least :]):
        yield from _value(pattern.inner, inner, after, trace)
