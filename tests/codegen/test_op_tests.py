"""Generated tests of operators: those for pytest are green as they are, those for gtest compile; both can fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from c_library import STRICT
from cpp_compiler import compile_c, cpp_compiler
from hostile_protos import hostile_declarations, many_ports
from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import apply, generate, plan
from metadef.codegen.cases.make import cases_of
from metadef.definitions.json_form import declaration_of
from metadef.ops.proto import op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType

TESTS = Path(__file__).parents[1]
# Fifty operators of many families, among them some whose shape rule refuses calls, reads elements or has subgraphs.
NAMED = (
    "Relu Add MatMul Conv2D SoftmaxV2 Reshape ConcatV2 If Cast Einsum ArgMaxV2 BatchNorm Split TopKV2 ReduceSum".split()
)
FIFTY = [*NAMED, *(name for name in sorted(FAMILY_OF)[20 :: len(FAMILY_OF) // 38] if name not in NAMED)][:50]
OWN = declaration_of(
    op("MineAlone").input("x", DataType.FLOAT).output("y", DataType.FLOAT).required_attr("from", AttrKind.Int)
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The target `tests` for fifty operators of ours and one that only this test declares."""
    chosen = [declaration_of(registry().lookup(name)) for name in FIFTY]
    place = tmp_path_factory.mktemp("tests")
    apply(plan(place, "tests", generate("tests", [*chosen, OWN], families=FAMILY_OF)))
    return place


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "--assert=plain", *words]
    path = os.pathsep.join([str(TESTS.parent / "src"), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        command,
        cwd=folder / "pytest",
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=400,
    )


def test_fifty_operators_are_green_as_they_are(folder: Path):
    assert len(FIFTY) == 50 and len({FAMILY_OF[name] for name in FIFTY}) >= 25
    done = run_pytest(folder)
    expected = [case for item in [*map(registry().lookup, FIFTY), OWN.proto] for case in cases_of(item)]
    assert f"{len(expected)} passed" in done.stdout, done.stdout[-3000:] + done.stderr[-1000:]
    assert done.returncode == 0
    assert {case.kind for case in expected} == {"normal", "boundary", "error"}
    assert sum(bool(case.results) for case in expected) >= 12  # have values of a kernel
    assert sum(bool(case.beyond) for case in expected) >= 12  # are refused by the shape rule alone


def test_generated_python_tests_can_fail(folder: Path):
    path = folder / "pytest" / "test_Relu.py"
    kept = path.read_text("utf-8")
    changed = kept.replace('["missing-input"]', '["missing-attr"]').replace(
        "[T((1, 1), D.FLOAT)]", "[T((1, 2), D.FLOAT)]"
    )
    changed = re.sub(r"\[np\.array\(\[\[0\.0, ", "[np.array([[0.5, ", changed)
    path.write_text(changed, "utf-8")
    done = run_pytest(folder, "test_Relu.py")
    path.write_text(kept, "utf-8")
    assert "3 failed" in done.stdout, done.stdout[-2000:]


def gtest_program(folder: Path, c_library: Path, names: list[str], *flags: str) -> tuple[int, set[str]]:
    """How many tests the gtest files of some operators hold, and which fail with the C table as the subject."""
    gtest = folder / "gtest"
    files = sorted(gtest / f"{name}_test.cc" for name in names)
    (gtest / "all.cc").write_text("".join(f'#include "{path.name}"\n' for path in files))
    library = c_library / "library.o"
    if not library.exists():
        assert (
            compile_c(c_library, "-std=c11", "-O0", "-c", "-Iinclude", "-Isrc", "-I.", "all.c", "-o", "library.o") == ""
        )
    places = [f"-I{gtest}", f"-I{TESTS / 'codegen_stub'}", f"-I{c_library / 'include'}"]
    sources = [str(gtest / "all.cc"), str(TESTS / "codegen_c" / "gtest_subject.cc"), str(library)]
    words = ["-std=c++17", *STRICT, "-O0", *flags, *places, *sources, "-o", "gtests"]
    assert compile_c(folder, *words, compiler=cpp_compiler()) == ""
    done = subprocess.run([str(folder / "gtests")], capture_output=True, text=True, timeout=120)
    count = re.search(r"(\d+) tests, (\d+) failed", done.stdout)
    failed = set(re.findall(r"^FAILED (.*)$", done.stdout, re.MULTILINE))
    assert count and int(count[2]) == len(failed) and done.returncode == bool(failed)
    return int(count[1]), failed


def test_gtest_files_compile_and_the_c_table_passes_all_that_tables_can_tell(folder: Path, c_library: Path):
    names = FIFTY[:8]  # WHY not all: g++ takes half a second for each
    count, failed = gtest_program(folder, c_library, names)
    beyond = {
        f"{name}Calls.C_{case.name}" for name in names for case in cases_of(registry().lookup(name)) if case.beyond
    }
    assert failed == beyond != set() and count > 150
    assert gtest_program(folder, c_library, ["Relu"], "-DWRONG_RELU")[1] == {"ReluCalls.C_values"}


def test_hostile_definitions_stay_data(tmp_path: Path):
    """Every file compiles and names what it was given, whatever stands in names, defaults and texts."""
    files = generate("tests", [*hostile_declarations(), many_ports(300)])
    for path, text in files.items():
        if path.startswith("pytest/test_"):
            names: dict[str, object] = {}
            exec(compile(text, path, "exec"), names)
            tables = [names.get(table, {}) for table in ("LEGAL", "VALUES", "ILLEGAL")]
            assert any(tables), path
    stems = {path for path in files if path.endswith("_test.cc")}
    assert len(stems) == len(hostile_declarations()) + 1
    apply(plan(tmp_path, "tests", files))
    gtest = tmp_path / "gtest"
    (gtest / "all.cc").write_text("".join(f'#include "{path.name}"\n' for path in sorted(gtest.glob("*_test.cc"))[::8]))
    words = ["-std=c++17", *STRICT, "-fsyntax-only", "-I.", f"-I{TESTS / 'codegen_stub'}", "all.cc"]
    assert compile_c(gtest, *words, compiler=cpp_compiler()) == ""
