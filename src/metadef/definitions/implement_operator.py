"""The articles' chain `IMPLEMENT_OPERATOR(Add).Input(...).Output(...).Attr(...).SetTypeInfer(...)`.

No released CANN has it; the articles write it, so it is read. `Input("x", "Tensor", "text")` names no dtypes, so its
ports accept any; the formats of `SetSupportFormat` hold for every port.
"""

from __future__ import annotations

import re

from metadef.definitions.attr_kinds import attr_kind
from metadef.definitions.columns import ANY_SOC, OpColumns, PortColumns, SocColumns
from metadef.definitions.cpp_chain import Call, arguments, calls_after, unquoted
from metadef.definitions.cpp_text import CppText, scan_cpp
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.decode import decode
from metadef.definitions.default_value import parse_default
from metadef.definitions.doc_comment import Doc
from metadef.definitions.doc_lookup import doc_before
from metadef.definitions.dtype_names import meaning_of
from metadef.definitions.type_expr import parse_type
from metadef.errors import Finding, finding, nearest
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.format import Format
from metadef.types.typeset import TypeSet

__all__ = ["is_implement_operator", "read_implement_operator"]

_START = re.compile(r"\bIMPLEMENT_OPERATOR\s*\(\s*(\w+)\s*\)")
_FORMAT = re.compile(r"\bFORMAT_\w+")
_INPUTS = {"Input": PortKind.REQUIRED, "OptionalInput": PortKind.OPTIONAL, "DynamicInput": PortKind.DYNAMIC}
_OUTPUTS = {"Output": PortKind.REQUIRED, "DynamicOutput": PortKind.DYNAMIC}
_RULES = ("SetTypeInfer", "SetShapeInfer", "SetFormatInfer", "SetVerify", "AllowExplicitFormat")
_MAX_FINDINGS = 2000
_KNOWN = (*_INPUTS, *_OUTPUTS, "Attr", "RequiredAttr", "SetSupportFormat", *_RULES)


def is_implement_operator(text: str) -> bool:
    """Whether a text has such chains."""
    return "IMPLEMENT_OPERATOR" in text and _START.search(text) is not None


def read_implement_operator(data: bytes | str, file: str = "") -> Reading:
    """Every chain of a text.

    >>> reading = read_implement_operator('IMPLEMENT_OPERATOR(Add).Input("x1", "Tensor", "left").Output("y");')
    >>> reading.protos[0].inputs[0].doc
    'left'
    """
    decoded = decode(data, file)
    source = scan_cpp(decoded.text, file)
    reading = Reading(findings=[*decoded.findings, *source.findings])
    matches = list(_START.finditer(source.code))
    for index, match in enumerate(matches):
        limit = matches[index + 1].start() if index + 1 < len(matches) else len(source.code)
        calls, end = calls_after(source.code, match.end(), limit)
        if source.code[end : end + 200].lstrip()[:1] == "." and len(reading.findings) < _MAX_FINDINGS:
            where = source.span(end)
            message = "a call of the chain is never closed"
            reading.findings.append(finding("call-unbalanced", match[1], message, where=where))
        doc = doc_before(source, match.start())
        reading.declarations.append(_Builder(source, match[1], match.start(), doc, reading.findings).build(calls))
    return reading


class _Builder:
    def __init__(self, source: CppText, op: str, offset: int, doc: Doc, findings: list[Finding]) -> None:
        self.source, self.op, self.offset, self.doc, self.findings = source, op, offset, doc, findings
        self.inputs: list[Port] = []
        self.outputs: list[Port] = []
        self.attrs: list[AttrSpec] = []
        self.formats: list[Format] = []
        self.rules: dict[str, str] = {}

    def report(self, name: str, offset: int, message: str, got: str = "", hint: str = "") -> None:
        if len(self.findings) >= _MAX_FINDINGS:
            return
        where = self.source.span(offset)
        self.findings.append(finding(name, self.op, message, got=got[:80], hint=hint, where=where))

    def build(self, calls: list[Call]) -> Declaration:
        for call in calls:
            self.call(call)
        span = self.source.span(self.offset)
        proto = OpProto(self.op, span=span).replace(
            summary=self.doc.brief, inputs=tuple(self.inputs), outputs=tuple(self.outputs), attrs=tuple(self.attrs)
        )
        columns = None
        if self.formats:
            formats = tuple(self.formats)
            inputs, outputs = (
                tuple(PortColumns(port.name, (), formats, param_type=port.kind.value) for port in ports)
                for ports in (self.inputs, self.outputs)
            )
            columns = OpColumns(self.op, (SocColumns(ANY_SOC, inputs, outputs),))
        end = self.source.line(calls[-1].stop) if calls else span.line
        return Declaration(proto, span, end, doc=self.doc, columns=columns, extra=self.rules)

    def call(self, call: Call) -> None:
        spans = arguments(self.source.code, call.start, call.stop)
        texts = [unquoted(self.source, start, stop) for start, stop in spans]
        name = texts[0] if texts else ""
        if call.name in _INPUTS or call.name in _OUTPUTS:
            kinds, ports = (_INPUTS, self.inputs) if call.name in _INPUTS else (_OUTPUTS, self.outputs)
            known = self.doc.inputs if kinds is _INPUTS else self.doc.outputs
            if not name.isidentifier():
                self.report("call-arguments", call.offset, f"{call.name} needs a name", got=name)
                return
            doc = texts[2] if len(texts) > 2 else known.get(name, "")
            ports.append(Port(name, self.types(texts[1] if len(texts) > 1 else "Tensor"), kinds[call.name], "", doc))
        elif call.name in ("Attr", "RequiredAttr"):
            self.attr(call, texts, spans)
        elif call.name == "SetSupportFormat":
            self.formats += self.read_formats(call)
        elif call.name in _RULES:
            self.rules[call.name] = " ".join(self.source.clean[call.start : call.stop].split())[:200]
        else:
            close = nearest(call.name, _KNOWN, limit=1)
            message = f"{call.name[:60]} is no call of this chain; it is not read"
            self.report("call-unknown", call.offset, message, call.name, close[0] if close else "")

    def types(self, text: str) -> TypeSet:
        if text.strip() in ("Tensor", ""):
            return TypeSet()
        return parse_type(text).types

    def attr(self, call: Call, texts: list[str], spans: list[tuple[int, int]]) -> None:
        if len(texts) < 2 or not texts[0].isidentifier():
            self.report("call-arguments", call.offset, "Attr needs a name and a type", got=", ".join(texts))
            return
        kind = attr_kind(texts[1]) or (AttrKind.Type if meaning_of(texts[1]) else None)
        if kind is None:
            self.report("attr-kind-unknown", call.offset, f"{texts[1][:60]} is no attribute type", texts[1])
            kind = AttrKind.String
        doc = texts[2] if len(texts) > 2 else self.doc.attrs.get(texts[0], "")
        if len(texts) > 3:
            default = parse_default(self.source.clean[slice(*spans[3])], kind)
            self.attrs.append(AttrSpec(texts[0], kind, False, default.value, None, doc))
        else:
            self.attrs.append(AttrSpec(texts[0], kind, True, None, None, doc))

    def read_formats(self, call: Call) -> list[Format]:
        out: list[Format] = []
        for match in _FORMAT.finditer(self.source.code, call.start, call.stop):
            found = Format.lookup(match[0])
            if found is None:
                close = nearest(match[0].removeprefix("FORMAT_"), Format.__members__, limit=1)
                hint = close[0] if close else ""
                self.report("format-name-unknown", match.start(), f"{match[0]} is no format", match[0], hint)
            else:
                out.append(found)
        return out
