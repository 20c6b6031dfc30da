"""A call of an operator, and a case: the call with what it must come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from metadef.errors import Finding
from metadef.types.attrs import AttrValue
from metadef.types.tensor import TensorDesc

__all__ = ["Argument", "Case", "GivenCall", "Member"]

Member: TypeAlias = (
    "TensorDesc | Any"  # WHY Any: an array, whose elements the shape rule may read; NumPy is not imported
)
Argument: TypeAlias = "Member | list[Member]"  # a list for a dynamic port


@dataclass(frozen=True, slots=True)
class GivenCall:
    """What is fed, by port, and which attributes are given. A port that is absent is not fed."""

    inputs: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    attrs: Mapping[str, AttrValue] = field(default_factory=dict[str, AttrValue])

    def feeding(self, port: str, argument: Argument) -> GivenCall:
        """A copy with other tensors at a port."""
        return GivenCall({**self.inputs, port: argument}, self.attrs)

    def without_input(self, port: str) -> GivenCall:
        """A copy in which a port is not fed."""
        return GivenCall({name: item for name, item in self.inputs.items() if name != port}, self.attrs)

    def setting(self, attr: str, value: AttrValue) -> GivenCall:
        """A copy with another value of an attribute."""
        return GivenCall(self.inputs, {**self.attrs, attr: value})

    def without_attr(self, attr: str) -> GivenCall:
        """A copy in which an attribute is not given."""
        return GivenCall(self.inputs, {name: item for name, item in self.attrs.items() if name != attr})


@dataclass(frozen=True, slots=True)
class Case:
    """A call, and what must come of it."""

    name: str  # words with `_` between, different within an operator
    kind: str  # "normal", "boundary" or "error"
    call: GivenCall
    contract: tuple[Finding, ...] = ()  # what the prototype alone finds wrong
    beyond: tuple[Finding, ...] = ()  # what only the shape rule finds wrong
    outputs: tuple[TensorDesc, ...] = ()  # of a legal call, flat
    results: tuple[Any, ...] = ()  # arrays that the reference kernel computed; () where there is none

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong: what `metadef.check_call` answers."""
        return (*self.contract, *self.beyond)
