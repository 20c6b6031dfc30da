"""Shapes of random numbers and of dropout masks: one bit an element, in blocks of 128 bits."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, need_rank, product_of, size_at
from metadef.infer.shape.creation import by_value
from metadef.infer.shape.gather import counted
from metadef.ops.call import Call
from metadef.types.dim import ceil_div
from metadef.types.shape import Shape

__all__ = [
    "candidates",
    "choice_mask",
    "dropout",
    "mask_of",
    "multinomial",
    "one_by_attr",
    "sampled",
    "samples_each",
    "shaped_first",
]

_BLOCK_BITS, _BLOCK_BYTES = 128, 16


def _mask_bytes(shape: Shape) -> Shape:
    count = shape.numel()
    return Shape((None if count is None else ceil_div(count, _BLOCK_BITS) * _BLOCK_BYTES,))


def mask_of(name: str = "shape") -> Callable[[Call], Shape]:
    """A mask for a tensor of the shape that an input spells: ceil(elements / 128) * 16 bytes."""

    def rule(call: Call) -> Shape:
        sizes = dims_at(call, name)
        return Shape.unknown(1) if sizes is None else _mask_bytes(Shape(sizes))

    return rule


def dropout(call: Call) -> list[Shape]:
    """DropOutV3: like x, and a mask of bits."""
    x = call.shape("x")
    return [x, _mask_bytes(x)]


def samples_each(parameter: str) -> Callable[[Call], Shape]:
    """RandomPoisson and RandomGamma: `shape` samples for each parameter, its own shape behind."""

    def rule(call: Call) -> Shape:
        first, rest = by_value("shape")(call), call.shape(parameter)
        return UNKNOWN if first.rank is None or rest.rank is None else Shape((*first, *rest))

    return rule


def shaped_first(call: Call) -> list[Shape]:
    """The first output has the shape that `shape` spells; the others are inputs of the same name, overwritten."""
    first = by_value("shape")(call)
    return [first, *[call.shape(port.name) for port in call.proto.outputs[1:]]]


def multinomial(port: str, attr: str = "", count: str = "num_samples") -> Callable[[Call], Shape]:
    """[batch, classes] -> [batch, samples]; a vector of classes gives a vector.

    C1: rank 1 or 2. C2: the number of samples is not negative.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        need_rank(call, x, port, 1, 2)
        samples = call.int_attr(attr) if attr else size_at(call, count)
        if isinstance(samples, int) and samples < 0:
            call.fail("shape-mismatch", "there is a number of samples [C2]", expected=">= 0", got=str(samples))
        return UNKNOWN if x.rank is None else Shape((*x.dims[:-1], samples))

    return rule


def candidates(call: Call) -> list[Shape]:
    """Candidate samplers: [num_sampled], the expected counts of the true classes, and of the sampled ones."""
    sampled = Shape((call.int_attr("num_sampled"),))
    return [sampled, call.shape("true_classes"), sampled]


def choice_mask(call: Call) -> list[Shape]:
    """RandomChoiceWithMask: [count, rank] coordinates, and whether each is valid; 0 asks for all true elements.

    C1: count is not negative.
    """
    x = call.shape("x")
    count: Axis = call.int_attr("count") if "count" in call.proto.attr_index else size_at(call, "count")
    if isinstance(count, int) and count < 0:
        call.fail("shape-mismatch", "`count` says how many are chosen [C1]", expected=">= 0", got=str(count))
    if count == 0:
        count = counted(call, x, "chosen")
    return [Shape((count, x.rank)), Shape((count,))]


def one_by_attr(name: str) -> Callable[[Call], Shape]:
    """A vector as long as an attribute says."""

    def rule(call: Call) -> Shape:
        return Shape((product_of((call.int_attr(name),)),))

    return rule


def sampled(call: Call) -> list[Shape]:
    """TopKTopPSample and V2: one token a row of the logits [batch, vocabulary], then tensors like the logits.

    C1: logits are a matrix. C2: there is one k and one p a row.
    """
    logits = call.shape("logits")
    need_rank(call, logits, "logits", 2)
    rows: Axis = logits[0] if logits.rank else None
    for port in ("top_k", "top_p"):
        given = call.shape(port)
        if need_rank(call, given, port, 1):
            rows = agree(call, rows, given[0], f"rows of logits and `{port}` [C2]")
    return [Shape((rows,)), *[logits] * (len(call.proto.outputs) - 1)]
