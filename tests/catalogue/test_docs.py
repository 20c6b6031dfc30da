"""Descriptions of ports and attributes: whole, about this operator, and more than a name."""

import re

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.kernels.table import kernel_names
from metadef.ops.proto import OpProto

_WORD = re.compile(r"[a-z]+")
_FILLERS = set("a an the of is this input output attribute tensor operator value port name".split())
# `keep_dims`, `x1`: a word that looks like the name of a port or attribute
_NAME = re.compile(r"(?<![\w.])(?:[a-z]+(?:_[a-z0-9]+)+|[a-z]{1,3}\d)(?!\w)")
# words of that look that are no names: sizes in shapes, coordinates, values of attributes
_NO_NAMES = set(
    """d1 r1 r2 x1 y1 x2 y2 w_out h_out tf_crop_and_resize half_pixel align_corners round_prefer_floor
    round_prefer_ceil gelu_tanh batch_shape num_rows num_columns num_samples max_norm win_length en_us""".split()
)


def entries(proto: OpProto) -> list[tuple[str, str]]:
    """What may be described: name and description of every port, attribute and subgraph."""
    return [(item.name, item.doc) for item in (*proto.inputs, *proto.outputs, *proto.attrs, *proto.graphs)]


def described() -> list[OpProto]:
    """Public operators with a description of at least one part."""
    return [proto for proto in registry() if proto.name in FAMILY_OF and any(doc for _, doc in entries(proto))]


def test_at_least_650_operators_are_described_and_each_of_them_as_a_whole() -> None:
    """Nobody has to ask whether the next port of a described operator is described too."""
    protos = described()
    assert len(protos) >= 650
    assert [(proto.name, name) for proto in protos for name, doc in entries(proto) if not doc] == []
    assert [proto.name for proto in protos if not proto.summary] == []


def test_every_operator_with_a_reference_kernel_is_described() -> None:
    names = {proto.name for proto in described()}
    portless = {proto.name for proto in registry() if not entries(proto)}
    assert sorted(set(kernel_names()) & FAMILY_OF.keys() - names - portless) == []


def test_the_operators_of_common_models_are_described() -> None:
    wanted = """
        Conv2D Conv3D DepthwiseConv2D Conv2DTransposeD MaxPoolV3 AvgPoolV2 GlobalAveragePool MatMulV2 BatchMatMulV2
        FullyConnection BNInfer BatchNorm LayerNormV3 LayerNormV4 RmsNorm GroupNormV2 InstanceNorm SoftmaxV2 Relu
        GeluV2 Sigmoid Tanh Swish LeakyRelu PRelu Add Sub Mul RealDiv Pow Maximum Minimum Sqrt Rsqrt Exp Log Erf Cast
        ReduceSum ReduceMean ReduceMax ArgMaxV2 Cumsum TopKV2 Sort Reshape Transpose TransposeD ConcatV2 Split SplitV
        Slice StridedSliceV2 GatherV2 GatherNd ScatterNd ScatterElements Pack Unpack Squeeze Unsqueeze ExpandDims Tile
        BroadcastTo PadV3 Resize ResizeBilinearV2 OneHot Range Fill Shape Where NonZero SelectV2 Equal LogicalAnd
        AscendQuant AscendDequant AscendQuantV2 Quantize QuantBatchMatmulV3 DynamicRNN DynamicGRUV2 CommonLSTM
        CommonGRU If While Case PartitionedCall Switch Merge Data Const Variable Assign Dropout DropOutDoMask
        RandomUniform ApplyAdam ApplyAdamW ApplyMomentum SGD ApplyRMSProp SoftmaxCrossEntropyWithLogits CrossEntropyLoss
        FlashAttentionScore RotaryMul SwiGlu MoeGatingTopKSoftmax NonMaxSuppressionV6 ROIAlign TransData
    """
    names = {proto.name for proto in described()}
    assert sorted(set(wanted.split()) - names) == []


def test_a_description_says_more_than_the_name() -> None:
    for proto in described():
        for name, doc in entries(proto):
            own = set(_WORD.findall(name.lower())) | _FILLERS
            assert set(_WORD.findall(doc.lower())) - own, f"{proto.name} {name}: {doc}"


def test_a_description_is_a_short_phrase() -> None:
    """It stands behind the name in listings: one line, no full stop at its end, no capital at its beginning."""
    for proto in described():
        for name, doc in entries(proto):
            where = f"{proto.name} {name}: {doc}"
            assert doc == " ".join(doc.split()), where
            assert 8 <= len(doc) <= 140, where
            assert not doc.endswith("."), where
            first = doc.split()[0]
            assert first[0].islower() or not first.isalpha() or first.isupper() or doc.startswith(_VALUES), where


# descriptions that begin with a value of the attribute
_VALUES = ("Round ",)


def test_names_that_a_description_mentions_exist() -> None:
    for proto in described():
        known = {name for name, _ in entries(proto)} | _NO_NAMES
        for name, doc in entries(proto):
            unknown = set(_NAME.findall(doc)) - known
            assert not unknown, f"{proto.name} {name}: {doc}: {unknown}"


def test_no_description_speaks_of_a_default() -> None:
    """The default stands in the declaration; a second one could only disagree."""
    for proto in described():
        assert [name for name, doc in entries(proto) if "default" in doc.lower()] == [], proto.name
