"""`check`: everything that is wrong with a model, before anything is converted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from metadef.checks.support.judge import judge
from metadef.driver.arguments import as_path
from metadef.driver.driver_version import Driver, open_driver
from metadef.driver.load import Source, open_source
from metadef.driver.target import open_target
from metadef.errors import Finding, MetadefError, UsageError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.graph.walk import all_graphs
from metadef.infer.claims import contradiction
from metadef.infer.engine import Inference, infer
from metadef.ops.builtin import DATA
from metadef.ops.check import check_prototype
from metadef.ops.registry import Registry
from metadef.targets import Target, name_trap

__all__ = ["check", "check_graph", "check_source"]


def check(
    path: str | Path,
    target: str | Target | None = None,
    *,
    registry: Registry | None = None,
    driver_version: str | None = None,
    driver_facts: Iterable[str] = (),
    fixed: Mapping[str, object] | None = None,
) -> list[Finding]:
    """All findings on a model file; empty when it is clean.

    Args:
        path: of the model.
        target: what it is for: a chip, a capability file or `CHIP@FILE`; None judges no target.
        registry: of operators, None for the catalogue.
        driver_version: of the driver that runs, such as "24.1.RC1"; needs a target. None judges no driver.
        driver_facts: files and folders that say what came with which driver, see `metadef.driver.driver_version`.
        fixed: values that inputs of an ONNX model always have, such as {"sr": 16000}.

    Raises:
        UsageError: for an unknown target, for a version that is none, for what is no path, and for wrong `fixed`.
        FileError: for a capability file that cannot be read.
    """
    chosen = None if target is None else open_target(target)
    driver = None
    if driver_version is not None:
        if chosen is None:
            what = "says nothing without a target"
            raise UsageError.of("bad-usage", f"driver version {driver_version[:80]}", what, hint="target=...")
        driver, chosen = open_driver(driver_version, chosen, driver_facts)
    as_path(path, "check")
    try:
        return check_source(open_source(path, registry, fixed), chosen, driver)
    except UsageError:
        raise
    except MetadefError as error:
        return list(error.findings)


def check_source(source: Source, target: Target | None = None, driver: Driver | None = None) -> list[Finding]:
    """All findings on a model that was read: its reader's, structure, inference, calls, the file's claims, support."""
    found = [*source.findings, *check_graph(source.graph), *_claims(source)]
    if target is not None:
        trap = name_trap(target.chip.soc)
        found += [*([trap] if trap else []), *judge(source.graph, target, None if driver is None else driver.version)]
        if driver is not None:
            found += driver.judge(source.graph, target)
    return list(dict.fromkeys(found))


def check_graph(graph: Graph, state: Inference | None = None) -> list[Finding]:
    """Structure, inference and the legality of every call."""
    broken = verify(graph)
    if broken:
        return broken
    state = infer(graph, state=state)
    problems = [*state.findings, *verify(graph)]  # WHY: types are known only now
    if not graph.outputs:
        what, hint = "has no outputs, so that nothing in it is needed", "the results as outputs of the graph"
        problems.append(finding("no-outputs", f'graph "{graph.name}"', what, hint=hint))
    for each in all_graphs(graph):
        for node in each.nodes:
            problems += _calls(node)
    return list(dict.fromkeys(problems))


def _calls(node: Node) -> list[Finding]:
    if node.proto is DATA or not node.proto.laws:
        return []
    descs = [value.desc if value is not None else None for value in node.inputs]
    counts = node.counts or tuple(1 for _ in node.proto.inputs)
    subject = f'node "{node.name}" ({node.op})'
    return check_prototype(node.proto, descs, node.attrs, counts=counts, subject=subject)


def _claims(source: Source) -> list[Finding]:
    """Where the file declares another shape than the one that follows from its operators."""
    pairs = ((value, claimed.origin_shape) for value, claimed in source.declared.items())
    found = (contradiction(value, value.desc.origin_shape, claimed) for value, claimed in pairs)
    return [problem for problem in found if problem is not None]
