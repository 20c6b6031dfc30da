"""A symbolic answer with sizes put in is the answer for those sizes, for each family of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef import DataType, Dim, Format, MetadefError, TensorDesc
from metadef.catalogue import registry
from metadef.infer.call import infer_call
from metadef.ops.check import canonical_attrs
from metadef.ops.ports import PortKind
from metadef.types.constraints import ConstraintStore
from metadef.types.known_value import KnownValue
from metadef.types.tensor_value import TensorValue

X = DataType.FLOAT
n, m, k = Dim.symbol("n"), Dim.symbol("m"), Dim.symbol("k")


def vector(*items: Any) -> KnownValue:
    return KnownValue.vector(items)


# operator, inputs (a shape, or known elements, a list for a dynamic port), attributes, layout of the first input
CALLS: dict[str, tuple[str, list[Any], dict[str, Any], Format]] = {
    "broadcast": ("Add", [(n, 1, m), (k, m)], {}, Format.ND),
    "select": ("SelectV2", [(n, 1), (1, m), ()], {}, Format.ND),
    "matmul": ("MatMulV2", [(n, m), (m, k)], {}, Format.ND),
    "matmul of a transposed": ("MatMulV2", [(m, n), (k, m)], {"transpose_x1": True, "transpose_x2": True}, Format.ND),
    "batch matmul": ("BatchMatMulV2", [(n, 1, m, 4), (k, 4, m)], {}, Format.ND),
    "gemm": ("GEMM", [(n, m), (k, m), (n, k), (), ()], {"transpose_b": True}, Format.ND),
    "reduce": ("ReduceSum", [(n, m, k), vector(0, -1)], {"keep_dims": True}, Format.ND),
    "reduce away": ("ReduceMax", [(n, m, k), vector(1)], {}, Format.ND),
    "top k": ("TopKV2", [(m, n), vector(3)], {}, Format.ND),
    "n-th element": ("NthElement", [(m, n), vector(3)], {}, Format.ND),
    "spectrum": ("STFT", [(m, n), None], {"n_fft": 4, "hop_length": 2}, Format.ND),
    "softmax": ("SoftmaxV2", [(n, m)], {}, Format.ND),
    "layer norm": ("LayerNormV3", [(n, m, 8), (8,), (8,)], {"begin_norm_axis": 2, "begin_params_axis": 2}, Format.ND),
    "conv": (
        "Conv2D",
        [(n, 3, m + 8, k + 8), (16, 3, 3, 3)],
        {"strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "data_format": "NCHW"},
        Format.NCHW,
    ),
    "dilated conv": (
        "Conv2D",
        [(n, m + 8, k + 8, 4), (3, 3, 2, 6)],
        {"strides": [1, 3, 3, 1], "pads": [0, 1, 2, 0], "dilations": [1, 2, 2, 1], "groups": 2, "data_format": "NHWC"},
        Format.NHWC,
    ),
    "transposed conv": (
        "Conv2DTransposeD",
        [(n, 4, m + 1, k + 1), (4, 6, 3, 3)],
        {"input_size": [], "strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "data_format": "NCHW"},
        Format.NCHW,
    ),
    "pool": (
        "MaxPoolV3",
        [(n, 3, m + 4, k + 4)],
        {"ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1]},
        Format.NCHW,
    ),
    "pool, rounded up": (
        "MaxPoolV3",
        [(n, 3, m + 4, k + 4)],
        {"ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "pads": [0, 1, 0, 1], "ceil_mode": True},
        Format.NCHW,
    ),
    "same pool": (
        "MaxPool",
        [(n, m + 4, k + 4, 3)],
        {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"},
        Format.NHWC,
    ),
    "global pool": ("GlobalAveragePool", [(n, 3, m, k)], {}, Format.NCHW),
    "reshape with -1": ("Reshape", [(n, m, 6), vector(0, -1, 3)], {}, Format.ND),
    "reshape to symbols": ("Reshape", [(n, m, 6), vector(n * m, 2, 3)], {}, Format.ND),
    "flatten": ("Flatten", [(n, m, k)], {"axis": 2}, Format.ND),
    "unsqueeze": ("Unsqueeze", [(n, m)], {"axes": [0, -1]}, Format.ND),
    "expand": ("Expand", [(n, 1), vector(k, 1, m)], {}, Format.ND),
    "tile": ("Tile", [(n, m), vector(2, k)], {}, Format.ND),
    "transpose": ("Transpose", [(n, m, k), vector(2, 0, 1)], {}, Format.ND),
    "concat": ("ConcatV2", [[(n, m), (k, m), (3, m)], vector(0)], {"N": 3}, Format.ND),
    "pack": ("Pack", [[(n, m), (n, m)]], {"axis": 1, "N": 2}, Format.ND),
    "split": ("SplitD", [(n, 6 * m)], {"split_dim": 1, "num_split": 3}, Format.ND),
    "split by sizes": ("SplitV", [(n + 5,), vector(2, -1, 3), vector(0)], {"num_split": 3}, Format.ND),
    "slice": ("Slice", [(n + 4, m), vector(1, 0), vector(-1, m)], {}, Format.ND),
    "slice with steps": ("StridedSliceV3", [(n, m), vector(1, -3), vector(2**31 - 1, -1)], {}, Format.ND),
    "slice backwards": (
        "StridedSlice",
        [(n + 1, m), vector(-1, 5), vector(-(2**31), 0), vector(-2, -1)],
        {},
        Format.ND,
    ),
    "pad": ("Pad", [(n, m), vector(1, 2, 0, k)], {}, Format.ND),
    "gather": ("GatherV2", [(n, 8, m), (k, 2), vector(1)], {}, Format.ND),
    "gather nd": ("GatherNd", [(n, m, 4), (k, 2)], {}, Format.ND),
    "one hot": ("OneHotD", [(n, m), (), ()], {"depth": 5, "axis": 1}, Format.ND),
    "range": ("Range", [KnownValue.scalar(2), KnownValue.scalar(n + 2), KnownValue.scalar(3)], {}, Format.ND),
    "range in floats": ("Range", [KnownValue.scalar(0.0), KnownValue.scalar(n), KnownValue.scalar(1.0)], {}, Format.ND),
    "mx blocks": ("DynamicMxQuantWithDualAxis", [(n, m)], {}, Format.ND),
    "band of diagonals": (
        "MatrixDiagPartV3",
        [(k, n + 2, m + 1), KnownValue((2,), (-1, 0)), ()],
        {},
        Format.ND,
    ),
    "resize": ("Resize", [(n, 3, m, k), None, vector(1.0, 1.0, 2.0, 0.5), None], {}, Format.ND),
    "depth to space": ("DepthToSpace", [(n, m, k, 8)], {"block_size": 2, "data_format": "NHWC"}, Format.NHWC),
    "space to batch": (
        "SpaceToBatchND",
        [(n, 2 * m, 3), vector(2), KnownValue((1, 2), (1, 1))],
        {},
        Format.ND,
    ),
    "diagonal": ("MatrixDiagPart", [(k, n, m)], {}, Format.ND),
    "distances": ("Cdist", [(n, m), (k, m)], {}, Format.ND),
    "pairs": ("Pdist", [(n, 4)], {}, Format.ND),
    "recurrent": ("DynamicRNN", [(n, m, 8), (12, 16), (16,)], {}, Format.ND),
    "attention": (
        "FlashAttentionScore",
        [(n, m, 64), (n, k, 64), (n, k, 64)],
        {"head_num": 4, "input_layout": "BSH"},
        Format.ND,
    ),
    "dropout mask": ("DropOutGenMask", [vector(n, m), ()], {}, Format.ND),
    "blocks of scales": ("DynamicBlockQuant", [(n, m)], {}, Format.ND),
}


def replaced(item: Any, sizes: dict[str, int]) -> Any:
    if isinstance(item, Dim):
        return item.evaluate(sizes)
    if isinstance(item, list | tuple):
        return type(item)(replaced(part, sizes) for part in item)
    if isinstance(item, KnownValue):
        return KnownValue(item.dims, tuple(replaced(part, sizes) for part in item.items))
    return item


def shapes(name: str, sizes: dict[str, int] | None = None) -> tuple[list[Any], ConstraintStore] | None:
    op, inputs, attrs, layout = CALLS[name]
    proto = registry().lookup(op)
    descs: list[TensorDesc | None] = []
    values: list[KnownValue | None] = []
    counts: list[int] = []
    for port, item in zip(proto.inputs, [*inputs, *[None] * (len(proto.inputs) - len(inputs))], strict=True):
        members = item if port.kind is PortKind.DYNAMIC else [item]
        counts.append(len(members))
        for member in members:
            one = replaced(member, sizes) if sizes is not None else member
            known = one if isinstance(one, KnownValue) else None
            dtype = DataType.INT64 if known is not None and not isinstance(known.items[0], float) else X
            shape = known.dims if known is not None else one
            descs.append(None if one is None else TensorDesc(shape, dtype, layout if not descs else Format.ND))
            values.append(known)
    canonical, problems = canonical_attrs(proto, attrs, op)
    assert problems == []
    store = ConstraintStore()
    try:
        found = infer_call(proto, descs, canonical, counts=tuple(counts), values=values, store=store)
    except MetadefError:
        if sizes is None:
            raise
        return None
    return [desc.shape for desc in found], store


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=25, deadline=None)
@given(sizes=st.fixed_dictionaries({"n": st.integers(0, 9), "m": st.integers(0, 9), "k": st.integers(0, 9)}))
def test_symbols_replaced_by_sizes_give_the_concrete_shapes(name: str, sizes: dict[str, int]):
    symbolic = shapes(name)
    concrete = shapes(name, sizes)
    assert symbolic is not None
    assert all(shape.is_symbolic_or_known for shape in symbolic[0])
    demands_hold = symbolic[1].specialise(sizes) is None
    if concrete is None:
        return
    assert demands_hold, "a call that is legal for these sizes is within what the symbolic call demands"
    assert [shape.substitute(sizes) for shape in symbolic[0]] == concrete[0]


@pytest.mark.parametrize("name", ["top k", "n-th element", "spectrum"])
def test_a_symbolic_call_demands_exactly_what_makes_sizes_legal(name: str):
    for size in range(9):
        symbolic, sizes = shapes(name), {"n": size, "m": 2, "k": 2}
        assert symbolic is not None
        assert (symbolic[1].specialise(sizes) is None) == (shapes(name, sizes) is not None), size


def test_elements_of_a_constant_are_its_elements():
    value = KnownValue.of_tensor(TensorValue.from_array(np.asarray([[1, 2], [3, 4]], np.int32)))
    assert value == KnownValue((2, 2), (1, 2, 3, 4))
