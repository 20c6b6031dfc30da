"""How large real graphs are without their weights: `.mdef` beside ONNX, plain and with zstd.

    python bench/bench_sizes.py [PATH ...]

Models: as in `bench/zoo.py`. Both sides hold names, attributes, and the shape of every value (ONNX as `value_info`, by
onnx's own shape inference; metadef by its own). Both are without the elements of constants: ONNX with the data fields
of its tensors cleared, `.mdef` without HEAP and WEIGHTS; types and shapes of constants stay.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import onnx
from onnx import GraphProto, ModelProto, TensorProto

import zoo
from metadef.codec.mdef.compression import LEVEL, compress
from metadef.codec.mdef.container import container_chunks
from metadef.codec.mdef.layout import Section
from metadef.codec.mdef.writer import PRODUCER, gather
from metadef.driver.load import open_source
from metadef.infer.engine import infer

ROW = "{:<28} {:>6} {:>9} {:>8} {:>6} {:>9} {:>8} {:>6}"
DATA_FIELDS = ("raw_data", "float_data", "int32_data", "int64_data", "double_data", "uint64_data", "string_data")


def tensors(graph: GraphProto) -> Iterator[TensorProto]:
    """Every tensor of a graph and of its subgraphs."""
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t
            for inner in (*attribute.graphs, *([attribute.g] if attribute.HasField("g") else [])):
                yield from tensors(inner)


def onnx_bytes(path: Path) -> bytes:
    model: ModelProto = onnx.shape_inference.infer_shapes(onnx.load(path, load_external_data=False))
    for tensor in tensors(model.graph):
        for field in DATA_FIELDS:
            tensor.ClearField(field)
    return model.SerializeToString()


def mdef_bytes(path: Path) -> tuple[int, int, int]:
    """Nodes, bytes, bytes with zstd."""
    graph = open_source(path).graph
    infer(graph)
    parts = [part for part in gather(graph, str(path)).parts if part.kind != Section.HEAP]
    sizes = [
        sum(map(len, container_chunks(parts, producer=PRODUCER, compressed=compressed))) for compressed in (False, True)
    ]
    return len(graph), sizes[0], sizes[1]


def main() -> None:
    print(ROW.format("model", "nodes", "ONNX", "mdef", "ratio", "ONNX zstd", "mdef", "ratio"))
    totals = [0, 0, 0, 0, 0]
    for path in zoo.models([Path(item) for item in sys.argv[1:]]):
        raw = onnx_bytes(path)
        nodes, plain, packed = mdef_bytes(path)
        found = [nodes, len(raw), plain, len(compress(raw, LEVEL)), packed]
        totals = [total + item for total, item in zip(totals, found, strict=True)]
        show(path.stem, found)
    show("all", totals)


def show(name: str, sizes: list[int]) -> None:
    nodes, raw, plain, raw_packed, packed = sizes
    ratios = (f"{raw / plain:.2f}", f"{raw_packed / packed:.2f}")
    print(ROW.format(name[:28], nodes, raw, plain, ratios[0], raw_packed, packed, ratios[1]))


if __name__ == "__main__":
    main()
