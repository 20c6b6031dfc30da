"""`compile`: import, check, infer, optimise, choose layouts, plan memory, save; every decision kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from metadef.definitions.collection import collection_paused
from metadef.driver.arguments import DEFAULT_TARGET, as_passes, as_sizes
from metadef.driver.check import check_source
from metadef.driver.compiled import Compiled, is_compute
from metadef.driver.load import Source, open_source
from metadef.driver.pass_settings import PassSettings
from metadef.driver.symbols import set_symbols
from metadef.driver.target import open_target
from metadef.errors import MetadefError, UsageError
from metadef.graph.clone import clone
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.infer.engine import infer
from metadef.layout.graph_layout import lay_out
from metadef.layout.settings import LayoutSettings
from metadef.memory.graph_plan import plan_graph
from metadef.passes.base import Context, Pass
from metadef.passes.table import default_passes
from metadef.targets import Target

__all__ = ["DEFAULT_TARGET", "compile"]

log = logging.getLogger("metadef.compile")


def compile(
    model: str | Path | Graph,
    target: str | Target | None = None,
    *,
    passes: Sequence[Pass] | str | None = None,
    sizes: Mapping[str, int] | None = None,
    fixed: Mapping[str, object] | None = None,
    keep_going: bool = False,
    verify_passes: bool = False,
    pass_settings: PassSettings | None = None,
    layout: LayoutSettings | None = None,
) -> Compiled:
    """Compile a model file or a graph (which is left untouched) for a target chip.

    Args:
        target: a chip, a capability file or `CHIP@FILE`; None means `DEFAULT_TARGET`.
        passes: what to run instead of the default passes: passes, or a pipeline such as "fold,dce,fuse{max=8}".
        sizes: of input symbols, such as {"batch": 8}; the graph is specialised to them.
        fixed: values that inputs of an ONNX model always have, such as {"sr": 16000}: they are constants then.
        keep_going: go on after errors, with the operators concerned left opaque.
        verify_passes: verify the graph after each pass.
        pass_settings: limits, observers and comparisons while the passes run.
        layout: precision mode and what else layout is asked for.

    Raises:
        FileError: if the model cannot be read.
        UsageError: for an unknown target, symbol or fixed input, and for arguments of a wrong type.

    The result has all findings; `ok` says whether any is an error. Without `keep_going` an error ends the
    compilation before the graph is optimised.
    """
    chosen = open_target(target)
    wanted, pipeline = as_sizes(sizes), as_passes(passes)
    settings = pass_settings or PassSettings()
    if verify_passes:
        settings = replace(settings, verify=True)
    with collection_paused():
        return _compile(model, chosen, pipeline, wanted, fixed, keep_going, settings, layout)


def _compile(
    model: str | Path | Graph,
    chosen: Target,
    pipeline: Sequence[Pass] | None,
    wanted: Mapping[str, int],
    fixed: Mapping[str, object] | None,
    keep_going: bool,
    settings: PassSettings,
    layout: LayoutSettings | None,
) -> Compiled:
    seconds: dict[str, float] = {}
    start = time.perf_counter()
    with _timed(seconds, "import"):
        source = _source(model, fixed)
    graph = source.graph
    name = graph.name if isinstance(model, Graph) else str(model)
    result = Compiled(name, chosen.chip.soc, graph, seconds=seconds)
    result.imported = _count(graph)
    with _timed(seconds, "infer"):
        if wanted:
            _specialise(graph, wanted)
        result.findings += check_source(source, chosen)
    if result.ok or keep_going:
        _transform(result, chosen, pipeline, settings, layout)
    seconds["total"] = time.perf_counter() - start
    log.info("%s: %d nodes imported, %d left, %.2f s", name, result.imported, _count(graph), seconds["total"])
    if log.isEnabledFor(logging.DEBUG):
        _narrate(result)
    return result


def _source(model: str | Path | Graph, fixed: Mapping[str, object] | None) -> Source:
    if not isinstance(model, Graph):
        return open_source(model, fixed=fixed)
    if fixed:
        message = "values of inputs can be fixed while an ONNX file is read only"
        raise UsageError.of("bad-usage", "fixed", message, got="a graph", hint="the file, or read_onnx(..., fixed=...)")
    return Source(clone(model), "graph")


def _narrate(result: Compiled) -> None:
    """Every decision, one a line; told afterwards, so that it costs nothing when nobody listens."""
    for each in all_graphs(result.graph):
        for node in each.nodes:
            made = f"made by {node.origin.made_by} " if node.origin and node.origin.made_by else ""
            source = ", ".join(node.origin.source_names) if node.origin else "the caller"
            log.debug("node %s: %s of %s, %sfrom %s", node.name, node.op, node.proto.span, made, source)
    if result.layout is not None:
        for item in result.layout.conversions:
            when = "at compile time" if item.on_constant else f"{item.cost_us:.2f} us"
            log.debug("layout: %s from %s to %s, %s", item.value, item.source, item.target, when)
    if result.memory is not None:
        for buffer in result.memory.buffers:
            log.debug("memory: %s has %d bytes at %d", buffer.name, buffer.size_bytes, buffer.offset)


def _transform(
    result: Compiled,
    target: Target,
    passes: Sequence[Pass] | None,
    settings: PassSettings,
    layout: LayoutSettings | None,
) -> None:
    graph, seconds = result.graph, result.seconds
    context = Context(target=result.target)
    with _timed(seconds, "optimize"):
        context.inference = infer(graph)
        chosen = default_passes() if passes is None else passes
        result.passes = settings.run(graph, chosen, context)
        result.findings += context.findings
    if settings.stop_on_failure and not all(item.ok for item in result.passes):
        return
    try:
        with _timed(seconds, "layout"):
            result.layout = lay_out(graph, target, layout)
            result.findings += result.layout.findings
        with _timed(seconds, "memory"):
            result.memory = plan_graph(graph)
            result.findings += result.memory.findings
    except MetadefError as error:
        result.findings += error.findings


@contextmanager
def _timed(seconds: dict[str, float], step: str) -> Generator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[step] = seconds.get(step, 0.0) + time.perf_counter() - start


def _count(graph: Graph) -> int:
    return sum(is_compute(node) for each in all_graphs(graph) for node in each.nodes)


def _specialise(graph: Graph, sizes: Mapping[str, int]) -> None:
    problem = set_symbols(graph, sizes, "size of ")
    if problem is not None:
        raise MetadefError(problem)
    for value in graph.inputs:
        desc = value.desc
        graph.set_desc(value, desc.inferred(desc.origin_shape.substitute(dict(sizes)), desc.dtype))
