"""`import_support`: trees in the layouts of an installed CANN, a vendor's package and a source tree."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from metadef.catalogue import registry
from metadef.definitions.json_form import declaration_of
from metadef.definitions.op_info import emit_op_info, emit_op_info_ini
from metadef.driver.soc_import import Imported, import_support
from metadef.driver.target import configured_files, open_target
from metadef.errors import FileError, MetadefError, UsageError
from metadef.targets.capability_file import capability_text, read_capabilities

OP_DEF = """class MyAdd : public OpDef {
public:
    explicit MyAdd(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8})
            .Format({ge::FORMAT_ND, ge::FORMAT_NCHW});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT8})
            .Format({ge::FORMAT_ND, ge::FORMAT_NCHW});
        this->AICore().AddConfig("ascend910b");
        this->AICore().AddConfig("ascend310p");
    }
};
OP_ADD(MyAdd);
"""


def port(name: str, dtypes: str, formats: str, **more: str) -> dict[str, str]:
    return {"name": name, "dtype": dtypes, "format": formats, "paramType": "required", **more}


def library(**ops: tuple[str, str]) -> str:
    """Operators with one input x and one output y of the same columns."""
    return json.dumps(
        {op: {"input0": port("x", *columns), "output0": port("y", *columns)} for op, columns in ops.items()}
    )


def put(root: Path, place: str, text: str) -> Path:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def columns(imported: Imported, family: str, op: str) -> list[str]:
    (support,) = [item for item in imported.supports if item.family == family]
    return [str(column) for column in support.operators[op].columns()]


CONFIG = "op_impl/ai_core/tbe/config"


def test_an_installed_cann_gives_columns_by_family(tmp_path: Path):
    built_in = f"opp/built-in/{CONFIG}"
    put(tmp_path, f"{built_in}/ascend910b/aic-ascend910b-ops-info.json", library(Relu=("float16,bfloat16", "ND,ND")))
    put(tmp_path, f"{built_in}/ascend910b/aic-ascend910b-ops-info-legacy.json", library(Neg=("float", "NCHW")))
    put(tmp_path, f"{built_in}/ascend310p/aic-ascend310p-ops-info.json", library(Relu=("float16", "NC1HWC0")))
    put(tmp_path, "opp/built-in/op_impl/ai_core/tbe/kernel/ascend910b/relu/Relu_123.json", '{"binFileName": "x"}')
    put(tmp_path, f"{built_in}/ascend910b/relu_binary.json", '{"Relu": {"input0": {"name": "wrong"}}}')
    imported = import_support([tmp_path])
    assert imported.findings == []
    assert [item.family for item in imported.supports] == ["ascend310p", "ascend910b"]
    assert columns(imported, "ascend910b", "Relu") == [
        "x FLOAT16 ND -> y FLOAT16 ND",
        "x BF16 ND -> y BF16 ND",
    ]
    assert columns(imported, "ascend910b", "Neg") == ["x FLOAT NCHW -> y FLOAT NCHW"]
    assert columns(imported, "ascend310p", "Relu") == ["x FLOAT16 NC1HWC0 -> y FLOAT16 NC1HWC0"]
    assert not any(item.complete for item in imported.supports)


def test_the_ini_form_and_the_folder_name_the_family(tmp_path: Path):
    ini = "[MyOp]\ninput0.name=x\ninput0.dtype=float16,int8\ninput0.format=ND,NHWC\noutput0.name=y\n"
    ini += "output0.dtype=float16,int8\noutput0.format=ND,ND\ndynamicShapeSupport.flag=true\n"
    put(tmp_path, f"vendors/acme/{CONFIG}/ascend310p3/acme.ini", ini)
    imported = import_support([tmp_path])
    assert columns(imported, "ascend310p", "MyOp") == [
        "x FLOAT16 ND -> y FLOAT16 ND",
        "x INT8 NHWC -> y INT8 ND",
    ]
    assert dict(imported.supports[0].operators["MyOp"].flags) == {"dynamicShapeSupport.flag": "true"}


def test_a_tree_of_def_cpp_gives_each_configured_family(tmp_path: Path):
    put(tmp_path, "math/my_add/op_host/my_add_def.cpp", OP_DEF)
    put(tmp_path, "math/my_add/op_host/my_add_tiling.cpp", "int tiling();")
    put(tmp_path, "math/my_add/op_graph/my_add_proto.h", "REG_OP(MyAdd).OP_END_FACTORY_REG(MyAdd)")
    imported = import_support([tmp_path])
    assert [item.family for item in imported.supports] == ["ascend310p", "ascend910b"]
    assert columns(imported, "ascend910b", "MyAdd") == ["x FLOAT ND -> y FLOAT ND", "x INT8 NCHW -> y INT8 NCHW"]
    assert len(imported.files) == 1


def test_a_project_of_msopgen_has_its_classes_in_op_host(tmp_path: Path):
    put(tmp_path, "op_host/my_add.cpp", OP_DEF)
    put(tmp_path, "op_host/my_add_tiling.cpp", "namespace optiling {}\n")
    put(tmp_path, "op_kernel/other.cpp", OP_DEF.replace("MyAdd", "Other"))
    imported = import_support([tmp_path])
    assert imported.findings == []
    assert {item.family: list(item.operators) for item in imported.supports} == {
        "ascend310p": ["MyAdd"],
        "ascend910b": ["MyAdd"],
    }


def test_vendors_go_before_what_is_built_in_by_their_priority(tmp_path: Path):
    put(tmp_path, f"built-in/{CONFIG}/ascend910b/aic-ascend910b-ops-info.json", library(Relu=("float,int8", "ND,ND")))
    for vendor, dtype in (("alpha", "int32"), ("beta", "float16,float")):
        formats = ",".join("ND" for _ in dtype.split(","))
        place = f"vendors/{vendor}/{CONFIG}/ascend910b/aic-ascend910b-ops-info.json"
        put(tmp_path, place, library(Relu=(dtype, formats)))
    put(tmp_path, "vendors/config.ini", "load_priority=beta,alpha\n")
    imported = import_support([tmp_path])
    assert [column.split(" ")[1] for column in columns(imported, "ascend910b", "Relu")] == [
        "FLOAT16",
        "FLOAT",
        "INT32",
        "INT8",
    ]


def test_a_package_with_other_ports_decides_alone(tmp_path: Path):
    other = json.dumps({"Relu": {"input0": port("features", "int8", "ND"), "output0": port("y", "int8", "ND")}})
    first = put(tmp_path, "a/aic-ascend910b-ops-info.json", other)
    second = put(tmp_path, "b/aic-ascend910b-ops-info.json", library(Relu=("float16", "ND")))
    imported = import_support([first, second])
    assert columns(imported, "ascend910b", "Relu") == ["features INT8 ND -> y INT8 ND"]
    assert [item.severity.value for item in imported.findings] == ["info"]


def test_columns_that_cannot_be_used_are_left_out_with_a_warning(tmp_path: Path):
    text = library(Good=("float16,float17,float", "ND,ND,NOTHING"), Bad=("float16,float", "ND"))
    imported = import_support([put(tmp_path, "aic-ascend910b-ops-info.json", text)])
    assert columns(imported, "ascend910b", "Good") == ["x FLOAT16 ND -> y FLOAT16 ND"]
    assert "Bad" not in imported.supports[0].operators
    assert not any(item.is_error for item in imported.findings)
    assert {item.name for item in imported.findings} == {
        "columns-not-imported",
        "columns-unequal",
        "dtype-name-unknown",
        "format-name-unknown",
    }


def test_broken_and_missing_files_are_errors_and_the_rest_is_read(tmp_path: Path):
    put(tmp_path, "a/aic-ascend910b-ops-info.json", '{"Relu": {')
    put(tmp_path, "b/aic-ascend910b-ops-info.json", library(Neg=("float16", "ND")))
    imported = import_support([tmp_path, tmp_path / "none"])
    assert columns(imported, "ascend910b", "Neg") == ["x FLOAT16 ND -> y FLOAT16 ND"]
    assert {item.name for item in imported.findings if item.is_error} == {"definition-syntax", "file-missing"}


def test_a_folder_without_columns_is_an_error(tmp_path: Path):
    assert [item.name for item in import_support([tmp_path]).findings] == ["definition-unrecognised"]


def test_a_pipe_and_a_loop_of_links_do_not_hang(tmp_path: Path):
    os.mkfifo(tmp_path / "aic-ascend910b-ops-info.json")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert [item.name for item in import_support([tmp_path]).findings] == ["definition-unrecognised"]


@pytest.mark.parametrize("emit", [emit_op_info, emit_op_info_ini], ids=["json", "ini"])
def test_every_operator_of_the_catalogue_keeps_its_types_through_a_library(tmp_path: Path, emit: object):
    """A library that this project writes itself comes back with each port's set of types."""
    assert callable(emit)
    protos = [proto for proto in registry() if proto.inputs and all(port.types.mask for port in proto.inputs)]
    suffix = "json" if emit is emit_op_info else "ini"
    text = emit([declaration_of(proto) for proto in protos])
    imported = import_support([put(tmp_path, f"aic-ascend910b-ops-info.{suffix}", str(text))])
    assert [item for item in imported.findings if item.is_error] == []
    operators = imported.supports[0].operators
    file = put(tmp_path, "t.json", capability_text(imported.supports))
    read = read_capabilities(file, check=True).families["ascend910b"].operators
    assert len(operators) == len(protos) == len(read) > 1500
    for proto in protos:
        assert read[proto.name] == operators[proto.name]
        for port_, support in zip(proto.inputs, operators[proto.name].inputs, strict=True):
            assert set(support.dtypes) == set(port_.types), proto.name


def target_file(path: Path, *families: str, chip: str = "") -> Path:
    document = {
        "metadef_target": 1,
        "chip": chip,
        "families": {family: {"operators": {"A": {}}} for family in families},
    }
    path.write_text(json.dumps(document))
    return path


def test_a_target_is_a_chip_a_file_or_both(tmp_path: Path):
    one = target_file(tmp_path / "one.json", "ascend310p")
    two = target_file(tmp_path / "two.json", "ascend310p", "ascend910b")
    named = target_file(tmp_path / "named.json", "ascend310p", "ascend910b", chip="Ascend910B3")
    assert open_target(None).chip.soc == "Ascend910B1"
    assert (open_target("Ascend310").chip.soc, open_target("Ascend310").supports) == ("Ascend310", ())
    assert open_target(str(one)).chip.soc == "Ascend310P1"
    assert open_target(str(named)).chip.soc == "Ascend910B3"
    both = open_target(f"Ascend310P3@{two}")
    assert (both.chip.soc, list(both.operators)) == ("Ascend310P3", ["A"])
    assert open_target(both) is both
    with pytest.raises(UsageError, match="does not say which chip"):
        open_target(str(two))
    with pytest.raises(UsageError, match="Ascend910B1"):
        open_target("Ascend910B11")
    with pytest.raises(FileError):
        open_target("none.json")


def test_the_project_can_configure_files(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    assert configured_files(tmp_path / "deep") == []
    (tmp_path / "pyproject.toml").write_text('[tool.metadef]\ntargets = ["t/a.json"]\n')
    assert configured_files(tmp_path / "deep") == [tmp_path / "t" / "a.json"]
    (tmp_path / "deep" / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert configured_files(tmp_path / "deep") == [tmp_path / "t" / "a.json"]
    for wrong in ('targets = "a.json"', "targets = [1]", "targets = [", "targets = [''] "):
        (tmp_path / "pyproject.toml").write_text(f"[tool.metadef]\n{wrong}\n")
        with pytest.raises(MetadefError):
            configured_files(tmp_path)
