"""Memory formats: storage shapes, expansion of dims, axis maps, and the movement of data between formats. Floor 3.

Names load on first use, so that shapes never import NumPy. No module may be called like a public function: importing
`formats.x` would put the module in the function's place.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metadef.formats.axes import AxisMaps, aligned_shape, axis_alignment, axis_maps, origin_shape
    from metadef.formats.c0 import TEST_PLATFORM, C0Table, c0_of
    from metadef.formats.expansion import expand_dims, expand_dims_by_mask, expand_mask, reshape_type_of_mask
    from metadef.formats.storage import storage_shape
    from metadef.formats.transfer_rules import TRANSFERS
    from metadef.formats.transfer_table import TransferRule, TransferTable
    from metadef.formats.transfers import transfer, transfer_route

__all__ = [
    "TEST_PLATFORM",
    "TRANSFERS",
    "AxisMaps",
    "C0Table",
    "TransferRule",
    "TransferTable",
    "aligned_shape",
    "axis_alignment",
    "axis_maps",
    "c0_of",
    "expand_dims",
    "expand_dims_by_mask",
    "expand_mask",
    "origin_shape",
    "reshape_type_of_mask",
    "storage_shape",
    "transfer",
    "transfer_route",
]

_MODULES = {
    "axes": ("AxisMaps", "aligned_shape", "axis_alignment", "axis_maps", "origin_shape"),
    "c0": ("TEST_PLATFORM", "C0Table", "c0_of"),
    "expansion": ("expand_dims", "expand_dims_by_mask", "expand_mask", "reshape_type_of_mask"),
    "storage": ("storage_shape",),
    "transfers": ("transfer", "transfer_route"),
    "transfer_rules": ("TRANSFERS",),
    "transfer_table": ("TransferRule", "TransferTable"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
