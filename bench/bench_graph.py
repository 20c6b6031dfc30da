"""Building the 100,000-node workload through the public API, beside onnx.helper, onnx_ir and torch.fx.

    python bench/bench_graph.py [NODES] [ROUNDS]

Prints medians in µs per node. The graph is the full one: every node checked against its prototype, journal on,
uses kept, names unique; at the end its last 1,000 edits are rolled back and the graph is verified.
"""

from __future__ import annotations

import gc
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable

import workload

from metadef.graph.graph import Graph
from metadef.graph.verify import require_valid
from metadef.ops.proto import OpProto, op
from metadef.ops.registry import Registry
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.typeset import HELPER_SETS

_KINDS = {"L": AttrKind.ListInt, "F": AttrKind.Float, "S": AttrKind.String, "I": AttrKind.Int}
_PORTS = ("x1", "x2", "x3")


def private_registry() -> Registry:
    """The workload's eight operators as prototypes of our own."""
    registry = Registry()
    for name, (least, most, attrs) in workload.OPS.items():
        proto: OpProto = op(name).doc(f"{name} of the workload.")
        for index in range(most):
            types = HELPER_SETS["ALL"]
            proto = proto.input(_PORTS[index], types) if index < least else proto.optional_input(_PORTS[index], types)
        proto = proto.output("y", HELPER_SETS["ALL"])
        for attr, kind in attrs:
            proto = proto.attr(attr, _KINDS[kind], {"L": (), "F": 1.0, "S": "", "I": 0}[kind])
        registry.add(proto)
    return registry


def build(inputs: list, nodes: list) -> Graph:
    """The workload as a metadef graph."""
    graph = Graph("workload", private_registry())
    for name, dtype, shape in inputs:
        graph.add_input(name, TensorDesc(shape, DataType.from_numpy(dtype)))
    float32 = DataType.FLOAT
    graph.extend(
        (
            operator,
            name,
            ins,
            {key: value for key, _, value in attrs},
            ((shape, float32),),
            (out,),
        )
        for name, operator, ins, out, _, shape, attrs in nodes
    )
    graph.set_outputs([("y", graph.node(nodes[-1][0]).output)])
    return graph


def build_onnx(inputs: list, nodes: list) -> object:
    from onnx import TensorProto, helper

    made = [
        helper.make_node(operator, ins, [out], name=name, **{key: value for key, _, value in attrs})
        for name, operator, ins, out, _, _, attrs in nodes
    ]
    infos = [helper.make_tensor_value_info(out, TensorProto.FLOAT, shape) for _, _, _, out, _, shape, _ in nodes]
    types = {"float32": TensorProto.FLOAT, "int64": TensorProto.INT64}
    ins = [helper.make_tensor_value_info(name, types[dtype], shape) for name, dtype, shape in inputs]
    return helper.make_model(helper.make_graph(made, "workload", ins, [infos[-1]], value_info=infos))


def build_onnx_ir(inputs: list, nodes: list) -> object:
    import onnx_ir

    types = {"float32": onnx_ir.DataType.FLOAT, "int64": onnx_ir.DataType.INT64}
    values = {
        name: onnx_ir.Value(name=name, type=onnx_ir.TensorType(types[dtype]), shape=onnx_ir.Shape(shape))
        for name, dtype, shape in inputs
    }
    graph_inputs = list(values.values())
    made = []
    for name, operator, ins, out, dtype, shape, attrs in nodes:
        value = onnx_ir.Value(name=out, type=onnx_ir.TensorType(types[dtype]), shape=onnx_ir.Shape(shape))
        values[out] = value
        made.append(
            onnx_ir.node(
                operator,
                [values[item] for item in ins],
                {key: value for key, _, value in attrs},
                outputs=[value],
                name=name,
            )
        )
    return onnx_ir.Graph(graph_inputs, [values[nodes[-1][3]]], nodes=made, name="workload")


def build_fx(inputs: list, nodes: list) -> object:
    import torch.fx

    graph = torch.fx.Graph()
    values = {name: graph.placeholder(name) for name, _, _ in inputs}
    for name, _, ins, out, _, shape, attrs in nodes:
        node = graph.create_node(
            "call_function", len, tuple(values[item] for item in ins), {key: value for key, _, value in attrs}, name
        )
        node.meta["shape"] = shape
        values[out] = node
    graph.output(values[nodes[-1][3]])
    return graph


def timed(work: Callable[[], object], rounds: int) -> tuple[float, object]:
    """Median seconds with the garbage collector paused, and the last result."""
    seconds = []
    result: object = None
    for _ in range(rounds):
        result = None
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
        gc.enable()
    return statistics.median(seconds), result


def look_up(lookup: Callable[[str], OpProto], names: list[str]) -> None:
    """Find the prototype of every name."""
    for name in names:
        lookup(name)


def traverse(graph: Graph) -> int:
    """Visit every node with its operator, inputs and output descriptor."""
    seen = 0
    for node in graph.nodes:
        for value in node.inputs:
            if value is not None:
                seen += 1
        if node.outputs[0].desc is not None:
            seen += 1
    return seen


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    inputs, nodes = workload.graph(count)
    seconds, built = timed(lambda: build(inputs, nodes), rounds)
    assert isinstance(built, Graph)
    own = seconds / count * 1e6
    print(f"build      metadef     {own:8.2f} µs/node, checked")
    peers = [
        ("onnx", "onnx.helper", build_onnx),
        ("onnx_ir", "onnx_ir", build_onnx_ir),
        ("torch", "torch.fx", build_fx),
    ]
    for module, label, work in peers:
        if importlib.util.find_spec(module):
            other = timed(lambda work=work: work(inputs, nodes), rounds)[0] / count * 1e6
            print(f"build      {label:<11} {other:8.2f} µs/node, ratio {other / own:.1f}")
    lookup = built.registry.lookup
    names = [node.op for node in built.nodes][len(inputs) :]
    seconds, _ = timed(lambda: look_up(lookup, names), rounds)
    print(f"look-up    metadef     {seconds / count * 1e6:8.3f} µs, loop included")
    print(f"traversal  metadef     {timed(lambda: traverse(built), rounds)[0] / count * 1e6:8.3f} µs/node")
    edits = len(built.journal)
    built.journal.undo_to(edits - 1000)
    require_valid(built)
    print(f"rollback   1000 of {edits} edits undone, {len(built)} nodes left, verified")


if __name__ == "__main__":
    main()
