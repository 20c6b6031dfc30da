"""`metadef diff A B`: what differs between two graphs, of any forms."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.output import say, say_data
from metadef.driver.diff import diff_files
from metadef.errors import Finding, finding
from metadef.graph.changes import KINDS, Change, Difference
from metadef.render import RENDERERS

__all__ = ["command"]

_MARKS = {"added": "+", "removed": "-", "changed": "~", "interface": "~", "rewired": ">", "moved": ">", "renamed": "="}


@click.command("diff")
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option(
    "--limit", type=click.IntRange(min=0), default=50, show_default=True, help="Entries of each kind (full form)."
)
@click.option("--ignore-names", is_flag=True, help="Other names alone are no difference.")
@click.option("--format", "form", type=click.Choice(list(RENDERERS)), default="full", show_default=True)
def command(left: str, right: str, limit: int, ignore_names: bool, form: str) -> int:
    """Compare the graphs in A and B; exit code 1 when they differ.

    Nodes are matched by name where names say it, else by what they do and where they stand, so that renamed and
    moved nodes are found. Provenance and the names of graphs do not count.
    """
    compared = diff_files(left, right)
    difference = compared.difference.without_names() if ignore_names else compared.difference
    if compared.findings:
        show_findings(compared.findings, "full", to_stderr=True)
    if form == "json":
        say_data(json.dumps(_record(left, right, difference), indent=1, ensure_ascii=False))
    elif form == "full":
        say(*_lines(left, right, difference, limit))
    else:
        show_findings(_findings(left, right, difference), form)
    return max(int(not difference.is_empty), exit_code(compared.findings))


def _lines(left: str, right: str, difference: Difference, limit: int) -> list[str]:
    lines = [f"--- {left}: {difference.left} nodes", f"+++ {right}: {difference.right} nodes"]
    for kind in KINDS:
        items = difference.of(kind)
        for item in items[:limit]:
            op = f" ({item.op})" if item.op else ""
            lines.append(f"{_MARKS[kind]} {kind} {item.label}{op}")
            lines += [f"    {delta}" for delta in item.deltas]
        if len(items) > limit:
            lines.append(f"{_MARKS[kind]} {len(items) - limit} more are {kind}; --limit shows them")
    counts = ", ".join(f"{len(difference.of(kind))} {kind}" for kind in KINDS[1:] if difference.of(kind))
    same = f"{difference.same} nodes are the same"
    lines.append(f"{counts}; {same}" if counts else same)
    return lines


def _record(left: str, right: str, difference: Difference) -> dict[str, object]:
    return {
        "equal": difference.is_empty,
        "left": {"file": left, "nodes": difference.left},
        "right": {"file": right, "nodes": difference.right},
        "same": difference.same,
        "counts": {kind: len(difference.of(kind)) for kind in KINDS},
        "changes": [_change(item) for item in difference.changes],
    }


def _change(item: Change) -> dict[str, object]:
    return {
        "kind": item.kind,
        "graph": item.graph,
        "name": item.name,
        "new_name": item.new_name or item.name,
        "op": item.op,
        "deltas": [{"what": delta.what, "left": delta.left, "right": delta.right} for delta in item.deltas],
    }


def _findings(left: str, right: str, difference: Difference) -> Sequence[Finding]:
    """Each difference as a finding, for the forms that programs read."""
    found: list[Finding] = []
    for item in difference.changes:
        subject = f"{right if item.kind == 'added' else left}: {item.label}" + (f" ({item.op})" if item.op else "")
        message = f"{item.kind}: {'; '.join(map(str, item.deltas))}" if item.deltas else item.kind
        found.append(finding("graphs-differ", subject, message))
    return found
