"""Target `reg-op`: REG_OP headers, one a family, and `all_ops.h` that includes them."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.codegen.names import is_identifier
from metadef.codegen.record import Job
from metadef.definitions.reg_op_emit import emit_reg_op
from metadef.errors import Finding, MetadefError, finding
from metadef.ops.proto import OpProto

__all__ = ["generate"]


def generate(job: Job) -> dict[str, str]:
    """The headers.

    Raises:
        MetadefError: with every name that C++ does not take: a header that registers another name would be wrong.
    """
    problems = [problem for proto in job.protos for problem in _problems(proto)]
    if problems:
        raise MetadefError(problems)
    out: dict[str, str] = {}
    for family, declarations in job.by_family.items():
        operators = [emit_reg_op(declaration.proto) for declaration in declarations]
        guard = f"METADEF_GEN_{family.upper()}_OPS_H"
        out[f"{family}_ops.h"] = job.render("reg_op.h.j2", guard=guard, operators=operators)
    out["all_ops.h"] = job.render("reg_op_all.h.j2", headers=sorted(out))
    return out


def _problems(proto: OpProto) -> Iterator[Finding]:
    parts = [("operator", proto.name)]
    parts += [("input", port.name) for port in proto.inputs]
    parts += [("output", port.name) for port in proto.outputs]
    parts += [("attribute", spec.name) for spec in proto.attrs]
    parts += [("symbol", name) for port in (*proto.inputs, *proto.outputs) if (name := port.symbol)]
    parts += [("symbol", symbol.name) for symbol in proto.symbols]
    parts += [("graph", spec.name) for spec in proto.graphs]
    for what, name in parts:
        # WHY: macros paste the names of parts behind a prefix, where a keyword is harmless; the operator is a class
        if not is_identifier(name if what == "operator" else f"x_{name}") or name[:1].isdigit():
            message = f"the name of its {what} is no C++ name" if what != "operator" else "its name is no C++ name"
            yield finding("declaration-nameless", f"operator {proto.name[:200]}", message, got=repr(name[:200]))
