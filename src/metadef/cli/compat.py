"""`metadef compat OLD NEW`: what breaks between two sets of operators, for whom, and which version comes next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import cast

import click

from metadef.cli.compat_versions import negotiated, upgraded_model
from metadef.cli.findings import show_findings
from metadef.cli.output import require_destination, say, say_data
from metadef.codec.atomic import write_atomically
from metadef.compat.baseline import baseline_text, read_baseline, without_known
from metadef.compat.compare import Comparison, compare_schemas
from metadef.compat.cover import apply_steps
from metadef.compat.cover import scaffold as step_skeletons
from metadef.compat.ignore import apply_ignores, read_ignores
from metadef.compat.modes import Mode, compare_history
from metadef.compat.oldest import oldest_release, uses_of
from metadef.compat.record import Change, Promise
from metadef.compat.schema_snapshot import Schema, read_descriptor_set
from metadef.compat.schema_witness import find_schema_witness
from metadef.compat.sources import OperatorSet, load_history
from metadef.compat.witness import find_witness
from metadef.definitions.decode import read_bytes
from metadef.driver.load import load
from metadef.errors import FileError, Finding, MetadefError, Severity, UsageError, did_you_mean
from metadef.ops.steps import STEPS, Step
from metadef.passes.plugin_file import module_of_file
from metadef.render import RENDERERS

__all__ = ["command"]

_LEVELS = [promise.value for promise in Promise]
_NEEDS = "needs OLD and NEW, NEW and --against OLD, or a history of two releases"
_SCHEMAS = (".desc", ".binpb", ".protoset")


@click.command("compat")
@click.argument("sources", nargs=-1, metavar="[OLD...] NEW")
@click.option("--against", multiple=True, metavar="OLD", help="Compare NEW with this; may be repeated, oldest first.")
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in Mode]),
    default=Mode.BACKWARD.value,
    show_default=True,
    help="Who must be able to read whose graphs; transitive modes look at every OLD.",
)
@click.option("--level", default=",".join(_LEVELS), show_default=True, metavar="PROMISES", help="Promises that count.")
@click.option("--config", metavar="TOML", help="File with ignores; default: pyproject.toml here, if there is one.")
@click.option("--baseline", metavar="JSON", help="Changes that are known; see --write-baseline.")
@click.option("--write-baseline", metavar="JSON", help="Note all breaks of today as known.")
@click.option("--steps", "steps_file", metavar="PY", help="Python file with STEPS: upgrade steps besides our own.")
@click.option("--scaffold", metavar="PY", help="Write skeletons of the upgrade steps that are missing.")
@click.option("--witness", is_flag=True, help="Show a call or stored node that worked and fails now, for each break.")
@click.option("--oldest", metavar="MODEL", help="Instead: the oldest of all sources that MODEL runs on.")
@click.option("--upgrade", metavar="MODEL", help="Instead: whether NEW, with its steps, reads the saved MODEL.")
@click.option("-o", "--output", metavar="FILE", help="With --upgrade: where to save it as NEW says it.")
@click.option("--negotiate", "is_negotiation", is_flag=True, help="Instead: what parties (TOML, .mdef) agree on.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--format", "form", type=click.Choice(list(RENDERERS)), default="full", show_default=True)
def command(
    sources: tuple[str, ...],
    against: tuple[str, ...],
    mode: str,
    level: str,
    config: str | None,
    baseline: str | None,
    write_baseline: str | None,
    steps_file: str | None,
    scaffold: str | None,
    witness: bool,
    oldest: str | None,
    upgrade: str | None,
    output: str | None,
    is_negotiation: bool,
    strict: bool,
    form: str,
) -> int:
    """Compare definitions OLD with NEW.

    A source is a file or folder of definitions of any form, `catalogue`, `git:REV:PATH`, or a history registry (a
    folder with index.json). Two protobuf descriptor sets (.desc, .binpb) are compared as schemas.
    """
    origins = [*against, *sources]
    promises = _promises(level)
    if is_negotiation:
        return negotiated(origins, form)
    if oldest is not None:
        return _oldest(oldest, origins, form)
    if upgrade is not None:
        if len(origins) != 1:
            raise UsageError.of("bad-usage", "--upgrade", "needs NEW and nothing else", got=" ".join(origins)[:200])
        own = _steps(steps_file) if steps_file is not None else []
        return upgraded_model(upgrade, origins[0], own, output, strict, form)
    if not origins:
        raise UsageError.of("bad-usage", "metadef compat", _NEEDS)
    if len(origins) > 1 and all(origin.endswith(_SCHEMAS) for origin in origins):
        old, new = (read_descriptor_set(read_bytes(origin), origin) for origin in origins[-2:])
        found = compare_schemas(old, new, promises)
        if witness:
            found = Comparison(tuple(_with_schema_witness(change, old, new) for change in found.changes))
        return _tell(found, [], strict, form)
    history = [found for origin in origins[:-1] for found in load_history(origin)]
    latest = load_history(origins[-1])
    history += latest[:-1]
    newest = latest[-1]
    if not history:
        raise UsageError.of("bad-usage", "metadef compat", _NEEDS)
    comparison = compare_history([(item.label, item.ops) for item in history], newest.ops, Mode(mode), promises)
    steps = (*STEPS, *_steps(steps_file)) if steps_file is not None else STEPS
    changes = apply_steps(comparison.changes, history[-1].ops, newest.ops, steps)
    if scaffold is not None:
        text = step_skeletons(changes, history[-1].ops, newest.ops, steps)
        write_atomically(require_destination("--scaffold", scaffold, ""), text.encode())
    changes, findings = _accepted(changes, config)
    findings = [*_unread([*history, newest]), *findings]
    if write_baseline is not None:
        write_atomically(require_destination("--write-baseline", write_baseline, ""), baseline_text(changes).encode())
        say(f"{sum(change.is_break for change in changes)} breaks noted in {write_baseline}", to_stderr=True)
    if baseline is not None:
        changes = without_known(changes, read_baseline(Path(baseline)))
    if witness:
        changes = [_with_witness(change, history[-1], newest) for change in changes]
    return _tell(Comparison(tuple(changes)), findings, strict, form)


def _steps(path: str) -> list[Step]:
    place = Path(path)
    if not place.is_file():
        raise FileError.of("file-missing", path, "is no file", hint="a Python file with STEPS")
    try:
        listed: object = getattr(module_of_file(place), "STEPS", None)
    except MetadefError as error:
        raise UsageError(error.findings) from error
    rows = list(cast("Iterable[object]", listed)) if isinstance(listed, Iterable) else []
    steps = [row for row in rows if isinstance(row, Step)]
    if not steps or len(steps) != len(rows):
        raise UsageError.of("bad-usage", f"--steps {path}", "has no list STEPS of Step records")
    return steps


def _promises(level: str) -> tuple[Promise, ...]:
    names = [name.strip().lower() for name in level.split(",") if name.strip()]
    for name in names:
        if name not in _LEVELS:
            hint = did_you_mean(name, _LEVELS)
            known = ", ".join(_LEVELS)
            raise UsageError.of("bad-usage", f"--level {name[:60]}", "is no promise", expected=known, hint=hint)
    if not names:
        raise UsageError.of("bad-usage", "--level", "names no promise", expected=", ".join(_LEVELS))
    return tuple(Promise(name) for name in names)


def _accepted(changes: Sequence[Change], config: str | None) -> tuple[list[Change], list[Finding]]:
    path = Path(config) if config is not None else Path("pyproject.toml")
    if config is None and not path.is_file():
        return list(changes), []
    return apply_ignores(changes, read_ignores(path), date.today())


def _unread(sets: Sequence[OperatorSet]) -> list[Finding]:
    """What was wrong with the definitions themselves: a declaration that could not be read would look removed."""
    return [item for found in sets for item in found.findings if item.is_error]


def _with_witness(change: Change, old: OperatorSet, new: OperatorSet) -> Change:
    stored = {Promise.WIRE, Promise.GRAPH}
    before = old.ops.get(change.op)
    if before is None or stored.isdisjoint(change.promises):
        return change
    found = find_witness(change, before, new.ops.get(change.op))
    return replace(change, witness=str(found)) if found is not None else change


def _with_schema_witness(change: Change, old: Schema, new: Schema) -> Change:
    found = find_schema_witness(change, old, new)
    return replace(change, witness=str(found)) if found is not None else change


def _tell(comparison: Comparison, findings: Sequence[Finding], strict: bool, form: str) -> int:
    rows = [change.finding() for change in comparison.changes]
    shown = [*findings, *rows]
    if form == "json":
        changes = [
            {
                "rule": change.rule,
                "subject": change.subject,
                "promises": [promise.value for promise in change.promises],
                "severity": change.severity.value,
                "message": change.hit.message,
                "bump": change.bump.word,
                "note": change.note,
                "witness": change.witness,
            }
            for change in comparison.changes
        ]
        say_data(json.dumps({"bump": comparison.bump.word, "changes": changes}, indent=1, ensure_ascii=False))
        if findings:
            show_findings(findings, "full", to_stderr=True)
    else:
        show_findings(shown, form)
        if form == "full":
            breaks = [change for change in comparison.changes if change.is_break]
            promises = sorted({promise.value for change in breaks for promise in change.promises})
            say(f"next version: {comparison.bump.word}" + (f"; breaks {', '.join(promises)}" if promises else ""))
    least = Severity.WARNING if strict else Severity.ERROR
    return int(any(item.severity.rank >= least.rank for item in shown))


def _oldest(model: str, origins: Sequence[str], form: str) -> int:
    history = [found for origin in origins for found in load_history(origin)]
    if not history:
        raise UsageError.of("bad-usage", "--oldest", "needs the releases to look at, oldest first")
    answer = oldest_release([(item.label, item.ops) for item in history], uses_of(load(model)))
    reasons = [item for _, problems in answer.stops for item in problems]
    if form == "json":
        stops = {label: [str(item) for item in problems] for label, problems in answer.stops}
        say_data(json.dumps({"model": model, "oldest": answer.release, "stops": stops}, indent=1, ensure_ascii=False))
    else:
        show_findings(reasons, form, to_stderr=form == "full")
        stopped = f"; {answer.stops[0][0]} does not run it" if answer.stops else ""
        say(f"runs on {answer.release} and later{stopped}" if answer.release else f"runs on none of them{stopped}")
    return int(answer.release is None)
