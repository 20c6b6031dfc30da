"""Hypothesis strategies for prototypes in the shape that real ones have, and beyond it."""

from __future__ import annotations

from hypothesis import strategies as st

from metadef.definitions.default_value import EMPTY_TENSOR
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.typeset import HELPER_SETS, TypeSet

__all__ = ["attr_specs", "op_names", "protos"]

_WORDS = ("x", "x1", "y", "axis", "else", "lambda", "_private", "Tout", "filter", "grad_input", "var_0")
_TYPES = [dtype for dtype in DataType if dtype is not DataType.UNDEFINED]

op_names = st.from_regex(r"_?[A-Z][A-Za-z0-9]{0,12}", fullmatch=True)
names = st.one_of(st.sampled_from(_WORDS), st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True))
typesets = st.sets(st.sampled_from(_TYPES), max_size=6).map(lambda types: TypeSet.of(*types))
# What a doc may hold: any printable text, the marks of comments and of sections included.
docs = st.one_of(
    st.just(""),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40),
    st.sampled_from(
        [
            "A tensor, see @li x: y. */ end",
            "A. Must be one of: float16, float32.",
            "@par Inputs:",
            "REG_OP(A) is the mark",
            ": a colon",
            "输入：x",
            "x: y " * 40,
        ]
    ),
)
texts = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=12),
    st.sampled_from(["NCHW", 'a"b', "a\\n,b", "??=", "{1}", "// x", "/*", "\n", "é中😀", "\x7f"]),
)
ints = st.integers(-(1 << 63), (1 << 63) - 1)
floats = st.one_of(st.floats(allow_nan=False), st.sampled_from([1e-5, 0.1, -0.0, float("inf"), float("-inf")]))
_VALUES: dict[AttrKind, st.SearchStrategy[object]] = {
    AttrKind.Int: ints,
    AttrKind.Float: floats,
    AttrKind.Bool: st.booleans(),
    AttrKind.String: texts,
    AttrKind.AscendString: texts,
    AttrKind.Type: st.sampled_from(list(DataType)),
    AttrKind.Tensor: st.just(EMPTY_TENSOR),
    AttrKind.ListInt: st.lists(ints, max_size=4).map(tuple),
    AttrKind.ListFloat: st.lists(floats, max_size=4).map(tuple),
    AttrKind.ListBool: st.lists(st.booleans(), max_size=4).map(tuple),
    AttrKind.ListString: st.lists(texts, max_size=3).map(tuple),
    AttrKind.ListType: st.lists(st.sampled_from(_TYPES), max_size=3).map(tuple),
    AttrKind.ListListInt: st.lists(st.lists(ints, max_size=3).map(tuple), max_size=3).map(tuple),
}


@st.composite
def attr_specs(draw: st.DrawFn, name: str) -> AttrSpec:
    kind = draw(st.sampled_from(list(_VALUES)))
    if draw(st.booleans()):
        return AttrSpec(name, kind, True, None, None, draw(docs))
    return AttrSpec(name, kind, False, draw(_VALUES[kind]), None, draw(docs))


@st.composite
def ports(draw: st.DrawFn, name: str, symbols: dict[str, Symbol], *, is_output: bool) -> Port:
    kinds = [PortKind.REQUIRED, PortKind.DYNAMIC] + ([] if is_output else [PortKind.OPTIONAL])
    kind, doc = draw(st.sampled_from(kinds)), draw(docs)
    if symbols and draw(st.booleans()):
        symbol = draw(st.sampled_from(sorted(symbols)))
        return Port(name, symbols[symbol].types, kind, symbol, doc)
    types = draw(typesets)
    helper = draw(st.sampled_from(["", *HELPER_SETS]))
    if helper:
        return Port(name, types | HELPER_SETS[helper], kind, "", doc, "", helper)
    return Port(name, types, kind, "", doc)


@st.composite
def protos(draw: st.DrawFn) -> OpProto:
    """A prototype: up to 4 ports a side, symbols, attributes and subgraphs, docs of any text."""
    plain = draw(st.lists(st.sampled_from(["T", "T1", "T2", "Tout"]), unique=True, max_size=3))
    symbols = {name: Symbol(name, draw(typesets), (), draw(st.booleans())) for name in plain}
    if len(plain) > 1 and draw(st.booleans()):
        symbols["T9"] = Symbol("T9", TypeSet(), tuple(plain))
    inputs, outputs, attrs, graphs = (draw(st.lists(names, unique=True, max_size=size)) for size in (4, 3, 4, 2))
    return OpProto(draw(op_names)).replace(
        summary=draw(docs),
        deprecated=draw(st.sampled_from(["", "", "Deprecated: use Add.", "too old"])),
        inputs=tuple(draw(ports(name, symbols, is_output=False)) for name in inputs),
        outputs=tuple(draw(ports(name, symbols, is_output=True)) for name in outputs),
        attrs=tuple(draw(attr_specs(name)) for name in attrs),
        symbols=tuple(symbols.values()),
        graphs=tuple(GraphSpec(name, draw(st.booleans()), draw(docs)) for name in graphs),
    )
