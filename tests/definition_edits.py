"""Random edits of operator definitions, and random legal calls: what a maintainer may do to a header in a year.

Independent of the rules that judge edits: everything works on the plain records of `metadef.ops`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from metadef.compat.calls import Sample, legal_calls
from metadef.compat.record import Probe
from metadef.compat.values import values_of
from metadef.ops.constraints import at_least, between, length, one_of, positive
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

__all__ = ["HARMLESS", "by_name", "edited", "random_calls"]

Edit = Callable[[OpProto, Random], "OpProto | None"]  # None where the edit does not apply

_CONSTRAINTS = {
    AttrKind.Int: (at_least(1), between(0, 3), positive, None),
    AttrKind.Float: (between(0, 1), positive, None),
    AttrKind.ListInt: (length(2), length(4), None),
    AttrKind.String: (one_of("NCHW", "x"), None),
}
_KINDS = (AttrKind.Int, AttrKind.Float, AttrKind.String, AttrKind.Bool, AttrKind.ListInt)


def _side(random: Random) -> str:
    return random.choice(["inputs", "outputs"])


def drop_port(proto: OpProto, random: Random) -> OpProto | None:
    side = _side(random)
    ports = list(getattr(proto, side))
    if not ports:
        return None
    del ports[random.randrange(len(ports))]
    return proto.replace(**{side: tuple(ports)})


def add_port(proto: OpProto, random: Random) -> OpProto:
    side = _side(random)
    ports = list(getattr(proto, side))
    kinds = list(PortKind) if side == "inputs" else [PortKind.REQUIRED, PortKind.DYNAMIC]
    new = Port(f"new{random.randrange(99)}", TypeSet.of(*random.sample(list(DataType), 3)), random.choice(kinds))
    ports.insert(random.randrange(len(ports) + 1), new)
    return proto.replace(**{side: tuple(ports)})


def rename_port(proto: OpProto, random: Random) -> OpProto | None:
    side = _side(random)
    ports = list(getattr(proto, side))
    if not ports:
        return None
    at = random.randrange(len(ports))
    ports[at] = replace(ports[at], name=f"renamed{random.randrange(99)}")
    return proto.replace(**{side: tuple(ports)})


def swap_ports(proto: OpProto, random: Random) -> OpProto | None:
    side = _side(random)
    ports = list(getattr(proto, side))
    if len(ports) < 2:
        return None
    one, other = random.sample(range(len(ports)), 2)
    ports[one], ports[other] = ports[other], ports[one]
    return proto.replace(**{side: tuple(ports)})


def change_kind(proto: OpProto, random: Random) -> OpProto | None:
    side = _side(random)
    ports = list(getattr(proto, side))
    if not ports:
        return None
    kinds = list(PortKind) if side == "inputs" else [PortKind.REQUIRED, PortKind.DYNAMIC]
    at = random.randrange(len(ports))
    ports[at] = replace(ports[at], kind=random.choice(kinds))
    return proto.replace(**{side: tuple(ports)})


def change_types(proto: OpProto, random: Random) -> OpProto | None:
    side = random.choice(["inputs", "inputs", "outputs"])
    ports = list(getattr(proto, side))
    if not ports:
        return None
    at = random.randrange(len(ports))
    symbol, types = ports[at].symbol, list(ports[at].types)
    random.shuffle(types)
    if types and random.random() < 0.6:
        made = TypeSet.of(*types[: max(1, len(types) - random.randrange(1, 3))])
    else:
        made = TypeSet.of(*types, *random.sample(list(DataType), 2))
    if not symbol:
        ports[at] = replace(ports[at], types=made)
        return proto.replace(**{side: tuple(ports)})

    def tied(each: tuple[Port, ...]) -> tuple[Port, ...]:
        return tuple(replace(port, types=made) if port.symbol == symbol else port for port in each)

    symbols = tuple(replace(s, types=made) if s.name == symbol and s.types.mask else s for s in proto.symbols)
    return proto.replace(symbols=symbols, inputs=tied(proto.inputs), outputs=tied(proto.outputs))


def change_pattern(proto: OpProto, random: Random) -> OpProto:
    ports = list(proto.inputs)
    at = random.randrange(len(ports))
    pattern = random.choice(["", "N C", "N C H W", "... M N", "A", "N ... C"])
    ports[at] = replace(ports[at], pattern=pattern)
    return proto.replace(inputs=tuple(ports))


def add_attr(proto: OpProto, random: Random) -> OpProto:
    attrs = list(proto.attrs)
    name = f"added{random.randrange(99)}"
    required = random.random() < 0.5
    new = AttrSpec(name, AttrKind.Int, required, None if required else 3)
    attrs.insert(random.randrange(len(attrs) + 1), new)
    return proto.replace(attrs=tuple(attrs))


def change_attr(proto: OpProto, random: Random) -> OpProto | None:
    attrs = list(proto.attrs)
    if not attrs:
        return None
    at = random.randrange(len(attrs))
    spec = attrs[at]
    values = list(values_of(spec))
    match random.randrange(6):
        case 0:
            del attrs[at]
            return proto.replace(attrs=tuple(attrs))
        case 1:
            spec = replace(spec, name=f"renamed{random.randrange(99)}")
        case 2:
            spec = replace(spec, required=not spec.required, default=values[0] if spec.required and values else None)
        case 3 if not spec.required and values:
            spec = replace(spec, default=random.choice(values))
        case 4:
            bare = AttrSpec(spec.name, random.choice(_KINDS), spec.required)
            spec = replace(bare, default=None if bare.required else next(iter(values_of(bare))))
        case 5 if spec.kind in _CONSTRAINTS:
            spec = replace(spec, constraint=random.choice(_CONSTRAINTS[spec.kind]))
        case _:
            return None
    if spec.default is not None and spec.constraint is not None and not spec.constraint.holds(spec.default):
        return None  # no prototype
    attrs[at] = spec
    return proto.replace(attrs=tuple(attrs))


def change_law(proto: OpProto, random: Random) -> OpProto:
    laws = list(proto.laws)
    if laws and random.random() < 0.25:
        del laws[random.randrange(len(laws))]
        return proto.replace(laws=tuple(laws))
    name, rank = proto.inputs[0].name, random.randrange(5)
    is_dynamic = proto.inputs[0].kind is PortKind.DYNAMIC

    def not_of_rank(call):
        shape = None if is_dynamic else call.shape(name)
        return shape is None or shape.rank is None or shape.rank != rank

    laws.append(Law(f"X{random.randrange(99)}", f"{name} has another rank than {rank}", not_of_rank))
    return proto.replace(laws=tuple(laws))


def tie_types(proto: OpProto, random: Random) -> OpProto | None:
    ports = list(proto.inputs)
    if len(ports) < 2:
        return None
    one, other = random.sample(range(len(ports)), 2)
    if random.random() < 0.5:
        ports[one] = replace(ports[one], symbol="")
        return proto.replace(inputs=tuple(ports))
    types = TypeSet.of(*{*ports[one].types, *ports[other].types})
    symbol = Symbol(f"S{random.randrange(99)}", types)
    for at in (one, other):
        ports[at] = replace(ports[at], symbol=symbol.name, types=types)
    return proto.replace(inputs=tuple(ports), symbols=(*proto.symbols, symbol)) if types.mask else None


def change_graphs(proto: OpProto, random: Random) -> OpProto:
    slots = list(proto.graphs)
    choice = random.randrange(3)
    if not slots or choice == 0:
        slots.append(GraphSpec(f"g{random.randrange(9)}", random.random() < 0.5))
    elif choice == 1:
        del slots[0]
    else:
        slots[0] = replace(slots[0], is_dynamic=not slots[0].is_dynamic)
    return proto.replace(graphs=tuple(slots))


def write_in_place(proto: OpProto, random: Random) -> OpProto | None:
    ports = list(proto.outputs)
    if not ports:
        return None
    ports[0] = replace(ports[0], name=random.choice(proto.inputs).name)
    return proto.replace(outputs=tuple(ports))


_EDITS: tuple[Edit, ...] = (
    *(drop_port, add_port, rename_port, swap_ports, change_kind, change_pattern, add_attr, change_law, tie_types),
    *(change_types, change_types, change_types, change_attr, change_attr, change_attr, change_graphs, write_in_place),
)


def edited(proto: OpProto, random: Random, most: int = 3) -> tuple[OpProto, list[str]]:
    """What some random edits make of a prototype, and their names; every name in it stays distinct."""
    done: list[str] = []
    for _ in range(random.randint(1, most)):
        edit = random.choice(_EDITS)
        made = edit(proto, random)
        if (
            made is not None
            and made.inputs
            and all(_distinct(part) for part in (made.inputs, made.outputs, made.attrs))
        ):
            proto = made
            done.append(edit.__name__)
    return proto, done


def _distinct(parts: tuple[Port, ...] | tuple[AttrSpec, ...]) -> bool:
    return len({part.name for part in parts}) == len(parts)


# --- edits that nobody can notice who used the operator before -------------------------------------------------------


def _required_to_optional(proto: OpProto, random: Random) -> OpProto | None:
    at = random.randrange(len(proto.inputs))
    port = proto.inputs[at]
    if port.kind is not PortKind.REQUIRED or port.name in {out.name for out in proto.outputs}:
        return None
    ports = [*proto.inputs[:at], replace(port, kind=PortKind.OPTIONAL), *proto.inputs[at + 1 :]]
    return proto.replace(inputs=tuple(ports))


def _widen(proto: OpProto, random: Random) -> OpProto | None:
    at = random.randrange(len(proto.inputs))
    port = proto.inputs[at]
    if port.symbol or not port.types.mask:
        return None
    wide = replace(port, types=TypeSet.of(*port.types, *random.sample(list(DataType), 3)))
    return proto.replace(inputs=(*proto.inputs[:at], wide, *proto.inputs[at + 1 :]))


HARMLESS: dict[str, Edit] = {
    "doc": lambda proto, random: proto.doc("other words"),
    "docs of parts": lambda proto, random: proto.replace(
        inputs=tuple(replace(port, doc="other words") for port in proto.inputs),
        attrs=tuple(replace(spec, doc="other words") for spec in proto.attrs),
    ),
    "wider input": _widen,
    "optional input at the end": lambda proto, random: proto.optional_input("at_the_end", DataType.FLOAT),
    "attribute with a default": lambda proto, random: proto.attr("at_the_end", AttrKind.Int, 0),
    "no constraints": lambda proto, random: proto.replace(
        attrs=tuple(replace(spec, constraint=None) for spec in proto.attrs)
    ),
    "no laws": lambda proto, random: proto.replace(laws=()),
    "no patterns": lambda proto, random: proto.replace(
        inputs=tuple(replace(port, pattern="") for port in proto.inputs)
    ),
    "required to optional": _required_to_optional,
    "copy": lambda proto, random: proto.replace(),
}


# --- calls -----------------------------------------------------------------------------------------------------------


def random_calls(proto: OpProto, random: Random, tries: int = 6) -> Iterator[Sample]:
    """Legal calls with random types, attributes, optional inputs, members and ranks."""
    for _ in range(tries):
        symbols = {port.symbol: random.choice(list(port.types)) for port in proto.inputs if port.types.mask}
        dtypes: dict[str, DataType] = {}
        for port in proto.inputs:
            if port.types.mask and random.random() < 0.7:
                dtypes[port.name] = symbols[port.symbol] if port.symbol else random.choice(list(port.types))
        attrs: dict[str, AttrValue] = {}
        for spec in proto.attrs:
            legal = [value for value in values_of(spec) if spec.constraint is None or spec.constraint.holds(value)]
            if legal and random.random() < 0.4:
                attrs[spec.name] = random.choice(legal)
        dynamic = [port.name for port in proto.inputs if port.kind is PortKind.DYNAMIC]
        yield from legal_calls(
            proto,
            Probe(
                dtypes,
                attrs,
                tuple(port.name for port in proto.inputs if random.random() < 0.6),
                {name: random.randrange(4) for name in dynamic if random.random() < 0.5},
                {port.name: random.randrange(5) for port in proto.inputs if random.random() < 0.2},
            ),
            2,
        )


def by_name(old: OpProto, new: OpProto, call: Sample) -> Sample | str:
    """The same call as code that names its inputs makes it now; words where there is no place for an input."""
    named = {}
    at = 0
    for port, count in zip(old.inputs, call.counts, strict=True):
        named[port.name] = call.inputs[at : at + count]
        at += count
    inputs, counts = [], []
    for port in new.inputs:
        members = named.pop(port.name, ())
        if port.kind is PortKind.DYNAMIC:
            members = tuple(member for member in members if member is not None)
        elif not members:
            members = (None,)
        elif len(members) > 1:
            return f"{port.name} takes one tensor"
        inputs += members
        counts.append(len(members))
    left = [name for name, members in named.items() if any(member is not None for member in members)]
    return f"no input {left[0]}" if left else Sample(call.op, tuple(inputs), tuple(counts), call.attrs)
