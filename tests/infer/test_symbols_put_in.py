"""Listed calls asked with symbols, or with nothing known, in place of their sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from infer_cases import Case, by_meaning, infer_case
from metadef import DataType, MetadefError, TensorDesc
from metadef.types.dim import Dim

PREFIX = "size_"
LEGAL = [case for case in by_meaning() if case.is_legal and not case.symbolic and not case.counts_by_size]


def spelled(case: Case, size: Callable[[int], str | None]) -> list[TensorDesc] | str:
    """The outputs of a call whose sizes are said in another way, or why it is refused; known elements stay."""

    def other(item: Any) -> Any:
        if isinstance(item, list):
            return [other(part) for part in item]
        if not isinstance(item, TensorDesc) or item.shape.rank is None:
            return item
        dims = [size(dim) if isinstance(dim, int) and dim > 1 else dim for dim in item.shape]
        return TensorDesc(dims, item.dtype, item.origin_format)

    try:
        return infer_case(case, [other(item) for item in case.inputs]).outputs
    except MetadefError as error:
        return str(error)


def as_symbol(size: int) -> str:
    return f"{PREFIX}{size}"


def unknown(_: int) -> None:
    return None


def shapes(case: Case) -> list[str]:
    """The expected shapes without their types, `2,3` or `*`."""
    return [] if case.expected == "nothing" else [text.partition("[")[2][:-1] for text in case.expected.split(" ")]


def allows(desc: TensorDesc, listed: str) -> bool:
    """Whether a shape that is known in part can be the listed one."""
    if desc.shape.rank is None or listed == "*":
        return True
    sizes = [item for item in listed.split(",") if item]
    return len(sizes) == desc.shape.rank and all(map(can_be, desc.shape, sizes))


def can_be(size: Any, listed: str) -> bool:
    if isinstance(size, Dim):
        names = [name for name in size.symbols() if name.removeprefix(PREFIX).isdigit()]
        size = size.substitute({name: int(name.removeprefix(PREFIX)) for name in names})
    return not isinstance(size, int) or not listed.isdigit() or str(size) == listed


@pytest.mark.parametrize("kind", [as_symbol, unknown])
def test_the_answer_for_symbols_or_unknown_sizes_allows_the_listed_one(kind: Callable[[int], str | None]):
    """Equal sizes get one symbol; put in, it gives the listed size. What is unknown refuses nothing."""
    wrong: list[str] = []
    for case in LEGAL:
        found = spelled(case, kind)
        if isinstance(found, str) or len(found) != len(shapes(case)) or not all(map(allows, found, shapes(case))):
            wrong.append(f"{case.text} || {found}")
    assert wrong == []


# rules that need a number: how many coordinates, ratios, strides with a rate, runs, axes that are 1 or not
NEED_NUMBERS = set("Dilation2D FractionalAvgPool GatherNd LayerNormV4 RepeatInterleaveGrad Squeeze SqueezeV3".split())


def test_symbols_pass_through_most_rules():
    """Not unknown where the listed size is known and all sizes of the call are."""
    lost = {
        case.op
        for case in LEGAL
        if not {"?", "*"} & set(case.text)
        for desc in spelled(case, as_symbol)
        if isinstance(desc, TensorDesc) and (desc.shape.rank is None or None in list(desc.shape))
    }
    assert lost == NEED_NUMBERS


def test_a_wrong_shape_is_seen():
    n = Dim.symbol(f"{PREFIX}3")
    assert allows(TensorDesc((2 * n, None), DataType.FLOAT), "6,4")
    assert not allows(TensorDesc((2 * n, None), DataType.FLOAT), "5,4")
    assert not allows(TensorDesc((2 * n,), DataType.FLOAT), "6,4")
    assert not allows(TensorDesc((2, 3), DataType.FLOAT), "2,4")
