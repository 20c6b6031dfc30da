"""Tools for numeric witnesses: seeded models and inputs, onnxruntime as the other opinion, and one measure of error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

from metadef.frontend.onnx import read_onnx
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.passes.base import Context
from metadef.passes.manager import run_passes
from metadef.passes.table import default_passes

__all__ = [
    "LIMIT",
    "imported",
    "optimised",
    "random_inputs",
    "relative_error",
    "run_onnxruntime",
    "with_random_weights",
    "worst_error",
]

LIMIT = 1e-3  # relative error that two ways of computing in float32 may differ by

Array = np.ndarray[Any, np.dtype[Any]]


def with_random_weights(model: onnx.ModelProto, seed: int = 0) -> onnx.ModelProto:
    """The model with every float weight drawn anew, in place of weights that are all one number.

    Activations keep their size: filters are scaled by their fan-in, and the scale of a batch normalisation follows its
    variance. Variances are positive and some are small, so that an epsilon matters. A softmax at the end is left out,
    since it can round any difference away.
    """
    made = _without_last_softmax(model)
    graph = made.graph
    shapes = {item.name: numpy_helper.to_array(item) for item in graph.initializer if item.data_type == 7}
    sizes = {item.name: tuple(item.dims) for item in graph.initializer if item.data_type == 1}
    filled = [node for node in graph.node if node.op_type == "ConstantOfShape" and node.input[0] in shapes]
    sizes |= {node.output[0]: tuple(int(size) for size in shapes[node.input[0]]) for node in filled}
    weights = _weights(graph.node, sizes, np.random.default_rng(seed))
    kept = [item for item in graph.initializer if item.name not in weights]
    nodes = [node for node in graph.node if node not in filled]
    del graph.initializer[:], graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in weights.items())
    names = {item.name for item in graph.initializer}
    inputs = [item for item in graph.input if item.name not in names]
    del graph.input[:]
    graph.input.extend(inputs)
    made.ir_version = max(4, made.ir_version)  # from here on initializers need not be inputs
    return made


def _without_last_softmax(model: onnx.ModelProto) -> onnx.ModelProto:
    made = onnx.ModelProto()
    made.CopyFrom(model)
    graph = made.graph
    for node in list(graph.node):
        if node.op_type == "Softmax" and node.output[0] == graph.output[0].name:
            graph.node.remove(node)
            graph.output[0].name = node.input[0]
    return made


def _weights(
    nodes: Sequence[onnx.NodeProto], sizes: Mapping[str, tuple[int, ...]], rng: np.random.Generator
) -> dict[str, Array]:
    made: dict[str, Array] = {}

    def put(name: str, array: Array) -> None:
        if name in sizes:
            made.setdefault(name, array.astype(np.float32))

    for node in nodes:
        names = list(node.input)
        if node.op_type == "BatchNormalization" and names[4] in sizes:
            size = sizes[names[4]]
            variance = np.exp(rng.uniform(np.log(1e-3), 0, size))
            put(names[4], variance)
            put(names[1], np.sqrt(variance) * rng.uniform(0.7, 1.3, size))
            put(names[2], rng.normal(0, 0.2, size))
            put(names[3], rng.normal(0, 0.2, size))
        elif node.op_type in ("Conv", "Gemm", "MatMul") and len(names) > 1 and names[1] in sizes:
            size = sizes[names[1]]
            is_matrix = len(size) == 2
            fan_in = max(size) if is_matrix else int(np.prod(size[1:]))
            put(names[1], rng.normal(0, np.sqrt((1 if is_matrix else 2) / fan_in), size))
            if len(names) > 2:
                put(names[2], rng.normal(0, 0.1, sizes.get(names[2], ())))
    for name, size in sizes.items():
        put(name, rng.uniform(0.5, 1.5, size))
    return made


def random_inputs(
    model: onnx.ModelProto, seed: int = 1, sizes: Mapping[str, int] | None = None, most: int = 1000
) -> dict[str, Array]:
    """Inputs for a model: normal numbers, or integers below `most`; `sizes` gives lengths to symbolic axes."""
    rng = np.random.default_rng(seed)
    names = {item.name for item in model.graph.initializer}
    inputs: dict[str, Array] = {}
    for item in model.graph.input:
        if item.name in names:
            continue
        kind = item.type.tensor_type
        shape = [axis.dim_value or (sizes if sizes is not None else {})[axis.dim_param] for axis in kind.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type)
        whole = dtype.kind in "iu"
        array = rng.integers(0, most, shape) if whole else rng.normal(0, 1, shape)
        inputs[item.name] = np.asarray(array).astype(dtype)
    return inputs


def run_onnxruntime(model: onnx.ModelProto, inputs: Mapping[str, Array]) -> dict[str, Array]:
    """What onnxruntime computes, without its own optimisations."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    names = [item.name for item in session.get_outputs()]
    return dict(zip(names, (np.asarray(item) for item in session.run(names, dict(inputs))), strict=True))


def imported(model: onnx.ModelProto) -> tuple[Graph, Context]:
    """Our graph after inference.

    Raises:
        AssertionError: with the findings, if anything is wrong.
    """
    found = read_onnx(model.SerializeToString(), name="model.onnx")
    assert found.ok, [str(item) for item in found.findings]
    state = infer(found.graph)
    assert not state.findings, [str(item) for item in state.findings]
    return found.graph, Context(state)


def optimised(model: onnx.ModelProto) -> Graph:
    """Our graph after all passes, each checked.

    Raises:
        AssertionError: if a pass failed.
    """
    graph, context = imported(model)
    results = run_passes(graph, default_passes(), context, check=True)
    assert all(result.ok for result in results), [str(item) for result in results for item in result.findings]
    return graph


def relative_error(expected: Array, found: Array) -> float:
    """The largest difference relative to the expected element, or to the mean size where that is larger.

    Infinite where shapes, types or non-finite elements differ.
    """
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return float("inf")
    left, right = expected.astype(np.float64), found.astype(np.float64)
    if not np.array_equal(np.isfinite(left), np.isfinite(right)):
        return float("inf")
    left, right = np.nan_to_num(left), np.nan_to_num(right)
    size = np.abs(left)
    floor = max(float(size.mean()) if size.size else 0.0, 1e-30)
    return float((np.abs(left - right) / np.maximum(size, floor)).max()) if size.size else 0.0


def worst_error(graph: Graph, inputs: Mapping[str, Array], expected: Mapping[str, Array]) -> float:
    """Runs our graph on the reference kernels; the largest relative error of its outputs."""
    found = run_graph(graph, dict(inputs))
    assert list(found) == list(expected)
    return max(relative_error(expected[name], found[name]) for name in expected)
