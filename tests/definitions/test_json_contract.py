"""The JSON of `ops import`: literal documents, so that a field can be added but never changed by accident."""

from __future__ import annotations

import copy
import json

from metadef.definitions.json_form import declaration_to_json, document, read_document
from metadef.definitions.reg_op import read_reg_op

HEADER = """\
/**
*@brief Adds.
*@par Inputs:
*x: first.
*/
REG_OP(Everything)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT32}))
    .OPTIONAL_INPUT(w, "T")
    .DYNAMIC_INPUT(z, TensorType({IndexNumberType}))
    .OUTPUT(y, TensorType::IndexNumberType())
    .DYNAMIC_OUTPUT(v, "T3")
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(dtype, Int, DT_INT32)
    .ATTR(type, Type, DT_FLOAT)
    .ATTR(rate, Float, 2)
    .ATTR(init, Bool, 0)
    .ATTR(value, Tensor, Tensor())
    .ATTR(rows, ListListInt, {{}, {1}})
    .DATATYPE(T, TensorType({DT_INT8, DT_FLOAT}))
    .DATATYPE(T3, Promote({"T", "T"}))
    .GRAPH(cond)
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(Everything);
"""

EXPECTED = {
    "op": "Everything",
    "source_file": "a.h",
    "line": 6,
    "inputs": [
        {
            "name": "x",
            "kind": "required",
            "dtypes": ["DT_FLOAT16"],
            "unknown": ["DT_FLOAT32"],
            "anomalies": ["unknown_dtype=DT_FLOAT32"],
            "doc": "first.",
        },
        {"name": "w", "kind": "optional", "symbol": "T"},
        {
            "name": "z",
            "kind": "dynamic",
            "dtypes": ["DT_INT32", "DT_INT64"],
            "helper": "IndexNumberType",
            "anomalies": ["unqualified_helper=IndexNumberType", "helper_without_call=IndexNumberType"],
        },
    ],
    "outputs": [
        {"name": "y", "kind": "required", "dtypes": ["DT_INT32", "DT_INT64"], "helper": "IndexNumberType"},
        {"name": "v", "kind": "dynamic", "symbol": "T3"},
    ],
    "attrs": [
        {"name": "axes", "type": "ListInt", "required": True},
        {"name": "dtype", "type": "Int", "required": False, "default": "DT_INT32"},
        {"name": "type", "type": "Type", "required": False, "default": "DT_FLOAT"},
        {"name": "rate", "type": "Float", "required": False, "default": 2.0, "int_literal": True},
        {"name": "init", "type": "Bool", "required": False, "default": False, "nonbool_literal": 0},
        {"name": "value", "type": "Tensor", "required": False, "default_expr": "Tensor()"},
        {"name": "rows", "type": "ListListInt", "required": False, "default": [[], [1]]},
    ],
    "datatypes": {"T": {"dtypes": ["DT_INT8", "DT_FLOAT"]}, "T3": {"promote": ["T", "T"]}},
    "graphs": [{"name": "cond", "kind": "static"}, {"name": "branches", "kind": "dynamic"}],
    "flags": ["semicolon_after_end"],
    "doc": "Adds.",
    "end_line": 23,
}


def test_a_declaration_has_the_fields_of_the_contract():
    (declaration,) = read_reg_op(HEADER, "a.h").declarations
    assert declaration_to_json(declaration) == EXPECTED
    assert declaration.span.column == 1


def test_the_document_has_a_count_operators_and_findings():
    whole = document(read_reg_op(HEADER, "a.h"))
    assert list(whole) == ["declarations", "ops", "findings"]
    assert (whole["declarations"], whole["ops"]) == (1, [EXPECTED])
    assert whole["findings"][0] == {
        "code": "DEF011",
        "name": "dtype-misspelled",
        "severity": "warning",
        "subject": "Everything x",
        "message": "DT_FLOAT32 does not exist; read as DT_FLOAT",
        "hint": "DT_FLOAT",
        "file": "a.h",
        "line": 7,
        "column": 39,
    }
    assert json.loads(json.dumps(whole)) == whole


def test_the_canonical_default_is_what_the_attribute_holds():
    (proto,) = read_reg_op(HEADER, "a.h").protos
    defaults = {spec.name: spec.default for spec in proto.attrs}
    assert defaults["dtype"] == 3  # the C++ number of DT_INT32
    assert (defaults["rate"], defaults["init"], defaults["rows"]) == (2.0, False, ((), (1,)))
    assert (defaults["axes"], defaults["value"].size) == (None, 0)


def test_reading_the_document_back_gives_the_same_document():
    first = read_reg_op(HEADER, "a.h")
    again = read_document(json.loads(json.dumps(document(first))))
    assert again.findings == []
    assert again.protos == first.protos
    expected = copy.deepcopy(EXPECTED)
    for port in expected["inputs"]:
        port.pop("anomalies", None)  # the document does not say where they stood, so they are not read back
    assert declaration_to_json(again.declarations[0]) == expected


def test_types_that_only_stand_in_unknown_are_meant_all_the_same():
    data = [{"op": "A", "inputs": [{"name": "x", "dtypes": ["DT_INT8"], "unknown": ["DT_B16", "DI_UINT16", "?"]}]}]
    (proto,) = read_document(data).protos
    assert [dtype.name for dtype in proto.inputs[0].types] == ["INT8", "UINT16", "BF16"]
