"""Options of commands that run passes: which ones, switched how, within which limits, and what is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import click

from metadef.cli.output import plugins_to_stderr, say
from metadef.driver.pass_settings import PassSettings
from metadef.errors import Finding, UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.printer import graph_text
from metadef.passes.base import Pass
from metadef.passes.manager import Limits, PassResult
from metadef.passes.pipeline import SHORT_FORMS, passes_of
from metadef.passes.plugin_file import passes_in_file
from metadef.passes.switches import Switch, apply_switches, parse_switch_list, read_switches
from metadef.passes.table import default_passes

__all__ = ["PassOptions", "choice_options", "run_options", "settings_of", "timing_table"]

Command = TypeVar("Command", bound="Callable[..., Any]")  # click decorates functions of any signature

_ELIDE = 16  # elements of a constant that are shown
_EACH = "all"


@dataclass(frozen=True, slots=True)
class PassOptions:
    """Which passes run."""

    passes: list[Pass]
    notes: list[Finding]

    @classmethod
    def of(
        cls, pipeline: str | None, plugins: tuple[str, ...], switch_file: str | None, switches: str | None
    ) -> PassOptions:
        """From the values of `choice_options`.

        Raises:
            UsageError: for pipelines that cannot be read.
            MetadefError: for plug-ins that cannot be used, and for switches of passes that nobody knows.
        """
        with plugins_to_stderr():
            extra = [item for path in plugins for item in passes_in_file(path)]
        names = [item.name for item in extra]
        doubled = next((name for name in names if names.count(name) > 1), None)
        if doubled is not None:
            raise UsageError.of("bad-usage", "--plugin", f"two files bring pass {doubled}", hint="one of them")
        with plugins_to_stderr():
            passes = [*default_passes(), *extra] if pipeline is None else passes_of(pipeline, extra)
        asked: list[Switch] = [*(read_switches(switch_file) if switch_file else ())]
        asked += parse_switch_list(switches) if switches else []
        left, notes = apply_switches(passes, asked) if asked else (passes, [])
        return cls(left, notes)


def choice_options(command: Command) -> Command:
    """`--passes`, `--plugin`, `--fusion-switch-file`, `--optimization-switch`."""
    for option in (
        click.option(
            "--optimization-switch", "switches", metavar="A:on;B:off", help="Switches on top of those of the file."
        ),
        click.option(
            "--fusion-switch-file",
            "switch_file",
            metavar="FILE",
            help="Passes to turn on and off, in CANN's two forms.",
        ),
        click.option("--plugin", "plugins", metavar="FILE", multiple=True, help="A Python file with further passes."),
        click.option(
            "--passes",
            "pipeline",
            metavar="PIPELINE",
            help='Passes instead of the default ones, such as "fold,dce,fuse{max=8}"; see `metadef passes`.',
        ),
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """What happens while the passes run; `settings_of` takes the values."""
    for option in (
        click.option("--timing", is_flag=True, help="Print what each pass took and changed."),
        click.option(
            "--print-after-change",
            "after_change",
            metavar="PASS",
            multiple=True,
            help="The same, if it changed something.",
        ),
        click.option(
            "--print-after", "after", metavar="PASS", multiple=True, help="Print the graph after a pass, or all."
        ),
        click.option(
            "--print-before", "before", metavar="PASS", multiple=True, help="Print the graph before a pass, or all."
        ),
        click.option(
            "--stop-on-failure", is_flag=True, help="A pass that fails ends the run; it is undone in any case."
        ),
        click.option(
            "--pass-time", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Most for one pass."
        ),
        click.option(
            "--opt-bisect-limit",
            "most_changes",
            type=click.IntRange(min=0),
            metavar="N",
            help="Stop the passes after N changes.",
        ),
        click.option(
            "--compare-each", is_flag=True, help="Compute after each pass; one that changes the numbers is undone."
        ),
    ):
        command = option(command)
    return command


def settings_of(
    passes: list[Pass],
    *,
    compare_each: bool,
    most_changes: int | None,
    pass_time: float | None,
    stop_on_failure: bool,
    before: tuple[str, ...],
    after: tuple[str, ...],
    after_change: tuple[str, ...],
) -> PassSettings:
    """The settings that `run_options` ask for.

    Raises:
        UsageError: for names of passes that do not run.
    """
    limits = Limits(changes=most_changes)
    if pass_time is not None:
        limits = replace(limits, seconds=pass_time)
    printer = _Printer(_named(before, passes), _named(after, passes), _named(after_change, passes))
    is_used = before or after or after_change
    return PassSettings(
        stop_on_failure=stop_on_failure,
        limits=limits,
        observer=printer if is_used else None,
        compare_each=compare_each,
    )


def _named(names: tuple[str, ...], passes: list[Pass]) -> frozenset[str]:
    known = [item.name for item in passes]
    full = [SHORT_FORMS.get(name, name) for name in names]
    for name in full:
        if name not in (*known, _EACH):
            hint = did_you_mean(name, (*known, _EACH)) or _EACH
            raise UsageError.of("bad-usage", f"--print {name[:60]}", "no pass of this name runs", hint=hint)
    return frozenset(full)


class _Printer:
    """An observer that prints the graph to stderr, since stdout is for data."""

    def __init__(self, before: frozenset[str], after: frozenset[str], after_change: frozenset[str]) -> None:
        self.before = before
        self.after = after
        self.after_change = after_change
        self._edits = 0

    def __call__(self, item: Pass, graph: Graph, when: str) -> None:
        if when == "before":
            self._edits = len(graph.journal)
            if self._wants(self.before, item):
                self._print(f"before {item.name}", graph)
            return
        is_changed = len(graph.journal) != self._edits
        if self._wants(self.after, item) or (is_changed and self._wants(self.after_change, item)):
            self._print(f"after {item.name}{'' if is_changed else ', which changed nothing'}", graph)

    def _wants(self, names: frozenset[str], item: Pass) -> bool:
        return item.name in names or _EACH in names

    def _print(self, title: str, graph: Graph) -> None:
        say(f"// {title}", *graph_text(graph, elide_above=_ELIDE).splitlines(), to_stderr=True)


def timing_table(results: list[PassResult]) -> list[str]:
    """Lines with seconds, changes, edits and rounds of each run of each pass, and their sum.

    >>> timing_table([PassResult("fold", "optimize", 0.5, 3)])[1].split()
    ['fold', '0.500', '100', '%', '0', '3', '1', '1']
    """
    total = sum(item.seconds for item in results)
    lines = [f"{'pass':<34} {'seconds':>8} {'share':>6} {'changes':>8} {'edits':>8} {'rounds':>6} {'sweep':>5}"]
    lines += [
        f"{item.name:<34} {item.seconds:>8.3f} {100 * item.seconds / total if total else 0:>4.0f} % "
        f"{len(item.changes):>8} {item.changed:>8} {item.rounds:>6} {item.sweep:>5}"
        for item in results
    ]
    changes, edits = sum(len(item.changes) for item in results), sum(item.changed for item in results)
    return [*lines, f"{'all':<34} {total:>8.3f} {100:>4} % {changes:>8} {edits:>8}"]
