"""The target's library has no such operator.

Only a library that is known as a whole can say so: `"complete": true` in its capability file. Operators that the graph
engine runs itself (inputs, constants, views, control flow) stand in no library.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.support.record import Use
from metadef.errors import Finding, did_you_mean, finding
from metadef.ops.traits import VIEW

__all__ = ["check"]

# Operators without a kernel: the graph engine runs or removes them.
_ENGINE = frozenset(
    """
    Bitcast Case Const Constant ConstPlaceHolder Data Enter Exit ExpandDims FileConstant Flatten FlattenV2 For Identity
    IdentityN If LoopCond Merge NetOutput NextIteration NoOp PartitionedCall Placeholder PlaceholderWithDefault RefData
    RefEnter RefExit RefMerge RefNextIteration RefSwitch Rank Reshape Shape ShapeN Size Squeeze SqueezeV2 SqueezeV3
    StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile StopGradient StreamMerge StreamSwitch Switch
    TransData Unsqueeze UnsqueezeV2 UnsqueezeV3 Variable VarHandleOp While
    """.split()
)


def check(use: Use) -> Iterator[Finding]:
    """One finding for an operator that a complete library does not list."""
    node = use.node
    if use.support is not None or not use.target.is_complete or not node.proto.outputs:
        return
    if node.op in _ENGINE or VIEW in node.proto.trait_set or node.subgraphs:
        return
    listed = use.target.operators
    yield finding(
        "unsupported-on-target",
        use.subject,
        f"the library of {use.target.chip.soc} has no operator {node.op}",
        expected=f"one of the {len(listed)} operators that it lists",
        got=node.op,
        hint=did_you_mean(node.op, listed),
    )
