"""Results of control flow: If and Case join their branches, While gives what its state can be, calls what they call.

The engine infers the subgraphs first and hands over what they return (`call.subgraph_outputs`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from metadef.infer.shape.common import UNKNOWN, divided, join_shapes, need_rank
from metadef.ops.call import Call
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = [
    "called",
    "called_dtypes",
    "joined",
    "joined_dtypes",
    "looped",
    "looped_dtypes",
    "map_index",
    "merge",
    "switch",
    "taken_branch",
]


def _results(call: Call, slot: str) -> Sequence[TensorDesc] | None:
    found = call.subgraph_outputs.get(slot)
    if found is None:
        return None
    count = call.output_count(call.proto.outputs[0].name)
    if len(found) != count:
        call.fail(
            "subgraph-mismatch",
            f"subgraph `{slot}` returns another number of results",
            expected=f"{count}",
            got=f"{len(found)}",
        )
    return found


def _branches(call: Call) -> list[Sequence[TensorDesc]]:
    taken = taken_branch(call, call.subgraph_outputs)
    found = [_results(call, slot) for slot in call.subgraph_outputs if taken in (None, slot)]
    return [descs for descs in found if descs is not None]


def taken_branch(call: Call, slots: Container[str]) -> str | None:
    """The only one of the branches that a known condition or index lets run; None where several may."""
    port = next((port for port in ("cond", "branch_index") if port in call.proto.input_index), "")
    known = call.value(port) if port else None
    item = known.item() if known is not None else None
    if not isinstance(item, int):
        return None
    slot = f"branches{item}" if port == "branch_index" else "then_branch" if item else "else_branch"
    return slot if slot in slots else None


def joined(call: Call) -> list[Shape]:
    """If and Case: what is true of every branch's result; of the only one's that runs where that is known.

    C1: branches return as many results as the operator has outputs.
    """
    count = call.output_count(call.proto.outputs[0].name)
    branches = _branches(call)
    if not branches:
        return [UNKNOWN] * count
    shapes = [desc.origin_shape for desc in branches[0]]
    for branch in branches[1:]:
        shapes = [join_shapes(a, b.origin_shape) for a, b in zip(shapes, branch, strict=True)]
    return shapes


def joined_dtypes(call: Call) -> list[DataType]:
    """If and Case: the type of every branch's result.

    C2: branches return the same types.
    """
    count = call.output_count(call.proto.outputs[0].name)
    branches = _branches(call)
    types = [desc.dtype for desc in branches[0]] if branches else [DataType.UNDEFINED] * count
    for branch in branches[1:]:
        for at, desc in enumerate(branch):
            if types[at] is DataType.UNDEFINED:
                types[at] = desc.dtype
            elif desc.dtype not in (types[at], DataType.UNDEFINED):
                call.fail(
                    "dtype-mismatch",
                    f"branches return different types as result {at} [C2]",
                    expected=types[at].name,
                    got=desc.dtype.name,
                )
    return types


def _looped(call: Call) -> Sequence[TensorDesc]:
    results = _results(call, "body")
    return results if results is not None else call.members(call.proto.inputs[-1].name)


def looped(call: Call) -> list[Shape]:
    """While and For: the loop's state, joined over any number of rounds, also none."""
    state = call.members(call.proto.inputs[-1].name)
    return [join_shapes(a.origin_shape, b.origin_shape) for a, b in zip(state, _looped(call), strict=True)]


def looped_dtypes(call: Call) -> list[DataType]:
    """While and For: the types of the loop's state do not change.

    C3: the body returns the types that it takes.
    """
    types: list[DataType] = []
    for at, (before, after) in enumerate(zip(call.members(call.proto.inputs[-1].name), _looped(call), strict=True)):
        if DataType.UNDEFINED not in (before.dtype, after.dtype) and before.dtype is not after.dtype:
            call.fail(
                "dtype-mismatch",
                f"the body takes and returns different types as state {at} [C3]",
                expected=before.dtype.name,
                got=after.dtype.name,
            )
        types.append(after.dtype if before.dtype is DataType.UNDEFINED else before.dtype)
    return types


def called(call: Call) -> list[Shape]:
    """PartitionedCall: what the called graph returns."""
    return joined(call)


def called_dtypes(call: Call) -> list[DataType]:
    """PartitionedCall: the types that the called graph returns."""
    return joined_dtypes(call)


def switch(port: str = "data") -> Callable[[Call], list[Shape]]:
    """Switch: either output is the data.

    C1: the condition is one truth value.
    """

    def rule(call: Call) -> list[Shape]:
        count = call.shape("pred").numel() if "pred" in call.proto.input_index else None
        if isinstance(count, int) and count != 1:
            call.fail("shape-mismatch", "the condition is one truth value [C1]", expected="1 element", got=str(count))
        return [call.shape(port)] * sum(call.output_count(out.name) for out in call.proto.outputs)

    return rule


def map_index(call: Call) -> Shape:
    """MapIndex: which of the rows in `data_seq` is x: one number, which chooses a branch of Case.

    C1: x is a vector. C2: `data_seq` is a vector of rows as long as x.
    """
    x, rows = call.shape("x"), call.shape("data_seq")
    need_rank(call, x, "x", 1)
    need_rank(call, rows, "data_seq", 1)
    length = x[0] if x.rank else None
    if isinstance(length, int) and length > 0 and rows.rank:
        divided(call, rows[0], length, "the length of x and that of data_seq [C2]")
    return Shape(())


def merge(call: Call) -> list[Shape]:
    """Merge: one of the inputs, and the number of which."""
    shapes = call.shapes("x")
    result = shapes[0] if shapes else UNKNOWN
    for shape in shapes[1:]:
        result = join_shapes(result, shape)
    return [result, Shape(())]
