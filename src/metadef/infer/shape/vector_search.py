"""Shapes of searching for near vectors: tables of distances, scans of codes, means of clusters, addresses of rows."""

from __future__ import annotations

from metadef.infer.shape.common import agree, need_rank_within
from metadef.infer.shape.handles import first, same_rows, vector
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["address_table", "distance_tables", "means", "scanned", "taken"]


def distance_tables(call: Call) -> Shape:
    """GenADC: for each bucket the distance of each part of the query from each code, [buckets, parts, codes].

    The code book is [parts, codes, part length], the query a vector, a centroid of each bucket one more. C1: those are
    their ranks. C2: the buckets are a vector. C3: the query is as long as a centroid.
    """
    for port, rank in (("query", 1), ("code_book", 3), ("centroids", 2)):
        need_rank_within(call, port, rank, rank)
    vector("bucket_list")(call)
    query, book, centroids = (call.shape(port) for port in ("query", "code_book", "centroids"))
    if query.rank and centroids.rank:
        agree(call, query[0], centroids[1], "the lengths of query and centroids [C3]")
    parts, codes = (book[0], book[1]) if book.rank else (None, None)
    return Shape((first(call.shape("bucket_list")), parts, codes))


def means(call: Call) -> list[Shape]:
    """KMeansCentroids: sums [clusters, length] and numbers [clusters, 1] of the points x that are nearest to
    each centroid y, and the sum of all distances [1].

    C1: points and centroids are matrices. C2: they have one length.
    """
    for port in ("x", "y"):
        need_rank_within(call, port, 2, 2)
    x, y = call.shape("x"), call.shape("y")
    length = agree(call, x[1] if x.rank else None, y[1] if y.rank else None, "the lengths of x and y [C2]")
    return [Shape((first(y), length)), Shape((first(y), 1)), Shape((1,))]


def scanned(call: Call) -> list[Shape]:
    """ScanPQCodes: a number of results [1], room for `total_limit` distances, the best of each group, lists and places.

    C1: limit and group size are positive. C2: there is a distance, a limit and an offset for each bucket.
    """
    limit, group = call.int_attr("total_limit"), call.int_attr("group_size")
    if limit <= 0 or group <= 0:
        call.fail("attr-constraint", "limit and group are positive [C1]", expected="> 0", got=f"{limit} and {group}")
    vector("bucket_list")(call)
    same_rows("bucket_list", "bucket_base_distance", "bucket_limits", "bucket_offsets")(call)
    room = Shape((limit,))
    return [Shape((1,)), room, Shape((-(-limit // group),)), room, room]


def taken(call: Call) -> list[Shape]:
    """CondTake: the elements that a mask selects, their places, and how many these are [1].

    C1: data and mask have one shape.
    """
    data, mask = call.shape("data"), call.shape("mask")
    if data.rank is not None and mask.rank is not None:
        if data.rank != mask.rank:
            call.fail("rank-mismatch", "data and mask have one shape [C1]", expected=f"{data}", got=f"{mask}")
        data = Shape([agree(call, a, b, "the shapes of data and mask [C1]") for a, b in zip(data, mask, strict=True)])
    return [data, data, Shape((1,))]


_FIELDS = 4  # number of the device, local address, remote address, size


def address_table(call: Call) -> Shape:
    """IndexToAddr: a line of four numbers for each row of the block, which is contiguous in the stored matrix.

    C1: matrix and block have as many axes.
    """
    whole, block = call.ints_attr("ori_shape"), call.ints_attr("block_size")
    if not block or len(whole) != len(block):
        call.fail(
            "attr-constraint",
            "`ori_shape` and `block_size` have one number an axis [C1]",
            expected=f"{len(whole)} numbers",
            got=str(block),
        )
    return Shape((block[0], _FIELDS))
