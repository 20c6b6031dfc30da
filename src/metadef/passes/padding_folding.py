"""Let convolutions and pools pad for themselves.

Conv2D(Pad(x, 0))       -> Conv2D(x), pads added
AvgPoolV2(Pad(x, 0))    -> AvgPoolV2(x), pads added, exclusive = false: where padding counts, or there was none
MaxPoolV3(Pad(x, c))    -> MaxPoolV3(x), pads added: c no larger than any finite number

Only the two image axes may be padded. A pool's pads stay below its window, so that every window sees an element. The
order of pads is top, bottom, left, right. A convolution pads by 255 at most, as Conv2D's description says.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of
from metadef.patterns.constants import number_of
from metadef.patterns.expression import op, var
from metadef.types.dtype import DataType

__all__ = ["PaddingFolding"]

_MOST = 255  # of one pad of a convolution
_LEAST = {DataType.FLOAT: -3.4028234e38, DataType.BF16: -3.3895313e38, DataType.FLOAT16: -65504.0}
_PAD = op("Pad|PadV3|PadD", var("x"), open=True, name="pad")


def _known_pads(rewrite: Rewrite) -> tuple[int, ...] | str:
    """(top, bottom, left, right) of the matched Pad, or why it is something else."""
    pad, root = rewrite.match["pad"].producer, rewrite.root
    if "mode" in pad.proto.attr_index and pad.attr("mode") != "constant":
        return "it does not pad with a constant"
    rank = len(dims_of(rewrite.match["x"]) or ()) or rewrite.match["x"].desc.origin_shape.rank
    widths = _widths(rewrite, pad)
    layout = root.attr("data_format")
    if rank != 4 or widths is None or len(widths) != 8 or layout not in ("NCHW", "NHWC"):
        return "the widths or the layout are not known"
    if pad.op == "PadV3" and pad.attr("paddings_contiguous") is False:
        pairs = [(widths[axis], widths[axis + 4]) for axis in range(4)]
    else:
        pairs = [(widths[2 * axis], widths[2 * axis + 1]) for axis in range(4)]
    if any(width < 0 for pair in pairs for width in pair):
        return "it cuts"
    rows, columns = (2, 3) if layout == "NCHW" else (1, 2)
    if any(pairs[axis] != (0, 0) for axis in range(4) if axis not in (rows, columns)):
        return "it pads other axes than those of the image"
    return (*pairs[rows], *pairs[columns])


def _widths(rewrite: Rewrite, pad: Node) -> tuple[int, ...] | None:
    if pad.op == "PadD":
        found = pad.attr("paddings")
        pairs = found if isinstance(found, tuple) else ()
        flat = [item for pair in pairs for item in (pair if isinstance(pair, tuple) else (pair,))]
        return tuple(item for item in flat if isinstance(item, int))
    source = pad.inputs[1]
    known = rewrite.context.known(source) if source is not None else None
    ints = known.ints() if known is not None else None
    return tuple(ints) if ints is not None else None


def _filler(pad: Node) -> float | None:
    """The number that is padded with, None when it is not known."""
    value = pad.inputs[2] if len(pad.inputs) > 2 else None
    return number_of(value) if value is not None else 0.0


def _own_pads(node: Node) -> tuple[int, ...] | None:
    """The pads that a node has already, None when it chooses them."""
    mode = node.attr("padding_mode") if "padding_mode" in node.proto.attr_index else "CALCULATED"
    found = node.attr("pads")
    if mode == "VALID":
        return (0, 0, 0, 0)
    pads = tuple(item for item in found if isinstance(item, int)) if isinstance(found, tuple) else ()
    return pads if mode == "CALCULATED" and len(pads) == 4 and min(pads) >= 0 else None


def _sum(rewrite: Rewrite) -> tuple[int, ...] | str:
    pads, own = _known_pads(rewrite), _own_pads(rewrite.root)
    if isinstance(pads, str):
        return pads
    if own is None:
        return "it chooses its own pads"
    return tuple(a + b for a, b in zip(pads, own, strict=True))


def _into_conv(rewrite: Rewrite) -> Value | str:
    root, pads = rewrite.root, _sum(rewrite)
    if isinstance(pads, str):
        return pads
    if _filler(rewrite.match["pad"].producer) != 0 or root.input("offset_w") is not None or root.attr("offset_x"):
        return "it does not pad with zeros"
    if max(pads) > _MOST:
        return f"a convolution pads by {_MOST} at most"
    return rewrite.add("Conv2D", [rewrite.match["x"], *root.inputs[1:]], {**root.attrs, "pads": pads}).output


def _into_pool(rewrite: Rewrite) -> Value | str:
    root, pads = rewrite.root, _sum(rewrite)
    if isinstance(pads, str):
        return pads
    size = root.attr("ksize")
    window = size if isinstance(size, tuple) else ()
    axes = (2, 3) if root.attr("data_format") == "NCHW" else (1, 2)
    lengths = [window[axis] for axis in axes for _ in range(2)] if len(window) == 4 else []
    if root.attr("global_pooling") or root.attr("ceil_mode") or len(lengths) != 4:
        return "the pool covers everything, or ends with part of a window"
    if any(not isinstance(length, int) or pad >= length for pad, length in zip(pads, lengths, strict=True)):
        return "the pads reach the length of the window"
    attrs = {**root.attrs, "pads": pads, "padding_mode": "CALCULATED"}
    filler = _filler(rewrite.match["pad"].producer)
    if root.op == "MaxPoolV3":
        least = _LEAST.get(rewrite.match["x"].desc.dtype)
        if least is None or filler is None or filler > least:
            return "what it pads with may be the largest"
    else:
        if filler != 0:
            return "it does not pad with zeros"
        if root.attr("exclusive") and any(_own_pads(root) or ()):
            return "some padding counts and some does not"
        attrs["exclusive"] = False
    return rewrite.add(root.op, [rewrite.match["x"]], attrs).output


class PaddingFolding(RewritePass):
    """Pads go into the convolution or pool behind them."""

    name = "padding-folding"
    stage = Stage.OPTIMIZE
    after = ("constant-folding", "identity-elimination")
    before = ("common-subexpression-elimination",)
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("pad-into-conv", op("Conv2D", _PAD, open=True), _into_conv),
        *(Rule("pad-into-pool", _pool, _into_pool) for _pool in (op("AvgPoolV2", _PAD), op("MaxPoolV3", _PAD))),
    )
