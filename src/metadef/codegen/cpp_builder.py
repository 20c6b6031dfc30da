"""Target `cpp-builder`: the C library, and a class in C++17 for each operator that adds it to a graph.

    metadef::op::Conv2D conv(graph, x, filter, {1, 1, 1, 1}, {0, 0, 0, 0});
    conv.set_attr_groups(2);

Required and dynamic inputs and required attributes are parameters, in the order of the prototype; the others are set,
by methods named as REG_OP's macros name them. What cannot be a name is spelled by the rule of `metadef.codegen.names`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from metadef.codegen.c_table import build_files, library_files
from metadef.codegen.names import CPP_KEYWORDS, identifier, unique
from metadef.codegen.record import Job
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto
from metadef.render.escape import visible
from metadef.render.quoting import c_string
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.version import __version__

__all__ = ["OperatorClass", "cpp_files", "generate"]

# Macros of the standard library and words of compilers, which no name may be.
_MACROS = frozenset(
    "NULL EOF NAN INFINITY assert errno stdin stdout stderr offsetof setjmp va_arg va_start va_end va_copy signbit"
    " isnan isinf isfinite isnormal fpclassify HUGE_VAL RAND_MAX BUFSIZ linux unix i386 _Bool _Complex _Imaginary"
    " _Noreturn _Static_assert _Alignas _Alignof _Generic _Thread_local _Atomic _Pragma".split()
)
# what the classes inherit or say themselves
_USED = frozenset("Op graph name node feed give result value std metadef op".split())
_PREFIXES = ("set_input_", "set_attr_", "output_")
_ONE = {
    "Int": "std::int64_t",
    "Float": "double",
    "Bool": "bool",
    "Type": "::metadef::DataType",
    "String": "std::string",
    "AscendString": "std::string",
    "Bytes": "::metadef::Bytes",
    "Tensor": "::metadef::Tensor",
    "NamedAttrs": "::metadef::NamedAttrs",
}
_BY_VALUE = ("Int", "Float", "Bool", "Type")
_WIDTH = 110


@dataclass(frozen=True, slots=True)
class Setter:
    """A method that sets an optional input or an attribute."""

    name: str
    type: str  # of the parameter, with what stands between it and its name
    call: str


@dataclass(frozen=True, slots=True)
class Output:
    """A method that gives an output; `parameter` is "" unless the output is dynamic."""

    name: str
    parameter: str
    arguments: str


@dataclass(slots=True)
class OperatorClass:
    """One class, as the template needs it: everything is ready to stand in C++."""

    name: str
    doc: list[str]
    parameters: list[str]
    base: list[str]
    body: list[str] = field(default_factory=list[str])
    setters: list[Setter] = field(default_factory=list[Setter])
    outputs: list[Output] = field(default_factory=list[Output])
    single: bool = False  # whether it has one output, and so can stand for it


def generate(job: Job) -> dict[str, str]:
    """The project.

    Raises:
        MetadefError: for names that C strings cannot hold.
    """
    out, sources = library_files(job)
    more, cpp_sources = cpp_files(job)
    return out | more | build_files(job, sources, cpp_sources)


def cpp_files(job: Job) -> tuple[dict[str, str], list[str]]:
    """Headers and sources of the builder, path to text, and the paths of the sources."""
    dtypes = _enumerators(dtype.name for dtype in DataType)
    formats = _enumerators(item.name for item in Format)
    facts = {
        "dtypes": [(name, dtype.ge_value) for name, dtype in zip(dtypes, DataType, strict=True)],
        "formats": [(name, item.value) for name, item in zip(formats, Format, strict=True)],
        "proto_numbers": [(name, dtype.proto_value) for name, dtype in zip(dtypes, DataType, strict=True)],
        "serials": [(name, item.serial) for name, item in zip(formats, Format, strict=True)],
        "version": __version__,
    }
    out = {
        "include/metadef/graph.hpp": job.render("cpp/graph.hpp.j2", **facts),
        "src/graph.cpp": job.render("cpp/graph.cpp.j2"),
        "src/ge_ir_file.cpp": job.render("cpp/ge_ir_file.cpp.j2", **facts),
        "src/mdef_columns.hpp": job.render("cpp/mdef_columns.hpp.j2"),
        "src/mdef_file.cpp": job.render("cpp/mdef_file.cpp.j2", **facts),
        "src/mdef_operators.cpp": job.render("cpp/mdef_operators.cpp.j2"),
        "src/mdef_writer.hpp": job.render("cpp/mdef_writer.hpp.j2"),
    }
    wanted = list(job.stems)
    reserved = CPP_KEYWORDS | _MACROS | _USED | {name for name in wanted if _is_reserved(name)}
    names = dict(zip(wanted, unique(wanted, reserved), strict=True))
    families = list(job.by_family)
    files = dict(zip(families, unique(families, frozenset()), strict=True))
    headers: list[str] = []
    for family, declarations in job.by_family.items():
        path = f"metadef/ops/{files[family]}.hpp"
        classes = [operator_class(item.proto, names[item.proto.name]) for item in declarations]
        guard = f"METADEF_OPS_{files[family].upper()}_HPP"
        out[f"include/{path}"] = job.render("cpp/family.hpp.j2", guard=guard, classes=classes)
        headers.append(path)
    out["include/metadef/ops.hpp"] = job.render("cpp/ops.hpp.j2", headers=headers)
    return out, ["src/ge_ir_file.cpp", "src/graph.cpp", "src/mdef_file.cpp", "src/mdef_operators.cpp"]


def _enumerators(names: Iterable[str]) -> list[str]:
    """Names of enumerators; the format NULL is a macro."""
    return [identifier(name, CPP_KEYWORDS | _MACROS) for name in names]


def _is_reserved(name: str) -> bool:
    """Whether compilers may use the name themselves, or a class of that name would hide its own methods."""
    return "__" in name or name.startswith(_PREFIXES)


def operator_class(proto: OpProto, name: str) -> OperatorClass:
    """The class of an operator, called `name`."""
    ctor = _constructor_parts(proto)
    wanted = [identifier(part.name, frozenset()) for part in ctor]
    spelled = unique(wanted, CPP_KEYWORDS | _MACROS | _USED | {name for name in wanted if "__" in name})
    made = OperatorClass(name, _doc(proto), ["::metadef::Graph &graph"], ["graph", c_string(proto.name), "name"])
    counts: list[str] = []
    given = {part.key: spelling for part, spelling in zip(ctor, spelled, strict=True)}
    for part, spelling in zip(ctor, spelled, strict=True):
        made.parameters.append(f"{part.type}{spelling}")
    made.parameters.append('const std::string &name = ""')
    _inputs(proto, made, given)
    _attrs(proto, made, given)
    for index, port in enumerate(proto.outputs):
        counts.append(given[f"out{index}"] if port.kind is PortKind.DYNAMIC else "1")
    if proto.has_dynamic_outputs:
        made.base.append(f"{{{', '.join(counts)}}}")
    methods = unique([f"output_{port.name}" for port in proto.outputs], frozenset())
    for index, (port, method) in enumerate(zip(proto.outputs, methods, strict=True)):
        dynamic = port.kind is PortKind.DYNAMIC
        parameter, arguments = ("std::uint32_t member", f"{index}, member") if dynamic else ("", f"{index}")
        made.outputs.append(Output(method, parameter, arguments))
    made.single = len(proto.outputs) == 1 and not proto.has_dynamic_outputs
    return made


@dataclass(frozen=True, slots=True)
class _Part:
    """A parameter of a constructor."""

    key: str
    name: str
    type: str


def _constructor_parts(proto: OpProto) -> list[_Part]:
    parts: list[_Part] = []
    for index, port in enumerate(proto.inputs):
        if port.kind is not PortKind.OPTIONAL:
            parts.append(_Part(f"in{index}", port.name, _input_type(port)))
    for index, port in enumerate(proto.outputs):
        if port.kind is PortKind.DYNAMIC:
            parts.append(_Part(f"out{index}", f"count_{port.name}", "std::uint32_t "))
    for index, spec in enumerate(proto.attrs):
        if spec.required:
            parts.append(_Part(f"attr{index}", spec.name, _attr_type(spec.kind)))
    return parts


def _inputs(proto: OpProto, made: OperatorClass, given: dict[str, str]) -> None:
    optional = [index for index, port in enumerate(proto.inputs) if port.kind is PortKind.OPTIONAL]
    names = unique([f"set_input_{proto.inputs[index].name}" for index in optional], frozenset())
    for index, method in zip(optional, names, strict=True):
        made.setters.append(Setter(method, "::metadef::Value ", f"feed({index}, value);"))
    fed: list[str] = []
    for index, port in enumerate(proto.inputs):
        fed.append("{}" if port.kind is PortKind.OPTIONAL else given[f"in{index}"])
        if port.kind is PortKind.REQUIRED:
            fed[-1] = f"{{{fed[-1]}}}"
    while fed and fed[-1] == "{}":
        fed.pop()
    made.base.append(f"{{{', '.join(fed)}}}")


def _attrs(proto: OpProto, made: OperatorClass, given: dict[str, str]) -> None:
    names = unique([f"set_attr_{spec.name}" for spec in proto.attrs], frozenset())
    for index, (spec, method) in enumerate(zip(proto.attrs, names, strict=True)):
        if spec.required:
            made.body.append(f"give({index}, {given[f'attr{index}']});")
        made.setters.append(Setter(method, _attr_type(spec.kind), f"give({index}, value);"))


def _input_type(port: Port) -> str:
    return "const ::metadef::Values &" if port.kind is PortKind.DYNAMIC else "::metadef::Value "


def _attr_type(kind: AttrKind) -> str:
    """The type of a parameter.

    >>> _attr_type(AttrKind.Int), _attr_type(AttrKind.ListListInt)
    ('std::int64_t ', 'const std::vector<std::vector<std::int64_t>> &')
    """
    name, depth = kind.name, 0
    while name.startswith("List"):
        name, depth = name.removeprefix("List"), depth + 1
    plain = "std::vector<" * depth + _ONE[name] + ">" * depth
    return f"{plain} " if not depth and name in _BY_VALUE else f"const {plain} &"


def _doc(proto: OpProto) -> list[str]:
    """Lines of a comment, none of which can go on behind its end."""
    text = proto.summary or f"The operator {proto.name}."
    if proto.deprecated:
        text += f" Deprecated: {proto.deprecated}"
    lines: list[str] = []
    current = ""
    for word in text.split():
        safe = visible(word)[:_WIDTH]
        if current and len(current) + len(safe) >= _WIDTH:
            lines.append(current)
            current = safe
            continue
        current = f"{current} {safe}" if current else safe
    # WHY: a backslash at the end of a line, also as a trigraph, would take the next line into the comment
    return [f"{line}." if line.endswith(("\\", "??/")) else line for line in [*lines, current]]
