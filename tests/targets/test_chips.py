"""The chips: their published numbers to the letter, and estimates that say they are."""

import pytest

from metadef.targets import Chip, all_chips, chip, default_table
from metadef.types.dtype import DataType

KIB, MIB = 1 << 10, 1 << 20

# soc: family, architecture, cube and vector cores, L2, L1, L0A, L0B, L0C, UB, MHz, C0 of float16, int8 and int4
PUBLISHED = {
    "Ascend310": ("Ascend310", "AIC-M-100", 2, 0, 8 * MIB, MIB, 64, 64, 256, 253_952, 680, (16, 32, 64)),
    "Ascend310P1": ("Ascend310P", "AIC-M-200", 8, 7, 16 * MIB, MIB, 64, 64, 256, 256 * KIB, 1060, (16, 32, 64)),
    "Ascend310P3": ("Ascend310P", "AIC-M-200", 8, 7, 16 * MIB, MIB, 64, 64, 256, 256 * KIB, 1060, (16, 32, 64)),
    "Ascend310B1": ("Ascend310B", "AIC-M-300", 1, 1, 4 * MIB, MIB, 64, 64, 128, 248 * KIB, 1224, (16, 32, 64)),
    "Ascend910A": ("Ascend910", "AIC-C-100", 32, 0, 32 * MIB, MIB, 64, 64, 256, 256 * KIB, 1000, (16, 32, 64)),
    "Ascend910ProA": ("Ascend910", "AIC-C-100", 32, 0, 32 * MIB, MIB, 64, 64, 256, 256 * KIB, 1000, (16, 32, 64)),
    "Ascend910PremiumA": ("Ascend910", "AIC-C-100", 32, 0, 32 * MIB, MIB, 64, 64, 256, 256 * KIB, 1000, (16, 32, 64)),
    "Ascend910B": ("Ascend910", "AIC-C-100", 30, 0, 32 * MIB, MIB, 64, 64, 256, 256 * KIB, 900, (16, 32, 64)),
    "Ascend910ProB": ("Ascend910", "AIC-C-100", 30, 0, 32 * MIB, MIB, 64, 64, 256, 256 * KIB, 1150, (16, 32, 64)),
    "Ascend910B1": (
        "Ascend910B",
        "AIC-C-220",
        24,
        48,
        192 * MIB,
        512 * KIB,
        64,
        64,
        128,
        192 * KIB,
        1850,
        (16, 32, 64),
    ),
}
NUMBERS = ("cube_cores", "vector_cores", "l2_bytes", "l1_bytes", "l0a_bytes", "l0b_bytes", "l0c_bytes", "ub_bytes")


@pytest.mark.parametrize("soc", PUBLISHED)
def test_published_numbers_are_facts(soc: str):
    found = chip(soc)
    family, architecture, cube, vector, l2, l1, l0a, l0b, l0c, ub, mhz, c0 = PUBLISHED[soc]
    assert (found.family, found.architecture, found.frequency_mhz) == (family, architecture, mhz)
    values = (cube, vector, l2, l1, l0a * KIB, l0b * KIB, l0c * KIB, ub)
    assert tuple(getattr(found, number) for number in NUMBERS) == values
    assert tuple(found.c0(dtype) for dtype in (DataType.FLOAT16, DataType.INT8, DataType.INT4)) == c0
    assert (found.m0, found.n0) == (16, 16)
    assert [n for n in (*NUMBERS, "frequency_mhz", "c0", "m0", "n0") if found.source_of(n) != "facts"] == []


def test_c0_of_narrow_types():
    found = chip("Ascend910B1")
    narrow = (DataType.UINT8, DataType.INT2, DataType.UINT2, DataType.UINT1, DataType.FLOAT, DataType.INT64)
    assert [found.c0(dtype) for dtype in narrow] == [32, 128, 128, 256, 16, 16]


def test_ascend035_is_the_odd_one():
    found = chip("Ascend035")
    assert (found.m0, found.c0_default, found.c0(DataType.INT8), found.c0(DataType.BF16)) == (1, 8, 16, 8)
    assert (found.l2_bytes, found.l2_bytes_per_us, found.source_of("l2_bytes")) == (None, None, None)
    assert (found.ub_bytes, found.frequency_mhz, found.cube_cores) == (32 * KIB, 150, 1)


@pytest.mark.parametrize("soc", ["Ascend910B2", "Ascend910B3", "Ascend910B4", "Ascend310B4", "Ascend910_9391"])
def test_chips_without_a_public_platform_file_have_estimates_only(soc: str):
    found = chip(soc)
    assert {found.source_of(number) for number in (*NUMBERS, "frequency_mhz", "c0")} == {"estimated"}
    assert found.note


def test_the_cores_of_the_a2_family_are_marked_as_hearsay():
    assert [
        (chip(f"Ascend910B{n}").cube_cores, chip(f"Ascend910B{n}").source_of("cube_cores")) for n in (1, 2, 3, 4)
    ] == [
        (24, "facts"),
        (24, "estimated"),
        (20, "estimated"),
        (20, "estimated"),
    ]


@pytest.mark.parametrize("found", all_chips(), ids=lambda found: found.soc)
def test_rates_are_estimates_inside_the_range_of_the_platform_files(found: Chip):
    assert 17 <= found.ddr_bytes_per_cycle <= 67
    assert found.l2_bytes_per_cycle is None or 57 <= found.l2_bytes_per_cycle <= 256
    assert 9 <= found.ub_to_ddr_bytes_per_cycle <= 128
    for rate in ("ddr_bytes_per_cycle", "ub_to_ddr_bytes_per_cycle", "cube_macs_per_cycle", "launch_overhead_us"):
        assert found.source_of(rate) == "estimated"


def test_bandwidth_is_rate_times_cores_times_frequency():
    found = chip("Ascend910A")
    assert found.ddr_bytes_per_us == 37 * 32 * 1000
    assert found.l2_bytes_per_us == 110 * 32 * 1000
    assert found.cube_macs_per_us == 4096 * 32 * 1000
    assert (found.cores, chip("Ascend910B1").cores) == (32, 48)


def test_full_names_are_unique_and_families_cover_all():
    names = [found.soc for found in all_chips()]
    assert len(set(names)) == len(names)
    assert [found for members in default_table().families().values() for found in members] == list(all_chips())


def test_a_number_that_does_not_exist_is_an_error():
    with pytest.raises(AttributeError):
        chip("Ascend310").source_of("hbm_bytes")
