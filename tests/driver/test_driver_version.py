"""`check --driver-version`: facts of capability files, of schemas with hardware options, and of history registries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from grpc_tools import protoc

from metadef import DataType, Graph, TensorDesc, check, save
from metadef.catalogue import registry
from metadef.cli.check import command
from metadef.driver.driver_version import open_driver
from metadef.errors import FileError, MetadefError, UsageError
from metadef.schema import hardware_support, proto_text
from metadef.schema.hardware import HardwareSupport, hardware_options
from metadef.targets import Target, chip
from metadef.version import CannVersion

BF16, F = DataType.BF16, DataType.FLOAT


@pytest.fixture
def model(tmp_path: Path) -> Path:
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((4,), BF16))
    graph.set_outputs([("y", graph.add("Neg", [x], name="n", outputs=[TensorDesc((4,), BF16)]).output)])
    save(graph, tmp_path / "m.mdef")
    return tmp_path / "m.mdef"


def told(model: Path, version: str, *facts: Path, target: str = "Ascend910B1") -> list[tuple[str, str]]:
    found = check(model, target, driver_version=version, driver_facts=map(str, facts))
    return [(item.name, item.message.replace(str(model.parent), "")) for item in found]


def capabilities(folder: Path, families: object) -> Path:
    place = folder / "drivers.json"
    place.write_text(json.dumps({"metadef_target": 1, "families": families}))
    return place


def test_a_capability_file_says_what_came_with_which_driver(model: Path):
    facts = capabilities(model.parent, {"ascend910b": {"dtypes_since_driver": {"BF16": "24.1.RC1"}}})
    assert told(model, "24.1.RC1", facts) == []
    assert told(model, "24.1.RC1.alpha003", facts) == [
        ("newer-driver-needed", "BF16 needs driver 24.1.RC1 or later on Ascend910B1, and this is 24.1.RC1.alpha003")
    ]
    # the same file as the target
    assert [name for name, _ in told(model, "23.0.0", target=f"Ascend910B1@{facts}")] == ["newer-driver-needed"]


def test_without_facts_a_warning_says_that_nothing_was_judged(model: Path):
    message = "no file says what came with which driver, so nothing was judged by it"
    assert told(model, "8.0.RC1") == [("driver-facts-missing", message)]
    facts = capabilities(model.parent, {"ascend310p": {"dtypes_since_driver": {"BF16": "24.1.RC1"}}})
    assert told(model, "8.0.RC1", facts) == [("driver-facts-missing", message)]  # another chip's


def test_a_file_with_wrong_facts_is_refused(model: Path):
    facts = capabilities(
        model.parent,
        {
            "*": {
                "dtypes_since_driver": {"BF61": "24.1.RC1", "BF16": "new"},
                "operators": {"Neg": {"since_driver": "8"}},
            }
        },
    )
    with pytest.raises(FileError) as error:
        open_driver("8.0.0", Target(chip("Ascend910B1")), [str(facts)])
    assert [(item.message, item.hint) for item in error.value.findings] == [
        ("'BF61' is no data type", "BF16"),
        ("'new' is no driver version", ""),
    ]
    capabilities(model.parent, {"*": {"operators": {"Neg": {"since_driver": "8"}}}})
    with pytest.raises(FileError) as error:
        open_driver("8.0.0", Target(chip("Ascend910B1")), [str(facts)])[0].judge(
            Graph("g", registry()), open_driver("8.0.0", Target(chip("Ascend910B1")), [str(facts)])[1]
        )
    assert [item.message for item in error.value.findings] == ["'8' is no driver version"]


# --- a schema with options -------------------------------------------------------------------------------------------


def compiled(folder: Path, text: str) -> Path:
    """The descriptor set that the compiler of protobuf makes of a schema."""
    place = folder / "own.proto"
    place.write_text(text)
    include = Path(protoc.__file__).parent / "_proto"
    out = folder / "own.desc"
    assert protoc.main(["protoc", f"-I{folder}", f"-I{include}", f"--descriptor_set_out={out}", str(place)]) == 0
    return out


def test_options_of_our_own_schema_are_read_back_as_they_were_written(tmp_path: Path):
    found = hardware_options(compiled(tmp_path, proto_text()).read_bytes())
    assert found == {dtype: hardware_support(dtype) for dtype in found}
    assert found[BF16] == HardwareSupport(support_ascend_910=False, support_ascend_950pr=True)


def test_a_schema_of_the_user_states_drivers_and_absent_types(model: Path):
    option = 'DT_BF16 = 27 [(hw_support) = { support_ascend_950pr: true min_driver_version: "24.1.RC2" }];'
    lines = [f"  {option}" if " DT_BF16 = " in line else line for line in proto_text().splitlines()]
    assert f"  {option}" in lines
    facts = compiled(model.parent, "\n".join(lines))
    assert told(model, "24.1.RC2", facts) == []
    assert told(model, "24.1.RC1", facts) == [
        ("newer-driver-needed", "BF16 needs driver 24.1.RC2 or later on Ascend910B1, and this is 24.1.RC1")
    ]
    assert ("unsupported-on-target", "Ascend910A (AIC-C-100) has no BF16") in told(
        model, "24.1.RC2", facts, target="Ascend910A"
    )
    wrong = compiled(model.parent, "\n".join(lines).replace("24.1.RC2", "soon"))
    with pytest.raises(FileError) as error:
        open_driver("24.1.0", Target(chip("Ascend910B1")), [str(wrong)])
    assert error.value.findings[0].message == "not a CANN version: 'soon'"
    assert error.value.findings[0].subject.endswith("own.desc: DT_BF16")


def test_a_schema_without_options_states_no_facts(tmp_path: Path):
    plain = compiled(tmp_path, 'syntax = "proto3"; enum E { DT_FLOAT = 0; DT_BF16 = 27; }')
    with pytest.raises(UsageError):
        open_driver("8.0.0", Target(chip("Ascend910B1")), [str(plain)])


def test_the_schema_says_910_lacks_it_and_a_type_of_a_capable_chip_is_absent_too(model: Path):
    """Flags of an option reach chips whose cores have the type, as far as we know."""
    lines = [
        "  DT_FLOAT = 0 [(hw_support) = { support_ascend_910: true }];" if " DT_FLOAT = " in line else line
        for line in proto_text().splitlines()
    ]
    facts = compiled(model.parent, "\n".join(lines))
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((4,), F))
    graph.set_outputs([("y", graph.add("Neg", [x], name="n", outputs=[TensorDesc((4,), F)]).output)])
    save(graph, model)
    assert told(model, "24.1.0", facts, target="Ascend950PR_9589") == [
        ("unsupported-on-target", "Ascend950PR_9589 (AIC-C-310) has no FLOAT")
    ]
    assert told(model, "24.1.0", facts, target="Ascend910A") == []


# --- a history registry ----------------------------------------------------------------------------------------------


def history(folder: Path, releases: dict[str, str]) -> Path:
    """A registry whose releases are headers; the order of the index is not the order of the versions."""
    place = folder / "history"
    place.mkdir()
    rows = [{"release_version": name, "release_date": "2026-01-01"} for name in releases]
    (place / "index.json").write_text(json.dumps({"releases": rows}))
    for name, text in releases.items():
        (place / name).mkdir()
        (place / name / "ops.h").write_text(text)
    return place


def header(types: str) -> str:
    return f"REG_OP(Neg).INPUT(x, TensorType({{{types}}})).OUTPUT(y, TensorType({{{types}}})).OP_END_FACTORY_REG(Neg)"


def test_a_call_must_be_legal_in_the_newest_release_that_the_driver_has(model: Path):
    wide, narrow = header("DT_FLOAT, DT_BF16"), header("DT_FLOAT")
    other = wide.replace("Neg", "Negative")
    place = history(model.parent, {"8.0.RC1": narrow, "8.1.RC1.alpha001": wide, "8.2.0": wide, "9.0.0": other})
    assert told(model, "8.1.0", place) == []
    for version in ("8.1.RC1.alpha001", "8.2.0", "8.3.RC1"):
        assert told(model, version, place) == [], version
    assert told(model, "8.0.0", place) == [
        (
            "newer-driver-needed",
            "the call needs driver 8.1.RC1.alpha001 or later, and this is 8.0.0: input `x` does not take BF16",
        )
    ]
    assert told(model, "7.0.0", place) == [
        (
            "newer-driver-needed",
            "the call needs driver 8.1.RC1.alpha001 or later, and this is 7.0.0: the history begins with 8.0.RC1",
        )
    ]
    assert told(model, "9.1.T500", place) == [
        (
            "unknown-op",
            "the release has no such operator in 9.0.0, which driver 9.1.T500 has; the last that had it is 8.2.0",
        )
    ]


# --- the command -----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments], standalone_mode=False)


def test_the_command_counts_a_missing_driver_as_an_error_and_missing_facts_as_a_warning(model: Path):
    facts = capabilities(model.parent, {"*": {"operators": {"Neg": {"since_driver": "24.1.0"}}}})
    options = [str(model), "--target", "Ascend910B1", "--driver-version", "24.1.RC1"]
    assert run(*options, "--driver-facts", str(facts)).return_value == 1
    assert run(*options).return_value == 0
    assert run(*options, "--strict").return_value == 1


@pytest.mark.parametrize("version", ["", "new", "8", "8.0", "v8.0.0", "8.0.0.0.0", "9" * 300])
def test_what_is_no_version_is_refused(model: Path, version: str):
    with pytest.raises(UsageError):
        check(model, "Ascend910B1", driver_version=version)


def test_facts_need_a_version_and_a_version_needs_a_target(model: Path, tmp_path: Path):
    assert isinstance(run(str(model), "--driver-facts", "x.json").exception, UsageError)
    with pytest.raises(UsageError):
        check(model, driver_version="8.0.0")
    with pytest.raises(UsageError):
        check(model, "Ascend910B1", driver_version="8.0.0", driver_facts=[str(tmp_path)])  # a folder without an index
    with pytest.raises(MetadefError):
        check(model, "Ascend910B1", driver_version="8.0.0", driver_facts=[str(tmp_path / "missing.json")])
    assert CannVersion.parse("8.0.0") == open_driver("8.0.0", Target(chip("Ascend910B1")))[0].version
