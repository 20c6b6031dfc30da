"""Fourier transforms, audio and codes."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    PURE,
    STRING,
    Bool,
    Float,
    Int,
    not_negative,
    op,
    positive,
)
from metadef.infer.dtypes import follow, spectrum
from metadef.infer.shape import common, signal

AudioSpectrogram = (
    op("AudioSpectrogram")
    .input("x", FLOAT)
    .output("spectrogram", FLOAT)
    .required_attr("window_size", Int)
    .required_attr("stride", Int)
    .attr("magnitude_squared", Bool, False)
    .shape(signal.spectrogram)
    .traits(PURE)
    .category("signal")
)

DecodeWav = (
    op("DecodeWav")
    .input("contents", STRING)
    .output("audio", FLOAT)
    .output("sample_rate", INT32)
    .attr("desired_channels", Int, -1)
    .attr("desired_samples", Int, -1)
    .shape(signal.decoded_audio)
    .traits(PURE)
    .category("signal")
)

EncodeWav = (
    op("EncodeWav")
    .input("audio", FLOAT)
    .input("sample_rate", INT32)
    .output("contents", STRING)
    .shape(signal.encoded_audio)
    .traits(PURE)
    .category("signal")
)

FFT = (
    op("FFT")
    .input("x", COMPLEX64 | COMPLEX128)
    .output("y", COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("signal")
)

FFT2D = (
    op("FFT2D")
    .input("x", COMPLEX64 | COMPLEX128)
    .output("y", COMPLEX64 | COMPLEX128)
    .traits(PURE)
    .category("signal")
    .shape(common.same("x"))
    .dtype(follow("x"))
)

HansDecode = (
    op("HansDecode")
    .input("mantissa", BF16 | FLOAT16 | FLOAT)
    .input("fixed", BF16 | FLOAT16 | FLOAT)
    .input("var", BF16 | FLOAT16 | FLOAT)
    .input("pdf", INT32)
    .output("output", BF16 | FLOAT16 | FLOAT)
    .attr("reshuff", Bool, False)
    .dtype(follow("mantissa"))
    .traits(PURE)
    .category("signal")
)

HansEncode = (
    op("HansEncode")
    .input("input_tensor", BF16 | FLOAT16 | FLOAT)
    .input("pdf", INT32)
    .output("pdf", INT32)
    .output("mantissa", BF16 | FLOAT16 | FLOAT)
    .output("fixed", BF16 | FLOAT16 | FLOAT)
    .output("var", BF16 | FLOAT16 | FLOAT)
    .attr("statistic", Bool, False)
    .attr("reshuff", Bool, False)
    .shape(common.in_place)
    .dtype(follow("input_tensor"))
    .category("signal")
)

IFFT = (
    op("IFFT")
    .input("x", COMPLEX64 | COMPLEX128)
    .output("y", COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("signal")
)

IFFT2D = (
    op("IFFT2D")
    .input("x", COMPLEX64 | COMPLEX128)
    .output("y", COMPLEX64 | COMPLEX128)
    .traits(PURE)
    .category("signal")
    .shape(common.same("x"))
    .dtype(follow("x"))
)

IRFFT = (
    op("IRFFT")
    .input("x", COMPLEX64)
    .input("fft_length", INT32)
    .output("y", FLOAT)
    .shape(signal.inverse_real_fft)
    .traits(PURE)
    .category("signal")
)

LDPCDecode = (
    op("LDPCDecode")
    .input("valid_num", INT32)
    .input("matrix_info", INT32)
    .output("indices", INT32)
    .traits(PURE)
    .category("signal")
)

Mfcc = (
    op("Mfcc")
    .input("spectrogram", FLOAT)
    .input("sample_rate", INT32)
    .output("y", FLOAT)
    .attr("upper_frequency_limit", Float, 4000.0)
    .attr("lower_frequency_limit", Float, 20.0)
    .attr("filterbank_channel_count", Int, 40)
    .attr("dct_coefficient_count", Int, 13)
    .shape(signal.mel_coefficients)
    .traits(PURE)
    .category("signal")
)

RFFT = (
    op("RFFT")
    .input("input", FLOAT)
    .input("fft_length", INT32)
    .output("y", COMPLEX64)
    .shape(signal.real_fft)
    .traits(PURE)
    .category("signal")
)

STFT = (
    op("STFT")
    .doc("Short-time Fourier transform.")
    .input("x", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="signals, [length] or [batch, length]")
    .optional_input(
        "window",
        FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="weights of the samples of a frame, [win_length]; left out for ones",
    )
    .output("y", FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="spectrum of each frame")
    .attr("hop_length", Int, 0, not_negative, doc="samples between frames; 0 for a quarter of n_fft")
    .attr("win_length", Int, 0, not_negative, doc="samples in a frame; 0 for n_fft")
    .attr("normalized", Bool, False, doc="whether the spectrum is divided by the square root of n_fft")
    .attr("onesided", Bool, True, doc="whether only the half of the spectrum that real signals need is given")
    .attr("return_complex", Bool, True, doc="whether the result is complex instead of having a last axis of two")
    .required_attr("n_fft", Int, positive, doc="length of the transform")
    .shape(signal.stft)
    .dtype(spectrum)
    .traits(PURE)
    .category("signal")
)

OPS = (
    AudioSpectrogram,
    DecodeWav,
    EncodeWav,
    FFT,
    FFT2D,
    HansDecode,
    HansEncode,
    IFFT,
    IFFT2D,
    IRFFT,
    LDPCDecode,
    Mfcc,
    RFFT,
    STFT,
)
