"""`OpProto`: the contract of an operator, written as a chain that reads like a REG_OP header.

>>> from metadef.types.dtype import DataType
>>> relu = op("Relu").input("x", DataType.FLOAT | DataType.FLOAT16).output("y", DataType.FLOAT | DataType.FLOAT16)
>>> relu.inputs[0].types
FLOAT | FLOAT16

Three layers stay apart: the prototype says what a call is, `shape`/`dtype`/`value` name the inference rules,
and what a chip offers is a target's table, found through `layout_class` or explicit columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from metadef.ops.constraints import Constraint
from metadef.ops.ports import AttrSpec, GraphSpec, Law, LawTest, Port, PortKind, Symbol
from metadef.source import Span, caller_span
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.typeset import TypeSet

if TYPE_CHECKING:
    from metadef.ops.call import Call

__all__ = [
    "Columns",
    "DtypeRule",
    "FormatRule",
    "Fusion",
    "OpProto",
    "Perf",
    "ShapeRule",
    "TypeLike",
    "ValueRule",
    "op",
]

ShapeRule: TypeAlias = "Callable[[Call], Shape | Sequence[Shape]]"
DtypeRule: TypeAlias = "Callable[[Call], DataType | Sequence[DataType]]"
ValueRule: TypeAlias = "Callable[[Call], KnownValue | Sequence[KnownValue | None] | None]"
FormatRule: TypeAlias = "Callable[[Call], Format | Sequence[Format]]"
TypeLike: TypeAlias = "TypeSet | DataType | str"  # a set, one type, or the name of a DATATYPE symbol
Columns: TypeAlias = (
    "tuple[tuple[tuple[str, Format, DataType | None], ...], ...]"  # joint choices: (port, format, dtype)
)


@dataclass(frozen=True, slots=True)
class Fusion:
    """What fusions an operator may take part in (the articles' OpFusionConstraint)."""

    producer: bool = False  # its output may flow into a fused consumer
    consumer: bool = False  # its input may come from a fused producer
    patterns: tuple[str, ...] = ()  # names of allowed patterns; empty allows all
    max_fused_ops: int = 0  # 0 = no limit


@dataclass(frozen=True, slots=True)
class Perf:
    """A hint for schedulers and cost models (the articles' OpPerformanceHint)."""

    core: str = "vector"  # cube | vector | aicpu | none
    flops_per_element: float = 1.0


class OpProto:
    """The contract of one operator; frozen, every chain call returns a new one.

    Two prototypes are equal when their contract is; where they were written and their rules do not count.
    """

    name: str
    since: str
    deprecated: str  # why and what to use instead; "" while alive
    summary: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    attrs: tuple[AttrSpec, ...]
    symbols: tuple[Symbol, ...]
    graphs: tuple[GraphSpec, ...]
    laws: tuple[Law, ...]
    trait_set: frozenset[str]
    categories: tuple[str, ...]
    fusion_rule: Fusion
    perf_hint: Perf
    conversions: tuple[tuple[Format, Format], ...] | None  # what AllowExplicitFormat permits; None permits all
    layout_class: str  # key of the target's column tables: "conv", "broadcast", "agnostic", ...
    columns: Columns
    shape_rule: ShapeRule | None
    dtype_rule: DtypeRule | None
    value_rule: ValueRule | None
    format_rule: FormatRule | None
    span: Span

    def __init__(self, name: str, since: str = "1.0", span: Span | None = None) -> None:
        self.__dict__.update(
            name=name,
            since=since,
            deprecated="",
            summary="",
            inputs=(),
            outputs=(),
            attrs=(),
            symbols=(),
            graphs=(),
            laws=(),
            trait_set=frozenset(),
            categories=(),
            fusion_rule=Fusion(),
            perf_hint=Perf(),
            conversions=None,
            layout_class="",
            columns=(),
            shape_rule=None,
            dtype_rule=None,
            value_rule=None,
            format_rule=None,
            span=span or Span(""),
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"OpProto is frozen; the chain call .{name}(...) returns a new one")

    def replace(self, **changes: object) -> OpProto:
        """A copy with fields replaced."""
        new = object.__new__(OpProto)
        fields = new.__dict__
        fields.update(self.__dict__)
        fields.update(changes)
        for name in _CACHED & fields.keys():
            del fields[name]  # WHY: what was derived from the old fields
        return new

    # --- the chain: one call a line, in the order of the REG_OP header -------------------------------------------

    def doc(self, text: str) -> OpProto:
        """What the operator computes, in one or more sentences."""
        return self.replace(summary=text)

    def _port(self, name: str, types: TypeLike, kind: PortKind, doc: str, pattern: str, helper: str) -> Port:
        if isinstance(types, str):
            own = next((symbol.types for symbol in self.symbols if symbol.name == types), TypeSet())
            return Port(name, own, kind, types, doc, pattern, helper)
        return Port(name, TypeSet.of(types), kind, "", doc, pattern, helper)

    def input(self, name: str, types: TypeLike, pattern: str = "", *, doc: str = "", helper: str = "") -> OpProto:
        """A required input; `pattern` names its axes, such as "N C H W"."""
        port = self._port(name, types, PortKind.REQUIRED, doc, pattern, helper)
        return self.replace(inputs=(*self.inputs, port))

    def optional_input(
        self, name: str, types: TypeLike, pattern: str = "", *, doc: str = "", helper: str = ""
    ) -> OpProto:
        """An input that may be absent."""
        port = self._port(name, types, PortKind.OPTIONAL, doc, pattern, helper)
        return self.replace(inputs=(*self.inputs, port))

    def dynamic_input(
        self, name: str, types: TypeLike, pattern: str = "", *, doc: str = "", helper: str = ""
    ) -> OpProto:
        """An input of any number of tensors."""
        port = self._port(name, types, PortKind.DYNAMIC, doc, pattern, helper)
        return self.replace(inputs=(*self.inputs, port))

    def output(self, name: str, types: TypeLike, pattern: str = "", *, doc: str = "", helper: str = "") -> OpProto:
        """An output; one named like an input overwrites that input."""
        port = self._port(name, types, PortKind.REQUIRED, doc, pattern, helper)
        return self.replace(outputs=(*self.outputs, port))

    def dynamic_output(
        self, name: str, types: TypeLike, pattern: str = "", *, doc: str = "", helper: str = ""
    ) -> OpProto:
        """An output of any number of tensors."""
        port = self._port(name, types, PortKind.DYNAMIC, doc, pattern, helper)
        return self.replace(outputs=(*self.outputs, port))

    def attr(
        self, name: str, kind: AttrKind, default: object, constraint: Constraint | None = None, *, doc: str = ""
    ) -> OpProto:
        """An attribute with a default.

        Raises:
            ValueError: if the default is not of the kind.
        """
        spec = AttrSpec(name, kind, False, kind.convert(default), constraint, doc)
        return self.replace(attrs=(*self.attrs, spec))

    def required_attr(
        self, name: str, kind: AttrKind, constraint: Constraint | None = None, *, doc: str = ""
    ) -> OpProto:
        """An attribute that every call must give."""
        return self.replace(attrs=(*self.attrs, AttrSpec(name, kind, True, None, constraint, doc)))

    def datatype(
        self, name: str, types: TypeSet | DataType | None = None, *, promote: Iterable[str] = (), is_list: bool = False
    ) -> OpProto:
        """A data-type symbol: a set of types, or the promotion of other symbols. May follow the ports that use it."""
        symbol = Symbol(name, TypeSet.of(types) if types is not None else TypeSet(), tuple(promote), is_list)

        def bind(port: Port) -> Port:
            if port.symbol != name:
                return port
            return Port(port.name, symbol.types, port.kind, name, port.doc, port.pattern, port.helper)

        return self.replace(
            symbols=(*self.symbols, symbol),
            inputs=tuple(map(bind, self.inputs)),
            outputs=tuple(map(bind, self.outputs)),
        )

    def graph(self, name: str, doc: str = "") -> OpProto:
        """A subgraph slot."""
        return self.replace(graphs=(*self.graphs, GraphSpec(name, False, doc)))

    def dynamic_graph(self, name: str, doc: str = "") -> OpProto:
        """A slot for any number of subgraphs."""
        return self.replace(graphs=(*self.graphs, GraphSpec(name, True, doc)))

    def law(self, label: str, text: str, test: LawTest) -> OpProto:
        """A rule over the whole call; see `Law`."""
        return self.replace(laws=(*self.laws, Law(label, text, test)))

    def shape(self, rule: ShapeRule) -> OpProto:
        """How output shapes follow from the call."""
        return self.replace(shape_rule=rule)

    def dtype(self, rule: DtypeRule) -> OpProto:
        """How output types follow from the call; without it, symbols and single-type ports decide."""
        return self.replace(dtype_rule=rule)

    def value(self, rule: ValueRule) -> OpProto:
        """How known elements of small outputs follow from known inputs."""
        return self.replace(value_rule=rule)

    def infer_format(self, rule: FormatRule) -> OpProto:
        """How the outputs' origin formats follow from the inputs'."""
        return self.replace(format_rule=rule)

    def formats(self, layout_class: str = "", columns: Columns = ()) -> OpProto:
        """Which joint formats it can run in: a class that targets know, or explicit columns."""
        return self.replace(layout_class=layout_class, columns=columns)

    def allow_conversions(self, *pairs: tuple[Format, Format]) -> OpProto:
        """The only format conversions that layout may insert at this operator (AllowExplicitFormat)."""
        return self.replace(conversions=pairs)

    def traits(self, *traits: str) -> OpProto:
        """Add traits; see `metadef.ops.traits`."""
        return self.replace(trait_set=self.trait_set | set(traits))

    def category(self, *tags: str) -> OpProto:
        """Tags for search and for the index of the reference."""
        return self.replace(categories=(*self.categories, *tags))

    def fusion(
        self,
        *,
        producer: bool = False,
        consumer: bool = False,
        patterns: Iterable[str] = (),
        max_fused_ops: int = 0,
    ) -> OpProto:
        """What fusions it may take part in."""
        return self.replace(fusion_rule=Fusion(producer, consumer, tuple(patterns), max_fused_ops))

    def perf(self, core: str = "vector", flops_per_element: float = 1.0) -> OpProto:
        """Which unit it runs on and how much work an output element is."""
        return self.replace(perf_hint=Perf(core, flops_per_element))

    def deprecate(self, why: str) -> OpProto:
        """Mark as deprecated, saying what to use instead."""
        return self.replace(deprecated=why)

    # --- questions -----------------------------------------------------------------------------------------------

    @cached_property
    def input_index(self) -> dict[str, int]:
        """Input port name to its position."""
        return {port.name: index for index, port in enumerate(self.inputs)}

    @cached_property
    def output_index(self) -> dict[str, int]:
        """Output port name to its position."""
        return {port.name: index for index, port in enumerate(self.outputs)}

    @cached_property
    def attr_index(self) -> dict[str, AttrSpec]:
        """Attribute name to its specification."""
        return {spec.name: spec for spec in self.attrs}

    def attr_spec(self, name: str) -> AttrSpec:
        """The attribute called `name`.

        Raises:
            KeyError: if there is none.
        """
        return self.attr_index[name]

    @cached_property
    def has_dynamic_inputs(self) -> bool:
        return any(port.kind is PortKind.DYNAMIC for port in self.inputs)

    @cached_property
    def has_dynamic_outputs(self) -> bool:
        return any(port.kind is PortKind.DYNAMIC for port in self.outputs)

    @cached_property
    def single_types(self) -> tuple[DataType | None, ...] | None:
        """The type of each output port that admits one only; None when no port does."""
        found = tuple([next(iter(port.types)) if len(port.types) == 1 else None for port in self.outputs])
        return found if any(found) else None

    @cached_property
    def has_own_dtype_rule(self) -> bool:
        """Whether the rule of types is one of ours, which tests hold to what the outputs declare."""
        return (getattr(self.dtype_rule, "__module__", None) or "").startswith("metadef.")

    @cached_property
    def in_place(self) -> dict[str, int]:
        """Output port name to the input position it overwrites: outputs named like an input."""
        return {port.name: self.input_index[port.name] for port in self.outputs if port.name in self.input_index}

    def has_trait(self, trait: str) -> bool:
        """Whether the operator carries a trait."""
        return trait in self.trait_set

    def _contract(self) -> tuple[object, ...]:
        return (
            *(self.name, self.inputs, self.outputs, self.attrs, self.symbols, self.graphs, self.laws, self.trait_set),
            *(self.fusion_rule, self.perf_hint, self.conversions, self.layout_class, self.columns, self.categories),
            *(self.since, self.deprecated, self.summary),
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, OpProto) and self._contract() == other._contract())

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"OpProto({self.name})"


_CACHED = {
    *("input_index", "output_index", "attr_index", "has_dynamic_inputs", "has_dynamic_outputs", "in_place"),
    *("single_types", "has_own_dtype_rule"),
}


def op(name: str, since: str = "1.0", *, span: Span | None = None) -> OpProto:
    """Start the definition of an operator; it remembers the file and line of this call."""
    return OpProto(name, since, span or caller_span())
