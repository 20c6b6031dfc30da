"""Where two definitions of one operator contradict each other, as sentences."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from metadef.checks.record import Operator
from metadef.ops.ports import AttrSpec, Port
from metadef.ops.proto import OpProto

__all__ = ["differences", "shown"]

_SHOWN = 32  # names of one order that a sentence lists


def shown(operator: Operator) -> str:
    """The name of the file, as a sentence about the operator's sources uses it."""
    return os.path.basename(operator.span.file) or "this definition"


def differences(
    left: OpProto, right: OpProto, left_is: str, right_is: str, *, types: bool = True
) -> Iterator[tuple[str, str]]:
    """Name of the port or attribute, and a sentence, for every contradiction.

    Args:
        left: one definition.
        right: the other.
        left_is: what the sentences call the first.
        right_is: what they call the second.
        types: whether the types of ports are compared; forms with columns list what a chip supports instead.
    """
    for what, ours, theirs in (("input", left.inputs, right.inputs), ("output", left.outputs, right.outputs)):
        yield from _ports(what, ours, theirs, left_is, right_is, types)
    yield from _attrs(left.attrs, right.attrs, left_is, right_is)


def _ports(
    what: str, ours: Sequence[Port], theirs: Sequence[Port], left_is: str, right_is: str, types: bool
) -> Iterator[tuple[str, str]]:
    left = {port.name: port for port in ours}
    right = {port.name: port for port in theirs}
    for name in [name for name in left if name not in right]:
        yield name, f"{what} `{name}` is in {left_is} and not in {right_is}"
    for name in [name for name in right if name not in left]:
        yield name, f"{what} `{name}` is in {right_is} and not in {left_is}"
    shared_left = [name for name in left if name in right]
    shared_right = [name for name in right if name in left]
    if shared_left != shared_right:
        first = next(name for name, other in zip(shared_left, shared_right, strict=True) if name != other)
        ours_first, theirs_first = ", ".join(shared_left[:_SHOWN]), ", ".join(shared_right[:_SHOWN])
        orders = f"{ours_first} in {left_is} and {theirs_first} in {right_is}"
        yield first, f"the order of the {what}s is {orders}"
    for name in shared_left:
        one, two = left[name], right[name]
        if one.kind is not two.kind:
            yield name, f"{what} `{name}` is {one.kind.value} in {left_is} and {two.kind.value} in {right_is}"
        if types and one.types.mask and two.types.mask and one.types != two.types:
            missing = ", ".join(dtype.name for dtype in one.types if dtype not in two.types)
            added = ", ".join(dtype.name for dtype in two.types if dtype not in one.types)
            parts = [f"{missing} only in {left_is}"] * bool(missing) + [f"{added} only in {right_is}"] * bool(added)
            yield name, f"{what} `{name}` takes {' and '.join(parts)}"


def _attrs(
    ours: Sequence[AttrSpec], theirs: Sequence[AttrSpec], left_is: str, right_is: str
) -> Iterator[tuple[str, str]]:
    left = {spec.name: spec for spec in ours}
    right = {spec.name: spec for spec in theirs}
    for name in [name for name in left if name not in right]:
        yield name, f"attribute `{name}` is in {left_is} and not in {right_is}"
    for name in [name for name in right if name not in left]:
        yield name, f"attribute `{name}` is in {right_is} and not in {left_is}"
    for name in [name for name in left if name in right]:
        one, two = left[name], right[name]
        if one.kind is not two.kind:
            yield name, f"attribute `{name}` is {one.kind.name} in {left_is} and {two.kind.name} in {right_is}"
        elif one.required != two.required:
            words = {True: "required", False: "optional"}
            yield (
                name,
                f"attribute `{name}` is {words[one.required]} in {left_is} and {words[two.required]} in {right_is}",
            )
        elif one.default != two.default and one.default == one.default and two.default == two.default:
            yield name, f"attribute `{name}` defaults to {one.default!r} in {left_is} and {two.default!r} in {right_is}"
