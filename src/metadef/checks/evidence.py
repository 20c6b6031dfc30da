"""What is known about an operator besides its own definition: its registrations, its other forms, its deprecation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metadef.checks.record import Operator
from metadef.definitions.columns import PortColumns, SocColumns
from metadef.ops.ports import Port
from metadef.ops.proto import OpProto

__all__ = ["deprecation", "has_function", "judged", "paired", "prototype_of", "replacements"]

_INSTEAD = re.compile(
    r"(?i:please use|use|replaced by|superseded by|请使用|instead of it use)\s+[`'\"]?([A-Z_]\w{1,127})"
    r"|[`'\"]?\b([A-Z]\w{1,127})[`'\"]? (?i:instead)"
)
_SHOUTED = re.compile(r"[A-Z]{2,}")


def judged(operator: Operator) -> bool:
    """Whether a missing rule can be told from one that is simply in another file.

    A header never holds rules. It is judged when the files checked beside it register rules for any operator. A chain
    that names rules itself is judged by them. An OpDef is not: which of its functions register rules is not read.
    """
    declaration = operator.declaration
    if declaration is None or any("infer" in key.lower() for key in declaration.extra):
        return True
    return bool(operator.library.impls) and not operator.has_columns


def has_function(operator: Operator, *names: str) -> bool:
    """Whether a registration, or the definition itself, names one of these rules."""
    if operator.declaration is not None:
        wanted = {name.lower().removeprefix("set") for name in names}
        if any(key.lower().removeprefix("set") in wanted for key in operator.declaration.extra):
            return True
    impls = operator.library.impls.get(operator.proto.name, ())
    return any(name in impl.functions for impl in impls for name in names)


def prototype_of(operator: Operator) -> OpProto | None:
    """The prototype that columns are measured against: a header checked along with them, else the catalogue's."""
    name = operator.proto.name
    return operator.library.headers.get(name) or operator.library.catalogue(name)


def paired(columns: SocColumns, proto: OpProto) -> Iterator[tuple[PortColumns, Port]]:
    """Ports of the columns with the ports of that name in a prototype."""
    for listed, ports in ((columns.inputs, proto.inputs), (columns.outputs, proto.outputs)):
        by_name = {port.name: port for port in ports}
        for port in listed:
            if port.name in by_name:
                yield port, by_name[port.name]


def deprecation(operator: Operator) -> str:
    """The sentence that deprecates the operator, "" for a living one."""
    written = operator.declaration.doc.deprecated if operator.declaration is not None else ""
    return written or operator.proto.deprecated


def replacements(text: str, own: str) -> list[str]:
    """The operators that a deprecation names to use instead.

    >>> replacements("THIS FUNCTION IS DEPRECATED. Please use BatchNormV2 instead.", "BatchNorm")
    ['BatchNormV2']
    """
    names = [first or second for first, second in _INSTEAD.findall(text)]
    return [name for name in dict.fromkeys(names) if name != own and not _SHOUTED.fullmatch(name)]
