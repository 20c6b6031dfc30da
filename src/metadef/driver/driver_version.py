"""Judging a model by the driver that runs: which facts there are, and what they say of a graph.

No public table says what came with which driver, so the facts are the user's, from any of

* capability files (`since_driver`, `dtypes_since_driver`), also those of `--target` and of the project's configuration;
* a protobuf descriptor set of a schema whose enum values carry `HardwareSupport` as option 1001;
* a history registry, whose releases are then versions of the driver: a call has to be legal in the newest release that
  is not newer than the driver.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from metadef.compat.compare import OpSet
from metadef.compat.oldest import Use, problems_of, uses_of
from metadef.compat.sources import load_history
from metadef.definitions.decode import read_bytes
from metadef.errors import Finding, UsageError, finding
from metadef.graph.graph import Graph
from metadef.schema.hardware import hardware_options, stated_support
from metadef.targets import ANY_FAMILY, Support, Target
from metadef.targets.capability_file import read_capabilities
from metadef.version import CannVersion

__all__ = ["Driver", "open_driver"]

_SCHEMAS = (".desc", ".binpb", ".protoset")


@dataclass(frozen=True, slots=True)
class Driver:
    """A version that was stated, and the histories that say what it has."""

    version: CannVersion
    histories: tuple[tuple[tuple[CannVersion, OpSet], ...], ...] = ()  # each oldest first

    def judge(self, graph: Graph, target: Target) -> list[Finding]:
        """Calls that a history does not have at this version; a warning where nobody states anything at all."""
        if not self.histories and not _states_drivers(target):
            hint = "--driver-facts FILE"
            what = "no file says what came with which driver, so nothing was judged by it"
            return [finding("driver-facts-missing", f"driver version {self.version}", what, hint=hint)]
        uses = uses_of(graph) if self.histories else []
        return [problem for history in self.histories for use in uses for problem in self._judged(use, history)]

    def _judged(self, use: Use, history: tuple[tuple[CannVersion, OpSet], ...]) -> list[Finding]:
        release = next((item for item in reversed(history) if item[0] <= self.version), None)
        problems = problems_of(use, release[1]) if release is not None else ()
        if release is not None and not problems:
            return []
        first = next((version for version, ops in history if not problems_of(use, ops)), None)
        if first is not None and first > self.version:
            why = problems[0].message if problems else f"the history begins with {history[0][0]}"
            return [
                finding(
                    "newer-driver-needed",
                    use.subject,
                    f"the call needs driver {first} or later, and this is {self.version}: {why}",
                    expected=f">= {first}",
                    got=str(self.version),
                    hint=f"driver {first}",
                )
            ]
        if release is None:
            return []
        was = f"; the last that had it is {_last(use, history)}" if first is not None else ""
        return [
            replace(item, message=f"{item.message} in {release[0]}, which driver {self.version} has{was}")
            for item in problems
        ]


def _last(use: Use, history: tuple[tuple[CannVersion, OpSet], ...]) -> CannVersion:
    return [version for version, ops in history if not problems_of(use, ops)][-1]


def _states_drivers(target: Target) -> bool:
    return any(
        support.dtype_drivers
        or support.absent
        or any(op.driver is not None or op.dtype_drivers for op in support.operators.values())
        for support in target.supports
    )


def open_driver(version: str, target: Target, facts: Iterable[str] = ()) -> tuple[Driver, Target]:
    """The driver, and the target with what the facts say of it; later facts go before earlier ones.

    Raises:
        UsageError: for a version that is none, and for a source that states no facts.
        FileError: if a source cannot be read.
    """
    found = _version(version, f"--driver-version {version[:80]}")
    histories: list[tuple[tuple[CannVersion, OpSet], ...]] = []
    layers: list[Support] = []
    for source in facts:
        if Path(source).is_dir():
            histories.append(_history(source))
            continue
        if source.endswith(_SCHEMAS):
            stated = hardware_options(read_bytes(source), source)
            if not stated:
                what = "no enum value DT_... of the schema has option 1001"
                raise UsageError.of("bad-usage", f"--driver-facts {source}", what)
            families = stated_support(stated, source)
        else:
            families = dict(read_capabilities(Path(source)).families)
        own = (families.get(target.chip.family.lower()), families.get(ANY_FAMILY))
        layers[:0] = [item for item in own if item is not None]
    return Driver(found, tuple(histories)), Target(target.chip, (*layers, *target.supports))


def _history(source: str) -> tuple[tuple[CannVersion, OpSet], ...]:
    if not (Path(source) / "index.json").is_file():
        what = "is a folder without index.json, so it is no history registry"
        raise UsageError.of("bad-usage", f"--driver-facts {source}", what)
    releases = [(_version(item.label, f"{source}: release"), item.ops) for item in load_history(source)]
    return tuple(sorted(releases, key=lambda item: item[0]))


def _version(text: str, subject: str) -> CannVersion:
    try:
        return CannVersion.parse(text)
    except ValueError as error:
        raise UsageError.of("bad-usage", subject, str(error)[:200], expected="such as 24.1.RC1") from error
