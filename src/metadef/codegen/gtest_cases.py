"""Cases as C++: what the gtest files of the target `tests` hold."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING, cast

from metadef.codegen.cases.record import Argument, Case, Member
from metadef.codegen.record import Job
from metadef.ops.proto import OpProto
from metadef.render.quoting import c_string
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["gtest_file"]

_NEAR_WIDE = "1e-5"
_NEAR_NARROW = "1e-2"


def gtest_file(job: Job, suite: str, proto: OpProto, cases: tuple[Case, ...]) -> str:
    """The file of an operator; `suite` is its name for C++."""
    kept = [{"name": f"C_{case.name}", "lines": _lines(proto, case)} for case in cases if _is_real(case)]
    return job.render("tests/operator_test.cc.j2", suite=suite, cases=kept)


def _is_real(case: Case) -> bool:
    """Whether C++ can say the elements: numbers that fit a double."""
    arrays = [*case.results, *(one for one in _members(case) if not isinstance(one, TensorDesc))]
    return not any(array.dtype.kind in "cSUO" for array in arrays)


def _members(case: Case) -> list[Member]:
    return [one for item in case.call.inputs.values() for one in (item if isinstance(item, list) else [item])]


def _lines(proto: OpProto, case: Case) -> list[str]:
    inputs = [f"{{{c_string(port)}, {{{_argument(item)}}}}}" for port, item in case.call.inputs.items()]
    attrs = [f"{{{c_string(name)}, {_value(value)}}}" for name, value in case.call.attrs.items()]
    call = f"const Call call{{{c_string(proto.name)}, {{{', '.join(inputs)}}}, {{{', '.join(attrs)}}}}};"
    return [call, _expectation(proto, case)]


def _expectation(proto: OpProto, case: Case) -> str:
    if case.findings:
        return f"ExpectProblems(call, {{{', '.join(c_string(item.name) for item in case.findings)}}});"
    if case.results:
        wide = all(array.dtype.itemsize >= 4 for array in case.results)
        outputs = ", ".join(map(_member, case.results))
        return f"ExpectValues(call, {{{outputs}}}, {_NEAR_WIDE if wide else _NEAR_NARROW});"
    if proto.graphs:
        return "ExpectLegal(call);"
    return f"ExpectOutputs(call, {{{', '.join(map(_member, case.outputs))}}});"


def _argument(argument: Argument) -> str:
    return ", ".join(map(_member, argument)) if isinstance(argument, list) else _member(argument)


def _member(member: Member) -> str:
    if isinstance(member, TensorDesc):
        dims = [-2] if member.shape.rank is None else [dim if isinstance(dim, int) else -1 for dim in member.shape]
        return f"Tensor{{{c_string(member.dtype.name)}, {{{', '.join(map(_int, dims))}}}, {{}}}}"
    array = cast("Array", member)
    elements = ", ".join(map(_double, array.astype("float64").reshape(-1).tolist()))
    dims = ", ".join(map(_int, array.shape))
    return f"Tensor{{{c_string(DataType.from_numpy(array.dtype).name)}, {{{dims}}}, {{{elements}}}}}"


def _int(value: int) -> str:
    # WHY: the smallest 64-bit integer has no literal in C++
    return "INT64_MIN" if value == -(1 << 63) else str(value)


def _double(value: float) -> str:
    return repr(value) if isfinite(value) else "NAN" if isnan(value) else "INFINITY" if value > 0 else "-INFINITY"


def _value(value: AttrValue) -> str:
    match value:
        case bool():
            return f"Bool({'true' if value else 'false'})"
        case int():
            return f"Int({_int(value)})"
        case float():
            return f"Float({_double(value)})"
        case str():
            return f"String({_text(value.encode('utf-8', 'surrogatepass'), c_string(value))})"
        case bytes():
            return f"Bytes({_text(value, c_string(value.decode('latin-1')))})"
        case DataType():
            return f"Type({c_string(value.name)})"
        case tuple():
            return f"List({{{', '.join(map(_value, value))}}})"  # at most two levels: lists of lists
        case _:
            return "Int(0)"


def _text(data: bytes, literal: str) -> str:
    """A text as an argument; with its length where a zero byte would end it."""
    return f"std::string({literal}, {len(data)})" if b"\0" in data else literal
