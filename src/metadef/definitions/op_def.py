"""Reader of `_def.cpp`: `class X : public OpDef` with its ports, columns, attributes and per-chip configurations.

The constructor is read as a list of statements, not run: variables that hold lists, configurations returned by member
functions, and loops over literal lists are followed; conditions and calls of other functions are findings of severity
info. Rules of columns: facts custom_op_json.md, D.
"""

from __future__ import annotations

import re
from collections import ChainMap

from metadef.definitions.columns import ANY_SOC, OpColumns, PortColumns, SocColumns
from metadef.definitions.cpp_chain import Call, arguments, calls_after, matching, statements, unquoted
from metadef.definitions.cpp_text import CppText, scan_cpp
from metadef.definitions.cpp_value import CppValue, CppValueError, evaluate
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.decode import decode
from metadef.definitions.default_value import parse_default
from metadef.definitions.op_def_ports import Configuration, PortDraft, expand
from metadef.errors import Finding, finding, nearest
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

__all__ = ["is_op_def", "read_op_def"]

_CLASS = re.compile(r"\bclass\s+(\w+)\s*(?:final\s*)?:\s*(?:public\s+)?(?:ops::)?OpDef\b")
_ADD = re.compile(r"\bOP_ADD\s*\(\s*(\w+)")
_CONSTRUCTOR = re.compile(r"\bOpDef\s*\(\s*\w*\s*\)\s*\{")
_FUNCTION = re.compile(r"\bOpAICoreConfig\s*&?\s+(\w+)\s*\([^()]{0,400}\)\s*(?:const\s*)?\{")
_VECTOR = re.compile(
    r"\b(?:std::)?(?:vector|initializer_list|array|set)\s*<[^;=(){}]{1,80}>\s+(?:\w+::)*(\w+)\s*(=?)\s*(?=[{\w(:])"
)
_SCALAR = re.compile(
    r"\b(?:constexpr|const)\s+(?:static\s+)?(?:[\w:]{1,64}[\s*]{1,16}){1,3}?(\w{1,64})(?:\[\])?\s*=\s*([^;{}]{1,400});"
)
_FIRST = re.compile(r"\s*(?:this\s*->\s*)?(Input|Output|Attr|AICore|AICPU|HostCPU|MC2|Comment|\w+)\s*\(")
_CONFIG = re.compile(r"\s*(?:const\s+)?(?:OpAICoreConfig|auto)\s*&?\s+(\w+)\s*(?:[=({]\s*(?:this\s*->\s*)?(\w+)?)?")
_RECEIVER = re.compile(r"\s*(\w+)\s*(?=\.|->)")
_FOR = re.compile(r"\s*for\s*\(\s*(?:const\s+)?[\w:]{1,80}[\s&]*\s(\w{1,64})\s*:(?!:)\s*(.*)\)\s*$", re.DOTALL)
_BRANCH = re.compile(r"\s*(?:if|else|for|while|switch)\b")
_FLAGS = {
    "DynamicCompileStaticFlag": "dynamicCompileStatic.flag",
    "DynamicFormatFlag": "dynamicFormat.flag",
    "DynamicRankSupportFlag": "dynamicRankSupport.flag",
    "DynamicShapeSupportFlag": "dynamicShapeSupport.flag",
    "NeedCheckSupportFlag": "needCheckSupport.flag",
    "PrecisionReduceFlag": "precision_reduce.flag",
}
# AddConfig(soc) without a configuration.
_DEFAULT_FLAGS = {
    "dynamicCompileStatic.flag": "true",
    "dynamicFormat.flag": "true",
    "dynamicRankSupport.flag": "true",
    "dynamicShapeSupport.flag": "true",
    "needCheckSupport.flag": "false",
    "precision_reduce.flag": "true",
}
_PARAM = {"REQUIRED": PortKind.REQUIRED, "OPTIONAL": PortKind.OPTIONAL, "DYNAMIC": PortKind.DYNAMIC}
_PARAM["VIRTUAL"] = PortKind.OPTIONAL
_ATTR_CALLS = {kind.name: kind for kind in AttrKind}
_EXTRA_CALLS = frozenset(
    {"IgnoreContiguous", "AutoContiguous", "Scalar", "ScalarList", "To", "Version", "InitValue"}
    | {"OutputShapeDependOnCompute", "Comment", "DataTypeForBinQuery", "FormatForBinQuery"}
)
_PORT_CALLS = (
    "ParamType",
    "DataType",
    "DataTypeList",
    "Format",
    "FormatList",
    "UnknownShapeFormat",
    "ValueDepend",
    "Follow",
)
_MAX_FINDINGS = 500
_MAX_FUNCTIONS = 64


def is_op_def(text: str) -> bool:
    """Whether a text has classes that derive from OpDef."""
    return "OpDef" in text and _CLASS.search(text) is not None


def read_op_def(data: bytes | str, file: str = "") -> Reading:
    """Every operator class of a `_def.cpp`, with its columns per chip."""
    decoded = decode(data, file)
    source = scan_cpp(decoded.text, file)
    findings = [*decoded.findings, *source.findings]
    code = source.code
    registered = {match[1] for match in _ADD.finditer(code)}
    lists = _lists(source, 0, len(code))
    classes = list(_CLASS.finditer(code))
    declarations: list[Declaration] = []
    for index, match in enumerate(classes):
        limit = classes[index + 1].start() if index + 1 < len(classes) else len(code)
        reader = _ClassReader(source, match[1], match.start(), limit, ChainMap({}, lists), findings)
        declarations.append(reader.read())
        if match[1] not in registered:
            where = source.span(match.start())
            message = f"no OP_ADD({match[1]}) registers the class"
            findings.append(finding("definition-unregistered", match[1], message, where=where))
    return Reading(declarations, [], findings)


def _lists(source: CppText, start: int, stop: int) -> dict[str, str]:
    """Variables that hold lists or constants: name to the text of the value."""
    out: dict[str, str] = {match[1]: match[2] for match in _SCALAR.finditer(source.clean, start, stop)}
    for match in _VECTOR.finditer(source.code, start, stop):
        end = source.code.find(";", match.end(), min(stop, match.end() + 100_000))
        if end > 0:
            out[match[1]] = source.clean[match.end() : end].strip()
    return out


class _ClassReader:
    def __init__(
        self, source: CppText, op: str, start: int, limit: int, lists: ChainMap[str, str], findings: list[Finding]
    ) -> None:
        self.source, self.op, self.start, self.findings = source, op, start, findings
        self.lists = lists
        opened = source.code.find("{", start, limit)
        closed = matching(source.code, opened + 1, limit) if opened >= 0 else -1
        self.begin, self.end = (opened + 1 if opened >= 0 else start), (closed if closed >= 0 else limit)
        self.inputs: dict[str, PortDraft] = {}
        self.outputs: dict[str, PortDraft] = {}
        self.attrs: dict[str, AttrSpec] = {}
        self.socs: dict[str, Configuration | None] = {}
        self.configs: dict[str, Configuration] = {}
        self.made: dict[str, Configuration] = {}  # what each function returns
        self.evaluated: dict[str, list[CppValue]] = {}
        self.loops: dict[str, tuple[str, ...]] = {}
        self.functions: dict[str, tuple[int, int]] = {}
        self.rules: dict[str, str] = {}
        self.summary = ""

    def report(self, name: str, offset: int, message: str, got: str = "", hint: str = "") -> None:
        if len(self.findings) < _MAX_FINDINGS:
            code = self.source.code
            while code[offset : offset + 1].isspace():
                offset += 1
            where = self.source.span(offset)
            self.findings.append(finding(name, self.op, message, got=got[:80], hint=hint, where=where))

    def read(self) -> Declaration:
        code = self.source.code
        for match in _FUNCTION.finditer(code, self.begin, self.end):
            close = matching(code, match.end(), self.end)
            if close < 0 or len(self.functions) >= _MAX_FUNCTIONS:
                break  # WHY: behind a bracket that never closes, every search would run to the end
            self.functions[match[1]] = (match.end(), close)
        constructor = _CONSTRUCTOR.search(code, self.begin, self.end)
        if constructor is None:
            self.report("definition-field", self.start, f"the class {self.op} has no constructor that calls OpDef")
        else:
            close = matching(code, constructor.end(), self.end)
            self.body(constructor.end(), close if close >= 0 else self.end, set())
        return self.declaration()

    def body(self, start: int, stop: int, running: set[str]) -> None:
        self.lists.update(_lists(self.source, start, stop))
        self.evaluated.clear()
        for begin, end, _ in statements(self.source.code, start, stop):
            self.statement(begin, end, running)

    def statement(self, begin: int, end: int, running: set[str]) -> None:
        code = self.source.code
        if not code[begin:end].strip():
            return
        first = _FIRST.match(code, begin, end)
        if _BRANCH.match(code, begin, end):
            self.branch(begin, end)
        elif first and first[1] in ("Input", "Output", "Attr", "AICore", "Comment"):
            close = matching(code, first.end(), end)
            if close < 0:
                self.report("call-unbalanced", first.start(1), f"the bracket of {first[1]} is never closed")
                return
            calls, _ = calls_after(code, close + 1, end)
            self.chain(first[1], first.end(), close, calls)
        elif (config := _CONFIG.match(code, begin, end)) and "OpAICoreConfig" in code[begin : config.end()]:
            self.config(config[1], config[2] or "", running)
        elif receiver := _RECEIVER.match(code, begin, end):
            if receiver[1] == "this":
                return
            calls, _ = calls_after(code, receiver.end(), end)
            self.configure(self.configs.setdefault(receiver[1], Configuration()), calls)
        elif first and first[1] not in ("OpDef",) and not first[1].startswith(("Set", "OP_")):
            message = f"the call of {first[1]} is not followed"
            self.report("code-not-followed", first.start(1), message, got=first[1])

    def branch(self, begin: int, end: int) -> None:
        loop = _FOR.match(self.source.clean, begin, end)
        if loop:
            words = self.words(loop[2])
            if words:
                self.loops[loop[1]] = words
                return
        if self.source.code[begin:end].strip() != "else":
            text = " ".join(self.source.clean[begin:end].split())
            self.report("code-not-followed", begin, "a condition or loop is not run; all of its body counts", got=text)

    def words(self, text: str) -> tuple[str, ...]:
        return tuple(item for item in self.flat(text, -1) if isinstance(item, str))

    def flat(self, text: str, offset: int) -> list[CppValue]:
        """The entries of a list expression; what cannot be evaluated is a finding and gives none."""
        known = self.evaluated.get(text)
        if known is not None:
            return known
        try:
            values = evaluate(text, self.lists.get)
        except CppValueError as error:
            if offset >= 0:
                message = f"the list cannot be evaluated: {error}"
                self.report("code-not-followed", offset + min(error.offset, len(text)), message, got=text.strip())
            return []
        if len(values) == 1 and isinstance(values[0], list):
            values = values[0]
        self.evaluated[text] = values
        return values

    def config(self, name: str, source: str, running: set[str]) -> None:
        if source in self.functions and source not in running and len(running) < 8:
            if source not in self.made:
                start, stop = self.functions[source]
                saved, self.configs = self.configs, {}
                self.body(start, stop, running | {source})
                made, self.configs = self.configs, saved
                self.made[source] = next(iter(made.values()), Configuration())
            self.configs[name] = self.made[source].copy()
        elif source in self.configs:
            self.configs[name] = self.configs[source].copy()
        else:
            self.configs[name] = Configuration()

    def chain(self, what: str, start: int, stop: int, calls: list[Call]) -> None:
        spans = arguments(self.source.code, start, stop)
        name = unquoted(self.source, *spans[0]) if spans else ""
        if what == "AICore":
            for call in calls:
                self.core(call)
        elif what == "Comment":
            texts = [unquoted(self.source, *span) for span in spans]
            if len(texts) == 2 and texts[0].endswith("BRIEF"):
                self.summary = texts[1]
        elif what == "Attr":
            self.attr(name, start, calls)
        else:
            ports = self.inputs if what == "Input" else self.outputs
            if name in ports:
                self.report("port-overridden", start, f"{what} {name} is defined twice; the calls add up", got=name)
            self.port(ports.setdefault(name, PortDraft(name, offset=start)), calls)

    def port(self, draft: PortDraft, calls: list[Call]) -> None:
        for call in calls:
            text = self.source.clean[call.start : call.stop]
            match call.name:
                case "ParamType":
                    word = text.rsplit("::", 1)[-1].strip()
                    draft.kind = _PARAM.get(word, PortKind.REQUIRED)
                    if word not in _PARAM:
                        self.report("definition-field", call.start, f"{word[:40]} is no ParamType", word, "REQUIRED")
                case "DataType" | "DataTypeList":
                    draft.set_dtypes(self.flat(text, call.start), call.name == "DataTypeList")
                case "Format" | "FormatList":
                    draft.set_formats(self.flat(text, call.start), call.name == "FormatList")
                case "UnknownShapeFormat":
                    draft.set_unknown(self.flat(text, call.start))
                case "ValueDepend":
                    draft.value_depend = text.split(",")[0].rsplit("::", 1)[-1].strip().lower()
                case "Follow":
                    spans = arguments(self.source.code, call.start, call.stop)
                    draft.follow = unquoted(self.source, *spans[0]) if spans else ""
                    draft.follow_what = self.source.code[slice(*spans[1])].strip() if len(spans) > 1 else ""
                case name if name in _EXTRA_CALLS:
                    draft.extra[name[0].lower() + name[1:]] = " ".join(text.split())[:200] or "true"
                case _:
                    close = nearest(call.name, (*_PORT_CALLS, *_EXTRA_CALLS), limit=1)
                    message = f"{call.name[:60]} is no call of a port; it is not read"
                    self.report("call-unknown", call.offset, message, call.name, close[0] if close else "")
        for word, offset in draft.wrong:
            self.report(offset, calls[0].offset if calls else self.start, f"{word[:60]} is not known", word)
        draft.wrong.clear()

    def attr(self, name: str, offset: int, calls: list[Call]) -> None:
        required, kind, doc = True, AttrKind.Int, ""
        value = None
        for call in calls:
            text = self.source.clean[call.start : call.stop]
            if call.name == "AttrType":
                required = not text.strip().endswith("OPTIONAL")
            elif call.name in _ATTR_CALLS:
                kind = _ATTR_CALLS[call.name]
                if text.strip():
                    default = parse_default(text, kind, self.lists.get)
                    value = default.value
                    if value is None:
                        message = f"the default does not fit {kind.name}"
                        self.report("attr-default-malformed", call.start, message, text.strip())
            elif call.name == "Comment":
                doc = unquoted(self.source, call.start, call.stop)
            elif call.name != "Version":
                message = f"{call.name[:60]} is no call of an attribute; it is not read"
                self.report("call-unknown", call.offset, message, call.name)
        if name in self.attrs:
            self.report("port-overridden", offset, f"attribute {name} is defined twice; the later one wins", name)
        self.attrs[name] = AttrSpec(name, kind, required, None if required else value, None, doc)

    def core(self, call: Call) -> None:
        spans = arguments(self.source.code, call.start, call.stop)
        if call.name != "AddConfig":
            self.rules[call.name] = " ".join(self.source.clean[call.start : call.stop].split())[:200]
            return
        first = unquoted(self.source, *spans[0]).removesuffix(".c_str()") if spans else ""
        socs = self.loops.get(first) or (self.words(first) if first in self.lists else (first,))
        config = None
        if len(spans) > 1:
            name = self.source.code[slice(*spans[1])].strip()
            called = name.split("(")[0].removeprefix("this->").strip()
            if called in self.functions:
                self.config(" ", called, set())
                name = " "
            config = self.configs.get(name)
            if config is None:
                self.report("code-not-followed", spans[1][0], f"the configuration {name[:60]} is not known", name)
            else:
                config = config.copy()
        for soc in socs:
            self.socs[soc.lower()] = config

    def configure(self, config: Configuration, calls: list[Call]) -> None:
        port: PortDraft | None = None
        for call in calls:
            texts = [unquoted(self.source, *span) for span in arguments(self.source.code, call.start, call.stop)]
            if call.name in ("Input", "Output"):
                side = config.inputs if call.name == "Input" else config.outputs
                name = texts[0] if texts else ""
                port = side.setdefault(name, PortDraft(name, offset=call.start))
            elif call.name in _FLAGS and texts:
                config.flags[_FLAGS[call.name]] = texts[0]
            elif call.name == "ExtendCfgInfo" and len(texts) == 2:
                config.flags[texts[0]] = texts[1]
            elif port is not None:
                self.port(port, [call])
            else:
                message = f"{call.name[:60]} is no call of a configuration; it is not read"
                self.report("call-unknown", call.offset, message, call.name)

    # --- the record ----------------------------------------------------------------------------------------------

    def declaration(self) -> Declaration:
        span = self.source.span(self.start)
        columns: list[SocColumns] = []
        wrong: dict[tuple[int, str], list[str]] = {}  # a problem to the chips that have it
        for soc, config in self.socs.items() or [(ANY_SOC, None)]:
            flags = dict(_DEFAULT_FLAGS) if config is None else dict(config.flags)
            inputs, outputs = dict(self.inputs), dict(self.outputs)
            if config is not None:
                inputs |= config.inputs
                outputs |= config.outputs
            problems: list[tuple[int, str]] = []
            rows = expand(list(inputs.values()), list(outputs.values()), problems)
            for problem in dict.fromkeys(problems):
                wrong.setdefault(problem, []).append(soc)
            columns.append(SocColumns(soc, rows[0], rows[1], flags if soc else {}))
        for (offset, problem), socs in wrong.items():
            where = f" on {', '.join(socs)}" if any(socs) else ""
            self.report("columns-unequal", self.start if offset < 0 else offset, problem + where)
        proto = OpProto(self.op, span=span).replace(
            summary=self.summary,
            inputs=self.ports(self.inputs, [soc.inputs for soc in columns], "inputs"),
            outputs=self.ports(self.outputs, [soc.outputs for soc in columns], "outputs"),
            attrs=tuple(self.attrs.values()),
        )
        op_columns = OpColumns(self.op, tuple(columns))
        return Declaration(proto, span, self.source.line(self.end), columns=op_columns, extra=self.rules)

    def ports(self, base: dict[str, PortDraft], sides: list[tuple[PortColumns, ...]], side: str) -> tuple[Port, ...]:
        kinds = {name: draft.kind for name, draft in base.items()}
        types: dict[str, TypeSet] = {name: TypeSet() for name in base}
        for config in self.socs.values():
            for name, draft in (getattr(config, side) if config else {}).items():
                kinds.setdefault(name, draft.kind)
                types.setdefault(name, TypeSet())
        for ports in sides:
            for port in ports:
                known = (dtype for dtype in port.dtypes if dtype is not DataType.UNDEFINED)
                types[port.name] |= TypeSet.of(*known)
        return tuple(Port(name, types[name], kinds[name]) for name in kinds)
