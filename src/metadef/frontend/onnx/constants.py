"""Small constants that the import itself needs, such as axes: equal ones are one node."""

from __future__ import annotations

import struct

from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["Constants", "number_bytes"]

_CODES = {
    DataType.INT64: "q",
    DataType.INT32: "i",
    DataType.INT16: "h",
    DataType.INT8: "b",
    DataType.UINT64: "Q",
    DataType.UINT32: "I",
    DataType.UINT16: "H",
    DataType.UINT8: "B",
    DataType.FLOAT: "f",
    DataType.DOUBLE: "d",
    DataType.FLOAT16: "e",
    DataType.BOOL: "?",
}
_SHOWN = 8  # numbers that a constant's name shows


class Constants:
    """The shared constants of one graph. Mutable."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[DataType, tuple[int, ...], bytes], Value] = {}

    def vector(self, graph: Graph, numbers: tuple[float, ...], dtype: DataType, name: str) -> Value:
        """A constant of rank 1, called after `name` and its numbers."""
        return self._get(graph, dtype, (len(numbers),), number_bytes(numbers, dtype), f"{name}_{_shown(numbers)}")

    def matrix(self, graph: Graph, numbers: tuple[float, ...], columns: int, dtype: DataType, name: str) -> Value:
        """A constant of rank 2, called after `name` and its numbers."""
        dims = (len(numbers) // columns, columns)
        return self._get(graph, dtype, dims, number_bytes(numbers, dtype), f"{name}_{_shown(numbers)}")

    def scalar(self, graph: Graph, number: float, dtype: DataType, name: str) -> Value:
        """A constant of rank 0, called after `name` and its number."""
        return self._get(graph, dtype, (), number_bytes((number,), dtype), f"{name}_{_spelled(number)}")

    def _get(self, graph: Graph, dtype: DataType, dims: tuple[int, ...], data: bytes, name: str) -> Value:
        key = (dtype, dims, data)
        found = self._known.get(key)
        if found is None or not found.producer.is_alive:
            tensor = TensorValue(dtype, dims, Inline(data))
            found = self._known[key] = graph.constant(tensor, graph.unique_name(name))
        return found


def number_bytes(numbers: tuple[float, ...], dtype: DataType) -> bytes:
    """The numbers as a tensor of the type holds them; out-of-range ones saturate.

    >>> number_bytes((1, 2), DataType.INT16).hex()
    '01000200'
    """
    code = _CODES.get(dtype)
    if code in ("f", "d"):
        return b"".join(_float_bytes(number, code) for number in numbers)
    if code is not None and code not in ("e", "?"):
        bits = dtype.bits
        low, high = (0, (1 << bits) - 1) if code.isupper() else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        return struct.pack(
            f"<{len(numbers)}{code}", *(max(low, min(high, _integer(number, low, high))) for number in numbers)
        )
    import numpy as np

    with np.errstate(over="ignore"):
        return np.asarray(numbers, np.float64).astype(dtype.numpy).tobytes()


def _integer(number: float, low: int, high: int) -> int:
    if isinstance(number, int):
        return number
    if number != number:
        return 0
    return low if number <= low else high if number >= high else int(number)


def _float_bytes(number: float, code: str) -> bytes:
    try:
        return struct.pack(f"<{code}", number)
    except OverflowError:
        return struct.pack(f"<{code}", float("inf") if number > 0 else float("-inf"))


def _shown(numbers: tuple[float, ...]) -> str:
    return "_".join(map(_spelled, numbers[:_SHOWN])) or "none"


def _spelled(number: float) -> str:
    return f"{number:g}".replace("+", "") if isinstance(number, float) else str(int(number))
