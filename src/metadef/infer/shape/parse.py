"""Shapes of parsed examples: sparse features as coordinates, values and dense shapes, dense ones as tensors."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.infer.shape.common import UNKNOWN, need_rank_within
from metadef.infer.shape.data_flow import listed_shapes
from metadef.infer.shape.handles import first, one
from metadef.ops.call import Call
from metadef.types.dim import DimLike
from metadef.types.shape import Shape

__all__ = ["example", "examples", "sequence_example"]

Lead = Sequence[DimLike | None]


def _sparse(call: Call, port: str, axes: int) -> list[Shape]:
    """For each feature the coordinates [n, axes], then for each the values [n], then for each the shape [axes]."""
    places, values, shapes = (call.output_count(f"{port}_{part}") for part in ("indices", "values", "shapes"))
    counts = [call.store.fresh("entries", 0, None, call.subject) for _ in range(max(places, values))]
    return [
        *[Shape((count, axes)) for count in counts[:places]],
        *[Shape((count,)) for count in counts[:values]],
        *[Shape((axes,))] * shapes,
    ]


def _dense(call: Call, port: str, attr: str, lead: Lead) -> list[Shape]:
    """For each feature the shape that an attribute gives, behind leading axes."""
    shapes = listed_shapes(call, attr, call.output_count(port))
    return [UNKNOWN if shape.rank is None else Shape((*lead, *shape)) for shape in shapes]


def examples(call: Call) -> list[Shape]:
    """ParseExample: features of several examples; dense ones are [examples, shape..].

    C1: the serialised examples are a vector.
    """
    need_rank_within(call, "serialized", 1, 1)
    rows = (first(call.shape("serialized")),)
    return [*_sparse(call, "sparse", 2), *_dense(call, "dense_values", "dense_shapes", rows)]


def example(call: Call) -> list[Shape]:
    """ParseSingleExample: features of one example.

    C1: the serialised example is one string.
    """
    one("serialized")(call)
    return [*_sparse(call, "sparse", 1), *_dense(call, "dense_values", "dense_shapes", ())]


def sequence_example(call: Call) -> list[Shape]:
    """ParseSingleSequenceExample: features of the context, and lists of features, one a step.

    C1: the serialised example is one string.
    """
    one("serialized")(call)
    return [
        *_sparse(call, "context_sparse", 1),
        *_dense(call, "context_dense_values", "context_dense_shapes", ()),
        *_sparse(call, "feature_list_sparse", 2),
        *_dense(call, "feature_list_dense_values", "feature_list_dense_shapes", (None,)),
    ]
