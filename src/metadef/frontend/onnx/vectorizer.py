"""TfIdfVectorizer over integers: how often each n-gram of a pool occurs, also with gaps between its elements.

For each length n and gap s: element k of all windows is a slice from k * (s + 1) on; a window is an n-gram where all of
its elements are equal; sums over the windows are counts. Counts times a matrix of weights go to their places.
"""

from __future__ import annotations

import numpy as np

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["OPS"]

_MOST = 1 << 22  # elements of the matrix of weights
_MOST_GAPS = 64


def vectorizer(node: OnnxNode) -> Value:
    """A vector of counts, or one for each row of a matrix."""
    x = node.value(0)
    if node.has("pool_strings"):
        node.fail("unsupported-attr-value", "strings cannot be computed on an NPU", hint="numbers for words")
    dims = node.shape(x).dims if node.rank(x) in (1, 2) else ()
    length = dims[-1] if dims else None
    if not isinstance(length, int):
        node.fail("shape-unknown", "needs rows of a known length", got=str(node.shape(x)), as_error=True)
    rows = node.add("Reshape", [x, node.const_ints((-1, length), "rows_shape")], tag="rows")
    parts: list[Value] = []
    kept: list[int] = []  # numbers of the n-grams that are counted, in the order of the pool
    for size, first, table in _grams(node):
        if node.int("min_gram_length") <= size <= node.int("max_gram_length"):
            counts = _counts(node, rows, length, size, table)
            if counts is not None:
                parts.append(counts)
                kept += range(first, first + len(table))
    weights = _weights(node, kept)
    if not parts:
        node.fail("attr-constraint", "no n-gram fits a row", got=str(length))
    found = (
        parts[0] if len(parts) == 1 else node.add("ConcatD", [parts], {"concat_dim": 1, "N": len(parts)}, tag="counts")
    )
    if node.choice("mode", "TF", "IDF", "TFIDF") == "IDF":
        found = node.add("Minimum", [found, node.const_like(1, found, "one")], tag="found")
    matrix = node.constant(TensorValue.from_array(weights), "weights")
    if len(dims) == 2:
        return node.add("MatMulV2", [found, matrix])
    vectors = node.add("MatMulV2", [found, matrix], tag="vectors")
    return node.add("Reshape", [vectors, node.const_ints((-1,), "flat")])


def _grams(node: OnnxNode) -> list[tuple[int, int, list[tuple[int, ...]]]]:
    """(length, number of the first, n-grams) for each length."""
    pool, starts = node.ints("pool_int64s") or (), node.ints("ngram_counts") or ()
    found: list[tuple[int, int, list[tuple[int, ...]]]] = []
    number = 0
    for at, start in enumerate(starts):
        size, end = at + 1, starts[at + 1] if at + 1 < len(starts) else len(pool)
        if not 0 <= start <= end <= len(pool) or (end - start) % size:
            node.fail("attr-constraint", "`ngram_counts` cuts the pool into n-grams", got=str(list(starts)))
        table = [pool[place : place + size] for place in range(start, end, size)]
        if table:
            found.append((size, number, table))
        number += len(table)
    if number != len(node.ints("ngram_indexes") or ()):
        node.fail("attr-constraint", "`ngram_indexes` has a place for each n-gram", expected=str(number))
    return found


def _counts(node: OnnxNode, rows: Value, length: int, size: int, table: list[tuple[int, ...]]) -> Value | None:
    """[rows, n-grams of one length]; None where no window fits."""
    gaps = min(node.int("max_skip_count"), _MOST_GAPS) if size > 1 else 0
    total: Value | None = None
    for gap in range(gaps + 1):
        windows = length - (size - 1) * (gap + 1)
        if windows <= 0:
            break
        hits: Value | None = None
        for place in range(size):
            own = _is_element(node, rows, place * (gap + 1), windows, [gram[place] for gram in table])
            hits = own if hits is None else node.add("LogicalAnd", [hits, own], tag="hits")
        assert hits is not None
        counted = node.add(
            "ReduceSum",
            [node.cast(hits, DataType.FLOAT, "ones"), node.const_ints((1,), "axes")],
            {"keep_dims": False},
            tag="count",
        )
        total = counted if total is None else node.add("Add", [total, counted], tag="count")
    return total


def _is_element(node: OnnxNode, rows: Value, start: int, windows: int, numbers: list[int]) -> Value:
    """[rows, windows, n-grams]: whether the element of the window is that of the n-gram."""
    bounds = [
        node.const_ints((number,), name) for number, name in ((start, "begin"), (start + windows, "end"), (1, "axes"))
    ]
    column = node.add("StridedSliceV2", [rows, *bounds], tag="column")
    spread = node.add("Unsqueeze", [column], {"axes": (2,)}, tag="spread")
    return node.add("Equal", [spread, node.const_ints(numbers, "pool", node.need_dtype(rows))], tag="equal")


def _weights(node: OnnxNode, kept: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """[counted n-grams, places]: the weight of each at its place."""
    places = node.ints("ngram_indexes") or ()
    given = node.any("weights")
    if not places or min(places) < 0 or len(kept) * (max(places) + 1) > _MOST:
        node.fail("attr-constraint", "`ngram_indexes` are places of a vector", got=str(list(places[:8])))
    factors = [float(number) for number in given] if given and node.string("mode") != "TF" else [1.0] * len(places)
    if len(factors) != len(places):
        node.fail("attr-constraint", "`weights` has one for each n-gram", expected=str(len(places)))
    matrix = np.zeros((len(kept), max(places) + 1), np.float32)
    for row, number in enumerate(kept):
        matrix[row, places[number]] = factors[number]
    return matrix


OPS = {
    "TfIdfVectorizer": onnx_op(
        vectorizer,
        "X",
        "max_gram_length:i! max_skip_count:i! min_gram_length:i! mode:s! ngram_counts:is! ngram_indexes:is!"
        " pool_int64s:is pool_strings:ss weights:fs",
        since=9,
    )
}
