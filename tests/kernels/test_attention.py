"""Attention and rotary embedding against onnx's reference implementation of the same functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper
from onnx.reference import ReferenceEvaluator

from kernel_cases import run

RNG = np.random.default_rng(7)
B, N, S, K, D = 2, 3, 4, 5, 6


def reference(op: str, inputs: dict[str, Any], attrs: dict[str, Any]) -> Any:
    kinds = {"float32": onnx.TensorProto.FLOAT, "bool": onnx.TensorProto.BOOL}
    names = [name if array is not None else "" for name, array in inputs.items()]
    fed = {name: array for name, array in inputs.items() if array is not None}
    node = helper.make_node(op, names, ["y"], **attrs)
    infos = [helper.make_tensor_value_info(name, kinds[array.dtype.name], array.shape) for name, array in fed.items()]
    graph = helper.make_graph([node], "g", infos, [helper.make_tensor_value_info("y", 1, None)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    return ReferenceEvaluator(model).run(None, fed)[0]


def drawn(*dims: int) -> Any:
    return RNG.normal(size=dims).astype(np.float32)


Q, KEY, V = drawn(B, N, S, D), drawn(B, N, K, D), drawn(B, N, K, D)
HIDDEN = RNG.random((1, 1, S, K)) < 0.3
HIDDEN[..., 0] = False


def laid_out(x: Any, layout: str) -> Any:
    match layout:
        case "BNSD":
            return x
        case "BSND":
            return x.transpose(0, 2, 1, 3)
        case "BSH":
            return x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1)
        case _:
            return x.transpose(2, 0, 1, 3).reshape(x.shape[2], x.shape[0], -1)


@pytest.mark.parametrize("layout", ["BNSD", "BSND", "BSH", "SBH"])
def test_flash_attention_in_every_layout(layout: str):
    expected = reference("Attention", {"Q": Q, "K": KEY, "V": V, "m": ~HIDDEN}, {"scale": 0.25})
    inputs = {name: laid_out(x, layout) for name, x in (("query", Q), ("key", KEY), ("value", V))}
    attrs = {"head_num": N, "input_layout": layout, "scale_value": 0.25}
    found = run("FlashAttentionScore", **inputs, atten_mask=HIDDEN, **attrs)[3]
    np.testing.assert_allclose(found, laid_out(expected, layout), rtol=1e-5, atol=1e-6)


def test_a_term_is_added_after_the_scale_or_before_it():
    term = drawn(B, N, S, K)
    after = reference("Attention", {"Q": Q, "K": KEY, "V": V, "m": term}, {"scale": 0.25})
    attrs = {"query": Q, "key": KEY, "value": V, "head_num": N, "input_layout": "BNSD", "scale_value": 0.25}
    np.testing.assert_allclose(
        run("FlashAttentionScore", **attrs, real_shift=term, pse_type=0)[3], after, rtol=1e-5, atol=1e-6
    )
    before = reference("Attention", {"Q": Q, "K": KEY, "V": V, "m": term * np.float32(0.25)}, {"scale": 0.25})
    np.testing.assert_allclose(
        run("FlashAttentionScore", **attrs, real_shift=term, pse_type=1)[3], before, rtol=1e-5, atol=1e-6
    )


def test_statistics_are_the_maximum_and_the_sum_of_each_row():
    found = run("FlashAttentionScore", query=Q, key=KEY, value=V, head_num=N, input_layout="BNSD", scale_value=0.5)
    scores = np.einsum("bnsd,bnkd->bnsk", Q, KEY) * 0.5
    most = scores.max(-1)
    np.testing.assert_allclose(found[0][..., 7], most, rtol=1e-5)
    np.testing.assert_allclose(found[1][..., 0], np.exp(scores - most[..., None]).sum(-1), rtol=1e-5)


def test_prompt_attention_repeats_keys_and_gives_another_layout():
    expected = reference("Attention", {"Q": Q, "K": KEY[:, :1], "V": V[:, :1]}, {"scale": 0.5})
    attrs = {"num_heads": N, "num_key_value_heads": 1, "input_layout": "BNSD_BSND", "scale_value": 0.5}
    (found,) = run("PromptFlashAttention", query=Q, key=KEY[:, :1], value=V[:, :1], **attrs)
    np.testing.assert_allclose(found, expected.transpose(0, 2, 1, 3), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("pairs", [False, True])
def test_rotary_embedding(pairs: bool):
    cos, sin = drawn(B, S, D // 2), drawn(B, S, D // 2)
    expected = reference("RotaryEmbedding", {"X": Q, "cos": cos, "sin": sin}, {"interleaved": int(pairs)})
    spread = [np.repeat(x, 2, -1) if pairs else np.concatenate([x, x], -1) for x in (cos, sin)]
    full = [x[:, None] for x in spread]
    (found,) = run("RotaryPositionEmbedding", x=Q, cos=full[0], sin=full[1], mode=int(pairs))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    if not pairs:
        np.testing.assert_allclose(run("RotaryMul", x=Q, r1=full[0], r2=full[1])[0], expected, rtol=1e-5, atol=1e-6)


def test_a_convolution_with_a_leaky_relu():
    x, w = drawn(1, 2, 3, 3), drawn(2, 2, 2, 2)
    attrs = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "data_format": "NCHW"}
    plain = reference("Conv", {"X": x, "W": w}, {})
    first, _ = run("ExtendConv2D", x=x, filter=w, enable_relu0=True, **attrs)
    np.testing.assert_allclose(first, np.maximum(plain, 0), rtol=1e-5, atol=1e-6)
    slopes = np.array([0.5, 2.0], np.float32)
    first, second = run(
        "ExtendConv2D", x=x, filter=w, relu_weight0=slopes, enable_relu0=True, dual_output=True, **attrs
    )
    leaky = np.where(plain > 0, plain, plain * slopes.reshape(1, 2, 1, 1))
    np.testing.assert_allclose(first, leaky, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(second, plain, rtol=1e-5, atol=1e-6)
