"""Switches of passes, as CANN writes them: `--fusion_switch_file` in both its forms, and `--optimization_switch`.

    ConvBatchnormFusionPass:off
    gelu-fusion:off

    {"Switch": {"GraphFusion": {"ALL": "off", "SoftmaxFusionPass": "on"}, "UBFusion": {"ALL": "off"}}}

Names are CANN's, ours, and `pass/rule` for a single rule. `ALL` speaks for everything that is not named. A name that
nobody knows is an error with the nearest ones, which CANN passes over in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from metadef.errors import FileError, Finding, MetadefError, did_you_mean, finding
from metadef.passes.base import Pass
from metadef.passes.cann_names import CANN_PASSES
from metadef.passes.rewrite import RewritePass
from metadef.source import Span

__all__ = ["Switch", "apply_switches", "parse_switch_list", "parse_switches", "read_switches"]

_ALL = "ALL"
_LINE = re.compile(r"(?P<name>[^:]+):(?P<state>[^:]*)")
_STATES = {"on": True, "off": False}
_MOST_BYTES = 1 << 20
_GROUPS = ("GraphFusion", "UBFusion")


@dataclass(frozen=True, slots=True)
class Switch:
    """One name turned on or off."""

    name: str
    is_on: bool
    where: Span
    group: str = "GraphFusion"  # or "UBFusion", which concerns kernels and none of our passes


def read_switches(path: str | Path) -> list[Switch]:
    """The switches in a file of either form.

    Raises:
        FileError: if it cannot be read.
        MetadefError: for lines and entries that make no sense.
    """
    place = Path(path)
    try:
        with place.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise FileError.of("file-missing", str(place), f"cannot be read: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise FileError.of("file-too-large", str(place), "is no fusion switch file", expected=f"{_MOST_BYTES} bytes")
    return parse_switches(data.decode("utf-8-sig", "replace"), str(place))


def parse_switches(text: str, file: str = "<switches>") -> list[Switch]:
    """The switches in a text of either form.

    Raises:
        MetadefError: for lines and entries that make no sense.

    >>> [(item.name, item.is_on) for item in parse_switches("SoftmaxFusionPass:off")]
    [('SoftmaxFusionPass', False)]
    """
    return list(_json(text, file) if text.lstrip().startswith("{") else _lines(enumerate(text.splitlines(), 1), file))


def parse_switch_list(text: str, label: str = "--optimization-switch") -> list[Switch]:
    """The switches of one line, as in `A:on;B:off`.

    Raises:
        MetadefError: for entries that make no sense.
    """
    return [
        Switch(item.name, item.is_on, Span(label)) for item in _lines(((0, part) for part in text.split(";")), label)
    ]


def _lines(lines: Iterable[tuple[int, str]], file: str) -> Iterator[Switch]:
    for number, line in lines:
        line = line.split("#")[0].strip()
        if not line:
            continue
        where = Span(file, number)
        found = _LINE.fullmatch(line)
        name, state = (found["name"].strip(), found["state"].strip().lower()) if found else (line, "")
        yield Switch(name, _state(state, name, where), where)


def _json(text: str, file: str) -> Iterator[Switch]:
    try:
        root: object = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        raise MetadefError(finding("switch-malformed", file, f"is no JSON: {error}", where=Span(file, line))) from error
    switch = _mapping(_mapping(root, file, "$").get("Switch"), file, "$.Switch")
    for group, entries in switch.items():
        path = f"$.Switch.{group}"
        if group not in _GROUPS:
            hint = did_you_mean(group, _GROUPS) or " or ".join(_GROUPS)
            raise MetadefError(
                finding(
                    "switch-malformed",
                    file,
                    f"{group[:60]!r} is no kind of fusion",
                    where=Span(file, path=path),
                    hint=hint,
                )
            )
        for name, state in _mapping(entries, file, path).items():
            where = Span(file, path=f"{path}.{name}")
            yield Switch(name, _state(state, name, where), where, group)


def _mapping(value: object, file: str, path: str) -> Mapping[str, object]:
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    expected = '{"Switch": {"GraphFusion": {"NAME": "off"}}}'
    where = Span(file, path=path)
    raise MetadefError(finding("switch-malformed", file, "is no table of switches", expected=expected, where=where))


def _state(state: object, name: str, where: Span) -> bool:
    found = _STATES.get(state.lower()) if isinstance(state, str) else None
    if found is None:
        expected, got = "NAME:on or NAME:off", f"{name}:{state}"[:60]
        raise MetadefError(
            finding(
                "switch-malformed",
                f"switch {name[:60]}",
                "is neither on nor off",
                expected=expected,
                got=got,
                where=where,
            )
        )
    return found


def apply_switches(passes: Sequence[Pass], switches: Sequence[Switch]) -> tuple[list[Pass], list[Finding]]:
    """The passes that are still on, with single rules turned off where asked; and what had no effect.

    The last switch of a name counts, and a name counts for more than `ALL`. A pass that others require may only be
    turned off with them; `schedule` says so.

    Raises:
        MetadefError: for every name that is neither ours nor CANN's, with the nearest ones.
    """
    known = _known(passes)
    unknown = [item for item in switches if item.group == "GraphFusion" and item.name not in known]
    if unknown:
        raise MetadefError(_unknown(item, known) for item in unknown)
    notes: list[Finding] = []
    state = dict.fromkeys((target for item in passes for target in _targets(item)), True)
    graph = [item for item in switches if item.group == "GraphFusion"]
    for item in sorted(graph, key=lambda item: item.name != _ALL):  # stable: ALL first
        targets = tuple(state) if item.name == _ALL else known[item.name]
        if not targets:
            message = "has no effect: nothing here does what this pass does"
            notes.append(finding("switch-without-effect", f"switch {item.name}", message, where=item.where))
        for target in targets:
            below = [one for one in state if one == target or one.startswith(f"{target}/")]
            state.update(dict.fromkeys(below, item.is_on))
            if item.is_on and "/" in target:
                state[target.split("/")[0]] = True  # WHY: a rule that is on needs its pass
    notes += [
        finding("switch-without-effect", f"switch {item.name}", "has no effect: it is about kernels", where=item.where)
        for item in switches
        if item.group != "GraphFusion"
    ]
    left = [item for item in passes if state[item.name]]
    for item in left:
        item.off = frozenset(target.split("/")[1] for target in _targets(item) if not state[target])
    return left, notes


def _known(passes: Sequence[Pass]) -> dict[str, tuple[str, ...]]:
    ours = {target: (target,) for item in passes for target in _targets(item)}
    theirs = {name: tuple(one for one in targets if one in ours) for name, targets in CANN_PASSES.items()}
    return {_ALL: tuple(ours), **theirs, **ours}


def _targets(item: Pass) -> list[str]:
    rules = [f"{item.name}/{rule.name}" for rule in item.rules] if isinstance(item, RewritePass) else []
    return [item.name, *dict.fromkeys(rules)]


def _unknown(item: Switch, known: Iterable[str]) -> Finding:
    message = "there is no pass of this name, neither here nor in CANN"
    hint = did_you_mean(item.name, known) or "a name of `metadef passes`"
    return finding("unknown-pass", f"switch {item.name[:60]}", message, where=item.where, hint=hint)
