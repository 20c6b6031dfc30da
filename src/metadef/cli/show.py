"""`metadef show FILE`: a graph of any format, for people or as JSON."""

from __future__ import annotations

import json

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.origin import origin_lines
from metadef.cli.output import say, say_data
from metadef.driver.compiled import is_compute
from metadef.driver.load import open_source
from metadef.driver.summary import Summary, open_mdef, summary_of_file, summary_of_graph
from metadef.errors import UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.printer import desc_text, graph_text, node_text
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.types.tensor import TensorDesc

__all__ = ["command"]

_ELIDE = 16  # elements of a constant that are shown


@click.command("show")
@click.argument("file")
@click.option("--node", help="Only this node, with its origin and readers.")
@click.option("--grep", help="Only nodes whose line contains this text.")
@click.option("--stats", is_flag=True, help="Counts of operators, constants, values and subgraphs.")
@click.option("--origin", metavar="NODE", help="Where a node came from, or what became of a node of the source.")
@click.option("--full", is_flag=True, help="With all bytes of constants: the text can be read back.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    file: str, node: str | None, grep: str | None, stats: bool, origin: str | None, full: bool, form: str
) -> int:
    """Print FILE (an ONNX model, GE-IR, .om, .mdef, JSON or text form; - is standard input)."""
    asked = {"--node": node, "--origin": origin, "--grep": grep, "--stats": stats or None, "--full": full or None}
    chosen = [option for option, given in asked.items() if given is not None]
    if len(chosen) > 1:
        raise UsageError.of("bad-usage", " and ".join(chosen), "are different questions", hint="one of them")
    if form == "json" and chosen and chosen != ["--stats"]:
        hint = f"convert {file} - --to json writes the whole graph" if file != "-" else ""
        raise UsageError.of("bad-usage", chosen[0], "is answered in text alone; JSON has the counts", hint=hint)
    if stats or form == "json":
        return _summarised(file, form)
    source = open_source(file)
    if source.form == "onnx":
        infer(source.graph)
    if source.findings:
        show_findings(source.findings, "full", to_stderr=True)
    graph = source.graph
    if node is not None:
        say(*_node(_find(graph, node)))
    elif origin is not None:
        say(*origin_lines(graph, origin))
    elif grep is not None:
        for each in all_graphs(graph):
            for item in each.nodes:
                line = (
                    node_text(item) if is_compute(item) else f"{item.op} %{item.name} : {desc_text(item.output.desc)}"
                )
                if grep in line:
                    say_data(line)
    else:
        say_data(graph_text(graph, elide_above=None if full else _ELIDE))
    return exit_code(source.findings)


def _find(graph: Graph, name: str) -> Node:
    """The node called `name`, in the graph or the first of its subgraphs that has one.

    Raises:
        UsageError: with the nearest names, if there is none.
    """
    names = [node.name for each in all_graphs(graph) for node in each.nodes]
    if name not in names:
        raise UsageError.of("bad-usage", f"--node {name}", "there is no such node", hint=did_you_mean(name, names))
    return next(node for each in all_graphs(graph) for node in each.nodes if node.name == name)


def _summarised(file: str, form: str) -> int:
    """Counts: of an .mdef file without building its graph."""
    stored = open_mdef(file) if file != "-" else None
    if stored is not None:
        summary, kind, findings = summary_of_file(stored), "mdef", tuple(stored.findings)
    else:
        source = open_source(file)
        if source.form == "onnx":
            infer(source.graph)
        summary, kind, findings = summary_of_graph(source.graph), source.form, source.findings
    if findings:
        show_findings(findings, "full", to_stderr=True)
    if form == "json":
        say_data(json.dumps(_record(summary, kind), indent=1, ensure_ascii=False))
    else:
        say(*_stats(summary))
    return exit_code(findings)


def _stats(found: Summary) -> list[str]:
    values = found.values
    return [
        *(f"{count:>6}  {op}" for op, count in sorted(found.ops.items(), key=lambda item: (-item[1], item[0]))),
        "",
        f"nodes      {found.ops.total()}, of {len(found.ops)} operators",
        f"constants  {found.constants}, {found.constant_bytes} bytes of {found.distinct_constants} different ones",
        f"values     {values.total}: {values.known} known, {values.symbolic} symbolic, {values.unknown} unknown",
        f"interface  {len(found.inputs)} inputs, {len(found.outputs)} outputs",
        f"subgraphs  {found.subgraphs}",
    ]


def _record(found: Summary, kind: str) -> dict[str, object]:
    values = found.values
    return {
        "kind": kind,
        "name": found.name,
        "nodes": found.ops.total(),
        "ops": dict(sorted(found.ops.items())),
        "inputs": [_end(name, desc) for name, desc in found.inputs],
        "outputs": [_end(name, desc) for name, desc in found.outputs],
        "values": {
            "total": values.total,
            "known": values.known,
            "symbolic": values.symbolic,
            "unknown": values.unknown,
        },
    }


def _end(name: str, desc: TensorDesc) -> dict[str, object]:
    return {"name": name, "dtype": desc.dtype.name, "shape": desc.origin_shape.to_json()}


def _node(node: Node) -> list[str]:
    graph = node.graph
    lines = node_text(node).split("\n")
    for port, value in zip(_port_names(node), node.inputs, strict=False):
        lines.append(
            f"  in   {port:<12} {value if value is not None else '-'}"
            + (f" : {desc_text(value.desc)}" if value else "")
        )
    for value in node.outputs:
        readers = ", ".join(user.name for user in value.users) or (
            "a graph output" if graph.is_output(value) else "nobody"
        )
        lines.append(f"  out  {value} : {desc_text(value.desc)}  read by {readers}")
    origin = node.origin
    if origin is not None:
        made = f", made by {origin.made_by}" if origin.made_by else ""
        lines.append(f"  from {origin.file} {origin.op} {', '.join(origin.source_names)}{made}")
    lines.append(f"  as   {node.op} of {node.proto.span}")
    return lines


def _port_names(node: Node) -> list[str]:
    counts = node.counts or tuple(1 for _ in node.proto.inputs)
    names: list[str] = []
    for port, count in zip(node.proto.inputs, counts, strict=True):
        names += [port.name] if port.kind.value != "dynamic" else [f"{port.name}[{index}]" for index in range(count)]
    return names
