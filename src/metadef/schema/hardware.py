"""Which hardware has which data types: the articles' `HardwareSupport`, an option of enum values numbered 1001.

What the cores of a chip family lack is told by `metadef.targets.target.ABSENT_DTYPES`. No public source says which
driver brought a type, so `min_driver_version` is empty here. Who knows it writes it into the own copy of the schema;
`hardware_options` reads it back from what a protobuf compiler makes of that, and `stated_support` gives it to targets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metadef.errors import FileError
from metadef.schema.descriptor_set import parse_descriptor_set
from metadef.schema.messages import from_bytes
from metadef.targets.support import ANY_FAMILY, Support
from metadef.targets.target import ABSENT_DTYPES
from metadef.types.dtype import DataType
from metadef.version import CannVersion
from metadef.wire.reader import Reader

__all__ = ["OPTION_NUMBER", "HardwareSupport", "hardware_options", "hardware_support", "stated_support"]

OPTION_NUMBER = 1001  # options of our own are numbered from here, apart from protobuf's
_ASCEND_910, _ASCEND_950PR = "AIC-C-100", "AIC-C-310"
_FAMILY_910, _FAMILY_950 = "ascend910", "ascend950"


@dataclass(frozen=True, slots=True)
class HardwareSupport:
    """Where an enum value can be used."""

    support_ascend_910: bool
    support_ascend_950pr: bool
    min_driver_version: str = ""  # the oldest driver that has it; "" when any does, or nobody knows


def hardware_support(dtype: DataType) -> HardwareSupport:
    """What is known of a data type.

    >>> hardware_support(DataType.BF16)
    HardwareSupport(support_ascend_910=False, support_ascend_950pr=True, min_driver_version='')
    """
    first, last = (not ABSENT_DTYPES.get(cores, 0) & dtype.mask for cores in (_ASCEND_910, _ASCEND_950PR))
    return HardwareSupport(first, last)


def hardware_options(data: bytes, file: str = "") -> dict[DataType, HardwareSupport]:
    """What the enum values `DT_...` of a serialised `FileDescriptorSet` state in option 1001.

    As everywhere in proto3, a flag that is not written is false: an option states all of its fields.

    Raises:
        FileError: if the bytes are no descriptor set, or an option is no `HardwareSupport`.
    """
    stated: dict[DataType, HardwareSupport] = {}
    for each in parse_descriptor_set(data, file).file:
        enums = [*each.enum_type, *(inner for message in each.message_type for inner in message.enum_type)]
        for value in (value for enum in enums for value in enum.value):
            dtype = DataType.__members__.get(value.name.removeprefix("DT_"))
            option = _option(value.options.SerializeToString(), file)
            if dtype is not None and value.name.startswith("DT_") and option is not None:
                stated[dtype] = option
    return stated


def _option(data: bytes, file: str) -> HardwareSupport | None:
    """The last field 1001 of the options of an enum value; WHY last: protobuf says that it counts."""
    reader = Reader(data, file)
    payload: bytes | None = None
    while reader.remaining:
        tag = reader.varint()
        match tag & 7:
            case 0:
                reader.varint()
            case 1:
                reader.skip(8)
            case 2:
                content = reader.take(reader.varint())
                if tag >> 3 == OPTION_NUMBER:
                    payload = bytes(content)
            case 5:
                reader.skip(4)
            case kind:
                raise FileError.of("file-corrupt", file, f"an option has a field of the unknown kind {kind}")
    if payload is None:
        return None
    message = from_bytes("HardwareSupport", payload)
    return HardwareSupport(message.support_ascend_910, message.support_ascend_950pr, message.min_driver_version)


def stated_support(stated: Mapping[DataType, HardwareSupport], source: str) -> dict[str, Support]:
    """What options say, as targets take it: drivers for every chip, absent types for the two that have a flag.

    Raises:
        FileError: if a version cannot be read.
    """
    drivers = {dtype: _version(dtype, item, source) for dtype, item in stated.items() if item.min_driver_version}
    absent = dict.fromkeys((_FAMILY_910, _FAMILY_950), 0)
    for dtype, item in stated.items():
        absent[_FAMILY_910] |= 0 if item.support_ascend_910 else dtype.mask
        absent[_FAMILY_950] |= 0 if item.support_ascend_950pr else dtype.mask
    everywhere = Support(ANY_FAMILY, {}, source=source, dtype_drivers=drivers)
    return {ANY_FAMILY: everywhere} | {
        family: Support(family, {}, source=source, absent=mask) for family, mask in absent.items()
    }


def _version(dtype: DataType, item: HardwareSupport, source: str) -> CannVersion:
    try:
        return CannVersion.parse(item.min_driver_version)
    except ValueError as error:
        subject = f"{source}: DT_{dtype.name}"
        raise FileError.of("file-corrupt", subject, str(error), expected="such as 8.0.RC1") from error
