"""`read_onnx`: the door of this package."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from metadef.errors import Finding, finding
from metadef.frontend.onnx.fixed import fixed_inputs
from metadef.frontend.onnx.importer import import_model
from metadef.frontend.onnx.result import Imported
from metadef.frontend.onnx.session import Session
from metadef.frontend.onnx.source import open_source
from metadef.ops.registry import Registry

__all__ = ["NEWEST_OPSET", "OLDEST_OPSET", "UNCHANGED_SINCE", "read_onnx"]

OLDEST_OPSET = 7
NEWEST_OPSET = 28


def read_onnx(
    source: str | os.PathLike[str] | bytes | memoryview,
    registry: Registry | None = None,
    *,
    name: str | None = None,
    keep_overridable: bool = False,
    fixed: Mapping[str, object] | None = None,
) -> Imported:
    """Import an ONNX model as a graph of Ascend operators.

    What cannot be mapped becomes a finding and an opaque placeholder node, so that all that is wrong comes at once.

    Args:
        source: a path, or the bytes of a model. Weights of a path stay in the mapped file.
        registry: the operators to map to; the catalogue and installed plug-ins by default. A node of another domain
            becomes the operator of its name that the registry has besides the catalogue's.
        name: what findings call the model; the file's name by default.
        keep_overridable: whether an initializer that is listed as a graph input too becomes an input that must be fed
            (True) or a constant with a warning (False). Models before IR version 4 must list all of them, and there
            they are constants in any case.

        fixed: inputs that always get the same values, such as a shape or axes: they become constants, and what depends
            on them is known. Arrays of the type and shape that the input declares, or plain numbers, which take its
            type.

    Raises:
        UsageError: if `fixed` names something that is no input, or gives it another type or shape than it declares.
        FileError: if the bytes cannot be read as an ONNX model at all.
    """
    if registry is None:
        from metadef.catalogue import installed

        registry = installed()
    opened = open_source(source, name)
    opsets, findings = _opsets(opened.model, opened.label)
    session = Session(opened, registry, opsets, findings, keep_overridable, fixed_inputs(opened.model, fixed or {}))
    return import_model(session)


# operators that are in the oldest opset what they have been since an earlier one
UNCHANGED_SINCE = {
    op: since
    for since, ops in {
        1: "ArgMax ArgMin Constant Conv ConvTranspose DepthToSpace Flatten Gather GlobalAveragePool"
        " GlobalMaxPool Hardmax Identity LRN LogSoftmax LpNormalization MatMul MaxPool Not RandomNormal"
        " RandomNormalLike RandomUniform RandomUniformLike ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp"
        " ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Shape Size Slice Softmax"
        " Softplus Softsign SpaceToDepth Squeeze TopK Transpose Unsqueeze",
        2: "GlobalLpPool LpPool Pad Split",
        4: "Concat",
        5: "Reshape",
        6: "Abs Cast Ceil Clip Elu Exp Floor HardSigmoid InstanceNormalization LeakyRelu Log Max Mean Min Neg"
        " Reciprocal Relu Selu Sigmoid Sqrt Sum Tanh Tile",
    }.items()
    for op in ops.split()
}


def _is_unchanged(node: Any, version: int) -> bool:
    return node.domain not in ("", "ai.onnx") or UNCHANGED_SINCE.get(node.op_type, OLDEST_OPSET) <= version


def _opsets(model: Any, label: str) -> tuple[dict[str, int], list[Finding]]:
    """Version by domain ("" for the standard one), and what is wrong with them."""
    opsets: dict[str, int] = {}
    findings: list[Finding] = []
    for entry in model.opset_import:
        domain = "" if entry.domain == "ai.onnx" else entry.domain
        opsets[domain] = max(opsets.get(domain, 0), entry.version)
    version = opsets.get("", 0)
    uses_standard = "" in opsets or any(node.domain in ("", "ai.onnx") for node in model.graph.node)
    if 0 < version < OLDEST_OPSET and all(_is_unchanged(node, version) for node in model.graph.node):
        opsets[""] = OLDEST_OPSET  # WHY: these operators mean the same there
    elif uses_standard and not OLDEST_OPSET <= version <= NEWEST_OPSET:
        findings.append(
            finding(
                "opset-unsupported",
                label,
                f"the model imports version {version} of the standard operators"
                if version
                else "the model imports no version of the standard operators",
                expected=f"opset {OLDEST_OPSET} to {NEWEST_OPSET}",
                got=f"ai.onnx version {version}" if version else "no ai.onnx import",
                hint=f"exporting it again with opset {min(max(version, OLDEST_OPSET), NEWEST_OPSET)}",
            )
        )
        opsets[""] = min(max(version, OLDEST_OPSET), NEWEST_OPSET)  # WHY: to find everything else that is wrong too
    return opsets, findings
