"""onnxruntime as the other opinion on an ONNX file. It and onnx are optional; nothing else here needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metadef.errors import UsageError

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["run_onnxruntime", "values_of_nodes"]

_NUMPY_TYPES = frozenset(
    f"tensor({name})"
    for name in "float double float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool string".split()
)


def run_onnxruntime(path: Path, inputs: Mapping[str, Array]) -> dict[str, Array]:
    """The outputs by name, without onnxruntime's own optimisations.

    Raises:
        UsageError: if onnxruntime is not installed, or does not run the model.
    """
    return _run(str(path), path, inputs)


def values_of_nodes(path: Path, inputs: Mapping[str, Array]) -> dict[str, Sequence[Array]]:
    """What every node of the outermost graph gives, by the name of the node.

    Nodes without a name are left out, and those that give a type which onnxruntime has no NumPy array for.

    Raises:
        UsageError: if onnx or onnxruntime is not installed, or does not run the model.
    """
    onnx = _module("onnx")
    model: Any = onnx.load(str(path))
    known = {item.name for item in model.graph.output}
    nodes = [node for node in model.graph.node if node.name]
    wanted = dict.fromkeys(name for node in nodes for name in node.output if name)
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in wanted if name not in known)
    found = _run(model.SerializeToString(), path, inputs, all_types=False)
    given = {node.name: [name for name in node.output if name] for node in nodes}
    return {node: [found[name] for name in names] for node, names in given.items() if found.keys() >= set(names)}


def _run(model: str | bytes, path: Path, inputs: Mapping[str, Array], all_types: bool = True) -> dict[str, Array]:
    import numpy as np

    runtime = _module("onnxruntime")
    options = runtime.SessionOptions()
    options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    try:
        session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        given = session.get_outputs()
        names: list[str] = [item.name for item in given if all_types or item.type in _NUMPY_TYPES]
        arrays = session.run(names, dict(inputs))
    except Exception as error:  # WHY: onnxruntime has a class of errors for each of its status codes
        message = f"does not run {path}: {str(error).strip().splitlines()[0] if str(error).strip() else error!r}"
        raise UsageError.of("bad-usage", "onnxruntime", message[:500]) from error
    return dict(zip(names, (np.asarray(item) for item in arrays), strict=True))


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError.of("bad-usage", name, "is not installed", hint=f"pip install {name}") from error
