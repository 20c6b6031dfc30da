"""Shapes of padding: out = before + in + after on every axis; negative pads crop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.errors import MetadefError
from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["circular_pad", "last_axis", "last_axis_to", "mirror_pad", "pad", "pad_by_mode", "pad_grad"]


def _pads(call: Call, rank: int) -> list[tuple[Axis, Axis]] | None:
    """(before, after) of every axis: rows of [rank, 2], or all befores first when not contiguous (onnx)."""
    flat: Sequence[Axis] | None
    if "paddings" in call.proto.input_index:
        flat, rows_of = dims_at(call, "paddings"), call.shape("paddings")
        both_ways = "paddings_contiguous" in call.proto.attr_index
        if not both_ways and rows_of.rank == 2 and isinstance(rows_of[1], int) and rows_of[1] != 2:
            call.fail("shape-mismatch", "a row of paddings is (before, after) [C1]", expected="2", got=str(rows_of[1]))
    else:
        rows = call.attr("paddings")
        flat = []
        for row in rows if isinstance(rows, tuple) else ():
            flat += [item for item in row if isinstance(item, int)] if isinstance(row, tuple) else []
    if "paddings" in call.proto.input_index and call.value("paddings") is None:
        # WHY: the engine keeps the elements here where it turned the constant into something else
        kept = call.attrs.get("_paddings_values")
        flat = [item for item in kept if isinstance(item, int)] if isinstance(kept, tuple) else None
    if flat is None:
        return None
    if len(flat) != 2 * rank:
        call.fail(
            "shape-mismatch", "paddings have two numbers an axis [C1]", expected=str(2 * rank), got=str(len(flat))
        )
    apart = "paddings_contiguous" in call.proto.attr_index and not call.bool_attr("paddings_contiguous")
    if apart:
        return [(flat[axis], flat[axis + rank]) for axis in range(rank)]
    return [(flat[2 * axis], flat[2 * axis + 1]) for axis in range(rank)]


def _axes_padded(call: Call) -> Shape:
    """As many axes as paddings are for, where these are rows of two or known."""
    if "paddings" not in call.proto.input_index:
        return UNKNOWN
    given, known = call.shape("paddings"), call.value("paddings")
    if given.rank == 2 and given[1] == 2:
        rows = given[0]
        return Shape.unknown(rows) if isinstance(rows, int) else UNKNOWN
    return UNKNOWN if known is None or len(known) % 2 else Shape.unknown(len(known) // 2)


def _padded(call: Call, sign: int) -> Shape:
    x = call.shape("x")
    if x.rank is None:
        # WHY not of an attribute: CANN's own tests leave rows out there
        return _axes_padded(call)
    pads = _pads(call, x.rank)
    if pads is None:
        return Shape.unknown(x.rank)
    out: list[Axis] = []
    for size, (before, after) in zip(x, pads, strict=True):
        if size is None or before is None or after is None:
            out.append(None)
            continue
        total = size + sign * (before + after)
        if isinstance(total, int) and total < 0:
            call.fail("shape-mismatch", "the pads cut off more than there is [C2]", expected=">= 0", got=str(total))
        out.append(total)
    return Shape(out)


def pad(call: Call) -> Shape:
    """Pad, PadV2.

    C1: paddings have two numbers an axis. C2: no axis becomes negative.
    """
    return _padded(call, 1)


def pad_by_mode(call: Call) -> Shape:
    """PadV3: the modes that mirror need enough to mirror, as torch's and onnxruntime's do.

    C1: paddings have two numbers an axis. C2: no axis becomes negative. C3: pads are at most the size of their axis
    (symmetric), or one less (reflect, which leaves the border out).
    """
    out = pad(call)
    border = {"symmetric": 0, "reflect": 1}.get(call.str_attr("mode"))
    return out if border is None else _mirrored(call, out, border, crops=True)


def circular_pad(call: Call) -> Shape:
    """CircularPad: the tensor goes round once.

    C1: paddings have two numbers an axis. C2: no axis becomes negative. C3: pads are at most the size of their axis.
    Source: PyTorch's circular mode.
    """
    return _mirrored(call, pad(call), 0, crops=True)


def mirror_pad(call: Call) -> Shape:
    """MirrorPad: there must be enough to mirror.

    C1: paddings have two numbers an axis. C2: no axis becomes negative. C3: pads are from 0 to the size of their axis
    (SYMMETRIC), or one less (REFLECT, which leaves the border out). Source: TensorFlow's MirrorPad.
    """
    return _mirrored(call, pad(call), 1 if call.str_attr("mode") == "REFLECT" else 0, crops=False)


def _mirrored(call: Call, out: Shape, border: int, crops: bool) -> Shape:
    x = call.shape("x")
    pairs = None if x.rank is None else _pads(call, x.rank)
    for size, pair in zip(x, pairs, strict=True) if pairs is not None else ():
        for amount in pair:
            if size is None or amount is None or amount == 0:
                continue
            room = size - border - amount
            too_few = not crops and isinstance(amount, int) and amount < 0
            if too_few or (isinstance(room, int) and room < 0):
                call.fail(
                    "shape-mismatch",
                    "the pads repeat more than there is [C3]",
                    expected=f"at most {size - border}" if crops else f"from 0 to {size - border}",
                    got=str(amount),
                )
            if not isinstance(room, int):
                problem = call.store.require_at_least(room, 0, f"{call.subject}: there is enough to mirror")
                if problem is not None:
                    raise MetadefError(problem)
    return out


def pad_grad(call: Call) -> Shape:
    """The gradient with respect to what was padded: the pads are cut off again."""
    return _padded(call, -1)


def last_axis_to(name: str) -> Callable[[Call], Shape]:
    """AscendPadding: the last axis, which holds one number, becomes as long as an attribute says.

    C1: the last axis is 1 long. C2: the new length is positive.
    """

    def rule(call: Call) -> Shape:
        x, size = call.shape("x"), call.int_attr(name)
        if size <= 0:
            call.fail("attr-constraint", f"`{name}` is a length [C2]", expected="> 0", got=str(size))
        if x.rank == 0:
            call.fail("rank-mismatch", "x has a last axis [C1]", expected="rank 1 or more", got="0")
        if x.rank is None:
            return UNKNOWN
        agree(call, x[-1], 1, "the last axis and one [C1]")
        return x.with_dim(x.rank - 1, size)

    return rule


def last_axis(call: Call) -> Shape:
    """ReflectionPad1dV2: the last axis of [.., W] of rank 2 or 3 grows by two pads.

    C1: paddings are two numbers. C2: they are less than W, for the border is not mirrored.
    """
    x = call.shape("x")
    need_rank(call, x, "x", 2, 3)
    need_rank(call, call.shape("paddings"), "paddings", 1)
    pads = dims_at(call, "paddings")
    if pads is not None and len(pads) != 2:
        call.fail("shape-mismatch", "paddings are two numbers [C1]", expected="2", got=str(len(pads)))
    if x.rank is None:
        return UNKNOWN
    size = x[-1]
    before, after = pads if pads is not None else (None, None)
    for amount in (before, after):
        if isinstance(size, int) and isinstance(amount, int) and amount >= size:
            call.fail(
                "shape-mismatch",
                "the pads mirror more than there is [C2]",
                expected=f"at most {size - 1}",
                got=str(amount),
            )
    return x.with_dim(-1, None if size is None or before is None or after is None else size + before + after)
