"""Shapes of operators for remote tables: where the rows of a block lie in memory."""

from __future__ import annotations

from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["address_table"]

_FIELDS = 4  # number of the device, local address, remote address, size


def address_table(call: Call) -> Shape:
    """IndexToAddr: a line of four numbers for each row of the block, which is contiguous in the stored matrix.

    C1: matrix and block have as many axes.
    """
    whole, block = call.ints_attr("ori_shape"), call.ints_attr("block_size")
    if not block or len(whole) != len(block):
        call.fail(
            "attr-constraint",
            "`ori_shape` and `block_size` have one number an axis [C1]",
            expected=f"{len(whole)} numbers",
            got=str(block),
        )
    return Shape((block[0], _FIELDS))
