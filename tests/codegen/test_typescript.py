"""The TypeScript package runs in Node, holds what the prototypes hold, and types the JSON that metadef writes.

Node drops types, so it says that the files are TypeScript and what the tables hold. Where the machine has `tsc`, types
are checked too: the package, real documents, and wrong ones, which must be refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from hostile_protos import hostile_declarations, many_ports
from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codec.json_records import Document, NodeRecord
from metadef.codec.json_write import json_bytes
from metadef.codegen import apply, generate, plan
from metadef.codegen.typescript import interfaces
from metadef.definitions.declaration import Declaration
from metadef.definitions.json_form import declaration_of
from metadef.definitions.json_values import OPAQUE_KINDS, from_json_value
from metadef.driver.calls import check_call
from metadef.ops.proto import OpProto
from metadef.render.json_document import render
from metadef.text import parse
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.typeset import TypeSet
from node_toolchain import run_node, type_errors
from small_graphs import BRANCHES

DUMP = 'import { operators, findOperator } from "./index.ts"; console.log(JSON.stringify(operators)); %s'


def dumped(
    folder: Path, declarations: list[Declaration], families: dict[str, str], then: str = ""
) -> list[dict[str, Any]]:
    apply(plan(folder, "typescript", generate("typescript", declarations, families=families)))
    return json.loads(run_node(folder, DUMP % then).split("\n")[0])


def agrees(record: dict[str, Any], proto: OpProto) -> bool:
    """Whether a record of Node holds a prototype."""
    for ports, records in ((proto.inputs, record["inputs"]), (proto.outputs, record["outputs"])):
        assert [(port.name, port.kind.value, port.symbol, port.pattern, port.doc) for port in ports] == [
            (item["name"], item["kind"], item.get("symbol", ""), item.get("axes", ""), item.get("doc", ""))
            for item in records
        ]
        assert [port.types for port in ports] == [TypeSet.from_names(item["dtypes"]) for item in records]
    for spec, item in zip(proto.attrs, record["attrs"], strict=True):
        assert (spec.name, spec.kind.name, spec.required) == (item["name"], item["kind"], item["required"])
        assert ("rule" in item) == (spec.constraint is not None)
        if spec.kind not in OPAQUE_KINDS and not spec.required and spec.default is not None:
            assert from_json_value(item["default"], spec.kind).value == spec.default
    assert [slot.name for slot in proto.graphs] == [item["name"] for item in record.get("graphs", [])]
    assert [law.text for law in proto.laws] == [item["text"] for item in record.get("laws", [])]
    told = (record["since"], record.get("deprecated", ""), record.get("doc", ""), sorted(proto.trait_set))
    return told == (proto.since, proto.deprecated, proto.summary, record.get("traits", []))


def test_node_finds_every_operator_with_all_that_its_prototype_says(tmp_path: Path):
    catalogue = [declaration_of(registry().lookup(name)) for name in FAMILY_OF]
    records = dumped(tmp_path, catalogue, FAMILY_OF)
    assert sorted(record["name"] for record in records) == sorted(FAMILY_OF)
    assert all(record["family"] == FAMILY_OF[record["name"]] for record in records)
    assert all(agrees(record, registry().lookup(record["name"])) for record in records)
    look = "if (findOperator('Relu')?.name !== 'Relu' || findOperator('toString') !== undefined) throw Error();"
    run_node(tmp_path, 'import { findOperator } from "./index.ts"; ' + look)
    assert type_errors(tmp_path, "index.ts") in ("", None)


def test_hostile_definitions_stay_data(tmp_path: Path):
    given = {item.proto.name: item for item in [*hostile_declarations(), many_ports()]}
    families = dict.fromkeys(list(given)[::2], "odd */ family\n")
    records = dumped(tmp_path, list(given.values()), families)
    assert sorted(record["name"] for record in records) == sorted(given)
    assert all(agrees(record, given[record["name"]].proto) for record in records)
    assert type_errors(tmp_path, "index.ts") in ("", None)


def test_interfaces_have_the_fields_of_the_records():
    found = {item["name"]: item["fields"] for item in interfaces()}
    assert {"Document", "Graph", "Node", "Desc", "Tensor", "Finding", "Span"} <= found.keys()
    assert [field["name"] for field in found["Node"]] == list(NodeRecord.__struct_fields__)
    required = {field["name"] for field in found["Node"] if not field["optional"]}
    assert required == {"name", "op"}
    assert found["Node"][3]["type"] == "readonly (string | Ref | readonly (string | Ref | null)[] | null)[]"


def test_real_documents_are_typed_and_wrong_ones_are_refused(tmp_path: Path):
    apply(plan(tmp_path, "typescript", generate("typescript", [declaration_of(registry().lookup("Relu"))])))
    graph = json_bytes(parse(BRANCHES)).decode()
    assert msgspec.json.decode(graph, type=Document)
    findings = render(check_call("Relu", [TensorDesc((2,), DataType.STRING)], {"no": 1}), False)
    good = f"export const graph: Document = {graph};\nexport const findings: FindingsDocument = {findings};\n"
    wrong = {
        "type": good.replace('"BOOL"', '"BOOOL"', 1),
        "field": good.replace('"op"', '"opp"', 1),
        "number": good.replace('"version": 1', '"version": "1"', 1),
        "finding": good.replace('"severity"', '"severiti"', 1),
    }
    head = 'import type { Document, FindingsDocument } from "./index.ts";\n'
    (tmp_path / "good.ts").write_text(head + good)
    assert json.loads(run_node(tmp_path, 'import { graph } from "./good.ts"; console.log(JSON.stringify(graph))')) == (
        json.loads(graph)
    )
    assert type_errors(tmp_path, "good.ts") in ("", None)
    for name, text in wrong.items():
        assert text != good
        (tmp_path / f"{name}.ts").write_text(head + text)
        assert type_errors(tmp_path, f"{name}.ts") != ""
