"""`metadef infer MODEL`: what follows about every value of a model, and where a shape came from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import click

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.fixed import parse_fixed
from metadef.cli.gears import chosen_gears
from metadef.cli.options import fix_option, gear_options, size_option
from metadef.cli.output import say, say_data
from metadef.cli.sizes import parse_sizes
from metadef.driver.load import Source, open_source
from metadef.driver.symbols import set_symbols
from metadef.errors import Finding, UsageError, did_you_mean
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs
from metadef.infer.engine import Inference, infer
from metadef.infer.input_shapes import (
    Gear,
    InputShapes,
    apply_input_shapes,
    check_gears,
    parse_input_shapes,
    with_gear,
)
from metadef.infer.possible_sizes import impossible_parts
from metadef.infer.why import Step, explain_shape
from metadef.ops.builtin import CONST
from metadef.render.record import finding_record
from metadef.types.guards import Guard
from metadef.types.known_value import Element, KnownValue

__all__ = ["command"]

_SHOWN = 8  # elements of a small tensor that are printed


@click.command("infer")
@click.argument("model")
@click.option("--why", metavar="VALUE", help="Explain step by step where the shape of this value came from.")
@click.option("--steps", type=click.IntRange(min=1), default=20, show_default=True, help="Steps that --why prints.")
@size_option
@fix_option
@gear_options
@click.option("--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True)
def command(
    model: str,
    why: str | None,
    steps: int,
    settings: tuple[str, ...],
    fixes: tuple[str, ...],
    input_shape: str | None,
    batch: str | None,
    image: str | None,
    dims: str | None,
    form: str,
) -> int:
    """Infer types, shapes and elements of all values of MODEL (- is standard input)."""
    sizes = parse_sizes(settings)
    shapes = parse_input_shapes(input_shape) if input_shape is not None else {}
    option, gears = chosen_gears(batch, image, dims)
    source = open_source(model, fixed=parse_fixed(fixes))
    graph = source.graph
    findings = list(source.findings)
    if sizes:
        problem = set_symbols(graph, sizes, "--set ")
        apply_input_shapes(graph, {}, "--set")
        findings += [problem] if problem is not None else []
    if option:
        if why is not None:
            raise UsageError.of("bad-usage", f"--why and {option}", "exclude each other", hint="--input_shape")
        wrong = check_gears(option, gears, shapes)
        if wrong:
            raise UsageError(wrong)
        if not any(item.is_error for item in findings):
            return _each_gear(graph, shapes, option, gears, findings, form)
    if shapes:  # WHY: without any, symbols stay, so that a contradiction can name both that demanded
        findings += _applied(graph, shapes, "--input_shape")
    state = infer(graph)
    findings += [*state.findings, *impossible_parts(graph, shapes, "--input_shape")]
    if form == "json":
        steps_json = [_step_json(step) for step in _explained(source, state, why)] if why is not None else None
        record: dict[str, object] = {"model": model, "values": [_value_json(*row) for row in _rows(graph, state)]}
        if steps_json is not None:
            record["why"] = steps_json
        record["inputs"] = [value.name for value in graph.inputs]
        record["outputs"] = {name: value.name for name, value in graph.outputs}
        record["where"] = list(graph.store.lines())
        record["findings"] = [finding_record(item) for item in findings]
        say_data(json.dumps(record, indent=1, ensure_ascii=False))
    else:
        if findings:
            show_findings(findings, "full", to_stderr=True)
        if why is not None:
            _say_why(_explained(source, state, why), steps, state)
        else:
            _say_table(graph, state)
    return exit_code(findings)


def _each_gear(
    graph: Graph, shapes: InputShapes, option: str, gears: Sequence[Gear], findings: list[Finding], form: str
) -> int:
    """Infer the model once for each gear and print its results."""
    records: list[dict[str, object]] = []
    for gear in gears:
        start = graph.mark()
        own = _applied(graph, with_gear(option, gear, shapes), f"{option} {','.join(map(str, gear))}")
        own += infer(graph).findings
        text = ",".join(map(str, gear))
        outputs = {name: value.desc.origin_shape for name, value in graph.outputs}
        records.append(
            {
                "gear": list(gear),
                "inputs": {value.name: value.desc.origin_shape.to_json() for value in graph.inputs},
                "outputs": {name: shape.to_json() for name, shape in outputs.items()},
                "findings": [finding_record(item) for item in own],
            }
        )
        if form == "full":
            say(*(f"gear {text:<16} {name}: {shape}" for name, shape in outputs.items()))
        findings += [_of_gear(item, text) for item in own]
        graph.rollback(start)
    if form == "json":
        say_data(json.dumps({"option": option, "gears": records}, indent=1, ensure_ascii=False))
    elif findings:
        show_findings(findings, "full", to_stderr=True)
    return exit_code(findings)


def _applied(graph: Graph, shapes: InputShapes, option: str) -> list[Finding]:
    """What the model cannot have of the shapes.

    Raises:
        UsageError: with all that is wrong, if a name is no input's.
    """
    found = apply_input_shapes(graph, shapes, option)
    if any(item.name == "bad-usage" for item in found):
        raise UsageError(found)
    return found


def _of_gear(item: Finding, gear: str) -> Finding:
    return replace(item, subject=f"gear {gear}: {item.subject}")


def _rows(graph: Graph, state: Inference) -> list[tuple[Value, KnownValue | None]]:
    """Every computed value, every input and every output, with what is known of its elements; no other constants."""
    return [row for each in all_graphs(graph) for row in _rows_of(each, state)]


def _rows_of(graph: Graph, state: Inference) -> list[tuple[Value, KnownValue | None]]:
    shown = {value for _, value in graph.outputs}
    values = (value for node in graph.nodes for value in node.outputs if node.proto is not CONST or value in shown)
    return [(value, state.value_of(value)) for value in values]


def _say_table(graph: Graph, state: Inference) -> None:
    rows = [("value", "producer", "dtype", "shape", "elements")]
    titles: dict[int, str] = {}  # row -> what stands above it
    for each in all_graphs(graph):
        if each.parent is not None:
            slot = next(slot for slot, inner in each.parent.subgraphs.items() if inner is each)
            titles[len(rows)] = f'{slot} of node "{each.parent.name}"'
        for value, known in _rows_of(each, state):
            desc = value.desc
            elements = "" if known is None else _elements(known)
            rows.append((value.name, value.producer.op, desc.dtype.name, str(desc.origin_shape), elements))
    widths = [min(max(len(row[column]) for row in rows), 48) for column in range(4)]
    for number, row in enumerate(rows):
        if number in titles:
            say("", titles[number])
        cells = [cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)]
        say(f"{'  '.join(cells)}  {row[4]}".rstrip())
    demands = [_demand(line) for line in graph.store.lines()]
    if demands:
        say("", "where", *(f"  {demand}" for demand in demands))


def _demand(line: str) -> str:
    """A line of the constraints for people, whose names stand as they are."""
    guard = Guard.parse(line)
    return f"{guard.demand} by {guard.by}" if guard.by else line


def _elements(known: KnownValue) -> str:
    shown = ", ".join(_element(item) for item in known.items[:_SHOWN])
    more = f", ... {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"{shown}{more}" if not known.dims else f"[{shown}{more}]"


def _element(item: Element) -> str:
    return "?" if item is None else f"{item:.6g}" if isinstance(item, float) else str(item)


def _explained(source: Source, state: Inference, name: str) -> list[Step]:
    """The steps behind a value that is called so here, or in the file that it was read from.

    Raises:
        UsageError: with the nearest names, if there is no such value.
    """
    graph = source.graph
    for each in all_graphs(graph):
        found = each.find_value(name) or next((value for output, value in each.outputs if output == name), None)
        if found is not None:
            return explain_shape(each, found, state)
    found = source.names.get(name)
    if found is not None and found.producer.is_alive:
        return explain_shape(found.producer.graph, found, state)
    names = [value.name for each in all_graphs(graph) for node in each.nodes for value in node.outputs]
    names += [output for output, _ in graph.outputs] + list(source.names)
    near = did_you_mean(name, names)
    hint = near or "a name of the first column that `metadef infer` prints: values are called after their nodes"
    raise UsageError.of("bad-usage", f"--why {name}", "there is no such value", hint=hint)


def _say_why(steps: Sequence[Step], limit: int, state: Inference) -> None:
    for number, step in enumerate(steps[:limit], 1):
        node = step.node
        outputs = ", ".join(f"{value.name} {value.desc.origin_shape}" for value in node.outputs)
        say(f"{number}. {outputs}  by {node.op}")
        if step.rule:
            say(f"   rule {step.rule}" + (f": {step.law}" if step.law else ""))
        elif node.proto is CONST:
            known = state.value_of(node.output)
            say(f"   a constant{'' if known is None else f' {_elements(known)}'}")
        elif not node.inputs:
            say("   an input of the graph")
        else:
            say("   the operator has no rule; this is what the file says")
        for read in step.reads:
            what = [f"shape {read.value.desc.origin_shape}"] if read.shape else []
            what += [f"elements {_elements(read.elements)}"] if read.elements is not None else []
            say(f"   reads {read.port} = {read.value.name}: {', '.join(what) or 'elements, which are not known'}")
        if step.rule and step.attrs:
            say(f"   with {', '.join(f'{name}={item}' for name, item in step.attrs.items())}")
        for demand in step.demands:
            say(f"   demands {demand}")
    if len(steps) > limit:
        say(f"... {len(steps) - limit} more steps; --steps {len(steps)} prints all")


def _value_json(value: Value, known: KnownValue | None) -> dict[str, object]:
    return {
        "name": value.name,
        "producer": value.producer.op,
        "dtype": value.desc.dtype.name,
        "shape": value.desc.origin_shape.to_json(),
        "elements": None if known is None else _elements_json(known),
    }


def _elements_json(known: KnownValue) -> list[object]:
    """Numbers, true and false, null where unknown; expressions and what JSON has no number for are text."""
    return [
        item if item is None or (isinstance(item, bool | int | float) and isfinite(item)) else str(item)
        for item in known.items
    ]


def _step_json(step: Step) -> dict[str, object]:
    return {
        "node": step.node.name,
        "op": step.node.op,
        "shapes": [value.desc.origin_shape.to_json() for value in step.node.outputs],
        "rule": step.rule,
        "law": step.law,
        "reads": [
            {
                "port": read.port,
                "value": read.value.name,
                "shape": read.value.desc.origin_shape.to_json() if read.shape else None,
                "elements": None if read.elements is None else _elements_json(read.elements),
            }
            for read in step.reads
        ],
        "demands": list(step.demands),
    }
