"""Cases as Python: what the pytest files of the target `tests` hold."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from metadef.codegen.cases.record import Argument, Case, Member
from metadef.codegen.record import Job
from metadef.ops.proto import OpProto
from metadef.render.quoting import py_string
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["pytest_file"]


def pytest_file(job: Job, proto: OpProto, cases: tuple[Case, ...]) -> str:
    """The file of an operator."""
    return job.render(
        "tests/test_operator.py.j2",
        op=proto.name,
        legal=[_legal(proto, case) for case in cases if case.kind != "error" and not case.results],
        values=[_entry(case, f"[{', '.join(map(_array, case.results))}]") for case in cases if case.results],
        illegal=[_illegal(case) for case in cases if case.kind == "error"],
    )


def _entry(case: Case, last: str) -> str:
    inputs = ", ".join(f"{py_string(port)}: {_argument(item)}" for port, item in case.call.inputs.items())
    return f"{py_string(case.name)}: ({{{inputs}}}, {_attrs(case.call.attrs)}, {last})"


def _legal(proto: OpProto, case: Case) -> str:
    return _entry(case, "None" if proto.graphs else f"[{', '.join(map(_desc, case.outputs))}]")


def _illegal(case: Case) -> str:
    return _entry(case, f"[{', '.join(py_string(item.name) for item in case.findings)}]")


def _argument(argument: Argument) -> str:
    return f"[{', '.join(map(_member, argument))}]" if isinstance(argument, list) else _member(argument)


def _member(member: Member) -> str:
    return _desc(member) if isinstance(member, TensorDesc) else _array(member)


def _desc(desc: TensorDesc) -> str:
    return f"T({_shape(desc.shape)}, D.{desc.dtype.name})"


def _shape(shape: Shape) -> str:
    known = shape.known_dims()
    if known is not None:
        return repr(known)
    return "None" if shape.rank is None else f"S.from_json({_plain(shape.to_json())})"


def _plain(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"  # WHY no bound: shapes are flat, arrays as deep as their rank
    return py_string(value) if isinstance(value, str) else _number(value)


def _number(value: object) -> str:
    if isinstance(value, float) and not isfinite(value):
        return "np.nan" if isnan(value) else "np.inf" if value > 0 else "-np.inf"
    if isinstance(value, complex):
        return f"complex({_number(value.real)}, {_number(value.imag)})"
    return repr(value)


def _array(array: Array) -> str:
    dtype = DataType.from_numpy(array.dtype)
    items: Any = (array.astype("float64") if dtype.is_float else array).tolist()
    return f"np.array({_plain(items)}, D.{dtype.name}.numpy).reshape({array.shape!r})"


def _attrs(attrs: Mapping[str, AttrValue]) -> str:
    return f"{{{', '.join(f'{py_string(name)}: {_value(value)}' for name, value in attrs.items())}}}"


def _value(value: AttrValue) -> str:
    match value:
        case str():
            return py_string(value)
        case DataType():
            return f"D.{value.name}"
        case float() if not isfinite(value):
            return f'float("{value}")'
        case tuple():
            return f"[{', '.join(map(_value, value))}]"  # at most two levels: lists of lists
        case _:
            return repr(value)
