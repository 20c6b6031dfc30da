"""Shapes of lookup tables, which live behind a handle.

LookupTableFind has no rule: whether the last axis of the keys is a part of a key is known to the table alone.
"""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, agree, need_rank_within
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["exported", "filled"]


def exported(call: Call) -> list[Shape]:
    """LookupTableExport: all keys and their values; the table knows the rank of a value."""
    return [Shape((None,)), UNKNOWN]


def filled(call: Call) -> list[Shape]:
    """InitializeTable, LookupTableInsert and Import: nothing comes back.

    C1: there are as many values as keys. C2: the keys that a table starts with are a vector.
    """
    if call.proto.name == "InitializeTable":
        need_rank_within(call, "keys", 1, 1)
    keys, values = call.shape("keys"), call.shape("values")
    if keys.rank and values.rank:
        agree(call, keys[0], values[0], "the numbers of keys and values [C1]")
    return []
