"""All columns of a node on a target: those that its files list, else those of its layout class, in the types asked for.

An operator that the target's files list has their columns and no others. Where none of them can be used for these
tensors (a vector by channel in NC1HWC0, which the real engine reaches by a Reshape), the columns of the class stand in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from metadef.graph.node import Node
from metadef.layout.classes import layout_class
from metadef.layout.columns import Option, class_columns, has_unknown_rank, runs_all_as_meant
from metadef.layout.imported import imported_columns, nearest_misfit
from metadef.layout.place import Place
from metadef.layout.precision import Groups, groups_of, label_of, typings
from metadef.layout.settings import LayoutSettings
from metadef.layout.views import merged_columns
from metadef.targets import Target
from metadef.types.dtype import DataType

__all__ = ["NodeOptions", "options_of"]


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """The columns of a node, and what the target lists that could not be used."""

    options: tuple[Option, ...]
    misfit: str = ""  # why no listed column fits, "" where one does or none is listed


def options_of(node: Node, target: Target, settings: LayoutSettings) -> NodeOptions:
    """The options of a node; none where the chip has none, or the precision mode allows none of them."""
    found = _kernels(node, target, settings)
    merged = [item for item in merged_columns(node, target.chip) if item not in found.options]
    return replace(found, options=(*found.options, *merged)) if merged else found


def _kernels(node: Node, target: Target, settings: LayoutSettings) -> NodeOptions:
    """The columns in which the node has a kernel."""
    support = target.columns(node.op)
    listed = support.flags.get("precision_reduce.flag", "") if support is not None else ""
    groups = groups_of(settings.precision, node, listed)
    own = class_columns(node, target.chip, settings.small_channel)
    misfit = ""
    if support is not None and support.count:
        found, reasons = imported_columns(node, support)
        found = [_with_speed(option, own) for option in found]
        if not settings.small_channel:
            found = [option for option in found if not _is_c04(option)] or found
        kept = _best(found, groups)
        if kept:
            return NodeOptions(kept)
        misfit = (
            nearest_misfit(reasons) if not found else f"precision mode {settings.precision} allows none of its types"
        )
        if found:
            return NodeOptions((), misfit)
    types = [
        typing for typing in typings(node, groups) if not any(dtype and target.lacks(dtype) for dtype in typing[0])
    ]
    typed = [option.typed(*typing) for typing in types for option in own]
    if layout_class(node) == "conv" and has_unknown_rank(node) and not runs_all_as_meant(target.chip):
        misfit = misfit or "a feature map of unknown rank"
    return NodeOptions(_best(typed, groups), misfit)


def _best(options: list[Option], groups: Groups) -> tuple[Option, ...]:
    """The options of the first group that has any."""
    labels = [label_of((_types(option.takes), _types(option.gives))) for option in options]
    for group in groups:
        kept = tuple(option for option, label in zip(options, labels, strict=True) if label in group)
        if kept:
            return kept
    return ()


def _types(places: tuple[Place, ...]) -> tuple[DataType | None, ...]:
    return tuple(dtype for _, dtype in places)


def _with_speed(option: Option, own: list[Option]) -> Option:
    """A listed column at the speed that metadef estimates for the same formats; 1 where it estimates none."""
    for known in own:
        if known.ins == option.ins and known.outs == option.outs:
            return replace(option, factor=known.factor)
    return option


def _is_c04(option: Option) -> bool:
    return any(storage is not None and "C04" in storage.primary.name for storage in option.ins)
