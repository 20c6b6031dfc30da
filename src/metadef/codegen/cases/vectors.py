"""The golden file: calls of operators with the verdict of the prototype, for implementations in other languages.

    {"form": "metadef.vectors", "version": 1, "calls": [
    {"op": "Relu", "case": "without_x", "call": {"inputs": {}, "attributes": {}}, "verdict": [[code, name, message]]},
    ...]}

One call a line. Descriptors and values are in the JSON form of graphs. `beyond` has the names of findings that tables
cannot make: those of the shape rule, and of constraints and laws that are predicates in Python.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from metadef.catalogue.laws import AxesWithin, InOrder
from metadef.codec.json_write import attribute_values, desc_record
from metadef.codegen.cases.make import cases_of
from metadef.codegen.cases.record import Argument, Case, Member
from metadef.codegen.rule_tree import judge, rule_tree
from metadef.errors import Finding
from metadef.ops.proto import OpProto
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["call_record", "told_by_data", "vectors"]


@lru_cache(maxsize=2)  # WHY: two targets hold the same file
def vectors(protos: tuple[OpProto, ...]) -> str:
    """The file. An operator with a name that is not Unicode (a lone surrogate) has no calls: JSON cannot say it."""
    lines = [json.dumps(_record(proto, case), ensure_ascii=False) for proto in protos for case in _plain_cases(proto)]
    body = ",\n".join(lines)
    return f'{{"form": "metadef.vectors", "version": 1, "calls": [\n{body}\n]}}\n'


def _plain_cases(proto: OpProto) -> list[Case]:
    """The cases but those with computed values, whose call is that of another one."""
    parts = [proto.name, *(item.name for item in (*proto.inputs, *proto.outputs, *proto.attrs, *proto.symbols))]
    parts += [port.symbol for port in proto.inputs]
    try:
        "".join(parts).encode()
    except UnicodeEncodeError:
        return []
    return [case for case in cases_of(proto) if not case.results]


def _record(proto: OpProto, case: Case) -> dict[str, Any]:
    verdict, beyond = told_by_data(proto, case.call.attrs, case.contract)
    out: dict[str, Any] = {
        "op": proto.name,
        "case": case.name,
        "call": call_record(case),
        "verdict": [[item.code, item.name, item.message] for item in verdict],
    }
    names = [item.name for item in (*beyond, *case.beyond)]
    return {**out, "beyond": names} if names else out


def told_by_data(
    proto: OpProto, attrs: Mapping[str, object], found: Iterable[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """The findings of a prototype that data alone can make, and the others."""
    dark: list[str] = []
    for spec in proto.attrs:
        if spec.constraint is not None and spec.name in attrs:
            with suppress(ValueError):
                if judge(rule_tree(spec.constraint), spec.kind.convert(attrs[spec.name])) is None:
                    dark.append(f"attribute `{spec.name}` breaks {spec.constraint}")
    laws = tuple(f" [{proto.name} {law.label}]" for law in proto.laws if not isinstance(law.test, AxesWithin | InOrder))
    told: list[Finding] = []
    beyond: list[Finding] = []
    for item in found:
        is_dark = item.message in dark if item.name == "attr-constraint" else item.name == "call-constraint"
        is_dark = is_dark and (item.name == "attr-constraint" or item.message.endswith(laws))
        (beyond if is_dark else told).append(item)
    return told, beyond


def call_record(case: Case) -> dict[str, Any]:
    """A call as JSON."""
    inputs = {name: _argument(item) for name, item in case.call.inputs.items()}
    return {"inputs": inputs, "attributes": attribute_values(case.call.attrs)}


def _argument(argument: Argument) -> object:
    return [_desc(one) for one in argument] if isinstance(argument, list) else _desc(argument)


def _desc(member: Member) -> dict[str, Any]:
    desc = member if isinstance(member, TensorDesc) else TensorDesc(member.shape, DataType.from_numpy(member.dtype))
    record = desc_record(desc)
    return {"dtype": record.dtype, "shape": record.shape}
