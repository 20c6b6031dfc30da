"""Strings, which Ascend computes on its CPU."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]


def normalizer(node: OnnxNode) -> Value:
    """Stop words left out and letters in one case; Ascend has ONNX's own attributes."""
    attrs: dict[str, object] = {
        "stopwords": node.any("stopwords") or (),
        "is_case_sensitive": node.flag("is_case_sensitive"),
        "case_change_action": node.choice("case_change_action", "NONE", "LOWER", "UPPER"),
    }
    if node.any("locale") is not None:
        attrs["locale"] = node.string("locale")
    return node.add("StringNormalizer", [node.value(0)], attrs)


def concat(node: OnnxNode) -> Value:
    """Both strings of each place; a single one goes to every place."""
    values = [node.value(0), node.value(1)]
    dims = [node.shape(value).known_dims() for value in values]
    if dims[0] is not None and dims[0] == dims[1]:
        return node.add("StringJoin", [values], {"N": 2})
    for index, (own, other) in enumerate(zip(dims, reversed(dims), strict=True)):
        rank = len(other) if other is not None else node.rank(values[1 - index])
        if own is not None and all(size == 1 for size in own) and rank is not None and len(own) <= rank:
            if own:
                values[index] = node.add("Reshape", [values[index], node.const_ints((), "shape")], tag="single")
            return node.add("StringJoin", [values], {"N": 2})
    shapes = " and ".join(str(node.shape(value)) for value in values)
    node.fail(
        "shape-unknown",
        "strings are joined place by place, or one with all",
        expected="equal known shapes",
        got=shapes,
        as_error=True,
    )


OPS = {
    "StringConcat": onnx_op(concat, "X Y", since=20),
    "StringNormalizer": onnx_op(
        normalizer,
        "X",
        "case_change_action:s=NONE is_case_sensitive:i=0 locale:s stopwords:ss",
        since=10,
    ),
}
