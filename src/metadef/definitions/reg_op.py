"""Reader of REG_OP headers: tolerant, with exact places, never failing.

`scan_cpp` sets comments, strings and preprocessor lines apart; what remains is a flat run of `.NAME(arguments)` calls
that one regular expression reads. A call that does not pair its brackets ends where the next known call begins; a chain
ends at OP_END_FACTORY_REG, and reading resumes at the next `REG_OP(` whatever happened before.

Vocabulary and oddities: facts reg_op_macros.md and reg_op_oddities.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice

from metadef.definitions.attr_kinds import attr_kind
from metadef.definitions.collection import collection_paused
from metadef.definitions.cpp_text import CppText, scan_cpp
from metadef.definitions.declaration import Declaration, Reading, WrittenAttr, WrittenPort
from metadef.definitions.decode import decode
from metadef.definitions.default_value import Default, parse_default
from metadef.definitions.doc_lookup import doc_before
from metadef.definitions.oddity_findings import default_finding, type_finding
from metadef.definitions.reg_op_places import blank_length, declaration_starts, position, word_at
from metadef.definitions.type_expr import TypeExpr, parse_type
from metadef.errors import Finding, finding, nearest
from metadef.ops.ports import AttrSpec, GraphSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.typeset import TypeSet

__all__ = ["MAX_FINDINGS", "is_reg_op", "read_reg_op"]

MAX_FINDINGS = 2000  # per file
_MAX_DECLARATIONS = 20_000  # WHY: the largest real header has 160
_MAX_HINTS = 100  # per file; WHY: looking for the nearest name costs a millisecond
_MAX_KNOWN = 200

_ARGS = r"(?:[^()]++|\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\))*+"
_CALL = re.compile(r"\s*+(\.?)\s*+([A-Za-z_]\w*+)\s*+\((" + _ARGS + r")\)")
_OPEN_CALL = re.compile(r"\s*+\.?\s*+([A-Za-z_]\w*+)\s*+\(")
_PORTS: dict[str, tuple[bool, PortKind]] = {
    "INPUT": (True, PortKind.REQUIRED),
    "OPTIONAL_INPUT": (True, PortKind.OPTIONAL),
    "DYNAMIC_INPUT": (True, PortKind.DYNAMIC),
    "OUTPUT": (False, PortKind.REQUIRED),
    "DYNAMIC_OUTPUT": (False, PortKind.DYNAMIC),
}
_END = "OP_END_FACTORY_REG"
_SILENT = frozenset({"INFER_SHAPE_AND_TYPE"})
_CALLS = (*_PORTS, "ATTR", "REQUIRED_ATTR", "DATATYPE", "GRAPH", "DYNAMIC_GRAPH", _END, *_SILENT)
_KNOWN = re.compile(rf"(?:(?<!\w)\.\s*+)?\b({'|'.join(sorted(_CALLS, key=len, reverse=True))})\s*+\(")
_SEMICOLON = re.compile(r"\s*+;")
_SPACE = re.compile(r"\s*+")
_CONSTANT = re.compile(
    r"\b(?:constexpr|const)\s+(?:[\w:<>]{1,64}\s+){0,4}?([A-Za-z_]\w{0,127})\s*(?:=\s*([^;]{1,400});|(\{[^;{}]{0,400}\})\s*;)"
)
_BRACKETS = re.compile("[()]")
_WIDE_COMMA = "\N{FULLWIDTH COMMA}"
_ANY_COMMA = re.compile(f"[,{_WIDE_COMMA}]")
_SPACED = re.compile(r"\s*+([A-Za-z_]\w*+)\s++(?=[A-Za-z\"])")
_NOT_WORD = re.compile(r"\W")
_CACHE_LIMIT = 20_000
_FEW_MACROS = 16

_types: dict[str, TypeExpr] = {}
_defaults: dict[tuple[AttrKind, str], Default] = {}


def is_reg_op(text: str) -> bool:
    """Whether a text looks like a header with REG_OP declarations."""
    return bool(declaration_starts(text))


def read_reg_op(data: bytes | str, file: str = "") -> Reading:
    """Every declaration of a header, with findings for everything that is not as it should be.

    >>> reading = read_reg_op('REG_OP(Relu).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT}))'
    ...                       '.OP_END_FACTORY_REG(Relu)')
    >>> reading.protos[0].inputs[0].types, reading.findings
    (FLOAT, [])
    """
    decoded = decode(data, file)
    with collection_paused():
        reader = _Reader(scan_cpp(decoded.text, file))
        reader.findings += decoded.findings
        return reader.run()


class _Chain:
    """What the calls of one declaration have given so far."""

    __slots__ = ("attrs", "flags", "graphs", "inputs", "offset", "outputs", "specs", "symbols")

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.inputs: list[tuple[WrittenPort, PortKind]] = []
        self.outputs: list[tuple[WrittenPort, PortKind]] = []
        self.attrs: list[WrittenAttr] = []
        self.specs: list[AttrSpec] = []
        self.symbols: dict[str, WrittenPort] = {}
        self.graphs: list[tuple[str, bool]] = []
        self.flags: list[str] = []


class _Reader:
    def __init__(self, source: CppText) -> None:
        self.source = source
        self.findings: list[Finding] = []
        self.op = ""
        self.constants: dict[str, str] | None = None
        self.cut = 0
        self.hints = _MAX_HINTS
        self.local: dict[tuple[AttrKind, str], Default] = {}  # defaults that need names of this file

    # --- findings ------------------------------------------------------------------------------------------------

    def report(self, name: str, offset: int, message: str, *, got: str = "", hint: str = "", of: str = "") -> None:
        if not self.full():
            subject = self.subject(of)
            where = self.source.span(offset)
            self.findings.append(finding(name, subject, message, got=got[:120], hint=hint, where=where))

    def full(self) -> bool:
        if len(self.findings) < MAX_FINDINGS:
            return False
        self.cut += 1
        return True

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """The known name nearest to a wrong one, "" for none."""
        if self.hints <= 0 or len(self.findings) >= MAX_FINDINGS:
            return ""
        self.hints -= 1
        close = nearest(name[:60], islice(known, _MAX_KNOWN), limit=1)
        return close[0] if close else ""

    def subject(self, part: str = "") -> str:
        op = self.op or "header"
        return f"{op} {part}" if part else op

    # --- one file ------------------------------------------------------------------------------------------------

    def run(self) -> Reading:
        source = self.source
        starts = declaration_starts(source.code)
        if len(starts) > _MAX_DECLARATIONS:
            message = f"the file has {len(starts)} declarations; only the first {_MAX_DECLARATIONS} are read"
            self.report("list-oversized", starts[_MAX_DECLARATIONS], message)
            source.code = source.code[: starts[_MAX_DECLARATIONS]]
            del starts[_MAX_DECLARATIONS:]
        declarations: list[Declaration] = []
        for index, start in enumerate(starts):
            limit = starts[index + 1] if index + 1 < len(starts) else len(source.code)
            declaration = self.declaration(start, limit)
            if declaration is not None:
                declarations.append(declaration)
        findings = sorted([*source.findings, *self.findings], key=position)
        if self.cut:
            message = f"{self.cut} more findings are not shown"
            findings.append(finding("findings-cut", source.file or "text", message, where=source.span(0)))
        return Reading(declarations, [], findings)

    def declaration(self, start: int, limit: int) -> Declaration | None:
        code = self.source.code
        self.op = ""
        first = _CALL.match(code, start, limit)
        name = first[3].strip() if first else ""
        at = first.end() if first else start
        if not name.isidentifier():
            opened = code.index("(", start) + 1
            written = code[opened : min(opened + 130, limit)]
            name = _NOT_WORD.split(written.lstrip(), maxsplit=1)[0]
            if not name.isidentifier():
                self.report("declaration-nameless", start, "REG_OP has no name", got=written.strip()[:40])
                return None
            self.op = name
            message = "REG_OP takes one name and a closing bracket"
            self.report("call-unbalanced", start, message, got=" ".join(written[:40].split()))
            at = first.end() if first else opened + written.index(name) + len(name)
        self.op = name
        chain = _Chain(start)
        end = self.calls(chain, at, limit)
        return self.build(name, chain, start, end)

    def calls(self, chain: _Chain, at: int, limit: int) -> int:
        """Read calls until the chain ends; the offset of its end."""
        code, match_call = self.source.code, _CALL.match
        while True:
            call = match_call(code, at, limit)
            macro, start, stop = (call[2], call.start(3), call.end(3)) if call else ("", 0, 0)
            if call is None or (code.find(".", start, stop) >= 0 and _KNOWN.search(code, start, stop)):
                # no call, or an unclosed bracket swallowed the next one
                found = self.recover(at, limit)
                if found is None:
                    return self.unfinished(at)
                at, macro, start, stop = found
            else:
                at = call.end()
                if not call[1] and macro in _CALLS:
                    self.report("unexpected-text", call.start(2), f"a dot is missing before {macro}", hint=f".{macro}")
                elif not call[1]:
                    return self.unfinished(call.start(2))
            if macro == _END:
                self.end(chain, start, stop, at)
                return start
            self.call(chain, macro, start, stop)

    def recover(self, at: int, limit: int) -> tuple[int, str, int, int] | None:
        """The next call after text that is none, or a call with unpaired brackets: (end, macro, start, stop)."""
        code = self.source.code
        space = _SPACE.match(code, at)
        at = space.end() if space else at
        opened = _OPEN_CALL.match(code, at, limit)
        if opened is None or (code[at : at + 1] != "." and opened[1] not in _CALLS):
            known = _KNOWN.search(code, at, limit)
            macro = known[1] if known else ""
            if code[at:limit].strip() and (known or code[at : at + 1] in ").,"):
                junk = " ".join(code[at : min(at + 60, known.start() if known else limit)].split())
                self.report("unexpected-text", at, "this text belongs to no call", got=junk)
            if known is None:
                return None
            call = _CALL.match(code, known.start(), limit)
            if call and not _KNOWN.search(code, call.start(3), call.end(3)):
                return call.end(), call[2], call.start(3), call.end(3)
            at, opened = known.start(), known
        macro, start = opened[1], opened.end()
        following = _KNOWN.search(code, start, limit)
        until = following.start() if following else limit
        depth = 1
        for bracket in _BRACKETS.finditer(code, start, until):
            depth += 1 if bracket[0] == "(" else -1
            if depth == 0:
                return bracket.end(), macro, start, bracket.start()
        self.report("call-unbalanced", opened.start(1), f"the bracket of {macro} is never closed", of="")
        stop = until
        if not following:
            stop = min(until, start + 4000)
            blank = code.find("\n\n", start, stop)
            stop = blank if blank >= 0 else stop
        return max(stop, start), macro, start, stop

    def unfinished(self, at: int) -> int:
        self.report("declaration-unfinished", at, f"the chain does not end with {_END}", hint=f".{_END}({self.op})")
        return at

    def end(self, chain: _Chain, start: int, stop: int, at: int) -> None:
        name = self.source.code[start:stop].strip()
        if name != self.op:
            message = f"the chain of {self.op} ends with {name[:60] or 'no name'}"
            self.report("declaration-name-differs", start, message, got=name, hint=self.op)
        if _SEMICOLON.match(self.source.code, at):
            chain.flags.append("semicolon_after_end")

    # --- one call ------------------------------------------------------------------------------------------------

    def call(self, chain: _Chain, macro: str, start: int, stop: int) -> None:
        port = _PORTS.get(macro)
        if port is not None:
            split = self.split(macro, start, stop)
            if split:
                name, rest = split
                expr = self.type_expr(name, rest, stop)
                written = WrittenPort(name, expr, word_at(self.source.code, start, stop), rest, stop)
                (chain.inputs if port[0] else chain.outputs).append((written, port[1]))
        elif macro == "ATTR":
            self.attr(chain, start, stop)
        elif macro == "REQUIRED_ATTR":
            split = self.split(macro, start, stop)
            if split:
                self.required_attr(chain, split[0], word_at(self.source.code, start, stop), split[1], stop)
        elif macro == "DATATYPE":
            split = self.split(macro, start, stop)
            if split:
                name, rest = split
                at = word_at(self.source.code, start, stop)
                chain.symbols[name] = WrittenPort(name, self.type_expr(name, rest, stop), at, rest, stop)
        elif macro in ("GRAPH", "DYNAMIC_GRAPH"):
            name = self.name(macro, self.source.code[start:stop].strip(" \t\n,"), start)
            if name:
                chain.graphs.append((name, macro == "DYNAMIC_GRAPH"))
        elif macro not in _SILENT:
            message = f"{macro[:60]} is no call of REG_OP; it is not read"
            at = max(0, self.source.code.rfind(macro, 0, start))
            self.report("call-unknown", at, message, got=macro, hint=self.nearest(macro, _CALLS))

    def name(self, macro: str, text: str, offset: int) -> str:
        if text.isidentifier():
            return text
        clean = text.strip("\"' \t\n")
        if '"' in text:
            clean = self.source.clean[offset : offset + 140].strip().split(",")[0].strip("\"' \t\n")
        if not clean.isidentifier():
            self.report("call-arguments", offset, f"{macro} needs a name", got=text)
            return clean if clean and len(clean) < 128 and not re.search(r"[\s(){}\"]", clean) else ""
        self.report("call-arguments", offset, f"the name of {macro} is not a plain identifier", got=text, hint=clean)
        return clean

    def split(self, macro: str, start: int, stop: int) -> tuple[str, int] | None:
        """The name before the first comma, and where the rest begins."""
        code = self.source.code
        comma = code.find(",", start, stop)
        if comma < 0:
            comma = code.find(_WIDE_COMMA, start, stop)
            if comma < 0:
                name = self.name(macro, code[start:stop].strip(), start)
                self.report("call-arguments", start, f"{macro} needs a name and a type", got=name)
                return (name, stop) if name else None
        text = code[start:comma].strip()
        if not text.isidentifier() and (spaced := _SPACED.match(code, start, stop)):
            self.report("call-arguments", start, f"a comma is missing after the name in {macro}", got=spaced[1])
            return spaced[1], spaced.end()
        name = self.name(macro, text, start)
        return (name, comma + 1) if name else None

    def type_expr(self, name: str, start: int, stop: int) -> TypeExpr:
        text = self.source.clean[start:stop]
        macros = self.source.macros
        if not macros or (len(macros) <= _FEW_MACROS and not any(name in text for name in macros)):
            expr = _types.get(text)
            if expr is None:
                expr = parse_type(text)
                if len(text) < 2000:
                    if len(_types) > _CACHE_LIMIT:
                        _types.clear()
                    _types[text] = expr
        else:
            source = self.source
            expr = parse_type(text, lambda word: source.macro(word, start) if word in macros else None)
        if expr.oddities:
            bare = -1  # WHY: a helper without class and without call brackets is one finding, not two
            for oddity in expr.oddities:
                if oddity.kind == "helper_without_call" and oddity.offset == bare:
                    continue
                bare = oddity.offset if oddity.kind == "unqualified_helper" else bare
                if not self.full():
                    where = self.source.span(start + oddity.offset)
                    self.findings.append(type_finding(oddity, expr, self.subject(name), where))
        return expr

    def attr(self, chain: _Chain, start: int, stop: int) -> None:
        code = self.source.code
        comma = code.find(",", start, stop)
        second = code.find(",", comma + 1, stop) if comma >= 0 else -1
        if second < 0 and _WIDE_COMMA in code[start:stop]:
            commas = [match.start() for match in _ANY_COMMA.finditer(code, start, stop)]
            if len(commas) > 1:
                comma, second = commas[:2]
                self.report(
                    "unexpected-text", start, "a full-width comma separates arguments", got=_WIDE_COMMA, hint=","
                )
        if second < 0:
            split = self.split("ATTR", start, stop)
            if split:
                self.report("attr-default-malformed", start, "ATTR needs a default", of=split[0], hint="REQUIRED_ATTR")
                written = code[split[1] : stop].strip()
                kind = (self.kind(written, split[0], split[1]) if written else None) or AttrKind.String
                chain.attrs.append(WrittenAttr(split[0], written[:60], Default(), word_at(code, start, stop)))
                chain.specs.append(AttrSpec(split[0], kind))
            return
        name = self.name("ATTR", code[start:comma].strip(), start)
        if not name:
            return
        written = code[comma + 1 : second].strip()
        kind = AttrKind.parse(written) or self.kind(written, name, comma + 1)
        text = self.source.clean[second + 1 : stop]
        default = self.default(text, kind, second + 1) if kind else Default(expression=text.strip()[:200])
        if default.oddities:
            for oddity in default.oddities:
                if not self.full():
                    where = self.source.span(min(second + 1 + blank_length(text) + oddity.offset, stop))
                    subject = self.subject(name)
                    self.findings.append(default_finding(oddity, default, kind or AttrKind.String, subject, where))
        elif default.int_literal or default.nonbool_literal is not None:
            message = f"an integer is written for {written}"
            self.report("attr-default-literal", second + 1 + blank_length(text), message, got=text.strip(), of=name)
        chain.attrs.append(WrittenAttr(name, written[:60], default, word_at(code, start, stop), second + 1, stop))
        chain.specs.append(AttrSpec(name, kind or AttrKind.String, False, default.value))

    def required_attr(self, chain: _Chain, name: str, offset: int, start: int, stop: int) -> None:
        written, comma, rest = self.source.code[start:stop].partition(",")
        written = written.strip()
        kind = AttrKind.parse(written) or self.kind(written, name, start) or AttrKind.String
        if comma:
            message = "REQUIRED_ATTR takes no default; it is not read"
            self.report("call-arguments", start, message, got=rest.strip(), of=name, hint="ATTR")
        chain.attrs.append(WrittenAttr(name, written[:60], None, offset))
        chain.specs.append(AttrSpec(name, kind, True))

    def kind(self, written: str, name: str, offset: int) -> AttrKind | None:
        """The kind that a wrong type name stands for."""
        kind = attr_kind(written)
        if kind is not None and kind.value == written:
            return kind
        hint = kind.name if kind is not None else self.nearest(written, AttrKind.__members__)
        message = f"{written[:60] or 'nothing'} is no attribute type"
        if kind is not None:
            message += f"; read as {kind.name}"
        self.report("attr-kind-unknown", offset, message, got=written, of=name, hint=hint)
        return kind

    def default(self, text: str, kind: AttrKind, offset: int) -> Default:
        key = (kind, text)
        default = _defaults.get(key)
        if default is None:
            default = self.local.get(key) or parse_default(text, kind)
            if key not in self.local and any(oddity.kind == "symbolic" for oddity in default.oddities):
                default = parse_default(text, kind, self.resolver(offset))
                if not self.source.macros:  # WHY: a macro may change its meaning from line to line
                    self.local[key] = default
                return default
            if key in self.local:
                return default
            if len(text) < 400:
                if len(_defaults) > _CACHE_LIMIT:
                    _defaults.clear()
                _defaults[key] = default
        return default

    def resolver(self, offset: int) -> Callable[[str], str | None]:
        if self.constants is None:
            self.constants = {match[1]: match[2] or match[3] for match in _CONSTANT.finditer(self.source.clean)}
        constants, source = self.constants, self.source
        return lambda name: source.macro(name, offset) or constants.get(name)

    # --- the record ----------------------------------------------------------------------------------------------

    def build(self, name: str, chain: _Chain, start: int, end: int) -> Declaration:
        names = {written.name for written, _ in chain.inputs}
        names.update(written.name for written, _ in chain.outputs)
        names.update(spec.name for spec in chain.specs)
        doc = doc_before(self.source, start, names)
        symbols = chain.symbols
        inputs = tuple(self.port(written, kind, symbols, doc.inputs) for written, kind in chain.inputs)
        outputs = tuple(self.port(written, kind, symbols, doc.outputs) for written, kind in chain.outputs)
        attrs = chain.specs
        if doc.attrs:
            texts = doc.attrs
            attrs = [replace(spec, doc=texts[spec.name]) if spec.name in texts else spec for spec in attrs]
        span = self.source.span(start)
        proto = OpProto(name, span=span).replace(
            summary=doc.brief,
            deprecated=doc.deprecated,
            inputs=inputs,
            outputs=outputs,
            attrs=tuple(attrs),
            symbols=tuple(
                Symbol(written.name, written.expr.types, written.expr.promote, written.expr.is_list)
                for written in symbols.values()
            ),
            graphs=tuple(GraphSpec(graph, dynamic, doc.graphs.get(graph, "")) for graph, dynamic in chain.graphs),
        )
        return Declaration(
            proto,
            span,
            self.source.line(end),
            tuple(written for written, _ in chain.inputs),
            tuple(written for written, _ in chain.outputs),
            tuple(chain.attrs),
            tuple(symbols.values()),
            tuple(chain.flags),
            doc,
            source=self.source,
        )

    def port(
        self, written: WrittenPort, kind: PortKind, symbols: dict[str, WrittenPort], texts: Mapping[str, str]
    ) -> Port:
        name, expr, offset = written.name, written.expr, written.start
        text = texts.get(name, "")
        if not expr.symbol:
            if not expr.dtypes and not expr.unknown:
                self.report("type-list-empty", offset, "the port lists no type", of=name, hint="TensorType::ALL()")
            return Port(name, expr.types, kind, "", text, "", expr.helper)
        symbol = symbols.get(expr.symbol)
        if symbol is None:
            if not expr.unknown:
                message = f'no DATATYPE defines "{expr.symbol[:60]}"'
                hint = self.nearest(expr.symbol, symbols) or f".DATATYPE({expr.symbol[:60]}, TensorType({{...}}))"
                self.report("datatype-symbol-undefined", offset, message, got=expr.symbol, of=name, hint=hint)
            else:
                self.report(
                    "dtype-name-unknown", offset, f"{expr.symbol[:60]} is no data type", got=expr.symbol, of=name
                )
                return Port(name, TypeSet(), kind, "", text)
        return Port(name, symbol.expr.types if symbol else TypeSet(), kind, expr.symbol, text)
