"""Shapes of spectra: frames of a signal, one row a frequency."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, need_rank, need_rank_within, size_at
from metadef.ops.call import Call
from metadef.types.dim import floor_div
from metadef.types.shape import Shape

__all__ = ["half_spectrum", "stft"]


def half_spectrum(call: Call) -> Shape:
    """RFFT: the last axis, cut or padded to `fft_length`, has the frequencies from 0 to half of it.

    C1: the signal has an axis.
    """
    need_rank_within(call, "input", 1)
    x, length = call.shape("input"), size_at(call, "fft_length")
    return UNKNOWN if x.rank is None else x.with_dim(-1, None if length is None else floor_div(length, 2) + 1)


def stft(call: Call) -> Shape:
    """STFT: [batch?, frequencies, frames], with real and imaginary parts as a last axis unless they are complex.

    C1: `n_fft` is positive and not longer than the signal. C2: a hop is positive; 0 means a quarter of `n_fft`.
    C3: `win_length` is at most `n_fft`, which 0 stands for. C4: a window is a vector of that length.
    """
    x, length = call.shape("x"), call.int_attr("n_fft")
    hop = call.int_attr("hop_length") or length // 4
    if need_rank(call, x, "x", 1, 2) is None:
        return Shape(None)
    if hop <= 0 or length <= 0:
        call.fail("attr-constraint", "`hop_length` and `n_fft` are positive [C1, C2]", expected="> 0", got=f"{hop}")
    span = call.int_attr("win_length") or length
    if span > length:
        call.fail("attr-constraint", "`win_length` fits into `n_fft` [C3]", expected=f"at most {length}", got=f"{span}")
    window = call.shape("window")
    if need_rank(call, window, "window", 1):
        agree(call, window[0], span, "the window and `win_length` [C4]")
    size = x[-1]
    if isinstance(size, int) and size < length:
        call.fail("shape-mismatch", "the signal holds a frame [C1]", expected=f">= {length}", got=str(size))
    frames: Axis = None if size is None else floor_div(size - length, hop) + 1
    rows = length // 2 + 1 if call.bool_attr("onesided") else length
    parts = () if call.bool_attr("return_complex") else (2,)
    return Shape((*x.dims[:-1], rows, frames, *parts))
