"""The partitions of an .om file: what there is and where. Source: facts om_format.md, sections 2 and 3."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from metadef.codec.om.header import Header
from metadef.wire.faults import corrupt, truncated
from metadef.wire.reader import Reader

__all__ = ["Partition", "PartitionKind", "read_models", "read_table"]

_MOST_PARTITIONS = 4096
_MOST_MODELS = 4096


class PartitionKind(IntEnum):
    """What a partition holds."""

    MODEL_DEF = 0  # ge.proto.ModelDef
    WEIGHTS_DATA = 1  # constants point into it
    TASK_INFO = 2  # domi.ModelTaskDef
    TBE_KERNELS = 3
    CUST_AICPU_KERNELS = 4
    SO_BINS = 5
    FLOW_MODEL = 6
    FLOW_SUBMODEL = 7
    MODEL_INOUT_INFO = 8
    STATIC_TASK_DESC = 9
    DYNAMIC_TASK_DESC = 10
    TASK_PARAM = 11
    TILING_DATA = 12
    PRE_MODEL_DESC = 20
    PRE_MODEL_SQE = 21
    PRE_KERNEL_ARGS = 22
    PRE_MODEL_DESC_EXTEND = 23
    BUNDLE_MODEL_INFO = 24
    BUNDLE_MODEL_VAR_INFO = 25
    CUSTOM_OPS = 26


_NAMES = {kind.value: kind.name for kind in PartitionKind}


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """One partition; `data` is a view of the file."""

    kind: int
    data: memoryview
    offset: int  # of `data` in the file, in bytes

    @property
    def name(self) -> str:
        """Its kind in a word."""
        return _NAMES.get(self.kind, f"partition {self.kind}")


def read_models(data: memoryview, header: Header, start: int, subject: str) -> list[list[Partition]]:
    """The partitions of every model in the file, one after the other.

    Raises:
        FileError: where a table or a partition reaches beyond the file, or bytes are left over.
    """
    if header.model_count > _MOST_MODELS:
        raise corrupt(subject, 156, f"{header.model_count} models")
    models: list[list[Partition]] = []
    at = start
    is_wide = header.is_long or header.kind == "flow"
    for _ in range(header.model_count if header.is_dynamic else 1):
        partitions, at = read_table(data, at, is_wide, subject)
        models.append(partitions)
    if at != len(data):
        raise corrupt(subject, at, f"{len(data) - at} bytes follow the last partition")
    return models


def read_table(data: memoryview, start: int, is_wide: bool, subject: str) -> tuple[list[Partition], int]:
    """The partitions that the table at `start` lists, and where the last one ends.

    They follow the table back to back; GE's own reader ignores the offsets that the table gives.

    Raises:
        FileError: where the table or a partition reaches beyond the file.
    """
    reader = Reader(data, subject, start)
    count = reader.u32()
    if is_wide:
        reader.skip(4)
    width = 24 if is_wide else 12
    if count > _MOST_PARTITIONS or count * width > reader.remaining:
        raise corrupt(subject, start, f"a table of {count} partitions")
    sizes: list[tuple[int, int]] = []
    for _ in range(count):
        kind = reader.u32()
        if is_wide:
            reader.skip(4)
            reader.u64()
            sizes.append((kind, reader.u64()))
        else:
            reader.u32()
            sizes.append((kind, reader.u32()))
    at = reader.offset
    partitions: list[Partition] = []
    for kind, size in sizes:
        if size > len(data) - at:
            name = _NAMES.get(kind, f"partition {kind}")
            raise truncated(subject, at, f"{name} has {size} bytes and {len(data) - at} are left")
        partitions.append(Partition(kind, data[at : at + size], at))
        at += size
    return partitions, at
