"""What is less known is never contradicted: a listed call is asked again with one input, or all, known less well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from infer_cases import BY_MEANING, PUBLIC, Case, infer_case, lines_of, read_case
from metadef import DataType, MetadefError, TensorDesc


def without_elements(item: Any) -> Any:
    return TensorDesc(item.shape, DataType.from_numpy(item.dtype)) if isinstance(item, np.ndarray) else item


def without_sizes(item: TensorDesc) -> TensorDesc:
    shape = None if item.shape.rank is None else [None] * item.shape.rank
    return TensorDesc(shape, item.dtype, item.format)


def without_rank(item: TensorDesc) -> TensorDesc:
    return TensorDesc(None, item.dtype, item.format)


def weaker(case: Case) -> Iterator[tuple[str, list[Any]]]:
    """The inputs known less well, in three steps, for each input and for all of them."""
    for step in (without_elements, without_sizes, without_rank):
        for place in (*range(len(case.inputs)), None):
            inputs = [weakened(item, step) if place in (None, at) else item for at, item in enumerate(case.inputs)]
            yield f"{step.__name__} {place}", inputs


def weakened(item: Any, step: Any) -> Any:
    if isinstance(item, list):
        return [weakened(member, step) for member in item]
    return None if item is None else step(without_elements(item))


def shapes(case: Case, inputs: Any = None) -> list[Any] | str:
    try:
        found = infer_case(case, inputs).outputs
    except MetadefError as error:
        return str(error)
    return [None if desc.shape.rank is None else desc.shape.known_dims() or tuple(desc.shape) for desc in found]


def contradicts(weak: Any, strong: Any) -> bool:
    """Another rank, or another size where both are numbers."""
    if weak is None or strong is None:
        return False
    pairs = list(zip(weak, strong, strict=False))
    return len(weak) != len(strong) or any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs)


@pytest.mark.parametrize("path", [*PUBLIC, *BY_MEANING], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_knowing_less_of_an_input_is_neither_refused_nor_answered_otherwise(path: Path):
    wrong: list[str] = []
    for case in map(read_case, lines_of(path)):
        known = shapes(case)
        if isinstance(known, str) or case.counts_by_size or any(name.startswith("_") for name in case.attrs):
            continue  # WHY: attributes of the engine's own stand for elements that are not known
        for step, inputs in weaker(case):
            found = shapes(case, inputs)
            if isinstance(found, str) or len(found) != len(known) or any(map(contradicts, found, known)):
                wrong.append(f"{case.text} || {step}: {found}")
    assert wrong == []


def test_another_rank_or_size_is_seen():
    assert contradicts((2, 3), (2, 4))
    assert contradicts((2, None), (2,))
    assert not contradicts((2, None), (2, 3))
    assert not contradicts(None, (2, 3))
