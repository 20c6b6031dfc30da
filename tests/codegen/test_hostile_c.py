"""Whatever stands in the names and texts of definitions, the generated C and C++ compile, and find it again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c_calls import encode
from c_library import STRICT, ask, built, c_sources, write_library
from cpp_compiler import compile_c, cpp_compiler
from hostile_names import ANY_TEXT, HOSTILE
from metadef.codegen import generate
from metadef.codegen.names import CPP_KEYWORDS
from metadef.definitions.json_form import declaration_of
from metadef.ops.constraints import one_of
from metadef.ops.ports import GraphSpec, Law, Port, PortKind
from metadef.ops.proto import OpProto, op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.typeset import TypeSet

ATTACKS = (
    '"; int evil; //',
    "*/ int evil; /*",
    "*\\\n/ int evil;",
    "// \\",
    "tail \\",
    "??/",
    "tail ??/",
    "#include <evil>",
    "\n#define x y\n",
    "{{ 7 * 7 }}{% for x in y %}{# #}",
    "%s%n",
    'R"(x)"',
    "${CMAKE_COMMAND}",
    "@PACKAGE_INIT@",
    "set_input_x",
    "set_attr_x",
    "output_y",
    "feed",
    "give",
    "result",
    "graph",
    "name",
    "value",
    "Op",
    "Graph",
    "Value",
    "std",
    "metadef",
    "__FILE__",
    "__LINE__",
    "NULL",
    "assert",
    "_Complex",
    "_If",
    "If",
    "x" * 9000,
    "\u00e9" * 5000,
    "7",
    *sorted(CPP_KEYWORDS),
)
TEXTS = [text for text in dict.fromkeys((*HOSTILE, *ATTACKS)) if "\0" not in text]
FLOAT = TypeSet.of(DataType.FLOAT)


def attacked(name: str, text: str, other: str) -> OpProto:
    """An operator of that name that says the texts everywhere."""
    rule = one_of(text, other) if text.isprintable() and other.isprintable() else None
    proto = op(name).doc(f"{text} {other}").required_attr(text, AttrKind.String)
    proto = proto.attr(other, AttrKind.String, text, rule).attr("list", AttrKind.ListString, (text, other))
    return proto.replace(
        deprecated=other,
        inputs=(
            Port(text, FLOAT, PortKind.REQUIRED, other, text, ""),
            Port(other, FLOAT, PortKind.OPTIONAL, "", text, text),
            Port(other, FLOAT, PortKind.DYNAMIC, text, text, ""),
        ),
        outputs=(Port(text, FLOAT), Port(other, FLOAT, PortKind.DYNAMIC)),
        graphs=(GraphSpec(text, False, other),),
        laws=(Law(text, other, lambda call: True),),
        categories=(text,),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A C++ project where every text is the name of an operator and stands in all places of another."""
    protos = [attacked(text, TEXTS[index - 1], TEXTS[index - 2]) for index, text in enumerate(TEXTS)]
    return write_library(tmp_path_factory.mktemp("hostile"), protos, {}, "cpp-builder")


def test_the_library_finds_every_name_and_attribute(folder: Path):
    program = built(folder, "checker", "-O0")
    x = [TensorDesc((1,), DataType.FLOAT)]
    good = [encode(text, [x], {TEXTS[index - 1]: "a"}) for index, text in enumerate(TEXTS)]
    bare = [encode(text, [x], {}) for text in TEXTS]
    assert ask(program, good) == [[]] * len(TEXTS)
    assert ask(program, bare) == [[5]] * len(TEXTS)


def test_the_classes_compile(folder: Path):
    (folder / "hostile.cpp").write_text('#include "metadef/ops.hpp"\nint main() { return 0; }\n')
    words = ["-std=c++17", *STRICT, "-Iinclude", "-fsyntax-only", "hostile.cpp"]
    assert compile_c(folder, *words, compiler=cpp_compiler()) == ""


def test_nothing_hidden_stands_in_a_file(folder: Path):
    for path in folder.rglob("*.*"):
        if path.suffix in (".c", ".cpp", ".h", ".hpp", ".txt", ".in") and path.name != "hostile.cpp":
            text = path.read_text("utf-8")
            assert not {category(char) for char in set(text) - {"\n"}} & {"Cc", "Cf", "Cs", "Zl", "Zp"}, path.name


texts = st.one_of(ANY_TEXT, st.lists(st.sampled_from(ATTACKS[:18]), max_size=3).map("".join))


@settings(max_examples=8)
@given(st.lists(st.tuples(texts, texts, texts), min_size=5, max_size=25, unique_by=lambda item: item[0]))
def test_no_text_breaks_out_of_its_literal(rows: list[tuple[str, str, str]]):
    """Names with a NUL are refused, so they are left out."""
    protos = [attacked(*row) for row in rows if "\0" not in "".join(row)]
    with tempfile.TemporaryDirectory() as place:
        folder = write_library(Path(place), protos)
        words = ["-std=c11", *STRICT, "-Iinclude", "-Isrc", "-I.", "-fsyntax-only", c_sources(folder)]
        assert compile_c(folder, *words) == ""


def test_modules_and_build_files_do_not_depend_on_texts():
    hostile = [declaration_of(attacked(*TEXTS[3:6]))]
    plain = [declaration_of(op("Plain"))]
    assert generate("cmake", hostile) == generate("cmake", plain)
    names = ("CMakeLists.txt", "cmake/metadefConfig.cmake.in", "cmake/metadef.pc.in")
    for target in ("c-table", "cpp-builder"):
        made, wanted = generate(target, hostile), generate(target, plain)
        assert [made[name] for name in names] == [wanted[name] for name in names]
    assert generate("pip", hostile)["pyproject.toml"] == generate("pip", plain)["pyproject.toml"]


def test_a_class_may_have_thousands_of_inputs(tmp_path: Path):
    ports = tuple(Port(f"x{index}", FLOAT) for index in range(10_000))
    folder = write_library(tmp_path, [op("Wide").replace(inputs=ports)], {}, "cpp-builder")
    (folder / "wide.cpp").write_text('#include "metadef/ops.hpp"\nint main() { return 0; }\n')
    words = ["-std=c++17", *STRICT, "-Iinclude", "-fsyntax-only", "wide.cpp"]
    assert compile_c(folder, *words, compiler=cpp_compiler()) == ""
