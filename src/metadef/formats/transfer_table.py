"""The registry of conversions: (source, destination) -> rule, and the cheapest route over several rules.

A table is immutable; `extended` gives a new one. Routes are found by Dijkstra's algorithm over the bytes that each
rule moves for the tensor at hand, along rules whose condition holds for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from metadef.errors import MetadefError, nearest
from metadef.formats.transfer_context import PLAIN_FORMATS, TransferContext, describe_route
from metadef.types.format import Format

if TYPE_CHECKING:
    from metadef.formats.tiles import Array

__all__ = ["Reading", "TransferRoute", "TransferRule", "TransferTable", "moved_bytes"]


class Reading(Enum):
    """How a rule reads the axes of its plain side, which decides for which tensors it may stand in a route."""

    NAMES = "names"  # by letter: any plain format, or ND when the tensor's origin is ND
    ORDER = "order"  # by position: only the tensor's own origin format, or ND
    RELABEL = "relabel"  # nothing moves: between ND and the tensor's own origin format


def moved_bytes(context: TransferContext, rule: TransferRule) -> int:
    """The cost model: bytes read plus bytes written, padding included; a relabelling is free."""
    if rule.reading is Reading.RELABEL:
        return 0
    return context.size_bytes(rule.source) + context.size_bytes(rule.destination)


def _no_condition(context: TransferContext, rule: TransferRule) -> str:
    del context, rule
    return ""


@dataclass(frozen=True, slots=True)
class TransferRule:
    """One conversion between two formats."""

    source: Format
    destination: Format
    algorithm: Callable[[Array, TransferContext, TransferRule], Array]  # array in `source` -> array in `destination`
    condition: Callable[[TransferContext, TransferRule], str] = _no_condition  # "" or the reason why not
    cost: Callable[[TransferContext, TransferRule], int] = moved_bytes  # bytes moved
    reading: Reading = Reading.NAMES

    def __str__(self) -> str:
        return describe_route((self.source, self.destination))

    def reads_origin(self, origin: Format) -> bool:
        """Whether the rule reads the axes of a tensor of this origin format rightly."""
        plain = [side for side in (self.source, self.destination) if side in PLAIN_FORMATS]
        match self.reading:
            case Reading.NAMES:
                # WHY: seen from ND every plain format is a relabelling, not a permutation, and the other way round
                return all((side is Format.ND) == (origin is Format.ND) for side in plain)
            case Reading.ORDER:
                return all(side is origin or side is Format.ND for side in plain)
            case Reading.RELABEL:
                return origin in (Format.ND, *plain)

    def refusal(self, context: TransferContext) -> str:
        """Why the rule cannot convert this tensor, "" when it can."""
        if not self.reads_origin(context.origin_format):
            return f"the tensor's axes are those of {context.origin_format.name}"
        return self.condition(context, self)


@dataclass(frozen=True, slots=True)
class TransferRoute:
    """The rules to apply one after the other; none when source and destination are one."""

    rules: tuple[TransferRule, ...]
    bytes_moved: int

    def __str__(self) -> str:
        return describe_route([self.rules[0].source, *(rule.destination for rule in self.rules)]) if self.rules else ""


class TransferTable:
    """Rules by (source, destination)."""

    def __init__(self, rules: Iterable[TransferRule] = ()) -> None:
        """A table of the rules.

        Raises:
            MetadefError: `transfer-clash` when two rules convert the same pair.
        """
        self._rules: dict[tuple[Format, Format], TransferRule] = {}
        self._from: dict[Format, list[TransferRule]] = {}
        self._into: dict[Format, list[TransferRule]] = {}
        for rule in rules:
            pair = (rule.source, rule.destination)
            if pair in self._rules:
                raise MetadefError.of("transfer-clash", str(rule), "two rules convert this pair", hint="replace=True")
            self._rules[pair] = rule
            self._from.setdefault(rule.source, []).append(rule)
            self._into.setdefault(rule.destination, []).append(rule)

    def extended(self, *rules: TransferRule, replace: bool = False) -> TransferTable:
        """A table with more rules; with `replace`, they take the place of rules for the same pair.

        Raises:
            MetadefError: `transfer-clash`, without `replace`, for a pair that has a rule.
        """
        pairs = {(rule.source, rule.destination) for rule in rules} if replace else set[tuple[Format, Format]]()
        return TransferTable([*(rule for pair, rule in self._rules.items() if pair not in pairs), *rules])

    def rule(self, source: Format, destination: Format) -> TransferRule | None:
        """The direct rule of a pair."""
        return self._rules.get((source, destination))

    def __iter__(self) -> Iterator[TransferRule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def route(self, context: TransferContext) -> TransferRoute:
        """The cheapest route for a tensor from its source to its destination format.

        Raises:
            MetadefError: `transfer-missing` when rules never lead there; `transfer-condition` when they would, but
                not for this tensor.
        """
        source, destination = context.source.primary, context.destination.primary
        if source is destination:
            return TransferRoute((), 0)
        direct = self.rule(source, destination)
        if direct is not None and not direct.refusal(context):
            # WHY: a detour reads the source and writes the destination too, and moves more in between
            return TransferRoute((direct,), direct.cost(context, direct))
        best: dict[Format, int] = {source: 0}
        arrived_by: dict[Format, TransferRule] = {}
        done: set[Format] = set()
        refusals: list[str] = []
        heap: list[tuple[int, int, int, Format]] = [(0, 0, 0, source)]
        pushed = 0
        while heap:
            cost, hops, _, here = heappop(heap)
            if here is destination:
                return TransferRoute(tuple(_walk_back(arrived_by, source, destination)), cost)
            if here in done:
                continue
            done.add(here)
            for rule in self._from.get(here, ()):
                there = rule.destination
                refusal = rule.refusal(context)
                if refusal:
                    if there is destination:
                        refusals.append(f"{rule}: {refusal}")
                    continue
                total = cost + rule.cost(context, rule)
                if there not in best or total < best[there]:
                    best[there] = total
                    arrived_by[there] = rule
                    pushed += 1
                    heappush(heap, (total, hops + 1, pushed, there))
        raise self._no_route(source, destination, direct, context, refusals)

    def _no_route(
        self,
        source: Format,
        destination: Format,
        direct: TransferRule | None,
        context: TransferContext,
        refusals: list[str],
    ) -> MetadefError:
        if direct is not None:
            refusals.insert(0, f"{direct}: {direct.refusal(context)}")
        pair = describe_route((source, destination))
        if refusals:
            reasons = list(dict.fromkeys(refusals))
            return MetadefError.of(
                "transfer-condition",
                pair,
                f"{context.origin_format.name} {list(context.origin_shape)} cannot take this way: {reasons[0]}",
                expected="; ".join(reasons[:5]),
                got=f"{context.origin_format.name} {list(context.origin_shape)}",
                hint="another storage format for this tensor",
            )
        return MetadefError.of(
            "transfer-missing",
            pair,
            f"no rule and no chain of rules converts {source.name} to {destination.name}",
            expected=f"a rule for {pair}",
            got="none",
            hint=self.nearest_route(source, destination),
        )

    def nearest_route(self, source: Format, destination: Format) -> str:
        """The known conversion nearest to one that is missing: into the destination, else out of the source.

        >>> from metadef.formats.transfer_rules import TRANSFERS
        >>> TRANSFERS.nearest_route(Format.NCHW, Format.BN_WEIGHT), TRANSFERS.nearest_route(Format.NCHW, Format.NYUV_A)
        ('NCHW -> NHWC', 'NYUV -> NYUV_A')
        """
        into = {rule.source.name: rule for rule in self._into.get(destination, ())}
        out_of = {rule.destination.name: rule for rule in self._from.get(source, ())}
        for wanted, known in ((source.name, into), (destination.name, out_of)):
            if known:
                name = next(iter(nearest(wanted, known, 1)), next(iter(known)))
                return str(known[name])
        return ""


def _walk_back(arrived_by: dict[Format, TransferRule], source: Format, destination: Format) -> list[TransferRule]:
    rules: list[TransferRule] = []
    here = destination
    while here is not source:
        rules.append(arrived_by[here])
        here = rules[-1].source
    return rules[::-1]
