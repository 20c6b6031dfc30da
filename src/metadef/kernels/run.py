"""Executing operators and whole graphs on the reference kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from metadef.errors import MetadefError, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.kernels.call import Array, KernelCall
from metadef.kernels.storage import RESULTS, Takes, as_taken, meant, move, stored
from metadef.kernels.table import find_kernel
from metadef.ops.builtin import CONST, DATA
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["check_inputs", "execute", "run_call", "run_graph", "run_node"]

_MAX_DEPTH = 64  # nested subgraph calls


def run_call(call: KernelCall) -> list[Array]:
    """Run one operator.

    Raises:
        MetadefError: if there is no kernel, or the kernel cannot take these arrays.
    """
    name = call.proto.name
    kernel = find_kernel(name)
    if kernel is None:
        raise MetadefError.of("kernel-missing", f"operator {name}", "there is no reference kernel")
    try:
        with np.errstate(all="ignore"):  # WHY: inf and nan are results like any other
            results = kernel(call)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        shapes = ", ".join("-" if array is None else f"{array.dtype}{list(array.shape)}" for array in call.inputs)
        raise MetadefError.of(
            "kernel-failed", f"operator {name}", f"the kernel cannot take this call: {error}", got=shapes
        ) from error
    arrays = [results] if isinstance(results, np.ndarray | np.generic) else list(results)
    return [_typed(np.asarray(array), call, index) for index, array in enumerate(arrays)]


def _typed(array: Array, call: KernelCall, index: int) -> Array:
    """WHY: kernels may compute in wider types; the declared type of the output decides, as on the device."""
    wanted = call.output_dtype(index)
    return array.astype(wanted) if wanted is not None and array.dtype != wanted else array


def run_node(node: Node, arrays: Sequence[Array | None], depth: int = 0, takes: Takes | None = None) -> list[Array]:
    """Run one node on the arrays of its inputs, as they are stored; `takes` says in which storage it reads them.

    Raises:
        MetadefError: naming the node, where its kernel is missing or fails.
    """

    def run_subgraph(slot: str, arguments: Sequence[Array]) -> list[Array]:
        if depth >= _MAX_DEPTH:
            raise MetadefError.of("kernel-failed", f'node "{node.name}"', f"subgraphs nest deeper than {_MAX_DEPTH}")
        inner = node.subgraphs[slot]
        fed = dict(zip(inner.inputs, arguments, strict=False))
        found = execute(inner, fed, depth + 1, takes=takes)
        return [found[value] for _, value in inner.outputs]

    plain: list[Array | None] = []
    storages = takes.get(node.name) if takes is not None else None
    for index, (array, value) in enumerate(zip(arrays, node.inputs, strict=True)):
        if array is None or value is None:
            plain.append(array)
            continue
        desc = value.desc
        if storages is not None:
            array, desc = as_taken(array, desc, storages[index])
        if node.proto.name in ("TransData", "ReFormat"):
            return [move(node, array, desc)]
        plain.append(meant(array, desc))
    call = KernelCall(
        node.proto,
        plain,
        node.attrs,
        counts=node.counts,
        output_counts=node.output_counts,
        descs=[value.desc if value is not None else None for value in node.inputs],
        outputs=[value.desc for value in node.outputs],
        run_graph=run_subgraph,
        subgraph_count=len(node.subgraphs),
    )
    try:
        results = run_call(call)
        return [stored(array, value.desc) for array, value in zip(results, node.outputs, strict=False)]
    except MetadefError as error:
        raise MetadefError.of(
            error.findings[0].name,
            f'node "{node.name}" ({node.op})',
            error.findings[0].message,
            expected=error.findings[0].expected,
            got=error.findings[0].got,
        ) from error


def execute(
    graph: Graph, fed: Mapping[Value, Array], depth: int = 0, keep: bool = False, takes: Takes | None = None
) -> dict[Value, Array]:
    """Run a graph; gives the arrays of its outputs, or of all values with `keep`.

    Raises:
        MetadefError: if an input is not fed or a node cannot run.
    """
    arrays: dict[Value, Array] = dict(fed)
    last_use = {} if keep else _last_uses(graph)
    for node in topological(graph):
        if node.proto is DATA:
            if node.output not in arrays:
                raise MetadefError.of("missing-input", f'graph input "{node.name}"', "is not fed")
            continue
        if node.proto is CONST:
            tensor = node.attrs["value"]
            assert isinstance(tensor, TensorValue)
            arrays[node.output] = tensor.array()
            continue
        results = run_node(node, [arrays[value] if value is not None else None for value in node.inputs], depth, takes)
        arrays.update(zip(node.outputs, results, strict=False))
        for value in last_use.get(node, ()):
            arrays.pop(value, None)  # WHY: a model's intermediate values need not all fit at once
    return arrays


def _last_uses(graph: Graph) -> dict[Node, list[Value]]:
    kept = {value for _, value in graph.outputs}
    last: dict[Value, Node] = {}
    for node in topological(graph):
        for value in node.inputs:
            if value is not None and value not in kept:
                last[value] = node
    result: dict[Node, list[Value]] = {}
    for value, node in last.items():
        result.setdefault(node, []).append(value)
    return result


def _fits(sizes: tuple[int, ...], dims: Sequence[object]) -> bool:
    """Whether a shape is one of those that known, symbolic and unknown dimensions allow."""
    return len(sizes) == len(dims) and all(
        size == dim for size, dim in zip(sizes, dims, strict=True) if isinstance(dim, int)
    )


def run_graph(graph: Graph, inputs: Mapping[str, Any] | Sequence[Any], takes: Takes | None = None) -> dict[str, Array]:
    """Run a graph on named (or positional) inputs; gives its outputs by name. Both are tensors as they are meant.

    `takes` (a layout's `LayoutResult.takes`) makes every node read its inputs in the storage that was chosen for it.

    Raises:
        MetadefError: for unknown, missing, ill-typed or ill-shaped inputs, all at once, and where a node cannot run.
    """
    named = inputs if isinstance(inputs, Mapping) else {v.name: a for v, a in zip(graph.inputs, inputs, strict=False)}
    arrays = {name: np.asarray(array) for name, array in named.items()}
    check_inputs(graph, arrays)
    found = execute(graph, {value: stored(arrays[value.name], value.desc) for value in graph.inputs}, takes=takes)
    wanted = takes.get(RESULTS) if takes is not None else None
    results: dict[str, Array] = {}
    for index, (name, value) in enumerate(graph.outputs):
        array, desc = found[value], value.desc
        if wanted is not None:
            array, desc = as_taken(array, desc, wanted[index])
        results[name] = meant(array, desc)
    return results


def check_inputs(graph: Graph, arrays: Mapping[str, Array], *, partial: bool = False) -> None:
    """Refuse inputs by name that the graph cannot take; with `partial`, some may be missing.

    Raises:
        MetadefError: for unknown, missing, ill-typed or ill-shaped inputs, all at once.
    """
    by_name = {value.name: value for value in graph.inputs}
    problems = [
        finding("missing-input", f'graph input "{name}"', "is not fed", hint=did_you_mean(name, arrays))
        for name in by_name
        if name not in arrays and not partial
    ]
    problems += [
        finding("dangling-input", f'input "{name}"', "the graph has no such input", hint=did_you_mean(name, by_name))
        for name in arrays
        if name not in by_name
    ]
    for name, value in by_name.items():
        array = arrays.get(name)
        if array is None:
            continue
        subject, wanted, shape = f'graph input "{name}"', value.desc.dtype, value.desc.origin_shape
        if wanted is not DataType.UNDEFINED and array.dtype != wanted.numpy:
            got = str(array.dtype)
            problems.append(finding("dtype-not-allowed", subject, "has another type", expected=wanted.name, got=got))
        if shape.rank is not None and not _fits(array.shape, shape.dims):
            expected, got = str(shape), str(list(array.shape))
            problems.append(finding("shape-mismatch", subject, "has another shape", expected=expected, got=got))
    if problems:
        raise MetadefError(problems)
