"""`--mode=3`: everything that is wrong with a model, before anything is converted.

metadef atc --mode=3 --framework=5 --model=net.onnx [--check_report=check_result.json] [--soc_version=Ascend310P3]
"""

from __future__ import annotations

import json
from collections.abc import Container, Sequence

from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.cli.output import require_destination
from metadef.codec.atomic import write_atomically
from metadef.driver.check import check_source
from metadef.driver.load import open_source
from metadef.driver.target import open_target
from metadef.errors import Finding
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.ops.builtin import CONST
from metadef.render.json_text import json_visible

__all__ = ["run"]


def run(flags: Flags) -> Outcome:
    """Write the report, one entry a node with what is wrong with it.

    Raises:
        UsageError: for an unknown chip, and a report that cannot be written there.
        FileError: if the model cannot be read.
    """
    model = flags.required("model")
    name = flags.one("check_report", "check_result.json")
    report = require_destination("--check_report", name, model)
    if flags.one("soc_version"):
        open_target(flags.one("soc_version"))
    source = open_source(model)
    findings = check_source(source)
    names = {node.name for each in all_graphs(source.graph) for node in each.nodes}
    document: dict[str, object] = {
        "model": model,
        "framework": source.form,
        "result": "failed" if any(item.is_error for item in findings) else "success",
        "reason": [_reason(item) for item in findings if not _about(item, names)],
        "op": _entries(source.graph, findings, names),
    }
    text = json_visible(json.dumps(document, indent=1, ensure_ascii=False))
    write_atomically(report, (text + "\n").encode("utf-8", "backslashreplace"))
    return Outcome((f"written {name}",), tuple(findings))


def _entries(graph: Graph, findings: Sequence[Finding], names: Container[str]) -> list[dict[str, object]]:
    entries: list[dict[str, object]] = []
    by_node: dict[str, list[Finding]] = {}
    for item in findings:
        by_node.setdefault(_about(item, names), []).append(item)
    for each in all_graphs(graph):
        for node in each.nodes:
            if node.proto is CONST:
                continue
            reasons = by_node.get(node.name, [])
            result = "failed" if any(item.is_error for item in reasons) else "success"
            entry: dict[str, object] = {"name": node.name, "type": node.op, "result": result}
            if reasons:
                entry["reason"] = [_reason(item) for item in reasons]
            entries.append(entry)
    return entries


def _about(item: Finding, names: Container[str]) -> str:
    """The name of the node that a finding is about, "" for none."""
    _, found, rest = item.subject.partition('node "')
    name, quote, _ = rest.partition('" (')
    return name if found and quote and name in names else ""


def _reason(item: Finding) -> dict[str, str]:
    return {"code": item.code, "name": item.name, "severity": item.severity.value, "message": item.message}
