"""Traits follow from what an operator means; the sets here were written from that meaning, not from the families."""

import pytest

from metadef.catalogue import registry
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.ops.traits import (
    BROADCAST,
    COMMUTATIVE,
    CONTROL_FLOW,
    ELEMENTWISE,
    PURE,
    RANDOM,
    REDUCTION,
    STATEFUL,
    VIEW,
)
from metadef.types.dtype import DataType


def having(trait: str) -> list[OpProto]:
    return [proto for proto in registry() if proto.has_trait(trait)]


@pytest.mark.parametrize(
    ("trait", "names"),
    [
        (PURE, "Conv2D MatMulV2 Add Reshape Cast SoftmaxV2 ConcatD Shape GatherV2 TopKV2 BNInfer Const LayerNorm"),
        (STATEFUL, "Variable Assign QueueEnqueue HcomAllReduce Print LookupTableInsert EmbeddingTableImport Send"),
        (RANDOM, "RandomUniform Dropout DropOutGenMask Multinomial TruncatedNormal StatelessRandomNormalV2"),
        (VIEW, "Reshape Squeeze SqueezeV3 Unsqueeze ExpandDims FlattenV2 Bitcast"),
        (REDUCTION, "ReduceSum ReduceMeanD ReduceAny ArgMaxV2 EuclideanNorm GlobalAveragePool"),
        (BROADCAST, "Add Sub Mul RealDiv Pow Equal Less LogicalAnd SelectV2"),
        (COMMUTATIVE, "Add Mul Maximum Minimum Equal LogicalOr BitwiseXor"),
        (ELEMENTWISE, "Relu Exp Sqrt Cast Sigmoid Erf LogicalNot Neg"),
        (CONTROL_FLOW, "If While Case For PartitionedCall"),
    ],
)
def test_well_known_operators_have_the_trait(trait: str, names: str) -> None:
    assert [name for name in names.split() if not registry().lookup(name).has_trait(trait)] == []


@pytest.mark.parametrize(
    ("trait", "names"),
    [
        (PURE, "Assign ScatterUpdate ApplyAdam RandomUniform If While Print Data HcomAllReduce InnerIdentity Variable"),
        (COMMUTATIVE, "Sub Div RealDiv Pow Less Greater MulNoNan FloorMod IsClose"),
        (ELEMENTWISE, "SoftmaxV2 LayerNorm Cumsum Transpose GLU BatchNorm MaxPool"),
        (VIEW, "Transpose BroadcastTo Slice Identity"),
        (REDUCTION, "Cumsum SoftmaxV2 ReduceJoin"),
    ],
)
def test_other_operators_lack_it(trait: str, names: str) -> None:
    assert [name for name in names.split() if registry().lookup(name).has_trait(trait)] == []


def test_what_runs_subgraphs_declares_them() -> None:
    assert [proto.name for proto in having(CONTROL_FLOW)] == [proto.name for proto in registry() if proto.graphs]


def test_pure_operators_write_no_input_and_touch_no_resource() -> None:
    only_resource = DataType.RESOURCE.mask
    for proto in having(PURE):
        assert not proto.in_place, proto.name
        assert not proto.has_trait(STATEFUL), proto.name
        assert all(port.types.mask != only_resource for port in (*proto.inputs, *proto.outputs)), proto.name


def test_commutative_operators_take_the_same_from_both_sides() -> None:
    for proto in having(COMMUTATIVE):
        first, second = proto.inputs[:2]
        assert (first.types, first.kind) == (second.types, PortKind.REQUIRED), proto.name


def test_elementwise_and_view_operators_have_one_output() -> None:
    for trait in (ELEMENTWISE, VIEW):
        for proto in having(trait):
            assert len(proto.outputs) == 1, proto.name
            assert proto.inputs, proto.name


def test_random_operators_are_pure_only_when_the_seed_is_an_input() -> None:
    names = [proto.name for proto in having(RANDOM) if proto.has_trait(PURE)]
    assert names
    assert all(name.startswith(("Stateless", "DSAStateless")) for name in names)


def test_the_most_used_operators_are_documented_in_a_sentence() -> None:
    documented = [proto for proto in registry() if proto.summary]
    assert len(documented) >= 600
    for proto in documented:
        assert proto.summary.endswith("."), proto.name
        assert len(proto.summary) <= 120, proto.name


def test_a_described_operator_without_traits_writes_in_place_or_belongs_to_the_graph_itself() -> None:
    """Inputs of the graph, marks for the engine, `Empty`, whose elements are undefined, and what TensorFlow calls in
    place although the output has another name."""
    without = [
        proto.name
        for proto in registry()
        if proto.summary and not proto.trait_set and not proto.in_place and "internal" not in proto.categories
    ]
    undescribed = {proto.name for proto in registry() if any(not port.doc for port in (*proto.inputs, *proto.outputs))}
    assert sorted(set(without) - undescribed) == sorted(
        [
            *("Data", "RefData", "Empty", "Enter", "Exit", "LoopCond", "Merge", "NextIteration", "Switch"),
            *("AtomicAddrClean", "ControlTrigger", "Copy", "MemSet", "NoOp"),
            *("InplaceAdd", "InplaceAddD", "InplaceSub", "InplaceSubD", "InplaceUpdate", "InplaceUpdateD"),
        ]
    )


def test_every_operator_with_a_rule_or_a_description_has_a_category() -> None:
    assert [proto.name for proto in registry() if proto.summary and not proto.categories] == []
