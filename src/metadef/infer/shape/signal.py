"""Shapes of spectra and of audio: frames of a signal, one row a frequency; samples as files hold them."""

from __future__ import annotations

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    dims_at,
    need_at_least,
    need_rank,
    need_rank_within,
)
from metadef.infer.shape.handles import (
    one,
)
from metadef.ops.call import Call
from metadef.types.dim import dim_max, floor_div
from metadef.types.shape import Shape

__all__ = [
    "decoded_audio",
    "encoded_audio",
    "inverse_real_fft",
    "mel_coefficients",
    "real_fft",
    "spectrogram",
    "stft",
]


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
    need_at_least(call, size, length, "the signal holds a frame [C1]")
    frames: Axis = None if size is None else floor_div(size - length, hop) + 1
    rows = length // 2 + 1 if call.bool_attr("onesided") else length
    parts = () if call.bool_attr("return_complex") else (2,)
    return Shape((*x.dims[:-1], rows, frames, *parts))


def real_fft(call: Call) -> Shape:
    """RFFT: n real numbers of the last axis -> n // 2 + 1 complex ones; `fft_length` is n.

    C1: x has an axis. C2: the length is one number, not negative.
    """
    x, length = call.shape("input"), _fft_length(call)
    need_rank_within(call, "input", 1)
    if x.rank is None:
        return UNKNOWN
    bins = None if length is None else 0 if isinstance(length, int) and length == 0 else floor_div(length, 2) + 1
    return x.with_dim(x.rank - 1, bins)


def inverse_real_fft(call: Call) -> Shape:
    """IRFFT: the last axis becomes `fft_length` real numbers.

    C1: x has an axis. C2: the length is one number, not negative.
    """
    x, length = call.shape("x"), _fft_length(call)
    need_rank_within(call, "x", 1)
    return UNKNOWN if x.rank is None else x.with_dim(x.rank - 1, length)


def _fft_length(call: Call) -> Axis:
    one("fft_length", law="C2")(call)
    sizes = dims_at(call, "fft_length")
    length = sizes[0] if sizes else None
    if isinstance(length, int) and length < 0:
        call.fail("shape-mismatch", "`fft_length` is not negative [C2]", expected=">= 0", got=str(length))
    return length


def spectrogram(call: Call) -> Shape:
    """AudioSpectrogram: samples [n, channels] -> [channels, frames, bins]; a window is padded to a power of two.

    C1: window and stride are positive, the window 2 or more.
    """
    x, window, stride = call.shape("x"), call.int_attr("window_size"), call.int_attr("stride")
    if window < 2 or stride < 1:
        call.fail("attr-constraint", "a window moves on [C1]", expected=">= 2 and >= 1", got=f"{window} and {stride}")
    need_rank_within(call, "x", 2, 2)
    length, channels = (x[0], x[1]) if x.rank else (None, None)
    frames: Axis = None
    if isinstance(length, int):
        frames = 0 if length < window else (length - window) // stride + 1
    elif length is not None:
        frames = dim_max(floor_div(length - window, stride) + 1, 0)
    return Shape((channels, frames, (1 << (window - 1).bit_length()) // 2 + 1))


def mel_coefficients(call: Call) -> Shape:
    """Mfcc: a spectrogram [channels, frames, bins] -> [channels, frames, coefficients].

    C1: the sample rate is one number. C2: the number of coefficients is positive and not above that of filters.
    """
    x, count = call.shape("spectrogram"), call.int_attr("dct_coefficient_count")
    filters = call.int_attr("filterbank_channel_count")
    if not 0 < count <= filters:
        call.fail("attr-constraint", "coefficients are of filters [C2]", expected=f"1 to {filters}", got=f"{count}")
    one("sample_rate")(call)
    need_rank_within(call, "spectrogram", 3, 3)
    return Shape((x[0], x[1], count)) if x.rank else Shape((None, None, count))


def decoded_audio(call: Call) -> list[Shape]:
    """DecodeWav: samples [n, channels], and the sample rate; -1 as a desired number leaves it to the file.

    C1: the content is one string. C2: desired numbers are -1 or more.
    """
    one("contents")(call)
    sizes: list[Axis] = []
    for name in ("desired_samples", "desired_channels"):
        given = call.int_attr(name)
        if given < -1:
            call.fail("attr-constraint", f"`{name}` is -1 or a number [C2]", expected=">= -1", got=str(given))
        sizes.append(None if given == -1 else given)
    return [Shape(sizes), Shape(())]


def encoded_audio(call: Call) -> Shape:
    """EncodeWav: one string.

    C1: the sample rate is one number. C2: samples are [n, channels].
    """
    one("sample_rate")(call)
    need_rank_within(call, "audio", 2, 2)
    return Shape(())
