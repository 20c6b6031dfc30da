"""Small ONNX files for tests of the commands and the public functions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnx
from onnx import NodeProto, TensorProto, ValueInfoProto, helper

__all__ = ["info", "save_model", "save_relu"]


def info(name: str, shape: Sequence[int | str] | None, elem_type: int = TensorProto.FLOAT) -> ValueInfoProto:
    """The declaration of a value; a text is a symbolic size."""
    return helper.make_tensor_value_info(name, elem_type, shape)


def save_model(
    path: Path,
    nodes: Sequence[NodeProto],
    inputs: Sequence[ValueInfoProto],
    outputs: Sequence[ValueInfoProto],
    initializers: Sequence[TensorProto] = (),
) -> Path:
    """Write a model of opset 17 without asking onnx whether it is a good one."""
    graph = helper.make_graph(list(nodes), "g", list(inputs), list(outputs), list(initializers))
    model: onnx.ModelProto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    path.write_bytes(model.SerializeToString())
    return path


def save_relu(path: Path, batch: int | str = "batch") -> Path:
    """x [batch, 4] -> Relu -> Neg -> y."""
    nodes = [helper.make_node("Relu", ["x"], ["r"], name="act"), helper.make_node("Neg", ["r"], ["y"], name="minus")]
    return save_model(path, nodes, [info("x", [batch, 4])], [info("y", [batch, 4])])
