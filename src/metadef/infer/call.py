"""Inference of a single call, without a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metadef.errors import MetadefError
from metadef.infer.answers import located, rule_failed
from metadef.infer.dtypes import output_dtypes
from metadef.infer.outputs import count_outputs, output_shapes
from metadef.ops.call import Call
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrValue
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["infer_call"]


def infer_call(
    proto: OpProto,
    inputs: Sequence[TensorDesc | None],
    attrs: Mapping[str, AttrValue],
    *,
    counts: tuple[int, ...] | None = None,
    output_counts: tuple[int, ...] | None = None,
    values: Sequence[KnownValue | None] = (),
    store: ConstraintStore | None = None,
) -> list[TensorDesc]:
    """The descriptors of the flat outputs; of unknown rank where a rule says that too little is known.

    Raises:
        MetadefError: with the rule's findings where it cannot hold.
    """
    known = [*values, *([None] * (len(inputs) - len(values)))]
    call = Call(
        proto,
        inputs,
        attrs,
        counts=counts if proto.has_dynamic_inputs else None,
        output_counts=output_counts,
        value_of=known.__getitem__,
        store=store,
        subject=f"operator {proto.name}",
    )
    try:
        call.output_counts = output_counts or count_outputs(call)
        total = sum(call.output_counts) if call.output_counts is not None else len(proto.outputs)
        dtypes = output_dtypes(call, total)
        shapes = _shapes(call, total)
    except MetadefError as error:
        raise MetadefError(located(call, error)) from error
    except Exception as error:  # WHY: a user's own rule may raise anything; it must come out as a finding
        raise MetadefError(rule_failed(call, error)) from error
    return [TensorDesc(shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]


def _shapes(call: Call, total: int) -> Sequence[Shape]:
    try:
        return output_shapes(call, total)
    except MetadefError as error:
        if any(item.is_error for item in error.findings):
            raise
        return [Shape(None)] * total  # WHY: a warning says that nothing follows, not that the call is wrong
