"""What a graph's file declares about its outputs, where the operators alone do not say it.

A size that depends on data is known to nobody but the model's author, who wrote it down as the shape of an output. It
is believed exactly there: a size that follows from the operators stands, and one that contradicts it is a finding.
The claims are the graph's attribute `_declared_shapes`, so that they survive passes and every file format. Only numbers
are claimed, never names: exporters invent names for outputs that say nothing about inputs. See decision 0008.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.attrs import Attrs, NamedAttrs
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, DimLike
from metadef.types.shape import Shape

__all__ = ["CLAIMS", "claim_outputs", "claims_of", "contradiction", "narrowed", "says_more"]

CLAIMS = "_declared_shapes"


def claim_outputs(graph: Graph, shapes: Mapping[str, Shape]) -> None:
    """Let inference believe these shapes of outputs, by the outputs' names."""
    if shapes:
        claims = Attrs({name: str(shape) for name, shape in shapes.items()})
        graph.attrs = graph.attrs.with_value(CLAIMS, NamedAttrs(CLAIMS, claims))


def claims_of(graph: Graph) -> dict[Value, Shape]:
    """The claimed shape of each value that is an output with a claim.

    Raises:
        MetadefError: bad-dim, for an attribute that holds something else than shapes.
    """
    given = graph.attrs.get(CLAIMS) if graph.attrs else None
    if not isinstance(given, NamedAttrs):
        return {}
    found = {name: Shape.parse(str(text)) for name, text in given.attrs.items()}
    return {value: found[name] for name, value in graph.outputs if name in found}


def contradiction(value: Value, known: Shape, claimed: Shape) -> Finding | None:
    """The finding where a claim about a value and what follows from the operators cannot both hold."""
    if claimed.rank is None or known.rank is None:
        return None
    if claimed.rank == known.rank and not any(
        isinstance(own, int) and isinstance(other, int) and own != other
        for own, other in zip(known, claimed, strict=True)
    ):
        return None
    what = f"the file declares {claimed}, and {known} follows from its operators; the latter counts"
    outputs = value.producer.graph.outputs
    subject = next((f'output "{name}"' for name, other in outputs if other is value), f'value "{value.name}"')
    return finding("declared-shape-differs", subject, what)


def says_more(known: Shape, claimed: Shape, store: ConstraintStore) -> bool:
    """Whether a claim that does not contradict gives a number where inference has none, or a rank."""
    if claimed.rank is None:
        return False
    if known.rank is None:
        return True
    return any(isinstance(other, int) and _is_open(own, store) for own, other in zip(known, claimed, strict=True))


def narrowed(
    known: Sequence[Shape], claims: Sequence[Shape | None], store: ConstraintStore
) -> tuple[list[Shape], list[tuple[Dim, int]]]:
    """Shapes with what is claimed filled in, and what that demands of sizes that depend on data."""
    shapes: list[Shape] = []
    demands: list[tuple[Dim, int]] = []
    for own, claimed in zip(known, claims, strict=True):
        if claimed is None or claimed.rank is None or not says_more(own, claimed, store):
            shapes.append(own)
            continue
        if own.rank is None:
            shapes.append(Shape([dim if isinstance(dim, int) else None for dim in claimed]))
            continue
        dims: list[DimLike | None] = []
        for mine, other in zip(own, claimed, strict=True):
            believed = isinstance(other, int) and _is_open(mine, store)
            if believed and isinstance(mine, Dim) and isinstance(other, int):
                demands.append((mine, other))
            dims.append(other if believed else mine)
        shapes.append(Shape(dims))
    return shapes, demands


def _is_open(dim: DimLike | None, store: ConstraintStore) -> bool:
    """Whether a size depends on data: unknown, or a symbol that inference made."""
    if dim is None:
        return True
    name = dim.symbol_name if isinstance(dim, Dim) else None
    return name is not None and store.is_fresh(name)
