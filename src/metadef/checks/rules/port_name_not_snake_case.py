"""The name of an input or output is not snake_case.

Why: Bindings derive parameter names from it; capitals also clash with the names of type symbols.
Bad: .INPUT(inputX, ...)
Good: .INPUT(input_x, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import is_snake_case, snake_case

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for port in operator.ports:
        if not is_snake_case(port.name):
            message = f"port `{port.name}` is not snake_case"
            yield Problem(message, port.name, got=port.name, hint=snake_case(port.name))


RULE = Rule("DEF102", "port-name-not-snake-case", "warning", operator=check)
