"""`metadef show FILE`: a graph of any format, for people or as JSON."""

from __future__ import annotations

import json
from collections import Counter

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.driver.compiled import count_values, is_compute
from metadef.driver.load import open_source
from metadef.graph.graph import Graph
from metadef.graph.printer import desc_text, graph_text, node_text
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer

__all__ = ["command"]

_ELIDE = 16  # elements of a constant that are shown


@click.command("show")
@click.argument("file")
@click.option("--node", help="Only this node, with its origin and readers.")
@click.option("--grep", help="Only nodes whose line contains this text.")
@click.option("--stats", is_flag=True, help="Operator counts instead of the graph.")
@click.option("--full", is_flag=True, help="With all bytes of constants: the text can be read back.")
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(file: str, node: str | None, grep: str | None, stats: bool, full: bool, form: str) -> int:
    """Print FILE: an ONNX model, .mdef, JSON or text form."""
    source = open_source(file)
    if source.form == "onnx":
        infer(source.graph)
    if source.findings:
        show_findings(source.findings, "full", to_stderr=True)
    graph = source.graph
    if form == "json":
        click.echo(json.dumps(_record(graph, source.form), indent=1, ensure_ascii=False))
    elif node is not None:
        click.echo(_node(graph, node))
    elif grep is not None:
        for each in all_graphs(graph):
            for item in each.nodes:
                line = (
                    node_text(item) if is_compute(item) else f"{item.op} %{item.name} : {desc_text(item.output.desc)}"
                )
                if grep in line:
                    click.echo(line)
    elif stats:
        for op, count in _ops(graph).most_common():
            click.echo(f"{count:>6}  {op}")
    else:
        click.echo(graph_text(graph, elide_above=None if full else _ELIDE))
    return exit_code(source.findings)


def _ops(graph: Graph) -> Counter[str]:
    return Counter(node.op for each in all_graphs(graph) for node in each.nodes if is_compute(node))


def _record(graph: Graph, kind: str) -> dict[str, object]:
    values = count_values(graph)
    return {
        "kind": kind,
        "name": graph.name,
        "nodes": sum(_ops(graph).values()),
        "ops": dict(sorted(_ops(graph).items())),
        "inputs": [
            {"name": v.name, "dtype": v.desc.dtype.name, "shape": v.desc.origin_shape.to_json()} for v in graph.inputs
        ],
        "outputs": [
            {"name": name, "dtype": v.desc.dtype.name, "shape": v.desc.origin_shape.to_json()}
            for name, v in graph.outputs
        ],
        "values": {
            "total": values.total,
            "known": values.known,
            "symbolic": values.symbolic,
            "unknown": values.unknown,
        },
    }


def _node(graph: Graph, name: str) -> str:
    node = graph.node(name)
    lines = [node_text(node)]
    for port, value in zip(_port_names(graph, name), node.inputs, strict=False):
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
    return "\n".join(lines)


def _port_names(graph: Graph, name: str) -> list[str]:
    node = graph.node(name)
    counts = node.counts or tuple(1 for _ in node.proto.inputs)
    names: list[str] = []
    for port, count in zip(node.proto.inputs, counts, strict=True):
        names += [port.name] if port.kind.value != "dynamic" else [f"{port.name}[{index}]" for index in range(count)]
    return names
