"""No joint column of the operator on the chip takes these data types and formats.

A format of a column can be reached from the format that a tensor is meant in as long as a conversion exists, so that a
format only rules a column out for tensors of more axes than it holds. Types are compared exactly; where only the
precision of floats differs from a legal column, the compiler inserts Casts, and the finding is a warning that names
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.support.record import Use, column_lines, members_of
from metadef.errors import Finding, finding
from metadef.targets import PortSupport
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc

__all__ = ["check"]

_UNKNOWN = (DataType.UNDEFINED,)
_CASTABLE = (DataType.FLOAT, DataType.FLOAT16, DataType.BF16)
# The most axes that a tensor can have in a format; formats that are not listed hold any number.
_MOST_AXES = {
    **{item: len(item.axes) for item in Format if item.axes is not None},
    **dict.fromkeys((Format.NC1HWC0, Format.NC1HWC0_C04, Format.FRACTAL_Z, Format.FRACTAL_Z_C04, Format.C1HWNCoC0), 4),
    **dict.fromkeys((Format.NDC1HWC0, Format.FRACTAL_Z_3D, Format.FRACTAL_Z_3D_TRANSPOSE), 5),
}
_FEWEST_AXES = {Format.FRACTAL_NZ: 2}

Member = tuple[str, PortSupport, list[TensorDesc]]


def check(use: Use) -> Iterator[Finding]:
    """At most one finding: the tensors that stand in the way of the nearest column, and all legal columns."""
    if use.support is None or use.support.count == 0:
        return
    members = [item for item in members_of(use) if item[1].dtypes]
    best: list[str] | None = None
    best_weight = 1 << 30
    for row in range(use.support.count):
        wrong, weight = _misfits(members, row)
        if not wrong:
            return
        if weight < best_weight:
            best, best_weight = wrong, weight
    if best is None:
        return
    casts_only = best_weight < _HARD
    where = f"on {use.target.chip.soc}"
    message = (
        f"runs {where} only after Casts: {', '.join(best)}"
        if casts_only
        else f"has no column {where} for these tensors"
    )
    yield finding(
        "cast-needed-on-target" if casts_only else "unsupported-on-target",
        use.subject,
        message,
        expected=column_lines(use.support),
        got=", ".join(f"{name.split(' ')[1]} {_shown(descs[0])}" for name, _, descs in members),
        hint="" if casts_only else ", ".join(best),
    )


_HARD = 1000  # weight of a misfit that no inserted Cast mends


def _misfits(members: list[Member], row: int) -> tuple[list[str], int]:
    """What would have to change for a column, and how far away that is."""
    wrong: list[str] = []
    weight = 0
    for name, support, descs in members:
        dtype, layouts = support.dtypes[row], support.formats
        if support.unknown_shape_formats and not descs[0].origin_shape.is_known:
            layouts = support.unknown_shape_formats
        for desc in descs:
            if desc.dtype not in (*_UNKNOWN, dtype):
                wrong.append(f"{name} from {desc.dtype.name} to {dtype.name}")
                weight += 1 if desc.dtype in _CASTABLE and dtype in _CASTABLE else _HARD
                break
            if not _can_lie(desc, layouts[row]):
                wrong.append(f"{name} with rank {_ranks(layouts[row])} for {layouts[row].name}")
                weight += 2 * _HARD
                break
    return wrong, weight


def _can_lie(desc: TensorDesc, layout: Format) -> bool:
    rank = desc.origin_shape.rank
    if rank is None:
        return True
    return _FEWEST_AXES.get(layout, 0) <= rank <= _MOST_AXES.get(layout, 1 << 30)


def _ranks(layout: Format) -> str:
    most = _MOST_AXES.get(layout)
    return f"at least {_FEWEST_AXES.get(layout, 0)}" if most is None else f"at most {most}"


def _shown(desc: TensorDesc) -> str:
    layout = "" if desc.origin_format is Format.ND else f" {desc.origin_format.name}"
    return f"{desc.dtype.name}{layout} {desc.origin_shape}"
