"""Files that were saved with other prototypes are carried over or refused in words; versions are negotiated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef import DataType, Graph, MetadefError, Registry, TensorDesc, load, op, save
from metadef.catalogue import registry as catalogue
from metadef.compat.negotiate import Party, negotiate
from metadef.compat.party_file import read_party
from metadef.driver.load import Source, open_source
from metadef.driver.negotiation import agreed_versions, file_party, reader_party, writer_party
from metadef.ops.carry import carry_call
from metadef.ops.proto import OpProto
from metadef.ops.steps import Step, attrs_added
from metadef.types.attrs import AttrKind, Attrs
from metadef.version import ShortVersion, VersionRange

F, I8 = DataType.FLOAT, DataType.INT8
Int, String = AttrKind.Int, AttrKind.String


def same(attrs: Attrs) -> Attrs:
    return attrs


def scale() -> OpProto:
    return op("Scale").input("x", F).input("w", F).output("y", F).attr("axis", Int, 0)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Scale(one, two) as version 1 of the operator, with no attribute set."""
    return write(tmp_path / "old.mdef", scale())


def write(place: Path, proto: OpProto, attrs: dict[str, object] | None = None, steps: Sequence[Step] = ()) -> Path:
    graph = Graph("g", Registry([proto], steps=steps))
    feeds = [graph.add_input(name, TensorDesc((2,), F)) for name in ("one", "two")]
    node = graph.add(proto.name, feeds, attrs or {}, name="a", outputs=[TensorDesc((2,), F)])
    graph.set_outputs([("y", node.output)])
    save(graph, place)
    return place


def read(place: Path, proto: OpProto, *steps: Step) -> Source:
    return open_source(place, Registry([proto], steps=steps))


def call(source: Source) -> tuple[list[str | None], dict[str, object]]:
    node = source.graph.node("a")
    return [None if value is None else value.producer.name for value in node.inputs], dict(node.attrs)


def told(source: Source, place: Path) -> list[tuple[str, str]]:
    return [(item.name, item.message.replace(str(place), "FILE")) for item in source.findings]


def test_a_file_with_todays_prototype_is_read_in_silence(saved: Path):
    source = read(saved, scale())
    assert call(source) == (["one", "two"], {})
    assert source.findings == ()


def test_inputs_that_moved_are_read_by_name_and_a_changed_default_keeps_its_old_meaning(saved: Path):
    moved = op("Scale").input("w", F).input("x", F).output("y", F).attr("axis", Int, 1)
    source = read(saved, moved)
    assert call(source) == (["two", "one"], {"axis": 0})
    assert source.graph.node("a").proto is source.graph.registry.lookup("Scale")
    assert told(source, saved) == [
        (
            "prototype-carried-over",
            "one call carried over: inputs are read by name: x, w stand as w, x now; "
            "attribute `axis` stays 0, its default then",
        )
    ]


def test_an_optional_input_that_came_in_between_is_absent(saved: Path):
    wider = op("Scale").input("x", F).optional_input("bias", F).input("w", F).output("y", F).attr("axis", Int, 0)
    assert call(read(saved, wider)) == (["one", None, "two"], {})


def test_what_cannot_be_carried_over_is_named_and_the_file_is_refused(saved: Path):
    renamed = op("Scale").input("data", F).input("w", F).output("y", F).required_attr("mode", String)
    source = read(saved, renamed)
    assert told(source, saved) == [
        (
            "prototype-not-carried",
            "one call cannot be carried over: the prototype here has no input `x`, which the call feeds (a)",
        ),
        (
            "prototype-not-carried",
            "one call cannot be carried over: input `data` is required, and the call has none (a)",
        ),
        (
            "prototype-not-carried",
            "one call cannot be carried over: attribute `mode` is required, and the call has none (a)",
        ),
    ]
    assert source.findings[0].expected == "data, w -> y; attributes mode!"
    assert source.findings[0].got == "x, w -> y; attributes axis"
    assert call(source) == (["one", "two"], {})  # as the file says it, for whoever looks at it
    with pytest.raises(MetadefError):
        load(saved, Registry([renamed]))


def test_a_step_carries_renamed_inputs_and_new_attributes(saved: Path):
    renamed = op("Scale").input("data", F).input("w", F).output("y", F).required_attr("mode", String)
    step = Step("Scale", 2, ("mode",), lambda attrs: attrs.with_value("mode", "fast"), same, inputs={"x": "data"})
    source = read(saved, renamed, step)
    assert call(source) == (["one", "two"], {"mode": "fast"})
    assert not [item for item in source.findings if item.is_error]


def test_a_step_carries_an_operator_to_its_new_name(saved: Path):
    named = scale().replace(name="ScaleV2")
    source = read(saved, named, Step("ScaleV2", 2, (), same, same, was="Scale"))
    assert source.graph.node("a").op == "ScaleV2"
    assert told(source, saved) == [("prototype-carried-over", "one call carried over: Scale is ScaleV2 now")]


def test_outputs_and_subgraphs_that_differ_are_refused(saved: Path):
    more = scale().output("mask", F)
    (found,) = read(saved, more).findings
    assert found.message == "one call cannot be carried over: its outputs were y and are y, mask here (a)"
    held = scale().graph("body")
    (found,) = read(saved, held).findings
    assert found.message == "one call cannot be carried over: its subgraphs were none and are body here (a)"


def test_types_that_today_refuses_are_told_as_for_any_call(saved: Path):
    narrow = op("Scale").input("w", I8).input("x", F).output("y", F).attr("axis", Int, 0)
    assert [item.name for item in read(saved, narrow).findings] == ["dtype-not-allowed"]


def test_an_upgraded_graph_saved_again_is_read_in_silence(saved: Path, tmp_path: Path):
    moved = op("Scale").input("w", F).input("x", F).output("y", F).attr("axis", Int, 1)
    step = Step("Scale", 2, (), same, same, inputs={"x": "x", "w": "w"})
    again = tmp_path / "new.mdef"
    save(read(saved, moved, step).graph, again)
    source = read(again, moved, step)
    assert source.findings == ()
    assert call(source) == (["two", "one"], {"axis": 0})
    assert str(file_party(again).supports["Scale"]) == "=2"


def test_a_newer_version_is_read_where_its_calls_say_nothing_new(tmp_path: Path):
    newer = scale().attr("mode", String, "fast")
    step = attrs_added("Scale", 2, mode="fast")
    plain = write(tmp_path / "plain.mdef", newer, steps=[step])
    assert told(read(plain, scale()), plain) == [
        ("file-part-unknown", "its calls are of version 2, and this program knows up to 1")
    ]
    special = write(tmp_path / "special.mdef", newer, {"mode": "slow"}, [step])
    source = read(special, scale())
    assert told(source, special)[-1] == (
        "versions-disagree",
        "have no version in common: FILE writes =2, the registry reads >=1 <2; one call cannot be carried over: "
        "the prototype here has no attribute `mode`, which the call sets (a)",
    )
    assert source.findings[-1].hint == "a newer registry, or the file written again with Scale in version 1"
    with pytest.raises(MetadefError):
        load(special, Registry([scale()]))


def test_a_file_of_two_prototypes_of_one_name_keeps_them_apart(tmp_path: Path):
    other = op("Scale").input("w", F).input("x", F).output("y", F).attr("axis", Int, 0)
    graph = Graph("g", Registry())
    feeds = [graph.add_input(name, TensorDesc((2,), F)) for name in ("one", "two")]
    nodes = [
        graph.add(proto, feeds, name=name, outputs=[TensorDesc((2,), F)])
        for proto, name in ((scale(), "a"), (other, "b"))
    ]
    graph.set_outputs([(node.name, node.output) for node in nodes])
    save(graph, tmp_path / "two.mdef")
    found = load(tmp_path / "two.mdef", Registry([scale()]))
    assert [[value.producer.name for value in found.node(name).inputs if value] for name in "ab"] == [
        ["one", "two"],
        ["two", "one"],
    ]


names = st.permutations(["x", "w", "bias", "mask"])


@settings(max_examples=60)
@given(names, names)
def test_by_name_every_member_finds_its_port_whatever_the_order(before: list[str], after: list[str]):
    """Oracle: a dictionary."""
    old, new = op("A"), op("A")
    for name in before:
        old = old.input(name, F)
    for name in after:
        new = new.optional_input(name, F)
    found = carry_call(old, new, [[f"value of {name}"] for name in before], Attrs())
    assert found.problems == ()
    assert found.inputs == tuple((f"value of {name}",) for name in after)


# --- versions --------------------------------------------------------------------------------------------------------


def reads(**ranges: str) -> Party:
    supports = {name.replace("mdef", ".mdef"): VersionRange.parse(text, ShortVersion) for name, text in ranges.items()}
    return Party("device", "reads", supports)


def ranged(*, is_closed: bool = False) -> Graph:
    graph = Graph("g", catalogue())
    start, stop, step = (graph.constant(value, name) for name, value in (("b", 0), ("e", 4), ("s", 1)))
    attrs = {"is_closed": True} if is_closed else {}
    graph.set_outputs([("y", graph.add("Range", [start, stop, step], attrs, name="r").output)])
    return graph


def test_a_graph_is_written_in_the_newest_versions_that_all_readers_read(tmp_path: Path):
    for party, version, operators in [
        (reads(), "1.1", {}),
        (reads(Range="<=1"), "1.1", {"Range": 1}),
        (reads(mdef="=1.0"), "1.0", {}),
    ]:
        found = agreed_versions(ranged(), [party])
        assert (found.version, found.operators, found.findings) == (version, operators, ())
    save(ranged(), tmp_path / "g.mdef", readers=[reads(Range="<=1")])
    assert {name: str(each) for name, each in file_party(tmp_path / "g.mdef").supports.items()} == {
        ".mdef": "=1.1",
        "Range": "=1",
    }
    assert negotiate([file_party(tmp_path / "g.mdef"), reads(Range="<=1")]).ok


def test_readers_without_a_common_version_are_told_the_smallest_conflict(tmp_path: Path):
    def conflict(graph: Graph, *readers: Party, version: str | None = None) -> str:
        with pytest.raises(MetadefError) as error:
            save(graph, tmp_path / "g.mdef", target_version=version, readers=readers)
        assert not (tmp_path / "g.mdef").exists()
        (found,) = error.value.findings
        return f"{found.subject}: {found.message}".replace(str(tmp_path / "g.mdef"), "FILE")

    # a closed Range cannot be said in version 1 of the operator
    assert conflict(ranged(is_closed=True), reads(Range="<=1")) == (
        "Range: have no version in common: FILE writes >=2 <3, device reads <2"
    )
    assert conflict(ranged(), reads(mdef=">=2")) == (
        ".mdef: have no version in common: FILE writes >=1.0 <=1.1, device reads >=2"
    )
    assert conflict(ranged(), reads(mdef="=1.1"), version="1.0") == (
        ".mdef: have no version in common: the target version is =1.0, device reads =1.1"
    )
    # 1.0 tells no versions of operators, and goes with Range 2 alone
    assert conflict(ranged(), reads(mdef="=1.0", Range="<=1")) == (
        "Range: have no version in common: .mdef 1.0 writes =2, device reads <2"
    )


def test_this_release_reads_what_it_can_write():
    reader = reader_party(catalogue())
    assert str(reader.supports["Sort"]) == ">=1 <3"
    assert negotiate([writer_party(ranged(is_closed=True)), reader]).ok


def test_a_party_is_read_from_toml_or_everything_wrong_with_it_is_told(tmp_path: Path):
    good = tmp_path / "runtime.toml"
    good.write_text(
        '[formats]\n".mdef" = ">=1.0 <2"\n[operators]\nRange = "1"\n[semver]\nlib = "^2.1"\n[cann]\nkit = ">=8.0"\n'
    )
    party = read_party(good)
    assert (party.name, party.role) == ("runtime", "reads")
    assert {item: str(each) for item, each in party.supports.items()} == {
        ".mdef": ">=1.0 <2",
        "Range": ">=1 <2",
        "lib": ">=2.1.0 <3.0.0",
        "kit": ">=8.0",
    }
    bad = tmp_path / "bad.toml"
    bad.write_text('rol = 1\nrole = "eats"\nname = 3\nformats = 1\n[operators]\nA = "x"\nB = 2\n[semver]\nB = "1"\n')
    with pytest.raises(MetadefError) as error:
        read_party(bad)
    assert [item.message for item in error.value.findings] == [
        "has no key `rol`",
        "`name` is a text",
        "`role` is a word",
        "`formats` is a table from names to ranges",
        "not a version range: 'x'",
        "is a text",
    ]
    for text in ("a = ", "\x00"):
        bad.write_text(text)
        with pytest.raises(MetadefError):
            read_party(bad)
