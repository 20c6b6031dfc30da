"""`Declaration`: a prototype together with how it was written, so that nothing of the definition file is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from metadef.definitions.columns import OpColumns
from metadef.definitions.default_value import Default
from metadef.definitions.doc_comment import EMPTY_DOC, Doc
from metadef.definitions.impl_record import ImplRecord
from metadef.definitions.source_text import SourceText
from metadef.definitions.type_expr import TypeExpr
from metadef.errors import Finding
from metadef.ops.proto import OpProto
from metadef.source import Span

__all__ = ["Declaration", "Reading", "WrittenAttr", "WrittenPort"]


@dataclass(frozen=True, slots=True)
class WrittenPort:
    """How an input, output or DATATYPE was written. Offsets count characters of `Declaration.source`; -1 is unknown."""

    name: str
    expr: TypeExpr
    offset: int = -1  # of the name
    start: int = -1  # of the type argument
    stop: int = -1


@dataclass(frozen=True, slots=True)
class WrittenAttr:
    """How an attribute was written; offsets as in `WrittenPort`."""

    name: str
    type: str  # the written kind, also one that does not exist
    default: Default | None = None  # None for a required one
    offset: int = -1  # of the name
    start: int = -1  # of the default
    stop: int = -1


@dataclass(frozen=True, slots=True)
class Declaration:
    """One operator of a definition file."""

    proto: OpProto
    span: Span
    end_line: int = 0
    inputs: tuple[WrittenPort, ...] = ()  # parallel to `proto.inputs`; empty for forms without oddities
    outputs: tuple[WrittenPort, ...] = ()
    attrs: tuple[WrittenAttr, ...] = ()
    symbols: tuple[WrittenPort, ...] = ()
    flags: tuple[str, ...] = ()  # `semicolon_after_end`
    doc: Doc = EMPTY_DOC
    columns: OpColumns | None = None  # what the form says about chips
    extra: Mapping[str, str] = field(default_factory=dict[str, str])  # what the form says besides, such as rule names
    source: SourceText | None = field(default=None, compare=False, repr=False)  # the text, for forms that have offsets

    def span_of(self, written: WrittenPort | WrittenAttr) -> Span:
        """Where a port or attribute of this declaration is written; the declaration's own place when unknown."""
        return self.span if self.source is None or written.offset < 0 else self.source.span(written.offset)


@dataclass(slots=True)
class Reading:
    """What one or more files gave."""

    declarations: list[Declaration] = field(default_factory=list[Declaration])
    impls: list[ImplRecord] = field(default_factory=list[ImplRecord])
    findings: list[Finding] = field(default_factory=list[Finding])

    @property
    def protos(self) -> list[OpProto]:
        return [declaration.proto for declaration in self.declarations]

    def add(self, other: Reading) -> None:
        """Append what another file gave."""
        self.declarations += other.declarations
        self.impls += other.impls
        self.findings += other.findings
