"""Calls to try: legal calls of a prototype, made from its ports, attributes and laws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, zip_longest

from metadef.compat.record import Probe
from metadef.compat.values import sample_value, values_of
from metadef.errors import MetadefError
from metadef.infer.call import infer_call
from metadef.ops.call import Call
from metadef.ops.check import axis_size, canonical_attrs, check_prototype
from metadef.ops.ports import Law, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import Attrs, AttrValue
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc
from metadef.types.typeset import TypeSet

__all__ = [
    "Sample",
    "as_called_now",
    "inferred",
    "inferred_both",
    "legal_call",
    "legal_calls",
    "probes_of",
    "refused_by_law",
]

_SHAPES: tuple[tuple[int, ...], ...] = (
    *((4, 4), (4,), (1, 4, 4, 4), (1, 4, 4, 4, 4), (2, 3), (), (1, 16, 8, 8), (4, 4, 4), (2, 3, 4, 5), (3, 2), (1,)),
    *((8, 8), (16,), (4, 1), (1, 4), (2, 4, 4)),
)
_PREFERRED = (DataType.FLOAT, DataType.FLOAT16, DataType.INT32, DataType.INT64, DataType.BOOL)
_MOST_TRIES = 400  # calls per prototype; WHY: laws may refuse nearly everything


@dataclass(frozen=True, slots=True)
class Sample:
    """A call: flat inputs, members of each port, attributes."""

    op: str
    inputs: tuple[TensorDesc | None, ...]
    counts: tuple[int, ...]
    attrs: Attrs

    def __str__(self) -> str:
        inputs = ", ".join("none" if desc is None else f"{desc.dtype.name}{desc.origin_shape}" for desc in self.inputs)
        attrs = "".join(f", {name}={value!r}" for name, value in self.attrs.items())
        return f"{self.op}({inputs}{attrs})"


def is_legal(proto: OpProto, sample: Sample) -> bool:
    """Whether a prototype accepts a call."""
    return not check_prototype(proto, sample.inputs, sample.attrs, counts=sample.counts)


def legal_calls(proto: OpProto, probe: Probe | None = None, most: int = 6) -> Iterator[Sample]:
    """Some legal calls that obey a probe; fewer or none where the laws refuse what is tried."""
    probe = probe or Probe()
    attrs = _attrs(proto, probe)
    if attrs is None:
        return
    found = 0
    for tried, (shape, other) in enumerate(_pairs()):
        if tried >= _MOST_TRIES or found >= most:
            return
        sample = _sample(proto, probe, attrs, shape, other)
        if sample is not None and is_legal(proto, sample):
            found += 1
            yield sample


def legal_call(proto: OpProto, probe: Probe | None = None) -> Sample | None:
    """One legal call that obeys a probe, None where none was found."""
    return next(legal_calls(proto, probe, 1), None)


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Shapes of the first input and of the others: equal and different ones in turn."""
    equal = [(shape, shape) for shape in _SHAPES]
    others = [(one, two) for one in _SHAPES for two in _SHAPES if one != two]
    turns = [pair for both in zip(equal, others, strict=False) for pair in both]
    return (*turns, *others[len(equal) :])


def _attrs(proto: OpProto, probe: Probe) -> Attrs | None:
    attrs: dict[str, AttrValue] = dict(probe.attrs)
    for spec in proto.attrs:
        if spec.required and spec.name not in attrs:
            value = sample_value(spec)
            if value is None:
                return None
            attrs[spec.name] = value
    return Attrs(attrs)


def _sample(
    proto: OpProto, probe: Probe, attrs: Attrs, shape: tuple[int, ...], other: tuple[int, ...]
) -> Sample | None:
    inputs: list[TensorDesc | None] = []
    counts: list[int] = []
    symbols: dict[str, DataType] = {}
    for port in proto.inputs:  # WHY: a type that the probe asks for binds its symbol for all ports
        if port.name in probe.dtypes and port.symbol:
            symbols.setdefault(port.symbol, probe.dtypes[port.name])
    for index, port in enumerate(proto.inputs):
        count = probe.members.get(port.name, 1) if port.kind is PortKind.DYNAMIC else 1
        counts.append(count)
        if port.kind is PortKind.OPTIONAL and port.name not in probe.present:
            inputs.append(None)
            continue
        dtype = probe.dtypes.get(port.name) or symbols.get(port.symbol) or _ordinary(port.types)
        if port.symbol:
            symbols.setdefault(port.symbol, dtype)
        dims = _dims(port, probe.ranks.get(port.name), shape if index == 0 else other)
        members = [dtype] * count
        if port.name in probe.mixed:
            members = [dtype, *(other for other in port.types if other is not dtype)][:count]
        inputs += [TensorDesc(dims, member, Format.ND) for member in members]
    return Sample(proto.name, tuple(inputs), tuple(counts), attrs)


@lru_cache(maxsize=1024)
def _ordinary(types: TypeSet) -> DataType:
    if not types.mask:
        return DataType.FLOAT
    return next((dtype for dtype in _PREFERRED if dtype in types), next(iter(types)))


def _dims(port: Port, rank: int | None, shape: tuple[int, ...]) -> tuple[int, ...]:
    axes = port.pattern.split()
    if rank is not None:
        shape = (4,) * rank
    elif axes and "..." not in axes:
        shape = (*shape, *(4,) * len(axes))[: len(axes)]
    sizes = [size if (fixed := axis_size(axis)) is None else fixed for axis, size in zip(axes, shape, strict=False)]
    return (*sizes, *shape[len(sizes) :]) if axes and "..." not in axes else shape


def as_called_now(old: OpProto, new: OpProto, sample: Sample) -> Sample | None:
    """The call as code that names its inputs makes it with the new prototype; None where it has no place for one."""
    named: dict[str, tuple[TensorDesc | None, ...]] = {}
    at = 0
    for port, count in zip(old.inputs, sample.counts, strict=True):
        named[port.name] = sample.inputs[at : at + count]
        at += count
    inputs: list[TensorDesc | None] = []
    counts: list[int] = []
    for port in new.inputs:
        members = named.pop(port.name, () if port.kind is PortKind.DYNAMIC else (None,))
        if port.kind is not PortKind.DYNAMIC and len(members) != 1:
            return None
        counts.append(len(members))
        inputs += members
    if any(member is not None for members in named.values() for member in members):
        return None
    return Sample(sample.op, tuple(inputs), tuple(counts), sample.attrs)


def inferred(proto: OpProto, sample: Sample) -> list[TensorDesc] | None:
    """The outputs of a call, None where the rules refuse it."""
    attrs, problems = canonical_attrs(proto, sample.attrs, proto.name)
    if problems:
        return None
    try:
        return infer_call(proto, sample.inputs, attrs, counts=sample.counts)
    except MetadefError:
        return None


def inferred_both(
    old: OpProto, new: OpProto, sample: Sample
) -> tuple[list[TensorDesc], list[TensorDesc] | None] | None:
    """The outputs of a call with each of two prototypes, None for the second where its rules refuse the call.

    None altogether where the first refuses it, or the second has no place for an input: that is another change.
    """
    called = as_called_now(old, new, sample)
    before = inferred(old, sample) if called is not None else None
    return None if called is None or before is None else (before, inferred(new, called))


def probes_of(proto: OpProto, most: int = 200) -> Iterator[Probe]:
    """Ways to vary an ordinary call, the most telling first: optional inputs, ranks, types, members, attributes."""
    everything = tuple(port.name for port in proto.inputs)
    ranks = [Probe(present=everything, ranks=dict.fromkeys(everything, rank)) for rank in range(6)]
    ranks += [Probe(present=everything, ranks={port: rank}) for port in everything[:4] for rank in range(6)]
    types = [
        Probe({port.name: dtype}, present=(port.name,))
        for port in proto.inputs
        for dtype in (port.types if port.types.mask else _PREFERRED)
    ]
    members = [
        Probe(members={port.name: count}, present=everything)
        for port in proto.inputs
        if port.kind is PortKind.DYNAMIC
        for count in (0, 2, 3)
    ]
    values = [list(islice(values_of(spec), 12)) for spec in proto.attrs]
    attrs = [
        Probe(attrs={spec.name: choices[turn]})
        for turn in range(12)
        for spec, choices in zip(proto.attrs, values, strict=True)
        if turn < len(choices)
    ]
    plain = (Probe(), Probe(present=everything))
    # WHY in turns: an operator of many types or attributes leaves room for the others
    turns = [probe for group in zip_longest(ranks, types, members, attrs) for probe in group if probe is not None]
    yield from islice((*plain, *turns), most)


def refused_by_law(old: OpProto, law: Law) -> Probe | None:
    """How a call that the old prototype accepts breaks a new law; None where none was found."""
    for probe in probes_of(old):
        for sample in legal_calls(old, probe, 6):
            if _breaks(old, law, sample):
                return probe
    return None


def _breaks(old: OpProto, law: Law, sample: Sample) -> bool:
    attrs, _ = canonical_attrs(old, sample.attrs, old.name)
    call = Call(old, sample.inputs, attrs, counts=sample.counts, value_of=lambda _: None)
    try:
        verdict = law.test(call)
    except (MetadefError, ArithmeticError, LookupError, TypeError, ValueError):
        return True
    return verdict is False or isinstance(verdict, str)
