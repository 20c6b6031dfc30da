"""One operator at a time: is this call legal, what are its outputs, and what does it compute?

Inputs are one entry a prototype port: a `TensorDesc`, an array (its elements are known), None for an absent optional,
or a list of these for a dynamic port. Arrays are NumPy arrays, anything with `__array__`, tensors that speak DLPack, or
tensors of a framework with a shape and a type. Only `call` reads more than the few elements that rules ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metadef.catalogue import installed
from metadef.driver.call_attrs import attrs_of, numbers_read, private_attrs
from metadef.driver.call_inputs import Bound, CallInput, Inputs, bind, subject_of
from metadef.errors import Finding, MetadefError, UsageError
from metadef.infer.call import infer_call as infer_bound
from metadef.infer.same_types import type_mismatch
from metadef.ops.call import Call
from metadef.ops.check import canonical_attrs, check_inputs, check_laws, check_prototype
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.types.attrs import Attrs
from metadef.types.constraints import ConstraintStore
from metadef.types.tensor import TensorDesc

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["CallInput", "Judgement", "call", "check_call", "infer_bound_call", "infer_call", "judge_call"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What comes of a call."""

    contract: tuple[Finding, ...]  # by the prototype alone, which tables in other languages can judge too
    beyond: tuple[Finding, ...] = ()  # types that must agree, and by the shape rule; where the prototype finds no error
    outputs: tuple[TensorDesc, ...] = ()  # inferred where nothing is wrong; flat


def check_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[Finding]:
    """Everything that is wrong with a call; empty when it is legal.

    Judged are the prototype (ports, types, attributes) and, where that finds no error, what the operator's shape rule
    demands: channels that differ, axes that are not there.

    >>> from metadef.types.tensor import TensorDesc
    >>> from metadef import DataType
    >>> x = TensorDesc((2, 3), DataType.STRING)
    >>> [item.name for item in check_call("Relu", [x])]
    ['dtype-not-allowed']
    """
    found = judge_call(op, inputs, attrs, registry=registry)
    return [*found.contract, *found.beyond]


def judge_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> Judgement:
    """What comes of a call, the verdict of the prototype apart from that of the shape rule.

    >>> from metadef.types.tensor import TensorDesc
    >>> from metadef import DataType
    >>> a, b = TensorDesc((2, 3), DataType.FLOAT), TensorDesc((4, 5), DataType.FLOAT)
    >>> found = judge_call("MatMul", [a, b])
    >>> found.contract, [item.name for item in found.beyond]
    ((), ['shape-mismatch'])
    """
    try:
        proto = _proto(op, registry)
        given = attrs_of(attrs, proto)
        bound = bind(proto, inputs)
    except MetadefError as error:
        return Judgement(tuple(error.findings))
    subject = subject_of(proto)
    if bound.problems:  # WHY no laws: they read ports that are not fed as they should be
        problems = check_inputs(proto, bound.descs, bound.counts, subject)
        return Judgement((*bound.problems, *problems, *canonical_attrs(proto, given, subject)[1]))
    problems = check_prototype(proto, bound.descs, given, counts=bound.counts, subject=subject, values=bound.values)
    if proto.graphs or any(item.is_error for item in problems):
        return Judgement(tuple(problems))
    canonical, _ = canonical_attrs(proto, given, subject)
    mixed = type_mismatch(Call(proto, bound.descs, canonical, counts=bound.counts, subject=subject))
    beyond = () if mixed is None else (mixed,)
    try:
        outputs = infer_bound(proto, bound.descs, canonical, counts=bound.counts, values=bound.values)
    except MetadefError as error:
        return Judgement(tuple(problems), (*beyond, *[item for item in error.findings if item not in problems]))
    return Judgement(tuple(problems), beyond, () if beyond else tuple(outputs))


def infer_call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[TensorDesc]:
    """The outputs of a call, flat; members of a dynamic output in order. Fills defaults, judges no dtypes.

    Kinds and constraints of attributes and laws of the operator are kept, as well as what the shape rule demands. What
    depends on a required attribute that is left out is unknown; `check_call` names it. An Int attribute that holds a
    type takes a `DataType`.

    Raises:
        MetadefError: where these do not hold, and for unknown operators or too many inputs.

    >>> from metadef import DataType
    >>> x = TensorDesc((2, "n"), DataType.FLOAT)
    >>> infer_call("Relu", [x])
    [TensorDesc([2, n], FLOAT)]
    """
    return infer_bound_call(bind(_proto(op, registry), inputs), attrs)


def infer_bound_call(
    bound: Bound,
    attrs: Mapping[str, object] | None = None,
    *,
    output_counts: tuple[int, ...] | None = None,
    store: ConstraintStore | None = None,
) -> list[TensorDesc]:
    """`infer_call` of inputs already laid out, whose `values` may hold symbols.

    `output_counts` are the members of each output where the call does not say them; `store` keeps what the call
    demands of symbols and the bounds of sizes that depend on data.

    Raises:
        MetadefError: as `infer_call`.
    """
    proto = bound.proto
    if bound.problems:
        raise MetadefError(bound.problems)
    given = attrs_of(attrs, proto)
    canonical, problems = canonical_attrs(proto, numbers_read(given, proto), subject_of(proto))
    private = private_attrs(given)
    if private:
        canonical = Attrs({**canonical, **private})
    violated = [item for item in problems if item.name in ("attr-constraint", "attr-type")] + _laws(bound, canonical)
    if violated:
        raise MetadefError(violated)
    return infer_bound(
        proto,
        bound.descs,
        canonical,
        counts=bound.counts,
        output_counts=output_counts,
        values=bound.values,
        store=store,
    )


def call(
    op: str | OpProto, inputs: Inputs, attrs: Mapping[str, object] | None = None, *, registry: Registry | None = None
) -> list[Array]:
    """What a call computes, on the reference kernels.

    Raises:
        MetadefError: for illegal calls, with everything that is wrong, and where there is no kernel.
    """
    from metadef.kernels.call import KernelCall
    from metadef.kernels.run import run_call

    proto = _proto(op, registry)
    problems = check_call(proto, inputs, attrs, registry=registry)
    if problems:
        raise MetadefError(problems)
    bound = bind(proto, inputs, limit=None)
    missing = [
        i for i, (desc, array) in enumerate(zip(bound.descs, bound.arrays, strict=True)) if desc and array is None
    ]
    if missing:
        raise MetadefError.of(
            "missing-input", subject_of(proto), f"input {missing[0]} has no elements; an array is needed"
        )
    canonical, _ = canonical_attrs(proto, attrs_of(attrs, proto), subject_of(proto))
    outputs = infer_bound(proto, bound.descs, canonical, counts=bound.counts, values=bound.values)
    return run_call(
        KernelCall(
            proto,
            bound.arrays,
            canonical,
            counts=bound.counts if proto.has_dynamic_inputs else None,
            output_counts=None,
            descs=bound.descs,
            outputs=outputs,
        )
    )


def _laws(bound: Bound, attrs: Attrs) -> list[Finding]:
    """What the prototype's own laws say against a call."""
    if not bound.proto.laws:
        return []
    subject = subject_of(bound.proto)
    known = bound.values
    return check_laws(
        Call(bound.proto, bound.descs, attrs, counts=bound.counts, value_of=known.__getitem__, subject=subject)
    )


def _proto(op: object, registry: Registry | None) -> OpProto:
    if isinstance(op, OpProto):
        return op
    if not isinstance(op, str):
        raise UsageError.of("bad-usage", "operator", "needs a name or an OpProto", got=type(op).__name__)
    return (installed() if registry is None else registry).lookup(op)
