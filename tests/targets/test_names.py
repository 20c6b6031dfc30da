"""Chip names: only full ones count, and each trap has its own way out."""

import pytest

from metadef.errors import Severity, UsageError
from metadef.targets import all_chips, chip, default_table, name_trap, suggest

# what people write: what they are told to try
MISTAKES = {
    "910B1": "Ascend910B1",  # as npu-smi prints it
    "ascend910b1": "Ascend910B1",
    "ASCEND310P3": "Ascend310P3",
    "310P3": "Ascend310P3",
    "Ascend910Bl": "Ascend910B or Ascend910B4 or Ascend910B3",
    "Ascend310P": "Ascend310P1 or Ascend310P3",  # the short name of a family
    # as operator definitions write it
    "ascend910b": "Ascend910B1 or Ascend910B2 or Ascend910B3 or Ascend910B4 or Ascend910B",
    "Ascend910_93": " or ".join(f"Ascend910_{number}" for number in (9391, 9392, 9381, 9382, 9372, 9362)),
    " Ascend310 ": "Ascend310",
    "Tesla": "",
    "": "",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_name_that_is_no_chip_comes_with_the_nearest(name: str):
    with pytest.raises(UsageError) as caught:
        chip(name)
    (found,) = caught.value.findings
    assert (found.code, found.name) == ("OPS018", "unknown-target")
    assert found.hint == MISTAKES[name]


def test_the_short_name_of_a_family_is_said_to_be_one():
    with pytest.raises(UsageError, match="Ascend310P is the short name of a family"):
        chip("Ascend310P")


def test_ascend910b_is_the_old_chip_and_a_warning_says_so():
    assert (chip("Ascend910B").family, chip("Ascend910B").architecture) == ("Ascend910", "AIC-C-100")
    trap = name_trap("Ascend910B")
    assert trap is not None
    assert (trap.code, trap.severity) == ("OPS019", Severity.WARNING)
    assert (
        trap.message
        == "as a full name it is a chip of the family Ascend910 (AIC-C-100), not the family Ascend910B (AIC-C-220)"
    )
    assert trap.hint == "Ascend910B1 or Ascend910B2 or Ascend910B3"


def test_no_other_name_is_a_trap():
    assert [found.soc for found in all_chips() if name_trap(found.soc)] == ["Ascend910B"]
    assert name_trap("nothing") is None


@pytest.mark.parametrize("found", all_chips(), ids=lambda found: found.soc)
def test_each_chip_is_found_by_its_name_and_suggested_in_any_case(found):
    assert chip(found.soc) is found
    assert found.soc in suggest(found.soc.lower())
    assert found.soc in suggest(found.soc.removeprefix("Ascend"))
    assert found in default_table().family(found.family.upper())


def test_a_very_long_name_is_refused_quickly():
    with pytest.raises(UsageError):
        chip("Ascend910B1" * 100_000)
