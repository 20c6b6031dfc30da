"""Every public prototype says what the public headers say.

`tests/data/catalogue_contracts.jsonl` holds one line an operator, reduced from the headers by another reader than the
one that wrote the families: ports as `name`, mark (`?` optional, `*` dynamic) and the types as a hexadecimal bit mask
over the C++ numbers or `$symbol`; attributes as `name:kind` or `name:kind=default` in JSON; types by their number.
`from` says which source the line was taken from.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILIES, FAMILY_OF
from metadef.catalogue.sources import sources_of
from metadef.ops.ports import AttrSpec, Port, PortKind, Symbol
from metadef.ops.proto import OpProto
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

TABLE = Path(__file__).parents[1] / "data" / "catalogue_contracts.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
# what the calls of CANN's unit tests show of operators without a public header: ports, attributes, their kinds
CALLED = {
    "GemmV3": (
        ["a", "b", "c"],
        ["y"],
        ["alpha:Float=1.0", "beta:Float=1.0", "transpose_a:Bool=false", "transpose_b:Bool=false"],
    ),
    "KthValue": (["x"], ["values", "indices"], ["k:Int", "dim:Int=-1"]),
}
MARKS = {PortKind.REQUIRED: "", PortKind.OPTIONAL: "?", PortKind.DYNAMIC: "*"}


def port_text(port: Port) -> str:
    return f"{port.name}{MARKS[port.kind]}:" + (f"${port.symbol}" if port.symbol else f"{port.types.mask:x}")


def plain(value: object) -> object:
    if isinstance(value, DataType):
        return value.ge_value
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def attr_text(spec: AttrSpec) -> str:
    head = f"{spec.name}:{spec.kind.value}"
    if spec.required:
        return head
    if spec.kind is AttrKind.Tensor:
        assert isinstance(spec.default, TensorValue)
        assert spec.default.nbytes == 0
        return f"{head}=Tensor()"
    return f"{head}={json.dumps(plain(spec.default), separators=(',', ':'), ensure_ascii=False)}"


def symbol_text(symbol: Symbol) -> str:
    return f"{symbol.name}:" + (f"promote({','.join(symbol.promote)})" if symbol.promote else f"{symbol.types.mask:x}")


def contract(proto: OpProto) -> dict[str, object]:
    return {
        "op": proto.name,
        "in": [port_text(port) for port in proto.inputs],
        "out": [port_text(port) for port in proto.outputs],
        "attrs": [attr_text(spec) for spec in proto.attrs],
        "types": [symbol_text(symbol) for symbol in proto.symbols],
        "graphs": [spec.name + ("*" if spec.is_dynamic else "") for spec in proto.graphs],
    }


def test_the_public_operators_are_the_1850_names_of_the_headers_and_two_without_header() -> None:
    assert len(ROWS) == 1850
    assert set(FAMILY_OF) - {row["op"] for row in ROWS} == {"GemmV3", "KthValue"}
    assert {row["op"] for row in ROWS} <= set(FAMILY_OF)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_ports_attributes_defaults_and_symbols_are_the_headers(family: str) -> None:
    rows = {row["op"]: row for row in ROWS}
    for name in set(FAMILIES[family].split()) - set(CALLED):
        row = rows[name]
        assert contract(registry().lookup(name)) == {
            "op": row["op"],
            "in": row["in"],
            "out": row["out"],
            "attrs": row.get("attrs", []),
            "types": row.get("types", []),
            "graphs": row.get("graphs", []),
        }


@pytest.mark.parametrize("name", CALLED)
def test_operators_without_a_header_have_the_ports_and_attributes_of_their_calls(name: str) -> None:
    proto = registry().lookup(name)
    found = ([port.name for port in proto.inputs], [port.name for port in proto.outputs])
    assert (*found, [attr_text(spec) for spec in proto.attrs]) == CALLED[name]
    assert sources_of(name) == ("unit tests",)


def test_operators_that_no_release_tree_declares_are_tagged() -> None:
    """28 exist only in experimental trees, 3 only as examples; nothing else is tagged so."""
    outside = {row["op"]: row["from"] for row in ROWS if row["from"] in ("experimental", "example")}
    assert Counter(outside.values()) == {"experimental": 28, "example": 3}
    tagged = {
        proto.name: proto.categories[0] for proto in registry() if {"experimental", "example"} & set(proto.categories)
    }
    assert tagged == outside


def test_conv2d_is_what_its_header_says() -> None:
    """One prototype spelt out, so that the table itself is not the only witness."""
    assert contract(registry().lookup("Conv2D")) == {
        "op": "Conv2D",
        "in": ["x:408000007", "filter:408000007", "bias?:800000b", "offset_w?:4"],
        "out": ["y:40800000b"],
        "attrs": [
            "strides:ListInt",
            "pads:ListInt",
            "dilations:ListInt=[1,1,1,1]",
            "groups:Int=1",
            'data_format:String="NHWC"',
            "offset_x:Int=0",
        ],
        "types": [],
        "graphs": [],
    }
