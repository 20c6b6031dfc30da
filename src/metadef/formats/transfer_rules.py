"""The conversions that metadef knows, with their conditions. A new one is an entry in a table that `TRANSFERS` joins.

Every rule keeps one law: its result has the shape that `storage_shape` gives. Where `storage_shape` leaves a shape
unchanged (a rank below that of the origin format, a scalar), the data stay as they are.
"""

from __future__ import annotations

from metadef.formats.groups import group_blocks
from metadef.formats.recurrent import CUBE, LSTM_GATES, lstm_sizes, rnn_row_parts
from metadef.formats.recurrent_tiles import from_zn, join_parts, split_parts, to_zn
from metadef.formats.storage import AXIS_FORMATS, C04_CHANNELS, LAST_TWO_AXES
from metadef.formats.tiles import Array, gather_groups, pack, padded_to, spread_groups, unpack
from metadef.formats.tiling import TILINGS, Tiling, matrix_tiling, nd_tiling, plain_tiling
from metadef.formats.transfer_context import TransferContext
from metadef.formats.transfer_table import Reading, TransferRule, TransferTable
from metadef.types.format import Format

__all__ = ["RULES", "TRANSFERS"]

_PLAIN = tuple(sorted(AXIS_FORMATS, key=lambda item: item.value))
_FILTER_AXES = "NCDHW"


def _relabelled(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    del context, rule
    return array


def _permuted(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    if context.axes() is None:
        return array
    return pack(array, rule.source.name, plain_tiling(rule.destination.name), 1)


# Blocked formats, by the table of tilings.


def _to_tiles(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    target = rule.destination
    c0 = context.c0_of(target)
    if target is Format.FRACTAL_Z and array.ndim == 2:
        return pack(array, "KN", matrix_tiling(), c0)
    axes = context.axes()
    if axes is None:
        return array
    letters = context.letters_of(rule.source)
    groups = _effective_groups(context, target, axes)
    if groups > 1:
        array = spread_groups(pack(array, letters, plain_tiling(_FILTER_AXES), 1), groups, c0)
        letters = "G" + _FILTER_AXES
    return pack(array, letters, TILINGS[target], c0)


def _from_tiles(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    source = rule.source
    c0 = context.c0_of(source)
    if source is Format.FRACTAL_Z and len(context.origin_shape) == 2:
        lengths = dict(zip("KN", context.origin_shape, strict=True))
        return unpack(array, "KN", lengths, matrix_tiling(), c0)
    axes = context.axes()
    if axes is None:
        return array
    letters = context.letters_of(rule.destination)
    groups = _effective_groups(context, source, axes)
    if groups == 1:
        return unpack(array, letters, axes, TILINGS[source], c0)
    blocks = group_blocks(axes["C"], axes["N"], c0, groups)
    enlarged = axes | {
        axis: extent
        for axis, extent in (("G", blocks.blocks), ("C", blocks.channels), ("N", blocks.filters))
        if isinstance(extent, int)
    }
    spread = unpack(array, "G" + _FILTER_AXES, enlarged, TILINGS[source], c0)
    filters = gather_groups(spread, groups, axes["N"] // groups, axes["C"], c0)
    return pack(filters, _FILTER_AXES, plain_tiling(letters), 1)


def _effective_groups(context: TransferContext, storage: Format, axes: dict[str, int]) -> int:
    """The groups that shape the data: 1 when there are fewer filters than groups, as for shapes."""
    groups = context.groups_of(storage)
    return groups if axes["N"] >= groups else 1


def _holds_every_axis(context: TransferContext, rule: TransferRule) -> str:
    """Both sides have all axes that are longer than 1, and blocks are wide enough."""
    axes = context.axes()
    if axes is None:
        return ""
    for side in (rule.source, rule.destination):
        tiling = TILINGS.get(side)
        if tiling is None and side not in AXIS_FORMATS:
            continue
        if side is Format.FRACTAL_Z and len(context.origin_shape) == 2:
            continue
        refusal = _missing_axis(axes, side, tiling or plain_tiling(side.name)) or _bad_blocks(context, side, axes)
        if refusal:
            return refusal
    return ""


def _missing_axis(axes: dict[str, int], side: Format, tiling: Tiling) -> str:
    lost = [f"{axis} = {length}" for axis, length in axes.items() if length != 1 and axis not in tiling.axes]
    return f"{side.name} has no place for {', '.join(lost)}" if lost else ""


def _bad_blocks(context: TransferContext, side: Format, axes: dict[str, int]) -> str:
    if side is Format.C1HWNCoC0 and context.c0_of(side) < CUBE:
        return f"C1HWNCoC0 keeps blocks of {CUBE} filters in an axis of C0 = {context.c0_of(side)}"
    groups = _effective_groups(context, side, axes)
    if axes["N"] % groups:
        return f"{axes['N']} filters are no multiple of {groups} groups"
    return ""


# FRACTAL_Z_C04: H, W and four channels merged into the rows of a matrix, so the channel is the fastest of the three.

_C04_ROWS = plain_tiling("NHWC")


def _to_c04(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    axes = context.axes()
    if axes is None:
        return array
    plain = pack(array, context.letters_of(rule.source), _C04_ROWS, 1)
    padded = padded_to(plain, (*plain.shape[:3], C04_CHANNELS))
    merged = padded.reshape(plain.shape[0], C04_CHANNELS * plain.shape[1] * plain.shape[2])
    return pack(merged, "NK", matrix_tiling(), context.c0_of(rule.destination))


def _from_c04(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    axes = context.axes()
    if axes is None:
        return array
    lengths = {"N": axes["N"], "K": C04_CHANNELS * axes["H"] * axes["W"]}
    merged = unpack(array, "NK", lengths, matrix_tiling(), context.c0_of(rule.source))
    plain = merged.reshape(axes["N"], axes["H"], axes["W"], C04_CHANNELS)[..., : axes["C"]]
    return pack(plain, "NHWC", plain_tiling(context.letters_of(rule.destination)), 1)


def _fits_c04(context: TransferContext, rule: TransferRule) -> str:
    del rule
    axes = context.axes() or {}
    if axes.get("D", 1) != 1:
        return f"FRACTAL_Z_C04 has no place for D = {axes['D']}"
    if axes.get("C", 0) > C04_CHANNELS:
        return f"FRACTAL_Z_C04 holds at most {C04_CHANNELS} channels, C = {axes['C']}"
    return ""


# FRACTAL_NZ, FRACTAL_NZ_C0_x and FRACTAL_ZZ: the last two axes by position, whatever they are called.


def _to_nz(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    if array.ndim == 0:
        return array
    matrix = array if array.ndim > 1 else array.reshape(-1, 1)
    tiling = nd_tiling(matrix.ndim, rule.destination)
    names = [str(axis) for axis in range(matrix.ndim)]
    return pack(matrix, names, tiling, context.c0_of(rule.destination), context.options.m0)


def _from_nz(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    shape = context.origin_shape
    if not shape:
        return array
    matrix = shape if len(shape) > 1 else (*shape, 1)
    tiling = nd_tiling(len(matrix), rule.source)
    lengths = {str(axis): length for axis, length in enumerate(matrix)}
    plain = unpack(array, tuple(lengths), lengths, tiling, context.c0_of(rule.source), context.options.m0)
    return plain.reshape(shape)


# FRACTAL_ZN_LSTM: C = input + hidden rows, N = 4 gates of hidden columns, each part and gate padded by itself.


def _lstm_parts(axes: dict[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    inputs, hidden = lstm_sizes(axes["C"], axes["N"])
    rows = tuple(extent for extent in (inputs, hidden) if isinstance(extent, int))
    return rows, (axes["N"] // LSTM_GATES,) * LSTM_GATES


def _to_lstm(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    axes = context.axes()
    if axes is None:
        return array
    rows, gates = _lstm_parts(axes)
    matrix = pack(array, context.letters_of(rule.source), plain_tiling("CN"), 1)
    return to_zn(join_parts(join_parts(matrix, 0, rows, CUBE), 1, gates, CUBE))


def _from_lstm(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    axes = context.axes()
    if axes is None:
        return array
    rows, gates = _lstm_parts(axes)
    matrix = split_parts(split_parts(from_zn(array), 0, rows, CUBE), 1, gates, CUBE)
    return pack(matrix, "CN", plain_tiling(context.letters_of(rule.destination)), 1)


def _fits_lstm(context: TransferContext, rule: TransferRule) -> str:
    del rule
    axes = context.axes()
    if axes is None:
        return ""
    refusal = _missing_axis(axes, Format.FRACTAL_ZN_LSTM, plain_tiling("CN"))
    if refusal:
        return refusal
    if axes["N"] % LSTM_GATES or axes["C"] < axes["N"] // LSTM_GATES:
        return f"an LSTM weight has N = 4 * hidden and C = input + hidden, not N = {axes['N']}, C = {axes['C']}"
    return ""


# FRACTAL_ZN_RNN and ND_RNN_BIAS: the sizes come from the operator's attributes.


def _rnn_parts(context: TransferContext) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """(row parts, gates) of an RNN weight; None when its storage shape stays unchanged."""
    shape, sizes = context.origin_shape, context.options.recurrent
    if len(shape) < 2 or sizes.hidden_size <= 0:
        return None
    parts = rnn_row_parts(shape[-2], sizes)
    return None if parts is None else (parts, (sizes.hidden_size,) * (shape[-1] // sizes.hidden_size))


def _to_rnn(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    del rule
    parts = _rnn_parts(context)
    if parts is None:
        return array
    rows, gates = parts
    return to_zn(join_parts(join_parts(array, array.ndim - 2, rows, CUBE), array.ndim - 1, gates, CUBE))


def _from_rnn(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    del rule
    parts = _rnn_parts(context)
    if parts is None:
        return array
    rows, gates = parts
    matrix = from_zn(array)
    return split_parts(split_parts(matrix, matrix.ndim - 2, rows, CUBE), matrix.ndim - 1, gates, CUBE)


def _fits_rnn(context: TransferContext, rule: TransferRule) -> str:
    if _rnn_parts(context) is None:
        return ""
    c0 = context.c0_of(Format.FRACTAL_ZN_RNN)
    if c0 != CUBE:
        # WHY: rows are counted in blocks of 16 and columns in blocks of C0, which Zn order can hold only when equal
        return f"the order of elements in FRACTAL_ZN_RNN is known for C0 = {CUBE} only, not {c0}"
    return _whole_gates(context, rule)


def _whole_gates(context: TransferContext, rule: TransferRule) -> str:
    del rule
    hidden = context.options.recurrent.hidden_size
    columns = context.origin_shape[-1] if context.origin_shape else 0
    if hidden > 0 and columns % hidden:
        return f"the last axis, {columns}, is no multiple of hidden_size = {hidden}"
    return ""


def _bias_gates(context: TransferContext) -> tuple[int, ...] | None:
    hidden = context.options.recurrent.hidden_size
    if not context.origin_shape or hidden <= 0:
        return None
    return (hidden,) * (context.origin_shape[-1] // hidden)


def _to_bias(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    gates = _bias_gates(context)
    return array if gates is None else join_parts(array, array.ndim - 1, gates, context.c0_of(rule.destination))


def _from_bias(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    gates = _bias_gates(context)
    return array if gates is None else split_parts(array, array.ndim - 1, gates, context.c0_of(rule.source))


# NYUV_A: the same image in a larger frame.


def _to_frame(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    return padded_to(array, context.shape_of(rule.destination))


def _from_frame(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    del rule
    return array[tuple(slice(length) for length in context.origin_shape)]


def _both_ways(plain: Format, storage: Format, reading: Reading = Reading.NAMES) -> tuple[TransferRule, TransferRule]:
    """The rules into and out of a storage format, by the kind of that format."""
    match storage:
        case Format.FRACTAL_Z_C04:
            there, back, condition = _to_c04, _from_c04, _fits_c04
        case Format.FRACTAL_ZN_LSTM:
            there, back, condition = _to_lstm, _from_lstm, _fits_lstm
        case _:
            there, back, condition = _to_tiles, _from_tiles, _holds_every_axis
    return (
        TransferRule(plain, storage, there, condition, reading=reading),
        TransferRule(storage, plain, back, condition, reading=reading),
    )


RULES: tuple[TransferRule, ...] = (
    *(TransferRule(a, b, _permuted, _holds_every_axis) for a in _PLAIN for b in _PLAIN if a is not b),
    *(
        rule
        for storage in (*TILINGS, Format.FRACTAL_Z_C04, Format.FRACTAL_ZN_LSTM)
        for plain in (*_PLAIN, Format.ND)
        for rule in _both_ways(plain, storage)
    ),
    *(
        rule
        for storage in sorted(LAST_TWO_AXES, key=lambda item: item.value)
        for plain in (Format.ND, *_PLAIN)
        for rule in (
            TransferRule(plain, storage, _to_nz, reading=Reading.ORDER),
            TransferRule(storage, plain, _from_nz, reading=Reading.ORDER),
        )
    ),
    *(
        TransferRule(a, b, _relabelled, reading=Reading.RELABEL)
        for plain in _PLAIN
        for a, b in ((plain, Format.ND), (Format.ND, plain))
    ),
    TransferRule(Format.ND, Format.FRACTAL_ZN_RNN, _to_rnn, _fits_rnn, reading=Reading.ORDER),
    TransferRule(Format.FRACTAL_ZN_RNN, Format.ND, _from_rnn, _fits_rnn, reading=Reading.ORDER),
    TransferRule(Format.ND, Format.ND_RNN_BIAS, _to_bias, _whole_gates, reading=Reading.ORDER),
    TransferRule(Format.ND_RNN_BIAS, Format.ND, _from_bias, _whole_gates, reading=Reading.ORDER),
    TransferRule(Format.NYUV, Format.NYUV_A, _to_frame, reading=Reading.ORDER),
    TransferRule(Format.NYUV_A, Format.NYUV, _from_frame, reading=Reading.ORDER),
)

TRANSFERS = TransferTable(RULES)
