"""Calls of `cases/infer_by_hand`, a file a family: shapes and types that follow from what an operator means.

A line is a call as in `cases/infer`, and what every output must be: `TYPE[dims]`, where `?` is unknown, `*` an unknown
rank, and `0..n` a size that depends on data and is at most n. `fails C1` stands for a finding that cites the law C1,
`fails rank` for one that says which rank is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from infer_cases import Case, read_case
from metadef import DataType, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.driver import calls
from metadef.infer.call import infer_call
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim
from metadef.types.known_value import KnownValue

FOLDER = Path(__file__).parents[1] / "cases" / "infer_by_hand"
FILES = sorted(FOLDER.glob("*.txt"))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def answer(case: Case, monkeypatch: pytest.MonkeyPatch) -> str:
    """What inference says, in the words of a line."""
    stores: list[ConstraintStore] = []

    def kept() -> ConstraintStore:
        stores.append(ConstraintStore())
        return stores[-1]

    monkeypatch.setattr("metadef.ops.call.ConstraintStore", kept)
    try:
        inputs = case.inputs if registry().lookup(case.op).inputs else ()
        outputs = calls.infer_call(case.op, inputs, case.attrs)
    except MetadefError as error:
        return f"fails {' '.join(item.message for item in error.findings)}"
    return " ".join(text_of(desc, stores[-1]) for desc in outputs)


def text_of(desc: TensorDesc, store: ConstraintStore) -> str:
    if desc.shape.rank is None:
        return f"{desc.dtype.name}[*]"
    return f"{desc.dtype.name}[{','.join(size_text(size, store) for size in desc.shape)}]"


def size_text(size: object, store: ConstraintStore) -> str:
    if not isinstance(size, Dim):
        return "?" if size is None else str(size)
    bounds = store.bounds(size)
    return f"{bounds.lo}..{bounds.hi}"


def agrees(expected: str, ours: str) -> bool:
    law = expected.removeprefix("fails ")
    if law == expected:
        return ours == expected
    return ours.startswith("fails ") and ("needs rank" if law == "rank" else f"[{law}]") in ours


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_call_has_the_listed_outputs(path: Path, monkeypatch: pytest.MonkeyPatch):
    wrong = [
        f"{case.text} || {ours}"
        for case in map(read_case, lines(path))
        if not agrees(case.expected, ours := answer(case, monkeypatch))
    ]
    assert wrong == []


def test_every_listed_operator_is_of_the_catalogue_and_has_a_rule():
    listed = {line.split(" | ")[0] for path in FILES for line in lines(path)}
    assert sorted(op for op in listed if registry().lookup(op).shape_rule is None) == []


def test_lines_are_sorted_and_differ():
    for path in FILES:
        assert lines(path) == sorted(set(lines(path))), path.name


LEGAL = [case for path in FILES for case in map(read_case, lines(path)) if not case.expected.startswith("fails")]


def spelled(case: Case, size: Callable[[int], str | None]) -> list[TensorDesc]:
    """The outputs of a call whose sizes are said in another way; known elements stay."""

    def other(item: Any) -> Any:
        if isinstance(item, list):
            return [other(part) for part in item]
        if not isinstance(item, TensorDesc) or item.shape.rank is None:
            return item
        dims = [size(dim) if isinstance(dim, int) and dim > 1 else dim for dim in item.shape]
        return TensorDesc(dims, item.dtype, item.origin_format)

    inputs = [other(item) for item in case.inputs] if registry().lookup(case.op).inputs else []
    return calls.infer_call(case.op, inputs, case.attrs)


def holds(size: Any, expected: str) -> bool:
    """Whether a size that is known in part allows the listed one."""
    if isinstance(size, Dim):
        size = size.substitute({name: int(name[1:]) for name in size.symbols() if name[0] == "s"})
    return not isinstance(size, int) or str(size) == expected


@pytest.mark.parametrize("kind", ["symbols", "unknown"])
def test_the_answer_for_symbols_or_unknown_sizes_allows_the_listed_one(kind: str):
    """Equal sizes get one symbol; put in, it gives the listed size. What is unknown refuses nothing."""
    wrong: list[str] = []
    for case in LEGAL:
        outputs = spelled(case, (lambda size: f"s{size}") if kind == "symbols" else lambda size: None)
        for desc, text in zip(outputs, case.expected.split(" "), strict=True):
            listed = text[text.index("[") + 1 : -1]
            sizes = [item for item in listed.split(",") if item]
            if desc.shape.rank is None or listed == "*":
                continue
            if desc.shape.rank != len(sizes) or not all(map(holds, desc.shape, sizes)):
                wrong.append(f"{case.text} || {desc}")
    assert wrong == []


def test_symbols_pass_through_most_rules():
    """Not unknown where the listed size is known. A ratio such as 1.44 is no simple fraction."""
    lost = [
        case.op
        for case in LEGAL
        for desc, text in zip(spelled(case, lambda size: f"s{size}"), case.expected.split(" "), strict=True)
        if "?" not in text and "*" not in text and (desc.shape.rank is None or None in list(desc.shape))
    ]
    assert set(lost) == {"FractionalAvgPool"}


SIZES: tuple[int | str | None, ...] = (0, 1, 2, 3, 4, 5, 8, 16, None, "a", "b")
NUMBERS = (-5, -1, 0, 1, 2, 3, 10_000)
TEXTS = ("", "NCHW", "NHWC", "SAME", "none", "mean")


def some_attr(rng: Random, kind: str) -> Any:
    if kind.startswith("List"):
        return tuple(some_attr(rng, kind.removeprefix("List")) for _ in range(rng.randrange(5)))
    return rng.choice(
        {"Int": NUMBERS, "Float": (-1.0, 0.5, 2.0), "Bool": (True, False), "String": TEXTS}.get(kind, (1,))
    )


def some_call(rng: Random, proto: OpProto) -> list[TensorDesc]:
    """Any ranks and sizes, any elements of small integer tensors, any attributes."""
    inputs: list[TensorDesc | None] = []
    values: list[KnownValue | None] = []
    counts = [rng.randrange(3) if port.kind is PortKind.DYNAMIC else 1 for port in proto.inputs]
    for port, count in zip(proto.inputs, counts, strict=True):
        for _ in range(count):
            items = [rng.choice(NUMBERS) for _ in range(rng.randrange(4))] if rng.random() < 0.3 else None
            rank = rng.randrange(7)
            dims = None if rank == 6 else [rng.choice(SIZES) for _ in range(rank)]
            dtype = next(iter(port.types), DataType.FLOAT)
            desc = TensorDesc(dims, dtype) if items is None else TensorDesc([len(items)], DataType.INT64)
            is_absent = port.kind is PortKind.OPTIONAL and rng.random() < 0.3
            inputs.append(None if is_absent else desc)
            values.append(None if is_absent or items is None else KnownValue.vector(items))
    attrs = {spec.name: some_attr(rng, spec.kind.name) for spec in proto.attrs if spec.required or rng.random() < 0.6}
    return infer_call(proto, inputs, attrs, counts=tuple(counts), values=values)


def test_no_call_makes_a_rule_fail_otherwise_than_with_a_law():
    rng, failed = Random(1), set[str]()
    for op in sorted({line.split(" | ")[0] for path in FILES for line in lines(path)}):
        for _ in range(25):
            try:
                some_call(rng, registry().lookup(op))
            except MetadefError as error:
                failed |= {f"{op}: {item}" for item in error.findings if item.name in ("shape-rule-failed", "bad-dim")}
    assert failed == set()


def test_a_wrong_answer_is_seen():
    assert agrees("FLOAT[2,0..3]", "FLOAT[2,0..3]")
    assert not agrees("FLOAT[2,0..3]", "FLOAT[2,?]")
    assert not agrees("FLOAT[2]", "FLOAT16[2]")
    assert not agrees("FLOAT[2]", "FLOAT[2] INT32[2]")
    assert agrees("fails C1", "fails sizes differ [C1]: 2 and 3")
    assert not agrees("fails C1", "fails sizes differ [C2]: 2 and 3")
    assert not agrees("fails rank", "FLOAT[2]")
