"""Reads `tests/cases/meanings`: calls whose outputs follow from the public definition of the operator, worked out by
hand; and `tests/cases/tensorflow`: calls whose outputs TensorFlow computed or inferred.

A line is `operator | inputs | attributes -> outputs`, or `-> fails C1` where a law refuses the call; `#` begins a
comment. Inputs are written as in `tests/cases/infer`, where a size may also be a symbol. Outputs have their types. A
size that depends on data is `#1`, `#2`, .. in the order in which they come, with its bounds where it comes first:
`INT64[#1:0..6,2] FLOAT[#1]`; `inf` is no bound. Types in attributes are names; `outputs` among the attributes is the
number of members of each output, for operators whose call does not say it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from metadef import DataType, Dim, Format, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.infer.call import infer_call
from metadef.ops.check import canonical_attrs
from metadef.ops.ports import PortKind
from metadef.types.attrs import AttrKind
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor_value import TensorValue

__all__ = ["Meaning", "answer", "covers", "meanings", "recorded"]

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Meaning:
    op: str
    inputs: str
    attrs: str
    expected: str
    place: str  # file and line


@cache
def meanings() -> tuple[Meaning, ...]:
    """Calls worked out by hand."""
    return tuple(_read("meanings"))


@cache
def recorded() -> tuple[Meaning, ...]:
    """Calls that TensorFlow computed or inferred."""
    return tuple(_read("tensorflow"))


def _read(folder: str) -> list[Meaning]:
    found: list[Meaning] = []
    for path in sorted((CASES / folder).glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.startswith("#") and line.strip():
                call, expected = line.split(" -> ")
                op, inputs, attrs = (part.strip() for part in call.split(" | "))
                found.append(Meaning(op, inputs, attrs, expected.strip(), f"{path.name}:{number}"))
    return found


def answer(case: Meaning) -> str:
    """What inference says, in the words of a case; the text of the finding after `fails` where it refuses."""
    try:
        outputs, store = _infer(case)
    except MetadefError as error:
        return f"fails {error}"
    return _texts(outputs, store)


def covers(case: Meaning, hidden: str = "") -> bool:
    """Whether what inference says is true of outputs that were computed: equal sizes, or symbols that can be these.

    Inference may be told less of the inputs: `hidden` are the "elements", also the "sizes", or also the "ranks".
    """
    outputs, store = _infer(case, hidden)
    seen: dict[Any, int] = {}
    texts = case.expected.split()
    return len(outputs) == len(texts) and all(
        desc.dtype.name == text.partition("[")[0] and _can_be(desc, text, store, seen)
        for desc, text in zip(outputs, texts, strict=True)
    )


def _can_be(desc: TensorDesc, text: str, store: ConstraintStore, seen: dict[Any, int]) -> bool:
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


def _told(desc: TensorDesc | None, hidden: str) -> TensorDesc | None:
    if desc is None or hidden in ("", "elements") or desc.shape.rank is None:
        return desc
    shape = Shape.unknown(desc.shape.rank if hidden == "sizes" else None)
    return TensorDesc(shape, desc.dtype, desc.format)


def _infer(case: Meaning, hidden: str = "") -> tuple[list[TensorDesc], ConstraintStore]:
    proto = registry().lookup(case.op)
    descs: list[TensorDesc | None] = []
    values: list[KnownValue | None] = []
    counts: list[int] = []
    texts = case.inputs.split(" ; ") if case.inputs else []
    assert len(texts) <= len(proto.inputs), case.place
    for port, text in zip(proto.inputs, [*texts, *["-"] * (len(proto.inputs) - len(texts))], strict=True):
        members = text.split(" & ") if text != "-" or port.kind is not PortKind.DYNAMIC else []
        counts.append(len(members))
        for member in members:
            desc, value = _tensor(member)
            assert desc is None or not len(port.types) or desc.dtype in port.types, (case.place, port.name)
            descs.append(_told(desc, hidden))
            values.append(None if hidden else value)
    given: dict[str, Any] = json.loads(case.attrs)
    output_counts = tuple(given.pop("outputs", ())) or None
    assert set(given) <= set(proto.attr_index), case.place
    attrs, problems = canonical_attrs(
        proto, {name: _attr(proto.attr_spec(name).kind, value) for name, value in given.items()}, case.op
    )
    assert problems == [], (case.place, problems)
    store = ConstraintStore()
    outputs = infer_call(
        proto, descs, attrs, counts=tuple(counts), output_counts=output_counts, values=values, store=store
    )
    for port, desc in zip(proto.outputs, outputs, strict=False) if len(outputs) == len(proto.outputs) else ():
        assert not len(port.types) or desc.dtype in port.types, (case.place, port.name, desc.dtype)
    return outputs, store


def _attr(kind: AttrKind, value: Any) -> Any:
    if kind is AttrKind.Type:
        return DataType[value]
    if kind is AttrKind.ListType:
        return tuple(DataType[item] for item in value)
    if kind is AttrKind.Tensor:
        return TensorValue.from_array(np.asarray(value, np.float32))
    return tuple(_attr(AttrKind.Int, item) for item in value) if isinstance(value, list) else value


def _tensor(text: str) -> tuple[TensorDesc | None, KnownValue | None]:
    if text == "-":
        return None, None
    text, is_known, elements = text.partition("=")
    text, _, layout = text.partition("@")
    name, _, dims = text.rstrip("]").partition("[")
    sizes: list[Any] | None = None if dims == "*" else [_size(size) for size in dims.split(",") if size]
    desc = TensorDesc(sizes, DataType[name], Format[layout] if layout else Format.ND)
    if not is_known:
        return desc, None
    items = [_element(item) for item in elements.split(",") if item]
    return desc, KnownValue(desc.shape.known_dims() or (), tuple(items))


def _size(text: str) -> Any:
    return None if text == "?" else int(text) if text.isdigit() else text


def _element(text: str) -> Any:
    if text == "?":
        return None
    return Dim.symbol(text) if re.fullmatch(r"[a-z]\w*", text) else float(text) if "." in text else int(text)


def _texts(outputs: list[TensorDesc], store: ConstraintStore) -> str:
    seen: dict[str, str] = {}
    return " ".join(f"{desc.dtype.name}{_shape_text(desc, store, seen)}" for desc in outputs) or "nothing"


def _shape_text(desc: TensorDesc, store: ConstraintStore, seen: dict[str, str]) -> str:
    if desc.shape.rank is None:
        return "[*]"
    return f"[{','.join(_dim_text(dim, store, seen) for dim in desc.shape)}]"


def _dim_text(dim: Any, store: ConstraintStore, seen: dict[str, str]) -> str:
    if dim is None:
        return "?"
    name = dim.symbol_name if isinstance(dim, Dim) else None
    if name is None or not store.is_fresh(name):
        return str(dim)
    if name in seen:
        return seen[name]
    seen[name] = f"#{len(seen) + 1}"
    bounds = store.bounds(dim)
    return f"{seen[name]}:{bounds.lo}..{'inf' if bounds.hi is None else bounds.hi}"
