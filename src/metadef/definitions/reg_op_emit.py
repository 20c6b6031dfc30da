"""Emitter of REG_OP headers with doc comments; what it writes, `read_reg_op` reads back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isinf, isnan

from metadef.definitions.dtype_names import HELPERS, enumerator
from metadef.ops.ports import AttrSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType
from metadef.types.typeset import HELPER_SETS, TypeSet

__all__ = ["cpp_string", "default_text", "deprecation_text", "doc_text", "emit_header", "emit_reg_op", "types_text"]

_WIDTH = 110
_INPUTS = {PortKind.REQUIRED: "INPUT", PortKind.OPTIONAL: "OPTIONAL_INPUT", PortKind.DYNAMIC: "DYNAMIC_INPUT"}
_OUTPUTS = {PortKind.REQUIRED: "OUTPUT", PortKind.OPTIONAL: "OUTPUT", PortKind.DYNAMIC: "DYNAMIC_OUTPUT"}
_UNSAFE = re.compile(r"[^\x20-\x7e]|[\"\\?]")


def emit_header(protos: Iterable[OpProto], guard: str = "METADEF_OP_PROTO_H") -> str:
    """A complete header with the given operators, in order."""
    body = "\n".join(emit_reg_op(proto) for proto in protos)
    opening = f"#ifndef {guard}\n#define {guard}\n\n" + '#include "graph/operator_reg.h"\n\nnamespace ge {\n\n'
    return f"{opening}{body}\n}}  // namespace ge\n\n#endif  // {guard}\n"


def emit_reg_op(proto: OpProto) -> str:
    """One declaration with its doc comment.

    >>> from metadef.ops.proto import op
    >>> print(emit_reg_op(op("Relu").input("x", DataType.FLOAT).output("y", DataType.FLOAT)))
    REG_OP(Relu)
        .INPUT(x, TensorType({DT_FLOAT}))
        .OUTPUT(y, TensorType({DT_FLOAT}))
        .OP_END_FACTORY_REG(Relu)
    <BLANKLINE>
    """
    lines = [*_doc(proto), f"REG_OP({proto.name})"]
    lines += [f"    .{_INPUTS[port.kind]}({port.name}, {_port_type(port)})" for port in proto.inputs]
    lines += [f"    .{_OUTPUTS[port.kind]}({port.name}, {_port_type(port)})" for port in proto.outputs]
    lines += [_attr(spec) for spec in proto.attrs]
    lines += [f"    .DATATYPE({symbol.name}, {_symbol(symbol)})" for symbol in proto.symbols]
    lines += [f"    .{'DYNAMIC_GRAPH' if graph.is_dynamic else 'GRAPH'}({graph.name})" for graph in proto.graphs]
    lines.append(f"    .OP_END_FACTORY_REG({proto.name})\n")
    return "\n".join(lines)


def doc_text(text: str) -> str:
    """A text as a doc comment can hold it: one line of single spaces that does not end the comment.

    >>> doc_text("a  b\\n*/ c")
    'a b * / c'
    """
    plain = text.replace("\\n", " ").replace("*/", "* /").replace("/*", "/ *")
    return " ".join(plain.split()).lstrip(":： ")  # WHY: a colon after a mark belongs to the mark


def deprecation_text(text: str) -> str:
    """A reason with the word that marks it, since headers have no other mark."""
    plain = doc_text(text)
    return plain if not plain or "deprecat" in plain[:2000].lower() else f"Deprecated: {plain}"


def _doc(proto: OpProto) -> list[str]:
    graphs = [(graph.name, graph.doc) for graph in proto.graphs]
    parts = [
        ("Inputs", [(port.name, port.doc) for port in proto.inputs]),
        ("Outputs", [(port.name, port.doc) for port in proto.outputs]),
        ("Attributes", [(spec.name, spec.doc) for spec in proto.attrs]),
        ("Graphs", graphs),
    ]
    summary = doc_text(proto.summary)
    if not summary and not proto.deprecated and not any(doc for _, items in parts for _, doc in items):
        return []
    lines = ["/**", *_wrapped(f"@brief {summary}")]
    for title, items in parts:
        items = [(name, doc) for name, doc in items if doc]
        if items:
            lines += [" *", f" * @par {title}:"]
            for name, doc in items:
                lines += _wrapped(f"@li {name}: {doc_text(doc)}")
    if proto.deprecated:
        lines += [" *", *_wrapped(f"@par Restrictions: {deprecation_text(proto.deprecated)}")]
    return [*lines, " */"]


def _wrapped(text: str) -> list[str]:
    """The text over lines; a line never starts with a word that would open a section or an item."""
    lines, current = list[str](), ""
    words = text.split(" ")
    for word, after in zip(words, [*words[1:], "-"], strict=True):
        plain = word[:1].isalnum() and word.isascii() and ":" not in word and after[:1] not in (*":：-–—(",)
        if len(current) + len(word) >= _WIDTH and plain:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    lines.append(current)
    return [" * " + lines[0], *(" *   " + line for line in lines[1:])]


def types_text(types: TypeSet, helper: str = "") -> str:
    """A type list; a helper is written where the set holds all of it.

    >>> types_text(DataType.INT8 | DataType.FLOAT), types_text(HELPER_SETS["ALL"], "ALL")
    ('TensorType({DT_FLOAT, DT_INT8})', 'TensorType::ALL()')
    """
    helped = HELPER_SETS.get(helper)
    if helped is None or not helped <= types:
        return f"TensorType({{{', '.join(enumerator(dtype) for dtype in types)}}})"
    rest = [enumerator(dtype) for dtype in types - helped]
    call = f"TensorType::{helper}()"
    return f"TensorType({{{', '.join([call, *rest])}}})" if rest else call


def _port_type(port: Port) -> str:
    return f'"{port.symbol}"' if port.symbol else types_text(port.types, port.helper if port.helper in HELPERS else "")


def _symbol(symbol: Symbol) -> str:
    if symbol.promote:
        return f"Promote({{{', '.join(cpp_string(name) for name in symbol.promote)}}})"
    text = types_text(symbol.types)
    return f"ListTensorType({text})" if symbol.is_list else text


def _attr(spec: AttrSpec) -> str:
    if spec.required:
        return f"    .REQUIRED_ATTR({spec.name}, {spec.kind.name})"
    return f"    .ATTR({spec.name}, {spec.kind.name}, {default_text(spec.default, spec.kind)})"


def default_text(value: AttrValue | None, kind: AttrKind) -> str:
    """A default as C++; None and values that C++ defaults cannot hold become an empty object of the kind.

    >>> default_text((1.0, 0.5), AttrKind.ListFloat), default_text(DataType.INT8, AttrKind.Type)
    ('{1.0f, 0.5f}', 'DT_INT8')
    """
    if kind in (AttrKind.Tensor, AttrKind.NamedAttrs):
        return f"{kind.name}()"
    if value is None or kind in (AttrKind.ListTensor, AttrKind.ListNamedAttrs):
        return "{}"
    return _literal(value)


def _literal(value: AttrValue) -> str:
    if isinstance(value, tuple):
        return f"{{{', '.join(_literal(item) for item in value)}}}"  # at most two levels
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, DataType):
        return enumerator(value)
    if isinstance(value, float):
        if isnan(value):
            return "std::numeric_limits<float>::quiet_NaN()"
        if isinf(value):
            return f"{'-' if value < 0 else ''}std::numeric_limits<float>::infinity()"
        return f"{value!r}f"
    if isinstance(value, str):
        return cpp_string(value)
    if isinstance(value, bytes):
        return cpp_string(value.decode("latin-1"))
    return str(value)


def cpp_string(text: str) -> str:
    """A C++ string literal in plain ASCII.

    >>> cpp_string('a "b"')
    '"a \\\\"b\\\\""'
    """
    return f'"{_UNSAFE.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if character in '"\\?':
        return "\\" + character
    # WHY: three octal digits end by themselves; \x would take following letters along
    if ord(character) < 0xA0:
        return f"\\{ord(character):03o}"
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
