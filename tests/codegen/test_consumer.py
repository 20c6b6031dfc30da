"""Targets `cmake` and `pip`: other projects find, fetch, generate and install what is generated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import metadef
from c_library import all_operators, write_library
from cpp_compiler import c_compiler, cpp_compiler
from metadef.catalogue.index import FAMILY_OF

ROOT = Path(__file__).parents[2]
CONSUMER = ROOT / "examples" / "consumer"
USED = ("activation", "conv", "matmul")  # families: a package of fewer operators compiles faster


def cmake() -> str:
    """The system's CMake, else the one of the wheel."""
    found = shutil.which("cmake") or str(Path(sys.executable).parent / "cmake")
    assert Path(found).exists(), "no CMake: install it, or the wheel cmake"
    return found


def run(*command: str, cwd: Path | None = None, **variables: str) -> str:
    """What a command prints; it must succeed."""
    settings = {**os.environ, "CC": " ".join(c_compiler()), "CXX": " ".join(cpp_compiler()), **variables}
    done = subprocess.run(command, cwd=cwd, env=settings, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated package of three families, with the modules for CMake beside it."""
    folder = tmp_path_factory.mktemp("consumer")
    protos = [proto for proto in all_operators() if FAMILY_OF[proto.name] in USED]
    write_library(folder / "package", protos, FAMILY_OF, "cpp-builder")
    write_library(folder / "modules", protos, FAMILY_OF, "cmake")
    return folder


@pytest.fixture(scope="module")
def installed(package: Path) -> Path:
    """The prefix where the package is installed."""
    build = package / "package-build"
    run(cmake(), "-S", str(package / "package"), "-B", str(build), "-DCMAKE_BUILD_TYPE=Debug")
    run(cmake(), "--build", str(build))
    run(cmake(), "--install", str(build), "--prefix", str(package / "prefix"))
    return package / "prefix"


def configure(package: Path, build: Path, *settings: str) -> str:
    modules = f"-DMETADEF_MODULES={package / 'modules'}"
    return run(cmake(), "-S", str(CONSUMER / "cpp"), "-B", str(build), modules, *settings)


def test_a_project_uses_the_installed_package(package: Path, installed: Path, tmp_path: Path):
    said = configure(package, tmp_path, f"-DCMAKE_PREFIX_PATH={installed}")
    assert "metadef: installed" in said
    run(cmake(), "--build", str(tmp_path))
    run(str(tmp_path / "consumer"), "network.mdef", cwd=tmp_path)
    graph = metadef.load(str(tmp_path / "network.mdef"))
    assert [node.op for node in graph.nodes] == ["Data", "Const", "Const", "Conv2D", "Relu", "BatchMatMul"]


def test_a_project_fetches_the_package_at_a_tag_when_none_is_installed(package: Path, tmp_path: Path):
    repository = tmp_path / "repository"
    shutil.copytree(package / "package", repository)
    git = ("git", "-C", str(repository), "-c", "user.name=t", "-c", "user.email=t@t")
    run("git", "init", "-q", str(repository))
    run(*git, "add", "-A")
    run(*git, "commit", "-q", "-m", "generated")
    run(*git, "tag", "v1")
    build = tmp_path / "build"
    said = configure(package, build, f"-DMETADEF_REPOSITORY=file://{repository}", "-DMETADEF_TAG=v1")
    assert "metadef: fetched" in said
    targets = run(cmake(), "--build", str(build), "--target", "help")
    assert "consumer" in targets and "metadef_graph" in targets


FETCHED = """cmake_minimum_required(VERSION 3.18)
project(fetched LANGUAGES C CXX)
list(APPEND CMAKE_MODULE_PATH "{modules}")
include(find_metadef)
set(METADEF_COMMAND "{python}" -m metadef)
find_metadef(GIT_REPOSITORY "file://{repository}" GIT_TAG v1 FROM mine.h)
message(STATUS "metadef: ${{METADEF_FROM}}")
"""


def test_a_project_fetches_metadef_itself_and_has_its_operators_generated(package: Path, tmp_path: Path):
    repository = tmp_path / "repository"
    own = Path(metadef.__file__).parent
    shutil.copytree(own, repository / "src" / "metadef", ignore=shutil.ignore_patterns("__pycache__"))
    git = ("git", "-C", str(repository), "-c", "user.name=t", "-c", "user.email=t@t")
    run("git", "init", "-q", str(repository))
    run(*git, "add", "-A")
    run(*git, "commit", "-q", "-m", "metadef")
    run(*git, "tag", "v1")
    text = FETCHED.format(modules=package / "modules", python=sys.executable, repository=repository)
    (tmp_path / "CMakeLists.txt").write_text(text)
    (tmp_path / "mine.h").write_text(HEADER)
    build = tmp_path / "build"
    assert "metadef: fetched" in run(cmake(), "-S", str(tmp_path), "-B", str(build))
    generated = build / "_deps" / "metadef_fetched-build" / "generated"
    assert '"Mine"' in (generated / "src" / "family_custom.c").read_text()
    run(cmake(), "--build", str(build), "--target", "metadef")


def test_a_project_without_any_package_is_told_what_to_do(package: Path, tmp_path: Path):
    command = [cmake(), "-S", str(CONSUMER / "cpp"), "-B", str(tmp_path), f"-DMETADEF_MODULES={package / 'modules'}"]
    settings = {**os.environ, "CC": " ".join(c_compiler()), "CXX": " ".join(cpp_compiler())}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=120)
    assert done.returncode != 0
    assert "set CMAKE_PREFIX_PATH or metadef_DIR" in " ".join(done.stderr.split())


def test_pkg_config_knows_the_installed_library(installed: Path, tmp_path: Path):
    place = next(installed.rglob("metadef.pc"))
    text = place.read_text()
    assert "prefix=${pcfiledir}/" in text and "-lmetadef" in text
    if shutil.which("pkg-config") is None:
        return
    flags = run("pkg-config", "--cflags", "--libs", "metadef", PKG_CONFIG_PATH=str(place.parent)).split()
    source = '#include <metadef/metadef.h>\nint main(void) { return mdef_find_op("Relu") == NULL; }\n'
    (tmp_path / "one.c").write_text(source)
    run(*c_compiler(), "-std=c11", "one.c", "-o", "one", *flags, cwd=tmp_path)
    run(str(tmp_path / "one"))


GENERATED = """cmake_minimum_required(VERSION 3.18)
project(generated LANGUAGES C)
list(APPEND CMAKE_MODULE_PATH "{modules}")
include(metadef_generate)
set(METADEF_COMMAND "{python}" -m metadef)
set(METADEF_PYTHONPATH "{source}")
metadef_generate(c-table "${{CMAKE_CURRENT_BINARY_DIR}}/ops" FROM mine.h)
add_subdirectory("${{CMAKE_CURRENT_BINARY_DIR}}/ops" "${{CMAKE_CURRENT_BINARY_DIR}}/ops-build")
"""
HEADER = """#include "graph/operator_reg.h"
namespace ge {
REG_OP(Mine).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(Mine)
}
"""


def test_generation_runs_again_only_when_definitions_change(package: Path, tmp_path: Path):
    source = Path(metadef.__file__).parents[1]
    text = GENERATED.format(modules=package / "modules", python=sys.executable, source=source)
    (tmp_path / "CMakeLists.txt").write_text(text)
    definitions, build = tmp_path / "mine.h", tmp_path / "build"
    definitions.write_text(HEADER)
    assert "files, " in run(cmake(), "-S", str(tmp_path), "-B", str(build))
    run(cmake(), "--build", str(build))

    def times() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in (build / "ops" / "src").glob("*.c")}

    before = times()
    assert "files, " not in run(cmake(), "-S", str(tmp_path), "-B", str(build))
    assert "Building" not in run(cmake(), "--build", str(build))
    assert times() == before
    os.utime(definitions, (2_000_000_000, 2_000_000_000))
    assert "files, " not in run(cmake(), "--build", str(build))  # touched, and still the same
    definitions.write_text(HEADER.replace("DT_FLOAT}", "DT_FLOAT, DT_INT8}", 1))
    os.utime(definitions, (2_100_000_000, 2_100_000_000))
    assert "1 written" in run(cmake(), "--build", str(build))
    changed = {name for name, time in times().items() if time != before[name]}
    assert changed == {"family_custom.c"}


def test_the_generated_python_package_installs_with_pip(tmp_path: Path):
    protos = [proto for proto in all_operators() if FAMILY_OF[proto.name] in USED]
    project = write_library(tmp_path / "project", protos, FAMILY_OF, "pip")
    site = tmp_path / "site"
    words = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    run(sys.executable, *words, "--disable-pip-version-check", "--target", str(site), str(project))
    assert (site / "metadef_ops" / "py.typed").exists()
    places = os.pathsep.join([str(site), str(Path(metadef.__file__).parents[1])])
    run(sys.executable, str(CONSUMER / "python" / "main.py"), "network.mdef", cwd=tmp_path, PYTHONPATH=places)
    graph = metadef.load(str(tmp_path / "network.mdef"))
    assert [node.op for node in graph.nodes] == ["Data", "Const", "Const", "Conv2D", "Relu", "BatchMatMul"]
