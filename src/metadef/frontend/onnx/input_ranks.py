"""Inputs that the ONNX standard wants as one number or as a vector, checked where the file says their shapes.

Ascend's operators take more, so what they mean of a matrix of axes or of two bounds of a Clip would be another model.
Source: the descriptions of the operators' inputs in the ONNX standard; onnxruntime refuses the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.errors import Finding, finding
from metadef.frontend.onnx.head import NodeHead
from metadef.graph.value import Value

__all__ = ["wrong_ranks"]

_NUMBERS: dict[str, tuple[int, ...]] = {
    "BlackmanWindow": (0,),
    "Clip": (1, 2),
    "DFT": (1, 2),
    "HammingWindow": (0,),
    "HannWindow": (0,),
    "OneHot": (1,),
    "Pad": (2,),
    "Range": (0, 1, 2),
    "STFT": (1, 3),
    "TopK": (1,),
}  # inputs that hold one number
_VECTORS: dict[str, tuple[int, ...]] = {
    "AffineGrid": (1,),
    "BatchNormalization": (1, 2, 3, 4),
    "CenterCropPad": (1,),
    "ConstantOfShape": (0,),
    "Conv": (2,),
    "ConvTranspose": (2,),
    "Expand": (1,),
    "InstanceNormalization": (1, 2),
    "Reshape": (1,),
    "ReverseSequence": (1,),
    "Slice": (1, 2, 3, 4),
    "Split": (1,),
    "Squeeze": (1,),
    "Tile": (1,),
    "Unsqueeze": (1,),
} | {
    f"Reduce{kind}": (1,)
    for kind in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare")
}  # inputs that have one axis; one number is taken for a vector of one
_PAIRS: dict[str, tuple[int, ...]] = {"OneHot": (2,)}  # inputs that hold two numbers


def wrong_ranks(head: NodeHead, inputs: Sequence[Value | None]) -> list[Finding]:
    """What is wrong with the shapes of inputs that are numbers or vectors."""
    op = head.op
    if head.domain or not (op in _NUMBERS or op in _VECTORS):
        return []
    found: list[Finding] = []
    wanted = (("one number", 1, _NUMBERS), ("two numbers", 2, _PAIRS), ("a vector", None, _VECTORS))
    for expected, count, table in wanted:
        for index in table.get(op, ()):
            value = inputs[index] if index < len(inputs) else None
            shape = value.desc.origin_shape if value is not None else None
            if shape is None or shape.rank is None:
                continue
            given = shape.numel()
            if shape.rank > 1 or (count is not None and isinstance(given, int) and given != count):
                message = f"input {index} is {expected}"
                found.append(finding("rank-mismatch", head.subject, message, expected=expected, got=str(shape)))
    return found
