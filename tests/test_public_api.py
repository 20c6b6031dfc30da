"""The public door: exactly the promised names, each of them real, lazy and typed."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import metadef

# The promise to users. A name leaves this list only with a major version; a new one is a minor version.
PUBLIC = [
    "Compiled",
    "DataType",
    "Dim",
    "Finding",
    "Format",
    "Graph",
    "GraphFile",
    "MetadefError",
    "Registry",
    "Shape",
    "TensorDesc",
    "__version__",
    "call",
    "check",
    "check_call",
    "compact",
    "compare",
    "compile",
    "infer_call",
    "load",
    "op",
    "run",
    "save",
    "save_async",
]


def test_the_public_names_are_the_promised_ones():
    missing = sorted(set(PUBLIC) - set(metadef.__all__))
    extra = sorted(set(metadef.__all__) - set(PUBLIC))
    assert (missing, extra) == ([], []), (
        f"metadef.__all__ lacks {missing} and adds {extra}. A name that users may rely on is added to PUBLIC here, "
        "with a changelog line; one that is gone breaks them and needs a major version."
    )
    assert sorted(metadef.__all__) == metadef.__all__, "metadef.__all__ is kept in alphabetical order"


@pytest.mark.parametrize("name", PUBLIC)
def test_each_public_name_resolves_to_the_object_behind_its_door(name: str):
    module, _, attribute = metadef._DOORS[name].partition(":")
    assert getattr(metadef, name) is getattr(import_module(module), attribute)
    assert name in dir(metadef)


def test_the_doors_and_the_types_name_the_same_things():
    tree = ast.parse(Path(metadef.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == metadef._DOORS, "each door needs its import under TYPE_CHECKING, from the same module"
    assert sorted(metadef._DOORS) == metadef.__all__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'metadef' has no attribute 'Grahp'"):
        metadef.Grahp  # noqa: B018
