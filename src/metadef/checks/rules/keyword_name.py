"""A port or attribute is called like a keyword of C++ or Python.

Why: Generated builders cannot use the name as a parameter and must rename it.
Bad: .ATTR(lambda, Float, 1.0)
Good: .ATTR(rate, Float, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import CPP, PYTHON

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    names = [port.name for port in operator.ports] + [spec.name for spec in operator.proto.attrs]
    for name in dict.fromkeys(names):
        languages = [language for language, words in (("Python", PYTHON), ("C++", CPP)) if name in words]
        if languages:
            yield Problem(f"`{name}` is a keyword of {' and '.join(languages)}", name, got=name, hint=f"{name}_value")


RULE = Rule("DEF105", "keyword-name", "warning", operator=check)
