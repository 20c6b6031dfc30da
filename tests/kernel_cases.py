"""Calls of single operators by port and attribute names, for tests of reference kernels.

Lists become arrays of a type that the port takes: float32 for numbers with a point, int32 or else int64 for whole
ones, bool for truth values. What is no input of the operator is an attribute; whole numbers of an input that this
version of the operator takes as an attribute go there as a tuple. So one table row can test an operator and its
variant with constant arguments (`Tile` and `TileD`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from metadef.catalogue import registry
from metadef.driver.calls import call
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType

__all__ = ["array_for", "run"]

Array = np.ndarray[Any, np.dtype[Any]]
_WHOLE = (DataType.INT32, DataType.INT64, DataType.UINT8, DataType.INT8)
_REAL = (DataType.FLOAT, DataType.FLOAT16, DataType.DOUBLE)


def array_for(proto: OpProto, port: str, value: object) -> Array:
    """A value as an array of the first suitable type that the port takes; an array that it takes stays as it is."""
    plain = np.asarray(value)
    types = proto.inputs[proto.input_index[port]].types
    if isinstance(value, np.ndarray) and DataType.from_numpy(value.dtype).mask & types.mask:
        return value
    kinds = {"f": _REAL, "i": (*_WHOLE, *_REAL), "b": (DataType.BOOL, *_WHOLE)}[plain.dtype.kind]
    return plain.astype(next(dtype for dtype in kinds if not types.mask or dtype.mask & types.mask).numpy)


def run(op: str, **values: object) -> list[Array]:
    """Check, infer and run one call; the arrays that come out.

    Raises:
        MetadefError: if the call is illegal or the kernel cannot take it.
    """
    proto = registry().lookup(op)
    inputs: list[Any] = []
    attrs = dict(values)
    for port in proto.inputs:
        value = attrs.pop(port.name, None)
        if value is None:
            inputs.append(None)
        elif port.kind is PortKind.DYNAMIC:
            assert isinstance(value, list)
            inputs.append([array_for(proto, port.name, item) for item in value])
        else:
            inputs.append(array_for(proto, port.name, value))
    canonical = {name: _frozen(value) for name, value in attrs.items() if name in proto.attr_index}
    unknown = attrs.keys() - canonical.keys()
    assert not unknown, f"{op} has neither inputs nor attributes {sorted(unknown)}"
    return call(proto, inputs, canonical)


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
