"""Sequences whose members the model fixes: they are taken apart while importing, since Ascend graphs carry tensors.

A sequence is a placeholder that nothing reads in the end. One that is still read then, because it leaves the graph or
goes into a loop or a branch, is a finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.concat_split import joined_along, split_into
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.descriptors import NOTHING_KNOWN
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.session import NO_SEQUENCES
from metadef.frontend.onnx.unroll import MOST_STEPS, joined, slices
from metadef.graph.value import Value
from metadef.ops.builtin import opaque

__all__ = ["OPS"]


def _made(node: OnnxNode, members: Sequence[Value]) -> Value:
    """A placeholder for a sequence of tensors."""
    made = node.add_node(opaque(node.head.kind), list(members), outputs=[NOTHING_KNOWN])
    node.importer.session.sequences[made.output] = tuple(members)
    node.importer.session.sequence_subjects[made.output] = node.subject
    return made.output


def _members(node: OnnxNode, index: int) -> tuple[Value, ...]:
    """The tensors of an input that is a sequence."""
    found = node.importer.session.sequences.get(node.value(index))
    if found is None:
        message = f"{node.op} is taken apart while importing, and the model does not fix what its sequence holds"
        node.fail("unsupported-op", message, expected="a sequence of known tensors", hint=NO_SEQUENCES)
    return found


def _place(node: OnnxNode, index: int, count: int, default: int) -> int:
    """A known position, negative ones from the end; `default` where it is not given."""
    value = node.optional(index)
    if value is None:
        return default
    known = node.known_ints(value)
    if known is None or len(known) != 1:
        node.fail("shape-unknown", "a position in a sequence must be known", hint="a constant", as_error=True)
    place = known[0] + count if known[0] < 0 else known[0]
    if not 0 <= place <= default:
        node.fail("axis-out-of-range", "no such position", expected=f"{-count} to {default}", got=str(known[0]))
    return place


def construct(node: OnnxNode) -> Value:
    """The inputs, in order."""
    return _made(node, node.all_inputs())


def empty(node: OnnxNode) -> Value:
    """No tensor."""
    return _made(node, ())


def insert(node: OnnxNode) -> Value:
    """One more, at the end unless a position is given."""
    members = _members(node, 0)
    place = _place(node, 2, len(members), len(members))
    return _made(node, (*members[:place], node.value(1), *members[place:]))


def erase(node: OnnxNode) -> Value:
    """One less, the last unless a position is given."""
    members = _members(node, 0)
    place = _place(node, 1, len(members), len(members) - 1)
    return _made(node, members[:place] + members[place + 1 :])


def at(node: OnnxNode) -> Value:
    """One of them."""
    members = _members(node, 0)
    return node.add("Identity", [members[_place(node, 1, len(members), len(members) - 1)]])


def length(node: OnnxNode) -> Value:
    """Their number."""
    return node.const_int(len(_members(node, 0)), "length")


def concat(node: OnnxNode) -> Value:
    """All of them along an axis, or along a new one."""
    members = _members(node, 0)
    if not members:
        node.fail("port-count", "nothing to concatenate", expected="one tensor or more", got="an empty sequence")
    axis = node.int("axis")
    if node.flag("new_axis"):
        return joined(node, members, axis)
    rank = next((rank for member in members if (rank := node.rank(member)) is not None), None)
    return joined_along(node, members, axis if rank is None else normalised(node, (axis,), rank)[0])


def split(node: OnnxNode) -> Value:
    """Parts of known sizes along an axis; slices without it where `keepdims` is 0 and no sizes are given."""
    x, given = node.value(0), node.optional(1)
    rank = node.need_rank(x, "a sequence of parts")
    axis = normalised(node, (node.int("axis"),), rank)[0]
    if given is None:
        parts = slices(node, x, axis, "slices")
        if node.flag("keepdims"):
            parts = [node.add("Unsqueeze", [part], {"axes": (axis,)}, tag="part") for part in parts]
        return _made(node, parts)
    sizes = node.known_ints(given)
    dims = node.dims(x)
    size = dims[axis] if dims is not None else None
    if sizes is not None and node.rank(given) == 0 and isinstance(size, int) and sizes[0] > 0:
        whole, rest = divmod(size, sizes[0])
        sizes = (sizes[0],) * whole + ((rest,) if rest else ())
    elif sizes is not None and node.rank(given) == 0:
        sizes = None
    if not sizes or len(sizes) > MOST_STEPS:
        node.fail(
            "shape-unknown", f"1 to {MOST_STEPS} parts of known sizes are needed", hint="constant sizes", as_error=True
        )
    return _made(node, split_into(node, x, sizes, axis, "parts"))


def map_(node: OnnxNode) -> Sequence[Value]:
    """The body, written out for the tensors at each place of the sequences; a tensor goes to every place."""
    body: Any = node.any("body")
    sequences = node.importer.session.sequences
    columns = [sequences.get(value, value) for value in node.all_inputs()]
    count = len(_members(node, 0))
    if count > MOST_STEPS or len(body.input) != len(columns) or len(body.output) != len(node.outputs):
        node.fail(
            "subgraph-mismatch",
            "the body must take a tensor for each input and give one for each output",
            expected=f"{len(columns)} inputs and {len(node.outputs)} outputs, for {MOST_STEPS} tensors at most",
            got=f"{len(body.input)} inputs and {len(body.output)} outputs, for {count} tensors",
        )
    if any(isinstance(column, tuple) and len(column) != count for column in columns):
        node.fail("shape-mismatch", "the sequences differ in length", expected=str(count))
    results: list[list[Value]] = [[] for _ in node.outputs]
    own = node.name.removeprefix(node.importer.scope.prefix)
    for index in range(count):
        arguments = [column[index] if isinstance(column, tuple) else column for column in columns]
        made = node.importer.inline_graph(body, arguments, f"{own}/place_{index}/", node.subject)
        for whole, part in zip(results, made, strict=True):
            whole.append(part)
    return [_made(node, whole) for whole in results]


OPS = {
    "ConcatFromSequence": onnx_op(concat, "input_sequence", "axis:i! new_axis:i=0", since=11),
    "SequenceAt": onnx_op(at, "input_sequence position", since=11),
    "SequenceConstruct": onnx_op(construct, "inputs*", since=11),
    "SequenceEmpty": onnx_op(empty, "", "dtype:i", since=11),
    "SequenceErase": onnx_op(erase, "input_sequence position?", since=11),
    "SequenceInsert": onnx_op(insert, "input_sequence tensor position?", since=11),
    "SequenceLength": onnx_op(length, "input_sequence", since=11),
    "SequenceMap": onnx_op(map_, "input_sequence additional_inputs*", "body:g!", since=17),
    "SplitToSequence": onnx_op(split, "input split?", "axis:i=0 keepdims:i=1", since=11),
}
