"""Emitting a prototype and reading it back gives its projection, for every form that has an emitter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.definitions.emit import EMITTERS, emit
from metadef.definitions.json_form import declaration_of
from metadef.definitions.projection import PROJECTIONS
from metadef.definitions.read import FORMS, read_text, recognise
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto, op
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from proto_strategies import protos

ROUND_TRIPS = tuple(EMITTERS)


def test_every_emitter_has_a_projection_and_a_reader():
    assert set(EMITTERS) == set(PROJECTIONS)
    assert set(EMITTERS) <= set(FORMS)


def differences(expected: OpProto, actual: OpProto) -> list[str]:
    parts = ("name", "summary", "deprecated", "inputs", "outputs", "attrs", "symbols", "graphs")
    return [
        f"{expected.name}.{part}: expected {getattr(expected, part)}, got {getattr(actual, part)}"
        for part in parts
        if getattr(expected, part) != getattr(actual, part)
    ]


def check_round_trip(form: str, originals: list[OpProto]) -> None:
    text = emit(form, [declaration_of(proto) for proto in originals])
    reading = read_text(text, "emitted")
    errors = [str(item) for item in reading.findings if item.is_error]
    assert errors == []
    assert [proto.name for proto in reading.protos] == [proto.name for proto in originals]
    for original, proto in zip(originals, reading.protos, strict=True):
        assert differences(PROJECTIONS[form](original), proto) == []


@pytest.mark.parametrize("form", ROUND_TRIPS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_emitted_reads_back_as_the_projection(form: str, data: st.DataObject):
    unique = data.draw(st.lists(protos(), min_size=1, max_size=2, unique_by=lambda proto: proto.name))
    check_round_trip(form, unique)


@pytest.mark.parametrize("form", ROUND_TRIPS)
@settings(max_examples=20, deadline=None)
@given(proto=protos())
def test_a_projection_is_a_fixed_point(form: str, proto: OpProto):
    project = PROJECTIONS[form]
    once = project(proto)
    assert differences(once, project(once)) == []


@pytest.mark.parametrize("form", ROUND_TRIPS)
def test_the_form_is_recognised_by_content(form: str):
    proto = op("Add").input("x", DataType.FLOAT).output("y", DataType.FLOAT)
    assert recognise(emit(form, [declaration_of(proto)])) == (form,)


def test_projections_keep_what_matters_for_a_call():
    """Literal expectations, so that a projection that drops too much is caught."""
    proto = (
        op("Conv2D", since="2.0")
        .doc("Convolves.")
        .input("x", DataType.FLOAT | DataType.FLOAT16, "N C H W", doc="map")
        .optional_input("bias", DataType.FLOAT)
        .output("y", "T")
        .required_attr("strides", AttrKind.ListInt, doc="steps")
        .attr("groups", AttrKind.Int, 1)
        .datatype("T", DataType.FLOAT | DataType.FLOAT16)
        .traits("pure")
    )
    kept = PROJECTIONS["reg-op"](proto)
    assert (kept.summary, kept.inputs[0].doc, kept.inputs[0].pattern, kept.since) == ("Convolves.", "map", "", "1.0")
    assert kept.trait_set == frozenset()
    assert [str(port.kind.value) for port in kept.inputs] == ["required", "optional"]
    assert kept.outputs[0].symbol == "T"
    assert [(spec.name, spec.required, spec.default) for spec in kept.attrs] == [
        ("strides", True, None),
        ("groups", False, 1),
    ]
    flat = PROJECTIONS["msopgen"](proto)
    assert (flat.outputs[0].symbol, flat.outputs[0].types) == ("", DataType.FLOAT | DataType.FLOAT16)
    assert (flat.symbols, flat.summary) == ((), "")
    example = PROJECTIONS["single-op"](proto)
    assert [(port.name, port.kind, len(port.types)) for port in example.inputs] == [
        ("x", PortKind.REQUIRED, 1),
        ("bias", PortKind.OPTIONAL, 0),
    ]
    assert [(spec.name, spec.default) for spec in example.attrs] == [("strides", ()), ("groups", 1)]
