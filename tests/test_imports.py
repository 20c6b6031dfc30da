"""What an import costs: nothing heavy is loaded before it is used.

Time itself is measured in `bench/`; here only the cause of slowness is tested.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("numpy", "ml_dtypes", "google.protobuf", "msgspec", "click", "rich", "jinja2", "highspy", "onnx", "asyncio")


def loaded_after(statement: str) -> list[str]:
    """The modules in a fresh interpreter after `statement`."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_import_metadef_loads_nothing_but_itself_and_the_place_of_the_default_registry():
    plain = loaded_after("import importlib, __future__")
    assert sorted(set(loaded_after("import metadef")) - set(plain)) == ["metadef", "metadef.ops", "metadef.ops.default"]


@pytest.mark.parametrize(
    "statement",
    [
        "from metadef import DataType, Format, MetadefError, Finding",
        "from metadef import Dim, Graph, Registry, Shape, TensorDesc, op",
        "import metadef; metadef.__version__",
        "import metadef.plugins",
        "import metadef.render",
        "import metadef.targets",
    ],
)
def test_light_packages_load_nothing_heavy(statement: str):
    loaded = loaded_after(statement)
    assert [name for name in HEAVY if name in loaded] == []
