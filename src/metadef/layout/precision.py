"""Precision modes: which element types a node may run in. Layout then chooses types and formats together.

A mode orders the typings of a node, by their labels, into groups. The first group of which the node has a column
counts; within a group the cheapest wins, with the Casts that it needs. Labels:

    own         every tensor in its type of the model
    FLOAT16     every FLOAT tensor that may be, in that type; BF16 and HIFLOAT8 likewise
    FLOAT16>own the inputs in that type, the outputs in their own

Source of the modes: the public ATC guide (--precision_mode, --precision_mode_v2).
"""

from __future__ import annotations

from collections.abc import Mapping

from metadef.errors import MetadefError
from metadef.graph.node import Node
from metadef.infer.call import infer_call
from metadef.layout.classes import layout_class
from metadef.ops.builtin import is_opaque
from metadef.ops.check import check_prototype
from metadef.ops.ports import Port
from metadef.ops.traits import CONTROL_FLOW, STATEFUL
from metadef.types.dtype import DataType

__all__ = [
    "MODES",
    "OWN",
    "Typing",
    "groups_of",
    "label_of",
    "low_types",
    "port_of_inputs",
    "port_of_outputs",
    "typings",
]

OWN = "own"
_ONLY_OWN = frozenset({OWN})
Typing = tuple[tuple[DataType | None, ...], tuple[DataType | None, ...]]  # per flat input, per flat output
Groups = tuple[frozenset[str], ...]

_HALF, _BRAIN, _HIF8 = "FLOAT16", "BF16", "HIFLOAT8"


def _groups(*labels: str) -> Groups:
    """One group a word; `a|b` is a group of two."""
    return tuple(frozenset(label.split("|")) for label in labels)


_KEEP = _groups(OWN)
_NEEDED = _groups(OWN, _HALF, f"{_HALF}>{OWN}", _BRAIN, "FLOAT")  # what the model says where that is offered
_TO_HALF = _groups(_HALF, f"{_HALF}>{OWN}", OWN)
_TO_BRAIN = _groups(_BRAIN, f"{_BRAIN}>{OWN}", OWN)
_CUBE_HALF = _groups(f"{_HALF}>{OWN}", _HALF, OWN)
_CUBE_HIF8 = _groups(f"{_HIF8}>{OWN}", _HIF8, OWN)
_MIX_HALF, _MIX_BRAIN, _MIX_HIF8 = (_groups(f"{OWN}|{low}", f"{low}>{OWN}") for low in (_HALF, _BRAIN, _HIF8))
_TO_HIF8 = _groups(_HIF8, f"{_HIF8}>{OWN}", OWN)

# mode -> groups for cube operators, for operators that lose precision easily, and for all others
_Mode = tuple[Groups, Groups, Groups]
_MIXED_HALF: _Mode = (_TO_HALF, _NEEDED, _MIX_HALF)
_MIXED_BRAIN: _Mode = (_TO_BRAIN, _NEEDED, _MIX_BRAIN)
_CUBE_IN_HALF: _Mode = (_CUBE_HALF, _NEEDED, _NEEDED)
MODES: Mapping[str, _Mode] = {
    "must_keep_origin_dtype": (_KEEP, _KEEP, _KEEP),
    "origin": (_KEEP, _KEEP, _KEEP),
    "force_fp16": (_TO_HALF, _TO_HALF, _TO_HALF),
    "fp16": (_TO_HALF, _TO_HALF, _TO_HALF),
    "allow_fp32_to_fp16": (_TO_HALF, _NEEDED, _NEEDED),
    "allow_fp32_to_bf16": (_TO_BRAIN, _groups(OWN, _BRAIN), _groups(OWN, _BRAIN)),
    "force_fp32": _CUBE_IN_HALF,
    "cube_fp16in_fp32out": _CUBE_IN_HALF,
    "allow_mix_precision": _MIXED_HALF,
    "allow_mix_precision_fp16": _MIXED_HALF,
    "mixed_float16": _MIXED_HALF,
    "allow_mix_precision_bf16": _MIXED_BRAIN,
    "mixed_bfloat16": _MIXED_BRAIN,
    "mixed_hif8": (_TO_HIF8, _NEEDED, _MIX_HIF8),
    "cube_hif8": (_CUBE_HIF8, _NEEDED, _NEEDED),
    "": (_NEEDED, _NEEDED, _NEEDED),
}
# Sums of many terms and steep functions, kept in full precision. Source: the mixed-precision literature (Micikevicius
# et al. 2018) and the lists that AMP implementations share; an op-info library's `precision_reduce.flag` goes before.
_SENSITIVE = frozenset(
    """
    Exp Expm1 Log Log1p Pow Rsqrt Reciprocal Cumsum Cumprod SoftmaxV2 LogSoftmaxV2 LayerNorm LayerNormV3 GroupNorm
    InstanceNorm RmsNorm ReduceSum ReduceSumD ReduceMean ReduceMeanD ReduceProd ReduceLogSumExp L2Loss LpNorm
    SoftmaxCrossEntropyWithLogits
    """.split()
)
_CUBE = frozenset({"conv", "matmul"})


def groups_of(mode: str, node: Node, listed: str = "") -> Groups:
    """The groups of labels for a node, the best first.

    Args:
        listed: the `precision_reduce.flag` of an op-info library: "true" may be lowered, "false" must not be.
    """
    cube, sensitive, other = MODES[mode]
    if listed == "false" and mode.startswith(("allow_mix", "mixed_")):
        return sensitive
    if layout_class(node) in _CUBE or (listed == "true" and mode.startswith(("allow_mix", "mixed_"))):
        return cube
    return sensitive if node.op in _SENSITIVE else other


def low_types(mode: str) -> list[DataType]:
    """The types that a mode asks operators to run in, besides their own.

    >>> low_types("mixed_bfloat16")
    [BF16]
    """
    asked = [label.split(">")[0] for kind in MODES[mode] for label in sorted(kind[0])] if mode else []
    return [DataType[name] for name in dict.fromkeys(asked) if name != OWN]


def typings(node: Node, groups: Groups) -> list[Typing]:
    """The typings that metadef's own columns have for a node: its own first, then those that the labels name."""
    keep: Typing = (None,) * len(node.inputs), (None,) * len(node.outputs)
    found: list[Typing] = [keep]
    if groups[0] == _ONLY_OWN:  # metadef's own columns take every type that the prototype takes
        return found
    for low in dict.fromkeys(label.split(">")[0] for group in groups for label in sorted(group)):
        typing = _lowered(node, DataType[low]) if low != OWN else None
        if typing is not None:
            found.append(typing)
            outs = [port.types for port in port_of_outputs(node)]
            mixed = all(value.desc.dtype in types for value, types in zip(node.outputs, outs, strict=True))
            if layout_class(node) in _CUBE and mixed:
                found.append((typing[0], keep[1]))
    return found


def _lowered(node: Node, low: DataType) -> Typing | None:
    """Every FLOAT input that may be, in another type; None where the prototype refuses that or nothing changes."""
    proto = node.proto
    if is_opaque(proto) or node.subgraphs or proto.has_trait(STATEFUL) or proto.has_trait(CONTROL_FLOW):
        return None
    if proto.name in ("Cast", "TransData"):
        return None
    ins = tuple(
        low if value is not None and value.desc.dtype is DataType.FLOAT and low in port.types else None
        for value, port in zip(node.inputs, port_of_inputs(node), strict=True)
    )
    if not any(ins):
        return None
    descs = [
        None if value is None else value.desc if dtype is None else value.desc.with_dtype(dtype)
        for value, dtype in zip(node.inputs, ins, strict=True)
    ]
    counts = node.counts or tuple(1 for _ in proto.inputs)
    try:
        if check_prototype(proto, descs, node.attrs, counts=counts):
            return None
        inferred = infer_call(proto, descs, node.attrs, counts=node.counts, output_counts=node.output_counts)
    except MetadefError:
        return None
    if len(inferred) != len(node.outputs):
        return None
    outs = tuple(
        None if desc.dtype in (value.desc.dtype, DataType.UNDEFINED) else desc.dtype
        for desc, value in zip(inferred, node.outputs, strict=True)
    )
    return ins, outs


def label_of(typing: Typing) -> str:
    """The label of a typing, "" for one that no mode asks for.

    >>> label_of(((DataType.FLOAT16, None), (None,)))
    'FLOAT16>own'
    """
    ins, outs = ({dtype for dtype in side if dtype is not None} for side in typing)
    if not ins and not outs:
        return OWN
    if len(ins | outs) != 1:
        return ""
    (dtype,) = ins | outs
    return dtype.name if outs or not typing[1] else f"{dtype.name}>{OWN}"


def _spread(ports: tuple[Port, ...], counts: tuple[int, ...] | None) -> list[Port]:
    return [port for port, size in zip(ports, counts or (1,) * len(ports), strict=False) for _ in range(size)]


def port_of_inputs(node: Node) -> list[Port]:
    """The port of each flat input."""
    return _spread(node.proto.inputs, node.counts)


def port_of_outputs(node: Node) -> list[Port]:
    """The port of each flat output."""
    return _spread(node.proto.outputs, node.output_counts)
