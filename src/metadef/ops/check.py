"""Checking a call against its prototype: every problem at once, each with its hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from metadef.errors import Finding, MetadefError, did_you_mean, finding
from metadef.ops.call import Call
from metadef.ops.nearest_type import nearest_type
from metadef.ops.ports import Port, PortKind
from metadef.ops.proto import OpProto
from metadef.source import Span
from metadef.types.attrs import AttrKind, Attrs, AttrValue
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.tensor import TensorDesc

__all__ = [
    "axis_size",
    "bind_counts",
    "canonical_attrs",
    "check_attrs",
    "check_inputs",
    "check_laws",
    "check_prototype",
]


def bind_counts(
    proto: OpProto, given: int, subject: str, where: Span | None = None
) -> tuple[tuple[int, ...], list[Finding]]:
    """How many of `given` flat inputs belong to each port, when only one port is dynamic; and what is wrong with it.

    Missing trailing optionals are fine. With two or more dynamic ports the caller must say the counts.
    """
    fixed = sum(port.kind is not PortKind.DYNAMIC for port in proto.inputs)
    dynamic = len(proto.inputs) - fixed
    if dynamic == 0:
        counts = tuple(1 for _ in proto.inputs)
        if given <= fixed:
            return counts, []
    elif dynamic == 1 and given >= fixed:
        return tuple(given - fixed if port.kind is PortKind.DYNAMIC else 1 for port in proto.inputs), []
    names = ", ".join(_port_text(port) for port in proto.inputs) or "none"
    message = (
        "ambiguous inputs: state how many belong to each dynamic port" if dynamic > 1 else "wrong number of inputs"
    )
    return tuple(0 if port.kind is PortKind.DYNAMIC else 1 for port in proto.inputs), [
        finding("port-count", subject, message, expected=names, got=f"{given} inputs", where=where, defined=proto.span)
    ]


def _port_text(port: Port) -> str:
    return {PortKind.REQUIRED: "{}", PortKind.OPTIONAL: "[{}]", PortKind.DYNAMIC: "{}..."}[port.kind].format(port.name)


def canonical_attrs(
    proto: OpProto, attrs: Mapping[str, object], subject: str, where: Span | None = None
) -> tuple[Attrs, list[Finding]]:
    """The attributes in canonical form (those that have one) and every problem with them."""
    good: dict[str, AttrValue] = {}
    problems: list[Finding] = []

    def report(name: str, message: str, expected: str = "", got: str = "", hint: str = "") -> None:
        problems.append(
            finding(name, subject, message, expected=expected, got=got, where=where, defined=proto.span, hint=hint)
        )

    for name, value in attrs.items():
        spec = proto.attr_index.get(name)
        if spec is None:
            report(
                "unknown-attr", f"attribute `{name[:200]}` is not declared", hint=did_you_mean(name, proto.attr_index)
            )
            continue
        try:
            canonical = spec.kind.convert(value)
        except ValueError as error:
            report(
                "attr-type",
                f"attribute `{name}` must be {error}",
                expected=f"{spec.kind.name}: {error}",
                got=_short(value),
                hint=_type_number(value) if spec.kind is AttrKind.Int else "",
            )
            continue
        if spec.constraint is not None and not spec.constraint.holds(canonical):
            report(
                "attr-constraint", f"attribute `{name}` breaks {spec.constraint}", repr(spec.constraint), _short(value)
            )
        good[name] = canonical
    for spec in proto.attrs:
        if spec.required and spec.name not in attrs:
            report(
                "missing-attr",
                f"required attribute `{spec.name}` is absent",
                expected=f"`{spec.name}`: {spec.kind.name}",
            )
    return Attrs(good), problems


def _type_number(value: object) -> str:
    """CANN's number of the type that a value is or names, for an Int attribute that was given the type."""
    dtype = DataType.__members__.get(value.removeprefix("DT_")) if isinstance(value, str) else value
    return f"{dtype.ge_value}, the number of {dtype.name}" if isinstance(dtype, DataType) else ""


def check_attrs(proto: OpProto, attrs: Mapping[str, object], subject: str, where: Span | None = None) -> list[Finding]:
    """Every problem with the attributes of a call."""
    return canonical_attrs(proto, attrs, subject, where)[1]


def check_inputs(
    proto: OpProto,
    inputs: Sequence[TensorDesc | None],
    counts: Sequence[int],
    subject: str,
    where: Span | None = None,
) -> list[Finding]:
    """Presence, data types, symbols and axis patterns of the flat inputs of a call."""
    problems: list[Finding] = []
    symbols: dict[str, tuple[str, tuple[DataType, ...]]] = {}
    letters: dict[str, tuple[str, int]] = {}
    list_symbols = {symbol.name for symbol in proto.symbols if symbol.is_list}
    at = 0

    def report(name: str, message: str, expected: str = "", got: str = "", hint: str = "") -> None:
        problems.append(
            finding(name, subject, message, expected=expected, got=got, where=where, defined=proto.span, hint=hint)
        )

    for port, count in zip(proto.inputs, counts, strict=True):
        members = [*inputs[at : at + count]]
        at += count
        if port.kind is PortKind.REQUIRED and (not members or members[0] is None):
            report("missing-input", f"required input `{port.name}` is not fed", expected=port.name)
            continue
        seen: list[DataType] = []
        for desc in members:
            if desc is None or desc.dtype is DataType.UNDEFINED:
                continue
            seen.append(desc.dtype)
            if port.types.mask and not desc.dtype.mask & port.types.mask:
                report(
                    "dtype-not-allowed",
                    f"input `{port.name}` does not take {desc.dtype.name}",
                    repr(port.types),
                    desc.dtype.name,
                    _cast_hint(desc.dtype, port),
                )
            _match_pattern(port, desc, letters, report)
        if port.symbol and seen:
            types = tuple(seen)
            if port.symbol not in list_symbols and any(dtype is not types[0] for dtype in types):
                report(
                    "dtype-mismatch", f"members of `{port.name}` must share one type", got=", ".join(map(repr, types))
                )
                continue
            types = types if port.symbol in list_symbols else types[:1]
            first = symbols.setdefault(port.symbol, (port.name, types))
            if first[1] != types:
                want, got = (", ".join(map(repr, item)) for item in (first[1], types))
                report(
                    "dtype-mismatch",
                    f"`{first[0]}` and `{port.name}` share the type {port.symbol}",
                    f"{want} as `{first[0]}`",
                    got,
                    f"Cast to {want}",
                )
    return problems


def _cast_hint(dtype: DataType, port: Port) -> str:
    best = nearest_type(dtype, port.types)
    return "" if best is None else f"Cast to {best.name}"


def _match_pattern(port: Port, desc: TensorDesc, letters: dict[str, tuple[str, int]], report: _Report) -> None:
    """The rank and the repeated letters of a pattern such as "N C H W"; "..." takes any number of axes."""
    rank = desc.origin_shape.rank
    if not port.pattern or rank is None:
        return
    axes = port.pattern.split()
    if "..." in axes:
        split = axes.index("...")
        if rank < len(axes) - 1:
            report(
                "rank-mismatch",
                f"input `{port.name}` needs rank {len(axes) - 1} or more",
                port.pattern,
                str(desc.shape),
            )
            return
        tail = len(axes) - split - 1
        dims = list(desc.origin_shape)
        pairs = [
            *zip(axes[:split], dims[:split], strict=True),
            *zip(axes[split + 1 :], dims[len(dims) - tail :], strict=True),
        ]
    elif rank != len(axes):
        report("rank-mismatch", f"input `{port.name}` needs rank {len(axes)}", f"[{', '.join(axes)}]", str(desc.shape))
        return
    else:
        pairs = list(zip(axes, desc.origin_shape, strict=True))
    for letter, size in pairs:
        if not isinstance(size, int):
            continue
        fixed = axis_size(letter)
        known = letters.setdefault(letter, (port.name, size)) if fixed is None else ("the pattern", fixed)
        if known[1] != size:
            report(
                "shape-mismatch", f"axis {letter} of `{port.name}` disagrees with {known[0]}", str(known[1]), str(size)
            )


def axis_size(letter: str) -> int | None:
    """The size that an axis of a pattern has by itself, such as 4 in "N 4"; None for a letter.

    >>> axis_size("4"), axis_size("N"), axis_size("\u00b3"), axis_size("9" * 5000)
    (4, None, None, None)
    """
    return int(letter) if letter.isascii() and letter.isdigit() and len(letter) <= 18 else None


class _Report(Protocol):
    def __call__(self, name: str, message: str, expected: str = "", got: str = "", hint: str = "") -> None: ...


def check_laws(call: Call, where: Span | None = None) -> list[Finding]:
    """The prototype's own laws over the whole call."""
    problems: list[Finding] = []
    for law in call.proto.laws:
        try:
            verdict = law.test(call)
        except MetadefError as error:
            problems.extend(error.findings)
            continue
        except Exception as error:  # WHY: a law may be a user's own; it must come out as a finding
            verdict = f"{law.text}: the law itself failed on this call ({type(error).__name__}: {error})"
        if verdict is False or isinstance(verdict, str):
            text = verdict if isinstance(verdict, str) else law.text
            problems.append(
                finding(
                    "call-constraint",
                    call.subject,
                    f"{text} [{call.proto.name} {law.label}]",
                    expected=law.text,
                    where=where,
                    defined=call.proto.span,
                )
            )
    return problems


def check_prototype(
    proto: OpProto,
    inputs: Sequence[TensorDesc | None],
    attrs: Mapping[str, object],
    *,
    counts: tuple[int, ...] | None = None,
    subject: str = "",
    where: Span | None = None,
    values: Sequence[KnownValue | None] = (),
) -> list[Finding]:
    """Everything that is wrong with a call; empty when it is legal.

    `inputs` are flat, `counts` gives the members of each port (needed only with several dynamic ports).
    """
    subject = subject or f"operator {proto.name}"
    problems: list[Finding] = []
    if counts is None:
        counts, problems = bind_counts(proto, len(inputs), subject, where)
    padded = [*inputs, *([None] * (sum(counts) - len(inputs)))]
    if not problems:
        problems += check_inputs(proto, padded, counts, subject, where)
    good, attr_problems = canonical_attrs(proto, attrs, subject, where)
    problems += attr_problems
    if not problems and proto.laws:
        known = [*values, *([None] * (len(padded) - len(values)))]
        call = Call(proto, padded, good, counts=counts, value_of=known.__getitem__, subject=subject)
        problems += check_laws(call, where)
    return problems


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
