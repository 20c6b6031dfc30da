"""`TensorValue`: a constant whose bytes are repeated, held, mapped or elsewhere, never copied without need."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from metadef.errors import MetadefError
from metadef.types.dtype import DataType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["External", "Inline", "Mapped", "Payload", "Splat", "TensorValue"]


@dataclass(frozen=True, slots=True)
class Splat:
    """Every element is the same: the bytes of one element."""

    element: bytes


@dataclass(frozen=True, slots=True)
class Inline:
    """The bytes themselves, little-endian, in row-major order."""

    data: bytes | memoryview


@dataclass(frozen=True, slots=True)
class Mapped:
    """A window of a memory-mapped file; the view keeps the mapping alive."""

    data: memoryview
    file: str  # where the bytes lie, for messages and for saving without a copy
    offset: int  # in bytes from the start of the file


@dataclass(frozen=True, slots=True)
class External:
    """Bytes in another file, read when asked for."""

    file: str
    offset: int  # bytes
    size_bytes: int


Payload: TypeAlias = Splat | Inline | Mapped | External

_SPLAT_MINIMUM = 64  # elements; WHY: below this a scan costs more than the bytes it saves


class TensorValue:
    """A constant of known shape and type. Sub-byte types hold one element a byte, as ml_dtypes does.

    Equal when type, shape and bytes are equal; a bytewise comparison, so NaN equals itself and 0.0 differs from -0.0.
    """

    __slots__ = ("_digest", "dims", "dtype", "payload")

    def __init__(self, dtype: DataType, dims: tuple[int, ...], payload: Payload) -> None:
        self.dtype = dtype
        self.dims = dims
        self.payload = payload
        self._digest: bytes | None = None

    @staticmethod
    def from_array(array: object, dtype: DataType | None = None) -> TensorValue:
        """From anything NumPy takes as an array; `dtype` only relabels, such as INT8 to QINT8.

        Raises:
            MetadefError: for dtypes without an Ascend counterpart.
        """
        import numpy as np

        data: NDArray[np.generic] = np.asarray(array)
        try:
            own = dtype or DataType.from_numpy(data.dtype)
        except TypeError as error:
            raise MetadefError.of("tensor-malformed", "constant", str(error)) from error
        if own is DataType.STRING:
            raise MetadefError.of(
                "tensor-malformed", "constant", "string tensors cannot be held as constants", hint="Bytes attributes"
            )
        dims = tuple(int(size) for size in data.shape)  # WHY: before ascontiguousarray, which turns rank 0 into rank 1
        flat = np.ascontiguousarray(data).astype(data.dtype.newbyteorder("<"), copy=False).reshape(-1)
        raw = flat.view(np.uint8).reshape(flat.size, -1) if flat.size else flat.view(np.uint8)
        if flat.size >= _SPLAT_MINIMUM and bool((raw == raw[0]).all()):
            return TensorValue(own, dims, Splat(raw[0].tobytes()))
        return TensorValue(own, dims, Inline(flat.tobytes()))

    @staticmethod
    def splat(dtype: DataType, dims: tuple[int, ...], value: float) -> TensorValue:
        """A tensor that repeats one number."""
        import numpy as np

        return TensorValue(dtype, dims, Splat(np.asarray(value, dtype.numpy).tobytes()))

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.dims)

    @property
    def itemsize(self) -> int:
        """Bytes that one element takes in memory: at least 1, also for sub-byte types."""
        return max(1, self.dtype.bits // 8)

    @property
    def nbytes(self) -> int:
        """Bytes of the whole tensor in memory, whether it is expanded or not."""
        return self.size * self.itemsize

    @property
    def is_splat(self) -> bool:
        return isinstance(self.payload, Splat)

    def data(self) -> bytes | memoryview:
        """All bytes; a splat is expanded, an external file is read.

        Raises:
            MetadefError: if an external file is missing or too short.
        """
        match self.payload:
            case Inline(data) | Mapped(data):
                return data
            case Splat(element):
                return element * self.size
            case External(file, offset, size_bytes):
                return _read(file, offset, size_bytes)

    def array(self) -> NDArray[np.generic]:
        """The tensor as a read-only NumPy array; mapped bytes are not copied, a splat is broadcast."""
        import numpy as np

        dtype = self.dtype.numpy
        if isinstance(self.payload, Splat):
            return np.broadcast_to(np.frombuffer(self.payload.element, dtype)[0], self.dims)
        data = self.data()
        if len(data) != self.size * dtype.itemsize:
            raise MetadefError.of(
                "tensor-malformed",
                "constant",
                "the bytes do not fill the shape",
                expected=f"{self.nbytes} bytes for {self}",
            )
        return np.frombuffer(data, dtype).reshape(self.dims)

    def digest(self) -> bytes:
        """A 16-byte hash of type, shape and content, computed once."""
        if self._digest is None:
            state = blake2b(f"{self.dtype.name}{self.dims}".encode(), digest_size=16)
            if isinstance(self.payload, Splat) and self.size >= 2:
                state.update(b"splat" + self.payload.element)
            else:
                state.update(self._splat_or_data())
            self._digest = state.digest()
        return self._digest

    def _splat_or_data(self) -> bytes | memoryview:
        """WHY: the same content must hash equal whether or not somebody noticed that it repeats."""
        data = memoryview(self.data())
        step = self.itemsize
        if self.size >= 2 and len(data) == self.nbytes and data[:-step] == data[step:]:
            return b"splat" + bytes(data[:step])
        return data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorValue):
            return NotImplemented
        if self is other or (self.payload is other.payload and self.dims == other.dims and self.dtype is other.dtype):
            return True
        return self.dtype is other.dtype and self.dims == other.dims and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash((self.dtype, self.dims))

    def __repr__(self) -> str:
        shape = ", ".join(map(str, self.dims))
        return f"TensorValue({self.dtype.name}[{shape}], {type(self.payload).__name__.lower()})"


def _read(file: str, offset: int, size_bytes: int) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            stream.seek(offset)
            data = stream.read(size_bytes)
    except OSError as error:
        raise MetadefError.of("external-data-missing", file, f"cannot read external data: {error.strerror}") from error
    if len(data) != size_bytes:
        raise MetadefError.of(
            "external-data-missing",
            file,
            "external data file is too short",
            expected=f"{size_bytes} bytes at offset {offset}",
            got=f"{len(data)} bytes",
        )
    return data
