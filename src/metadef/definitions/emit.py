"""Emitting definitions by the name of the form."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.history import emit_operators
from metadef.definitions.json_form import document
from metadef.definitions.msopgen import emit_msopgen
from metadef.definitions.op_info import emit_op_info, emit_op_info_ini
from metadef.definitions.reg_op_emit import emit_header
from metadef.definitions.single_op import call_of, emit_single_op

__all__ = ["EMITTERS", "emit"]


def _json(declarations: Sequence[Declaration]) -> str:
    return json.dumps(document(Reading(list(declarations))), indent=1, ensure_ascii=False) + "\n"


# Form name, as in `metadef.definitions.read.FORMS`, to its emitter.
EMITTERS: dict[str, Callable[[Sequence[Declaration]], str]] = {
    "reg-op": lambda declarations: emit_header(declaration.proto for declaration in declarations),
    "history": lambda declarations: emit_operators(declaration.proto for declaration in declarations),
    "json": _json,
    "msopgen": emit_msopgen,
    "op-info": emit_op_info,
    "op-info-ini": emit_op_info_ini,
    "single-op": lambda declarations: emit_single_op(call_of(declaration.proto) for declaration in declarations),
}


def emit(form: str, declarations: Sequence[Declaration]) -> str:
    """The text of operators in a form.

    Raises:
        KeyError: if the form has no emitter; see `EMITTERS`.
    """
    return EMITTERS[form](declarations)
