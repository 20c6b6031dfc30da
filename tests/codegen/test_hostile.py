"""No definition, whatever stands in its names and texts, breaks out of the place that a target gives it."""

from __future__ import annotations

import ast
import json
import re
from unicodedata import category

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hostile_names import ANY_TEXT
from hostile_protos import ATTACKS
from metadef.codegen import generate
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_form import declaration_of
from metadef.errors import MetadefError
from metadef.ops.ports import AttrSpec, GraphSpec, Law, Port, PortKind
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

CONTROLS = ("\r", "\x0c", "\u2028", "\x00")  # what some languages take for the end of a line, or of a text
EVIL = (*ATTACKS, *CONTROLS)
texts = st.one_of(ANY_TEXT, st.sampled_from(EVIL), st.lists(st.sampled_from(EVIL), max_size=3).map("".join))
parts = st.one_of(st.from_regex(r"[a-z]{1,3}", fullmatch=True), texts)
types = st.just(TypeSet.of(DataType.FLOAT))


@st.composite
def declarations(draw: st.DrawFn, name: st.SearchStrategy[str], part: st.SearchStrategy[str]) -> list[Declaration]:
    """One to three operators, every text of which is an attack."""
    out: list[Declaration] = []
    for op_name in draw(st.lists(name, min_size=1, max_size=3, unique=True)):

        def port(kinds: tuple[PortKind, ...]) -> Port:
            return Port(draw(part), draw(types), draw(st.sampled_from(kinds)), "", draw(texts), draw(texts))

        ins, outs = tuple(PortKind), (PortKind.REQUIRED, PortKind.DYNAMIC)
        kind, value = draw(st.sampled_from([(AttrKind.String, draw(texts)), (AttrKind.ListString, (draw(texts),))]))
        attr = AttrSpec(draw(part), kind, draw(st.booleans()), value, None, draw(texts))
        out.append(
            declaration_of(
                OpProto(op_name).replace(
                    summary=draw(texts),
                    deprecated=draw(texts),
                    inputs=tuple(port(ins) for _ in range(draw(st.integers(0, 2)))),
                    outputs=tuple(port(outs) for _ in range(draw(st.integers(0, 2)))),
                    attrs=(attr,),
                    graphs=(GraphSpec(draw(part), False, draw(texts)),),
                    laws=(Law(draw(texts), draw(texts), lambda call: True),),
                    categories=(draw(texts),),
                )
            )
        )
    return out


def shows_all(text: str) -> bool:
    """Whether no control, direction mark, lone surrogate or separator but the newline stands in a text."""
    return not {category(char) for char in set(text) - {"\n"}} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


# WHY no shrinking: a failing example of this size takes minutes to shrink, and is small as it is
quick = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@quick
@given(declarations(parts, parts))
def test_python_stays_a_function_for_each_operator(given_ops: list[Declaration]):
    files = generate("python-builder", given_ops)
    for path, text in files.items():
        tree = ast.parse(text)
        assert shows_all(text)
        if not path.endswith(("ops_custom.py", "ops_custom.pyi")):
            continue
        allowed = ast.Expr | ast.ImportFrom | ast.Assign | ast.FunctionDef
        assert all(isinstance(node, allowed) for node in tree.body)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len({node.name for node in functions}) == len(functions) == len(given_ops)
        if path.endswith(".pyi"):
            assert all(len(node.body) == 1 and isinstance(node.body[0], ast.Expr) for node in functions)
            continue
        called = []
        for node in functions:
            documentation, assign, *rest = node.body
            assert isinstance(documentation, ast.Expr) and isinstance(documentation.value, ast.Constant)
            assert isinstance(assign, ast.Assign) and isinstance(assign.value, ast.Call)
            assert isinstance(rest[-1], ast.Return)
            called.append(ast.literal_eval(assign.value.args[1]))
            keys = assign.value.args[3]
            assert isinstance(keys, ast.Dict)
            proto = next(item.proto for item in given_ops if item.proto.name == called[-1])
            assert [ast.literal_eval(key) for key in keys.keys if key] == [spec.name for spec in proto.attrs]
            default = node.args.kw_defaults[0]
            wanted = None if proto.attrs[0].required else proto.attrs[0].default
            assert (None if default is None else ast.literal_eval(default)) == wanted
        assert sorted(called) == sorted(item.proto.name for item in given_ops)


@quick
@given(declarations(parts, parts))
def test_json_holds_every_text_as_it_is(given_ops: list[Declaration]):
    files = generate("json", given_ops)
    parsed = {path: json.loads(text) for path, text in files.items()}
    names = sorted(item.proto.name for item in given_ops)
    assert [item["op"] for item in parsed["msopgen.json"]] == names
    assert sorted(parsed["op_info.json"]) == names
    calls = [data for path, data in parsed.items() if path.startswith("call/")]
    assert sorted(data["properties"]["op"]["const"] for data in calls) == names
    for item in given_ops:
        data = next(data for data in calls if data["properties"]["op"]["const"] == item.proto.name)
        assert data["properties"]["attrs"]["properties"].keys() == {spec.name for spec in item.proto.attrs}


# Words that code of a target may hold outside of strings and comments; names of our own have a pattern.
_GO_WORDS = frozenset(
    "package ops import metadef var true false any int64 float64 string byte Operator Port Attr Symbol Slot Law Rule"
    " Name Since Doc Deprecated Inputs Outputs Attrs Symbols Graphs Laws Traits Kind Types Required Default Pattern"
    " IsList IsDynamic Optional Dynamic KindString KindListString Label Text Word Values Parts RuleText Promote".split()
)
_CC_WORDS = frozenset(
    "include namespace metadef_test TEST const Call call Tensor ExpectOutputs ExpectLegal ExpectProblems ExpectValues"
    " String List Int Float Bool Type Bytes std string".split()
)
_TS_WORDS = frozenset("import type Operator from export const operators readonly true false null".split())
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def words_outside(text: str, comment: str) -> set[str]:
    """The words of a source outside of strings in double quotes and of comments."""
    literal = rf'{comment}|"(?:\\.|[^"\\\n])*"'
    return set(_WORD.findall(re.sub(literal, " ", text, flags=re.DOTALL)))


@quick
@given(declarations(parts, parts))
def test_go_tables_are_data_and_a_variable_for_each_operator(given_ops: list[Declaration]):
    files = generate("go", given_ops)
    text = files["ops/custom_ops.go"]
    assert shows_all(text.replace("\t", "")) and shows_all(files["ops/table.go"].replace("\t", ""))
    variables = re.findall(r"^var (\w+) = &metadef\.Operator\{$", text, re.MULTILINE)
    assert len(variables) == len(set(variables)) == len(given_ops)
    assert all(name[0].isupper() for name in variables)
    code = words_outside(text, r"//[^\n]*")
    assert code <= _GO_WORDS | set(variables) | {word for word in code if re.fullmatch(r"x[0-9a-f]+", word)}
    assert sorted(re.findall(r"^\t(\w+),$", files["ops/table.go"], re.MULTILINE)) == sorted(variables)


@quick
@given(declarations(parts, parts))
def test_typescript_tables_are_one_literal_for_each_operator(given_ops: list[Declaration]):
    text = generate("typescript", given_ops)["ops/custom.ts"]
    assert shows_all(text)
    assert words_outside(text, r"//[^\n]*|/\*.*?\*/") <= _TS_WORDS
    rows = [json.loads(line.rstrip(",")) for line in text.split("\n") if line.startswith("  {")]
    assert [row["name"] for row in rows] == sorted(item.proto.name for item in given_ops)
    assert [row.get("doc", "") for row in rows] == [
        item.proto.summary for item in sorted(given_ops, key=lambda item: item.proto.name)
    ]


@quick
@given(declarations(parts, parts))
def test_generated_tests_are_tables_and_the_functions_of_the_template(given_ops: list[Declaration]):
    files = generate("tests", given_ops)
    named: list[str] = []
    for path, text in files.items():
        assert path == "vectors.json" or shows_all(text), path
        if path.startswith("pytest/test_"):
            body = ast.parse(text).body
            allowed = ast.Expr | ast.ImportFrom | ast.Import | ast.Assign | ast.AnnAssign | ast.FunctionDef
            assert all(isinstance(node, allowed) for node in body)
            functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
            assert functions <= {
                "test_a_legal_call_is_taken_and_its_outputs_are_inferred",
                "test_the_computed_values_are_those_of_the_reference",
                "test_an_illegal_call_is_refused",
            }
            calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            names = {
                node.id if isinstance(node, ast.Name) else node.attr for node in calls if not isinstance(node, ast.Call)
            }
            known = "T array reshape from_json parametrize check infer compute compare len zip float"
            assert names <= set(known.split())
            named.append(next(ast.literal_eval(node.value) for node in body if isinstance(node, ast.Assign)))
        if path.endswith("_test.cc"):
            tests = re.findall(r"^TEST\((\w+), (C_\w+)\) \{$", text, re.MULTILINE)
            assert len(tests) == len(set(tests)) >= 1
            code = words_outside(text, r"//[^\n]*")
            assert code <= _CC_WORDS | {name for pair in tests for name in pair}, path
    assert sorted(named) == sorted(item.proto.name for item in given_ops)
    lines = files["vectors.json"].split("\n")[1:-2]
    told = {json.loads(line.rstrip(","))["op"] for line in lines}
    assert told <= {item.proto.name for item in given_ops}


_COMMENT_OR_STRING = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
plain_names = st.from_regex(r"[A-Z][a-z]{1,4}", fullmatch=True)
plain_parts = st.from_regex(r"p[a-z]{1,4}", fullmatch=True)


def code_of(text: str) -> list[str]:
    """The tokens of a header outside comments and strings, spliced lines joined as C++ does it."""
    return _COMMENT_OR_STRING.sub(" S ", text.replace("\\\n", "")).split()


@quick
@given(declarations(plain_names, plain_parts))
def test_the_code_of_headers_does_not_depend_on_texts(given_ops: list[Declaration]):
    def bare(item: Declaration) -> Declaration:
        proto = item.proto
        strings = tuple(
            spec
            if spec.required
            else AttrSpec(spec.name, spec.kind, False, "" if spec.kind is AttrKind.String else ("",))
            for spec in proto.attrs
        )
        ports = [
            tuple(Port(port.name, port.types, port.kind) for port in side) for side in (proto.inputs, proto.outputs)
        ]
        graphs = tuple(GraphSpec(graph.name) for graph in proto.graphs)
        return declaration_of(
            OpProto(proto.name).replace(inputs=ports[0], outputs=ports[1], attrs=strings, graphs=graphs)
        )

    hostile = generate("reg-op", given_ops)["custom_ops.h"]
    plain = generate("reg-op", [bare(item) for item in given_ops])["custom_ops.h"]
    assert [word for word in code_of(hostile) if word != "S"] == [word for word in code_of(plain) if word != "S"]
    assert shows_all(hostile)


@quick
@given(declarations(parts, parts))
def test_headers_refuse_names_that_are_code(given_ops: list[Declaration]):
    try:
        text = generate("reg-op", given_ops)["custom_ops.h"]
    except MetadefError as error:
        assert {item.name for item in error.findings} == {"declaration-nameless"}
        return
    for item in given_ops:
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", item.proto.name)
        assert f"REG_OP({item.proto.name})\n" in text


@quick
@given(declarations(parts, parts))
def test_pages_keep_their_structure(given_ops: list[Declaration]):
    parser = MarkdownIt("gfm-like", {"linkify": False})
    for path, text in generate("docs", given_ops).items():
        tokens = parser.parse(text)
        inner = [child for token in tokens for child in token.children or ()]
        assert [token.content.count("\n") for token in tokens if token.type == "html_block"] == [1], path
        assert not [token for token in inner if token.type in ("image", "html_inline")]
        links = [str(child.attrs["href"]) for child in inner if child.type == "link_open"]
        assert all(re.fullmatch(r"ops/\w+\.md|\.\./index\.md", link) for link in links)
        level1 = [token for token in tokens if token.type == "heading_open" and token.tag == "h1"]
        assert len(level1) == 1
        rows = sum(token.type == "tr_open" for token in tokens)
        assert sum(token.type in ("td_open", "th_open") for token in tokens) == 5 * rows
        if path == "index.md":
            assert len(links) == len(given_ops)
        assert not [token for token in tokens if token.type in ("fence", "code_block", "blockquote_open", "hr")]


@quick
@given(declarations(parts, parts))
def test_the_schema_depends_on_no_operator(given_ops: list[Declaration]):
    assert generate("proto", given_ops) == generate("proto", [])
