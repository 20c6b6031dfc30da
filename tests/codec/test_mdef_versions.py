"""Target versions, steps of operators, steps of major versions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from graph_strategies import registry
from mdef_tools import join, parts_of
from metadef import DataType, Graph, TensorDesc
from metadef.catalogue import registry as catalogue
from metadef.codec.mdef import majors
from metadef.codec.mdef.columns import ColumnWriter
from metadef.codec.mdef.container import Part
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import MAJOR, Section
from metadef.codec.mdef.values import ValueWriter
from metadef.codec.mdef.writer import write
from metadef.errors import FileError
from metadef.ops.steps import STEPS, UNTOLD, Step, attrs_added, current_version, downgraded, upgraded, versions
from metadef.types.attrs import Attrs
from metadef.wire.varint import varint_bytes

INT32 = DataType.INT32


def ranges(**attrs: object) -> Graph:
    graph = Graph("g", catalogue())
    ends = [graph.constant(np.array(end, np.int32), name) for end, name in ((1, "start"), (9, "limit"), (2, "delta"))]
    value = graph.add("Range", ends, attrs, name="range", outputs=[TensorDesc((4,), INT32)]).output
    graph.set_outputs([("y", value)])
    return graph


# --- the table of steps ----------------------------------------------------------------------------------------------


def test_steps_follow_each_other_and_never_leave_a_number_out():
    assert versions() == {"Range": 2, "ScatterElementsV2": 2, "Sort": 2, "TopKV2": 2}
    with pytest.raises(ValueError, match="version 3 follows version 1"):
        versions([attrs_added("Range", 3, is_closed=False)])


def test_what_files_without_versions_hold_is_never_newer_than_today():
    assert all(1 <= version <= current_version(op) for op, version in UNTOLD.items())


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.op}-{step.to}")
def test_an_added_attribute_has_the_default_that_it_had_before_it_was_there(step: Step):
    proto = catalogue().find(step.op)
    assert proto is not None
    for name in step.added:
        default = proto.attr_index[name].default
        assert downgraded(step.op, Attrs({name: default}), step.to - 1) == {}
        assert upgraded(step.op, Attrs(), step.to - 1) == {}


def test_many_steps_are_taken_one_after_the_other_there_and_back():
    def rename(old: str, new: str) -> tuple[object, object]:
        def way(source: str, target: str) -> object:
            return lambda attrs: Attrs({target if key == source else key: value for key, value in attrs.items()})

        return way(old, new), way(new, old)

    steps = (
        Step("Pad", 2, (), *rename("mode", "kind")),
        Step("Pad", 3, (), lambda a: a.with_value("kind", f"{a['kind']}!"), lambda a: Attrs({"kind": a["kind"][:-1]})),
        attrs_added("Pad", 4, value=0),
    )
    assert current_version("Pad", steps) == 4
    assert upgraded("Pad", Attrs(mode="edge"), 1, steps) == {"kind": "edge!"}
    assert upgraded("Pad", Attrs(kind="edge"), 2, steps) == {"kind": "edge!"}
    assert upgraded("Pad", Attrs(mode="edge"), 4, steps) == {"mode": "edge"}
    assert downgraded("Pad", Attrs(kind="edge!", value=0), 1, steps) == {"mode": "edge"}
    assert downgraded("Pad", Attrs(kind="edge!", value=3), 1, steps) is None


# --- on files --------------------------------------------------------------------------------------------------------


def test_a_call_that_an_older_version_cannot_say_is_refused_by_name(tmp_path: Path):
    place = tmp_path / "g.mdef"
    write(ranges(is_closed=False), place, operator_versions={"Range": 1})
    assert GraphFile.open(place).load(catalogue()).node("range").attrs == {}
    with pytest.raises(FileError, match='node "range": version 1 of Range cannot say what its attributes say'):
        write(ranges(is_closed=True), place, operator_versions={"Range": 1})
    assert GraphFile.open(place).load(catalogue()).node("range").attrs == {}


def test_versions_that_are_not_there_are_refused(tmp_path: Path):
    for wanted in ({"Range": 3}, {"Range": 0}, {"Relu": 2}):
        with pytest.raises(FileError, match="has no version"):
            write(ranges(), tmp_path / "g.mdef", operator_versions=wanted)
    with pytest.raises(FileError, match=r"1\.0 has no versions of operators"):
        write(ranges(), tmp_path / "g.mdef", operator_versions={"Range": 1}, minor=0)
    with pytest.raises(FileError, match=r"1\.7 cannot be written"):
        write(ranges(), tmp_path / "g.mdef", minor=7)


def test_calls_of_a_newer_operator_are_told(tmp_path: Path):
    place = tmp_path / "g.mdef"
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((2,), DataType.FLOAT))
    graph.add("Unary", [x], name="act", outputs=[TensorDesc((2,), DataType.FLOAT)])
    write(graph, place)
    parts: list[Part] = []
    for part in parts_of(place):
        data = part.data
        if part.kind == Section.OPERATORS:
            strings = GraphFile.open(place).strings
            record = {
                "name": "Unary",
                "version": 7,
                "inputs": (("x", 0, 0, "", ""),),
                "outputs": (("y", 0, 0, "", ""),),
            }
            body = ValueWriter([*strings, "version"].index, lambda _: 0, "").encode(record)
            data = varint_bytes(3) + bytes(part.data)[1:] + varint_bytes(len(body)) + body
        if part.kind == Section.STRINGS:
            texts = [*GraphFile.open(place).strings, "version"]
            writer = ColumnWriter()
            writer.ints(1, [0] * len(texts))
            writer.ints(2, [len(text.encode()) for text in texts])
            joined = "".join(texts).encode()
            writer.raw(3, joined, len(joined))
            data = writer.to_bytes()
        parts.append(Part(part.kind, data, part.index))
    join(place, parts, minor=1)
    file = GraphFile.open(place)
    file.load(registry())
    assert ("its calls are of version 7, and this program knows up to 1") in [item.message for item in file.findings]


def test_there_is_a_step_from_every_older_major_version():
    assert sorted(majors.STEPS) == list(range(MAJOR))
