"""Definitions that are built to be slow: checking them ends, and soon.

No clock decides here; a rule that grows with the square of its input would stall the whole run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from metadef.checks import lint
from metadef.checks.source_files import SourceFiles
from metadef.checks.suppress import Suppressions
from metadef.definitions.read import read_files
from metadef.errors import finding
from metadef.ops.ports import Port, Symbol
from metadef.ops.proto import OpProto, op
from metadef.source import Span
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

COUNT = 4000
TYPES = TypeSet.of(DataType.FLOAT, DataType.INT8)


def chain() -> OpProto:
    """Symbols that each promote the next two."""
    symbols = [Symbol(f"T{at}", promote=(f"T{at + 1}", f"T{at + 2}")) for at in range(COUNT)]
    return op("Chain").replace(symbols=(*symbols, Symbol(f"T{COUNT}", TYPES), Symbol(f"T{COUNT + 1}", TYPES)))


def wide() -> OpProto:
    """Many inputs, and many outputs of types that no input has."""
    inputs = tuple(Port(f"x{at}", TypeSet.of(DataType.FLOAT)) for at in range(COUNT))
    return op("Wide").replace(inputs=inputs, outputs=tuple(Port(f"y{at}", TYPES) for at in range(COUNT)))


@pytest.mark.parametrize("make", [chain, wide])
def test_one_enormous_operator_is_checked_to_the_end(make: object):
    assert callable(make)
    found = lint([make()])
    assert "promote-cycle" not in {item.name for item in found}


def test_a_header_with_thousands_of_wrong_descriptions_is_checked_to_the_end(tmp_path: Path):
    items = "".join(f"* @li nothing{at}: a text.\n" for at in range(COUNT))
    ports = "".join(f"    .INPUT(x{at}, TensorType({{DT_FLOAT32}}))\n" for at in range(COUNT))
    path = tmp_path / "a.h"
    path.write_text(f"/**\n* @par Inputs:\n{items}*/\nREG_OP(A)\n{ports}    .OP_END_FACTORY_REG(A)\n")
    found = lint(sources=read_files([path]))
    assert sum(item.name == "doc-names-unknown-port" for item in found) == COUNT


def test_thousands_of_comments_and_findings_are_matched_to_the_end(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text("".join(f"// metadef: allow-file no-such-rule-{at}, DEF{at}\n" for at in range(10_000)))
    suppressions = Suppressions(SourceFiles(), {})
    items = [finding("no-output", "A", "none", where=Span(str(path), at)) for at in range(1, 10_000)]
    assert all(map(suppressions.allows, items))  # DEF1, DEF11 and DEF110 are among them
