"""Shapes of fused normalisations, of quantization in blocks, of indexing, diagonals, spectra and sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef import DataType, MetadefError, TensorDesc, infer_call

H = DataType.FLOAT16


def shapes(op: str, inputs: list[Any], attrs: dict[str, Any] | None = None) -> list[Any]:
    found = infer_call(op, inputs, attrs or {})
    return [None if desc.shape.rank is None else tuple(desc.shape) for desc in found]


def x(*dims: Any, dtype: DataType = H) -> TensorDesc:
    return TensorDesc(dims, dtype)


def test_quantised_normalisations_have_one_scale_a_row():
    inputs = [x(2, 3, 64), x(2, 3, 64), x(64)]
    assert shapes("AddRmsNormDynamicQuant", inputs) == [(2, 3, 64)] * 3 + [(2, 3)] * 2
    assert shapes("AddRmsNormQuant", [*inputs, x(64)]) == [(2, 3, 64)] * 3
    assert shapes("RmsNormDynamicQuant", [x(2, 3, 64), x(64)]) == [(2, 3, 64), (2, 3)]
    assert shapes("RmsNormQuantV3", [x(2, 3, 64), x(64), x(64)]) == [(2, 3, 64)] * 2 + [(2, 3, 1)]
    layer = [*inputs, x(64)]
    assert shapes("AddLayerNormQuant", layer, {"quant_mode": "dynamic"})[3:] == [(2, 3)] * 2
    assert shapes("AddLayerNormQuant", layer, {"quant_mode": "static"})[3:] == [(1,)] * 2


def test_mx_formats_have_pairs_of_exponents_for_blocks_of_32():
    both = shapes("DynamicMxQuantWithDualAxis", [x(128, 100)])
    assert both == [(128, 100), (128, 2, 2), (128, 100), (2, 100, 2)]
    assert shapes("DynamicBlockMxQuant", [x(128, 100)]) == [(128, 100), (128, 2, 2), (2, 100, 2)]
    assert shapes("DynamicDualLevelMxQuant", [x(4, 1000)]) == [(4, 1000), (4, 2), (4, 16, 2)]
    grouped = [x(128, 96), x(3, dtype=DataType.INT32)]
    assert shapes("GroupedDynamicMxQuant", grouped) == [(128, 96), (128 // 64 + 3, 96, 2)]
    assert shapes("GroupedDynamicBlockQuant", grouped, {"row_block_size": 128}) == [(128, 96), (1 + 3, 1)]
    assert shapes("SwigluMxQuant", [x(4, 256)]) == [(4, 128), (4, 2, 2)]


def test_the_scale_of_dynamic_quant_v2_is_by_row_by_column_or_single():
    for mode, scale in (("pertoken", (4, 8)), ("perchannel", (4, 16)), ("pertensor", (1,))):
        assert shapes("DynamicQuantV2", [x(4, 8, 16)], {"quant_mode": mode}) == [(4, 8, 16), scale, scale]


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.lists(st.booleans(), min_size=1, max_size=4),
    st.sampled_from([(2,), (3, 2), ()]),
)
def test_index_is_indexing_of_numpy(sizes: list[int], marks: list[bool], picked: tuple[int, ...]):
    """NumPy is told a full slice where an axis is not indexed."""
    marks = marks[: len(sizes)]
    taken = [np.zeros(picked, np.int64) for mark in marks if mark]
    key = tuple(np.zeros(picked, np.int64) if mark else slice(None) for mark in marks)
    if sum(marks) == 0:
        return
    expected = np.zeros(sizes)[key].shape
    indices = [TensorDesc(picked, DataType.INT64) for _ in taken]
    mask = np.array(marks, np.int64)
    assert shapes("Index", [x(*sizes), mask, x(len(sizes), dtype=DataType.INT64), indices]) == [expected]
    assert shapes("IndexByTensor", [x(*sizes), indices], {"indices_mask": mask.tolist()}) == [expected]


@given(st.integers(0, 5), st.integers(0, 5), st.integers(-6, 6))
def test_diagonals_are_those_of_numpy(rows: int, columns: int, at: int):
    attrs = {"diagonal": at}
    assert shapes("DiagV2", [x(rows, columns)], attrs) == [np.diag(np.zeros((rows, columns)), at).shape]
    assert shapes("DiagV2", [x(rows)], attrs) == [np.diag(np.zeros(rows), at).shape]
    assert shapes("DiagFlat", [x(rows, columns)], attrs) == [np.diagflat(np.zeros((rows, columns)), at).shape]


def test_bands_become_matrices_and_are_taken_from_them():
    """TensorFlow's own examples of MatrixDiagV3 and MatrixDiagPartV3."""
    number = np.array(-1, np.int32)
    pad = x(dtype=DataType.FLOAT)

    def made(diagonal: TensorDesc, k: Any, rows: Any = number, columns: Any = number) -> Any:
        return shapes("MatrixDiagV3", [diagonal, np.array(k, np.int32), rows, columns, pad])[0]

    assert made(x(2, 4), 0) == (2, 4, 4)
    assert made(x(2, 3), 1) == (2, 4, 4)
    assert made(x(2, 3, 3), [-1, 1]) == (2, 3, 3)
    assert made(x(2), -1, np.array(3, np.int32)) == (3, 2)
    assert made(x(2), -1, np.array(3, np.int32), np.array(4, np.int32)) == (3, 4)
    part = [x(2, 3, 4), np.array([-1, 2], np.int32), pad]
    assert shapes("MatrixDiagPartV3", part) == [(2, 4, 3)]
    assert shapes("MatrixDiagPartV3", [x(2, 3, 4), np.array(1, np.int32), pad]) == [(2, 3)]
    with pytest.raises(MetadefError, match="C2"):
        shapes("MatrixDiagPartV3", [x(2, 3, 4), np.array(4, np.int32), pad])
    with pytest.raises(MetadefError, match="C1"):
        made(x(2, 3, 3), [1, -1])


def test_products_with_permutations_are_those_of_the_transposed_matrices():
    call = [x(16, 4, 32), x(4, 32, 64)]
    attrs = {"perm_x1": [1, 0, 2], "perm_x2": [0, 1, 2], "perm_y": [1, 0, 2]}
    assert shapes("TransposeBatchMatMul", call, attrs) == [(16, 4, 64)]
    assert shapes("TransposeBatchMatMul", call, attrs | {"batch_split_factor": 2}) == [(2, 16, 4 * 64 // 2)]
    with pytest.raises(MetadefError, match="C2"):
        shapes("TransposeBatchMatMul", call, attrs | {"perm_x1": [0, 0, 2]})
    with pytest.raises(MetadefError, match="inner dimensions"):
        shapes("TransposeBatchMatMul", call, attrs | {"perm_x2": [0, 2, 1]})


def test_frames_of_a_spectrum_begin_at_each_hop_while_they_fit():
    for length, size, hop in ((400, 1000, 160), (256, 256, 64), (512, 4000, 0)):
        step = hop or length // 4
        frames = len(range(0, size - length + 1, step))
        attrs = {"n_fft": length, "hop_length": hop}
        complex_shape = [(2, length // 2 + 1, frames)]
        assert shapes("STFT", [x(2, size, dtype=DataType.FLOAT)], attrs) == complex_shape
        real = attrs | {"return_complex": False, "onesided": False}
        assert shapes("STFT", [x(size, dtype=DataType.FLOAT)], real) == [(length, frames, 2)]


def test_sparse_results_have_sizes_that_data_bounds():
    names = [x(7, 2, dtype=DataType.INT64), x(7), np.array([5, 4]), x()]
    filled = infer_call("SparseFillEmptyRows", names, {})
    assert [str(desc.shape) for desc in filled][2:] == ["[5]", "[7]"]
    assert not filled[0].shape.is_known
    assert filled[0].shape[1] == 2
    rows = [x(9, 3), x(4, dtype=DataType.INT32), np.array([0, 0, 1, 2], np.int32)]
    assert shapes("SparseSegmentMean", rows) == [(3, 3)]
    assert shapes("SparseSegmentMeanGrad", [*rows, np.array(9, np.int32)]) == [(9, 3)]
    matrix = [x(7, 2, dtype=DataType.INT64), x(7, dtype=DataType.FLOAT), np.array([5, 4]), x(4, 6)]
    assert shapes("SparseTensorDenseMatMul", matrix) == [(5, 6)]
    with pytest.raises(MetadefError, match="C1"):
        shapes("SparseTensorDenseMatMul", [*matrix[:3], x(5, 6)])


def test_losses_of_classes_have_one_number_a_row_or_in_all():
    scores, target = x(8, 10, dtype=DataType.FLOAT), x(8, dtype=DataType.INT64)
    assert shapes("CrossEntropyLoss", [scores, target], {"reduction": "none"})[:2] == [(8,), (8, 10)]
    assert shapes("CrossEntropyLoss", [scores, target])[:2] == [(1,), (8, 10)]
    pair = [x(8, 10), x(8, 10), x(8)]
    assert shapes("CosineEmbeddingLoss", pair, {"reduction": "none"}) == [(8,)]
    assert shapes("CosineEmbeddingLoss", pair) == [()]


def test_the_condition_of_select_is_a_whole_tensor_a_truth_a_row_or_one():
    for condition in ((4, 3), (4,), ()):
        assert shapes("Select", [x(*condition, dtype=DataType.BOOL), x(4, 3), x(4, 3)]) == [(4, 3)]
    for condition, other in (((3,), (4, 3)), ((4, 3), (4, 2))):
        with pytest.raises(MetadefError):
            shapes("Select", [x(*condition, dtype=DataType.BOOL), x(4, 3), x(*other)])


def test_embeddings():
    table = x(100, 16, dtype=DataType.FLOAT)
    ids, starts = x(20, dtype=DataType.INT32), x(5, dtype=DataType.INT32)
    assert shapes("EmbeddingBag", [table, ids, starts])[0] == (5, 16)
    assert shapes("EmbeddingBag", [table, ids, starts], {"include_last_offset": True})[0] == (4, 16)
    assert shapes("EmbeddingBag", [table, x(3, 7, dtype=DataType.INT32)])[0] == (3, 16)
    grad = [x(4, 5, 16, dtype=DataType.FLOAT), x(4, 5, dtype=DataType.INT32)]
    assert shapes("EmbeddingDenseGrad", grad, {"num_weights": 100}) == [(100, 16)]


def test_axes_that_broadcasting_stretched():
    axes = shapes("BroadcastGradientArgs", [np.array([2, 1, 3], np.int32), np.array([5, 1], np.int32)])
    assert axes == [(1,), (2,)]
