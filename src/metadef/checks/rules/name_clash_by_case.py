"""Two operators differ only in case or underscores.

Why: Files and functions are named in snake_case: the two overwrite each other there, or on a disk that ignores case.
Bad: REG_OP(RoiAlign) and REG_OP(ROIAlign)
Good: REG_OP(ROIAlign) and REG_OP(RotatedROIAlign)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Library, Operator, Problem, Rule

__all__ = ["RULE"]


def check(library: Library) -> Iterator[tuple[Operator, Problem]]:
    groups: dict[str, dict[str, Operator]] = {}
    for operator in library.operators:
        key = operator.proto.name.replace("_", "").lower()
        groups.setdefault(key, {}).setdefault(operator.proto.name, operator)
    for names in groups.values():
        first, *others = names.values()
        for operator in others:
            message = f"the name differs from {first.proto.name} only in case or underscores"
            yield operator, Problem(message, got=operator.proto.name, defined=first.span)


RULE = Rule("DEF106", "name-clash-by-case", "warning", library=check)
