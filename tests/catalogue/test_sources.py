"""The table of sources agrees with the prototypes and with the reduced headers, which other readers made."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.catalogue.sources import DECLARED, KINDS, ORDER, Difference, differences_of, followed, sources_of
from metadef.ops.ports import AttrSpec, Port
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType

TABLE = Path(__file__).parents[1] / "data" / "catalogue_contracts.jsonl"
ALL = [item for name in FAMILY_OF for item in differences_of(name)]
FROM = {"": "ops", "extend": "ops_extend", "experimental": "experimental", "example": "example"}


def part(proto: OpProto, kind: str, name: str) -> Port | AttrSpec | None:
    """The port or attribute that a difference names."""
    table = {"input": proto.inputs, "output": proto.outputs, "attr": proto.attrs}[kind]
    return next((item for item in table if item.name == name), None)


def test_every_public_operator_has_a_source_and_only_these_have() -> None:
    listed = [name for names in DECLARED.values() for name in names.split()]
    assert len(listed) == len(set(listed)) == 1852
    assert set(listed) == set(FAMILY_OF)
    assert {source for key in DECLARED for source in key.split(", ")} == set(ORDER)
    assert sources_of("NetOutput") == ()


def test_the_followed_source_is_the_one_that_the_contracts_were_taken_from() -> None:
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        source = followed(row["op"])
        assert row["from"] == (source if source == "graphengine" else FROM[source.partition(" ")[2]]), row["op"]


def test_differences_name_a_source_that_declares_the_operator() -> None:
    assert len(ALL) == 295
    assert Counter(item.what for item in ALL).keys() <= KINDS.keys()
    for item in ALL:
        assert item.source in sources_of(item.op), item


def test_parts_are_named_one_by_one() -> None:
    item = Difference("Abs", "graphengine", "input x1 x2, output y", "types without", "BOOL")
    assert item.parts == (("input", "x1"), ("input", "x2"), ("output", "y"))
    assert Difference("Op", "graphengine", "attrs", "order", "a b").parts == (("attrs", ""),)


@pytest.mark.parametrize("item", ALL, ids=lambda item: f"{item.op}-{item.source}-{item.at}-{item.what}"[:80])
def test_the_catalogue_is_on_the_other_side_of_every_difference(item: Difference) -> None:
    """What a source lacks the catalogue has, what only the source takes it does not take, and so on."""
    proto = registry().lookup(item.op)
    for kind, name in item.parts:
        if item.what == "order":
            names = [spec.name for spec in proto.attrs if spec.name in item.theirs.split()]
            assert kind == "attrs"
            assert sorted(names) == sorted(item.theirs.split())
            assert names != item.theirs.split()
            continue
        own = part(proto, kind, name)
        assert (own is None) == (item.what == "added")
        if item.what.startswith("types"):
            assert isinstance(own, Port)
            for dtype in item.theirs.split():
                assert (DataType[dtype] in own.types) == (item.what == "types without")
        elif item.what == "symbol":
            assert isinstance(own, Port)
            assert bool(own.symbol) == (item.theirs == "none")
        elif item.what == "default":
            assert isinstance(own, AttrSpec)
            assert not own.required
            assert repr(own.default) != item.theirs
        elif item.what == "kind":
            shown = own.kind.value if isinstance(own, Port) else "required" if own and own.required else "optional"
            assert shown != item.theirs
