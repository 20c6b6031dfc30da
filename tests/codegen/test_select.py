"""The words of `--ops`."""

from __future__ import annotations

import pytest

from metadef.codegen import select
from metadef.definitions.json_form import declaration_of
from metadef.errors import UsageError
from metadef.ops.proto import op

FAMILIES = {"Conv2D": "conv", "Conv3D": "conv", "Relu": "activation", "Relu6": "activation"}
ALL = [declaration_of(op(name)) for name in ("Relu6", "Relu", "Conv3D", "Conv2D", "Own*")]


@pytest.mark.parametrize(
    ("selector", "names"),
    [
        ("", "Conv2D Conv3D Own* Relu Relu6"),
        ("Relu", "Relu"),
        ("Relu*", "Relu Relu6"),
        ("family:conv", "Conv2D Conv3D"),
        ("family:conv,-Conv3D, Relu", "Conv2D Relu"),
        ("-family:conv", "Own* Relu Relu6"),
        ("Own*", "Own*"),
        ("-Relu*", "Conv2D Conv3D Own*"),
        ("Conv?D,-Conv2D,Conv2D", "Conv2D Conv3D"),
    ],
)
def test_a_selector_chooses(selector: str, names: str):
    assert [item.proto.name for item in select(ALL, selector, FAMILIES)] == names.split()


@pytest.mark.parametrize(
    ("selector", "hint"),
    [("Rellu", "Relu"), ("family:convv", "conv"), ("Zzz*", ""), ("relu", "Relu"), ("-Rellu", "Relu")],
)
def test_a_word_that_chooses_nothing_is_refused_with_the_nearest(selector: str, hint: str):
    with pytest.raises(UsageError) as caught:
        select(ALL, selector, FAMILIES)
    assert hint in caught.value.findings[0].hint
