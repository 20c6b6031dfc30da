"""`--mode=6`: what an .om file was built from and with.

metadef atc --mode=6 --om=net.om
"""

from __future__ import annotations

from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.codec.om import OmFile, OmInfo, describe

__all__ = ["info_lines", "run"]


def run(flags: Flags) -> Outcome:
    """The block that ATC prints.

    Raises:
        FileError: if the file cannot be read.
    """
    return Outcome(tuple(info_lines(describe(OmFile.open(flags.required("om"))))))


def info_lines(info: OmInfo) -> list[str]:
    """ATC's lines, and one for what it does not say."""
    system = f"atc_version[{info.atc_version}], soc_version[{info.soc_version}], framework_type[{info.framework}]"
    resources = (
        f"memory_size[{info.memory_size} B], weight_size[{info.weight_size} B], "
        f"stream_num[{info.stream_count}], event_num[{info.event_count}]"
    )
    parts = (
        f"modeldef_size[{info.model_def_size} B], weight_data_size[{info.weight_data_size} B], "
        f"tbe_kernels_size[{info.tbe_kernels_size} B], cust_aicpu_kernel_store_size[{info.aicpu_kernels_size} B], "
        f"task_info_size[{info.task_info_size} B], so_store_size[{info.so_size} B]"
    )
    shapes = "dynamic" if info.is_dynamic else "fixed"
    return [
        "============ Display Model Info start ============",
        f"Original Atc command line: {info.command_line or 'not in the file'}",
        f"system   info: {system}",
        f"resource info: {resources}",
        f"om       info: {parts}",
        f"model    info: name[{info.name}], kind[{info.kind}], models[{info.models}], shapes[{shapes}]",
        "============ Display Model Info end   ============",
    ]
