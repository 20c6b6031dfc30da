"""Target `c-table`: every operator is found, its data is the prototype's, and calls get the verdicts of metadef."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from c_calls import encode, judged, random_call, text_token
from c_library import STRICT, all_operators, ask, built, c_sources, write_library
from cpp_compiler import compile_c, cpp_compiler, has_address_sanitizer, zig
from metadef.catalogue import registry
from metadef.codegen import generate
from metadef.codegen.c_table import VERDICTS
from metadef.definitions.json_form import declaration_of
from metadef.errors import MetadefError
from metadef.errors.codes import code_named
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
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc


def compare(program: Path, protos: list[OpProto], per_operator: int, seed: int) -> Counter[int]:
    """Judges random calls on both sides; returns how often each verdict was agreed on, 0 for legal calls."""
    random = Random(seed)
    calls = [(proto, *random_call(proto, random)) for proto in protos for _ in range(per_operator)]
    answers = ask(program, [encode(proto.name, inputs, attrs) for proto, inputs, attrs in calls])
    seen: Counter[int] = Counter()
    for (proto, inputs, attrs), answer in zip(calls, answers, strict=True):
        wanted = judged(proto, inputs, attrs)
        assert answer == wanted, (proto.name, inputs, attrs)
        seen.update(wanted or [0])
    return seen


def test_calls_of_all_operators_get_the_verdicts_of_metadef(c_library: Path):
    seen = compare(c_library / "checker", all_operators(), 4, seed=1)
    assert all(seen[number] >= 10 for number in (0, 2, 3, 4, 5, 6, 7, 8, 101)) and seen[102], seen


def test_the_numbers_of_verdicts_are_those_of_findings():
    assert {verdict.name: verdict.number for verdict in VERDICTS} == {
        "unknown-op": 1,
        "port-count": 2,
        "missing-input": 3,
        "unknown-attr": 4,
        "missing-attr": 5,
        "attr-type": 6,
        "attr-constraint": 7,
        "call-constraint": 8,
        "dtype-not-allowed": 101,
        "dtype-mismatch": 102,
        "shape-mismatch": 201,
        "rank-mismatch": 202,
    }
    assert all(code_named(verdict.name).code == verdict.code for verdict in VERDICTS)


F, I8, TEXT = DataType.FLOAT, DataType.INT8, DataType.STRING
INTS, FLOATS = AttrKind.ListInt, AttrKind.ListFloat

# What the catalogue has none of: axis patterns, lists of types, every constraint, several laws of one symbol.
ODD: list[OpProto] = [
    op("Axes").input("a", F, "N C 4").optional_input("b", F | I8, "C ... N").dynamic_input("c", F, "... N N"),
    op("Tails").input("a", F, "... C").input("b", F, "C ..."),
    op("Symbols")
    .datatype("T", F | I8)
    .datatype("L", F | I8 | TEXT, is_list=True)
    .input("a", "T")
    .dynamic_input("b", "T")
    .dynamic_input("c", "L")
    .dynamic_input("d", "L")
    .optional_input("e", "U"),
    op("Numbers")
    .attr("a", AttrKind.Int, 1, positive | one_of(-3, 7))
    .attr("b", AttrKind.Float, 1.0, between(-1, 0.5) & ~one_of(0, 0.25))
    .attr("c", AttrKind.Float, 1.0, negative | at_least(1e30))
    .attr("d", AttrKind.Int, 1, at_most((1 << 53) + 0.5) | at_least(float(1 << 62)))
    .attr("e", AttrKind.Float, 1.0, one_of((1 << 53) + 1, -0.5)),
    op("Lists")
    .attr("a", INTS, (1, 2), length(2, 3) & each(not_negative) | length(0))
    .attr("b", FLOATS, (1,), each(positive | one_of(-1)) & length_at_least(1))
    .attr("c", AttrKind.ListListInt, ((1,),), each(length(1, 2) & each(positive)) & not_empty)
    .attr("d", AttrKind.ListString, ("a",), each(one_of("none", "a\0b", "\u00e9\U0001f600")))
    .attr("e", AttrKind.ListBool, (True,), each(one_of(1)) | length(3)),
    op("Others")
    .attr("a", AttrKind.String, "none", length(4) | length(0))
    .attr("b", AttrKind.Bool, True, one_of(1))
    .attr("c", AttrKind.Type, F, one_of(F, DataType.BF16))
    .attr("d", AttrKind.Bytes, b"", not_empty)
    .attr("e", AttrKind.Int, 1, where("a power of two", lambda value: True) & positive)
    .attr("f", AttrKind.Bool, True, positive)
    .attr("g", AttrKind.Int, 1, length(1)),
    op("Wide").attr("a", AttrKind.Int, 0),
]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of operators with everything that a prototype can say."""
    return write_library(tmp_path_factory.mktemp("odd"), ODD)


def test_everything_that_a_prototype_can_say_is_judged_alike(odd: Path):
    seen = compare(built(odd, "checker", "-O1"), ODD, 800, seed=2)
    assert all(seen[number] >= 10 for number in (0, 2, 3, 4, 6, 7, 101, 102, 201, 202)), seen


def test_zig_finds_no_undefined_behaviour(odd: Path, c_library: Path):
    """The compiler of the wheel stands in where a system has none; its UBSan stops the program at the first fault."""
    flags = ["-O1", "-g0", "-fsanitize=undefined"]
    program = built(odd, "undefined", *flags, compiler=zig("cc"))
    assert sum(compare(program, ODD, 100, seed=3).values()) > 0
    program = built(c_library, "undefined", *flags, compiler=zig("cc"))
    assert sum(compare(program, all_operators(), 1, seed=5).values()) > 0


def test_zigs_sanitizer_sees_undefined_behaviour(tmp_path: Path):
    """So that silence means something."""
    (tmp_path / "bad.c").write_text("int main(int n, char **v) { (void)v; return 0x7fffffff + n > 0; }\n")
    words = ["-O1", "-fsanitize=undefined", "bad.c", "-o", "bad"]
    assert compile_c(tmp_path, *words, compiler=zig("cc")) == ""
    assert subprocess.run([str(tmp_path / "bad")], capture_output=True, timeout=60).returncode != 0


def test_the_systems_sanitizers_find_no_fault(odd: Path):
    flags = ["-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    if has_address_sanitizer():
        flags[1] = "-fsanitize=address,undefined"
    program = built(odd, "checked", *flags, compiler=None if has_address_sanitizer() else zig("cc"))
    assert sum(compare(program, ODD, 200, seed=4).values()) > 0


def test_the_tables_of_all_operators_are_clean_cpp(c_library: Path):
    source = c_sources(c_library)
    words = ["-x", "c++", "-std=c++17", *STRICT, "-Iinclude", "-Isrc", "-I.", "-fsyntax-only", source]
    assert compile_c(c_library, *words, compiler=cpp_compiler()) == ""


def test_the_library_keeps_no_state_and_asks_for_no_memory(c_library: Path):
    for path in (c_library / "src").glob("*.c"):
        text = path.read_text("utf-8")
        assert not re.search(r"\b(malloc|calloc|realloc|free|strdup)\b *\(", text), path.name
        kept = [line for line in text.splitlines() if line.startswith("static") and "(" not in line.partition("=")[0]]
        assert all(line.startswith("static const ") for line in kept), path.name
    if shutil.which("nm") is None:
        return
    assert (
        compile_c(c_library, "-std=c11", "-Iinclude", "-Isrc", "-I.", "-c", c_sources(c_library), "-o", "all.o") == ""
    )
    symbols = subprocess.run(["nm", str(c_library / "all.o")], capture_output=True, text=True, check=True).stdout
    kinds = [line.split()[-2:] for line in symbols.splitlines()]
    allowed = {"memcmp", "strcmp", "strlen", "snprintf", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}
    assert {name for kind, name in kinds if kind == "U"} <= allowed
    # "d" is data that the loader relocates and then protects: constant tables with pointers in them
    assert not [name for kind, name in kinds if kind in "bBC" or (kind in "dD" and not re.match(DATA, name))]


DATA = r"k\d+_\d+$|names\.|mdef_type_names$|mdef_ops$|mdef_family_\w+$"


def test_an_operator_that_is_not_there_is_unknown(c_library: Path):
    names = ["", "relu", "Relu ", "Relu6\u00e9", "x" * 5000]
    assert ask(c_library / "checker", [encode(name, [], {}) for name in names]) == [[1]] * 5


def test_a_law_of_many_inputs_counts_members(c_library: Path):
    x = [TensorDesc((2, 2), DataType.FLOAT)]
    calls = [
        encode("AddN", [x * 3], {"N": 3}),
        encode("AddN", [[*x, TensorDesc((2,), DataType.STRING)]], {"N": 3}),
        encode("Conv2D", [x, x], {}),
    ]
    assert ask(c_library / "checker", calls) == [[], [101], [5, 5]]


def test_problems_come_in_words(c_library: Path):
    text = f"op {text_token('Relu')} in 1 13 1 4 arg {text_token('alpha')} I 3 say\n"
    done = subprocess.run([str(c_library / "checker")], input=text, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == [
        "DTY001 Relu: input `x` does not take STRING",
        "OPS004 Relu: attribute `alpha` is not declared",
    ]


DUMP = r"""
#include <stdio.h>
#include "metadef/metadef.h"
static void ports(const mdef_port *port, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; ++i)
    printf(" %s/%d/%llx/%s/%d", port[i].name, (int)port[i].kind, (unsigned long long)port[i].types,
           port[i].symbol_name, (int)port[i].in_place);
}
int main(void) {
  size_t at;
  uint32_t i;
  for (at = 0; at < mdef_op_count(); ++at) {
    const mdef_op *op = mdef_op_at(at);
    if (mdef_find_op(op->name) != op) return 1;
    printf("%s v%d %s |", op->name, (int)op->version, op->since);
    ports(op->inputs, op->input_count);
    printf(" |");
    ports(op->outputs, op->output_count);
    printf(" |");
    for (i = 0; i < op->attr_count; ++i) {
      const mdef_attr *attr = &op->attrs[i];
      if (mdef_find_attr(op, attr->name) != (int32_t)i) return 2;
      if (attr->initial != NULL && mdef_check_value(attr, attr->initial) == MDEF_ATTR_TYPE) return 3;
      printf(" %s/%s/%d/%s", attr->name, mdef_kind_name(attr->kind), (int)attr->required, attr->rule_text);
      if (attr->initial != NULL && attr->kind == MDEF_KIND_Int) printf("/%lld", (long long)attr->initial->i);
      if (attr->initial != NULL && attr->kind == MDEF_KIND_Float) printf("/%.17g", attr->initial->f);
      if (attr->initial != NULL && attr->kind == MDEF_KIND_ListInt) printf("/%u", (unsigned)attr->initial->count);
    }
    printf("\n");
  }
  return mdef_op_at(at) == NULL ? 0 : 4;
}
"""


def test_the_data_of_all_operators_is_the_prototypes(c_library: Path):
    (c_library / "dump.c").write_text(DUMP)
    words = ["-std=c11", *STRICT, "-Iinclude", "-Isrc", "-I.", c_sources(c_library), "dump.c", "-o", "dump"]
    assert compile_c(c_library, *words) == ""
    done = subprocess.run([str(c_library / "dump")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 1852
    kinds = {"required": 0, "optional": 1, "dynamic": 2}
    for line, proto in zip(lines, sorted(all_operators(), key=lambda proto: proto.name), strict=True):
        sides = [
            "".join(
                f" {port.name}/{kinds[port.kind.value]}/{port.types.mask:x}/{port.symbol}/"
                f"{proto.in_place.get(port.name, -1) if side is proto.outputs else -1}"
                for port in side
            )
            for side in (proto.inputs, proto.outputs)
        ]
        attrs = ""
        for spec in proto.attrs:
            attrs += f" {spec.name}/{spec.kind.name}/{int(spec.required)}/{spec.constraint or ''}"
            if spec.default is not None and spec.kind is AttrKind.Int:
                attrs += f"/{spec.default}"
            if isinstance(spec.default, float):
                attrs += f"/{spec.default:.17g}"
            if isinstance(spec.default, tuple) and spec.kind is AttrKind.ListInt:
                attrs += f"/{len(spec.default)}"
        head, inputs, outputs, tail = line.split(" |", 3)
        assert head == f"{proto.name} v{2 if proto.name in VERSIONED else 1} {proto.since}"
        assert [inputs, outputs] == sides
        assert tail == attrs


VERSIONED = ("Range", "ScatterElementsV2", "Sort", "TopKV2")


def test_every_law_of_the_catalogue_is_data():
    files = generate("c-table", [declaration_of(proto) for proto in all_operators() if proto.laws])
    text = files["src/family_custom.c"]
    assert text.count("MDEF_LAW_OPAQUE") == 0
    assert (
        sum(text.count(f"MDEF_LAW_{kind}") for kind in ("AXES_WITHIN", "BELOW", "NOT_ABOVE")) == 18
    )  # equal ones once
    assert "MDEF_LAW_AXES_WITHIN, 0, 0, 1, -65530" in text  # Cross: an axis that stands for none


def test_a_name_with_a_nul_is_refused():
    for proto in (op("A\0"), op("A").input("x\0", F), op("A").attr("a\0", AttrKind.Int, 1)):
        with pytest.raises(MetadefError) as caught:
            generate("c-table", [declaration_of(proto)])
        assert [item.name for item in caught.value.findings] == ["declaration-nameless"]


def test_no_operators_make_a_library_too(tmp_path: Path):
    program = built(write_library(tmp_path, []), "checker")
    assert ask(program, [encode("Relu", [], {})]) == [[1]]


def test_ten_thousand_ports_take_little_time(tmp_path: Path):
    wide = op("Wide").replace(
        inputs=tuple(op("x").input(f"x{index}", F, "N").inputs[0] for index in range(10_000)),
        attrs=tuple(op("x").attr(f"a{index}", AttrKind.Int, index).attrs[0] for index in range(2_000)),
    )
    program = built(write_library(tmp_path, [wide]), "checker")
    inputs: list[list[TensorDesc | None]] = [[TensorDesc((3,), F)] for _ in range(10_000)]
    attrs: dict[str, object] = {f"a{index}": index for index in range(2_000)}
    assert ask(program, [encode("Wide", inputs, attrs), encode("Wide", inputs[:-2], attrs)]) == [[], [3, 3]]


def test_relu_is_in_the_registry_of_the_library_and_of_metadef(c_library: Path):
    assert "Relu" in registry()
    assert ask(c_library / "checker", [encode("Relu", [[TensorDesc((1,), F)]], {})]) == [[]]
