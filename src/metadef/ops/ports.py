"""The parts of a prototype: ports, attributes, data-type symbols, subgraph slots, laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from metadef.ops.constraints import Constraint
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.typeset import TypeSet

if TYPE_CHECKING:
    from metadef.ops.call import Call

__all__ = ["AttrSpec", "GraphSpec", "Law", "LawTest", "Port", "PortKind", "Symbol"]


NO_TYPES = TypeSet()


class PortKind(Enum):
    """How many tensors a port takes: one, none or one, or any number."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    DYNAMIC = "dynamic"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output of an operator. An output named like an input is that input, written in place."""

    name: str
    types: TypeSet  # what it accepts; for a symbol, the symbol's own set
    kind: PortKind = PortKind.REQUIRED
    symbol: str = ""  # name of the DATATYPE symbol, "" when typed by a plain set
    doc: str = ""
    pattern: str = ""  # axes by letters, such as "N C H W"; "" when any rank goes
    helper: str = field(default="", compare=False)  # `BasicType` where the header wrote TensorType::BasicType()


@dataclass(frozen=True, slots=True)
class AttrSpec:
    """An attribute that an operator declares."""

    name: str
    kind: AttrKind
    required: bool = False
    default: AttrValue | None = None  # canonical; None when required
    constraint: Constraint | None = None
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A DATATYPE symbol: either a set of types or the promotion of other symbols."""

    name: str
    types: TypeSet = NO_TYPES
    promote: tuple[str, ...] = ()  # symbols whose types are promoted; empty for a plain set
    is_list: bool = False  # ListTensorType: every member of a dynamic port has a type of its own


@dataclass(frozen=True, slots=True)
class GraphSpec:
    """A subgraph slot: GRAPH or DYNAMIC_GRAPH."""

    name: str
    is_dynamic: bool = False
    doc: str = ""


LawTest: TypeAlias = "Callable[[Call], bool | str | None]"


@dataclass(frozen=True, slots=True)
class Law:
    """A rule over the whole call, labelled for messages and tests (C1, C2, ...).

    `test` answers True or None when the law holds or cannot be judged yet, False when it is broken,
    or a sentence that says how it is broken.
    """

    label: str
    text: str
    test: LawTest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and (self.label, self.text) == (other.label, other.text)

    def __hash__(self) -> int:
        return hash((self.label, self.text))
