"""The round trip of every form over every declared operator."""

from __future__ import annotations

from functools import cache

import pytest

from metadef.catalogue import registry
from metadef.definitions.emit import EMITTERS, emit
from metadef.definitions.json_form import declaration_of
from metadef.definitions.projection import PROJECTIONS
from metadef.definitions.read import read_text
from metadef.ops.proto import OpProto


@cache
def catalogue() -> tuple[OpProto, ...]:
    operators = registry()
    return tuple(operators[name] for name in operators.names())


@pytest.mark.parametrize("form", list(EMITTERS))
def test_every_operator_reads_back_as_its_projection(form: str):
    protos = catalogue()
    assert len(protos) > 1800
    reading = read_text(emit(form, [declaration_of(proto) for proto in protos]), "emitted")
    assert [str(item) for item in reading.findings if item.is_error] == []
    project = PROJECTIONS[form]
    wrong = [
        (original.name, form)
        for original, proto in zip(protos, reading.protos, strict=True)
        if project(original) != proto
    ]
    assert wrong == []
