"""Between storage and meaning: kernels compute on tensors as they are meant, values of a laid-out graph lie as stored.

Every value of a laid-out graph is really kept in its storage format, padding included, and goes through the data
transforms of `metadef.formats` on its way into and out of a kernel. So a missing or wrong TransData shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from metadef.errors import MetadefError
from metadef.formats import origin_shape, storage_shape, transfer
from metadef.graph.node import Node
from metadef.kernels.call import Array
from metadef.types.format import Format, StorageFormat
from metadef.types.tensor import TensorDesc

__all__ = ["RESULTS", "Takes", "as_taken", "meant", "move", "stored"]

# node name -> the storage in which each input is taken, None for "as meant": what layout chose for the node.
# A kernel reads the bytes it is given in this storage, whatever lies there, as a device does.
Takes = Mapping[str, "tuple[StorageFormat | None, ...]"]
RESULTS = ""  # the entry of the graph's own outputs; no node has this name

_WITH_C0 = frozenset(
    {Format.NC1HWC0, Format.NDC1HWC0, Format.FRACTAL_Z, Format.FRACTAL_Z_3D, Format.FRACTAL_NZ, Format.C1HWNCoC0}
)


def as_taken(array: Array, desc: TensorDesc, storage: StorageFormat | None) -> tuple[Array, TensorDesc]:
    """The bytes of an array, read in the storage that a node takes.

    Raises:
        MetadefError: if they are not shaped as that storage is.
    """
    if storage is None:
        wanted = desc.stored_as(desc.origin_format, desc.origin_shape)
    elif storage.primary is desc.format and storage.sub == desc.sub_format:
        return array, desc
    else:
        shape = storage_shape(
            desc.origin_shape, desc.origin_format, storage.primary, desc.dtype, groups=max(1, storage.sub)
        )
        wanted = desc.stored_as(storage, shape)
    dims = wanted.shape.known_dims()
    if dims is None or dims == array.shape:
        return array, wanted
    raise MetadefError.of(
        "kernel-failed",
        f"tensor {desc}",
        "is not stored as it is taken",
        expected=str(wanted.shape),
        got=str(list(array.shape)),
        hint="a TransData before it",
    )


def meant(array: Array, desc: TensorDesc, origin_dims: Sequence[int] | None = None) -> Array:
    """The tensor as it is meant, from the bytes as they are stored; `origin_dims` where the shape is symbolic."""
    if desc.is_stored_as_meant:
        return array
    return _transfer(array, desc, desc.format, desc.origin_format, origin_dims)


def stored(array: Array, desc: TensorDesc) -> Array:
    """The bytes as `desc` stores them, from the tensor as it is meant."""
    if desc.is_stored_as_meant:
        return array
    return _transfer(array, desc, desc.origin_format, desc.format, array.shape)


def move(node: Node, array: Array, source: TensorDesc, origin_dims: Sequence[int] | None = None) -> Array:
    """What TransData and ReFormat do: from the storage of the input to that of the output.

    Where both name the same axes in different orders (NHWC in, NCHW out, both in NC1HWC0), they change places too.

    Raises:
        MetadefError: if the array is not shaped as the source format stores it.
    """
    out = node.output.desc
    whole = meant(array, source, origin_dims)
    before, after = source.origin_format.axes, out.origin_format.axes
    if before is not None and after is not None and before != after and sorted(before) == sorted(after):
        whole = whole.transpose([before.index(axis) for axis in after]) if whole.ndim == len(before) else whole
    return stored(whole, out)


def _transfer(array: Array, desc: TensorDesc, src: Format, dst: Format, origin_dims: Sequence[int] | None) -> Array:
    dims = origin_dims if origin_dims is not None else _origin_dims(array, desc, src)
    blocked = src if src in _WITH_C0 else dst
    last = desc.shape[-1] if blocked in _WITH_C0 and desc.shape.rank else None
    result = transfer(
        np.ascontiguousarray(array),
        src,
        dst,
        origin_shape=tuple(dims),
        origin_format=desc.origin_format,
        dtype=desc.dtype,
        groups=max(1, desc.sub_format),
        c0=last if isinstance(last, int) else None,
    )
    return result


def _origin_dims(array: Array, desc: TensorDesc, src: Format) -> Sequence[int]:
    """The origin shape, its symbols as the array says.

    Raises:
        MetadefError: where padding hides the size of a symbolic axis.
    """
    dims = desc.origin_shape.known_dims()
    if dims is not None:
        return dims
    last = array.shape[-1] if src in _WITH_C0 and array.ndim else None
    decided: list[object] = list(origin_shape(array.shape, src, desc.origin_format, desc.dtype, c0=last))
    if len(decided) == desc.origin_shape.rank:
        sizes = [
            own if isinstance(own, int) else size for own, size in zip(desc.origin_shape.dims, decided, strict=True)
        ]
        if all(isinstance(size, int) for size in sizes):
            return [size for size in sizes if isinstance(size, int)]
    raise MetadefError.of("kernel-failed", f"tensor {desc}", "its origin shape is not known", hint="bind the symbols")
