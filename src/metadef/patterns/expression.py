"""The pattern language: expressions over operator names, written as they would be computed.

    x = var("x")
    silu = op("Mul", x, op("Sigmoid", x))

matches `x · sigmoid(x)` in either order of the product, since `Mul` is commutative. A name that occurs twice must be
the same value both times. Patterns are plain immutable records; the matcher is in `metadef.patterns.matching`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.types.attrs import AttrValue

__all__ = [
    "Absent",
    "Call",
    "Condition",
    "Either",
    "NodeCondition",
    "Pattern",
    "Repeated",
    "Result",
    "Scalar",
    "Var",
    "absent",
    "const",
    "depth",
    "either",
    "maybe",
    "op",
    "op_class",
    "optional",
    "repeated",
    "result",
    "scalar",
    "var",
    "where",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """What a captured value must satisfy, and how to say so."""

    what: str  # completes "x must ..."
    holds: Callable[[Value], bool]


@dataclass(frozen=True, slots=True)
class NodeCondition:
    """What a matched node must satisfy, and how to say so."""

    what: str  # completes "the node must ..."
    holds: Callable[[Node], bool]


@dataclass(frozen=True, slots=True)
class Absent:
    """An input that is not fed."""


@dataclass(frozen=True, slots=True)
class Var:
    """Any value; with `is_const`, only a constant."""

    name: str
    is_const: bool = False
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Scalar:
    """A constant with a single number; with `near`, that number up to the rounding of the constant's type."""

    name: str
    near: float | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One node: its operator is one of `ops`, or has the trait `trait` when `ops` is empty."""

    ops: frozenset[str]
    inputs: tuple[Pattern, ...]  # further inputs of the node must be absent, unless `open`
    name: str = ""
    attrs: Mapping[str, AttrValue] = field(default_factory=dict[str, AttrValue])  # required values, defaults included
    trait: str = ""
    open: bool = False
    conditions: tuple[NodeCondition, ...] = ()

    @property
    def label(self) -> str:
        """How messages call it."""
        return self.name or "|".join(sorted(self.ops)) or f"any {self.trait} operator"


@dataclass(frozen=True, slots=True)
class Either:
    """The first alternative that matches."""

    options: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A chain of any number of nodes, each reading the next by its first input; longest first."""

    ops: frozenset[str]
    inner: Pattern
    least: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """One output of a node with several; `op(...)` alone means the first."""

    call: Call
    index: int


Pattern: TypeAlias = "Absent | Var | Scalar | Call | Either | Repeated | Result"


def var(name: str, *conditions: Condition) -> Var:
    """Any value, captured as `name`."""
    return Var(name, False, conditions)


def const(name: str, *conditions: Condition) -> Var:
    """A constant, captured as `name`."""
    return Var(name, True, conditions)


def scalar(name: str, near: float | None = None) -> Scalar:
    """A constant number, captured as `name`."""
    return Scalar(name, near)


def op(names: str, *inputs: Pattern, name: str = "", open: bool = False, **attrs: AttrValue) -> Call:
    """A node of one of the operators `names`, which are separated by bars.

    >>> sorted(op("Mul|Div", var("x"), scalar("c")).ops)
    ['Div', 'Mul']
    """
    return Call(frozenset(names.split("|")), inputs, name, attrs, open=open)


def op_class(trait: str, *inputs: Pattern, name: str = "", open: bool = False) -> Call:
    """A node of any operator with a trait, such as `elementwise`."""
    return Call(frozenset(), inputs, name, trait=trait, open=open)


def where(call: Call, what: str, holds: Callable[[Node], bool]) -> Call:
    """`call` with one more condition on its node; `what` completes "the node must ..."."""
    return replace(call, conditions=(*call.conditions, NodeCondition(what, holds)))


def result(call: Call, index: int) -> Result:
    """The output `index` of a node."""
    return Result(call, index)


def absent() -> Absent:
    """An optional input that is not fed."""
    return Absent()


def optional(inner: Pattern) -> Either:
    """An input that is fed with `inner`, or not at all."""
    return Either((inner, Absent()))


def either(*options: Pattern) -> Either:
    """One of several patterns, tried in order."""
    return Either(options)


def maybe(call: Call, inner: Pattern) -> Either:
    """An optional part: `call`, or what it would stand on."""
    return Either((call, inner))


def repeated(names: str, inner: Pattern, least: int = 0) -> Repeated:
    """A chain of at least `least` nodes of the operators `names` on top of `inner`."""
    return Repeated(frozenset(names.split("|")), inner, least)


def depth(pattern: Pattern) -> int:
    """Nodes on the longest way from the root of a pattern to its captures; a chain counts as four.

    >>> depth(op("Mul", var("x"), op("Sigmoid", var("x"))))
    2
    """
    deepest, stack = 0, [(pattern, 0)]
    while stack:
        item, above = stack.pop()
        match item:
            case Call():
                deepest = max(deepest, above + 1)
                stack += [(inner, above + 1) for inner in item.inputs]
            case Either():
                stack += [(inner, above) for inner in item.options]
            case Result():
                stack.append((item.call, above))
            case Repeated():
                deepest = max(deepest, above + 4)
                stack.append((item.inner, above + 4))
            case _:
                pass
    return deepest
