"""An operator's name is not CamelCase.

Why: Class, file and function names are derived from it, and CANN's tools split it at its capitals.
Bad: REG_OP(max_pool)
Good: REG_OP(MaxPool)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]

_CAMEL = re.compile(r"[A-Z][A-Za-z0-9]*")


def check(operator: Operator) -> Iterator[Problem]:
    name = operator.proto.name
    if not _CAMEL.fullmatch(name):
        words = [word for word in name.split("_") if word]
        yield Problem(
            "the name is not CamelCase", got=name, hint="".join(word[:1].upper() + word[1:] for word in words)
        )


RULE = Rule("DEF100", "op-name-not-camel-case", "warning", operator=check)
