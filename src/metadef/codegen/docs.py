"""Target `docs`: the reference in Markdown, a page for each operator and an index by family."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from metadef.codegen.docs_examples import example
from metadef.codegen.record import Job
from metadef.definitions.declaration import Declaration
from metadef.definitions.dtype_names import enumerator
from metadef.definitions.json_values import to_json_value
from metadef.frontend.onnx_export.table import DIRECT, FAMILIES
from metadef.layout.classes import CLASSES
from metadef.ops.ports import AttrSpec, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.ops.steps import STEPS
from metadef.ops.traits import BROADCAST, ELEMENTWISE
from metadef.render.quoting import md_code, md_text
from metadef.types.format import Format

__all__ = ["cell_code", "generate"]

_EXPORTED = frozenset(op for ops in FAMILIES.values() for op in ops.split())
_MARKS = {PortKind.REQUIRED: "", PortKind.OPTIONAL: "?", PortKind.DYNAMIC: "..."}
_LONGEST = 2000


def generate(job: Job) -> dict[str, str]:
    """The pages `ops/<operator>.md` and `index.md`."""
    job.templates.filters["cell_code"] = cell_code
    families = [
        (family, [(item.proto, job.stems[item.proto.name]) for item in declarations])
        for family, declarations in job.by_family.items()
    ]
    out = {"index.md": job.render("docs_index.md.j2", families=families, count=len(job.declarations))}
    for declaration in job.declarations:
        out[f"ops/{job.stems[declaration.proto.name]}.md"] = _page(job, declaration)
    return out


def cell_code(text: str) -> str:
    """A code span in a cell of a table, where a bar would end the cell.

    >>> cell_code("a|b")
    '`a\\\\|b`'
    """
    return md_code(text).replace("|", "\\|")


def _page(job: Job, declaration: Declaration) -> str:
    proto = declaration.proto
    return job.render(
        "docs_operator.md.j2",
        op=proto,
        family=job.families.get(proto.name, "custom"),
        call=_call(proto),
        inputs=[_port(port) for port in proto.inputs],
        outputs=[_port(port) for port in proto.outputs],
        attrs=[_attr(spec) for spec in proto.attrs],
        symbols=[(symbol.name, _symbol_types(symbol.promote, symbol.types)) for symbol in proto.symbols],
        shape=_words(proto.shape_rule),
        dtype=_words(proto.dtype_rule),
        traits=sorted(proto.trait_set),
        formats=_formats(declaration),
        onnx=_onnx(proto.name),
        versions=_versions(proto.name),
        **dict(zip(("example", "result", "formula"), example(proto), strict=True)),
    )


def _call(proto: OpProto) -> str:
    inputs = [f"{port.name}{_MARKS[port.kind]}" for port in proto.inputs]
    attrs = [spec.name if spec.required else f"{spec.name}={_default(spec)}" for spec in proto.attrs]
    outputs = [f"{port.name}{_MARKS[port.kind]}" for port in proto.outputs]
    return f"{proto.name}({', '.join([*inputs, *attrs])}) -> {', '.join(outputs) or 'nothing'}"


def _port(port: Port) -> dict[str, str]:
    types = ", ".join(enumerator(dtype) for dtype in port.types) or "any"
    return {
        "name": port.name,
        "kind": port.kind.value,
        "types": f"{port.symbol}: {types}" if port.symbol else types,
        "axes": port.pattern,
        "doc": port.doc,
    }


def _attr(spec: AttrSpec) -> dict[str, str]:
    return {
        "name": spec.name,
        "kind": spec.kind.name,
        "default": "" if spec.required else _default(spec),
        "rule": "" if spec.constraint is None else str(spec.constraint),
        "doc": spec.doc,
    }


def _default(spec: AttrSpec) -> str:
    if spec.default is None:
        return "none"
    plain = to_json_value(spec.default)
    text = plain if isinstance(plain, str) and not isinstance(spec.default, str) else repr(plain)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _symbol_types(promote: tuple[str, ...], types: object) -> str:
    return f"the promotion of {', '.join(promote)}" if promote else str(types)


def _words(rule: Callable[..., object] | None) -> str:
    """The first paragraph of what a rule says of itself."""
    # WHY FunctionType: a partial or another object has the documentation of its class, which says nothing here
    text = rule.__doc__ if isinstance(rule, FunctionType) else None
    return " ".join((text or "").split("\n\n")[0].split())


def _formats(declaration: Declaration) -> list[tuple[str, str]]:
    """Which formats it runs in: by chip where the definition says so, else by the class that layout takes it for."""
    if declaration.columns is not None:
        return [
            (soc.soc or "every chip", f"{port.name}: {_names(port.formats)}")
            for soc in declaration.columns.socs
            for port in (*soc.inputs, *soc.outputs)
        ]
    proto = declaration.proto
    kind = proto.layout_class or CLASSES.get(proto.name, "")
    if not kind and len(proto.outputs) == 1:
        kind = "agnostic" if proto.has_trait(ELEMENTWISE) else "broadcast" if proto.has_trait(BROADCAST) else ""
    return [("every chip", f"class {kind or 'plain'}")]


def _versions(name: str) -> list[str]:
    """What each version of the operator's calls brought, beginning with the second."""
    return [
        f"version {step.to}: " + (f"added {', '.join(step.added)}" if step.added else "another form of the same call")
        for step in STEPS
        if step.op == name
    ]


def _names(formats: tuple[Format, ...]) -> str:
    return ", ".join(dict.fromkeys(item.name for item in formats)) or "any"


def _onnx(name: str) -> str:
    direct = DIRECT.get(name)
    if direct is not None:
        return f"{md_code(direct)}, with the same inputs."
    if name in _EXPORTED:
        return "Written as standard operators, by a mapping of its own."
    return f"No standard operator; written as {md_code(name)} of the domain {md_text('ge')}."
