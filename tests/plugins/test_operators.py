"""Operators of installed packages: known to every command, imported late, and a finding where they cannot be used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint
from operator import methodcaller
from pathlib import Path

import pytest

from metadef import MetadefError, op
from metadef.catalogue import installed, registry
from metadef.catalogue.plugin_operators import read_operators
from metadef.errors import Finding, finding
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.plugins import Table

GROUP = "metadef.ops"
PAGE = Path(__file__).parents[2] / "docs" / "inference.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language in the section about rules of one's own."""
    section = PAGE.read_text(encoding="utf-8").split("## Rules of your own\n")[1].split("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def install(folder: Path, code: str, entries: dict[str, str], package: str = "acme-ops", module: str = "") -> None:
    """What `pip install` leaves behind of a package with one module and entry points of the group."""
    name = package.replace("-", "_")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (folder / f"{module or name}.py").write_text(code, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{GROUP}]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = [
        str(folder),
        *(os.path.abspath(item) for item in os.environ.get("PYTHONPATH", "").split(os.pathsep) if item),
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "NO_COLOR": "1", "COLUMNS": "160"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def metadef(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "metadef", *arguments)


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example of the page installed and its model written."""
    folder = tmp_path_factory.mktemp("acme")
    code, model = (block for block in blocks("python") if not block.startswith(">>>"))
    project = tomllib.loads(blocks("toml")[0])["project"]
    install(folder, code, project["entry-points"][GROUP], project["name"])
    done = python(folder, "-c", model)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_documented_example_prints_what_the_page_shows(documented: Path):
    done = metadef(documented, "infer", "acme.onnx")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.strip() == blocks("text")[0].strip()
    assert "[n, 4]" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["ops", "show", "SumNeighbours"], "Sums of `count` neighbours along the last axis."),
        (["ops", "list"], "\nSumNeighbours\n"),
        (["ops", "search", "SumNeighbours"], "SumNeighbours"),
        (["check", "acme.onnx"], "acme.onnx: no findings"),
        (["convert", "acme.onnx", "-", "--to", "text"], "SumNeighbours("),
        (["compile", "acme.onnx", "--target", "Ascend910B1", "--set", "n=4", "-o", "acme.mdef"], "written   acme.mdef"),
    ],
)
def test_commands_know_it(documented: Path, arguments: list[str], shown: str):
    done = metadef(documented, *arguments)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_functions_know_it_and_refuse_what_its_rule_refuses(documented: Path):
    program = (
        "import metadef; x = metadef.TensorDesc((2, 12), metadef.DataType.FLOAT)\n"
        "print(metadef.infer_call('SumNeighbours', [x], {'count': 4})[0].shape)\n"
        "print([item.name for item in metadef.check_call('SumNeighbours', [x], {'count': 0})])\n"
        "print([item.name for item in metadef.check_call('SumNeighbours', [x], {'parts': 2})])\n"
        "graph = metadef.load('acme.onnx')\n"
        "print([(node.op, dict(node.attrs)) for node in graph.nodes if node.op == 'SumNeighbours'])\n"
    )
    done = python(documented, "-c", program)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "[2, 3]",
        "['attr-constraint']",
        "['unknown-attr']",
        "[('SumNeighbours', {'count': 3})]",
    ]


def test_without_the_package_the_node_is_refused_with_the_way_out(documented: Path):
    model = str(documented / "acme.onnx")
    done = subprocess.run(
        [sys.executable, "-m", "metadef", "check", model], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "acme.ai" in done.stdout + done.stderr
    assert "an operator of your own called SumNeighbours" in done.stdout + done.stderr


def test_it_is_imported_only_where_the_catalogue_lacks_an_operator(documented: Path):
    program = (
        "import sys, metadef\nfrom metadef.catalogue import installed\n"
        "x = metadef.TensorDesc((2, 12), metadef.DataType.FLOAT)\n"
        "metadef.infer_call('Relu', [x]); 'Conv2D' in installed()\n"
        "print('acme_ops' in sys.modules, 'importlib.metadata' in sys.modules)\n"
        "print('SumNeighbours' in installed(), 'acme_ops' in sys.modules)\n"
    )
    done = python(documented, "-c", program)
    assert (done.stderr, done.stdout.splitlines()) == ("", ["False False", "True True"])


def test_a_broken_package_is_a_finding_and_leaves_the_catalogue_alone(tmp_path: Path):
    install(tmp_path, "raise RuntimeError('half installed')", {"acme": "acme_ops:OPS"})
    told = "metadef.ops acme = acme_ops:OPS (from acme-ops 1.0): RuntimeError: half installed"
    for arguments in (["ops", "show", "SumNeighbours"], ["ops", "list"], ["ops", "search", "fold"]):
        done = metadef(tmp_path, *arguments)
        assert done.returncode in (1, 2)
        assert told in done.stderr
        assert "Traceback" not in done.stderr
    assert metadef(tmp_path, "ops", "show", "Relu").returncode == 0


def test_a_broken_package_is_named_once_beside_nodes_of_other_domains(documented: Path, tmp_path: Path):
    (tmp_path / "acme.onnx").write_bytes((documented / "acme.onnx").read_bytes())
    install(tmp_path, "OPS = 3", {"acme": "acme_ops:OPS"})
    done = metadef(tmp_path, "check", "acme.onnx")
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert said.count("it gives int; wanted is an OpProto, a list of them, or a function that gives them") == 1
    assert "unsupported-op" in said


# --- entries -----------------------------------------------------------------------------------------------------


class FakePoint(EntryPoint):
    """An entry point that says which package brings it, without an installation."""

    def __init__(self, name: str, value: str, package: str = "acme-ops") -> None:
        super().__init__(name, value, GROUP)
        vars(self)["dist"] = type("Dist", (), {"name": package, "version": "2.1"})


MINE, YOURS = op("Mine"), op("Yours")
ONE = MINE
MANY = [MINE, YOURS]
TAKEN = [op("Mine"), op("Conv2D")]
TEXT = ["Mine"]


def give() -> tuple[OpProto, ...]:
    return MINE, YOURS


def fail() -> list[OpProto]:
    raise ValueError("no licence")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "acme_test_ops", sys.modules[__name__])


def read(*points: FakePoint) -> tuple[list[str], list[str]]:
    """Names of operators, and messages."""
    protos, problems = read_operators(Table(GROUP, {}, lambda group: points))
    assert {item.name for item in problems} <= {"plugin-unusable"}
    return [proto.name for proto in protos], [item.message for item in problems]


@pytest.mark.parametrize(
    ("target", "names"), [("ONE", ["Mine"]), ("MANY", ["Mine", "Yours"]), ("give", ["Mine", "Yours"])]
)
def test_an_entry_is_a_prototype_a_list_or_a_function(target: str, names: list[str]):
    assert read(FakePoint("a", f"acme_test_ops:{target}")) == (names, [])


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("TEXT", r"\(from acme-ops 2\.1\): it gives str; wanted is an OpProto, a list of them"),
        ("fail", r"\(from acme-ops 2\.1\): ValueError: no licence"),
        ("missing", r"AttributeError"),
        ("GROUP", r"it gives str"),
    ],
)
def test_what_is_no_operator_is_a_finding_and_other_entries_are_used(target: str, told: str):
    names, messages = read(FakePoint("a", f"acme_test_ops:{target}"), FakePoint("b", "acme_test_ops:ONE"))
    assert names == ["Mine"]
    assert len(messages) == 1
    assert re.search(told, messages[0])


def test_an_operator_of_the_catalogue_cannot_be_declared_again():
    names, messages = read(FakePoint("a", "acme_test_ops:TAKEN"))
    assert names == []
    (message,) = messages
    assert "metadef.ops a = acme_test_ops:TAKEN (from acme-ops 2.1)" in message
    assert Path(__file__).name in message
    assert "catalogue/conv.py" in message


def test_an_operator_that_two_packages_declare_is_refused_from_both():
    names, messages = read(
        FakePoint("a", "acme_test_ops:ONE", "alpha"),
        FakePoint("b", "acme_test_ops:MANY", "beta"),
    )
    assert names == []
    assert len(messages) == 2
    assert all("(from alpha 2.1)" in message and "(from beta 2.1)" in message for message in messages)


def test_an_entry_that_two_packages_claim_is_a_finding():
    names, messages = read(FakePoint("a", "acme_test_ops:ONE", "alpha"), FakePoint("a", "acme_test_ops:ONE", "beta"))
    assert names == []
    assert len(messages) == 1
    assert "claimed by alpha 2.1" in messages[0]


# --- the registry ------------------------------------------------------------------------------------------------


def further(*protos: OpProto, problems: Iterable[Finding] = ()) -> tuple[Registry, list[int]]:
    """A registry with the operator Known and further ones, and a list that grows each time it asks for them."""
    asked: list[int] = []

    def give() -> tuple[Iterable[OpProto], Iterable[Finding]]:
        asked.append(1)
        return protos, problems

    return Registry([op("Known")], further=give).freeze(), asked


def test_further_operators_are_asked_for_once_and_only_where_one_is_lacking():
    known, asked = further(op("More"))
    assert known.lookup("Known").name == "Known"
    assert "Known" in known
    assert asked == []
    assert known.find("Other") is None
    assert known.lookup("More").name == "More"
    assert "More" in known
    assert known.names() == ["Known", "More"]
    assert len(asked) == 1


@pytest.mark.parametrize(
    "ask",
    [Registry.names, Registry.__len__, list, methodcaller("__contains__", "More"), methodcaller("lookup", "More")],
)
def test_every_way_to_ask_finds_them(ask: Callable[[Registry], object]):
    known, asked = further(op("More"))
    ask(known)
    assert len(asked) == 1
    assert known.find("More") is not None


def test_what_is_registered_stays_and_copies_have_them_too():
    known, _ = further(op("Known", since="9.0"), op("More"))
    copied = known.copy()
    own = copied.add(op("Own"))
    assert (copied.find("Own"), known.find("Own")) == (own, None)
    assert copied.lookup("Known").since == known.lookup("Known").since == "1.0"
    assert copied.names() == ["Known", "More", "Own"]


def test_an_unknown_operator_comes_with_what_is_wrong_with_plugins():
    problem = finding("plugin-unusable", "operators a", "broken")
    known, _ = further(problems=[problem])
    assert known.find("Other") is None
    assert known.problems() == (problem,)
    with pytest.raises(MetadefError) as caught:
        known.lookup("Other")
    assert [item.name for item in caught.value.findings] == ["plugin-unusable", "unknown-op"]


def test_the_catalogue_alone_has_no_plugins_and_shares_its_prototypes():
    assert installed() is installed()
    assert installed().lookup("Conv2D") is registry().lookup("Conv2D")
    assert set(installed().names()) >= set(registry().names())
