"""Inference of a single call, without a graph."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence

from metadef.errors import Finding, MetadefError, finding
from metadef.infer.dtypes import output_dtypes
from metadef.infer.outputs import count_outputs, output_shapes
from metadef.ops.call import Call
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrValue
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.tensor import TensorDesc

__all__ = ["infer_call", "rule_failed"]


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
    """The descriptors of the flat outputs.

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
        shapes = output_shapes(call, total)
        dtypes = output_dtypes(call, total)
    except MetadefError:
        raise
    except Exception as error:  # WHY: a user's own rule may raise anything; it must come out as a finding
        raise MetadefError(rule_failed(call, error)) from error
    return [TensorDesc(shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]


def rule_failed(call: Call, error: Exception) -> Finding:
    """The finding that names the rule's own file and line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return finding(
        "shape-rule-failed",
        call.subject,
        f"the rule of {call.proto.name} raised {type(error).__name__}: {error}",
        where=Span(last.filename, last.lineno or 0),
        defined=call.proto.span,
        hint="a rule that returns shapes or calls call.fail(...)",
    )
