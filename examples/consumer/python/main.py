"""Builds the same network as ../cpp/main.cpp with the generated package `metadef_ops`, and writes it as `.mdef`."""

import sys

import metadef_ops as ops
import numpy as np

import metadef
from metadef import DataType, Format, TensorDesc


def build() -> metadef.Graph:
    graph = metadef.Graph("consumer")
    image = graph.add_input("image", TensorDesc(("batch", 3, 8, 8), DataType.FLOAT, Format.NCHW))
    kernel = graph.constant(np.full((4, 3, 3, 3), 0.25, np.float32), "filter")
    weight = graph.constant(np.full((8, 2), 0.5, np.float32), "weight")
    conv = ops.Conv2D(
        graph, image, kernel, strides=(1, 1, 1, 1), pads=(1, 1, 1, 1), data_format="NCHW", groups=1, name="conv"
    )
    relu = ops.Relu(graph, conv, name="relu")
    graph.set_outputs([("scores", ops.BatchMatMul(graph, relu, weight, name="product"))])
    return graph


if __name__ == "__main__":
    metadef.save(build(), sys.argv[1])
