"""What a file has already: tables whose entries keep their numbers when changes are appended.

A whole save numbers everything in the order of first use. A save of changes begins with the tables of the file, so
that what did not change is written with the numbers that it had, and its bytes are the same.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from metadef.codec.mdef.columns import Ints
from metadef.codec.mdef.tensors import TensorReader
from metadef.types.attrs import Attrs
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.codec.mdef.graph_file import GraphFile

__all__ = ["NOTHING", "OriginRow", "Seed", "seed_of"]

OriginRow = tuple[int, int, int, int, tuple[int, ...]]  # file, 0 or 1 + name, operator, made by, sources: strings


@dataclass(frozen=True, slots=True)
class Seed:
    """Tables of a file, each in the order of its numbers. A file that is written whole begins with `NOTHING`."""

    strings: Sequence[str] = ("",)
    shapes: Sequence[Shape] = ()
    descs: Sequence[TensorDesc] = ()
    operators: Sequence[bytes] = ()  # records with their sizes
    paths: Sequence[str] = ("",)
    path_parents: Sequence[int] = (0,)
    path_parts: Sequence[int] = (0,)
    signatures: Sequence[Ints] = ()  # five columns: operator, inputs, outputs, members, output members
    members: Sequence[tuple[int, ...]] = ()
    maps: Sequence[Attrs] = ()
    doubles: Ints = field(default_factory=lambda: np.empty(0, np.int64))  # their bits
    lists: Sequence[tuple[int, ...]] = ()
    tagged: Sequence[bytes] = ()
    origins: Sequence[OriginRow] = ()
    tensors: TensorReader | None = None


NOTHING = Seed()


def seed_of(file: GraphFile) -> Seed | None:
    """The tables of a file; None when one has the same entry twice, which none of our writers does.

    Raises:
        FileError: if the file is corrupt.
    """
    nodes, attrs = file.nodes, file.attrs
    paths, parents, parts = nodes.paths
    seed = Seed(
        file.strings,
        file.shapes,
        file.descs,
        file.operator_records(),
        paths or ("",),
        parents or (0,),
        parts or (0,),
        nodes.signature_columns,
        nodes.members,
        attrs.maps,
        attrs.double_bits,
        attrs.lists,
        attrs.tagged_records(),
        file.origin_rows,
        file.tensors,
    )
    tables: tuple[Sequence[object], ...] = (
        *(seed.strings, seed.shapes, seed.descs, seed.operators, seed.paths, seed.members, seed.lists, seed.tagged),
        seed.origins,
    )
    distinct: list[Sized] = [set(table) for table in tables]
    if seed.strings[:1] != [""] or any(len(one) != len(table) for one, table in zip(distinct, tables, strict=True)):
        return None
    return seed
