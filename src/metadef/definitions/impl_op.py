"""Registrations of rules: `IMPL_OP(Add).InferShape(F).InferDataType(G).Tiling(T)` and its two narrower forms.

They say which C++ functions an operator's rules are, which inputs the rules must know by value, and private attributes.
They give no prototype.
"""

from __future__ import annotations

import re

from metadef.definitions.cpp_chain import arguments, calls_after, unquoted
from metadef.definitions.cpp_text import CppText, scan_cpp
from metadef.definitions.cpp_value import CppValueError, evaluate
from metadef.definitions.declaration import Reading
from metadef.definitions.decode import decode
from metadef.definitions.impl_record import ImplRecord
from metadef.errors import finding

__all__ = ["is_impl_op", "read_impl_op"]

_START = re.compile(r"\bIMPL_OP(?:_INFERSHAPE|_OPTILING|_DEFAULT)?\s*\(\s*(\w+)\s*\)")
_MAX_FINDINGS = 2000
_DEPENDS = ("InputsDataDependency", "ValueDepend", "TilingInputsDataDependency")


def is_impl_op(text: str) -> bool:
    """Whether a text has such registrations."""
    return "IMPL_OP" in text and _START.search(text) is not None


def read_impl_op(data: bytes | str, file: str = "") -> Reading:
    """Every registration of a text, as `Reading.impls`.

    >>> read_impl_op("IMPL_OP(Add).InferShape(F).InputsDataDependency({1});").impls[0].functions
    {'InferShape': 'F'}
    """
    decoded = decode(data, file)
    source = scan_cpp(decoded.text, file)
    reading = Reading(findings=[*decoded.findings, *source.findings])
    matches = list(_START.finditer(source.code))
    for index, match in enumerate(matches):
        limit = matches[index + 1].start() if index + 1 < len(matches) else len(source.code)
        record, end = _record(source, match[1], match.start(), match.end(), limit)
        reading.impls.append(record)
        if source.code[end : end + 200].lstrip()[:1] == "." and len(reading.findings) < _MAX_FINDINGS:
            message = "a call of the registration is never closed"
            reading.findings.append(finding("call-unbalanced", match[1], message, where=source.span(end)))
    return reading


def _record(source: CppText, op: str, start: int, at: int, limit: int) -> tuple[ImplRecord, int]:
    functions: dict[str, str] = {}
    depends: dict[int, None] = {}
    private: dict[str, str] = {}
    calls, end = calls_after(source.code, at, limit)
    for call in calls:
        spans = arguments(source.code, call.start, call.stop)
        if call.name in _DEPENDS:
            for number in _numbers(source.clean[call.start : call.stop]):
                depends[number] = None
        elif call.name == "PrivateAttr" and spans:
            default = source.clean[spans[1][0] : spans[-1][1]].strip() if len(spans) > 1 else ""
            private[unquoted(source, *spans[0])] = default
        else:
            functions[call.name] = " ".join(source.clean[call.start : call.stop].split())[:200]
    return ImplRecord(op, source.span(start), functions, tuple(depends), private), end


def _numbers(text: str) -> list[int]:
    try:
        values = evaluate(text)
    except CppValueError:
        return []
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return [item for item in flat if isinstance(item, int) and not isinstance(item, bool)]
