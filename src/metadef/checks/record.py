"""What a rule is, what it looks at, and what it reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from metadef.definitions.columns import SocColumns
from metadef.definitions.declaration import Declaration
from metadef.definitions.impl_record import ImplRecord
from metadef.ops.ports import Port
from metadef.ops.proto import OpProto
from metadef.source import Span

__all__ = ["Edit", "Library", "Operator", "Problem", "Rule"]

_DATA_SUFFIXES = frozenset({".json", ".jsonl", ".ini", ".cfg"})


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement in a source file; it is made only where `old` really stands at that place."""

    file: str
    line: int  # from 1
    column: int  # from 1, in characters
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule reports about one operator; the engine adds code, severity and place."""

    message: str
    at: str = ""  # the port, attribute or symbol; "" for the operator as a whole
    expected: str = ""
    got: str = ""
    hint: str = ""
    where: Span | None = None  # when the rule knows better than the engine
    defined: Span | None = None
    edit: Edit | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """One definition under test: the prototype, and how it was written when it comes from a file."""

    proto: OpProto
    library: Library
    declaration: Declaration | None = None  # None for a prototype written in Python

    @property
    def span(self) -> Span:
        return self.declaration.span if self.declaration is not None else self.proto.span

    @property
    def has_columns(self) -> bool:
        """Whether the form pairs dtypes and formats row by row (OpDef, msOpGen, op-info)."""
        return self.declaration is not None and self.declaration.columns is not None

    @property
    def is_data(self) -> bool:
        """Whether the definition is a data file, which has no room for comments."""
        suffix = os.path.splitext(self.span.file)[1].lower()
        return self.declaration is not None and suffix in _DATA_SUFFIXES

    @property
    def has_docs(self) -> bool:
        """Whether the form has room for documentation."""
        written = self.declaration is not None and bool(self.declaration.doc)
        return not self.is_data and (written or not self.has_columns)

    @property
    def dressed(self) -> OpProto:
        """The prototype with traits and rules: a header has none, so the catalogue's of that name speaks for it."""
        known = self.library.catalogue(self.proto.name) if self.declaration is not None else None
        return known or self.proto

    @property
    def ports(self) -> tuple[Port, ...]:
        """Inputs, then outputs."""
        return (*self.proto.inputs, *self.proto.outputs)


@dataclass(slots=True, eq=False)
class Library:
    """Everything that is checked together, and what is known besides."""

    operators: list[Operator] = field(default_factory=list[Operator])
    impls: Mapping[str, Sequence[ImplRecord]] = field(default_factory=dict[str, Sequence[ImplRecord]])
    headers: Mapping[str, OpProto] = field(default_factory=dict[str, OpProto])  # first definition without columns
    names: frozenset[str] = frozenset()  # every operator checked or in the catalogue
    catalogue: Callable[[str], OpProto | None] = lambda _name: None


OperatorCheck: TypeAlias = "Callable[[Operator], Iterable[Problem]]"
ColumnsCheck: TypeAlias = "Callable[[Operator, SocColumns], Iterable[Problem]]"
SourcesCheck: TypeAlias = "Callable[[Sequence[Operator]], Iterable[tuple[Operator, Problem]]]"
TextCheck: TypeAlias = "Callable[[Operator, Sequence[tuple[int, str]]], Iterable[Problem]]"


@dataclass(frozen=True, slots=True)
class Rule:
    """One lint rule; exactly one of the five checks is given, and says what the rule looks at."""

    code: str
    name: str
    severity: Literal["info", "warning", "error"]
    operator: OperatorCheck | None = None  # one definition
    columns: ColumnsCheck | None = None  # the columns of one chip of one definition
    sources: SourcesCheck | None = None  # all definitions of one operator, two or more
    library: Callable[[Library], Iterable[tuple[Operator, Problem]]] | None = None  # everything at once
    comment: TextCheck | None = None  # numbered lines of the comment before a definition
    covered_by: tuple[str, ...] = ()  # findings of the readers that say the same; the rule is silent beside them

    @property
    def subject(self) -> str:
        """What the rule looks at, in words."""
        if self.operator is not None:
            return "definition"
        if self.columns is not None:
            return "columns"
        if self.sources is not None:
            return "sources of one operator"
        return "comment" if self.comment is not None else "library"
