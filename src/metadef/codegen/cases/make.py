"""All cases of an operator."""

from __future__ import annotations

from functools import lru_cache

from metadef.codegen.cases.errors import broken
from metadef.codegen.cases.judge import computed, judged
from metadef.codegen.cases.record import Argument, Case, GivenCall, Member
from metadef.codegen.cases.search import find_legal
from metadef.codegen.cases.shapes import tensor
from metadef.codegen.cases.variants import variants
from metadef.codegen.names import unique
from metadef.ops.proto import OpProto
from metadef.types.tensor import TensorDesc

__all__ = ["cases_of"]


_MOST_PARTS = 256  # inputs and attributes up to which a call is varied


@lru_cache(maxsize=4096)  # WHY: two targets write the same cases
def cases_of(proto: OpProto) -> tuple[Case, ...]:
    """The cases, each of another name. If no legal call was found, all come from the empty call, and are errors."""
    base = find_legal(proto)
    if base is None:
        found = [judged(proto, name, "error", call) for name, call in broken(proto, GivenCall())]
        names = unique(case.name for case in found)
        return tuple(_named(case, name) for case, name in zip(found, names, strict=True) if case.contract)
    found = [base]
    values = computed(proto, _with_arrays(base))
    if values.results:
        found.append(values)
    seen = {_key(base.call)}
    if len(proto.inputs) + len(proto.attrs) > _MOST_PARTS:  # WHY: every case would be as long as the prototype
        return tuple(found)
    for kind, calls in (("boundary", variants(proto, base.call)), ("error", broken(proto, base.call))):
        for name, call in calls:
            key = _key(call)
            if key in seen:
                continue
            seen.add(key)
            case = judged(proto, name, kind, call)
            if kind == "boundary" or case.contract:
                found.append(case)
    names = unique(case.name for case in found)
    return tuple(_named(case, name) for case, name in zip(found, names, strict=True))


def _named(case: Case, name: str) -> Case:
    return Case(name, case.kind, case.call, case.contract, case.beyond, case.outputs, case.results)


def _with_arrays(case: Case) -> Case:
    """The case with elements for every tensor that can have them."""

    def filled(member: Member) -> Member:
        known = member.shape.known_dims() if isinstance(member, TensorDesc) else None
        return tensor(member.dtype, known) if known is not None else member

    def all_filled(argument: Argument) -> Argument:
        return [filled(one) for one in argument] if isinstance(argument, list) else filled(argument)

    call = GivenCall({name: all_filled(item) for name, item in case.call.inputs.items()}, case.call.attrs)
    return Case("values", "normal", call, (), (), case.outputs)


def _key(call: GivenCall) -> tuple[object, ...]:
    """What is equal for equal calls alone."""
    inputs = tuple((name, _argument_key(item)) for name, item in call.inputs.items())
    # WHY repr: 1 and True, or 0.0 and -0.0, are equal and different values of an attribute
    return inputs, repr(call.attrs)


def _argument_key(argument: Argument) -> object:
    if isinstance(argument, list):
        return tuple(map(_argument_key, argument))
    return argument if isinstance(argument, TensorDesc) else (str(argument.dtype), argument.shape, argument.tobytes())
