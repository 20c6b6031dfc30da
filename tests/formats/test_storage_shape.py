"""Storage shapes: CANN's own cases, and the laws for unknown and symbolic axes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.formats import C0Table, storage_shape
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape

CASES = Path(__file__).parent.parent / "cases" / "formats" / "storage_shapes.md"
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in CASES.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| origin")
]


def test_the_case_file_is_complete():
    assert (len(ROWS), sum(row[5] == "refused" for row in ROWS)) == (276, 5)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}-{row[4]}-{row[3]}")
def test_cann_answers_the_same(row: list[str]):
    origin, storage, dtype, options, shape, expected = row
    arguments = {name: int(value) for name, _, value in (option.partition("=") for option in options.split())}
    if expected == "refused":
        with pytest.raises(MetadefError) as caught:
            storage_shape(json.loads(shape), origin, storage, dtype, **arguments)
        assert [item.name for item in caught.value.findings] == ["format-unusable"]
    else:
        assert storage_shape(json.loads(shape), origin, storage, dtype, **arguments) == json.loads(expected)


@pytest.mark.parametrize(
    ("storage", "shape", "expected"),
    [
        ("FRACTAL_Z_WINO", [48, 33, 3, 3], [3, 3, 2, 9, 8, 16]),
        ("FRACTAL_ZZ", [2, 3, 18, 34], [2, 3, 2, 3, 16, 16]),
        ("FRACTAL_NZ_C0_2", [1, 1, 18, 35], [1, 1, 18, 2, 16, 2]),
        ("FRACTAL_NZ_C0_4", [1, 1, 18, 35], [1, 1, 9, 2, 16, 4]),
        ("FRACTAL_NZ_C0_8", [1, 1, 18, 35], [1, 1, 5, 2, 16, 8]),
        ("NC1HWC0", [0, 3, 0, 5], [0, 1, 0, 5, 16]),
        ("NC1HWC0", [2, 0, 4, 5], [2, 0, 4, 5, 16]),
        ("FRACTAL_Z:2", [6, 3, 1, 1], [1, 1, 16, 16]),  # E = 2: both groups fit one block
        ("FRACTAL_Z:32", [32, 1, 3, 3], [18, 1, 16, 16]),  # E = 16, G = 2
        ("FRACTAL_Z:32", [31, 1, 3, 3], [9, 2, 16, 16]),  # fewer filters than groups: no grouping
        ("BN_WEIGHT", [8, 3, 5, 5], [8, 3, 5, 5]),  # no rule: unchanged
    ],
)
def test_formats_without_upstream_cases_follow_the_table(storage: str, shape: list[int], expected: list[int]):
    assert storage_shape(shape, "NCHW", storage, "FLOAT16") == expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [([100, 100, 3], [112, 128, 3]), ([2, 17, 64, 1], [2, 32, 64, 1]), ([5, 5], [5, 5]), ([-1, 65, 3], [-1, 128, 3])],
)
def test_nyuv_images_are_framed_to_16_rows_and_64_columns(shape: list[int], expected: list[int]):
    assert storage_shape(shape, "NYUV", "NYUV_A", "UINT8") == expected


def test_groups_may_come_from_the_argument_or_from_the_format():
    packed = StorageFormat(Format.FRACTAL_Z, 16)
    by_format = storage_shape([48, 512, 5, 5], Format.NCHW, packed, DataType.UINT8)
    assert by_format == storage_shape([48, 512, 5, 5], Format.NCHW, Format.FRACTAL_Z, DataType.UINT8, groups=16)
    assert by_format == storage_shape([48, 512, 5, 5], "NCHW", packed.packed, DataType.UINT8)
    assert by_format == [6400, 3, 16, 32]
    assert storage_shape([8, 3, 5, 5], "NCHW", "NC1HWC0", "FLOAT16", groups=2) == [8, 1, 5, 5, 16]


def test_c0_is_decided_by_name_then_argument_then_code_then_table():
    shape = [8, 64, 5, 5]
    coded = StorageFormat.with_c0(Format.NC1HWC0, 8)
    table = C0Table(2, {DataType.INT8: 64})

    def c0_of(storage: Format | StorageFormat, dtype: DataType, **options: object) -> object:
        return storage_shape(shape, Format.NCHW, storage, dtype, **options)[-1]

    assert c0_of(Format.NC1HWC0_C04, DataType.INT8, c0=8, c0_table=table) == 4
    assert c0_of(coded, DataType.INT8, c0=32, c0_table=table) == 32
    assert c0_of(coded, DataType.INT8, c0_table=table) == 8
    assert c0_of(Format.NC1HWC0, DataType.INT8, c0_table=table) == 64
    assert c0_of(Format.NC1HWC0, DataType.FLOAT, c0_table=table) == 2
    assert c0_of(Format.NC1HWC0, DataType.FLOAT, c0_table={DataType.INT8: 64}) == 16
    assert [c0_of(Format.NC1HWC0, dtype) for dtype in (DataType.UINT1, DataType.INT4, DataType.BF16)] == [256, 64, 16]


def test_reshape_type_expands_before_the_layout():
    assert storage_shape([33], "NCHW", "NC1HWC0", "FLOAT16", reshape_type="") == [1, 3, 1, 1, 16]
    assert storage_shape([33, 2], "NCHW", "NC1HWC0", "FLOAT16", reshape_type="NC") == [33, 1, 1, 1, 16]
    assert storage_shape([33], "NCHW", "NC1HWC0", "FLOAT16") == [33]


def test_the_answer_is_written_like_the_question():
    assert storage_shape((-1, 3, 5, 5), "NCHW", "NC1HWC0", "FLOAT16") == (-1, 1, 5, 5, 16)
    assert storage_shape([None, 3, 5, 5], "NCHW", "NC1HWC0", "FLOAT16") == [None, 1, 5, 5, 16]
    assert storage_shape(Shape((None, 3, 5, 5)), "NCHW", "NC1HWC0", "FLOAT16") == Shape((None, 1, 5, 5, 16))
    assert storage_shape(Shape(None), "NCHW", "NC1HWC0", "FLOAT16") == Shape(None)
    assert storage_shape([-2], "NCHW", "NC1HWC0", "FLOAT16") == [-2]


def test_symbolic_axes_give_expressions():
    n, s = Dim.symbol("n"), Dim.symbol("s")
    assert storage_shape([n, 64, s, s], "NCHW", "NC1HWC0", "FLOAT16") == [n, 4, s, s, 16]
    assert storage_shape([n, s, 64], "ND", "FRACTAL_NZ", "FLOAT16") == [n, 4, (s + 15) // 16, 16, 16]
    assert storage_shape([n, 16 * s], "ND", "FRACTAL_NZ", "FLOAT16") == [s, (n + 15) // 16, 16, 16]
    assert storage_shape([48, 3, s, s], "NCHW", "FRACTAL_Z_C04", "FLOAT16") == [(4 * s * s + 15) // 16, 3, 16, 16]


def test_groups_of_a_symbolic_filter_are_known_only_where_every_value_agrees():
    c = Dim.symbol("c")
    # 48 / 16 = 3 filters a group: E is 16 whatever C is
    assert storage_shape([48, c, 1, 1], "NCHW", "FRACTAL_Z:16", "FLOAT16") == [c, 3, 16, 16]
    assert storage_shape([64, c, 1, 1], "NCHW", "FRACTAL_Z:4", "FLOAT16") == [None, None, 16, 16]


@given(
    st.sampled_from(["NC1HWC0", "FRACTAL_Z", "FRACTAL_Z_3D", "C1HWNCoC0", "FRACTAL_Z_C04", "FRACTAL_NZ", "NDC1HWC0"]),
    st.lists(st.integers(0, 70), min_size=4, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
    st.sampled_from(["FLOAT16", "INT8", "INT4"]),
)
def test_a_symbolic_shape_evaluates_to_the_shape_of_its_values(
    storage: str, values: list[int], symbolic: list[bool], dtype: str
):
    bindings = {f"d{axis}": value for axis, value in enumerate(values)}
    shape = [Dim.symbol(f"d{axis}") if flag else values[axis] for axis, flag in enumerate(symbolic)]
    answer = Shape(storage_shape(shape, "NCHW", storage, dtype)).substitute(bindings)
    assert list(answer) == storage_shape(values, "NCHW", storage, dtype)


@given(
    st.sampled_from(["NC1HWC0", "FRACTAL_Z", "FRACTAL_Z_3D", "C1HWNCoC0", "FRACTAL_Z_C04", "FRACTAL_NZ", "NHWC"]),
    st.lists(st.integers(0, 70), min_size=4, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_what_is_known_of_an_unknown_shape_holds_for_every_value(storage: str, values: list[int], hidden: list[bool]):
    shape = [None if flag else value for flag, value in zip(hidden, values, strict=True)]
    answer = storage_shape(shape, "NCHW", storage, "FLOAT16")
    actual = storage_shape(values, "NCHW", storage, "FLOAT16")
    assert [want for got, want in zip(answer, actual, strict=True) if got is not None] == [
        got for got in answer if got is not None
    ]


@pytest.mark.parametrize(
    ("arguments", "name", "hint"),
    [
        (([1, 2, 3, 4], "NCWH", "NC1HWC0", "FLOAT16"), "format-unusable", "NCHW"),
        (([1, 2, 3, 4], "NCHW", "NC1HWC0", "FLAOT16"), "format-unusable", "FLOAT16"),
        (([1, 2, 3, 4], "NCHW", "FRACTAL_Z:x", "FLOAT16"), "format-unusable", "FRACTAL_Z"),
        (([1, 2, 3, 4], "NCHW", 200, "FLOAT16"), "format-unusable", ""),
        (([1, 2, 3, 4, 5], "NCHW", "NC1HWC0", "FLOAT16"), "rank-mismatch", "NCDHW"),
        (([1, 2, 3, 4], "NCHW", "NC1HWC0", "FLOAT16", 1, 0), "c0-invalid", ""),
    ],
)
def test_what_cannot_be_laid_out_is_refused_with_the_nearest_legal_choice(
    arguments: tuple[object, ...], name: str, hint: str
):
    with pytest.raises(MetadefError) as caught:
        storage_shape(*arguments)
    assert [item.name for item in caught.value.findings] == [name]
    assert hint in caught.value.findings[0].hint


def test_every_unusable_argument_is_named_at_once():
    with pytest.raises(MetadefError) as caught:
        storage_shape([1, 2, 3, 4], Format.RESERVED, Format.END, DataType.UNDEFINED)
    assert [item.subject for item in caught.value.findings] == ["origin_format", "storage_format", "dtype"]


@pytest.mark.parametrize("entry", ["16,16", "16,x,16", "0,16,16", "16,-1,16", "1,2,3,4", ""])
def test_a_malformed_platform_entry_is_refused(entry: str):
    with pytest.raises(MetadefError, match="c0-invalid"):
        C0Table.from_dtype_mkn({"DT_INT8": entry})
    with pytest.raises(MetadefError, match="c0-invalid"):
        C0Table.from_dtype_mkn({"DT_INT9": "16,16,16"})


def test_shapes_do_not_import_numpy():
    code = (
        "import sys; from metadef.formats import axis_maps, expand_dims, storage_shape; "
        "storage_shape([8, 3, 5, 5], 'NCHW', 'NC1HWC0', 'FLOAT16'); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_public_functions_are_not_shadowed_by_modules():
    import metadef.formats.storage
    import metadef.formats.transfers  # noqa: F401
    from metadef import formats

    assert all(getattr(formats, name).__class__.__name__ != "module" for name in formats.__all__)
    assert formats.expand_dims([5], "NCHW", "NC1HWC0") == [1, 5, 1, 1]
