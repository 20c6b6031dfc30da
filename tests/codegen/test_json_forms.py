"""Target `json`: other tools' forms read back, and the schemas refuse no legal call.

`accepts` is a validator of the keywords that the schemas use; an unknown keyword fails, so that none goes unchecked.
"""

from __future__ import annotations

import json

import pytest

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.codegen.call_schema import call_schema
from metadef.codegen.constraint_schema import constraint_schema
from metadef.definitions.json_form import declaration_of
from metadef.definitions.json_values import OPAQUE_KINDS, to_json_value
from metadef.definitions.projection import PROJECTIONS
from metadef.definitions.read import read_files
from metadef.ops import constraints as c
from metadef.ops.ports import PortKind
from metadef.ops.proto import op
from metadef.types.dtype import DataType

_SILENT = ("$schema", "$comment", "title", "description", "default", "deprecated", "contentEncoding")
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def accepts(schema: dict, value: object) -> bool:
    return all(_obeys(key, rule, schema, value) for key, rule in schema.items() if key not in _SILENT)


def _obeys(key: str, rule: object, schema: dict, value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match key:
        case "type":
            return isinstance(value, _TYPES[rule]) and (rule == "boolean" or not isinstance(value, bool))
        case "const":
            return value == rule
        case "enum":
            return any(value == item and isinstance(value, bool) is isinstance(item, bool) for item in rule)
        case "minimum":
            return not number or value >= rule
        case "maximum":
            return not number or value <= rule
        case "exclusiveMinimum":
            return not number or value > rule
        case "exclusiveMaximum":
            return not number or value < rule
        case "minItems":
            return not isinstance(value, list) or len(value) >= rule
        case "maxItems":
            return not isinstance(value, list) or len(value) <= rule
        case "minLength":
            return not isinstance(value, str) or len(value) >= rule
        case "items":
            return not isinstance(value, list) or all(accepts(rule, item) for item in value)
        case "allOf":
            return all(accepts(item, value) for item in rule)
        case "anyOf":
            return any(accepts(item, value) for item in rule)
        case "properties":
            return all(accepts(rule[name], value[name]) for name in rule if name in value)
        case "required":
            return all(name in value for name in rule)
        case "additionalProperties":
            return rule is not False or value.keys() <= schema["properties"].keys()
    raise AssertionError(f"no check of {key}")


ALL = [declaration_of(registry().lookup(name)) for name in sorted(FAMILY_OF)]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return generate("json", ALL, families=FAMILY_OF)


@pytest.mark.parametrize(
    ("path", "form"), [("msopgen.json", "msopgen"), ("op_info.json", "op-info"), ("operators.json", "history")]
)
def test_what_other_tools_read_reads_back_as_its_projection(files: dict[str, str], tmp_path, path: str, form: str):
    text = next(text for name, text in files.items() if name.endswith(path))
    (tmp_path / path).write_text(text, "utf-8")
    reading = read_files([str(tmp_path / path)])
    assert [item for item in reading.findings if item.is_error] == []
    assert len(reading.protos) == 1852
    wanted = {item.proto.name: PROJECTIONS[form](item.proto) for item in ALL}
    assert [proto.name for proto in reading.protos if proto != wanted[proto.name]] == []


# Values of every kind but truth values, which Python takes for 0 and 1 and the kind of an attribute keeps apart.
_POOL = [
    *(
        -2,
        -1,
        0,
        1,
        2,
        3,
        4,
        8,
        16,
        100,
        -1.5,
        0.0,
        0.5,
        1.0,
        1e30,
        "",
        "x",
        "NCHW",
        "NHWC",
        "SAME",
        "sum",
    ),
    *((), (0,), (1,), (1, 1), (1, 1, 1), (1, 1, 1, 1), (-1, 1, 1, 1), (0, 0, 0, 0), (1,) * 5, (1,) * 6, (0.5, 0.5)),
    *(((1, 2), (3,)), ("a",)),
]


def test_no_constraint_of_the_catalogue_takes_a_value_that_its_schema_refuses():
    found = {spec.constraint for item in ALL for spec in item.proto.attrs if spec.constraint is not None}
    assert len(found) > 50
    said = 0
    for constraint in found:
        schema = constraint_schema(constraint)
        said += bool(schema)
        values = [*_POOL, *schema.get("enum", [])]
        for value in values:
            assert not constraint.holds(value) or accepts(schema, to_json_value(value)), (constraint, value)
    assert said > len(found) * 0.7


@pytest.mark.parametrize(
    ("constraint", "good", "bad"),
    [
        (c.positive, [1, 0.5], [0, -1]),
        (c.not_negative, [0], [-1]),
        (c.negative, [-1], [0]),
        (c.not_empty, [[1], "a"], [[], ""]),
        (c.length(2, 4), [[1, 2], [1, 2, 3, 4]], [[1], [1, 2, 3]]),
        (c.length_at_least(2), [[1, 2]], [[1]]),
        (c.each(c.positive), [[1, 2], []], [[1, 0]]),
        (c.one_of("a", "b"), ["a"], ["c"]),
        (c.one_of(-1, 1), [-1], [0]),
        (c.between(-1, 2.5), [-1, 2.5], [-2, 3]),
        (c.at_least(3) & c.at_most(4), [3, 4], [2, 5]),
        (c.negative | c.at_least(10), [-1, 10], [0, 9]),
    ],
)
def test_a_schema_says_the_constraint(constraint: c.Constraint, good: list[object], bad: list[object]):
    schema = constraint_schema(constraint)
    assert all(accepts(schema, value) for value in good)
    assert not any(accepts(schema, value) for value in bad)


@pytest.mark.parametrize(
    "text", ["", "__import__('os')", "(" * 3000, "~(positive)", "positive | where('x')", "x" * 9000, "each(", "\0"]
)
def test_a_constraint_without_words_in_json_schema_says_nothing(text: str):
    assert constraint_schema(c.Constraint(text, lambda value: True)) == {}


def test_deep_constraints_do_not_overflow():
    assert constraint_schema(c.Constraint("each(" * 60 + "positive" + ")" * 60, lambda value: True)) == {}


def test_every_schema_takes_the_plainest_call_and_refuses_the_nearest_wrong_ones(files: dict[str, str]):
    for item in ALL:
        proto = item.proto
        inputs = {}
        for port in proto.inputs:
            dtype = f"DT_{next(iter(port.types), DataType.FLOAT).name}"
            tensor = {"dtype": dtype, "shape": [1, -1, "n"], "format": "ND"}
            inputs[port.name] = [tensor] if port.kind is PortKind.DYNAMIC else tensor
        attrs = {
            spec.name: to_json_value(spec.default)
            for spec in proto.attrs
            if not spec.required and spec.kind not in OPAQUE_KINDS
        }
        schema = call_schema(proto)
        schema["properties"]["attrs"]["required"] = []  # what a required attribute may be, only its author knows
        call = {"op": proto.name, "inputs": inputs, "attrs": attrs}
        assert accepts(schema, call), proto.name
        assert not accepts(schema, {**call, "op": "?"})
        assert not accepts(schema, {**call, "inputs": {**inputs, "no such input": {"dtype": "DT_FLOAT"}}})
        assert not accepts(schema, {**call, "attrs": {**attrs, "no such attribute": 1}})
        for port in proto.inputs:
            wrong = [{"dtype": "DT_NONE"}] if port.kind is PortKind.DYNAMIC else {"dtype": "DT_NONE"}
            assert not accepts(schema, {**call, "inputs": {**inputs, port.name: wrong}})
    assert json.loads(files["call/Conv2D.json"]) == call_schema(registry().lookup("Conv2D"))
    assert json.loads(files["call/Conv2D.json"])["properties"]["attrs"]["required"] == ["strides", "pads"]


def test_an_operator_without_words_still_has_a_schema():
    assert accepts(call_schema(op("Empty")), {"op": "Empty"})
