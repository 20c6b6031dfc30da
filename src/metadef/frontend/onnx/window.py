"""Sliding windows of convolution and pooling: strides, dilations and pads of each spatial axis.

ONNX lists the pads of all axes' begins, then of all ends; Ascend lists (begin, end) pairs, axis by axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["Window", "need_same_pads", "read_window", "same_pads", "spatial"]


@dataclass(frozen=True, slots=True)
class Window:
    """A window over the spatial axes; each tuple has one entry an axis."""

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]  # (begin, end); zeros for SAME_UPPER and SAME_LOWER until they are resolved
    auto_pad: str  # NOTSET, VALID, SAME_UPPER or SAME_LOWER

    @property
    def rank(self) -> int:
        return len(self.kernel)

    @property
    def extent(self) -> tuple[int, ...]:
        """Elements from the first tap to the last."""
        return tuple((size - 1) * step + 1 for size, step in zip(self.kernel, self.dilations, strict=True))

    @property
    def is_left_open(self) -> bool:
        """Whether the operator finds the pads when it runs: half of what lacks on each side, the odd one behind."""
        return self.auto_pad == "SAME_UPPER"

    @property
    def mode(self) -> str:
        """The padding mode of Ascend's pools."""
        return "SAME" if self.is_left_open else "CALCULATED"

    def flat_pads(self) -> tuple[int, ...]:
        """The pads as Ascend's pools list them."""
        return tuple(number for pair in self.pads for number in pair)

    def as_image(self) -> Window:
        """A window over one axis as one over an image of height 1."""
        return Window((1, *self.kernel), (1, *self.strides), (1, *self.dilations), ((0, 0), *self.pads), self.auto_pad)

    def padded(self, pads: Sequence[tuple[int, int]]) -> Window:
        """The same window with pads that are settled."""
        return Window(self.kernel, self.strides, self.dilations, tuple(pads), "NOTSET")


def read_window(node: OnnxNode, kernel: tuple[int, ...]) -> Window:
    """The window that a node's attributes describe.

    Raises:
        MetadefError: attr-constraint for lists of a wrong length and for numbers that make no window.
    """
    rank = len(kernel)
    strides = _list(node, "strides", rank, 1)
    dilations = _list(node, "dilations", rank, 1)
    auto_pad = node.string("auto_pad") if node.has("auto_pad") else "NOTSET"
    if auto_pad not in ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", ""):
        node.unsupported("auto_pad", auto_pad, "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")
    given = node.ints("pads") if auto_pad in ("NOTSET", "") else None
    numbers = given if given is not None else (0,) * (2 * rank)
    if len(numbers) != 2 * rank:
        node.fail(
            "attr-constraint", "`pads` needs two numbers for each axis", expected=f"{2 * rank}", got=f"{len(numbers)}"
        )
    for name, values, least in (
        ("kernel_shape", kernel, 1),
        ("strides", strides, 1),
        ("dilations", dilations, 1),
        ("pads", numbers, 0),
    ):
        if any(value < least for value in values):
            node.fail(
                "attr-constraint",
                f"`{name}` needs numbers of {least} or more",
                expected=f">= {least}",
                got=str([*values]),
            )
    pads = tuple(zip(numbers[:rank], numbers[rank:], strict=True))
    return Window(kernel, strides, dilations, pads, auto_pad or "NOTSET")


def _list(node: OnnxNode, name: str, rank: int, default: int) -> tuple[int, ...]:
    values = node.ints(name)
    if values is None:
        return (default,) * rank
    if len(values) != rank:
        node.fail(
            "attr-constraint", f"`{name}` needs one number for each axis", expected=f"{rank}", got=f"{len(values)}"
        )
    return values


def spatial(node: OnnxNode, x: Value, rank: int) -> tuple[int | None, ...]:
    """The lengths of the spatial axes, None where unknown."""
    dims = node.dims(x)
    if dims is None:
        return (None,) * rank
    if len(dims) != rank + 2:
        node.fail(
            "rank-mismatch",
            "the window has another number of axes",
            expected=f"rank {rank + 2}",
            got=f"rank {len(dims)}",
        )
    return tuple(size if isinstance(size, int) else None for size in dims[2:])


def same_pads(node: OnnxNode, window: Window, sizes: Sequence[int | None]) -> tuple[tuple[int, int], ...] | None:
    """The pads that SAME_UPPER and SAME_LOWER mean for known lengths; None if one that matters is unknown.

    The output has ceil(size / stride) elements; an odd element goes to the end or to the beginning.
    """
    pads: list[tuple[int, int]] = []
    for size, extent, stride in zip(sizes, window.extent, window.strides, strict=True):
        if stride == 1:
            total = extent - 1
        elif size is None:
            return None
        else:
            total = max((-(-size // stride) - 1) * stride + extent - size, 0)
        less, more = total // 2, total - total // 2
        pads.append((less, more) if window.auto_pad == "SAME_UPPER" else (more, less))
    return tuple(pads)


def need_same_pads(
    node: OnnxNode, window: Window, sizes: Sequence[int | None], *, may_stay_open: bool = False
) -> Window:
    """The window with the pads that its `auto_pad` means.

    Where they depend on a length that is not known they are left to the operator, if it has such a mode.

    Raises:
        MetadefError: unsupported-attr-value where they depend on a length that is not known.
    """
    pads = same_pads(node, window, sizes)
    if pads is None and may_stay_open and window.is_left_open:
        return window
    if pads is None:
        node.fail(
            "unsupported-attr-value",
            f'auto_pad = "{window.auto_pad}" with a stride needs the size of the input, which is unknown',
            expected='auto_pad = "NOTSET"',
            got=f'auto_pad = "{window.auto_pad}"',
            hint="explicit pads, SAME_UPPER, or a model that says the size",
        )
    return window.padded(pads)
