"""What a definition says about formats: by port where it has columns, else the class that layout takes it for."""

from __future__ import annotations

from metadef.definitions.declaration import Declaration
from metadef.layout.classes import CLASSES
from metadef.ops.proto import OpProto
from metadef.ops.traits import BROADCAST, ELEMENTWISE
from metadef.types.format import Format

__all__ = ["format_names", "layout_word"]


def layout_word(proto: OpProto) -> str:
    """The class of an operator by its prototype alone, "plain" where nothing is known."""
    named = proto.layout_class or CLASSES.get(proto.name, "")
    if named or len(proto.outputs) != 1:
        return named or "plain"
    return "agnostic" if proto.has_trait(ELEMENTWISE) else "broadcast" if proto.has_trait(BROADCAST) else "plain"


def format_names(declaration: Declaration) -> dict[tuple[str, str], set[Format]]:
    """The formats that a port has on any chip, by side (`in` or `out`) and name; those without are left out."""
    found: dict[tuple[str, str], set[Format]] = {}
    proto = declaration.proto
    for side, ports in (("in", proto.input_index), ("out", proto.output_index)):
        for column in proto.columns:
            for name, chosen, _ in column:
                if name in ports:
                    found.setdefault((side, name), set()).add(chosen)
    for soc in declaration.columns.socs if declaration.columns is not None else ():
        for side, columns in (("in", soc.inputs), ("out", soc.outputs)):
            for port in columns:
                found.setdefault((side, port.name), set()).update(port.formats)
    return found
