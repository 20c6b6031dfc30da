"""Target `python-builder`: every function says what its prototype says and passes what it is given."""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.codegen.python_builder import generate as generate_package
from metadef.definitions.json_form import declaration_of
from metadef.definitions.json_values import OPAQUE_KINDS
from metadef.graph.graph import Graph
from metadef.ops.ports import PortKind
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

ROOT = Path(__file__).parents[2]


def write(folder: Path, names: Sequence[str]) -> None:
    declarations = [declaration_of(registry().lookup(name)) for name in names]
    for path, text in generate("python-builder", declarations, families=FAMILY_OF).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package of all operators, imported."""
    folder = tmp_path_factory.mktemp("builder")
    write(folder, sorted(FAMILY_OF))
    sys.path.insert(0, str(folder))
    yield importlib.import_module("metadef_ops")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "metadef_ops"]:
        del sys.modules[name]


class Recorder:
    """Stands in for a graph and keeps what it was asked to add."""

    def add(
        self,
        op: str,
        inputs: Sequence[object],
        attrs: Mapping[str, object],
        *,
        name: str,
        output_counts: Sequence[int] | None,
    ) -> Recorder:
        self.call = (op, list(inputs), dict(attrs), name, output_counts)
        self.outputs = [f"out{index}" for index in range(40)]
        return self


def test_every_function_has_the_ports_attributes_and_defaults_of_its_prototype(ops: ModuleType):
    assert dir(ops) == sorted(FAMILY_OF)
    for name in FAMILY_OF:
        proto = registry().lookup(name)
        parameters = list(inspect.signature(getattr(ops, name)).parameters.values())
        assert parameters[0].name == "graph"
        ports = parameters[1 : 1 + len(proto.inputs)]
        assert [item.name.rstrip("_") for item in ports] == [port.name for port in proto.inputs]
        for port, item in zip(proto.inputs, ports, strict=True):
            assert item.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
            if port.kind is PortKind.REQUIRED:
                assert item.default is inspect.Parameter.empty
            else:
                assert item.default in (inspect.Parameter.empty, None, ())
        attrs = parameters[1 + len(proto.inputs) :][: len(proto.attrs)]
        assert all(item.kind is inspect.Parameter.KEYWORD_ONLY for item in attrs)
        for spec, item in zip(proto.attrs, attrs, strict=True):
            if spec.required:
                assert item.default is inspect.Parameter.empty
            else:
                assert item.default == (None if spec.kind in OPAQUE_KINDS else spec.default)
                assert type(item.default) is type(None if spec.kind in OPAQUE_KINDS else spec.default)


def test_every_function_passes_each_argument_to_its_port_or_attribute(ops: ModuleType):
    for name in FAMILY_OF:
        proto = registry().lookup(name)
        function = getattr(ops, name)
        parameters = list(inspect.signature(function).parameters)
        inputs = [f"in{index}" for index in range(len(proto.inputs))]
        spelled = parameters[1 + len(inputs) : 1 + len(inputs) + len(proto.attrs)]
        attrs = {given: f"value of {spec.name}" for given, spec in zip(spelled, proto.attrs, strict=True)}
        graph = Recorder()
        counts = [2 if port.kind is PortKind.DYNAMIC else 1 for port in proto.outputs]
        more = {"output_counts": counts} if proto.has_dynamic_outputs else {}
        result = function(graph, *inputs, **attrs, **more, name="n")
        wanted = {spec.name: f"value of {spec.name}" for spec in proto.attrs}
        assert graph.call == (name, inputs, wanted, "n", counts if more else None)
        flat, expected = iter(graph.outputs), list[object]()
        for count, port in zip(counts, proto.outputs, strict=True):
            members = tuple(next(flat) for _ in range(count))
            expected.append(members if port.kind is PortKind.DYNAMIC else members[0])
        assert result == (graph if not expected else expected[0] if len(expected) == 1 else tuple(expected))


def test_names_that_python_lacks_are_spelled_by_the_rule(ops: ModuleType):
    assert "else_" in inspect.signature(ops.SelectV2).parameters
    assert "from_" in inspect.signature(ops.Uniform).parameters
    assert "lambda_" in inspect.signature(ops.Exponential).parameters
    assert list(inspect.signature(ops.GatherD).parameters)[1:5] == ["x", "dim", "index", "dim_2"]
    assert ops._If is not ops.If
    with pytest.raises(AttributeError, match="Conv2E"):
        _ = ops.Conv2E


def test_the_functions_build_the_graph_that_direct_calls_build(ops: ModuleType):
    def begin() -> Graph:
        graph = Graph("g", registry())
        graph.add_input("x", TensorDesc((1, 4, 8, 8), DataType.FLOAT))
        graph.add_input("w", TensorDesc((4, 4, 1, 1), DataType.FLOAT))
        return graph

    made = begin()
    x, w = made.inputs
    y = ops.Relu(made, ops.Conv2D(made, x, w, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0], data_format="NCHW", name="c"))
    left, right = ops.SplitD(made, ops.AddN(made, [y, y], N=2), split_dim=1, num_split=2, output_counts=[2])
    made.set_outputs([("left", left), ("right", right)])

    direct = begin()
    x, w = direct.inputs
    given = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0)}
    defaults = {"dilations": (1, 1, 1, 1), "groups": 1, "data_format": "NCHW", "offset_x": 0}
    conv = direct.add("Conv2D", [x, w], {**given, **defaults}, name="c").output
    y = direct.add("Relu", [conv]).output
    total = direct.add("AddN", [[y, y]], {"N": 2}).output
    split = direct.add("SplitD", [total], {"split_dim": 1, "num_split": 2}, output_counts=[2])
    direct.set_outputs([("left", split.outputs[0]), ("right", split.outputs[1])])
    assert str(made) == str(direct)


_USE = """
from metadef.graph.graph import Graph
from metadef.graph.value import Value

import metadef_ops as ops


def build(graph: Graph, x: Value, w: Value) -> Value:
    y = ops.Conv2D(graph, x, w, strides=(1, 1, 1, 1), pads=[0, 0, 0, 0])
    left, right = ops.SplitD(graph, ops.Relu(graph, y), split_dim=1, num_split=2, output_counts=(2,))
    values, indices = ops.TopKD(graph, left, right, k=1)
    return ops.SelectV2(graph, values, then=indices, else_=right)
"""
_MISUSE = """
ops.Conv2D(Graph(), build, build, strides=1, pads=[0])
ops.Conv2E()
"""


def test_the_package_and_its_use_are_clean_under_strict_type_checking_and_misuse_is_not(tmp_path: Path):
    write(tmp_path, ["Conv2D", "SplitD", "Relu", "TopKD", "SelectV2", "If", "_If", "Shape", "Exponential"])
    (tmp_path / "use.py").write_text(_USE)
    (tmp_path / "misuse.py").write_text(_USE + _MISUSE)
    settings = {
        "typeCheckingMode": "strict",
        "include": ["."],
        "extraPaths": [str(ROOT / "src")],
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    checker = [sys.executable, "-m", "basedpyright", "--outputjson"]
    done = subprocess.run(checker, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    found = [
        (Path(item["file"]).name, item["message"])
        for item in json.loads(done.stdout)["generalDiagnostics"]
        if item["severity"] == "error"
    ]
    assert [item for item in found if item[0] != "misuse.py"] == []
    messages = " ".join(message for _, message in found)
    for word in ("Conv2E", "strides", "Value"):
        assert word in messages


def test_ten_thousand_ports_are_one_function():
    from metadef.codegen.record import Job
    from metadef.codegen.run import environment_for
    from metadef.ops.proto import op

    many = op("Many").replace(
        inputs=tuple(op("A").input(f"x{i % 5000}", DataType.FLOAT).inputs[0] for i in range(10_000))
    )
    made = generate_package(Job((declaration_of(many),), environment_for()))
    compile(made["metadef_ops/ops_custom.py"], "ops_custom.py", "exec")
    assert "    x0_2: _Value,\n" in made["metadef_ops/ops_custom.pyi"]
