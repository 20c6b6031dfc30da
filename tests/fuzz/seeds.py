"""Whole files to start from: small, and with everything that a form can say."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import om_files as om
from metadef.codec.base import codec_named
from metadef.codec.ge_ir import ge_ir_text, read_ge_ir
from metadef.codec.json_write import json_bytes
from metadef.codec.mdef.graph_file import GraphFile
from metadef.frontend.onnx import read_onnx
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = [
    "ge_ir_dumps",
    "ge_ir_files",
    "json_files",
    "mdef_files",
    "om_files",
    "om_relengthed",
    "onnx_files",
    "operators",
    "text_files",
]

ARTIFACTS = Path(__file__).parent.parent / "artifacts"


@cache
def mdef_files() -> list[bytes]:
    """The frozen files of every version."""
    return [path.read_bytes() for path in sorted(ARTIFACTS.rglob("*.mdef"))]


def _files() -> list[GraphFile]:
    names = ("v1_1/everything.mdef", "v1_1/operators.mdef", "v1_1/appended.mdef", "future/minor_9.mdef")
    return [GraphFile.open(ARTIFACTS / name) for name in names]


@cache
def operators() -> Registry:
    """The operators of all files."""
    told = {one.name: one for file in _files() for one in file.operators if not one.is_builtin and not one.is_opaque}
    return Registry(one.proto("seed") for one in told.values())


def _graphs() -> list[Graph]:
    return [file.load(operators()) for file in _files() if len(file) < 100]


@cache
def json_files() -> list[bytes]:
    return [json_bytes(graph) for graph in _graphs()]


@cache
def text_files() -> list[bytes]:
    return [path.read_bytes() for path in sorted(ARTIFACTS.rglob("*.mdt")) if path.stat().st_size < 12_000]


@cache
def ge_ir_files() -> list[bytes]:
    """The models of `onnx_files`, and what has no attributes that GE-IR cannot say."""
    codec = codec_named("ge-ir")
    found: list[bytes] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "seed.air"
        graphs = [graph for graph in _graphs() if graph.name != "everything"]
        for content in onnx_files():
            (Path(folder) / "seed.onnx").write_bytes(content)
            graphs.append(read_onnx(Path(folder) / "seed.onnx").graph)
        for graph in graphs:
            assert codec.write is not None
            codec.write(graph, place)
            found.append(place.read_bytes())
    return found


@cache
def ge_ir_dumps() -> list[bytes]:
    """The same as protobuf text."""
    return [ge_ir_text(read_ge_ir(content).graph).encode() for content in ge_ir_files()]


@cache
def om_files() -> list[bytes]:
    """Models with plain and with compressed attributes, of both widths, with weights, and in a bundle."""
    found: list[bytes] = []
    small = [(0, ge_ir_files()[0])]
    for number, content in enumerate(ge_ir_files()):
        model = om.model_of(read_ge_ir(content).graph)
        weights = om.with_weights(model)
        if number % 2:
            model = om.compressed(model)
        parts = [(0, model.SerializeToString(deterministic=True)), (1, weights), (3, om.kernels((b"k", b"\1\2")))]
        found.append(om.om_file(parts, is_long=number % 3 == 0))
    return [*found, om.om_file(small, small), om.bundle(om.om_file(small))]


def om_relengthed(content: bytes) -> bytes:
    """The same file with the length in its header made right, so that damage gets past it."""
    if len(content) < 256:
        return content
    is_long, is_bundle = any(content[184:192]), content[82] == 5
    length = len(content) - (0 if is_bundle else 256)
    place, size = (184, 8) if is_long else (76, 4)
    return content[:place] + length.to_bytes(size, "little") + content[place + size :]


@cache
def onnx_files() -> list[bytes]:
    """A convolution net, control flow, and constants in every encoding."""
    return [model.SerializeToString() for model in (_net(), _branches(), _constants())]


def _info(name: str, shape: list[int | str], kind: int = TensorProto.FLOAT) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def _model(graph: onnx.GraphProto) -> onnx.ModelProto:
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="seed")


def _net() -> onnx.ModelProto:
    weights = numpy_helper.from_array(np.arange(54, dtype=np.float32).reshape(2, 3, 3, 3) / 7, "w")
    shape = numpy_helper.from_array(np.array([0, -1], np.int64), "shape")
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], name="conv", pads=[1, 1, 1, 1], strides=[2, 2]),
        helper.make_node("BatchNormalization", ["c", "one", "zero", "zero", "one"], ["b"], name="norm", epsilon=1e-4),
        helper.make_node("Relu", ["b"], ["r"], name="act"),
        helper.make_node("MaxPool", ["r"], ["p"], name="pool", kernel_shape=[2, 2]),
        helper.make_node("Reshape", ["p", "shape"], ["f"], name="flat"),
        helper.make_node("Softmax", ["f"], ["y"], name="soft", axis=1),
    ]
    ones = [numpy_helper.from_array(np.full(2, value, np.float32), name) for value, name in ((1, "one"), (0, "zero"))]
    ins, outs = [_info("x", ["batch", 3, 8, 8])], [_info("y", ["batch", 8])]
    return _model(helper.make_graph(nodes, "net", ins, outs, [weights, shape, *ones]))


def _branches() -> onnx.ModelProto:
    def branch(op: str) -> onnx.GraphProto:
        return helper.make_graph([helper.make_node(op, ["x"], ["out"], name=op)], op, [], [_info("out", [2])])

    nodes = [
        helper.make_node("If", ["c"], ["y"], name="if", then_branch=branch("Neg"), else_branch=branch("Abs")),
        helper.make_node("Unknown", ["y"], ["z"], name="own", domain="com.example", text="é", numbers=[1.5, 2.5]),
    ]
    ins = [_info("c", [], TensorProto.BOOL), _info("x", [2])]
    return _model(helper.make_graph(nodes, "branches", ins, [_info("z", [2])]))


def _constants() -> onnx.ModelProto:
    tensors = [
        helper.make_tensor("typed", TensorProto.FLOAT, [3], [1.0, 2.0, 3.0]),
        helper.make_tensor("ints", TensorProto.INT32, [2, 2], [1, 2, 3, 4]),
        helper.make_tensor("halves", TensorProto.FLOAT16, [2], [1.0, 2.0]),
        helper.make_tensor("texts", TensorProto.STRING, [2], [b"a", b"bc"]),
    ]
    nodes = [
        helper.make_node("Constant", [], [f"k{i}"], name=f"k{i}", value=tensor) for i, tensor in enumerate(tensors[:3])
    ]
    nodes.append(helper.make_node("Concat", ["typed", "k0"], ["y"], name="join", axis=0))
    return _model(helper.make_graph(nodes, "constants", [], [_info("y", [6])], tensors))
