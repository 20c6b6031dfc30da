"""The Go module compiles, is formatted, and judges calls and graphs word for word like Python."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from go_toolchain import gofmt_lists, run_go
from hostile_protos import hostile_declarations, many_ports
from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.catalogue.laws import AxesWithin, InOrder
from metadef.codec.json_read import read_json
from metadef.codec.json_write import attribute_values, desc_record, json_bytes
from metadef.codegen import apply, generate, plan
from metadef.codegen.cases.vectors import told_by_data
from metadef.definitions.json_form import declaration_of
from metadef.driver.calls import judge_call
from metadef.errors import FileError, MetadefError
from metadef.ops.constraints import (
    at_least,
    at_most,
    between,
    each,
    length,
    length_at_least,
    negative,
    not_empty,
    not_negative,
    one_of,
    positive,
    where,
)
from metadef.ops.proto import OpProto, op
from metadef.text import parse
from metadef.types.attrs import AttrKind, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

CATALOGUE = [declaration_of(registry().lookup(name)) for name in sorted(FAMILY_OF)]


def written(folder: Path, target: str, texts: dict[str, str]) -> Path:
    apply(plan(folder, target, texts))
    return folder


def judged_in_go(folder: Path) -> tuple[int, str]:
    """How many calls the module's own test judged, and what it says."""
    done = run_go(folder, "test", "-count=1", "-vet=off", "-v", "./ops")
    found = re.search(r"(\d+) calls judged, 0 otherwise", done.stdout)
    return int(found[1]) if found and done.returncode == 0 else -1, done.stdout[-4000:] + done.stderr[-4000:]


def test_the_module_of_all_operators_is_formatted_vetted_and_judges_like_python(tmp_path: Path):
    texts = generate("go", CATALOGUE, families=FAMILY_OF)
    folder = written(tmp_path / "go", "go", texts)
    vet = run_go(folder, "vet", "./...")
    assert (vet.stdout, vet.stderr, vet.returncode) == ("", "", 0)
    assert gofmt_lists(folder) == ""
    calls = json.loads(texts["ops/testdata/vectors.json"])["calls"]
    count, says = judged_in_go(folder)
    assert count == len(calls) > 30_000, says
    assert len({call["op"] for call in calls}) >= len(CATALOGUE) - 5
    illegal = [call for call in calls if call["verdict"]]
    assert len(illegal) > 10_000
    # the test of the module can fail: one word of one verdict is another one
    path = folder / "ops/testdata/vectors.json"
    path.write_text(path.read_text("utf-8").replace("does not take INT8", "does not take INT9", 1), "utf-8")
    assert judged_in_go(folder)[0] == -1


CONSTRAINTS = [
    *(positive, not_negative, negative, not_empty, length(0, 2), length_at_least(2), each(positive), ~positive),
    *(one_of(0, 1), one_of(1.0, "a", "é"), one_of(True), one_of(DataType.FLOAT, "x"), at_least(0.5), at_most(2)),
    *(between(-1, 1.5), positive | one_of(-1), length(1) & each(not_negative), ~(one_of(0)), each(length(2))),
    *(at_least(9007199254740993), at_most(9007199254740992.0), where("odd", lambda value: value != 2)),
    *(~where("odd", lambda value: value != 2), where("odd", lambda value: value != 2) | positive),
]
VALUES: list[object] = [
    *(0, 1, 2, -1, 1 << 62, 9007199254740992, 9007199254740993, -(1 << 63), (1 << 63) - 1, 1 << 63, 10**400),
    *(0.0, -0.0, 0.5, 1.0, 2.0, -1.5, 1e300, float("inf"), float("-inf"), float("nan")),
    *("", "a", "é", "x", "DT_FLOAT", "float16", "ge::DT_BF16", "Float32", "RESERVED", "half", "no type", True, False),
    *(b"", b"ab", DataType.FLOAT, DataType.UNDEFINED, (), (1,), (1, 2), (0, 1), (1.0, 2), ("a", "é"), (True,), (b"a",)),
    *(
        ((1, 2),),
        ((1, 2), (3,)),
        ((),),
        ((1.5, 2.0),),
        (1, (2,)),
        (DataType.INT8,),
        ("int8",),
        (1 << 63,),
        (1 << 70, 1.5),
    ),
    *(
        TensorValue.from_array([1.0]),
        (TensorValue.from_array([1, 2]),),
        NamedAttrs("n", {"a": 1}),
        (NamedAttrs("n", {}),),
    ),
]


def attr_calls() -> list[tuple[OpProto, dict[str, object], dict[str, object]]]:
    """Every kind of attribute with every value, and every constraint with every value of some kinds."""
    calls: list[tuple[OpProto, dict[str, object], dict[str, object]]] = []
    for kind in AttrKind:
        proto = op(f"Kind{kind.name}").required_attr("a", kind)
        calls += [(proto, {}, {"a": value}) for value in VALUES]
    kinds = (
        AttrKind.Int,
        AttrKind.Float,
        AttrKind.String,
        AttrKind.Bool,
        AttrKind.ListInt,
        AttrKind.ListListInt,
        AttrKind.Type,
    )
    for number, (constraint, kind) in enumerate(product(CONSTRAINTS, kinds)):
        proto = op(f"Rule{number}").required_attr("a", kind, constraint)
        calls += [(proto, {}, {"a": value}) for value in VALUES if _fits(kind, value)]
    return calls


def _fits(kind: AttrKind, value: object) -> bool:
    try:
        kind.convert(value)
    except ValueError:
        return False
    return True


def input_calls() -> list[tuple[OpProto, dict[str, object], dict[str, object]]]:
    """Patterns, symbols, laws and numbers of tensors, with shapes known, symbolic, unknown and stored otherwise."""
    several = DataType.FLOAT | DataType.INT8
    protos = [
        op("Axes").input("x", several, "N C H W").optional_input("w", several, "C"),
        op("Rest").input("x", several, "N ... C").optional_input("w", several, "... C C"),
        op("Fixed").input("x", several, "2 N").dynamic_input("w", several, "N"),
        op("Same").datatype("T", several).input("x", "T").dynamic_input("w", "T").optional_input("b", "T"),
        op("Each").datatype("T", several, is_list=True).input("x", several)
        .dynamic_input("w", "T").dynamic_input("b", "T"),
        op("Free").input("x", several).optional_input("w", DataType.FLOAT)
        .attr("axis", AttrKind.Int, -1).attr("axes", AttrKind.ListInt, (0, 99))
        .attr("low", AttrKind.Float, 0.0).attr("high", AttrKind.Float, 1.0)
        .law("C1", "within", AxesWithin("axis", "x", 7)).law("C2", "all within", AxesWithin("axes", "w", None))
        .law("C3", "`low` is not above `high`", InOrder("low", "high", False))
        .law("C4", "`low` is below `high`", InOrder("low", "high", True)).law("C5", "false", lambda call: None),
    ]  # fmt: skip
    shapes: list[Any] = [
        None,
        (),
        (2,),
        (2, 3),
        (3, 2),
        (None, 3),
        ("n", 3),
        (2, 3, 3),
        (2, 3, 4, 5),
        (3,),
        (2, 4, 3, 3),
    ]
    descs: list[Any] = [TensorDesc(shape, DataType.FLOAT) for shape in shapes]
    descs += [TensorDesc((2, 3), dtype) for dtype in (DataType.INT8, DataType.DOUBLE, DataType.UNDEFINED)]
    descs += [TensorDesc((1, 2), DataType.FLOAT, origin_shape=(2, 3))]
    seconds = [*descs, None, [], [descs[2], descs[3]], [descs[3], descs[11]], [descs[11], descs[3]], [None, descs[11]]]
    calls: list[tuple[OpProto, dict[str, object], dict[str, object]]] = []
    for proto in protos:
        for first in (*descs[:14], None, [], [descs[3]] * 2):
            calls += [(proto, {"x": first, "w": second}, {}) for second in seconds]
        calls += [(proto, {"w": [descs[3], descs[11]], "b": second, "x": descs[11]}, {}) for second in seconds]
        calls += [(proto, {}, {}), (proto, {"x": None, "q": descs[0], "é`": None}, {"nothing": 1, "n" * 300: 2})]
    free = protos[-1]
    for axis, low, high in product((-3, -2, 0, 1, 2, 7, 99), (0.0, 1.0, 2, float("nan")), (1.0, float("inf"))):
        calls.append(
            (free, {"x": descs[3], "w": descs[2]}, {"axis": axis, "low": low, "high": high, "axes": (axis, 0)})
        )
    return calls


def line_of(proto: OpProto, inputs: dict[str, Any], attrs: dict[str, Any]) -> str:
    """A line of the golden file."""

    def plain(item: Any) -> object:
        if isinstance(item, list):
            return [plain(one) for one in item]
        return None if item is None else {"shape": None, **msgspec.to_builtins(desc_record(item))}

    told, _ = told_by_data(proto, attrs, judge_call(proto, inputs, attrs).contract)
    verdict = [[one.code, one.name, one.message] for one in told]
    values = msgspec.to_builtins(attribute_values(attrs))
    call = {"inputs": {name: plain(item) for name, item in inputs.items()}, "attributes": values}
    return json.dumps({"op": proto.name, "case": "probe", "call": call, "verdict": verdict}, ensure_ascii=False)


GRAPH = """graph "g" {
  input %c : BOOL[]
  input %x : FLOAT[2, n]
  const %k : INT32[2] = [0, 1]
  %s = SoftmaxV2(%x) {axes = [1]} : FLOAT[2, n]
  %p = Concat(%k, [%s, %x]) {N = 2} : FLOAT[4, n]
  %y = If(%c, [%x]) : FLOAT[2, n] {
    then_branch:
    graph "t" {
      input %x : FLOAT[2, n]
      %inner = Neg(%x) : FLOAT[2, n]
      return %inner as "r"
    }
    else_branch:
    graph "e" {
      input %x : FLOAT[2, n]
      return %x as "r"
    }
  }
  return %y as "y"
}"""

GRAPH_PROBE = r"""package ops

import (
	"fmt"
	"os"
	"sort"
	"testing"

	metadef "example.com/mine/operators"
)

func TestGraphs(t *testing.T) {
	names, _ := os.ReadDir("testdata/graphs")
	sort.Slice(names, func(i, k int) bool { return names[i].Name() < names[k].Name() })
	for _, name := range names {
		data, _ := os.ReadFile("testdata/graphs/" + name.Name())
		document, err := metadef.ReadGraph(data)
		if err != nil {
			fmt.Printf("%s refused %v\n", name.Name(), err)
			continue
		}
		nodes := 0
		for _, graph := range document.Graphs {
			nodes += len(graph.Nodes)
		}
		fmt.Printf("%s read %d graphs, %d nodes\n", name.Name(), len(document.Graphs), nodes)
		for _, problem := range CheckGraph(document) {
			fmt.Printf("%s problem %s: %s\n", name.Name(), problem.Node, problem.Problem)
		}
	}
}
"""


def damaged(data: dict[str, Any], *path: Any, to: object) -> bytes:
    """A document with one part replaced, or taken away with None."""
    copied = json.loads(json.dumps(data))
    place = copied
    for step in path[:-1]:
        place = place[step]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return json.dumps(copied).encode()


def graph_files() -> dict[str, bytes]:
    good = json_bytes(parse(GRAPH))
    data = json.loads(good)
    nodes = ("graphs", 0, "nodes")
    soft = next(index for index, node in enumerate(data["graphs"][0]["nodes"]) if node["name"] == "s")
    return {
        "a_good": good,
        "b_wrong_type": damaged(data, "graphs", 0, "inputs", 1, "desc", "dtype", to="INT8"),
        "c_wrong_axis": damaged(data, *nodes, soft, "attributes", "axes", to=[5]),
        "d_unknown_op": damaged(data, *nodes, soft, "op", to="SoftmaxV99"),
        "e_opaque_op": damaged(data, *nodes, soft, to={**data["graphs"][0]["nodes"][soft], "op": "Q", "opaque": True}),
        "f_no_such_node": damaged(data, *nodes, soft, "inputs", to=["nobody"]),
        "g_two_alike": damaged(data, *nodes, soft, "name", to="x"),
        "h_other_document": damaged(data, "format", to="something"),
        "i_too_new": damaged(data, "version", to=2),
        "j_no_graphs": damaged(data, "graphs", to=[]),
        "k_unknown_field": damaged(data, *nodes, soft, "colour", to="red"),
        "l_bad_dim": damaged(data, "graphs", 0, "inputs", 1, "desc", "shape", to=[-1]),
        "m_bad_dtype": damaged(data, "graphs", 0, "inputs", 1, "desc", "dtype", to="FLAOT"),
        "n_truncated": good[: len(good) // 2],
        "o_deep": good.replace(b'"axes": [1]', b'"axes": ' + b"[" * 60 + b"]" * 60).replace(b'"axes":[1]', b""),
        "p_orphan": damaged(data, "graphs", to=[*data["graphs"], data["graphs"][-1]]),
    }


def expected_of(name: str, data: bytes) -> list[str]:
    """What Python makes of a file: `refused`, or the counts, or the first node's problems."""
    try:
        graph = read_json(data)
    except FileError:
        return [f"{name} refused"]
    except MetadefError as error:
        if error.findings[0].code.startswith("GRF"):  # a graph that does not hang together
            return [f"{name} refused"]
        assert all('node "s"' in item.subject or item.subject == "operator SoftmaxV99" for item in error.findings)
        return [f"{name} problem s: {item.code} {item.name}" for item in error.findings]
    graphs = [graph, *(inner for node in graph.nodes for inner in node.subgraphs.values())]
    nodes = [node for one in graphs for node in one.nodes if node.op not in ("Data", "Const")]
    return [f"{name} read {len(graphs)} graphs, {len(nodes)} nodes"]


def test_rules_values_hostile_names_and_graphs_are_judged_like_in_python(tmp_path: Path):
    calls = [*attr_calls(), *input_calls()]
    probes = {proto.name: declaration_of(proto) for proto, _, _ in calls}
    used = [declaration_of(registry().lookup(name)) for name in ("SoftmaxV2", "Concat", "If", "Neg")]
    given = [*probes.values(), *used, *hostile_declarations(), many_ports()]
    names = [item.proto.name for item in given]
    given = [item for index, item in enumerate(given) if item.proto.name not in names[:index]]
    (tmp_path / "mine" / "go").mkdir(parents=True)
    (tmp_path / "mine" / "go" / "go.mod.j2").write_text("module example.com/mine/operators\n\ngo 1.22\n")
    families = {item.proto.name: "odd\n" for item in given[::3]}
    texts = generate("go", given, families=families, templates=tmp_path / "mine")  # under a module name of the user
    lines = texts["ops/testdata/vectors.json"].split("\n")  # WHY: splitlines splits at U+2028 too
    lines[-3] += ","
    lines[-2:-2] = [f"{line_of(*call)}," for call in calls]
    texts["ops/testdata/vectors.json"] = "\n".join(lines)
    files = graph_files()
    texts |= {f"ops/testdata/graphs/{name}.json": data.decode() for name, data in files.items()}
    texts["ops/graphs_test.go"] = GRAPH_PROBE
    folder = written(tmp_path / "go", "go", texts)
    assert gofmt_lists(folder) == ""
    count, says = judged_in_go(folder)
    assert count == len(lines) - 3 > 7500, says
    for name, data in files.items():
        found = [line.removeprefix(f"{name}.json ") for line in says.split("\n") if line.startswith(f"{name}.json ")]
        if len(found) > 1:  # the counts, and then problems: in Python the first node that has some ends the reading
            found = [f"problem {line.split(': ')[0].split()[1]}: {line.split(': ')[1]}" for line in found[1:]]
        found = ["refused" if line.startswith("refused ") else line for line in found]
        assert [f"{name} {line}" for line in found] == expected_of(name, data)
