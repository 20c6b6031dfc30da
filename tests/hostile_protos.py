"""Prototypes whose every text is an attack on the language that a generator writes."""

from __future__ import annotations

from hostile_names import HOSTILE
from metadef.catalogue.laws import AxesWithin
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_form import declaration_of
from metadef.ops.constraints import one_of
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, PortKind, Symbol
from metadef.ops.proto import OpProto, op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

__all__ = ["ATTACKS", "hostile_declarations", "many_ports"]

ATTACKS = (
    '"""\nimport os\n"""',
    "'''",
    '\\"""',
    "\\",
    '"',
    "*/ int evil; /*",
    "*\\\n/ int evil;",
    "// \\",
    "??/",
    "-->\n<script>alert(1)</script>",
    "{{ 7 * 7 }}{% for x in y %}{# #}",
    "`` ` ```",
    "${evil}`",
    "|\n| --- |",
    "\n# heading\n\n* item",
    "\n\n    code",
    "x](javascript:a) [y",
    "#include <evil>",
    "\n#define x y\n",
    ") INPUT(evil, DT_INT8",
    "\nfunc init() { panic(1) }\n",
    "\n//go:embed x\n",
    "//go:build ignore",
    "@ts-ignore",
    "__proto__",
    "constructor",
    "toString",
    "lambda",
    "class",
    "from",
    "func",
    "range",
    "interface",
    "delete",
    "await",
    "All",
    "Find",
    "graph",
    "name",
    "self",
    "_add",
    "_If",
    "If",
    "if",
    "SoftplusV2",
    "SoftPlusV2",
    "Shape",
    "\r",
    "\x0c",
    "\u2028",
    "\x00",
)


def hostile_declarations() -> list[Declaration]:
    """An operator for each attack, called so, with ports, attributes, documentation and laws of other attacks."""
    texts = [*dict.fromkeys((*ATTACKS, *HOSTILE))]
    out: list[Declaration] = []
    for index, text in enumerate(texts):
        one, two, three = (texts[(index + step) % len(texts)] for step in (1, 2, 3))
        proto = OpProto(text).replace(
            summary=two,
            deprecated=three,
            inputs=(
                Port(one, TypeSet.of(DataType.FLOAT, DataType.INT8), PortKind.REQUIRED, three, two, ""),
                Port(f"{two} 2", TypeSet.of(DataType.FLOAT), PortKind.OPTIONAL, "", one, two),
                Port(f"{three} 3", TypeSet.of(DataType.FLOAT, DataType.INT8), PortKind.DYNAMIC, three, two),
            ),
            outputs=(Port(one, TypeSet.of(DataType.FLOAT)), Port(three, TypeSet(), PortKind.DYNAMIC, "", two)),
            attrs=(
                AttrSpec(two, AttrKind.String, False, three, one_of(three, one), one),
                AttrSpec(f"{one} 1", AttrKind.ListString, True, None, None, two),
                AttrSpec(f"{three} 2", AttrKind.Int, False, 0, None, two),
            ),
            symbols=(Symbol(three, TypeSet.of(DataType.FLOAT, DataType.INT8)),),
            graphs=(GraphSpec(two, True, three),),
            laws=(
                Law(one, two, AxesWithin(f"{three} 2", one, None)),
                Law(two, three, lambda call: True),
            ),
            trait_set=frozenset([one]),
            categories=(two,),
        )
        out.append(declaration_of(proto))
    return out


def many_ports(count: int = 10_000) -> Declaration:
    """An operator with as many inputs, and attributes of which all names become equal."""
    proto = op("ManyPorts").output("y", DataType.FLOAT)
    return declaration_of(
        proto.replace(
            inputs=tuple(Port(f"x{index}", TypeSet.of(DataType.FLOAT)) for index in range(count)),
            attrs=tuple(
                AttrSpec("é" * (index % 3 + 1) + f"\x00{index}", AttrKind.Int, False, index) for index in range(99)
            ),
        )
    )
