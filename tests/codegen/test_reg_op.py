"""Target `reg-op`: the headers compile, register every operator, and read back as the same prototypes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cpp_compiler import compile_cpp, cpp_compiler
from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.definitions.dtype_names import HELPERS
from metadef.definitions.json_form import declaration_of
from metadef.definitions.projection import to_reg_op
from metadef.definitions.read import read_files
from metadef.errors import MetadefError
from metadef.ops.proto import op
from metadef.types.dtype import DataType

STUB = Path(__file__).parent.parent / "codegen_stub"


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the headers of the whole catalogue and the stand-in for CANN's own."""
    folder = tmp_path_factory.mktemp("reg_op")
    shutil.copytree(STUB, folder, dirs_exist_ok=True)
    (folder / "graph" / "data_types.inc").write_text("".join(f"DATA_TYPE({dtype.name})\n" for dtype in DataType))
    (folder / "graph" / "helpers.inc").write_text("".join(f"HELPER({name})\n" for name in HELPERS))
    declarations = [declaration_of(registry().lookup(name)) for name in FAMILY_OF]
    for path, text in generate("reg-op", declarations, families=FAMILY_OF).items():
        (folder / path).write_text(text, "utf-8")
    return folder


def test_the_headers_of_all_operators_compile_without_a_warning(headers: Path):
    (headers / "all.cpp").write_text('#include "all_ops.h"\nint main() { return 0; }\n')
    assert compile_cpp(headers, "all.cpp", "-I.", "-fsyntax-only") == ""


def test_the_compiler_would_see_a_broken_header(headers: Path):
    broken = (headers / "conv_ops.h").read_text().replace("DT_FLOAT16", "DT_FLAOT16", 1)
    (headers / "broken.cpp").write_text(broken + "int main() { return 0; }\n")
    assert "DT_FLAOT16" in compile_cpp(headers, "broken.cpp", "-I.", "-fsyntax-only")


def test_a_program_registers_the_calls_of_a_header_in_order(headers: Path):
    (headers / "main.cpp").write_text(
        '#include <cstdio>\n#include "softmax_ops.h"\n'
        'int main() { for (auto &line : ge::Record::All()) std::printf("%s\\n", line.c_str()); }\n'
    )
    assert compile_cpp(headers, "main.cpp", "-I.", "-O0", "-o", "main") == ""
    lines = subprocess.run([str(headers / "main")], capture_output=True, text=True, timeout=60).stdout.split("\n")
    start = lines.index("SoftmaxV2")
    proto = registry().lookup("SoftmaxV2")
    assert lines[start : start + 3] == ["SoftmaxV2", "input x", "output y"]
    assert lines[start + 3 : start + 4 + len(proto.attrs)] == [
        *(f"attr {spec.name}" for spec in proto.attrs),
        "end SoftmaxV2",
    ]
    assert sum(line.startswith("end ") for line in lines) == sum(name == "softmax" for name in FAMILY_OF.values())


def test_the_headers_read_back_as_the_prototypes_that_headers_can_hold(headers: Path):
    reading = read_files([str(path) for path in sorted(headers.glob("*_ops.h")) if path.name != "all_ops.h"])
    assert [item for item in reading.findings if item.is_error] == []
    assert len(reading.protos) == len(FAMILY_OF) == 1852
    for proto in reading.protos:
        assert proto == to_reg_op(registry().lookup(proto.name))


@pytest.mark.parametrize("name", ["class", "2D", "A)B", "A\n", "Ünicode", ""])
def test_an_operator_that_cpp_cannot_name_is_refused_by_name(name: str):
    with pytest.raises(MetadefError) as caught:
        generate("reg-op", [declaration_of(op(name))])
    assert [item.name for item in caught.value.findings] == ["declaration-nameless"]


def test_a_part_may_be_a_keyword_but_not_code():
    fine = op("Uniform").attr("from", registry().lookup("Uniform").attr_spec("from").kind, 0.0)
    assert ".ATTR(from, Float, 0.0f)" in generate("reg-op", [declaration_of(fine)])["custom_ops.h"]
    with pytest.raises(MetadefError, match="input"):
        generate("reg-op", [declaration_of(op("A").input("x) } int main() {", DataType.FLOAT))])


def test_there_is_a_compiler():
    assert cpp_compiler()
