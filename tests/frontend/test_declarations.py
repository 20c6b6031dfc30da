"""What the family files declare about ONNX operators is what the onnx package says, in every opset."""

from __future__ import annotations

import math

import numpy as np
import onnx.defs
import onnx.helper
import pytest

from metadef.frontend.onnx.declare import OnnxAttr
from metadef.frontend.onnx.read import NEWEST_OPSET, OLDEST_OPSET, UNCHANGED_SINCE
from metadef.frontend.onnx.refused import LEARNING, NO_COUNTERPART
from metadef.frontend.onnx.table import (
    FAMILIES,
    PREVIEW,
    PREVIEW_DOMAIN,
    TRAINING,
    TRAINING_DOMAIN,
    families,
    find_op,
)

KINDS = {"INT": "i", "FLOAT": "f", "STRING": "s", "TENSOR": "t", "GRAPH": "g", "INTS": "is", "FLOATS": "fs"}
KINDS |= {"STRINGS": "ss", "SPARSE_TENSOR": "sp", "TYPE_PROTO": "tp"}
# Where the import is more lenient than the specification, since exporters are.
LENIENT_INPUTS = {"Resize": range(11, 13)}  # roi and scales are written as absent though they must not be


def schema_at(op: str, opset: int) -> onnx.defs.OpSchema | None:
    try:
        schema = onnx.defs.get_schema(op, opset, "")
    except onnx.defs.SchemaError:
        return None
    return None if schema.deprecated else schema


def test_every_family_declares_exactly_the_operators_of_its_line():
    from importlib import import_module

    for family, ops in FAMILIES.items():
        assert sorted(import_module(f"metadef.frontend.onnx.{family}").OPS) == sorted(ops.split()), family


def test_no_operator_is_in_two_families_or_both_mapped_and_refused():
    listed = [op for ops in FAMILIES.values() for op in ops.split()]
    assert len(listed) == len(set(listed))
    assert not set(listed) & set(NO_COUNTERPART)


def test_every_operator_of_the_standard_domain_is_mapped_or_refused_with_a_reason():
    standard = {schema.name for schema in onnx.defs.get_all_schemas_with_history() if schema.domain == ""}
    assert standard - set(families()) - set(NO_COUNTERPART) == set()


def test_every_operator_of_classical_learning_is_refused_with_a_reason():
    assert {s.name for s in onnx.defs.get_all_schemas_with_history() if s.domain == "ai.onnx.ml"} == set(LEARNING)


@pytest.mark.parametrize("op", sorted(families()))
def test_a_declaration_is_the_specification(op: str):
    declared = find_op(op)
    assert declared is not None
    for opset in range(max(OLDEST_OPSET, declared.since), NEWEST_OPSET + 1):
        schema = schema_at(op, opset)
        if schema is None:
            continue
        signature = declared.at(opset)
        inputs = [(item.is_optional, item.is_variadic) for item in signature.inputs]
        option = onnx.defs.OpSchema.FormalParameterOption
        expected = [(item.option != option.Single, item.option == option.Variadic) for item in schema.inputs]
        if opset not in LENIENT_INPUTS.get(op, ()):
            assert inputs == expected, (op, opset, "inputs")
        attrs = {name: describe(item) for name, item in schema.attributes.items()}
        assert {name: (item.kind, item.required) for name, item in signature.attrs.items()} == {
            name: (kind, required) for name, (kind, required, _) in attrs.items()
        }, (op, opset, "attributes")
        for name, item in signature.attrs.items():
            assert_same_default(item, attrs[name][2], (op, opset, name))


def describe(attribute: onnx.defs.OpSchema.Attribute) -> tuple[str, bool, object]:
    default = attribute.default_value
    value = onnx.helper.get_attribute_value(default) if default.name else None
    return KINDS[attribute.type.name], attribute.required, value


def assert_same_default(item: OnnxAttr, expected: object, place: object):
    if expected is None:
        assert item.default is None, place
    elif isinstance(expected, bytes):
        assert item.default == expected.decode(), place
    elif isinstance(expected, float):
        assert isinstance(item.default, float) and math.isclose(item.default, expected, rel_tol=1e-6), place
    elif isinstance(expected, list):
        assert item.default == tuple(part.decode() if isinstance(part, bytes) else part for part in expected), place
    else:
        assert item.default == expected, place


def test_since_is_the_first_version_of_the_specification():
    first = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "":
            first[schema.name] = min(schema.since_version, first.get(schema.name, 99))
    wrong = {
        op: (declared.since, first[op])
        for op in families()
        if (declared := find_op(op)) is not None and max(declared.since, OLDEST_OPSET) != max(first[op], OLDEST_OPSET)
    }
    assert wrong == {}


def _single(default: object) -> object:
    """As ONNX stores it, in 32 bits."""
    return float(np.float32(default)) if isinstance(default, float) else default


@pytest.mark.parametrize(
    ("op", "domain"),
    [*((op, PREVIEW_DOMAIN) for op in sorted(PREVIEW)), *((op, TRAINING_DOMAIN) for op in sorted(TRAINING))],
)
def test_a_declaration_of_the_preview_domains_is_the_specification(op: str, domain: str):
    declared = find_op(op, domain)
    assert declared is not None
    signature, schema = declared.at(1), onnx.defs.get_schema(op, 1, domain)
    assert [item.name for item in signature.inputs] == [item.name for item in schema.inputs]
    assert {name: (item.kind, item.required, _single(item.default)) for name, item in signature.attrs.items()} == {
        name: describe(item) for name, item in schema.attributes.items()
    }


def test_operators_that_are_taken_from_older_opsets_have_not_changed_since():
    assert UNCHANGED_SINCE["Not"] == 1
    for op, since in UNCHANGED_SINCE.items():
        assert onnx.defs.get_schema(op, OLDEST_OPSET, "").since_version == since, op
