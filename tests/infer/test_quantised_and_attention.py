"""Shapes and types of quantised products and of attention for inference, worked out by hand from their definitions."""

from __future__ import annotations

from typing import Any

import pytest

from metadef import DataType, Dim, MetadefError, TensorDesc, infer_call

F16, F32, I4, I8, I32, I64, U64 = (DataType[name] for name in "FLOAT16 FLOAT INT4 INT8 INT32 INT64 UINT64".split())
BF16 = DataType.BF16


def of(dtype: DataType, *dims: Any) -> TensorDesc:
    return TensorDesc(dims, dtype)


def test_a_quantised_convolution_has_the_shape_of_a_convolution_and_the_type_that_is_named():
    call = [of(I8, "n", 32, 16, 16), of(I8, 64, 32, 3, 3), of(U64, 64)]
    attrs = {"dtype": F16.ge_value, "strides": (1, 1, 2, 2), "pads": (1, 1, 1, 1)}
    assert infer_call("QuantConv2D", call, attrs) == [of(F16, "n", 64, 8, 8)]
    with pytest.raises(MetadefError, match="channels"):
        infer_call("QuantConv2D", [call[0], of(I8, 64, 16, 3, 3), call[2]], attrs)


def test_an_extended_convolution_may_give_its_result_twice():
    call = [of(F16, 1, 3, 8, 8), of(F16, 4, 3, 3, 3)]
    attrs = {"strides": (1, 1, 1, 1), "dual_output": True, "dtype1": I8.ge_value}
    assert infer_call("ExtendConv2D", call, attrs) == [of(F16, 1, 4, 6, 6), of(I8, 1, 4, 6, 6)]
    single = infer_call("ExtendConv2D", call, {"strides": (1, 1, 1, 1)})
    assert single[0] == of(F16, 1, 4, 6, 6)
    assert single[1].shape.known_dims() == (0,)


@pytest.mark.parametrize("op", ["QuantBatchMatmulV3", "QuantBatchMatmulV4"])
def test_quantised_products(op: str):
    x1, x2 = of(I8, "b", 5, 16), of(I8, 1, 8, 16)
    inputs = [x1, x2, of(F32, 8)] if op.endswith("3") else [x1, x2]
    found = infer_call(op, inputs, {"dtype": BF16.ge_value, "transpose_x2": True})
    assert found == [of(BF16, "b", 5, 8)]


def test_a_packed_weight_holds_eight_numbers_an_element():
    scale = of(F16, 24)
    assert infer_call("WeightQuantBatchMatmulV2", [of(F16, 4, 16), of(I32, 16, 3), scale]) == [of(F16, 4, 24)]
    assert infer_call("WeightQuantBatchMatmulV2", [of(F16, 4, 16), of(I8, 16, 24), scale]) == [of(F16, 4, 24)]
    packed = [of(F16, 4, 16), of(I32, 24, 2), scale]
    assert infer_call("WeightQuantBatchMatmulV2", packed, {"transpose_weight": True}) == [of(F16, 4, 24)]
    scaled = [of(F16, 4, 16), of(I8, 16, 24), scale, None, of(F32, 24)]
    assert infer_call("WeightQuantBatchMatmulV2", scaled) == [of(I8, 4, 24)]


def grouped(xs: list[TensorDesc], weights: list[TensorDesc], **attrs: int | bool) -> list[TensorDesc]:
    return infer_call("GroupedMatmul", [xs, weights, [], [], [], [], [], of(I64, 3)], attrs)


def test_grouped_products():
    n, m = Dim.symbol("n"), Dim.symbol("m")
    xs, weights = [of(F16, n, 8), of(F16, m, 4)], [of(F16, 8, 5), of(F16, 4, 6)]
    assert grouped(xs, weights) == [of(F16, n, 5), of(F16, m, 6)]
    assert grouped([of(F16, n, 8)], [of(F16, 3, 8, 5)], split_item=3, group_type=0) == [of(F16, n, 5)]
    assert grouped([of(F16, n, 8)], [of(F16, 3, 5, 8)], group_type=0, transpose_weight=True) == [of(F16, n, 5)]
    across = grouped([of(F16, 8, n)], [of(F16, 8, 5)], group_type=2, transpose_x=True)
    assert across == [of(F16, 3, n, 5)]
    quantised = grouped([of(I8, n, 8)], [of(I8, 3, 8, 5)], group_type=0, dtype=1)
    assert quantised == [of(BF16, n, 5)]
    with pytest.raises(MetadefError, match="inner dimensions"):
        grouped([of(F16, n, 8)], [of(F16, 3, 7, 5)], group_type=0)


@pytest.mark.parametrize(
    ("layout", "query", "value", "expected", "lse"),
    [
        ("BSH", ("b", "s", 64), ("b", "t", 64), ("b", "s", 64), ("b", 4, "s", 1)),
        ("BNSD", ("b", 4, "s", 16), ("b", 4, "t", 8), ("b", 4, "s", 8), ("b", 4, "s", 1)),
        ("BSND", ("b", "s", 4, 16), ("b", "t", 4, 16), ("b", "s", 4, 16), ("b", 4, "s", 1)),
        ("BNSD_BSND", ("b", 4, "s", 16), ("b", 4, "t", 16), ("b", "s", 4, 16), ("b", 4, "s", 1)),
        ("TND", ("t", 4, 16), ("u", 4, 16), ("t", 4, 16), ("t", 4, 1)),
    ],
)
def test_attention_for_inference(layout: str, query: Any, value: Any, expected: Any, lse: Any):
    q, v = TensorDesc(query, F16), TensorDesc(value, F16)
    attrs = {"num_heads": 4, "input_layout": layout}
    assert infer_call("PromptFlashAttention", [q, v, v], attrs) == [TensorDesc(expected, F16)]
    assert infer_call("IncreFlashAttention", [q, [v], [v]], attrs) == [TensorDesc(expected, F16)]
    both = infer_call("FusedInferAttentionScore", [q, [v], [v]], attrs | {"softmax_lse_flag": True})
    assert both == [TensorDesc(expected, F16), TensorDesc(lse, F32)]


def test_attention_of_8_bit_queries_is_16_bit_unless_a_scale_is_fed():
    q, attrs = of(I8, 1, 2, 64), {"num_heads": 4}
    assert infer_call("PromptFlashAttention", [q, q, q], attrs)[0].dtype is F16
    fed = [q, q, q, None, None, None, None, None, None, None, of(F32, 1)]
    assert infer_call("PromptFlashAttention", fed, attrs)[0].dtype is I8


def test_an_unknown_layout_is_refused():
    with pytest.raises(MetadefError, match="input_layout"):
        infer_call("PromptFlashAttention", [of(F16, 1, 2, 64)] * 3, {"num_heads": 4, "input_layout": "HSB"})
