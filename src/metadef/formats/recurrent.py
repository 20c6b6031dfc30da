"""Storage shapes of recurrent-network weights: FRACTAL_ZN_LSTM, FRACTAL_ZN_RNN and ND_RNN_BIAS.

All three pad each gate, and each of the two inputs (the step's own and the state), to whole cube blocks by itself.
Source of the rules: facts format_shape_rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.formats.extents import Extent, blocks_of, product
from metadef.types.dim import floor_div

__all__ = ["RecurrentSizes", "lstm_extents", "lstm_sizes", "rnn_bias_extents", "rnn_extents", "rnn_row_parts"]

CUBE = 16  # rows of one block, and columns for LSTM whatever the type
LSTM_GATES = 4


@dataclass(frozen=True, slots=True)
class RecurrentSizes:
    """The operator attributes that GE hands to the shape rules, in elements."""

    input_size: int = 1
    hidden_size: int = 1
    state_size: int = -1  # -1: as hidden_size

    @property
    def state(self) -> int:
        """Length of the state vector."""
        return self.hidden_size if self.state_size == -1 else self.state_size


def lstm_sizes(channels: Extent, filters: Extent) -> tuple[Extent, Extent]:
    """(input length, hidden length) of an LSTM weight of C = input + hidden rows and N = 4 * hidden columns.

    >>> lstm_sizes(80, 48)
    (68, 12)
    """
    hidden = None if filters is None else floor_div(filters, LSTM_GATES)
    inputs = None if hidden is None or channels is None else channels - hidden
    return inputs, hidden


def lstm_extents(channels: Extent, filters: Extent) -> list[Extent]:
    """The FRACTAL_ZN_LSTM shape.

    >>> lstm_extents(80, 48), lstm_extents(None, 48)
    ([6, 4, 16, 16], [None, 4, 16, 16])
    """
    inputs, hidden = lstm_sizes(channels, filters)
    input_blocks, hidden_blocks = blocks_of(inputs, CUBE), blocks_of(hidden, CUBE)
    rows = None if input_blocks is None or hidden_blocks is None else input_blocks + hidden_blocks
    return [rows, product((LSTM_GATES, hidden_blocks)), CUBE, CUBE]


def rnn_row_parts(rows: Extent, sizes: RecurrentSizes) -> tuple[int, ...] | None:
    """How the rows of an RNN weight divide into separately padded parts; None when they fit no attribute.

    >>> rnn_row_parts(70, RecurrentSizes(30, 40)), rnn_row_parts(65, RecurrentSizes(30, 40))
    ((30, 40), None)
    """
    if rows == sizes.state + sizes.input_size:
        return sizes.input_size, sizes.state
    return (rows,) if isinstance(rows, int) and rows in (sizes.state, sizes.input_size) else None


def rnn_extents(extents: Sequence[Extent], c0: int, sizes: RecurrentSizes) -> list[Extent]:
    """The FRACTAL_ZN_RNN shape; unchanged when the rank is below 2 or the rows fit no attribute.

    >>> rnn_extents([70, 128], 16, RecurrentSizes(30, 40))
    [5, 9, 16, 16]
    """
    parts = rnn_row_parts(extents[-2], sizes) if len(extents) >= 2 else None
    if parts is None or sizes.hidden_size <= 0:
        return list(extents)
    row_blocks = sum(-(-part // CUBE) for part in parts)
    column_blocks = product((_gates(extents[-1], sizes), blocks_of(sizes.hidden_size, c0)))
    return [*extents[:-2], row_blocks, column_blocks, CUBE, c0]


def rnn_bias_extents(extents: Sequence[Extent], c0: int, sizes: RecurrentSizes) -> list[Extent]:
    """The ND_RNN_BIAS shape: each gate padded to whole C0 blocks; unchanged when `hidden_size` is 0.

    >>> rnn_bias_extents([150], 16, RecurrentSizes())
    [2400]
    """
    if not extents or sizes.hidden_size <= 0:
        return list(extents)
    return [*extents[:-1], product((_gates(extents[-1], sizes), blocks_of(sizes.hidden_size, c0), c0))]


def _gates(columns: Extent, sizes: RecurrentSizes) -> Extent:
    return None if columns is None else floor_div(columns, sizes.hidden_size)
