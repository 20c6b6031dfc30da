"""An operator has columns for a chip that does not exist.

Why: The columns are never used; mostly the name is misspelled.
Bad: this->AICore().AddConfig("ascend910x");
Good: this->AICore().AddConfig("ascend910b");
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.chips import families
from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import hint_of
from metadef.definitions.columns import SocColumns

__all__ = ["RULE"]


def check(operator: Operator, columns: SocColumns) -> Iterator[Problem]:
    if columns.soc and columns.soc not in families():
        hint = hint_of(columns.soc, sorted(families()))
        yield Problem(f"there is no chip family {columns.soc!r}", got=columns.soc, hint=hint)


RULE = Rule("DEF144", "chip-unknown", "warning", columns=check)
