"""How many members a dynamic output has, from what the operators' own descriptions say of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metadef import DataType, TensorDesc, infer_call

TABLES = TensorDesc((2,), DataType.STRING)
FILE = TensorDesc((1,), DataType.STRING)
SIZES = np.array([9, 4], np.int64)


@pytest.mark.parametrize(
    ("operator", "inputs", "attrs", "outputs"),
    [
        ("EmbeddingFeatureMappingFind", [TABLES, SIZES], {}, ["INT64[9]", "INT64[4]", "INT32[9]", "INT32[4]"]),
        (
            "EmbeddingFeatureMappingImport",
            [FILE, TABLES, SIZES],
            {"embedding_dim": [4, 6]},
            ["INT64[9]", "INT64[4]", "INT32[9]", "INT32[4]", "FLOAT[*]", "FLOAT[*]"],
        ),
        (
            "EmbeddingHashTableExport",
            [TensorDesc((2,), DataType.INT64)] * 4,
            {},
            ["INT64[?]"] * 2 + ["UINT64[?]"] * 2 + ["UINT8[?]"] * 2 + ["FLOAT[?, ?]"] * 2,
        ),
        (
            "EmbeddingFeatureMappingFind",
            [TensorDesc(("n",), DataType.STRING), TensorDesc(("n",), DataType.INT64)],
            {},
            ["INT64[?]", "INT32[?]"],
        ),
        (
            "GetNext",
            [],
            {"output_types": [DataType.FLOAT, DataType.INT32], "output_shapes": [[2, 3], [4]]},
            ["FLOAT[2, 3]", "INT32[4]"],
        ),
        (
            "QueueDequeue",
            [TensorDesc((), DataType.RESOURCE)],
            {"component_types": [DataType.FLOAT, DataType.BOOL, DataType.INT64]},
            ["FLOAT[*]", "BOOL[*]", "INT64[*]"],
        ),
        ("Unstage", [], {"dtypes": [DataType.FLOAT, DataType.INT32]}, ["FLOAT[*]", "INT32[*]"]),
    ],
)
def test_a_table_or_a_component_is_a_member(
    operator: str, inputs: list[Any], attrs: dict[str, Any], outputs: list[str]
):
    found = infer_call(operator, inputs, attrs)
    assert [f"{desc.dtype.name}{desc.shape}" for desc in found] == outputs
