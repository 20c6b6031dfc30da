"""Saving and loading the 100,000-node workload as `.mdef`, beside ONNX through protobuf (upb) and onnx_ir.

    python bench/bench_codec.py [NODES] [ROUNDS]

Medians in milliseconds of processor time, all in one run. `load` includes reading the operator, every input, every
descriptor and every attribute of every node; so do the peers' walks. `parse` of upb makes one C message and no Python
object, so it is compared with `open and find`; `parse and walk` is what answers questions there. `change` is what an
incremental save writes after one edit. At last ten times as many nodes are saved and loaded, each in a process of its
own, for the memory that it takes; 0 for ROUNDS leaves everything else out.
"""

from __future__ import annotations

import gc
import importlib.util
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import bench_graph
import workload

from metadef.codec.json_read import read_json
from metadef.codec.json_write import json_bytes
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.writer import write
from metadef.graph.graph import Graph
from metadef.types.dtype import DataType
from metadef.types.shape import Shape


def timed(work: Callable[[], object], rounds: int) -> float:
    """Median milliseconds; the collector runs between the rounds, not in them."""
    spent = []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        result = work()
        spent.append((time.process_time() - start) * 1000)
        del result
    return statistics.median(spent)


def read_all(graph: Graph) -> int:
    """Touch the operator, inputs, descriptors and attributes of every node."""
    seen = 0
    for node in graph.nodes:
        seen += len(node.op)
        for value in node.inputs:
            if value is not None:
                seen += value.index
        for value in node.outputs:
            seen += value.desc.dtype.bits
        for key in node.attrs:
            seen += key in node.attrs
    return seen


def walk_onnx(model: object) -> int:
    """The same for a protobuf message."""
    seen = 0
    for node in model.graph.node:
        seen += len(node.op_type)
        for name in node.input:
            seen += len(name)
        for attr in node.attribute:
            seen += attr.type
            seen += len(attr.ints) if attr.type == 7 else attr.i if attr.type == 2 else attr.f if attr.type == 1 else 0
    for info in model.graph.value_info:
        seen += info.type.tensor_type.elem_type
        for dim in info.type.tensor_type.shape.dim:
            seen += dim.dim_value
    return seen


def histogram_onnx(data: bytes) -> dict[str, int]:
    import onnx

    found: dict[str, int] = {}
    for node in onnx.ModelProto.FromString(data).graph.node:
        found[node.op_type] = found.get(node.op_type, 0) + 1
    return found


def row(what: str, label: str, milliseconds: float, own: float | None = None) -> None:
    ratio = f", ratio {milliseconds / own:.1f}" if own else ""
    print(f"{what:<16} {label:<28} {milliseconds:9.1f} ms{ratio}")


def size(label: str, count: int, own: int | None = None) -> None:
    ratio = f", ratio {count / own:.1f}" if own else ""
    print(f"{'size':<16} {label:<28} {count / 1e6:9.2f} MB{ratio}")


def bench_peers(
    folder: Path, rounds: int, inputs: list, nodes: list, own: dict[str, float], sizes: tuple[int, int]
) -> None:
    """The same work by the peers that are installed."""
    from onnx import ModelProto

    model = bench_graph.build_onnx(inputs, nodes)
    data = model.SerializeToString()
    size("ONNX protobuf", len(data), sizes[0])
    try:
        from backports import zstd
    except ImportError:
        from compression import zstd
    size("ONNX protobuf, zstd", len(zstd.compress(data, 9)), sizes[1])
    row("save", "upb, message already built", timed(model.SerializeToString, rounds), own["save"])
    row("load", "upb, parse and walk", timed(lambda: walk_onnx(ModelProto.FromString(data)), rounds), own["load"])
    row("open and find", "upb, parse alone", timed(lambda: ModelProto.FromString(data), rounds), own["find"])
    row("op histogram", "upb, parse and walk", timed(lambda: histogram_onnx(data), rounds), own["ops"])
    if importlib.util.find_spec("onnx_ir"):
        import onnx_ir

        place = folder / "w.onnx"
        place.write_bytes(data)
        loaded = onnx_ir.load(place)
        few = min(rounds, 3)
        row("save", "onnx_ir", timed(lambda: onnx_ir.save(loaded, folder / "ir.onnx"), few), own["save"])
        row("load", "onnx_ir", timed(lambda: onnx_ir.load(place), few), own["load"])


def bench_changes(place: Path, graph: Graph, nodes: list) -> None:
    """Bytes that an incremental save writes after one more edit; the file is checked after each."""
    write(graph, place)
    whole = place.stat().st_size
    some = [graph.node(nodes[len(nodes) * part // 8][0]) for part in range(1, 8)]
    desc = some[0].output.desc

    def insert() -> None:
        reader = some[4].output.users[0]
        added = graph.add("Relu", [some[4].output], name="inserted", outputs=[desc])
        graph.replace_input(reader, reader.inputs.index(some[4].output), added.output)

    def remove() -> None:
        for reader, index in list(some[5].output.uses()):
            graph.replace_input(reader, index, some[5].inputs[0])
        graph.remove(some[5])

    edits: dict[str, Callable[[], object]] = {
        "an attribute": lambda: graph.set_attr(some[0], next(key for key in some[0].proto.attr_index), (3, 1, 4)),
        "a name": lambda: graph.rename(some[1], "somewhere/else"),
        "an input": lambda: graph.replace_input(some[2], 0, graph.inputs[0]),
        "a descriptor": lambda: graph.set_desc(some[3].output, desc.inferred(Shape((7, "n")), DataType.FLOAT16)),
        "a node added": insert,
        "a node removed": remove,
    }
    for what, edit in edits.items():
        edit()
        written = write_changes(graph, place)
        assert GraphFile.open(place).load(graph.registry) == graph
        print(f"{'change':<16} {what:<28} {written:9} bytes, {100 * written / whole:.2f} % of the file")


def peak_gb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def bench_memory(count: int, place: Path) -> None:
    """Peaks of two processes that do nothing else."""
    for step in ("save", "load"):
        command = [sys.executable, __file__, step, str(count), str(place)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, gigabytes = done.stdout.split()
        print(f"{step:<16} {f'metadef, {count:,} nodes':<28} {float(seconds) * 1000:9.1f} ms, at most {gigabytes} GB")


def in_own_process(step: str, count: int, place: Path) -> None:
    graph = None
    if step == "save":
        inputs, nodes = workload.graph(count)
        graph = bench_graph.build(inputs, nodes)
        del inputs, nodes
    start = time.process_time()
    if graph is not None:
        write(graph, place)
    else:
        assert len(GraphFile.open(place).load()) > count
    print(f"{time.process_time() - start:.3f} {peak_gb():.2f}")


def main() -> None:
    if sys.argv[1:2] in (["save"], ["load"]):
        in_own_process(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if rounds:
        bench_workload(count, rounds)
    with tempfile.TemporaryDirectory() as name:
        bench_memory(10 * count, Path(name) / "w.mdef")


def bench_workload(count: int, rounds: int) -> None:
    inputs, nodes = workload.graph(count)
    graph = bench_graph.build(inputs, nodes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain, packed = folder / "w.mdef", folder / "z.mdef"
        own = {"save": timed(lambda: write(graph, plain), rounds)}
        row("save", "metadef", own["save"])
        row("save", "metadef, zstd", timed(lambda: write(graph, packed, compressed=True), rounds))
        own["load"] = timed(lambda: read_all(GraphFile.open(plain).load(graph.registry)), rounds)
        row("load", "metadef, and read all", own["load"])
        wanted = nodes[len(nodes) // 2][0]
        own["find"] = timed(lambda: GraphFile.open(plain).find(wanted), rounds)
        row("open and find", "metadef, one node by name", own["find"])
        own["ops"] = timed(lambda: GraphFile.open(plain).ops(), rounds)
        row("op histogram", "metadef", own["ops"])
        spent = timed(lambda: bench_graph.traverse(graph), rounds)
        row("traversal", f"metadef, {spent * 1e6 / len(graph):.0f} ns a node", spent)
        text = json_bytes(graph)
        few = min(rounds, 3)
        row("save", "metadef, JSON", timed(lambda: json_bytes(graph), few), own["save"])
        row("load", "metadef, JSON", timed(lambda: read_json(text, graph.registry), few), own["load"])
        sizes = plain.stat().st_size, packed.stat().st_size
        size("metadef", sizes[0])
        size("metadef, zstd", sizes[1])
        size("metadef, JSON", len(text), sizes[0])
        if importlib.util.find_spec("onnx"):
            bench_peers(folder, rounds, inputs, nodes, own, sizes)
        assert GraphFile.open(plain).load(graph.registry) == graph
        bench_changes(plain, graph, nodes)


if __name__ == "__main__":
    main()
