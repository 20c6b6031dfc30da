"""Which prototype an operator of a file is a call of, and how its inputs lie over the ports.

A call that its prototype refuses is kept as an opaque node, with the reasons as warnings: a file of GE is a fact,
whether our declarations like it or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from metadef.codec.ge_ir.fields import Field, fields_of, number
from metadef.codec.ge_ir.raw import RawAttr, RawOp
from metadef.errors import Finding, Severity, finding
from metadef.ops.accept import Acceptor
from metadef.ops.builtin import BUILTIN, CONST, DATA, opaque
from metadef.ops.call import Call
from metadef.ops.check import bind_counts, canonical_attrs, check_inputs, check_laws
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.types.attrs import EMPTY_ATTRS, AttrKind, Attrs, AttrValue
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Fit", "Fitter", "Layout"]

_CONSTANTS = ("Const", "Constant")
_TEXT_KINDS = (AttrKind.String, AttrKind.AscendString)
_TEXT_LISTS = (AttrKind.ListString, AttrKind.ListAscendString)
_MOST_REPORTED = 200  # operators whose oddities are told


@dataclass(frozen=True, slots=True)
class Layout:
    """How the inputs and outputs of a file lie over the ports of a prototype."""

    slots: tuple[int, ...]  # for every flat input the number of the file's input, -1 for an absent one
    counts: tuple[int, ...] | None
    output_counts: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Fit:
    """What an operator becomes."""

    proto: OpProto
    layout: Layout
    attrs: Attrs


class Fitter:
    """Finds fits; equal calls are judged once. Mutable."""

    def __init__(
        self,
        registry: Registry,
        acceptor: Callable[[OpProto], Acceptor],
        external: Callable[[RawOp], TensorValue | None],
        subject: str,
    ) -> None:
        """`acceptor` is `Graph.acceptor`, which shares equal maps; `external` finds a constant beside the file."""
        self._external = external
        self._registry = registry
        self._acceptor = acceptor
        self._subject = subject
        self.findings: list[Finding] = []
        self._said: set[tuple[str, ...]] = set()
        self._protos: dict[str, OpProto | None] = {}
        self._layouts: dict[tuple[object, ...], Layout | str] = {}
        self._maps: dict[tuple[object, ...], tuple[Attrs, tuple[Finding, ...]]] = {}
        self._calls: dict[tuple[object, ...], tuple[Finding, ...]] = {}
        self._free: dict[tuple[RawAttr, ...], Attrs] = {}

    def fit(self, op: RawOp, fed: Sequence[TensorDesc | None]) -> Fit:
        """The fit of an operator; `fed` are the descriptors of what feeds its inputs."""
        if op.type == "Data" and not any(fed) and len(op.descs.outputs) == 1:
            index = op.attr("index")
            attrs = Attrs(index=index.value) if index is not None and type(index.value) is int else EMPTY_ATTRS
            return Fit(DATA, Layout((), None, None), attrs)
        if op.type in _CONSTANTS and not fed and len(op.descs.outputs) == 1:
            value = op.attr("value")
            if value is not None and isinstance(value.value, TensorValue):
                return Fit(CONST, Layout((), None, None), Attrs(value=value.value))
            beside = self._external(op)
            if beside is not None:
                return Fit(CONST, Layout((), None, None), Attrs(value=beside))
            self._tell(op.type, "tensor-malformed", "a constant without bytes of its type and shape is kept as opaque")
            return self._opaque(op, fed)
        proto = self._proto(op.type)
        if proto is None:
            return self._opaque(op, fed)
        layout = self._layout(proto, op, fed)
        if isinstance(layout, str):
            self._tell(op.type, "port-count", f"{layout}; kept as opaque", defined=proto)
            return self._opaque(op, fed)
        descs = tuple([fed[slot] if slot >= 0 else None for slot in layout.slots])
        attrs, problems = self._attrs(proto, op)
        problems = problems or self._call(proto, descs, layout, attrs)
        if problems:
            for item in problems:
                self._tell(op.type, item.name, f"{item.message}; kept as opaque", defined=proto)
            return self._opaque(op, fed)
        return Fit(proto, layout, attrs)

    def _tell(self, op: str, name: str, message: str, *, defined: OpProto | None = None, info: bool = False) -> None:
        """Once an operator and reason, not once a node."""
        if (op, name, message) in self._said or len(self._said) >= _MOST_REPORTED:
            return
        self._said.add((op, name, message))
        self.findings.append(
            finding(
                name,
                f"{self._subject}: operator {op[:200]}",
                message,
                defined=defined.span if defined is not None else None,
                severity=Severity.INFO if info else Severity.WARNING,
            )
        )

    def _proto(self, op: str) -> OpProto | None:
        if op not in self._protos:
            found = None if op in BUILTIN else self._registry.find(op)
            self._protos[op] = found
            if found is None and op not in BUILTIN:
                self.findings.append(
                    finding(
                        "unknown-op",
                        f"{self._subject}: operator {op[:200]}",
                        "no registry knows it; its nodes are opaque",
                        hint=self._registry.nearest(op) if len(self._protos) < _MOST_REPORTED else "",
                        severity=Severity.WARNING,
                    )
                )
        return self._protos[op]

    def _opaque(self, op: RawOp, fed: Sequence[TensorDesc | None]) -> Fit:
        key = tuple(op.attrs)
        attrs = self._free.get(key)
        if attrs is None:
            attrs = self._free[key] = Attrs({item.name: item.value for item in op.attrs if item.value is not None})
        return Fit(opaque(op.type), Layout(tuple(range(len(fed))), (len(fed),), (len(op.descs.outputs),)), attrs)

    # --- ports ---------------------------------------------------------------------------------------------------

    def _layout(self, proto: OpProto, op: RawOp, fed: Sequence[TensorDesc | None]) -> Layout | str:
        mask = tuple([desc is not None for desc in fed]) if None in fed else len(fed)
        key = (id(proto), mask, len(op.descs.outputs), op.private)
        found = self._layouts.get(key)
        if found is None:
            found = self._layouts[key] = self._lay_out(proto, op, fed)
        return found

    def _lay_out(self, proto: OpProto, op: RawOp, fed: Sequence[TensorDesc | None]) -> Layout | str:
        named = _named(op, "_input_name_key", "_input_name_value")
        placed = _by_name(proto.inputs, named, len(fed), [desc is not None for desc in fed])
        if placed is None:
            counts, problems = bind_counts(proto, len(fed), "")
            if problems:
                return problems[0].message
            slots = tuple([slot if slot < len(fed) else -1 for slot in range(sum(counts))])
        else:
            slots, counts = placed
        outputs = len(op.descs.outputs)
        output_counts: tuple[int, ...] | None = None
        if proto.has_dynamic_outputs:
            output_counts = _output_counts(proto, op)
            if output_counts is None:
                return "wrong number of outputs"
        elif outputs != len(proto.outputs):
            return "wrong number of outputs"
        return Layout(slots, counts if proto.has_dynamic_inputs else None, output_counts)

    # --- attributes and the call ---------------------------------------------------------------------------------

    def _attrs(self, proto: OpProto, op: RawOp) -> tuple[Attrs, tuple[Finding, ...]]:
        """The attributes that the prototype declares; others stay in the bag."""
        key = (id(proto), *op.attrs)
        found = self._maps.get(key)
        if found is not None:
            return found
        given: dict[str, AttrValue] = {}
        foreign: list[str] = []
        for item in op.attrs:
            spec = proto.attr_index.get(item.name)
            if spec is None:
                if not item.name.startswith("_"):
                    foreign.append(item.name)
                continue
            value = item.value if item.kind is spec.kind else _as_kind(item, spec.kind)
            if value is None or (spec.constraint is not None and not spec.constraint.holds(value)):
                self._tell(op.type, "attr-type", f"attribute `{item.name[:80]}` is not what the prototype declares")
                continue
            given[item.name] = value
        if foreign:
            text = ", ".join(f"`{name[:40]}`" for name in sorted(foreign)[:8])
            self._tell(op.type, "unknown-attr", f"{text}: kept, though the prototype lacks it", info=True)
        fast = self._acceptor(proto).attrs(given)
        made = (fast, []) if fast is not None else canonical_attrs(proto, given, "")
        found = self._maps[key] = (made[0], tuple(made[1]))
        return found

    def _call(
        self, proto: OpProto, descs: tuple[TensorDesc | None, ...], layout: Layout, attrs: Attrs
    ) -> tuple[Finding, ...]:
        key = (id(proto), descs, layout.counts, id(attrs) if proto.laws else 0)
        found = self._calls.get(key)
        if found is None:
            counts = layout.counts or (1,) * len(proto.inputs)
            problems = check_inputs(proto, descs, counts, "")
            if not problems and proto.laws:
                problems = check_laws(Call(proto, descs, attrs, counts=layout.counts, subject=""))
            found = self._calls[key] = tuple(problems)
        return found


def _as_kind(item: RawAttr, kind: AttrKind) -> AttrValue | None:
    """The value as the prototype wants it; None where it is of another kind."""
    if item.value is None:
        return None
    if item.kind is kind or (item.kind in _TEXT_KINDS and kind in _TEXT_KINDS):
        return item.value
    if item.kind in _TEXT_LISTS and kind in _TEXT_LISTS:
        return item.value
    if kind is AttrKind.Bool and item.kind is AttrKind.Int and item.value in (0, 1):
        return item.value == 1  # the dumps for people write truth values as integers
    try:
        return kind.convert(item.value)
    except ValueError:
        return None


def _named(op: RawOp, key: str, value: str) -> dict[int, str] | None:
    """Number of an input or output: its name, from the private lists; None where they are absent or damaged."""
    names, numbers = op.attr(key), op.attr(value)
    if names is None or numbers is None:
        return None
    texts = [names.definition[f.body : f.end] for f in _list_fields(names.definition, 2)]
    found = _numbers(numbers.definition)
    if len(texts) != len(found) or len(set(found)) != len(found):
        return None
    try:
        return {index: text.decode() for index, text in zip(found, texts, strict=True)}
    except UnicodeDecodeError:
        return None


def _list_fields(definition: bytes, wanted: int) -> list[Field]:
    inner: list[Field] = []
    for item in fields_of(definition, 0, len(definition)):
        if item.number == 1:
            inner += [f for f in fields_of(definition, item.body, item.end) if f.number == wanted]
    return inner


def _numbers(definition: bytes) -> list[int]:
    found: list[int] = []
    for item in _list_fields(definition, 3):
        at = item.body
        while at < item.end:
            found.append(number(definition, at))
            while definition[at] > 0x7F:
                at += 1
            at += 1
    return found


def _by_name(
    ports: Sequence[Port], named: dict[int, str] | None, given: int, fed: Sequence[bool]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Slots and members of each port by the names of the inputs; None where the names do not say."""
    if named is None and not given:
        named = {}
    if named is None or any(slot not in named for slot in range(given) if fed[slot]):
        return None
    fixed = {port.name: index for index, port in enumerate(ports) if port.kind is not PortKind.DYNAMIC}
    dynamic = {port.name: index for index, port in enumerate(ports) if port.kind is PortKind.DYNAMIC}
    found: list[dict[int, int]] = [{} for _ in ports]  # of each port: member, slot
    for slot in range(given):
        name = named.get(slot)
        if name is None:
            continue
        if name in fixed:
            found[fixed[name]][0] = slot
            continue
        base = name.rstrip("0123456789")
        digits = name[len(base) :]
        while base not in dynamic and digits and base:  # a port whose own name ends in digits
            base, digits = base + digits[0], digits[1:]
        if base not in dynamic or not digits or len(digits) > 6:
            if fed[slot]:
                return None
            continue
        members = found[dynamic[base]]
        if int(digits) in members:
            return None
        members[int(digits)] = slot
    slots: list[int] = []
    counts: list[int] = []
    for port, members in zip(ports, found, strict=True):
        if port.kind is not PortKind.DYNAMIC:
            slots.append(members.get(0, -1))
            counts.append(1)
            continue
        if sorted(members) != list(range(len(members))):
            return None
        slots += [members[index] for index in range(len(members))]
        counts.append(len(members))
    placed = {slot for slot in slots if slot >= 0}
    if len(placed) != sum(slot >= 0 for slot in slots):
        return None
    if any(slot not in placed for slot in range(given) if fed[slot]):
        return None
    return tuple(slots), tuple(counts)


def _output_counts(proto: OpProto, op: RawOp) -> tuple[int, ...] | None:
    """Members of each output port; None where they do not fit."""
    outputs = len(op.descs.outputs)
    fixed = sum(port.kind is not PortKind.DYNAMIC for port in proto.outputs)
    if len(proto.outputs) - fixed == 1:
        if outputs < fixed:
            return None
        return tuple(outputs - fixed if port.kind is PortKind.DYNAMIC else 1 for port in proto.outputs)
    named = _named(op, "_output_name_key", "_output_name_value")
    placed = _by_name(proto.outputs, named, outputs, [True] * outputs)
    if placed is None or placed[0] != tuple(range(outputs)):  # WHY: the order of outputs is what edges count by
        return None
    return placed[1]
