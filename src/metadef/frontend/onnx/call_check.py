"""A node against the declaration of its ONNX operator: the opset, the number of inputs, the attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metadef.errors import Finding, finding
from metadef.frontend.onnx.attributes import read_attributes
from metadef.frontend.onnx.declare import OnnxOp, Signature
from metadef.frontend.onnx.head import NodeHead
from metadef.graph.value import Value

__all__ = ["checked_attributes"]


def checked_attributes(
    mapped: OnnxOp,
    head: NodeHead,
    inputs: Sequence[Value | None],
    attributes: Mapping[str, Any],
    problems: list[Finding],
) -> Mapping[str, object]:
    """The attributes with their defaults; what breaks the declaration goes to `problems`."""
    signature = mapped.at(head.opset)
    if head.opset < mapped.since:
        problems.append(
            finding(
                "opset-unsupported",
                head.subject,
                f"{head.op} exists since opset {mapped.since}",
                expected=f"opset {mapped.since} or newer",
                got=f"opset {head.opset}",
            )
        )
    if not signature.least_inputs <= len(inputs) <= signature.most_inputs or None in inputs:
        _check_inputs(signature, inputs, head, problems)
    if not attributes and not signature.needs_attributes:
        return signature.defaults
    return read_attributes(attributes, signature, head, problems, mapped.other_versions)


def _check_inputs(
    signature: Signature, inputs: Sequence[Value | None], head: NodeHead, problems: list[Finding]
) -> None:
    expected = ", ".join(
        f"{item.name}..." if item.is_variadic else f"[{item.name}]" if item.is_optional else item.name
        for item in signature.inputs
    )
    if len(inputs) > signature.most_inputs:
        problems.append(
            finding(
                "port-count",
                head.subject,
                "more inputs than the operator has",
                expected=expected or "none",
                got=f"{len(inputs)} inputs",
            )
        )
    for index, item in enumerate(signature.inputs):
        if not item.is_optional and (index >= len(inputs) or inputs[index] is None):
            problems.append(
                finding("missing-input", head.subject, f"required input `{item.name}` is not fed", expected=expected)
            )
