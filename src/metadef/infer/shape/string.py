"""Shapes of operators on strings: searching, joining, splitting, decoding characters, counting n-grams."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    int_at,
    ints_at,
    need_rank_within,
    normalise_distinct,
    product_of,
    vector_length,
)
from metadef.infer.shape.handles import SCALAR, first, one
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "characters",
    "csv",
    "decode_raw",
    "encoded",
    "formatted",
    "joined",
    "ngrams",
    "normalised",
    "reduce_join",
    "segment_join",
    "split",
    "substrings",
    "tf_idf",
]


def csv(call: Call) -> list[Shape]:
    """DecodeCSV: each column has a field a record.

    C1: a default is one number or string, or none at all. C2: columns that are selected ascend, one an output.
    """
    for shape in call.shapes("record_defaults"):
        size = shape.numel()
        if isinstance(size, int) and size > 1:
            call.fail("shape-mismatch", "a default is one number or none [C1]", expected="0 or 1", got=str(size))
    columns, count = call.ints_attr("select_cols"), call.output_count("output")
    if columns and (len(columns) != count or list(columns) != sorted(set(columns)) or columns[0] < 0):
        call.fail(
            "attr-constraint",
            "`select_cols` names a column an output, in ascending order [C2]",
            expected=f"{count} columns",
            got=str(list(columns)),
        )
    return [call.shape("records")] * count


def decode_raw(call: Call) -> Shape:
    """DecodeRaw: the numbers in each string lie along a new last axis; all strings have one length."""
    x = call.shape("bytes")
    return UNKNOWN if x.rank is None else Shape((*x, None))


def formatted(call: Call) -> Shape:
    """StringFormat: one string.

    C1: the template has a placeholder for each tensor.
    """
    mark = call.str_attr("placeholder")
    places, count = call.str_attr("template").count(mark) if mark else 0, len(call.members("x"))
    if places != count:
        call.fail("attr-constraint", "a placeholder is for one tensor [C1]", expected=f"{count}", got=f"{places}")
    return SCALAR


def joined(call: Call) -> Shape:
    """StringJoin: the strings of all, place by place; scalars go to every place.

    C1: all but scalars have one shape.
    """
    shapes = call.shapes("x")
    given = [shape for shape in shapes if shape.rank]
    if not given:
        return UNKNOWN if any(shape.rank is None for shape in shapes) else SCALAR
    result = given[0]
    for shape in given[1:]:
        result = agree_shapes(call, result, shape, "the shapes of what is joined [C1]")
    return result


def reduce_join(call: Call) -> Shape:
    """ReduceJoin: the strings along some axes become one; without axes nothing is joined.

    C1: the axes exist, each is named once.
    """
    x, axes, keep = call.shape("input"), ints_at(call, "reduction_indices"), call.bool_attr("keep_dims")
    if x.rank is None:
        return UNKNOWN
    if axes is None:
        count = vector_length(call, "reduction_indices")
        if keep:
            return Shape.unknown(x.rank)
        return Shape.unknown(x.rank - count) if count is not None and count <= x.rank else UNKNOWN
    found = normalise_distinct(call, axes, x.rank, "`reduction_indices` [C1]")
    if keep:
        return Shape([1 if place in found else size for place, size in enumerate(x)])
    return Shape([size for place, size in enumerate(x) if place not in found])


def ngrams(call: Call) -> list[Shape]:
    """StringNGrams: n-grams of ragged rows of strings, and where each row begins.

    C1: data and splits are vectors. C2: n-grams have positive widths.
    """
    need_rank_within(call, "data", 1, 1)
    need_rank_within(call, "data_splits", 1, 1)
    widths = call.ints_attr("ngram_widths")
    if min(widths, default=1) <= 0:
        call.fail("attr-constraint", "widths are positive [C2]", expected="> 0", got=str(list(widths)))
    return [Shape((None,)), Shape((first(call.shape("data_splits")),))]


def normalised(call: Call) -> Shape:
    """StringNormalizer: the strings without stop words; one empty string where none is left.

    C1: the input is [n] or [1, n].
    """
    x = call.shape("input")
    need_rank_within(call, "input", 1, 2)
    if x.rank == 2:
        agree(call, x[0], 1, "the only row and the number of rows [C1]")
    if x.rank is None or not call.attr("stopwords"):
        return x
    most = x[-1]
    left: Axis = None
    if most is not None:
        left = call.store.fresh("words", 1, max(most, 1) if isinstance(most, int) else None, call.subject)
    return x.with_dim(x.rank - 1, left)


def split(port: str) -> Callable[[Call], list[Shape]]:
    """StringSplit: words of each string as a sparse matrix, [n, 2], [n], [2].

    C1: the strings are a vector. C2: the separator is one string.
    """

    def rule(call: Call) -> list[Shape]:
        need_rank_within(call, "input", 1, 1)
        one(port, law="C2")(call)
        words = call.store.fresh("words", 0, None, call.subject)
        return [Shape((words, 2)), Shape((words,)), Shape((2,))]

    return rule


def substrings(call: Call) -> Shape:
    """Substr: the broadcast of strings and positions.

    C1: positions and lengths have one shape.
    """
    where = agree_shapes(call, call.shape("pos"), call.shape("len"), "the shapes of `pos` and `len` [C1]")
    return broadcast_shapes(call, [call.shape("input"), where])


def tf_idf(call: Call) -> Shape:
    """TfIdfVectorizer: a weight for each n-gram of the pool, in places that `ngram_indexes` names: [n] or [rows, n].

    C1: the input is a row or rows. C2: places are not negative.
    """
    x, places = call.shape("input"), call.ints_attr("ngram_indexes")
    need_rank_within(call, "input", 1, 2)
    if not places or min(places) < 0:
        call.fail("attr-constraint", "`ngram_indexes` are places [C2]", expected=">= 0", got=str(list(places)))
    return UNKNOWN if x.rank is None else Shape((*x.dims[:-1], max(places) + 1))


def characters(call: Call) -> list[Shape]:
    """UnicodeDecode: where each string's characters begin, one more than strings; all characters; and their places."""
    x = call.shape("input")
    count = product_of(x) if x.rank is not None else None
    found = call.store.fresh("characters", 0, None, call.subject)
    splits = Shape((None if count is None else count + 1,))
    return [splits, *[Shape((found,))] * (len(call.proto.outputs) - 1)]


def encoded(call: Call) -> Shape:
    """UnicodeEncode: a string for each row of characters; splits have one entry more than there are rows.

    C1: characters and splits are vectors. C2: there is a first split.
    """
    need_rank_within(call, "input_values", 1, 1)
    need_rank_within(call, "input_splits", 1, 1)
    splits = first(call.shape("input_splits"))
    if isinstance(splits, int) and splits < 1:
        call.fail("shape-mismatch", "splits begin with 0 [C2]", expected="1 or more", got="0")
    return Shape((None if splits is None else splits - 1,))


def segment_join(call: Call) -> Shape:
    """UnsortedSegmentJoin: `num_segments` strings for each place behind the axes of the ids.

    C1: ids have the shape of the input's leading axes. C2: `num_segments` is one number, not negative.
    """
    x, ids = call.shape("input"), call.shape("segment_ids")
    one("num_segments", law="C2")(call)
    count = int_at(call, "num_segments")
    if count is not None and count < 0:
        call.fail("shape-mismatch", "`num_segments` is not negative [C2]", expected=">= 0", got=str(count))
    if x.rank is None or ids.rank is None:
        return UNKNOWN
    if ids.rank > x.rank:
        call.fail("rank-mismatch", "ids have leading axes of the input [C1]", expected=f"{x}", got=f"{ids}")
    for place, (a, b) in enumerate(zip(x, ids, strict=False)):
        agree(call, a, b, f"axis {place} of the input and the ids [C1]")
    return Shape((count, *x.dims[ids.rank :]))
