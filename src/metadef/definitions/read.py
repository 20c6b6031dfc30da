"""Reading definitions of any form: the content says which form a file has, not its name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from metadef.definitions.collection import collection_paused
from metadef.definitions.declaration import Reading
from metadef.definitions.decode import decode, read_bytes
from metadef.definitions.history import is_history, read_operators
from metadef.definitions.impl_op import is_impl_op, read_impl_op
from metadef.definitions.implement_operator import is_implement_operator, read_implement_operator
from metadef.definitions.json_form import read_document
from metadef.definitions.json_text import parse_json
from metadef.definitions.msopgen import is_msopgen, read_msopgen
from metadef.definitions.op_def import is_op_def, read_op_def
from metadef.definitions.op_info import is_op_info, is_op_info_ini, read_op_info, read_op_info_ini
from metadef.definitions.reg_op import is_reg_op, read_reg_op
from metadef.definitions.single_op import is_single_op, read_single_op
from metadef.errors import FileError, Finding, finding
from metadef.ops.proto import OpProto
from metadef.source import Span

__all__ = ["FORMS", "SUFFIXES", "read_definitions", "read_files", "read_text", "recognise"]

# Form name: what it is.
FORMS: dict[str, str] = {
    "reg-op": "C++ header with REG_OP",
    "op-def": "C++ with classes that derive from OpDef",
    "impl-op": "C++ with IMPL_OP registrations",
    "implement-operator": "the articles' IMPLEMENT_OPERATOR chain",
    "op-info-ini": "op-info library, ini",
    "op-info": "op-info library, JSON",
    "history": "history registry, operators.json",
    "msopgen": "msOpGen prototype JSON",
    "single-op": "single-op JSON of `atc --singleop`",
    "json": "metadef's own JSON",
}
SUFFIXES = frozenset({".h", ".hpp", ".hh", ".cpp", ".cc", ".cxx", ".c", ".inc", ".json", ".ini", ".cfg"})
_CPP_READERS = (
    ("reg-op", is_reg_op, read_reg_op),
    ("op-def", is_op_def, read_op_def),
    ("implement-operator", is_implement_operator, read_implement_operator),
    ("impl-op", is_impl_op, read_impl_op),
)


def recognise(text: str) -> tuple[str, ...]:
    """The forms that a text holds; C++ may hold several at once, everything else one, and () is unknown.

    >>> recognise('[{"op": "Add", "input_desc": []}]'), recognise("REG_OP(A)"), recognise("hello")
    (('msopgen',), ('reg-op',), ())
    """
    if text.lstrip()[:1] in ("{", "["):
        if is_op_info_ini(text):
            return ("op-info-ini",)
        form = _json_form(parse_json(text, "", []))
        return (form,) if form else ()
    if is_op_info_ini(text):
        return ("op-info-ini",)
    return tuple(name for name, recognises, _ in _CPP_READERS if recognises(text))


def _json_form(data: object) -> str:
    if is_history(data):
        return "history"
    if is_single_op(data):
        return "single-op"
    if is_msopgen(data):
        return "msopgen"
    if isinstance(data, dict) and ("ops" in data or "op" in data):
        return "json"
    if isinstance(data, list) and data and isinstance(data[0], dict) and "op" in data[0]:
        return "json"
    return "op-info" if is_op_info(data) else ""


def read_text(data: bytes | str, file: str = "") -> Reading:
    """Read a definition file of any form.

    A text of no known form gives a `definition-unrecognised` finding.
    """
    decoded = decode(data, file)
    with collection_paused():
        return _read(decoded.text, file, list(decoded.findings))


def _read(text: str, file: str, findings: list[Finding]) -> Reading:
    reading = Reading(findings=findings)
    start = text.lstrip()[:1]
    if start in ("{", "[") and not is_op_info_ini(text):
        jsonl = _json_lines(text, file)
        if jsonl is not None:
            reading.add(jsonl)
            return reading
        found: list[Finding] = []
        value = parse_json(text, file, found)
        reading.findings += found
        if found:
            return reading
        form = _json_form(value)
        if form:
            reading.add(_JSON_READERS[form](value, file))
        else:
            reading.findings.append(_unrecognised(file))
        return reading
    if is_op_info_ini(text):
        reading.add(read_op_info_ini(text, file))
        return reading
    known = False
    for _, recognises, read in _CPP_READERS:
        if recognises(text):
            known = True
            reading.add(read(text, file))
    if not known:
        reading.findings.append(_unrecognised(file))
    return reading


_JSON_READERS = {
    "history": read_operators,
    "single-op": read_single_op,
    "msopgen": read_msopgen,
    "json": read_document,
    "op-info": read_op_info,
}


def _json_lines(text: str, file: str) -> Reading | None:
    """Our JSON with one operator a line, None when the text is not that."""
    if text.lstrip()[:1] != "{":
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(line.startswith('{"op"') for line in lines[:2]):
        return None
    findings: list[Finding] = []
    values = [value for line in lines if (value := parse_json(line, file, findings)) is not None]
    reading = read_document(values, file)
    reading.findings[:0] = findings
    return reading


def _unrecognised(file: str) -> Finding:
    forms = ", ".join(FORMS.values())
    return finding(
        "definition-unrecognised",
        file or "text",
        "the content is no operator definition of any known form",
        expected=forms,
        where=Span(file, 1, 1),
    )


def _files(paths: Iterable[str | Path]) -> Iterator[tuple[str, bool]]:
    """Files in order as (path, whether it was named); folders are searched for the suffixes of definitions."""
    for given in paths:
        if os.path.isdir(given):
            for folder, folders, names in os.walk(given):
                folders.sort()
                for name in sorted(names):
                    path = os.path.join(folder, name)
                    # WHY: opening a pipe in a folder would wait for a writer
                    if os.path.splitext(name)[1].lower() in SUFFIXES and os.path.isfile(path):
                        yield path, False
        else:
            yield os.fspath(given), True


def read_files(paths: Iterable[str | Path]) -> Reading:
    """Read files and folders. In a folder, files that hold no definition are passed over in silence.

    A file that cannot be read is a finding; the others are read all the same.
    """
    reading = Reading()
    for path, named in _files(paths):
        try:
            data = read_bytes(path)
        except FileError as error:
            reading.findings += error.findings
            continue
        found = read_text(data, path)
        if not named and not found.declarations and not found.impls:
            found.findings = [item for item in found.findings if item.name not in _NOISE]
        reading.add(found)
    return reading


_NOISE = frozenset({"definition-unrecognised", "definition-syntax"})


def read_definitions(paths: Iterable[str | Path]) -> tuple[int, list[OpProto], list[Finding]]:
    """How many declarations the files have, the prototypes, and everything that is wrong.

    Use `read_files` to keep how each was written and its columns per chip.
    """
    reading = read_files(paths)
    return len(reading.declarations), reading.protos, reading.findings
