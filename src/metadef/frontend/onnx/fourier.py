"""Fourier transforms as products with constant matrices: Ascend's own ones take complex tensors only.

ONNX keeps real and imaginary parts in a last axis of length 2, of length 1 where a signal is real.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.constants import number_bytes
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import reshape_to
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["OPS", "transform_matrix"]

_MOST_ELEMENTS = 1 << 24  # of a matrix


def transform_matrix(
    length: int, given: int, parts: int, frequencies: int, *, inverse: bool, from_half: bool = False
) -> list[float]:
    """The rows [given · parts] and columns [frequencies · 2, or frequencies of a real result] of a transform.

    Elements beyond `given` count as zeros, those beyond `length` are cut off. `from_half`: the input is the half of a
    conjugate-symmetric spectrum, and the result is real.

    >>> transform_matrix(2, 2, 1, 2, inverse=False)
    [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0]
    """
    sign = 1 if inverse else -1
    weight = 1 / length if inverse else 1.0
    turns = [(math.cos(2 * math.pi * k / length), math.sin(2 * math.pi * k / length)) for k in range(length)]
    for eighth in range(4):  # WHY: quarter turns are whole numbers, which cos and sin miss by an ulp
        if eighth * length % 4 == 0:
            turns[eighth * length // 4 % length] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[eighth]
    numbers: list[float] = []
    for row in range(given):
        is_cut = row >= (length // 2 + 1 if from_half else length)
        is_doubled = from_half and row > 0 and 2 * row != length
        scale = 0.0 if is_cut else weight * (2 if is_doubled else 1)
        for part in range(parts):
            for column in range(frequencies):
                cosine, sine = turns[row * column % length]
                real, imaginary = (cosine, sign * sine) if part == 0 else (-sign * sine, cosine)
                numbers += [scale * real] if from_half else [scale * real, scale * imaginary]
    return [number + 0.0 for number in numbers]  # without negative zeros


def _matrix(node: OnnxNode, numbers: Sequence[float], rows: int, dtype: DataType) -> Value:
    content = Inline(number_bytes(tuple(numbers), dtype))
    return node.constant(TensorValue(dtype, (rows, len(numbers) // rows), content), "matrix")


def _transformed(node: OnnxNode, x: Value, length: int, *, inverse: bool, onesided: bool, tag: str = "") -> Value:
    """Over the axis before the last one, which holds the parts."""
    dims = node.dims(x)
    assert dims is not None  # the callers know the rank
    given, parts = dims[-2], dims[-1]
    if not isinstance(given, int) or not isinstance(parts, int) or parts not in (1, 2) or given < 1 or length < 1:
        node.fail("shape-unknown", "needs a known length and 1 or 2 parts", got=str([*dims]), as_error=True)
    from_half = inverse and onesided
    frequencies = length // 2 + 1 if onesided and not inverse else length
    out_parts = 1 if from_half else 2
    if given * parts * frequencies * out_parts > _MOST_ELEMENTS:
        node.fail("attr-constraint", "the matrix of the transform is too large", expected=f"{_MOST_ELEMENTS} elements")
    numbers = transform_matrix(length, given, parts, frequencies, inverse=inverse, from_half=from_half)
    matrix = _matrix(node, numbers, given * parts, node.need_dtype(x))
    before = [None] * (len(dims) - 2)
    rows = reshape_to(node, x, [*before, given * parts], f"{tag}rows")
    product = node.add("BatchMatMulV2" if len(dims) > 3 else "MatMulV2", [rows, matrix], tag=f"{tag}product")
    return reshape_to(node, product, [*before, frequencies, out_parts], f"{tag}parts")


def dft(node: OnnxNode) -> Value:
    """Over one axis of known length; the axis moves to the end and back."""
    x, inverse, onesided = node.value(0), node.flag("inverse"), node.flag("onesided")
    rank = node.need_rank(x, "the transform")
    axis = _axis(node, rank)
    dims = node.dims(x) or ()
    size = dims[axis]
    wanted = node.optional(1)
    lengths = node.known_ints(wanted) if wanted is not None else None
    if wanted is not None and lengths is None:
        node.fail("shape-unknown", "the length of the transform must be known", as_error=True)
    if not isinstance(size, int):
        node.fail("shape-unknown", f"the length of axis {axis} must be known", as_error=True)
    length = lengths[0] if lengths else 2 * (size - 1) if inverse and onesided else size
    if node.dtype(x) is DataType.DOUBLE:
        node.fail("dtype-not-allowed", "Ascend multiplies no matrices of DOUBLE", expected="FLOAT", got="DOUBLE")
    if axis == rank - 2:
        result = _transformed(node, x, length, inverse=inverse, onesided=onesided)
        return node.add("Identity", [result])
    perm = (*(index for index in range(rank - 1) if index != axis), axis, rank - 1)
    back = tuple(perm.index(index) for index in range(rank))
    moved = node.add("Transpose", [x, node.const_ints(perm, "perm")], tag="moved")
    result = _transformed(node, moved, length, inverse=inverse, onesided=onesided)
    return node.add("Transpose", [result, node.const_ints(back, "perm")])


def _axis(node: OnnxNode, rank: int) -> int:
    axis = -2
    if node.opset < 20:
        axis = node.int("axis")
    elif node.optional(2) is not None:
        known = node.known_ints(node.value(2))
        if known is None:
            node.fail("shape-unknown", "the axis of the transform must be known", as_error=True)
        axis = known[0]
    found = normalised(node, (axis,), rank)[0]
    if found == rank - 1:
        node.fail("axis-out-of-range", "the last axis holds the parts", expected=f"0 to {rank - 2}", got=str(axis))
    return found


def stft(node: OnnxNode) -> Value:
    """Frames of a signal [batch, length, parts], each times the window, then transformed."""
    signal, window = node.value(0), node.optional(2)
    step = node.known_ints(node.value(1))
    given = node.optional(3)
    sizes = node.known_ints(given) if given is not None else None
    own = node.dims(window) if window is not None else None
    size = sizes[0] if sizes else own[0] if own else None
    dims = node.dims(signal)
    length = dims[1] if dims is not None and len(dims) == 3 else None
    if step is None or not isinstance(size, int) or not isinstance(length, int) or dims is None:
        node.fail("shape-unknown", "the frames' step and length and the signal's must be known", as_error=True)
    if step[0] < 1 or not 1 <= size <= length:
        node.fail("attr-constraint", "frames must lie inside of the signal", got=f"step {step[0]}, length {size}")
    count = (length - size) // step[0] + 1
    indices = [start * step[0] + offset for start in range(count) for offset in range(size)]
    parts = dims[2] if isinstance(dims[2], int) else 1
    taken = node.add(
        "GatherV2", [signal, node.const_ints(indices, "frames"), node.const_int(1, "axis")], tag="gathered"
    )
    frames = reshape_to(node, taken, [None, count, size, parts], "frames")
    if window is not None:
        factors = node.add("Unsqueeze", [window], {"axes": (1,)}, tag="window")
        frames = node.add("Mul", [frames, factors], tag="windowed")
    return node.add(
        "Identity", [_transformed(node, frames, size, inverse=False, onesided=node.flag("onesided"))]
    )  # fmt: skip


OPS = {
    "DFT": onnx_op(dft, "input dft_length? axis?[20:]", "axis:i=1[:20] inverse:i=0 onesided:i=0", since=17),
    "STFT": onnx_op(stft, "signal frame_step window? frame_length?", "onesided:i=1", since=17),
}
