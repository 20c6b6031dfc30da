"""Memory formats: the primary enumerators and the packed integer with sub-format and C0.

A packed format is 32 bits: `[27:24]` C0 code, `[23:8]` sub-format (convolution groups), `[7:0]` primary.
Source: facts formats.tsv and dtypes_formats.md (metadef 786891c, `types.h`, `type_utils_impl.cc`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Format", "StorageFormat"]

# Written names that differ from the enumerator.
_SERIAL = {
    "FRACTAL_DECONV_SP_STRIDE8_TRANS": "DECONV_SP_STRIDE8_TRANS",
    "HASHTABLE_LOOKUP_LOOKUPS": "LOOKUP_LOOKUPS",
    "HASHTABLE_LOOKUP_KEYS": "LOOKUP_KEYS",
    "HASHTABLE_LOOKUP_VALUE": "LOOKUP_VALUE",
    "HASHTABLE_LOOKUP_OUTPUT": "LOOKUP_OUTPUT",
    "HASHTABLE_LOOKUP_HITS": "LOOKUP_HITS",
    "FRACTAL_ZZ": "RESERVED",
    "RESERVED": "FORMAT_RESERVED",
}
_UNREADABLE = {"FRACTAL_ZZ", "END", "MAX"}  # GE writes these but has no way to read them
_UNNAMED = {"FRACTAL_ZZ", "RESERVED", "ALL", "NULL", "END", "MAX"}  # GetFormatName says UNKNOWN
_MAX_SUB_FORMAT = 0xFFFF


class Format(Enum):
    """A primary memory format, with the number of C++ `ge::Format`.

    >>> Format.NC1HWC0.value, Format.ND.serial, Format.parse("FRACTAL_Z:16")
    (3, 'ND', FRACTAL_Z)
    """

    NCHW = 0
    NHWC = 1
    ND = 2
    NC1HWC0 = 3
    FRACTAL_Z = 4
    NC1C0HWPAD = 5
    NHWC1C0 = 6
    FSR_NCHW = 7
    FRACTAL_DECONV = 8
    C1HWNC0 = 9
    FRACTAL_DECONV_TRANSPOSE = 10
    FRACTAL_DECONV_SP_STRIDE_TRANS = 11
    NC1HWC0_C04 = 12
    FRACTAL_Z_C04 = 13
    CHWN = 14
    FRACTAL_DECONV_SP_STRIDE8_TRANS = 15
    HWCN = 16
    NC1KHKWHWC0 = 17
    BN_WEIGHT = 18
    FILTER_HWCK = 19
    HASHTABLE_LOOKUP_LOOKUPS = 20
    HASHTABLE_LOOKUP_KEYS = 21
    HASHTABLE_LOOKUP_VALUE = 22
    HASHTABLE_LOOKUP_OUTPUT = 23
    HASHTABLE_LOOKUP_HITS = 24
    C1HWNCoC0 = 25
    MD = 26
    NDHWC = 27
    FRACTAL_ZZ = 28
    FRACTAL_NZ = 29
    NCDHW = 30
    DHWCN = 31
    NDC1HWC0 = 32
    FRACTAL_Z_3D = 33
    CN = 34
    NC = 35
    DHWNC = 36
    FRACTAL_Z_3D_TRANSPOSE = 37
    FRACTAL_ZN_LSTM = 38
    FRACTAL_Z_G = 39
    RESERVED = 40
    ALL = 41
    NULL = 42
    ND_RNN_BIAS = 43
    FRACTAL_ZN_RNN = 44
    NYUV = 45
    NYUV_A = 46
    NCL = 47
    FRACTAL_Z_WINO = 48
    C1HWC0 = 49
    FRACTAL_NZ_C0_16 = 50
    FRACTAL_NZ_C0_32 = 51
    FRACTAL_NZ_C0_2 = 52
    FRACTAL_NZ_C0_4 = 53
    FRACTAL_NZ_C0_8 = 54
    END = 55
    MAX = 255

    __hash__ = object.__hash__  # WHY: members are singletons; Enum's own hash is a slow Python call

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        """`FORMAT_NCHW`: the C++ enumerator."""
        return f"FORMAT_{self.name}"

    @property
    def serial(self) -> str:
        """The name that GE writes to files; `RESERVED` for FRACTAL_ZZ, which has none."""
        return _SERIAL.get(self.name, self.name)

    @property
    def display(self) -> str:
        """`GetFormatName`: like `serial`, but UNKNOWN for the six values without a name."""
        return "UNKNOWN" if self.name in _UNNAMED else self.serial

    @property
    def axes(self) -> str | None:
        """The axis letters of a plain (unpacked) format in memory order, None for every other.

        >>> Format.NHWC.axes, Format.NC1HWC0.axes
        ('NHWC', None)
        """
        return self.name if self.name in _PLAIN else None

    @staticmethod
    def from_ge(value: int) -> Format | None:
        """By the C++ number of the primary format; None when there is none."""
        return _BY_VALUE.get(value)

    @staticmethod
    def parse(text: str) -> Format:
        """The primary format of a written name; RESERVED for anything unknown, as GE does."""
        return StorageFormat.parse(text).primary

    @staticmethod
    def lookup(text: str) -> Format | None:
        """The format a person means: any case, with or without `FORMAT_` or `ge::`; None when unknown.

        >>> Format.lookup("ge::FORMAT_nchw"), Format.lookup("NCWH")
        (NCHW, None)
        """
        name = text.strip().removeprefix("ge::")
        name = name.removeprefix("FORMAT_") if name.upper().startswith("FORMAT_") else name
        return _LOOKUP.get(name.upper())


_PLAIN = {"NCHW", "NHWC", "HWCN", "CHWN", "NCDHW", "NDHWC", "DHWCN", "DHWNC", "NCL", "NC", "CN"}
_BY_VALUE = {member.value: member for member in Format}
_LOOKUP = {member.name.upper(): member for member in Format} | {
    member.serial.upper(): member for member in Format if member.name not in _UNREADABLE
}
_BY_SERIAL = {member.serial: member for member in Format if member.name not in _UNREADABLE} | {
    "RESERVED": Format.RESERVED,
    "UNDEFINED": Format.RESERVED,
}


@dataclass(frozen=True, slots=True)
class StorageFormat:
    """A format as it lies in memory: primary, sub-format (groups, 0 = none), C0 code (0 = none).

    >>> packed = StorageFormat(Format.FRACTAL_Z, 8, 5)
    >>> hex(packed.packed), packed.c0, str(packed)
    ('0x5000804', 16, 'FRACTAL_Z:8')
    """

    primary: Format
    sub: int = 0  # convolution groups for FRACTAL_Z and FRACTAL_Z_3D; used only above 1
    c0_code: int = 0  # C0 = 2 ** (code - 1); 0 leaves C0 to the data type

    @property
    def c0(self) -> int | None:
        """Elements in the C0 axis when the format fixes it, else None."""
        return 1 << (self.c0_code - 1) if self.c0_code else None

    @property
    def packed(self) -> int:
        """The 32-bit integer of `format_for_int`."""
        return (self.primary.value & 0xFF) | (self.sub & _MAX_SUB_FORMAT) << 8 | (self.c0_code & 0xF) << 24

    @staticmethod
    def unpack(value: int) -> StorageFormat:
        """From the packed integer; an unknown primary becomes RESERVED.

        >>> StorageFormat.unpack(0x80A).sub
        8
        """
        primary = Format.from_ge(value & 0xFF) or Format.RESERVED
        return StorageFormat(primary, value >> 8 & _MAX_SUB_FORMAT, value >> 24 & 0xF)

    @staticmethod
    def with_c0(primary: Format, c0: int, sub: int = 0) -> StorageFormat:
        """A format with an explicit C0.

        Raises:
            ValueError: if `c0` is not a power of two up to 16384.
        """
        code = c0.bit_length()
        if c0 <= 0 or c0 & (c0 - 1) or code > 15:
            raise ValueError(f"C0 must be a power of two from 1 to 16384, got {c0}")
        return StorageFormat(primary, sub, code)

    def __str__(self) -> str:
        """As GE serialises it: the C0 code is not written."""
        return f"{self.primary.serial}:{self.sub}" if self.sub else self.primary.serial

    @staticmethod
    def parse(text: str) -> StorageFormat:
        """Split at the first ":"; a bad sub-format or unknown name gives RESERVED, as GE does.

        >>> StorageFormat.parse("FRACTAL_Z:16").sub, StorageFormat.parse("FRACTAL_Z:x").primary
        (16, RESERVED)
        """
        name, colon, digits = text.partition(":")
        primary = _BY_SERIAL.get(name, Format.RESERVED)
        if not colon:
            return StorageFormat(primary)
        if not (digits.isascii() and digits.isdigit()) or int(digits[:6]) > _MAX_SUB_FORMAT or len(digits) > 6:
            return StorageFormat(Format.RESERVED)
        return StorageFormat(primary, int(digits))
