"""Target `cpp-builder`: the classes compile, and the graphs that they write are read as the same graphs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import metadef
from c_library import STRICT, all_operators, c_sources, write_library
from cpp_compiler import compile_c, cpp_compiler, has_address_sanitizer, zig
from mdef_plain_reader import PlainFile
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen.cpp_builder import operator_class
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto, op
from metadef.types.attrs import AttrKind, Attrs, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.float32 import shortest

EXAMPLE = Path(__file__).parents[2] / "examples" / "consumer" / "cpp" / "main.cpp"
PARTS = ("graph", "mdef_file", "mdef_operators", "ge_ir_file")
CPP = ["-std=c++17", *STRICT, "-Iinclude", "-Isrc", "-I."]


def sanitized() -> list[str]:
    """Flags under which a program stops at its first fault."""
    kinds = "address,undefined" if has_address_sanitizer() else "undefined"
    return [f"-fsanitize={kinds}", "-fno-sanitize-recover=all"]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The builder's own objects, which are the same for all operators, with the sanitizers that there are."""
    folder = write_library(tmp_path_factory.mktemp("objects"), [], {}, "cpp-builder")
    for name in PARTS:
        words = [*CPP, *sanitized(), "-c", f"src/{name}.cpp", "-o", f"{name}.o"]
        assert compile_c(folder, *words, compiler=cpp_compiler()) == ""
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, objects: Path) -> Path:
    """The builder of all operators, its tables compiled."""
    folder = write_library(tmp_path_factory.mktemp("cpp"), all_operators(), FAMILY_OF, "cpp-builder")
    compile_tables(folder, objects)
    return folder


@pytest.fixture(scope="module")
def example(library: Path) -> Path:
    """What the example of `examples/consumer` writes."""
    done = run(library, EXAMPLE.read_text("utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    return (library / "out.mdef").rename(library / "example.mdef")


def compile_tables(folder: Path, objects: Path) -> None:
    """Compiles the C library of a folder, and takes the builder's own objects from another."""
    assert compile_c(folder, "-std=c11", *CPP[1:], "-c", c_sources(folder), "-o", "all.o") == ""
    for name in PARTS:
        assert (folder / "src" / f"{name}.cpp").read_bytes() == (objects / "src" / f"{name}.cpp").read_bytes()
        shutil.copy(objects / f"{name}.o", folder)


def run(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Compiles a program against the library and lets it write `out.mdef`."""
    (folder / "program.cpp").write_text(source, "utf-8")
    assert compile_c(folder, *CPP, "-O0", "-c", "program.cpp", compiler=cpp_compiler()) == ""
    words = [*sanitized(), "program.o", *(f"{name}.o" for name in PARTS), "all.o", "-o", "program"]
    assert compile_c(folder, *words, compiler=cpp_compiler()) == ""
    command = [str(folder / "program"), str(folder / "out.mdef")]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_the_example_writes_the_graph_that_python_builds(example: Path):
    wanted = Graph("consumer")
    image = wanted.add_input("image", TensorDesc(("batch", 3, 8, 8), DataType.FLOAT, Format.NCHW))
    kernel = TensorValue.splat(DataType.FLOAT, (4, 3, 3, 3), 0.25)
    filters = wanted.constant(kernel, "filter")
    weight = wanted.constant(TensorValue.splat(DataType.FLOAT, (8, 2), 0.5), "weight")
    attrs = {"strides": (1, 1, 1, 1), "pads": (1, 1, 1, 1), "data_format": "NCHW", "groups": 1}
    conv = wanted.add("Conv2D", [image, filters], attrs, name="conv")
    relu = wanted.add("Relu", [conv.outputs[0]], name="relu")
    product = wanted.add("BatchMatMul", [relu.outputs[0], weight], name="product")
    wanted.set_outputs([("scores", product.outputs[0])])
    read = metadef.load(str(example))
    assert not infer(read).findings
    infer(wanted)
    assert read == wanted


def test_a_reader_written_from_the_specification_reads_the_example(example: Path):
    (graph,) = PlainFile(example.read_bytes()).graphs()
    assert graph["name"] == "consumer"
    nodes = graph["nodes"]
    assert isinstance(nodes, list)
    assert [(node["name"], node["op"]) for node in nodes] == [
        *(("image", "Data"), ("filter", "Const"), ("weight", "Const")),
        *(("conv", "Conv2D"), ("relu", "Relu"), ("product", "BatchMatMul")),
    ]


# Values that a program in C++ gives, and what metadef then reads.
VALUES: dict[AttrKind, tuple[str, object]] = {
    AttrKind.Int: ("std::int64_t{-5}", -5),
    AttrKind.Float: ("0.1", 0.1),
    AttrKind.Bool: ("true", True),
    AttrKind.Type: ("::metadef::DataType::BF16", DataType.BF16),
    AttrKind.String: ('std::string("caf\\303\\251 \\"x\\"")', 'caf\u00e9 "x"'),
    AttrKind.AscendString: ('std::string("")', ""),
    AttrKind.Bytes: ("::metadef::Bytes{0, 255}", b"\0\xff"),
    AttrKind.Tensor: (
        "::metadef::Tensor::of<std::int8_t>(::metadef::DataType::INT8, {2}, {1, 2})",
        TensorValue.from_array(np.array([1, 2], np.int8)),
    ),
    AttrKind.NamedAttrs: (
        '::metadef::AttrValue::named("f", {{"b", std::int64_t{1}}, {"a", 0.5}})',
        NamedAttrs("f", Attrs(a=0.5, b=1)),
    ),
    AttrKind.ListInt: ("{1, -(std::int64_t{1} << 40), 3}", (1, -(1 << 40), 3)),
    AttrKind.ListFloat: ("{0.5, -1e300}", (0.5, -1e300)),
    AttrKind.ListString: ('{"a", "b"}', ("a", "b")),
    AttrKind.ListAscendString: ('{"a", ""}', ("a", "")),
    AttrKind.ListBool: ("{true, false}", (True, False)),
    AttrKind.ListType: ("{::metadef::DataType::FLOAT16}", (DataType.FLOAT16,)),
    AttrKind.ListListInt: ("{{1, 2}, {}}", ((1, 2), ())),
    AttrKind.ListListFloat: ("{{0.5}, {1.5, 2.5}}", ((0.5,), (1.5, 2.5))),
    AttrKind.ListBytes: ("{{1, 2}, {0}}", (b"\1\2", b"\0")),
    AttrKind.ListTensor: (
        "{::metadef::Tensor::of<std::int8_t>(::metadef::DataType::INT8, {1}, {7})}",
        (TensorValue.from_array(np.array([7], np.int8)),),
    ),
    AttrKind.ListNamedAttrs: ('{::metadef::AttrValue::named("g", {})}', (NamedAttrs("g"),)),
}


def statement(proto: OpProto, index: int, name: str) -> tuple[str, dict[str, object], list[int], list[int]]:
    """C++ that adds a node, its required attributes, how many inputs each port gets, and outputs each port has."""
    arguments = ["g"]
    counts: list[int] = []
    for port in proto.inputs:
        counts.append(0 if port.kind is PortKind.OPTIONAL else 1 + (port.kind is PortKind.DYNAMIC))
        if port.kind is not PortKind.OPTIONAL:
            arguments.append("x" if port.kind is PortKind.REQUIRED else "{x, x}")
    outputs = [2 if port.kind is PortKind.DYNAMIC else 1 for port in proto.outputs]
    arguments += ["2" for port in proto.outputs if port.kind is PortKind.DYNAMIC]
    arguments += [VALUES[spec.kind][0] for spec in proto.attrs if spec.required]
    attrs = {spec.name: VALUES[spec.kind][1] for spec in proto.attrs if spec.required}
    return f'  op::{name}({", ".join(arguments)}, "n{index}");\n', attrs, counts, outputs


def program_of(statements: list[str]) -> str:
    """A program that runs the statements, a hundred a function."""
    starts = range(0, len(statements), 100)
    parts = [
        f"static void part{start}(metadef::Graph &g, metadef::Value x) {{\n"
        + "".join(statements[start : start + 100])
        + "}\n"
        for start in starts
    ]
    return (
        '#include "metadef/ops.hpp"\nnamespace op = metadef::op;\n'
        + "".join(parts)
        + 'int main(int, char **argv) {\n  metadef::Graph g("all");\n'
        + '  const metadef::Value x = g.input("x", metadef::Desc());\n'
        + "".join(f"  part{start}(g, x);\n" for start in starts)
        + "  g.save(argv[1]);\n}\n"
    )


def test_a_class_of_each_operator_writes_its_node(library: Path):
    """The compiler checks a call of every constructor; every fifth is run, and metadef reads what it was given."""
    text = "\n".join(path.read_text("utf-8") for path in (library / "include" / "metadef" / "ops").glob("*.hpp"))
    by_op = {op_name: spelled for spelled, op_name in re.findall(r'explicit (\w+)\(.*\n\s+: Op\(graph, "(\w+)"', text)}
    protos = sorted(all_operators(), key=lambda proto: proto.name)
    assert len(by_op) == len(protos) == 1852
    made = [statement(proto, index, by_op[proto.name]) for index, proto in enumerate(protos)]
    (library / "calls.cpp").write_text(program_of([item[0] for item in made]))
    assert compile_c(library, *CPP, "-fsyntax-only", "calls.cpp", compiler=cpp_compiler()) == ""
    done = run(library, program_of([item[0] for item in made[::5]]))
    assert (done.returncode, done.stderr) == (0, "")
    graph = metadef.load(str(library / "out.mdef"))
    for index, (proto, (_, attrs, counts, outputs)) in list(enumerate(zip(protos, made, strict=True)))[::5]:
        node = graph.find(f"n{index}")
        assert node is not None and node.op == proto.name
        assert dict(node.attrs) == attrs
        assert sum(value is not None for value in node.inputs) == sum(counts)
        assert len(node.outputs) == sum(outputs)
        if proto.has_dynamic_inputs:
            ports = zip(counts, proto.inputs, strict=True)
            assert list(node.counts or ()) == [count or int(port.kind is PortKind.OPTIONAL) for count, port in ports]


PROGRAM = r"""
#include <iostream>
#include "metadef/ops.hpp"
namespace op = metadef::op;
using metadef::DataType;
using metadef::Desc;
template <typename F>
static void refused(F f) {
  try {
    f();
    std::cout << "accepted\n";
  } catch (const metadef::Error &error) {
    std::cout << error.what() << "\n";
  }
}
int main(int, char **argv) {
  metadef::Graph g("mine"), other("other");
  const metadef::Value a = g.input("a", Desc(DataType::FLOAT, {2, "n"}));
  const metadef::Value b = g.input("b", Desc(DataType::INT8, {2, "2*n+1"}));
  op::Everything node(g, a, {a, b}, 2, ATTRS);
  node.set_input_maybe(b).set_attr_int(std::int64_t{7});
  g.describe(node.output_many(1), Desc(DataType::INT8, {-1, 5}, metadef::Format::NC1HWC0));
  op::Everything plain(g, node.output_many(0), metadef::Values{}, 0, ATTRS);
  std::vector<float> many(1000, 1.5f);
  const metadef::Value big = g.constant(metadef::Tensor::of(DataType::FLOAT, {10, 100}, many));
  const metadef::Value more = g.constant(metadef::Tensor::of(DataType::FLOAT, {1000}, many), "more");
  const std::vector<unsigned char> nibbles{1, 255, 7};
  const metadef::Value packed = g.constant(metadef::Tensor::of(DataType::INT4, {3}, nibbles), "packed");
  g.output(packed, "packed");
  g.output(plain.output_one(), "one");
  g.output(big, "big");
  g.output(more, "more");
  refused([&] { op::Everything(g, other.input("x", Desc()), {}, 0, ATTRS); });
  refused([&] { g.input("a", Desc()); });
  refused([&] { g.add("Nothing", "", {}); });
  refused([&] { plain.output_many(0); });
  refused([&] { node.set_input_maybe(big); });
  refused([&] { g.constant(metadef::Tensor::of(DataType::INT4, {3}, std::vector<char>{1, 2})); });
  for (const auto &problem : g.problems()) std::cout << problem.verdict << " " << problem.text << "\n";
  g.save(argv[1]);
  g.save(std::string(argv[1]) + ".air");
}
"""


def everything() -> OpProto:
    """An operator with every kind of port and attribute."""
    proto = op("Everything").input("x", DataType.FLOAT).dynamic_input("xs", DataType.FLOAT | DataType.INT8)
    proto = proto.optional_input("maybe", DataType.INT8)
    for kind in AttrKind:
        proto = proto.required_attr(f"r_{kind.name}", kind)
    return proto.attr("int", AttrKind.Int, 3).dynamic_output("many", DataType.FLOAT).output("one", DataType.FLOAT)


def test_every_kind_of_value_is_read_as_it_was_given(tmp_path: Path, objects: Path):
    write_library(tmp_path, [everything()], {}, "cpp-builder")
    compile_tables(tmp_path, objects)
    attrs = ", ".join(VALUES[kind][0] for kind in AttrKind)
    done = run(tmp_path, PROGRAM.replace("ATTRS", attrs))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "a value of another graph, or none, in graph mine",
        "the name a is taken in graph mine",
        "no operator Nothing in the tables",
        "node Everything_1 has no such output",
        "a node of graph mine reads a later value",
        "a constant has other bytes than its shape says",
    ]
    table = metadef.Registry()
    table.add(everything())
    graph = metadef.load(str(tmp_path / "out.mdef"), registry=table)
    node, plain = graph.find("Everything"), graph.find("Everything_1")
    assert node is not None and plain is not None
    attrs = {f"r_{kind.name}": VALUES[kind][1] for kind in AttrKind}
    assert dict(node.attrs) == {**attrs, "int": 7}
    assert dict(plain.attrs) == attrs
    assert [value and value.producer.name for value in node.inputs] == ["a", "a", "b", "b"]
    assert node.counts == (1, 2, 1) and plain.counts == (1, 0, 1)
    assert [value and value.producer.name for value in plain.inputs] == ["Everything", None]
    assert node.output_counts == (2, 1) and plain.output_counts == (0, 1)
    assert node.outputs[1].desc == TensorDesc((None, 5), DataType.INT8, Format.NC1HWC0)
    assert graph.inputs[1].desc == TensorDesc((2, "2*n+1"), DataType.INT8)
    big = graph.find("const")
    assert big is not None and isinstance(big.attrs["value"], TensorValue)
    assert big.attrs["value"].array().tolist() == [[1.5] * 100] * 10
    same_in_ge_ir(graph, metadef.load(str(tmp_path / "out.mdef.air"), registry=table))


def same_in_ge_ir(graph: Graph, other: Graph) -> None:
    """Holds a graph against what GE-IR can hold of it: floats of 32 bits, and axes without symbols."""

    def narrow(value: object) -> object:
        if isinstance(value, float):
            with np.errstate(over="ignore"):
                return shortest(float(np.float32(value)))
        if isinstance(value, NamedAttrs):
            return NamedAttrs(value.name, Attrs({name: narrow(item) for name, item in value.attrs.items()}))
        return tuple(map(narrow, value)) if isinstance(value, tuple) else value

    assert [(node.name, node.op) for node in other.nodes] == [(node.name, node.op) for node in graph.nodes]
    assert [value.name for _, value in other.outputs] == [value.name for _, value in graph.outputs]
    for mine, theirs in zip(graph.nodes, other.nodes, strict=True):
        assert dict(theirs.attrs) == {name: narrow(value) for name, value in mine.attrs.items()}
        assert [value and value.name for value in theirs.inputs] == [value and value.name for value in mine.inputs]
        assert (theirs.counts, theirs.output_counts) == (mine.counts, mine.output_counts)
        for one, two in zip(mine.outputs, theirs.outputs, strict=True):
            assert (one.desc.dtype, one.desc.format) == (two.desc.dtype, two.desc.format)
            assert one.desc.shape.to_ge() == two.desc.shape.to_ge()


def test_the_compiler_of_the_wheel_takes_it_too(library: Path):
    """Objects only: linking would make zig build a whole standard library first."""
    (library / "one.cpp").write_text(EXAMPLE.read_text("utf-8"))
    words = [*CPP, "-g0", "-c", "one.cpp", "-o", "zig.o"]
    assert compile_c(library, *words, compiler=zig("c++")) == ""


def test_names_that_cpp_keeps_are_spelled_otherwise():
    proto = op("class").input("int", DataType.FLOAT).input("graph", DataType.FLOAT).output("x", DataType.FLOAT)
    proto = proto.required_attr("int", AttrKind.Int).attr("a-b", AttrKind.Int, 0).attr("a b", AttrKind.Int, 0)
    made = operator_class(proto, "class_")
    assert [item.rpartition(" ")[2].lstrip("&") for item in made.parameters[1:4]] == ["int_", "graph_", "int__2"]
    assert [setter.name for setter in made.setters] == ["set_attr_int", "set_attr_a_b", "set_attr_a_b_2"]
