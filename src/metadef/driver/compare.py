"""`compare`: do two models compute the same, and if not, where do they part?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metadef.driver.difference import Difference, difference
from metadef.driver.load import open_source
from metadef.driver.random_inputs import Ranges, random_inputs
from metadef.errors import MetadefError, UsageError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.infer.engine import infer
from metadef.kernels.run import check_inputs, execute
from metadef.kernels.storage import meant
from metadef.ops.builtin import CONST, DATA

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["Comparison", "NodeDifference", "compare"]

Model = Graph | str | Path


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """The first node at which two models part."""

    node: str
    op: str
    origins: tuple[str, ...]  # the nodes of the source that it stands for
    difference: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on equal inputs."""

    outputs: tuple[Difference, ...]
    first: NodeDifference | None = None  # None where the outputs agree, or no node with a counterpart differs

    @property
    def ok(self) -> bool:
        """Whether every output agrees within its tolerance."""
        return all(item.ok for item in self.outputs)

    def record(self) -> dict[str, object]:
        """Plain data, for JSON."""
        first = self.first
        return {
            "ok": self.ok,
            "outputs": [_record(item) for item in self.outputs],
            "first_differing_node": None
            if first is None
            else {
                "node": first.node,
                "op": first.op,
                "origins": list(first.origins),
                "difference": _record(first.difference),
            },
        }


def _record(item: Difference) -> dict[str, object]:
    numbers = {"max_abs": item.max_abs, "max_rel": item.max_rel, "max_ulp": item.max_ulp}
    # WHY: JSON has no infinity
    plain: dict[str, object] = {key: number if number < float("inf") else None for key, number in numbers.items()}
    return {"name": item.name, "ok": item.ok, **plain, "tolerance": item.tolerance, "at": item.at, "note": item.note}


def compare(
    expected: Model,
    found: Model | None = None,
    *,
    against: str = "",
    inputs: Mapping[str, Any] | None = None,
    seed: int = 0,
    sizes: Mapping[str, int] | None = None,
    ranges: Ranges | None = None,
    tolerance: float | None = None,
) -> Comparison:
    """Run two models, or one model here and in another runtime, on the same inputs.

    Args:
        expected: the model that is taken for right.
        found: the other one; its inputs and outputs go by name, or by position where the names differ.
        against: "onnxruntime" instead of `found`: then `expected` is an ONNX file, and onnxruntime is right.
        inputs: arrays by name; what is missing is drawn, see `random_inputs`.
        tolerance: relative error that is accepted; None means by type of element.

    Raises:
        UsageError: for arguments that make no sense, and where the other runtime is missing or refuses the model.
        MetadefError: if a model cannot be read or run.
    """
    if (found is None) == (not against):
        message = "takes a second model or a runtime to compare with, and not both"
        raise UsageError.of("bad-usage", "compare", message, hint='against="onnxruntime"')
    if against not in ("", "onnxruntime"):
        raise UsageError.of("bad-usage", f"against {against[:60]}", "is no known runtime", hint="onnxruntime")
    left = _graph(expected)
    fed = {**random_inputs(left, seed, sizes, ranges), **_checked(left, inputs)}
    if found is not None:
        right = _graph(found)
        renamed = _renamed(left, right, fed)
        pairs = _paired(_outputs(left, _run(left, fed)), _outputs(right, _run(right, renamed)))
        outputs = tuple(difference(name, *pair, tolerance) for name, pair in pairs)
        if all(item.ok for item in outputs):
            return Comparison(outputs)
        ours, others = _run(left, fed, keep=True), _run(right, renamed, keep=True)
        known = {value.name: _meant(value, array) for value, array in ours.items()}
        return Comparison(outputs, _first(right, others, known, tolerance))
    from metadef.driver.onnxruntime_run import run_onnxruntime, values_of_nodes

    if isinstance(expected, Graph):
        raise UsageError.of("bad-usage", "against onnxruntime", "needs the ONNX file, not a graph")
    theirs = run_onnxruntime(Path(expected), fed)
    pairs = _paired(theirs, _outputs(left, _run(left, fed)))
    outputs = tuple(difference(name, *pair, tolerance) for name, pair in pairs)
    if all(item.ok for item in outputs):
        return Comparison(outputs)
    ours = _run(left, fed, keep=True)
    return Comparison(outputs, _first_of_source(left, ours, values_of_nodes(Path(expected), fed), tolerance))


def _graph(model: Model) -> Graph:
    """Raises MetadefError with everything that is wrong with the model."""
    if isinstance(model, Graph):
        return model
    source = open_source(model)
    if any(item.is_error for item in source.findings):
        raise MetadefError(source.findings)
    if source.form == "onnx":
        infer(source.graph)
    return source.graph


def _checked(graph: Graph, inputs: Mapping[str, Any] | None) -> dict[str, Array]:
    import numpy as np

    given = {name: np.asarray(array) for name, array in (inputs or {}).items()}
    check_inputs(graph, given, partial=True)
    return given


def _renamed(left: Graph, right: Graph, fed: Mapping[str, Array]) -> dict[str, Array]:
    names = [value.name for value in right.inputs]
    if set(names) == set(fed):
        return dict(fed)
    if len(names) != len(fed):
        message, expected = "the models take different numbers of inputs", f"{len(fed)}: {', '.join(fed)}"
        raise UsageError.of("bad-usage", "compare", message, expected=expected[:200], got=f"{len(names)}")
    return {name: fed[value.name] for name, value in zip(names, left.inputs, strict=True)}


def _run(graph: Graph, fed: Mapping[str, Array], keep: bool = False) -> dict[Value, Array]:
    """WHY not all values at first: a model's intermediate values need not all fit into memory."""
    check_inputs(graph, fed)
    return execute(graph, {value: fed[value.name] for value in graph.inputs}, keep=keep)


def _meant(value: Value, array: Array) -> Array:
    return meant(array, value.desc)


def _outputs(graph: Graph, arrays: Mapping[Value, Array]) -> dict[str, Array]:
    return {name: _meant(value, arrays[value]) for name, value in graph.outputs}


def _paired(left: Mapping[str, Array], right: Mapping[str, Array]) -> list[tuple[str, tuple[Array, Array]]]:
    if set(left) == set(right):
        return [(name, (left[name], right[name])) for name in left]
    if len(left) != len(right):
        message = "the models have different numbers of outputs"
        raise UsageError.of("bad-usage", "compare", message, expected=str(len(left)), got=str(len(right)))
    return [(name, (left[name], array)) for name, array in zip(left, right.values(), strict=True)]


def _first(
    graph: Graph, arrays: Mapping[Value, Array], known: Mapping[str, Array], tolerance: float | None
) -> NodeDifference | None:
    """The first node whose value has a counterpart of the same name, type and shape, and differs from it."""
    for node in topological(graph):
        for value in node.outputs if node.proto is not CONST and node.proto is not DATA else ():
            other = known.get(value.name)
            found = _unequal(node, value, arrays, other, tolerance)
            if found is not None:
                return found
    return None


def _first_of_source(
    graph: Graph, arrays: Mapping[Value, Array], theirs: Mapping[str, Sequence[Array]], tolerance: float | None
) -> NodeDifference | None:
    """The first of the last nodes that were made of each node of the source, whose values differ from that one's."""
    last: dict[str, Node] = {}
    order = topological(graph)
    for node in order:
        if node.origin is not None and node.origin.name in theirs and node.proto is not CONST:
            last[node.origin.name] = node
    ends = set(last.values())
    for node in order:
        if node in ends and node.origin is not None:
            for value, other in zip(node.outputs, theirs[node.origin.name], strict=False):
                found = _unequal(node, value, arrays, other, tolerance)
                if found is not None:
                    return found
    return None


def _unequal(
    node: Node, value: Value, arrays: Mapping[Value, Array], other: Array | None, tolerance: float | None
) -> NodeDifference | None:
    mine = arrays.get(value)
    if mine is None or other is None:
        return None
    mine = _meant(value, mine)
    if mine.dtype != other.dtype or mine.shape != other.shape:
        return None  # WHY: a pass may give the name of a node to another value, such as one without its transpose
    found = difference(value.name, other, mine, tolerance)
    origins = node.origin.source_names if node.origin is not None else ()
    return None if found.ok else NodeDifference(node.name, node.op, origins, found)
