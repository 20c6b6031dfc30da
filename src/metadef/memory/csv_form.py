"""Problems and plans as CSV, in the form of the minimalloc benchmark.

A header line, then one buffer a line. Columns `id`, `lower`, `upper`, `size` are needed; `alignment`, `fixed_offset`,
`pool`, `group`, `position` and `conflicts` (ids joined by `;`) are optional and may be empty; `offset` holds a plan.
Other columns are carried along and written back. Lifetimes are half-open and numbers are plain decimal integers.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from metadef.errors import FileError, Finding, MetadefError, finding, nearest
from metadef.memory.faults import column_faults
from metadef.memory.problem import NO_OFFSET, Plan, Problem
from metadef.source import Span

__all__ = ["CsvTable", "format_csv", "parse_csv", "read_csv", "write_csv"]

NEEDED = ("id", "lower", "upper", "size")
OPTIONAL = ("alignment", "fixed_offset", "pool", "group", "position", "conflicts", "offset")
_NUMBERS = {"lower": 0, "upper": 0, "size": 0, "alignment": 1, "fixed_offset": None, "position": 0, "offset": None}

MAX_FILE_BYTES = 1 << 30
MAX_DIGITS = 19  # of a number: more cannot be a 64-bit integer
_JOINT = ";"  # between ids in the `conflicts` column
_INTEGER = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """What a CSV file holds."""

    problem: Problem
    plan: Plan | None  # the `offset` column, when there is one
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # the text of every cell, kept for writing back


def read_csv(path: str | Path, capacity_bytes: int | None = None) -> CsvTable:
    """The problem, and the plan if any, in the file at `path`.

    Raises:
        FileError: if the file cannot be read or is not text.
        MetadefError: with everything that is wrong in it, by line and column.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise FileError.of("file-too-large", str(path), "the file passes 1 GiB", expected="at most 1 GiB")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FileError.of("file-missing", str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError.of("bad-csv", str(path), f"not UTF-8 text: byte {error.start} is wrong") from error
    return parse_csv(text, str(path), capacity_bytes)


def parse_csv(text: str, file: str = "<csv>", capacity_bytes: int | None = None) -> CsvTable:
    """The same from text; `file` is the name for findings.

    >>> table = parse_csv("id,lower,upper,size\\na,0,3,4\\nb,3,9,4\\n")
    >>> table.problem.buffer(1).lower, table.plan is None
    (3, True)
    """
    reader = _Reader(text, file)
    lines, rows = reader.rows()
    if any(reader.at(name) < 0 for name in NEEDED):
        raise MetadefError(reader.findings)
    numbers = {name: reader.numbers(name, lines, rows) for name in _NUMBERS}
    words = {name: reader.words(name, rows) for name in ("id", "pool", "group", "conflicts")}
    broken = [line in reader.bad_lines for line in lines]

    def column(name: str, harmless: int) -> list[int]:
        # WHY: a row with a cell that is no number still takes part in the laws of ids and groups
        pairs = zip(numbers[name], broken, strict=True)
        return [harmless if bad or number is None else number for number, bad in pairs]

    ids, pool, group = words["id"], words["pool"], words["group"]
    lower, upper, size = column("lower", 0), column("upper", 1), column("size", 0)
    alignment, position = column("alignment", 1), column("position", 0)
    fixed = [None if bad else offset for offset, bad in zip(numbers["fixed_offset"], broken, strict=True)]
    for fault in column_faults(ids, lower, upper, size, alignment, fixed, pool, group, position):
        reader.report("bad-buffer", lines[fault.row], fault.column, fault.message, fault.expected, fault.got)
    conflicts = reader.conflicts(ids, words["conflicts"], lines)
    if reader.findings:
        raise MetadefError(sorted(reader.findings, key=_place))
    problem = Problem.from_columns(
        ids,
        lower,
        upper,
        size,
        alignment=alignment,
        fixed_offset=fixed,
        pool=pool,
        group=group,
        position=position,
        conflicts=conflicts,
        capacity_bytes=capacity_bytes,
    )
    plan = reader.plan(numbers["offset"], lines)
    return CsvTable(problem, plan, reader.header, tuple(tuple(row) for row in rows))


class _Reader:
    """Cells with their places, and the findings met so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.text = text
        self.header: tuple[str, ...] = ()
        self.findings: list[Finding] = []
        self.bad_lines: set[int] = set()
        self._lines: list[str] = []
        self._names: tuple[str, ...] = ()

    def rows(self) -> tuple[list[int], list[list[str]]]:
        """The line number and the cells of every row below the header; blank lines are skipped."""
        source = csv.reader(io.StringIO(self.text, newline=""), strict=True)
        lines: list[int] = []
        rows: list[list[str]] = []
        start = 1
        try:
            for row in source:
                if row and not self.header:
                    self._take_header(row, start)
                elif row:
                    if len(row) != len(self.header):
                        message = f"a row needs {len(self.header)} cells, as the header has; got {len(row)}"
                        self._report("bad-csv", start, 1, message, f"{len(self.header)} cells", f"{len(row)} cells")
                    else:
                        lines.append(start)
                        rows.append([cell.strip() for cell in row])
                start = source.line_num + 1
        except csv.Error as error:
            self._report("bad-csv", source.line_num, 1, f"not well-formed CSV: {error}", "CSV text", "")
        if not self.header:
            self._report("bad-csv", 1, 1, "the file is empty; it needs a header", ",".join(NEEDED), "nothing")
        return lines, rows

    def _take_header(self, row: list[str], line: int) -> None:
        names = tuple(cell.strip().lower() for cell in row)
        self.header = tuple(cell.strip() for cell in row)
        for name in NEEDED:
            if name not in names:
                close = nearest(name, names)
                hint = f'rename "{close[0]}" to "{name}"' if close else f'add a column "{name}"'
                message = f'the column "{name}" is missing'
                self._report("bad-csv", line, 1, message, ",".join(NEEDED), ",".join(names), hint)
        for number, name in enumerate(names):
            if name in names[:number]:
                message = f'the column "{name}" comes twice'
                self._report("bad-csv", line, self._column_of(line, number), message, "distinct columns", name)
        if "gaps" in names:
            message = 'gaps in lifetimes (column "gaps") are not supported'
            column = self._column_of(line, names.index("gaps"))
            self._report("bad-csv", line, column, message, "no such column", "gaps", "split the buffer")
        self._names = names

    def at(self, name: str) -> int:
        """The number of the column called `name`, -1 when there is none."""
        return self._names.index(name) if name in self._names else -1

    def words(self, name: str, rows: list[list[str]]) -> list[str]:
        """The cells of a column; "" everywhere when there is no such column."""
        at = self.at(name)
        return [row[at] if at >= 0 else "" for row in rows]

    def numbers(self, name: str, lines: list[int], rows: list[list[str]]) -> list[int | None]:
        """The integers of a column; the default where the cell is empty and the column optional."""
        at = self.at(name)
        default = _NUMBERS[name]
        if at < 0:
            return [default] * len(rows)
        result: list[int | None] = []
        for line, row in zip(lines, rows, strict=True):
            cell = row[at]
            if cell == "" and name in OPTIONAL:
                result.append(default)
            elif _INTEGER.fullmatch(cell) is None:
                message = f"{name} must be an integer; got {_shown(cell)}"
                self.report("bad-csv", line, name, message, "a decimal integer", _shown(cell))
                result.append(default)
            elif len(cell.lstrip("+-0")) > MAX_DIGITS:
                message = f"{name} does not fit in 64 bits; got {_shown(cell)}"
                self.report("bad-csv", line, name, message, "at most 2^60", _shown(cell))
                result.append(default)
            else:
                result.append(int(cell))
        return result

    def conflicts(self, ids: list[str], cells: list[str], lines: list[int]) -> list[tuple[int, int]]:
        """Pairs of row numbers, from the ids in the `conflicts` column."""
        row_of = {name: row for row, name in enumerate(ids)}
        pairs: list[tuple[int, int]] = []
        for row, (cell, line) in enumerate(zip(cells, lines, strict=True)):
            for name in filter(None, (part.strip() for part in cell.split(_JOINT))):
                other = row_of.get(name)
                if other is None or other == row:
                    message = f"conflicts names {_shown(name)}, which is not another buffer of the file"
                    self.report("bad-csv", line, "conflicts", message, "ids of other buffers", _shown(name))
                else:
                    pairs.append((row, other))
        return pairs

    def plan(self, offsets: list[int | None], lines: list[int]) -> Plan | None:
        """The plan in the `offset` column; all cells or none must be filled."""
        given = [offset for offset in offsets if offset is not None]
        if not given:
            return None
        for line, offset in zip(lines, offsets, strict=True):
            if offset is None:
                message = "a plan gives every buffer an offset"
                self.report("bad-csv", line, "offset", message, "an offset", "an empty cell")
            elif abs(offset) > 1 << 62:
                self.report("bad-csv", line, "offset", "an offset cannot pass 2^62", "at most 2^62", str(offset))
        if self.findings:
            raise MetadefError(self.findings)
        return Plan.of(given, "file")

    def report(self, code: str, line: int, column: str, message: str, expected: str, got: str) -> None:
        """A finding at a cell, named by line and column name."""
        self.bad_lines.add(line)
        self._report(code, line, self._column_of(line, max(self.at(column), 0)), message, expected, got)

    def _report(self, code: str, line: int, column: int, message: str, expected: str, got: str, hint: str = "") -> None:
        where = Span(self.file, line, column)
        self.findings.append(finding(code, f"line {line}", message, expected=expected, got=got, where=where, hint=hint))

    def _column_of(self, line: int, cell: int) -> int:
        """The character column, from 1, at which a cell of the row that starts on `line` begins."""
        # WHY: only rows with findings pay for this
        if not self._lines:
            self._lines = re.split(r"\r\n|\r|\n", self.text)
        column, quoted = 0, False
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        for column, character in enumerate(text, start=1):
            if cell == 0:
                return column
            if character == '"':
                quoted = not quoted
            elif character == "," and not quoted:
                cell -= 1
        return column + 1


def _place(item: Finding) -> tuple[int, int]:
    return (item.where.line, item.where.column) if item.where else (0, 0)


def _shown(cell: str) -> str:
    """A cell for a message, shortened."""
    return repr(cell if len(cell) <= 40 else cell[:37] + "...")


def format_csv(problem: Problem, plan: Plan | None = None, table: CsvTable | None = None) -> str:
    """CSV text of the problem, with an `offset` column when there is a plan.

    With `table`, where the problem came from, its columns and cells are kept as they were; otherwise the needed columns
    are written, and those optional ones that say more than their defaults.

    Raises:
        MetadefError: if a conflict is with a buffer whose id holds the `;` that separates ids.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    if table is not None:
        header, rows = list(table.header), [list(row) for row in table.rows]
    else:
        header, rows = _cells(problem)
    if plan is not None:
        names = [name.lower() for name in header]
        at = names.index("offset") if "offset" in names else len(header)
        if at == len(header):
            header.append("offset")
        for row, offset in zip(rows, plan.offsets.tolist(), strict=True):
            row[at:] = [str(offset), *row[at + 1 :]]
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def write_csv(path: str | Path, problem: Problem, plan: Plan | None = None, table: CsvTable | None = None) -> None:
    """Writes `format_csv` to a file.

    Raises:
        FileError: if the file cannot be written.
    """
    try:
        Path(path).write_text(format_csv(problem, plan, table), encoding="utf-8", newline="")
    except OSError as error:
        raise FileError.of("file-write", str(path), f"cannot be written: {error.strerror}") from error


def _joined(problem: Problem) -> list[str]:
    """The cells of the `conflicts` column: each pair stands at its first buffer."""
    others: list[list[str]] = [[] for _ in problem.ids]
    for one, other in problem.conflicts.tolist():
        name = problem.ids[other]
        if _JOINT in name:
            message = "its id cannot stand in the `conflicts` column, where `;` separates ids"
            raise MetadefError.of("bad-buffer", f'buffer "{name}"', message, expected="an id without `;`", got=name)
        others[one].append(name)
    return [_JOINT.join(names) for names in others]


def _cells(problem: Problem) -> tuple[list[str], list[list[str]]]:
    columns: list[tuple[str, list[str]]] = [
        ("id", list(problem.ids)),
        ("lower", [str(value) for value in problem.lower.tolist()]),
        ("upper", [str(value) for value in problem.upper.tolist()]),
        ("size", [str(value) for value in problem.size_bytes.tolist()]),
    ]
    if (problem.alignment != 1).any():
        columns.append(("alignment", [str(value) for value in problem.alignment.tolist()]))
    if (problem.fixed_offset != NO_OFFSET).any():
        fixed = problem.fixed_offset.tolist()
        columns.append(("fixed_offset", ["" if value == NO_OFFSET else str(value) for value in fixed]))
    if problem.pools not in ((), ("",)):
        columns.append(("pool", [problem.pools[code] for code in problem.pool.tolist()]))
    if problem.groups:
        columns.append(("group", ["" if code < 0 else problem.groups[code] for code in problem.group.tolist()]))
        columns.append(("position", [str(value) for value in problem.position.tolist()]))
    if len(problem.conflicts):
        columns.append(("conflicts", _joined(problem)))
    return [name for name, _ in columns], [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
