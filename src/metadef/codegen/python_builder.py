"""Target `python-builder`: the package `metadef_ops`, a typed function for each operator that adds it to a graph.

    y = ops.Conv2D(graph, x, w, strides=(1, 1, 1, 1), pads=(0, 0, 0, 0))

Inputs are positional, in the order of the prototype; attributes are by name, with the prototype's defaults. What cannot
be a name in Python is spelled by the rule of `metadef.codegen.names`: `lambda_`.
"""

from __future__ import annotations

from dataclasses import dataclass

from metadef.codegen.names import PYTHON_KEYWORDS, identifier, unique
from metadef.codegen.python_values import attr_default, attr_type
from metadef.codegen.record import Job
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.render.escape import visible

__all__ = ["Function", "generate"]

_PACKAGE = "metadef_ops"
# What the modules use themselves, so no operator may be called so: types of annotations, helpers, Python's own names.
_USED = frozenset(
    "annotations bool bytes float int list object str tuple _Sequence _DataType _Graph _NamedAttrs _Node _Value _add"
    " _import_module _FAMILY_OF _outputs None True False print type super self cls property".split()
)
_FUNCTION_NAMES = PYTHON_KEYWORDS | _USED
_PARAMETER_NAMES = PYTHON_KEYWORDS | {"graph", "name", "output_counts", "_add", "_outputs"}
_WIDTH = 110
_IMPORTS = (
    ("Sequence", "collections.abc"),
    ("Graph", "metadef.graph.graph"),
    ("Node", "metadef.graph.node"),
    ("Value", "metadef.graph.value"),
    ("NamedAttrs", "metadef.types.attrs"),
    ("DataType", "metadef.types.dtype"),
)


@dataclass(frozen=True, slots=True)
class Function:
    """One function, as templates need it: everything is ready to stand in Python, `op` alone needs quoting."""

    op: str
    name: str
    parameters: tuple[str, ...]  # with annotation and default, after `graph`
    returns: str
    doc: tuple[str, ...]  # lines of a docstring, escaped
    inputs: tuple[str, ...]  # names of parameters
    attrs: tuple[tuple[str, str], ...]  # name of the attribute, name of its parameter
    counted: bool  # whether it takes `output_counts`
    outputs: tuple[bool, ...]  # for each output, whether it is dynamic


def generate(job: Job) -> dict[str, str]:
    """The package: a module and its stub for each family, the lazy door and its stub."""
    families = list(job.by_family)
    modules = dict(zip(families, unique(f"ops_{family}" for family in families), strict=True))
    reserved = _FUNCTION_NAMES | frozenset(modules.values()) | {"build"}
    names = dict(zip((proto.name for proto in job.protos), unique(job.stems, reserved), strict=True))
    out = {f"{_PACKAGE}/build.py": job.render("python_build.py.j2"), f"{_PACKAGE}/py.typed": ""}
    doors: list[tuple[str, list[str]]] = []
    for family, declarations in job.by_family.items():
        functions = [_function(item.proto, names[item.proto.name]) for item in declarations]
        module = modules[family]
        imports = _imports(functions)
        out[f"{_PACKAGE}/{module}.py"] = job.render("python_module.py.j2", imports=imports, functions=functions)
        out[f"{_PACKAGE}/{module}.pyi"] = job.render("python_module.pyi.j2", imports=imports, functions=functions)
        doors.append((module, [function.name for function in functions]))
    out[f"{_PACKAGE}/__init__.py"] = job.render("python_init.py.j2", modules=doors)
    out[f"{_PACKAGE}/__init__.pyi"] = job.render("python_init.pyi.j2", modules=doors)
    return out


def _imports(functions: list[Function]) -> list[tuple[str, str]]:
    """What the annotations of a module need, as (name, module); each is imported with a `_` before it."""
    text = "\n".join(line for function in functions for line in (*function.parameters, function.returns))
    return [(name, module) for name, module in _IMPORTS if name == "Graph" or f"_{name}" in text]


def _function(proto: OpProto, name: str) -> Function:
    ports, attrs = proto.inputs, proto.attrs
    spelled = unique((item.name for item in (*ports, *attrs)), frozenset(_PARAMETER_NAMES))
    inputs, named = spelled[: len(ports)], spelled[len(ports) :]
    first = _first_default(ports)
    parameters = [_input(port, inputs[index], index >= first) for index, port in enumerate(ports)]
    counted = proto.has_dynamic_outputs
    parameters.append("*")
    parameters += [_attr(spec, given) for spec, given in zip(attrs, named, strict=True)]
    if counted:
        parameters.append("output_counts: _Sequence[int]")
    parameters.append('name: str = ""')
    dynamic = tuple(port.kind is PortKind.DYNAMIC for port in proto.outputs)
    one = ["tuple[_Value, ...]" if many else "_Value" for many in dynamic]
    returns = "_Node" if not one else one[0] if len(one) == 1 else f"tuple[{', '.join(one)}]"
    pairs = tuple((spec.name, given) for spec, given in zip(attrs, named, strict=True))
    doc = _doc(proto, inputs, named)
    return Function(proto.name, name, tuple(parameters), returns, doc, tuple(inputs), pairs, counted, dynamic)


def _first_default(ports: tuple[Port, ...]) -> int:
    """Index of the first input that may be left out: it is optional, and so are all behind it, or dynamic."""
    first = len(ports)
    for index in range(len(ports) - 1, -1, -1):
        if ports[index].kind is PortKind.REQUIRED:
            break
        if ports[index].kind is PortKind.OPTIONAL:
            first = index
    return first


def _input(port: Port, name: str, has_default: bool) -> str:
    match port.kind:
        case PortKind.REQUIRED:
            return f"{name}: _Value"
        case PortKind.OPTIONAL:
            return f"{name}: _Value | None" + (" = None" if has_default else "")
        case PortKind.DYNAMIC:
            return f"{name}: _Sequence[_Value]" + (" = ()" if has_default else "")


def _attr(spec: AttrSpec, name: str) -> str:
    kind = attr_type(spec.kind)
    if spec.required:
        return f"{name}: {kind}"
    default = attr_default(spec)
    return f"{name}: {kind} | None = None" if default is None else f"{name}: {kind} = {default}"


def _doc(proto: OpProto, inputs: list[str], attrs: list[str]) -> tuple[str, ...]:
    lines = _wrapped(proto.summary or f"The operator {proto.name}.", "")
    if proto.deprecated:
        lines += ["", *_wrapped(f"Deprecated: {proto.deprecated}", "")]
    described = [*zip(inputs, proto.inputs, strict=True), *zip(attrs, proto.attrs, strict=True)]
    told = [(name, item.doc) for name, item in described if item.doc]
    if told:
        lines += ["", "Args:"]
        for name, text in told:
            lines += _wrapped(f"{name}: {text}", "    ")
    told = [(identifier(port.name), port.doc) for port in proto.outputs if port.doc]
    if told:
        lines += ["", "Returns:"]
        for name, text in told:
            lines += _wrapped(f"{name}: {text}", "    ")
    return (*lines, "") if len(lines) > 1 else tuple(lines)


def _wrapped(text: str, indent: str) -> list[str]:
    """A text as lines of a docstring, none of which can end it."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        safe = visible(word.replace("\\", "\\\\").replace('"', '\\"'))
        if current and len(current) + len(safe) >= _WIDTH:
            lines.append(indent + current)
            current, indent = safe, indent or ""
            continue
        current = f"{current} {safe}" if current else safe
    return [*lines, indent + current]
