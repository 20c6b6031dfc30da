"""Structural prototypes that every graph needs whatever its registry holds: inputs, constants, unknown operators."""

from __future__ import annotations

from functools import lru_cache

from metadef.ops.proto import OpProto, op
from metadef.ops.traits import CONSTANT, PURE
from metadef.types.attrs import AttrKind
from metadef.types.typeset import TypeSet

__all__ = ["ANY", "BUILTIN", "CONST", "DATA", "OPAQUE", "is_opaque", "opaque"]

ANY = TypeSet()  # WHY: an empty set on a port means "not restricted"; GE's ALL() lacks a third of the types
OPAQUE = "opaque"  # trait of an operator that nothing is known about

DATA = (
    op("Data")
    .doc("An input of the graph.")
    .output("y", ANY, doc="what the caller feeds")
    .attr("index", AttrKind.Int, 0, doc="position among the graph's inputs")
    .category("structure")
)

CONST = (
    op("Const")
    .doc("A constant tensor.")
    .output("y", ANY, doc="the constant")
    .required_attr("value", AttrKind.Tensor, doc="type, shape and bytes")
    .traits(CONSTANT, PURE)
    .category("structure")
)

BUILTIN = {proto.name: proto for proto in (DATA, CONST)}


@lru_cache(maxsize=4096)
def opaque(name: str) -> OpProto:
    """A prototype for an operator that no registry knows: any inputs, any outputs, any attributes."""
    return (
        op(name)
        .doc("An operator that no registry knows; kept so that everything around it can still be checked.")
        .dynamic_input("x", ANY)
        .dynamic_output("y", ANY)
        .traits(OPAQUE)
    )


def is_opaque(proto: OpProto) -> bool:
    """Whether nothing is known about the operator."""
    return OPAQUE in proto.trait_set
