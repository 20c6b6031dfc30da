"""The catalogue loads lazily, once, and every prototype says where it was written."""

import subprocess
import sys
from pathlib import Path

import pytest

import metadef.catalogue
from metadef.catalogue import family_of, load_family, registry
from metadef.catalogue.index import FAMILIES, FAMILY_OF, INTERNAL
from metadef.errors import MetadefError
from metadef.ops.builtin import BUILTIN
from metadef.ops.proto import op
from metadef.ops.traits import TRAITS

HOME = Path(metadef.catalogue.__file__).parent
NO_FAMILY = {"__init__", "index", "laws", "names", "plugin_operators", "sources", "vocabulary"}


def run(program: str) -> str:
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return result.stdout.strip()


def test_importing_the_catalogue_loads_no_family() -> None:
    loaded = run(
        "import sys, metadef.catalogue as c; c.registry().names(); c.family_of('Conv2D');"
        "print(sorted(m for m in sys.modules if m.startswith('metadef.catalogue.')))"
    )
    assert loaded == "['metadef.catalogue.index']"


def test_one_look_up_loads_one_family_and_no_numpy() -> None:
    loaded = run(
        "import sys, metadef.catalogue as c; c.registry().lookup('Conv2D');"
        "print(sorted(m for m in sys.modules if m.startswith('metadef.catalogue.')), 'numpy' in sys.modules)"
    )
    assert loaded == "['metadef.catalogue.conv', 'metadef.catalogue.index', 'metadef.catalogue.vocabulary'] False"


def test_all_families_load_within_a_second() -> None:
    """Measured inside a fresh process, in processor time so that a busy machine does not matter; best of three."""
    program = (
        "import metadef.catalogue as c, metadef.catalogue.vocabulary, time; t = time.process_time();"
        "list(c.registry()); print(time.process_time() - t)"
    )
    assert min(float(run(program)) for _ in range(3)) < 1.0


def test_every_family_file_is_in_the_index_and_declares_exactly_its_names() -> None:
    files = {path.stem for path in HOME.glob("*.py")} - NO_FAMILY
    assert files == {*FAMILIES, "internal"}
    for family, names in FAMILIES.items():
        assert sorted(proto.name for proto in load_family(family)) == sorted(names.split()), family
    assert sorted(proto.name for proto in load_family("internal")) == sorted(INTERNAL)


def test_no_operator_is_declared_twice() -> None:
    listed = [name for names in FAMILIES.values() for name in names.split()]
    assert len(listed) == len(set(listed)) == len(FAMILY_OF) == 1852
    assert not set(listed) & set(INTERNAL)
    assert len(registry()) == 1852 + len(INTERNAL)


def test_every_prototype_points_to_the_line_that_begins_it() -> None:
    for family in [*FAMILIES, "internal"]:
        path = HOME / f"{family}.py"
        lines = path.read_text(encoding="utf-8").splitlines()
        for proto in load_family(family):
            assert Path(proto.span.file) == path
            line = lines[proto.span.line - 1].strip()
            name = proto.name
            begins = (f'op("{name}")', f'{name} = op("{name}").', f'{name} = _task("{name}", ')
            assert line.startswith(begins), proto.span


def test_every_module_name_is_the_operator_it_holds() -> None:
    for family in [*FAMILIES, "internal"]:
        module = sys.modules[f"metadef.catalogue.{family}"] if load_family(family) else None
        for proto in load_family(family):
            assert getattr(module, proto.name) is proto


def test_the_registry_is_one_frozen_object_and_copies_are_free() -> None:
    assert registry() is registry()
    with pytest.raises(MetadefError):
        registry().add(op("Mine"))
    mine = registry().copy()
    mine.add(op("Mine"))
    assert mine.find("Mine") is not None
    assert registry().find("Mine") is None


def test_an_unknown_name_gets_near_names() -> None:
    with pytest.raises(MetadefError) as caught:
        registry().lookup("Conv2d")
    assert "Conv2D" in str(caught.value)
    assert family_of("Conv2d") is None


def test_traits_are_known_ones() -> None:
    for proto in registry():
        assert proto.trait_set <= TRAITS.keys(), proto.name


def test_structural_prototypes_agree_with_the_declared_ones() -> None:
    """`Graph` uses its own Data and Const; they accept all that the declared ones do, under the same names."""
    for name, structural in BUILTIN.items():
        declared = registry().lookup(name)
        assert [port.name for port in structural.outputs] == [port.name for port in declared.outputs]
        assert [(spec.name, spec.kind) for spec in structural.attrs] == [
            (spec.name, spec.kind) for spec in declared.attrs
        ]
        assert not structural.outputs[0].types or declared.outputs[0].types <= structural.outputs[0].types
        assert {port.name for port in structural.inputs} <= {port.name for port in declared.inputs}
        assert structural.trait_set <= declared.trait_set
