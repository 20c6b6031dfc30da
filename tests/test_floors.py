"""The floor plan as data, and the law: a package imports only from floors below it, siblings never import each other.

Every import counts, wherever it stands: inside functions, under TYPE_CHECKING, in `import_module("metadef...")`, and
as an entry `"metadef.package.module:object"` of a table that loads on demand.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FLOORS = (
    ("source", "version", "plugins"),
    ("errors",),
    ("types", "toml_file"),
    ("ops", "formats", "wire", "render"),
    ("graph",),
    ("text", "definitions", "kernels", "targets"),
    ("infer",),
    ("catalogue", "memory", "schema"),
    ("patterns", "compat"),
    ("layout",),
    ("codec", "frontend", "passes", "checks"),
    ("driver",),
    ("hub", "codegen", "reports", "batch", "testing"),
    ("cli", "__init__"),
    ("__main__",),
)
FLOOR_OF = {unit: floor for floor, units in enumerate(FLOORS) for unit in units}

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "metadef"
_DOOR = re.compile(r"metadef((?:\.\w+)*):\w+", re.ASCII)
_IMPORTERS = ("import_module", "__import__")
_MODULE = re.compile(r"metadef((?:\.\w+)*)\.?", re.ASCII)


def unit_of(parts: list[str]) -> str:
    """The unit of the floor plan that `metadef.<parts>` belongs to."""
    return parts[0] if parts and parts[0] else "__init__"


def imported_units(source: str, module: list[str], is_package: bool) -> Iterator[tuple[int, str]]:
    """(line, unit) of everything from metadef that a file imports; `module` is its dotted name without `metadef`."""
    here = module if is_package else module[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root, *parts = alias.name.split(".")
                if root == "metadef":
                    yield node.lineno, unit_of(parts)
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["metadef", *here[: len(here) - node.level + 1], *base]
            if base[:1] == ["metadef"]:
                for alias in node.names:
                    # `from metadef import types` is the package, `from metadef import Graph` is the door
                    direct = len(base) == 1 and (alias.name in FLOOR_OF or is_unit_on_disk(alias.name))
                    yield node.lineno, alias.name if direct else unit_of(base[1:])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (door := _DOOR.fullmatch(node.value)):
            yield node.lineno, unit_of(door[1].split(".")[1:])
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "import_module",
            "__import__",
        ):
            target = node.args[0] if node.args else None
            text = target.values[0] if isinstance(target, ast.JoinedStr) and target.values else target
            if isinstance(text, ast.Constant) and (name := _MODULE.fullmatch(str(text.value))):
                yield node.lineno, unit_of(name[1].split(".")[1:])


def is_unit_on_disk(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def violations(source: str, path: Path) -> list[str]:
    """What one file does against the law; `path` is relative to the package."""
    module = [*path.parent.parts, *([] if path.name == "__init__.py" else [path.stem])]
    unit = unit_of(module)
    if unit not in FLOOR_OF:
        return [f"{path}: {unit!r} is on no floor; add it to FLOORS here and to the README"]
    found: list[str] = []
    for line, other in imported_units(source, module, path.name == "__init__.py"):
        if other == unit:
            continue
        if other not in FLOOR_OF:
            found.append(f"{path}:{line}: imports {other!r}, which is on no floor")
        elif FLOOR_OF[other] == FLOOR_OF[unit]:
            found.append(f"{path}:{line}: {unit!r} imports its sibling {other!r} on floor {FLOOR_OF[unit]}")
        elif FLOOR_OF[other] > FLOOR_OF[unit]:
            floors = f"floor {FLOOR_OF[other]} is above it"
            found.append(f"{path}:{line}: {unit!r} on floor {FLOOR_OF[unit]} imports {other!r}, whose {floors}")
    return found


def test_imports_go_only_downward():
    files = sorted(PACKAGE.rglob("*.py"))
    assert files
    found = [text for file in files for text in violations(file.read_text("utf-8"), file.relative_to(PACKAGE))]
    assert found == []


def test_no_unit_is_on_two_floors():
    assert len(FLOOR_OF) == sum(len(units) for units in FLOORS)


def test_the_readme_shows_this_floor_plan():
    rows = re.findall(r"^ *(\d+) {2,}(.+?) {2,}", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    shown: dict[int, list[str]] = {}
    for floor, units in rows:
        shown.setdefault(int(floor), []).extend(unit.rstrip("/") for unit in units.split())
    assert [sorted(units) for _, units in sorted(shown.items())] == [sorted(units) for units in FLOORS]


LEGAL = [
    ("graph/graph.py", "from metadef.types.dtype import DataType"),
    ("graph/graph.py", "from metadef.graph.node import Node"),
    ("graph/graph.py", "from . import node"),
    ("graph/graph.py", "from .node import Node"),
    ("graph/graph.py", "import os, numpy, metadefinition"),
    ("graph/graph.py", "TEXT = 'see metadef.cli:main for the command line'"),
    ("__main__.py", "from metadef.cli.main import main"),
    ("__init__.py", "DOORS = {'Graph': 'metadef.graph:Graph'}"),
]
ILLEGAL = [
    ("types/tensor.py", "import metadef.graph", "is above it"),
    ("types/tensor.py", "import metadef", "is above it"),
    ("types/tensor.py", "from metadef import Graph", "'__init__'"),
    ("types/tensor.py", "from metadef import graph", "'graph'"),
    ("types/tensor.py", "def f():\n    from metadef.graph.graph import Graph", "tensor.py:2"),
    ("types/tensor.py", "if TYPE_CHECKING:\n    from metadef.ops import OpProto", "tensor.py:2"),
    ("types/tensor.py", "from ..ops import OpProto", "'ops'"),
    ("types/tensor.py", "from .. import ops", "'ops'"),
    ("types/tensor.py", "import_module('metadef.ops.proto')", "'ops'"),
    ("types/tensor.py", "importlib.import_module(f'metadef.ops.{name}')", "'ops'"),
    ("types/tensor.py", "TABLE = {'proto': 'metadef.ops.proto:OpProto'}", "'ops'"),
    ("ops/proto.py", "from metadef.wire import pool", "sibling 'wire'"),
    ("cli/main.py", "from metadef import load", "sibling '__init__'"),
    ("types/tensor.py", "from metadef.utils import helper", "on no floor"),
    ("utils/helper.py", "", "on no floor"),
]


@pytest.mark.parametrize(("path", "source"), LEGAL)
def test_legal_imports_pass(path: str, source: str):
    assert violations(source, Path(path)) == []


@pytest.mark.parametrize(("path", "source", "reason"), ILLEGAL)
def test_illegal_imports_are_found(path: str, source: str, reason: str):
    found = violations(source, Path(path))
    assert len(found) == 1
    assert reason in found[0]
