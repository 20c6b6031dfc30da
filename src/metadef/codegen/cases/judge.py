"""What comes of a call: findings of the prototype, findings of the shape rule, outputs, computed values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metadef.codegen.cases.record import Case, GivenCall
from metadef.driver.calls import call as compute
from metadef.driver.calls import judge_call
from metadef.errors import MetadefError
from metadef.kernels.table import find_kernel
from metadef.ops.proto import OpProto
from metadef.ops.traits import RANDOM, STATEFUL
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["computed", "judged"]

_MOST_ELEMENTS = 64  # of the results of a case, so that a reader can check them


def judged(proto: OpProto, name: str, kind: str, call: GivenCall) -> Case:
    """The case that a call is. What turns out illegal is of the kind `error`, whatever was asked for."""
    found = judge_call(proto, call.inputs, call.attrs)
    if found.contract or found.beyond:
        return Case(name, "error", call, found.contract, found.beyond)
    return Case(name, kind, call, (), (), found.outputs)


def computed(proto: OpProto, case: Case) -> Case:
    """The case with what the kernel computes, if there is one, all inputs are arrays, and chance has no part."""
    members = [one for item in case.call.inputs.values() for one in (item if isinstance(item, list) else [item])]
    if case.findings or proto.has_trait(RANDOM) or proto.has_trait(STATEFUL) or find_kernel(proto.name) is None:
        return case
    if any(isinstance(member, TensorDesc) for member in members):
        return case
    try:
        results = _run(proto, case.call)
    except (MetadefError, ArithmeticError, ValueError):  # WHY: not every legal call is one that the kernel can compute
        return case
    if not results or sum(array.size for array in results) > _MOST_ELEMENTS:
        return case
    return Case(case.name, case.kind, case.call, (), (), case.outputs, results)


def _run(proto: OpProto, call: GivenCall) -> tuple[Array, ...]:
    import numpy as np

    with np.errstate(all="ignore"):
        found: list[Any] = compute(proto, call.inputs, call.attrs)
    return tuple(found)
