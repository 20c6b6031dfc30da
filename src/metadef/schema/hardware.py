"""Which hardware has which data types: the articles' `HardwareSupport`, an option of enum values numbered 1001.

What the cores of a chip family lack is told by `metadef.targets.target.ABSENT_DTYPES`. No public source says which
driver brought a type, so `min_driver_version` is empty here; who knows it states it for the own hardware.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from metadef.errors import Finding, UsageError, finding
from metadef.targets.target import ABSENT_DTYPES
from metadef.types.dtype import DataType
from metadef.version import CannVersion

__all__ = ["OPTION_NUMBER", "HardwareSupport", "hardware_support", "unsupported"]

OPTION_NUMBER = 1001  # options of our own are numbered from here, apart from protobuf's
_ASCEND_910, _ASCEND_950PR = "AIC-C-100", "AIC-N-350"


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


def unsupported(
    dtypes: Iterable[DataType],
    driver_version: str,
    stated: Mapping[DataType, HardwareSupport],
) -> list[Finding]:
    """The data types that need a newer driver than the one that runs.

    Args:
        driver_version: a CANN version string.
        stated: what is known of the own hardware; types that are not listed need no particular driver.

    Raises:
        UsageError: if a version cannot be read.

    >>> own = {DataType.BF16: HardwareSupport(False, True, "8.0.RC1")}
    >>> [item.message for item in unsupported([DataType.BF16, DataType.FLOAT], "7.0.0", own)]
    ['needs driver 8.0.RC1 or later; this is 7.0.0']
    """
    running = _version(driver_version)
    found: list[Finding] = []
    for dtype in dict.fromkeys(dtypes):
        needed = stated[dtype].min_driver_version if dtype in stated else ""
        if needed and running < _version(needed):
            message = f"needs driver {needed} or later; this is {driver_version}"
            subject = f"data type {dtype.name}"
            found.append(finding("unsupported-on-target", subject, message, expected=needed, got=driver_version))
    return found


def _version(text: str) -> CannVersion:
    try:
        return CannVersion.parse(text)
    except ValueError as error:
        sample = "such as 8.0.RC1"
        raise UsageError.of("bad-usage", f"driver version {text[:80]}", str(error), expected=sample) from error
