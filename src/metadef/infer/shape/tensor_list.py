"""Shapes of lists, arrays and maps of tensors that live behind a handle.

A handle does not say what is in its list, but most operators are told the shape of an element: as an attribute, where
-1 is an unknown size and [-2] an unknown rank, or as an input, where -1 is an unknown size and a single -1 an unknown
rank.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, Axis, agree, agree_shapes, dims_at, int_at, ints_at, need_rank_within
from metadef.infer.shape.creation import spelt
from metadef.infer.shape.handles import SCALAR, first, one, same_rows, vector
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "array_gather",
    "array_parts",
    "length",
    "list_concat",
    "list_element",
    "list_gather",
    "list_of_rows",
    "list_of_slices",
    "list_pop",
    "list_stack",
    "merged",
    "pushed_rows",
    "reserved",
]


def element(call: Call, port: str = "element_shape") -> Shape:
    """The shape that an input spells for the elements of a list.

    C1: it is a vector of sizes that are -1 or more, or the single number -1.
    """
    given = call.shape(port)
    need_rank_within(call, port, 0, 1)
    if given.rank is None or given.rank == 0:
        return UNKNOWN
    sizes = dims_at(call, port)
    if sizes is None:
        return UNKNOWN
    for size in sizes:
        if isinstance(size, int) and size < -1:
            call.fail("shape-mismatch", "sizes of an element are -1 or more [C1]", expected=">= -1", got=str(size))
    return Shape([None if isinstance(size, int) and size == -1 else size for size in sizes])


def _of_attr(call: Call, name: str) -> Shape:
    return spelt(call, name)


def _stacked(rows: Axis, each: Shape) -> Shape:
    return UNKNOWN if each.rank is None else Shape((rows, *each))


def array_gather(call: Call) -> Shape:
    """TensorArrayGather: [indices, element..].

    C2: the indices are a vector.
    """
    vector("indices")(call)
    return _stacked(first(call.shape("indices")), _of_attr(call, "element_shape"))


def array_parts(call: Call) -> list[Shape]:
    """TensorArrayConcat: the elements one after the other along their first axis, and the length of each."""
    return [_stacked(None, _of_attr(call, "element_shape_except0")), Shape((None,))]


def list_element(call: Call) -> Shape:
    """TensorListGetItem: an element.

    C2: the index is one number.
    """
    one("index", law="C2")(call)
    return element(call)


def list_pop(call: Call) -> list[Shape]:
    """TensorListPopBack: a handle, and an element."""
    return [SCALAR, element(call)]


def list_gather(call: Call) -> Shape:
    """TensorListGather: [indices, element..].

    C2: the indices are a vector.
    """
    vector("indices")(call)
    return _stacked(first(call.shape("indices")), element(call))


def list_stack(call: Call) -> Shape:
    """TensorListStack: [elements, element..]; `num_elements` is -1 where it is not known.

    C2: it is -1 or more.
    """
    count = call.int_attr("num_elements")
    if count < -1:
        call.fail("attr-constraint", "`num_elements` is -1 or a number [C2]", expected=">= -1", got=str(count))
    return _stacked(None if count == -1 else count, element(call))


def list_concat(call: Call) -> list[Shape]:
    """TensorListConcatV2: the elements one after the other along their first axis, and the length of each.

    C2: an element has a first axis.
    """
    each = element(call)
    if each.rank == 0:
        call.fail("rank-mismatch", "elements have an axis to be joined along [C2]", expected="rank 1 or more", got="0")
    return [_stacked(None, each if each.rank is None else Shape(each.dims[1:])), Shape((None,))]


def list_of_rows(*counts: str, rows: str = "", port: str = "tensor") -> Callable[[Call], Shape]:
    """A handle of a list whose elements are the rows of a tensor.

    C2: rows have the shape of an element. C3: there is a row for each index. C4: `counts`
    hold one number each.
    """
    laws = [one(*counts, law="C4"), *([vector(rows), same_rows(port, rows)] if rows else [same_rows(port)])]

    def rule(call: Call) -> Shape:
        for law in laws:
            law(call)
        _need_element(call, port, 0)
        return SCALAR

    return rule


def list_of_slices(port: str = "tensor") -> Callable[[Call], Shape]:
    """A handle of a list whose elements are runs of a tensor's rows.

    C2: behind their first axis they have the shape of an element. C3: the lengths are a vector, not negative, and
    cover the rows.
    """
    laws = [vector("lengths"), same_rows(port)]

    def rule(call: Call) -> Shape:
        for law in laws:
            law(call)
        lengths = ints_at(call, "lengths")
        if lengths is not None:
            if min(lengths, default=0) < 0:
                call.fail("shape-mismatch", "lengths are not negative [C3]", expected=">= 0", got=str(min(lengths)))
            agree(call, first(call.shape(port)), sum(lengths), "the rows and the sum of the lengths [C3]")
        _need_element(call, port, 1)
        return SCALAR

    return rule


def _need_element(call: Call, port: str, of_element: int) -> None:
    """The axes of a tensor behind its first one are those of an element, where that is told [C2]."""
    if "element_shape" not in call.proto.input_index:
        return
    tensor, each = call.shape(port), element(call)
    if tensor.rank and each.rank is not None and each.rank >= of_element:
        left, right = Shape(tensor.dims[1:]), Shape(each.dims[of_element:])
        agree_shapes(call, left, right, "rows of the tensor and of an element [C2]")


def merged(left: str, right: str) -> Callable[[Call], Shape]:
    """TensorListConcatLists: lists are joined one by one.

    C1: there are as many on either side.
    """

    def rule(call: Call) -> Shape:
        return agree_shapes(call, call.shape(left), call.shape(right), f"the shapes of {left} and {right} [C1]")

    return rule


def pushed_rows(call: Call) -> Shape:
    """TensorListPushBackBatch: a row of the tensor goes to the end of each list.

    C2: the handles are a vector. C3: there are as many rows as handles.
    """
    vector("input_handles")(call)
    same_rows("input_handles", "tensor")(call)
    return Shape((first(call.shape("input_handles")),))


def length(name: str) -> Callable[[Call], Shape]:
    """A handle of a list as long as an input says.

    C1: that is one number, not negative.
    """

    def rule(call: Call) -> Shape:
        one(name)(call)
        given = int_at(call, name)
        if given is not None and given < 0:
            call.fail("shape-mismatch", f"`{name}` is a length [C1]", expected=">= 0", got=str(given))
        return SCALAR

    return rule


def reserved(count: str) -> Callable[[Call], Shape]:
    """TensorListReserve: a handle of a list of elements of a shape.

    C1: `element` and `length` hold.
    """

    def rule(call: Call) -> Shape:
        element(call)
        return length(count)(call)

    return rule
