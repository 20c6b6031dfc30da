"""Constraints refuse what an attribute cannot mean, and nothing that it can."""

from __future__ import annotations

import pytest

from infer_cases import public, public_disagreements
from metadef.catalogue import registry
from metadef.ops.check import canonical_attrs
from metadef.ops.proto import OpProto


def refused(proto: OpProto, attrs: dict[str, object]) -> list[str]:
    """Attributes whose constraint the call breaks."""
    return sorted(
        item.message.split("`")[1]
        for item in canonical_attrs(proto, attrs, proto.name)[1]
        if item.name == "attr-constraint"
    )


def test_more_than_280_attributes_have_a_constraint() -> None:
    assert sum(spec.constraint is not None for proto in registry() for spec in proto.attrs) > 280


def test_every_default_obeys_its_constraint() -> None:
    broken = [
        f"{proto.name}.{spec.name} = {spec.default!r}: {spec.constraint}"
        for proto in registry()
        for spec in proto.attrs
        if spec.constraint is not None and spec.default is not None and not spec.constraint.holds(spec.default)
    ]
    assert broken == []


def test_constraints_refuse_only_public_cases_that_must_fail() -> None:
    """900 calls of CANN's own unit tests: what they infer is legal, and six of those that fail break a constraint."""
    cases = [*public(), *(case for case, _, _ in public_disagreements())]
    assert len(cases) > 900
    seen: list[tuple[str, str]] = []
    for case in cases:
        proto = registry().lookup(case.op)
        known = {name: value for name, value in case.attrs.items() if name in proto.attr_index}
        for name in refused(proto, known):
            assert case.expected == "fails", f"{case.text}: {name}"
            seen.append((case.op, name))
    assert sorted(seen) == [
        ("AdaptiveAvgPool2d", "output_size"),
        ("AdaptiveAvgPool2d", "output_size"),
        ("Im2col", "dilations"),
        ("Im2col", "ksizes"),
        ("Im2col", "padding_mode"),
        ("Im2col", "pads"),
    ]


@pytest.mark.parametrize(
    ("op", "attr", "legal", "illegal"),
    [
        ("Conv2D", "strides", (1, 1, 2, 2), (1, 1, 0, 2)),
        ("Conv2D", "strides", (2,), (2, 2, 2)),
        ("Conv2D", "pads", (-1, -1, -1, -1), (-2, 0, 0, 0)),
        ("Conv2D", "dilations", (1, 1, 1, 3), (1, 1, 1, -1)),
        ("Conv2D", "groups", 1, 0),
        ("Conv3D", "pads", (0, 0, 0, 0, 1, 2), (0, 0, 0, 0)),
        ("Conv2DTransposeD", "output_padding", (0, 0, 1, 0), (0, 0, -1, 0)),
        ("MaxPoolV3", "padding_mode", "SAME", "REFLECT"),
        ("MaxPoolV3", "ksize", (1, 1, 1, 1), (1, 1, 0, 1)),
        ("AvgPoolV2", "divisor_override", 0, -1),
        ("LayerNorm", "epsilon", 0.0, -1e-5),
        ("BatchNorm", "exponential_avg_factor", 1.0, 1.5),
        ("GroupNormV2", "num_groups", 32, 0),
        ("LRN", "depth_radius", 0, -1),
        ("SoftmaxV2", "axes", (1, 2), ()),
        ("GeluV2", "approximate", "tanh", "erf"),
        ("SoftShrink", "lambd", 0.0, -0.5),
        ("CeluV2", "alpha", -1.0, 0.0),
        ("Exp", "base", -1.0, -2.0),
        ("Eltwise", "mode", 2, 3),
        ("Shape", "dtype", 9, 0),
        ("SplitD", "num_split", 1, 0),
        ("SplitVD", "size_splits", (2, -1), (2, -2)),
        ("StridedSliceD", "strides", (1, -1), (1, 0)),
        ("DepthToSpace", "mode", "CRD", "RDC"),
        ("MirrorPad", "mode", "REFLECT", "reflect"),
        ("Resize", "mode", "cubic", "bicubic"),
        ("GridSampler2D", "padding_mode", "border", "wrap"),
        ("CommonLSTM", "direction", "bidirectional", "BIDIRECTIONAL"),
        ("CommonLSTM", "hidden_size", 1, 0),
        ("Dropout", "dropout_ratio", 0.0, 1.1),
        ("FlashAttentionScore", "keep_prob", 1.0, 0.0),
        ("FlashAttentionScore", "input_layout", "TND", "NTD"),
        ("FakeQuantWithMinMaxVars", "num_bits", 2, 17),
        ("MseLoss", "reduction", "none", "batchmean"),
        ("KLDiv", "reduction", "batchmean", "max"),
        ("NonMaxSuppression", "iou_threshold", 1.0, 1.01),
        ("Trilu", "upper", 1, 2),
        ("OneHot", "axis", -1, -2),
        ("STFT", "n_fft", 1, 0),
    ],
)
def test_the_border_is_legal_and_its_neighbour_is_not(op: str, attr: str, legal: object, illegal: object) -> None:
    proto = registry().lookup(op)
    assert refused(proto, {attr: legal}) == []
    assert refused(proto, {attr: illegal}) == [attr]
