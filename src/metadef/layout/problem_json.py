"""The generic door: a problem as JSON in, the answer as JSON out.

    {"nodes": [{"name", "inputs": [value], "outputs": [value], "columns": [{"in": [fmt], "out": [fmt], "cost": 1.0}]}],
     "values": [{"name", "fixed": fmt | null, "convert": {"A->B": cost}}]}

Optional extras, which only the baseline reads: `"heavy": true` on a node, `"origin": fmt` on a value, and
`"heavy_formats": [fmt]` beside the nodes. The answer is
`{"cost", "bound", "optimal", "columns": {node: index}, "conversions": [{"value", "from", "to"}]}`, and
`{"cost": null, "infeasible": [node]}` where nothing fits. Fields may be added to the answer, never changed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from metadef.errors import FileError, Finding, MetadefError, finding
from metadef.layout.builder import LARGEST_PRICE, Column, ProblemBuilder
from metadef.layout.greedy import greedy
from metadef.layout.problem import ConversionTable, Problem
from metadef.layout.solution import Solution
from metadef.layout.solve import solve

__all__ = ["answer_json", "read_problem", "solve_problem_file"]

MOST_BYTES = 1 << 30  # of a problem file
MOST_NODES = 1_000_000
MOST_PORTS = 65_536  # of one node
MOST_COLUMNS = 4_096  # of one node
MOST_FORMATS = 4_096  # distinct names in one file
MOST_LENGTH = 65_536  # characters of one name
MOST_FINDINGS = 100  # reported of one file

_Object = Mapping[str, object]


_HALF = re.compile("[\ud800-\udfff]")  # half a character: legal in JSON escapes, impossible to write out


class _Duplicate(ValueError):
    pass


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Duplicate(f'the key "{twice[:80]}" stands twice in one object')
    return found


def _constant(name: str) -> object:
    raise _Duplicate(f"{name} is not JSON")


@dataclass(slots=True, eq=False)
class _Reader:
    subject: str
    builder: ProblemBuilder = field(default_factory=ProblemBuilder)
    findings: list[Finding] = field(default_factory=list[Finding])
    formats: set[str] = field(default_factory=set[str])
    seen: dict[tuple[object, ...], ConversionTable] = field(default_factory=dict[tuple[object, ...], ConversionTable])

    def report(self, path: str, message: str, *, expected: str = "", got: object = None) -> None:
        shown = "" if got is None else _shown(got)
        self.findings.append(finding("bad-problem", f"{self.subject} at {path}", message, expected=expected, got=shown))

    def items(self, holder: _Object, key: str, path: str, most: int) -> Sequence[object]:
        """A list of limited length, () with a finding when it is none."""
        found = holder.get(key)
        if not isinstance(found, list):
            self.report(f"{path}.{key}", "must be a list", expected="a list", got=_kind(found))
            return ()
        items = cast("list[object]", found)
        if len(items) > most:
            self.report(f"{path}.{key}", f"has {len(items)} entries, more than {most}")
            return ()
        return items

    def record(self, item: object, path: str, known: frozenset[str]) -> _Object | None:
        if not isinstance(item, dict):
            self.report(path, "must be an object", expected="an object", got=_kind(item))
            return None
        found = cast("dict[str, object]", item)
        for key in found:
            if key not in known:
                self.report(f"{path}.{key[:80]}", "is not a known field", expected=", ".join(sorted(known)))
        return found

    def name(self, item: object, path: str) -> str | None:
        if isinstance(item, str) and 0 < len(item) <= MOST_LENGTH and not _HALF.search(item):
            return item
        self.report(path, "must be a name", expected="a string that is not empty", got=item)
        return None

    def format(self, item: object, path: str) -> str | None:
        found = self.name(item, path)
        if found is None:
            return None
        if found not in self.formats:
            if "->" in found:
                self.report(path, 'a format name must not contain "->"', got=found)
                return None
            if len(self.formats) >= MOST_FORMATS:
                self.report(path, f"the file names more than {MOST_FORMATS} formats")
                return None
            self.formats.add(found)
        return found

    def names(self, holder: _Object, key: str, path: str, *, formats: bool) -> list[str] | None:
        before = len(self.findings)
        read = self.format if formats else self.name
        items = self.items(holder, key, path, MOST_PORTS)
        found = [read(item, f"{path}.{key}[{k}]") for k, item in enumerate(items)]
        return [name for name in found if name is not None] if len(self.findings) == before else None

    def cost(self, item: object, path: str, *, negative: bool) -> float | None:
        if isinstance(item, int | float) and not isinstance(item, bool):
            try:
                number = float(item)
            except OverflowError:
                number = math.inf
            if abs(number) <= LARGEST_PRICE and (negative or number >= 0):
                return number
        law = f"a finite number{'' if negative else ' >= 0'}, at most {LARGEST_PRICE:g} in size"
        self.report(path, f"must be {law}", expected=law, got=item)
        return None

    def flag(self, holder: _Object, key: str, path: str) -> bool:
        found = holder.get(key, False)
        if not isinstance(found, bool):
            self.report(f"{path}.{key}", "must be true or false", got=found)
            return False
        return found

    def value(self, item: object, path: str) -> None:
        found = self.record(item, path, _VALUE)
        if found is None:
            return
        name = self.name(found.get("name"), f"{path}.name")
        fixed = None if found.get("fixed") is None else self.format(found["fixed"], f"{path}.fixed")
        origin = None if found.get("origin") is None else self.format(found["origin"], f"{path}.origin")
        convert = self.conversions(found.get("convert", {}), f"{path}.convert")
        if name is not None:
            self.builder.add_value(name, fixed, convert, origin)

    def conversions(self, item: object, path: str) -> ConversionTable:
        if not isinstance(item, dict):
            self.report(path, "must be an object", expected='{"A->B": cost}', got=_kind(item))
            return self.builder.conversions({})
        found = cast("dict[str, object]", item)
        key = tuple(found.items())
        if all(type(v) in (int, float) for v in found.values()) and key in self.seen:
            return self.seen[key]
        before = len(self.findings)
        costs: dict[tuple[str, str], float] = {}
        for pair, price in found.items():
            where = f'{path}["{pair[:80]}"]'
            ends = pair.split("->")
            if len(ends) != 2:
                self.report(where, 'must name two formats as "A->B"', expected="A->B")
                continue
            src, dst = self.format(ends[0], where), self.format(ends[1], where)
            cost = self.cost(price, where, negative=False)
            if src is not None and dst is not None and cost is not None:
                costs[(src, dst)] = cost
        table = self.builder.conversions(costs)
        if len(self.findings) == before:
            self.seen[key] = table
        return table

    def node(self, item: object, path: str) -> None:
        found = self.record(item, path, _NODE)
        if found is None:
            return
        before = len(self.findings)
        name = self.name(found.get("name"), f"{path}.name")
        inputs = self.names(found, "inputs", path, formats=False)
        outputs = self.names(found, "outputs", path, formats=False)
        columns: list[Column] = []
        for k, entry in enumerate(self.items(found, "columns", path, MOST_COLUMNS)):
            column = self.record(entry, f"{path}.columns[{k}]", _COLUMN)
            if column is None:
                continue
            ins = self.names(column, "in", f"{path}.columns[{k}]", formats=True)
            outs = self.names(column, "out", f"{path}.columns[{k}]", formats=True)
            cost = self.cost(column.get("cost"), f"{path}.columns[{k}].cost", negative=True)
            if ins is not None and outs is not None and cost is not None:
                columns.append((ins, outs, cost))
        heavy = self.flag(found, "heavy", path)
        if name is not None and inputs is not None and outputs is not None and len(self.findings) == before:
            self.builder.add_node(name, inputs, outputs, self.builder.columns(columns), heavy=heavy)

    def problem(self, text: str | bytes) -> Problem:
        try:
            whole: object = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        except RecursionError:
            raise self.failure("$", "is nested too deeply") from None
        except (ValueError, UnicodeDecodeError) as error:
            raise self.failure("$", f"is not JSON: {error}") from None
        found = self.record(whole, "$", _WHOLE)
        if found is not None:
            for k, item in enumerate(self.items(found, "values", "$", 4 * MOST_NODES)):
                self.value(item, f"$.values[{k}]")
            for k, item in enumerate(self.items(found, "nodes", "$", MOST_NODES)):
                self.node(item, f"$.nodes[{k}]")
            if "heavy_formats" in found:
                self.builder.spread(self.names(found, "heavy_formats", "$", formats=True) or ())
        if self.findings:
            # WHY: laws across nodes are checked only on a file whose parts are well formed; else each error echoes.
            raise FileError(_capped(self.findings, self.subject))
        try:
            return self.builder.build()
        except MetadefError as error:
            raise FileError(_capped(error.findings, self.subject)) from None

    def failure(self, path: str, message: str) -> FileError:
        self.report(path, message)
        return FileError(self.findings)


_WHOLE = frozenset({"nodes", "values", "heavy_formats"})
_VALUE = frozenset({"name", "fixed", "convert", "origin"})
_NODE = frozenset({"name", "inputs", "outputs", "columns", "heavy"})
_COLUMN = frozenset({"in", "out", "cost"})


def _kind(item: object) -> str:
    return "nothing" if item is None else type(item).__name__


def _shown(item: object) -> str:
    # WHY: an int of thousands of digits cannot be shown at all; its kind can.
    is_short = isinstance(item, float | bool) or (isinstance(item, int) and item.bit_length() <= 64)
    return item[:80] if isinstance(item, str) else repr(item)[:80] if is_short else _kind(item)


def _capped(findings: Sequence[Finding], subject: str) -> list[Finding]:
    kept = list(findings[:MOST_FINDINGS])
    if len(findings) > len(kept):
        kept.append(finding("bad-problem", subject, f"{len(findings) - len(kept)} more findings are not shown"))
    return kept


def read_problem(text: str | bytes, subject: str = "problem") -> Problem:
    """The problem written in `text`.

    Raises:
        FileError: with a `bad-problem` finding for everything that is wrong, up to a limit.
    """
    return _Reader(subject).problem(text)


def answer_json(problem: Problem, solution: Solution) -> str:
    """The answer as one JSON object, with names instead of numbers; the same text for the same solution."""
    answer: dict[str, object] = {
        "cost": solution.cost,
        "bound": solution.bound,
        "optimal": solution.optimal,
        "certified": solution.certified,
        "methods": list(solution.methods),
    }
    if solution.cost is None:
        answer["infeasible"] = [problem.node_names[node] for node in solution.infeasible]
    else:
        formats = problem.formats
        answer["columns"] = dict(zip(problem.node_names, solution.columns, strict=True))
        answer["conversions"] = [
            {"value": problem.value_names[c.value], "from": formats[c.src], "to": formats[c.dst]}
            for c in solution.conversions
        ]
        if problem.heavy:
            answer["baseline"] = greedy(problem).cost
    return json.dumps(answer, ensure_ascii=False, allow_nan=False)


def solve_problem_file(path: str | Path, *, time_limit_s: float = 30.0) -> tuple[int, str]:
    """Solve the problem in a file: (exit code, JSON text); 0 with an assignment, 1 without.

    Raises:
        FileError: when the file cannot be read or is malformed (exit code 2).
    """
    subject = str(path)
    try:
        size_bytes = Path(path).stat().st_size
        if size_bytes > MOST_BYTES:
            message = f"the file has {size_bytes} bytes, more than {MOST_BYTES}"
            raise FileError(finding("file-too-large", subject, message))
        text = Path(path).read_bytes()
    except OSError as error:
        raise FileError(finding("file-missing", subject, f"cannot be read: {error.strerror}")) from None
    problem = read_problem(text, subject)
    solution = solve(problem, time_limit_s=time_limit_s)
    return (1 if solution.cost is None else 0), answer_json(problem, solution)
