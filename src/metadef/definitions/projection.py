"""What of a prototype each form can express. Emitting and reading back gives the projection, no less and no more.

Every function takes a prototype and returns the part that survives the form of its name; `docs/definitions.md` says the
same in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from metadef.definitions.default_value import default_of
from metadef.definitions.dtype_names import HELPERS
from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.definitions.reg_op_emit import deprecation_text, doc_text
from metadef.definitions.single_op import EXAMPLES, NO_SINGLE_OP
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.typeset import HELPER_SETS, TypeSet

__all__ = ["PROJECTIONS", "to_history", "to_json", "to_msopgen", "to_op_info", "to_reg_op", "to_single_op"]

_ASCEND = {AttrKind.AscendString: AttrKind.String, AttrKind.ListAscendString: AttrKind.ListString}


def _bare(
    proto: OpProto,
    inputs: Iterable[Port],
    outputs: Iterable[Port],
    attrs: Iterable[AttrSpec],
    symbols: Iterable[Symbol] = (),
    graphs: Iterable[GraphSpec] = (),
    summary: str = "",
    deprecated: str = "",
) -> OpProto:
    """A prototype with nothing but the given parts."""
    return OpProto(proto.name, span=proto.span).replace(
        inputs=tuple(inputs),
        outputs=tuple(outputs),
        attrs=tuple(attrs),
        symbols=tuple(symbols),
        graphs=tuple(graphs),
        summary=summary,
        deprecated=deprecated,
    )


def _symbols(proto: OpProto) -> dict[str, Symbol]:
    """The symbols by name; one that promotes others has no types of its own."""
    return {
        symbol.name: Symbol(symbol.name, TypeSet(), symbol.promote) if symbol.promote else symbol
        for symbol in proto.symbols
    }


def _written_port(port: Port, symbols: dict[str, Symbol], *, is_output: bool, docs: bool) -> Port:
    kind = PortKind.REQUIRED if is_output and port.kind is PortKind.OPTIONAL else port.kind
    doc = doc_text(port.doc) if docs else ""
    if port.symbol:
        types = symbols[port.symbol].types if port.symbol in symbols else TypeSet()
        return Port(port.name, types, kind, port.symbol, doc)
    helped = HELPER_SETS.get(port.helper)
    helper = port.helper if port.helper in HELPERS and helped is not None and helped <= port.types else ""
    return Port(port.name, port.types, kind, "", doc, "", helper)


def _written_attr(spec: AttrSpec, *, docs: bool) -> AttrSpec:
    doc = doc_text(spec.doc) if docs else ""
    if spec.required:
        return AttrSpec(spec.name, spec.kind, True, None, None, doc)
    # WHY: C++ has a value for every default; one that it cannot write becomes the empty object of the kind
    default = default_of([], spec.kind).value if spec.default is None or spec.kind in OPAQUE_KINDS else spec.default
    return AttrSpec(spec.name, spec.kind, False, default, None, doc)


def to_reg_op(proto: OpProto) -> OpProto:
    """A REG_OP header: ports, symbols, helpers, attributes, subgraphs, docs of one paragraph, deprecation."""
    symbols = _symbols(proto)
    return _bare(
        proto,
        (_written_port(port, symbols, is_output=False, docs=True) for port in proto.inputs),
        (_written_port(port, symbols, is_output=True, docs=True) for port in proto.outputs),
        (_written_attr(spec, docs=True) for spec in proto.attrs),
        symbols.values(),
        (GraphSpec(graph.name, graph.is_dynamic, doc_text(graph.doc)) for graph in proto.graphs),
        doc_text(proto.summary),
        deprecation_text(proto.deprecated),
    )


def to_history(proto: OpProto) -> OpProto:
    """The history registry: as a header, without docs and deprecation."""
    symbols = _symbols(proto)
    return _bare(
        proto,
        (_written_port(port, symbols, is_output=False, docs=False) for port in proto.inputs),
        (_written_port(port, symbols, is_output=True, docs=False) for port in proto.outputs),
        (_written_attr(spec, docs=False) for spec in proto.attrs),
        symbols.values(),
        (GraphSpec(graph.name, graph.is_dynamic) for graph in proto.graphs),
    )


def to_json(proto: OpProto) -> OpProto:
    """Our own JSON: everything of a header as it is, docs of any shape; rules, laws, traits and columns stay out."""
    symbols = _symbols(proto)

    def port(item: Port) -> Port:
        if not item.symbol:
            return Port(item.name, item.types, item.kind, "", item.doc, "", item.helper)
        types = symbols[item.symbol].types if item.symbol in symbols else TypeSet()
        return Port(item.name, types, item.kind, item.symbol, item.doc)

    def attr(spec: AttrSpec) -> AttrSpec:
        default = spec.default
        if not spec.required and default is not None and spec.kind in OPAQUE_KINDS:
            default = default_of([], spec.kind).value
        return AttrSpec(spec.name, spec.kind, spec.required, default, None, spec.doc)

    return _bare(
        proto,
        map(port, proto.inputs),
        map(port, proto.outputs),
        map(attr, proto.attrs),
        symbols.values(),
        proto.graphs,
        proto.summary,
        proto.deprecated,
    )


def _plain_port(port: Port) -> Port:
    types = TypeSet.of(*(dtype for dtype in port.types if dtype is not DataType.UNDEFINED))
    return Port(port.name, types, port.kind)


def _plain_attr(spec: AttrSpec) -> AttrSpec:
    kind = _ASCEND.get(spec.kind, spec.kind)
    return AttrSpec(spec.name, kind, spec.required, None if spec.kind in OPAQUE_KINDS else spec.default)


def to_msopgen(proto: OpProto) -> OpProto:
    """msOpGen JSON: names, kinds and types of ports; names, kinds and defaults of attributes."""
    attrs = {spec.name: _plain_attr(spec) for spec in proto.attrs}
    inputs = {port.name: _plain_port(port) for port in proto.inputs}
    outputs = {port.name: _plain_port(port) for port in proto.outputs}
    return _bare(proto, inputs.values(), outputs.values(), attrs.values())


def to_op_info(proto: OpProto) -> OpProto:
    """The op-info library: as msOpGen, but AscendString stays; texts with line breaks or outer spaces have no form."""

    def attr(spec: AttrSpec) -> AttrSpec:
        default = None if spec.kind in OPAQUE_KINDS else spec.default
        if isinstance(default, str) and (default != default.strip() or "\n" in default or "\r" in default):
            default = None
        return AttrSpec(spec.name, spec.kind, spec.required, default)

    return _bare(proto, map(_plain_port, proto.inputs), map(_plain_port, proto.outputs), map(attr, proto.attrs))


def to_single_op(proto: OpProto) -> OpProto:
    """Single-op JSON, an example call: one dtype a port, optional inputs absent, every attribute with a value."""

    def first(port: Port) -> TypeSet:
        return TypeSet.of(next(iter(port.types), DataType.FLOAT))

    def taken(port: Port) -> Port:
        if port.kind is PortKind.OPTIONAL:
            return Port(port.name, TypeSet(), PortKind.OPTIONAL)
        return Port(port.name, first(port), port.kind)

    attrs: list[AttrSpec] = []
    for spec in proto.attrs:
        if spec.kind not in NO_SINGLE_OP:
            value = spec.default if spec.default is not None else EXAMPLES.get(spec.kind, ())
            attrs.append(AttrSpec(spec.name, _ASCEND.get(spec.kind, spec.kind), False, value))
    return _bare(proto, map(taken, proto.inputs), (Port(port.name, first(port)) for port in proto.outputs), attrs)


# Form name, as in `metadef.definitions.read.FORMS`, to its projection.
PROJECTIONS: dict[str, Callable[[OpProto], OpProto]] = {
    "reg-op": to_reg_op,
    "history": to_history,
    "json": to_json,
    "msopgen": to_msopgen,
    "op-info": to_op_info,
    "op-info-ini": to_op_info,
    "single-op": to_single_op,
}
