"""An attribute's name is not snake_case.

Why: Bindings derive parameter names from it, and one spelling everywhere spares their users a look-up.
Bad: .ATTR(keepDims, Bool, false)
Good: .ATTR(keep_dims, Bool, false)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import is_snake_case, snake_case
from metadef.ops.ports import AttrSpec
from metadef.types.attrs import AttrKind

__all__ = ["RULE"]

_TENSORFLOW = re.compile(r"[NT][a-z_]*[0-9]*")
_KINDS = (AttrKind.Int, AttrKind.ListInt, AttrKind.Type, AttrKind.ListType)


def _is_tensorflow(spec: AttrSpec) -> bool:
    """TensorFlow calls numbers of inputs `N...` and types `T...`, and CANN keeps the names of its operators."""
    return spec.kind in _KINDS and _TENSORFLOW.fullmatch(spec.name) is not None


def check(operator: Operator) -> Iterator[Problem]:
    symbols = {port.symbol for port in operator.ports}
    for spec in operator.proto.attrs:
        # WHY: an attribute that types ports is a symbol, and symbols are written `T` or `Tout`
        is_symbol = spec.name in symbols
        if not is_symbol and not _is_tensorflow(spec) and not is_snake_case(spec.name):
            message = f"attribute `{spec.name}` is not snake_case"
            yield Problem(message, spec.name, got=spec.name, hint=snake_case(spec.name))


RULE = Rule("DEF101", "attr-name-not-snake-case", "warning", operator=check)
