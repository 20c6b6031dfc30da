"""Reads the calls of `tests/cases/infer` and says whether inference answers as they expect.

`public` are calls of CANN's unit tests, `by_meaning` calls worked out by hand, a file a family in both; `tensorflow`
are calls that TensorFlow computed or inferred. A line is

    operator | inputs | attributes -> outputs

Inputs: a field a port, ` ; ` between ports, ` & ` between members of a dynamic port, `-` for an absent one or where
there are none. A tensor is `TYPE[sizes]@FORMAT=elements`, format and elements as needed; `?` is an unknown size, a
name a symbol, `[*]` an unknown rank. Attributes are JSON; types among them are names or CANN's numbers, and `outputs`
is the number of members of each output, for operators whose call does not say it.

Outputs, all of them and flat, are one of

    [2,3] [?]                   shapes alone, where `?` is any size that is no number
    FLOAT[n,3] INT64[?] BOOL[*] shapes and types, where `?` is unknown and no symbol either
    FLOAT[#1:0..6,2] INT64[#1]  a size that depends on data, with its bounds where it comes first; `inf` is no bound
    FLOAT[0..6,2]               the same without a name: it may be equal to others or not
    nothing
    fails                       the call is refused; words after it stand in the finding: `C2` is the law that it cites,
                                `rank` that it says which rank is needed, others its name or what it speaks of

A line of `public` lists the outputs that the unit test looks at, which are the first ones; `holds` lists none. In
`disagreements.txt`, ` || ` is between the line, our answer and the reason. `#` at the beginning is a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from metadef import DataType, Dim, Format, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.driver.call_inputs import bind
from metadef.driver.calls import infer_bound_call
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.tensor_value import TensorValue

__all__ = [
    "BY_MEANING",
    "DISAGREEMENTS",
    "FOLDER",
    "PUBLIC",
    "TENSORFLOW",
    "Answer",
    "Case",
    "agrees",
    "answer",
    "by_meaning",
    "infer_case",
    "lines_of",
    "public",
    "public_disagreements",
    "read_case",
    "tensorflow",
]

FOLDER = Path(__file__).parent / "cases" / "infer"
BY_MEANING = sorted((FOLDER / "by_meaning").glob("*.txt"))
DISAGREEMENTS = FOLDER / "public" / "disagreements.txt"
PUBLIC = sorted(path for path in (FOLDER / "public").glob("*.txt") if path != DISAGREEMENTS)
TENSORFLOW = sorted((FOLDER / "tensorflow").glob("*.txt"))
# a member of each output for each table, and the tables are elements of an input
COUNTED_BY_SIZE = {"EmbeddingFeatureMappingFind", "EmbeddingFeatureMappingImport", "EmbeddingHashTableExport"}


@dataclass(frozen=True)
class Case:
    """A call, its inputs and attributes as `metadef.infer_call` takes them."""

    op: str
    inputs: tuple[Any, ...]  # by port
    attrs: dict[str, Any]
    expected: str
    text: str
    symbolic: dict[int, KnownValue]  # elements with symbols, by port
    output_counts: tuple[int, ...] | None

    @property
    def is_legal(self) -> bool:
        return not self.expected.startswith("fails")

    @property
    def counts_by_size(self) -> bool:
        """Whether the number of outputs is a size of an input, so that no size means one output."""
        return self.op in COUNTED_BY_SIZE


@dataclass(frozen=True)
class Answer:
    """What inference says of a call."""

    outputs: list[TensorDesc]
    store: ConstraintStore
    refusal: str = ""  # names and messages of its findings

    def __str__(self) -> str:
        """In the words of a line."""
        if self.refusal:
            return f"fails {self.refusal}"
        names: dict[str, str] = {}
        return " ".join(f"{desc.dtype.name}{self._shape(desc, names)}" for desc in self.outputs) or "nothing"

    def _shape(self, desc: TensorDesc, names: dict[str, str]) -> str:
        if desc.shape.rank is None:
            return "[*]"
        return f"[{','.join(self._size(size, names) for size in desc.shape)}]"

    def _size(self, size: Any, names: dict[str, str]) -> str:
        name = _fresh(size, self.store)
        if name is None:
            return "?" if size is None else str(size)
        if name in names:
            return names[name]
        names[name] = f"#{len(names) + 1}"
        return f"{names[name]}:{_bounds(size, self.store)}"


def _fresh(size: Any, store: ConstraintStore) -> str | None:
    """The symbol of a size that depends on data."""
    name = size.symbol_name if isinstance(size, Dim) else None
    return name if name is not None and store.is_fresh(name) else None


def _bounds(size: Dim, store: ConstraintStore) -> str:
    bounds = store.bounds(size)
    return f"{bounds.lo}..{'inf' if bounds.hi is None else bounds.hi}"


def lines_of(path: Path) -> list[str]:
    """The lines of a file that are no comments."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _read(paths: Iterable[Path]) -> tuple[Case, ...]:
    return tuple(read_case(line) for path in paths for line in lines_of(path))


@cache
def public() -> tuple[Case, ...]:
    """The calls of CANN's unit tests that we answer as these expect."""
    return _read(PUBLIC)


@cache
def public_disagreements() -> tuple[tuple[Case, str, str], ...]:
    """The others: (case, our answer, reason)."""
    parts = [line.split(" || ") for line in lines_of(DISAGREEMENTS)]
    return tuple((read_case(case), ours, reason) for case, ours, reason in parts)


@cache
def by_meaning() -> tuple[Case, ...]:
    """Calls worked out by hand from what the operators mean."""
    return _read(BY_MEANING)


@cache
def tensorflow() -> tuple[Case, ...]:
    """Calls that TensorFlow computed or inferred."""
    return _read(TENSORFLOW)


def read_case(line: str) -> Case:
    """One line.

    Raises:
        ValueError: if it is not of the form above.
    """
    call, expected = line.split(" -> ")
    op, inputs, attrs = call.split(" | ")
    proto = registry().lookup(op)
    given: dict[str, Any] = json.loads(attrs)
    counts = given.pop("outputs", None)
    symbolic: dict[int, KnownValue] = {}
    ports = [] if inputs == "-" else [_port(text, index, symbolic) for index, text in enumerate(inputs.split(" ; "))]
    typed = {name: _attr(proto, name, value) for name, value in given.items()}
    return Case(op, tuple(ports), typed, expected, line, symbolic, None if counts is None else tuple(counts))


def _attr(proto: OpProto, name: str, value: Any) -> Any:
    kind = proto.attr_spec(name).kind if name in proto.attr_index else None
    if kind is AttrKind.Type:
        return DataType.__members__.get(value, value) if isinstance(value, str) else value
    if kind is AttrKind.ListType:
        return tuple(DataType.__members__.get(item, item) for item in value)
    if kind is AttrKind.Tensor:
        return TensorValue.from_array(np.asarray(value, np.float32))
    return value


def _port(text: str, index: int, symbolic: dict[int, KnownValue]) -> Any:
    members = [_tensor(part) for part in text.split(" & ")]
    if len(members) > 1:
        return [item for item, _ in members]
    item, value = members[0]
    if value is not None:
        symbolic[index] = value
    return item


def _tensor(text: str) -> tuple[Any, KnownValue | None]:
    """A descriptor, or an array where all elements are numbers; else a descriptor and the elements."""
    if text == "-":
        return None, None
    text, is_known, listed = text.partition("=")
    text, _, layout = text.partition("@")
    name, _, dims = text.rstrip("]").partition("[")
    sizes = [_size(size) for size in dims.split(",") if size] if dims != "*" else None
    desc = TensorDesc(sizes, DataType[name], Format[layout] if layout else Format.ND)
    if not is_known:
        return desc, None
    texts = listed.split(",") if listed else []
    if any(map(_is_symbol, texts)):
        items = [Dim.symbol(item) if _is_symbol(item) else json.loads(item) for item in texts]
        return desc, KnownValue(desc.shape.known_dims() or (), tuple(items))
    array = np.asarray([json.loads(item) for item in texts], DataType[name].numpy)
    return array.reshape(sizes if sizes is not None and array.size == np.prod(sizes or [1]) else [-1]), None


def _is_symbol(text: str) -> bool:
    return re.fullmatch(r"(?!true|false)[a-z]\w*", text) is not None


def _size(text: str) -> Any:
    return None if text == "?" else int(text) if text.isdigit() else text


def infer_case(case: Case, inputs: Iterable[Any] | None = None) -> Answer:
    """What inference says, of other inputs where they are given.

    Raises:
        MetadefError: where it refuses.
    """
    bound = bind(registry().lookup(case.op), list(case.inputs if inputs is None else inputs))
    if inputs is None:
        for port, value in case.symbolic.items():
            bound.values[sum(bound.counts[:port])] = value
    store = ConstraintStore()
    return Answer(infer_bound_call(bound, case.attrs, output_counts=case.output_counts, store=store), store)


def answer(case: Case) -> Answer:
    """What inference says, a refusal too."""
    try:
        return infer_case(case)
    except MetadefError as error:
        return Answer([], ConstraintStore(), "; ".join(f"{item.name}: {item}" for item in error.findings))


def agrees(case: Case, ours: Answer, *, first: bool = False) -> bool:
    """Whether an answer is the expected one; with `first`, whether it begins so."""
    if not case.is_legal or ours.refusal:
        return bool(ours.refusal) and not case.is_legal and all(map(ours.refusal.__contains__, _words(case.expected)))
    texts = [] if case.expected in ("nothing", "holds") else case.expected.split(" ")
    outputs = ours.outputs[: len(texts)] if first else ours.outputs
    names: dict[str, str] = {}
    return len(texts) == len(outputs) and all(
        _output_agrees(text, desc, ours.store, names) for text, desc in zip(texts, outputs, strict=True)
    )


def _words(expected: str) -> Iterator[str]:
    for word in expected.split()[1:]:
        yield f"{word}]" if re.fullmatch(r"C\d+", word) else "needs rank" if word == "rank" else word


def _output_agrees(text: str, desc: TensorDesc, store: ConstraintStore, names: dict[str, str]) -> bool:
    """`names` are the symbols of `#1`, `#2`, .. so far."""
    dtype, _, listed = text.removesuffix("]").partition("[")
    if dtype not in ("", desc.dtype.name):
        return False
    if listed == "*" or desc.shape.rank is None:
        return listed == "*" and desc.shape.rank is None
    sizes = [item for item in listed.split(",") if item]
    return len(sizes) == desc.shape.rank and all(
        _size_agrees(item, size, store, names, any_symbol=not dtype)
        for item, size in zip(sizes, desc.shape, strict=True)
    )


def _size_agrees(text: str, size: Any, store: ConstraintStore, names: dict[str, str], *, any_symbol: bool) -> bool:
    if text == "?":
        return size is None or (any_symbol and isinstance(size, Dim))
    if not text.startswith("#") and ".." not in text:
        return str(size) == text
    if not text.startswith("#"):
        return isinstance(size, Dim) and text == _bounds(size, store)
    name = _fresh(size, store)
    label, _, bounds = text.partition(":")
    if not bounds:
        return name is not None and names.get(label) == name
    is_new = name is not None and label not in names and name not in names.values()
    names[label] = name or ""
    return is_new and bounds == _bounds(size, store)
