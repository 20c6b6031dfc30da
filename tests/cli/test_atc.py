"""`metadef atc`: the frame, the flags, and the mode that turns definitions into descriptors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metadef.cli.atc.flags import ATC_FLAGS, OWN_FLAGS, parse_flags
from metadef.cli.atc.modes import MODES, runner
from metadef.cli.main import run
from metadef.definitions.read import read_files
from metadef.errors import UsageError

HEADER = """REG_OP(MyConv)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(groups, Int, 1)
    .OP_END_FACTORY_REG(MyConv)
"""
OP_DEF = """#include "register/op_def_registry.h"
namespace ops {
class MyAdd : public OpDef {
public:
    explicit MyAdd(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b");
        OpAICoreConfig small;
        small.Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT16}).Format({ge::FORMAT_NC1HWC0});
        small.Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT16}).Format({ge::FORMAT_NC1HWC0});
        this->AICore().AddConfig("ascend310p", small);
    }
};
OP_ADD(MyAdd);
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ops" / "deep").mkdir(parents=True)
    (tmp_path / "ops" / "conv.h").write_text(HEADER)
    (tmp_path / "ops" / "deep" / "add_def.cpp").write_text(OP_DEF)
    (tmp_path / "ops" / "notes.h").write_text("// nothing here\n")
    return tmp_path


def convert(*words: str) -> int:
    return run(["atc", "--mode=convert_def_to_json", *words])


def test_a_header_becomes_a_descriptor_with_every_type_of_the_prototype(folder: Path):
    assert convert("--op_def=ops/conv.h", "--output=conv.json", "--target_arch=Ascend910B1") == 0
    (found,) = json.loads((folder / "conv.json").read_text())
    assert (found["op"], list(found)) == ("MyConv", ["op", "input_desc", "output_desc", "attr", "targets"])
    assert found["input_desc"][0] == {
        "name": "x",
        "param_type": "required",
        "format": ["ND", "ND"],
        "type": ["float", "float16"],
    }
    assert found["attr"] == [
        {"name": "strides", "param_type": "required", "type": "list_int"},
        {"name": "groups", "param_type": "optional", "type": "int", "default_value": 1},
    ]
    assert (list(found["targets"]), found["targets"]["Ascend910B1"]["columns"]) == (["Ascend910B1"], "prototype")


def test_a_def_cpp_gives_each_chip_its_own_columns(folder: Path):
    words = ("--op_def", "ops/deep/add_def.cpp", "--output", "add.json")
    assert convert(*words, "--target_arch", "Ascend910B1", "Ascend310P3") == 0
    (found,) = json.loads((folder / "add.json").read_text())
    rows = {
        soc: (part["columns"], part["input_desc"][0]["type"], part["output_desc"][0]["format"])
        for soc, part in found["targets"].items()
    }
    assert rows == {
        "Ascend910B1": ("definition", ["float", "int8"], ["ND", "ND"]),
        "Ascend310P3": ("definition", ["float16"], ["NC1HWC0"]),
    }
    assert found["targets"]["Ascend910B1"]["flags"]["dynamicShapeSupport.flag"] == "true"
    assert found["input_desc"] == found["targets"]["Ascend910B1"]["input_desc"]


def test_a_chip_that_the_definition_does_not_list_is_a_finding_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    assert convert("--op_def=ops/deep/add_def.cpp", "--output=add.json", "--target_arch=Ascend310") == 1
    assert not (folder / "add.json").exists()
    out = capsys.readouterr().out
    assert (
        "EZ3002: MyAdd: the definition has no columns for Ascend310 (ascend310) [OPS014 unsupported-on-target]" in out
    )
    assert "Possible Cause: expected ascend910b, ascend310p, got ascend310" in out


def test_a_folder_becomes_a_folder_of_the_same_structure(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert convert("--op_def=ops", "--output=desc", "--target_arch=Ascend910B1") == 0
    files = sorted(str(path.relative_to(folder)) for path in (folder / "desc").rglob("*.json"))
    assert files == ["desc/conv.json", "desc/deep/add_def.json"]
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["ATC start working now, please wait for a moment.", "2 operators for Ascend910B1"]
    assert "ATC run success, welcome to the next use." in out


def test_a_folder_fits_in_one_file_when_the_output_is_called_json(folder: Path):
    assert convert("--op_def=ops", "--output=all.json", "--target_arch=Ascend910B1") == 0
    assert [item["op"] for item in json.loads((folder / "all.json").read_text())] == ["MyConv", "MyAdd"]


def test_two_files_of_one_stem_keep_apart(folder: Path):
    (folder / "ops" / "conv.cpp").write_text(OP_DEF)
    assert convert("--op_def=ops", "--output=desc", "--target_arch=Ascend910B1") == 0
    assert sorted(path.name for path in (folder / "desc").glob("*")) == ["conv.h.json", "conv.json", "deep"]


def test_a_descriptor_reads_back_as_the_operator_that_it_came_from(folder: Path):
    assert convert("--op_def=ops/deep/add_def.cpp", "--output=add.json", "--target_arch=Ascend910B1") == 0
    reading = read_files([folder / "add.json"])
    assert (reading.findings, [proto.name for proto in reading.protos]) == ([], ["MyAdd"])
    assert str(reading.protos[0].inputs[0].types) == "FLOAT | INT8"


def test_a_contradiction_in_the_definition_stops_the_conversion(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "bad.h").write_text(HEADER.replace("ATTR(groups, Int, 1)", 'ATTR(groups, Int, "one")'))
    assert convert("--op_def=bad.h", "--output=bad.json", "--target_arch=Ascend910B1") == 1
    assert not (folder / "bad.json").exists()
    assert "groups" in capsys.readouterr().out


def test_an_operator_whose_shapes_nothing_computes_is_a_warning(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert convert("--op_def=ops/conv.h", "--output=conv.json", "--target_arch=Ascend910B1") == 0
    assert "[DEF130 missing-shape-rule]" in capsys.readouterr().out
    (folder / "relu.h").write_text("REG_OP(Relu).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT}))\n")
    with (folder / "relu.h").open("a") as file:
        file.write(".OP_END_FACTORY_REG(Relu)\n")
    assert convert("--op_def=relu.h", "--output=relu.json", "--target_arch=Ascend910B1") == 0
    assert "missing-shape-rule" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--op_def=ops/none.h", "--output=a.json", "--target_arch=Ascend910B1"], 2, "ops/none.h"),
        (["--op_def=ops/conv.h", "--output=a.json", "--target_arch=Ascend910B9"], 2, "Ascend910B4"),
        (["--op_def=ops/conv.h", "--output=a.json"], 2, "--target_arch: is missing"),
        (["--op_def=ops/notes.h", "--output=a.json", "--target_arch=Ascend910B1"], 1, "definition-unrecognised"),
        (["--op_def=ops/conv.h", "--otput=a.json", "--target_arch=Ascend910B1"], 2, "try --output"),
        (["--op_def=ops/conv.h", "--output=none/a/b.json", "--target_arch=910B1"], 2, "try Ascend910B1"),
    ],
)
def test_mistakes_end_in_the_error_stack(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
):
    assert convert(*words) == code
    out = capsys.readouterr().out
    assert said in out
    assert "ATC run failed" in out
    assert not list(folder.glob("*.json"))


def test_unknown_modes_name_the_known_ones(capsys: pytest.CaptureFixture[str]):
    assert run(["atc", "--mode=convert_def_tojson"]) == 2
    assert "try convert_def_to_json" in capsys.readouterr().out


def test_a_flag_of_atc_without_effect_in_the_mode_is_a_warning(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ("--op_def=ops/conv.h", "--output=a.json", "--target_arch=Ascend910B1", "--precision_mode=force_fp16")
    assert convert(*words) == 0
    assert "CLI004: --precision_mode: has no effect in this mode" in capsys.readouterr().out


def test_help_lists_every_mode_and_its_flags(capsys: pytest.CaptureFixture[str]):
    assert run(["atc", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in MODES)
    assert "--op_def=... --output=... --target_arch=..." in out


def test_every_mode_of_the_table_has_a_runner_and_flags_that_are_known():
    for mode in MODES.values():
        assert callable(runner(mode))
        assert set(mode.flags) <= ATC_FLAGS | OWN_FLAGS


def test_flags_read_as_gflags_reads_them():
    flags = parse_flags(["--soc_version=A", "-soc_version", "B", "--input_shape", "x:-1,3;y:1", "--mode", "1", "--log"])
    assert flags.values == {"soc_version": ("A", "B"), "input_shape": ("x:-1,3;y:1",), "mode": ("1",), "log": ("",)}
    assert (flags.one("soc_version"), flags.many("input_shape"), flags.one("om", "none")) == (
        "B",
        ["x:-1", "3", "y:1"],
        "none",
    )
    with pytest.raises(UsageError) as caught:
        parse_flags(["model.onnx", "--modle=a", "--zzzz=1"])
    hints = [(item.subject, item.hint) for item in caught.value.findings]
    assert hints == [
        ("model.onnx", "--model=model.onnx"),
        ("--modle", "--mode or --model or --dump_mode"),
        ("--zzzz", ""),
    ]


def call_of_conv(kernel: int, stride: int, dtype: str = "float16", channels: int = 32, **attrs: object) -> str:
    def tensor(shape: list[int], **more: str) -> dict[str, object]:
        return {"format": "NCHW", "shape": shape, "type": dtype, **more}

    lists = {"strides": [1, 1, stride, stride], "pads": [0] * 4, **attrs}
    kinds = {name: "list_int" if isinstance(value, list) else "int" for name, value in lists.items()}
    call = {
        "op": "Conv2D",
        "input_desc": [tensor([1, channels, 8, 8]), tensor([16, channels, kernel, kernel])],
        "output_desc": [tensor([1, 16, 6, 6])],
        "attr": [{"name": name, "type": kinds[name], "value": value} for name, value in lists.items()],
    }
    return json.dumps([call])


@pytest.mark.parametrize(
    ("call", "chip", "expected"),
    [
        (call_of_conv(3, 1), "Ascend910B1", "winograd blocked none 16"),
        (call_of_conv(3, 1), "Ascend310", "direct blocked none 16"),
        (call_of_conv(3, 2), "Ascend910B1", "direct blocked strided 16"),
        (call_of_conv(1, 1), "Ascend910B1", "pointwise blocked none 16"),
        (call_of_conv(1, 1, pads=[1, 1, 1, 1]), "Ascend910B1", "direct blocked none 16"),
        (call_of_conv(3, 1, channels=3), "Ascend910B1", "direct c04 none 16"),
        (call_of_conv(3, 1, groups=2), "Ascend910B1", "direct grouped none 16"),
        (call_of_conv(3, 1, dtype="float"), "Ascend910B1", "direct blocked none 8"),
        (call_of_conv(3, 1, dtype="float"), "Ascend310P3", "direct blocked none 16"),
        (call_of_conv(3, 1, dtype="int8"), "Ascend910B1", "direct blocked none 32"),
        (call_of_conv(3, 1, dilations=[1, 1, 2, 2]), "Ascend910B1", "direct blocked none 16"),
    ],
)
def test_a_call_with_values_and_shapes_decides_every_compile_parameter(
    folder: Path, call: str, chip: str, expected: str
):
    (folder / "call.json").write_text(call)
    assert convert("--op_def=call.json", "--output=out.json", f"--target_arch={chip}") == 0
    (found,) = json.loads((folder / "out.json").read_text())
    parameters = found["targets"][chip]["compile_parameters"]
    assert list(parameters) == ["algorithm", "channels", "stride", "cube_k0"]
    assert " ".join(str(item["variant"]) for item in parameters.values()) == expected


def test_a_definition_leaves_what_it_cannot_know_open(folder: Path):
    (folder / "conv.h").write_text(HEADER.replace("MyConv", "Conv2D"))
    assert convert("--op_def=conv.h", "--output=out.json", "--target_arch=Ascend910B1,Ascend310") == 0
    (found,) = json.loads((folder / "out.json").read_text())
    choices = {
        soc: [item["variant"] for item in part["compile_parameters"]["algorithm"]["choices"]]
        for soc, part in found["targets"].items()
    }
    assert choices == {"Ascend910B1": ["pointwise", "winograd", "direct"], "Ascend310": ["pointwise", "direct"]}
    algorithm = found["targets"]["Ascend910B1"]["compile_parameters"]["algorithm"]
    assert (algorithm["variant"], algorithm["choices"][0]["when"][:2]) == (None, ["strides = 1", "pads = 0"])
