"""What an .om file was built from and with: the block that `atc --mode=6` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from metadef.codec.om.file import OmFile
from metadef.codec.om.partitions import PartitionKind

__all__ = ["FRAMEWORKS", "OmInfo", "describe"]

FRAMEWORKS = {0: "Caffe", 1: "MindSpore", 3: "TensorFlow", 5: "ONNX"}

# Attributes of the model definition. WHY several: versions of CANN differ in where they note it
_COMMAND_LINE = ("atc_cmdline", "atc_command_line", "cmdline")
_ATC_VERSION = ("atc_version", "_atc_version")
_SOC_VERSION = ("soc_version", "_soc_version")
_FRAMEWORK = ("framework_type", "_framework_type")


@dataclass(frozen=True, slots=True)
class OmInfo:
    """The facts about an .om file; sizes in bytes, "" and 0 for what the file does not say."""

    name: str
    kind: str
    command_line: str
    atc_version: str
    soc_version: str
    framework: str
    memory_size: int
    weight_size: int
    stream_count: int
    event_count: int
    model_def_size: int
    weight_data_size: int
    tbe_kernels_size: int
    aicpu_kernels_size: int
    task_info_size: int
    so_size: int
    models: int
    is_dynamic: bool


def describe(file: OmFile) -> OmInfo:
    """What is known of a file.

    Raises:
        FileError: if its model definition is damaged.
    """
    model = file.definition
    framework = _value(model, _FRAMEWORK)
    return OmInfo(
        file.header.name or model.name,
        file.header.kind,
        str(_value(model, _COMMAND_LINE)),
        str(_value(model, _ATC_VERSION)),
        str(_value(model, _SOC_VERSION)),
        FRAMEWORKS.get(framework, str(framework)) if isinstance(framework, int) else framework,
        _number(model, "memory_size"),
        _number(model, "weight_size"),
        _number(model, "stream_num"),
        _number(model, "event_num"),
        file.sizes(PartitionKind.MODEL_DEF),
        file.sizes(PartitionKind.WEIGHTS_DATA),
        file.sizes(PartitionKind.TBE_KERNELS),
        file.sizes(PartitionKind.CUST_AICPU_KERNELS),
        file.sizes(PartitionKind.TASK_INFO),
        file.sizes(PartitionKind.SO_BINS),
        len(file.models),
        file.header.is_dynamic,
    )


def _value(model: Any, names: tuple[str, ...]) -> str | int:
    """The first of some attributes, of the model or of its root graph."""
    holders = [model, *list(model.graph)[:1]]
    for name in names:
        for holder in holders:
            if name in holder.attr:
                item = holder.attr[name]
                if item.WhichOneof("value") == "i":
                    return int(item.i)
                if item.WhichOneof("value") == "s":
                    text: bytes = item.s
                    return text.decode("utf-8", "replace")
    return ""


def _number(model: Any, name: str) -> int:
    value = _value(model, (name,))
    return value if isinstance(value, int) else 0
