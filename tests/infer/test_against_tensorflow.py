"""Calls that TensorFlow computed or inferred: what we infer is true of its shapes and types."""

from __future__ import annotations

from typing import Any

import pytest

from infer_cases import Case, infer_case, read_case, tensorflow
from metadef import DataType, Dim, TensorDesc
from metadef.catalogue import registry
from metadef.types.constraints import ConstraintStore
from metadef.types.shape import Shape


def told(item: Any, hidden: str) -> Any:
    """An input of which less is known: its "elements" are hidden, also its "sizes", or also its "rank"."""
    if isinstance(item, list):
        return [told(member, hidden) for member in item]
    if item is None:
        return None
    desc = item if isinstance(item, TensorDesc) else TensorDesc(item.shape, DataType.from_numpy(item.dtype))
    if hidden == "elements" or desc.shape.rank is None:
        return desc
    return TensorDesc(Shape.unknown(desc.shape.rank if hidden == "sizes" else None), desc.dtype, desc.format)


def covers(case: Case, hidden: str = "") -> bool:
    """Whether what inference says is true of the listed outputs: equal sizes, or symbols that can be these."""
    found = infer_case(case, [told(item, hidden) for item in case.inputs] if hidden else None)
    seen: dict[Dim, int] = {}
    texts = case.expected.split()
    return len(found.outputs) == len(texts) and all(
        desc.dtype.name == text.partition("[")[0] and can_be(desc, text, found.store, seen)
        for desc, text in zip(found.outputs, texts, strict=True)
    )


def can_be(desc: TensorDesc, text: str, store: ConstraintStore, seen: dict[Dim, int]) -> bool:
    sizes = [int(size) for size in text.partition("[")[2].rstrip("]").split(",") if size]
    if desc.shape.rank is None:
        return True
    if desc.shape.rank != len(sizes):
        return False
    for dim, size in zip(desc.shape, sizes, strict=True):
        if isinstance(dim, int) and dim != size:
            return False
        if isinstance(dim, Dim):
            bounds = store.bounds(dim)
            fits = (bounds.lo or 0) <= size and (bounds.hi is None or size <= bounds.hi)
            if not fits or seen.setdefault(dim, size) != size:
                return False
    return True


def test_what_is_inferred_is_true_of_what_tensorflow_says():
    assert len(tensorflow()) > 440
    assert [case.text for case in tensorflow() if not covers(case)] == []


@pytest.mark.parametrize("hidden", ["elements", "sizes", "rank"])
def test_what_is_inferred_of_less_is_still_true(hidden: str):
    assert [case.text for case in tensorflow() if not covers(case, hidden)] == []


def test_a_wrong_size_type_or_count_is_seen():
    call = "SparseAdd | INT64[3,2] ; FLOAT[3] ; INT64[2] ; INT64[5,2] ; FLOAT[5] ; INT64[2] ; FLOAT[] | {} -> "
    assert covers(read_case(call + "INT64[8,2] FLOAT[8] INT64[2]"))
    wrong = (
        "INT64[9,2] FLOAT[9] INT64[2]",
        "INT64[8,2] FLOAT[7] INT64[2]",
        "INT64[8,3] FLOAT[8] INT64[2]",
        "INT64[8,2] INT32[8] INT64[2]",
        "INT64[8,2] FLOAT[8] INT64[]",
        "INT64[8,2] FLOAT[8]",
    )
    assert [text for text in wrong if covers(read_case(call + text))] == []


def test_every_case_is_of_an_operator_with_a_rule():
    assert [case.op for case in tensorflow() if registry().lookup(case.op).shape_rule is None] == []
