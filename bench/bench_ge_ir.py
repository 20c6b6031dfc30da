"""Saving and loading the 100,000-node workload as GE-IR, beside protobuf's own parser (upb) on the same bytes.

    python bench/bench_ge_ir.py [NODES] [ROUNDS]

Medians in milliseconds of processor time, all in one run. `load` includes reading the operator, every input, every
descriptor and every attribute of every node, and keeping what the graph cannot hold; protobuf's parse makes one message
and no Python object, its walk reads the same things from it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import bench_graph
import workload
from bench_codec import read_all, row, size, timed

from metadef.codec.ge_ir import ge_ir_bytes, ge_ir_text, read_ge_ir, read_ge_ir_text
from metadef.codec.ge_ir.forms import BINARY
from metadef.wire.pool import message_class


def walk(model: object) -> int:
    """The operator, inputs, descriptors and attributes of every node of a message."""
    seen = 0
    for op in model.graph[0].op:
        seen += len(op.type)
        for text in op.input:
            seen += len(text)
        for desc in op.output_desc:
            seen += desc.dtype + len(desc.shape.dim)
        for name in op.attr:
            seen += len(name)
    return seen


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    inputs, nodes = workload.graph(count)
    graph = bench_graph.build(inputs, nodes)
    content = ge_ir_bytes(graph)
    model = message_class("ge.proto.ModelDef")
    message = model.FromString(content)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "w.air"
        save = timed(lambda: BINARY.write(graph, place), rounds)
        load = timed(lambda: read_all(BINARY.read(place, graph.registry).graph), rounds)
    row("save", "metadef", save)
    row("save", "upb, message already built", timed(message.SerializeToString, rounds), save)
    row("load", "metadef, and read all", load)
    row("load", "upb, parse and walk", timed(lambda: walk(model.FromString(content)), rounds), load)
    row("load", "upb, parse alone", timed(lambda: model.FromString(content), rounds), load)
    loaded = read_ge_ir(content, graph.registry).graph
    row("save", "metadef, as it was read", timed(lambda: ge_ir_bytes(loaded), rounds))
    few = min(rounds, 2)
    text = ge_ir_text(graph)
    row("save text", "metadef", timed(lambda: ge_ir_text(graph), few))
    row("load text", "metadef", timed(lambda: read_ge_ir_text(text, graph.registry), few))
    size("binary", len(content))
    size("text", len(text))


if __name__ == "__main__":
    main()
