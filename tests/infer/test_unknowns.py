"""What is unknown is a state: no rule of the catalogue crashes on it, and every output has a type."""

from __future__ import annotations

from typing import Any

import pytest

from metadef import DataType, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.infer.call import infer_call
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind

SHAPES: tuple[Any, ...] = (
    None,
    (),
    (None,),
    (None, None),
    (None, None, None),
    (None, None, None, None),
    (None, None, None, None, None),
    ("a", "a"),
    ("a", "b", "c", "d"),
    (0,),
    (2,),
    (4, 4),
    (4, 4, 4),
    (4, 4, 4, 4),
)

PLAUSIBLE: dict[str, Any] = {
    "Int": 1,
    "Float": 1.0,
    "Bool": False,
    "String": "SAME",
    "Type": DataType.FLOAT,
    "ListInt": (1, 1, 1, 1),
    "ListFloat": (1.0,),
    "ListBool": (True,),
    "ListString": (),
    "ListType": (DataType.FLOAT,),
    "ListListInt": ((0, 0), (0, 0)),
}

WITH_RULES = [proto for proto in registry() if proto.shape_rule is not None]
CONTROL_FLOW = {proto.name for proto in WITH_RULES if proto.graphs}


def outputs(proto: OpProto, shape: Any, wanted: DataType | None = None) -> list[TensorDesc] | MetadefError:
    inputs: list[TensorDesc] = []
    counts: list[int] = []
    for port in proto.inputs:
        counts.append(2 if port.kind is PortKind.DYNAMIC else 1)
        first = next(iter(port.types)) if len(port.types) else DataType.FLOAT
        dtype = wanted if wanted is not None and wanted in port.types else first
        inputs += [TensorDesc(shape, dtype)] * counts[-1]
    attrs = {spec.name: PLAUSIBLE[spec.kind.name] for spec in proto.attrs if spec.required}
    attrs |= {"N": 2} if attrs.get("N") == 1 else {}
    attrs |= {"dtype": "int8"} if attrs.get("dtype") == "SAME" else {}
    listed = [spec.name for spec in proto.attrs if spec.kind is AttrKind.ListType or spec.name == "output_types"]
    attrs |= dict.fromkeys(listed, (DataType.FLOAT,) * 2)
    try:
        return infer_call(proto, inputs, attrs, counts=tuple(counts))
    except MetadefError as error:
        return error


def test_more_than_420_operators_have_rules():
    assert len(WITH_RULES) >= 1200


def test_a_reduction_of_all_axes_is_a_number_whatever_the_rank() -> None:
    x = TensorDesc(None, DataType.FLOAT)
    for keep, expected in ((False, TensorDesc((), DataType.FLOAT)), (True, x)):
        attrs = {"axes": (), "keep_dims": keep}
        assert infer_call(registry().lookup("ReduceSumD"), [x], attrs) == [expected]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_no_rule_crashes_and_every_refusal_says_what_was_expected(shape: Any):
    for proto in WITH_RULES:
        given = outputs(proto, shape)
        if isinstance(given, MetadefError):
            assert [item.name for item in given.findings if item.name == "shape-rule-failed"] == [], proto.name
            # demands that cannot hold together name each other, instead of one that is right
            told = [item.expected or item.got or item.name == "shape-contradiction" for item in given.findings]
            assert all(told), (proto.name, str(given))


def test_inputs_of_unknown_rank_are_refused_only_for_their_attributes():
    refused = {
        (proto.name, item.name)
        for proto in WITH_RULES
        if isinstance(given := outputs(proto, None), MetadefError)
        for item in given.findings
    }
    assert {name for _, name in refused} <= {
        *("attr-constraint", "axis-out-of-range", "port-count", "shape-mismatch", "rank-mismatch")
    }
    assert {op for op, name in refused} <= {
        "AnchorResponseFlags",
        "AudioSpectrogram",
        "BoostedTreesBucketize",
        "Col2im",
        "ConfusionTransposeD",
        "Conv3D",
        "Conv3DTranspose",
        "Conv3DTransposeD",
        "Conv3DTransposeV2",
        "Conv3DV2",
        "Einsum",
        "ExtendConvTranspose",
        "FlashAttentionScore",
        "GetDynamicDims",
        "KLDiv",
        "PSROIPoolingGradV2D",
        "PhonyConcat",
        "QuantConv3D",
        "Roll",
        "RaggedTensorToTensor",
        "StringFormat",
        "TransposeD",
    }


def test_every_output_has_a_type_where_the_rule_holds():
    for proto in WITH_RULES:
        given = outputs(proto, None)
        if proto.name not in CONTROL_FLOW and not isinstance(given, MetadefError):
            assert DataType.UNDEFINED not in [desc.dtype for desc in given], proto.name


# Of these the header declares fewer types for the output than for the input, and the meaning keeps the input's type;
# or a required attribute names the type, which this test fills with FLOAT.
NARROWER_HEADERS = {"DeformableOffsetsGrad", "Inv", "MatrixSolveLs"}
TYPE_BY_ATTRIBUTE = {
    "CacheAllIndexToLocal",
    "DuaQuantizeAddLayerNorm",
    "ExtractJpegShape",
    "LookupTableExport",
    "Lu",
    "NonDeterministicInts",
    "RaggedRange",
    "SparseCross",
    "UniqueWithCounts",
    "UpperBound",
}


def test_an_inferred_type_is_one_that_the_output_port_declares():
    """For every type of the first input; other inputs have the same where they admit it."""
    wrong: set[tuple[str, str, str]] = set()
    for proto in WITH_RULES:
        if proto.graphs or not proto.inputs or proto.name in NARROWER_HEADERS | TYPE_BY_ATTRIBUTE:
            continue
        for dtype in proto.inputs[0].types:
            given = outputs(proto, None, dtype)
            if isinstance(given, MetadefError) or len(given) != len(proto.outputs):
                continue
            for port, desc in zip(proto.outputs, given, strict=True):
                if len(port.types) and desc.dtype not in port.types:
                    wrong.add((proto.name, dtype.name, desc.dtype.name))
    assert wrong == set()


@pytest.mark.parametrize("operator", ["ReduceSumD", "ReduceMaxD", "ReduceProdD"])
def test_what_all_axes_are_reduced_to_is_one_number_whatever_the_rank(operator: str):
    x = TensorDesc(None, DataType.FLOAT)
    attrs: dict[str, Any] = {"axes": (), "keep_dims": False}
    assert [desc.shape.rank for desc in infer_call(registry().lookup(operator), [x], attrs)] == [0]
    attrs["keep_dims"] = True
    assert [desc.shape.rank for desc in infer_call(registry().lookup(operator), [x], attrs)] == [None]
