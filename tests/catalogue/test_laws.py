"""Laws over a whole call: an axis that is not there is refused, by the prototype or by its shape rule."""

from __future__ import annotations

import pytest

from infer_cases import public, public_disagreements
from metadef import DataType, MetadefError, TensorDesc, check_call, infer_call
from metadef.catalogue import registry
from metadef.ops.ports import AttrSpec, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind

ONE = {"axis", "dim", "dimension", "split_dim", "concat_dim", "begin_norm_axis", "seq_dim", "batch_dim"}
SEVERAL = {"axes", "axis", "dim", "dims", "perm"}
FILLED: dict[AttrKind, object] = {
    AttrKind.Int: 2,
    AttrKind.Float: 1.0,
    AttrKind.Bool: False,
    AttrKind.String: "none",
    AttrKind.ListInt: (1, 1),
    AttrKind.ListFloat: (1.0,),
    AttrKind.Type: DataType.FLOAT,
}
OUTSIDE = 77


def is_axis(proto: OpProto, spec: AttrSpec) -> bool:
    """`dims` of fills are lengths, the axis of ConcatOffsetD is that of tensors whose shapes are its inputs, an input
    decides the axis of GatherD, and CANN's own test gives Scale the axis 1 of a vector."""
    if proto.name in ("FillD", "FillV2D", "ConcatOffsetD", "GatherD", "Scale"):
        return False
    return spec.name in (ONE if spec.kind is AttrKind.Int else SEVERAL if spec.kind is AttrKind.ListInt else ())


def with_an_axis() -> list[tuple[str, str]]:
    """Described operators that keep their inputs' types apart from attributes, and their attribute of an axis."""
    return [
        (proto.name, spec.name)
        for proto in registry()
        if proto.shape_rule is not None and all(item.doc for item in (*proto.inputs, *proto.outputs, *proto.attrs))
        for spec in proto.attrs
        if is_axis(proto, spec)
    ]


AXES = with_an_axis()


def problems(name: str, attr: str, axis: int) -> set[str]:
    """What prototype and shape rule say of a call with matrices and this axis."""
    proto = registry().lookup(name)
    inputs: list[TensorDesc | list[TensorDesc] | None] = []
    for port in proto.inputs:
        desc = TensorDesc((4, 4), next(iter(port.types), DataType.FLOAT))
        inputs.append(
            [desc, desc] if port.kind is PortKind.DYNAMIC else desc if port.kind is PortKind.REQUIRED else None
        )
    attrs = {spec.name: FILLED[spec.kind] for spec in proto.attrs if spec.required and spec.name != attr}
    attrs[attr] = axis if proto.attr_spec(attr).kind is AttrKind.Int else (axis,)
    found = {item.name for item in check_call(name, inputs, attrs)}
    try:
        infer_call(name, inputs, attrs)
    except MetadefError as error:
        found |= {item.name for item in error.findings}
    return found & {"axis-out-of-range", "call-constraint", "rank-mismatch", "shape-mismatch", "attr-constraint"}


def test_60_axes_are_looked_at() -> None:
    assert len(AXES) > 60


@pytest.mark.parametrize(("name", "attr"), AXES)
def test_an_axis_that_is_not_there_is_refused(name: str, attr: str) -> None:
    assert problems(name, attr, OUTSIDE)


@pytest.mark.parametrize(
    ("name", "attr", "rank"),
    [(name, attr, rank) for name, attr in AXES for rank in (1, 3) if registry().lookup(name).laws],
)
def test_the_law_takes_exactly_the_axes_of_the_rank(name: str, attr: str, rank: int) -> None:
    proto = registry().lookup(name)
    descs = [TensorDesc((3,) * rank, next(iter(port.types), DataType.FLOAT)) for port in proto.inputs]
    base = {spec.name: FILLED[spec.kind] for spec in proto.attrs if spec.required}
    others = {spec.name: 0 for spec in proto.attrs if is_axis(proto, spec) and spec.kind is AttrKind.Int}
    taken: list[int] = []
    for axis in range(-rank - 2, rank + 2):
        value = axis if proto.attr_spec(attr).kind is AttrKind.Int else (0, axis)
        found = check_call(name, descs, {**base, **others, attr: value})
        if not [item for item in found if item.name == "call-constraint"]:
            taken.append(axis)
    assert taken == list(range(-rank, rank))


def test_unknown_ranks_scalars_and_the_unset_axis_are_no_offence() -> None:
    unknown, scalar = TensorDesc(None, DataType.FLOAT), TensorDesc((), DataType.FLOAT)
    assert check_call("SoftmaxV2", [unknown], {"axes": (9,)}) == []
    assert check_call("SoftmaxV2", [scalar], {"axes": (-1,)}) == []
    vectors = TensorDesc((2, 3), DataType.FLOAT)
    assert check_call("Cross", [vectors, vectors], {}) == []


def test_the_finding_names_the_axis_and_the_law() -> None:
    (item,) = check_call("SoftmaxV2", [TensorDesc((2, 3), DataType.FLOAT)], {"axes": (1, 2)})
    assert item.name == "call-constraint"
    assert "`axes` names axis 2 of `x`, which has rank 2 [SoftmaxV2 C1]" in item.message


@pytest.mark.parametrize(
    ("op", "low", "high", "equal_is_legal"),
    [("HardtanhGrad", "min_val", "max_val", True), ("FakeQuantWithMinMaxArgs", "min", "max", False)],
)
def test_a_range_has_its_ends_in_order(op: str, low: str, high: str, equal_is_legal: bool) -> None:
    inputs = [TensorDesc((2,), DataType.FLOAT) for _ in registry().lookup(op).inputs]
    assert check_call(op, inputs, {low: -1.0, high: 1.0}) == []
    assert (check_call(op, inputs, {low: 1.0, high: 1.0}) == []) == equal_is_legal
    assert [item.name for item in check_call(op, inputs, {low: 2.0, high: 1.0})] == ["call-constraint"]


def test_laws_refuse_no_public_case_that_infers() -> None:
    refused = [
        case.text
        for case in [*public(), *(case for case, _, _ in public_disagreements())]
        if registry().lookup(case.op).laws
        and case.expected != "fails"
        and any(item.name == "call-constraint" for item in check_call(case.op, case.inputs, case.attrs))
    ]
    assert refused == []
