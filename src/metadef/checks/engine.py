"""Runs the rules over definitions and gives findings in the order of the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from metadef.catalogue import registry
from metadef.checks.config import Config
from metadef.checks.fixes import edit_of
from metadef.checks.record import Edit, Library, Operator, Problem, Rule
from metadef.checks.source_files import SourceFiles
from metadef.checks.suppress import Suppressions
from metadef.checks.table import installed_rules
from metadef.definitions.declaration import Reading
from metadef.definitions.impl_record import ImplRecord
from metadef.errors import Finding, Severity
from metadef.ops.proto import OpProto
from metadef.source import Span

__all__ = ["Outcome", "lint", "lint_with_edits"]

_DEFAULT = Config()


@dataclass(slots=True)
class Outcome:
    """What checking gave."""

    findings: list[Finding] = field(default_factory=list[Finding])
    edits: list[tuple[Finding, Edit]] = field(default_factory=list[tuple[Finding, Edit]])  # the safe fixes
    operators: int = 0  # definitions checked
    suppressed: int = 0  # findings that comments allow


def lint(
    protos: Iterable[OpProto] = (),
    sources: Reading | None = None,
    config: Config = _DEFAULT,
    *,
    catalogue: bool = False,
) -> list[Finding]:
    """Every finding of the selected rules, those of the readers included.

    Args:
        protos: prototypes written in Python.
        sources: what reading files gave (`metadef.definitions.read.read_files`).
        config: which rules run where.
        catalogue: whether `protos` are the catalogue itself, so that it is not compared with itself.
    """
    return lint_with_edits(protos, sources, config, catalogue=catalogue).findings


def lint_with_edits(
    protos: Iterable[OpProto] = (),
    sources: Reading | None = None,
    config: Config = _DEFAULT,
    *,
    catalogue: bool = False,
) -> Outcome:
    """Like `lint`, with the safe fixes and counts."""
    reading = sources or Reading()
    library = _library(protos, reading, catalogue)
    files = SourceFiles()
    engine = _Engine(library, reading.findings, files)
    found = [(item, edit_of(item, files)) for item in reading.findings]
    made = (pair for rule in installed_rules() if config.wants(rule.code, rule.name) for pair in engine.run(rule))
    found += dict.fromkeys(made)  # WHY: a name that stands twice would be blamed twice in the same words
    heads: dict[str, dict[int, int]] = {}
    for operator in library.operators:
        end = operator.declaration.end_line if operator.declaration is not None else operator.span.line
        heads.setdefault(operator.span.file, {})[operator.span.line] = end
    suppressions = Suppressions(files, heads)
    outcome = Outcome(operators=len(library.operators))
    for item, edit in found:
        if suppressions.allows(item):
            outcome.suppressed += 1
        elif config.keeps(item):
            outcome.findings.append(item)
            if edit is not None:
                outcome.edits.append((item, edit))
    if not config.select:  # WHY: with a selection, rules that a comment is about did not all run
        read = dict.fromkeys(operator.span.file for operator in library.operators if operator.declaration is not None)
        outcome.findings += [item for item in suppressions.unused(read) if config.keeps(item)]
    outcome.findings.sort(key=_place)
    return outcome


def _place(item: Finding) -> tuple[str, int, int, str]:
    where = item.where or Span("")
    return where.file, where.line, where.column, item.code


def _library(protos: Iterable[OpProto], reading: Reading, catalogue: bool) -> Library:
    known = registry()
    library = Library()
    library.operators = [Operator(proto, library) for proto in protos]
    library.operators += [Operator(declaration.proto, library, declaration) for declaration in reading.declarations]
    headers: dict[str, OpProto] = {}
    for operator in library.operators:
        if not operator.has_columns and not operator.is_data:
            headers.setdefault(operator.proto.name, operator.proto)
    library.headers = headers
    impls: dict[str, list[ImplRecord]] = {}
    for impl in reading.impls:
        impls.setdefault(impl.op, []).append(impl)
    library.impls = impls
    names = set(known.names())
    library.names = frozenset(names | {operator.proto.name for operator in library.operators})
    if not catalogue:
        library.catalogue = lambda name: known.lookup(name) if name in names else None
    return library


class _Engine:
    def __init__(self, library: Library, read: Sequence[Finding], files: SourceFiles) -> None:
        self.library, self.files = library, files
        self.same_name: dict[str, list[Operator]] = {}
        for operator in library.operators:
            self.same_name.setdefault(operator.proto.name, []).append(operator)
        # WHY: a reader names the same offence with an exact place; one finding is enough
        self.reported = {
            (item.name, item.subject.split(" ", 1)[0].rstrip(":"), item.where.file if item.where else "")
            for item in read
        }

    def run(self, rule: Rule) -> Iterator[tuple[Finding, Edit | None]]:
        for operator, problem in self.problems(rule):
            yield self.finding(rule, operator, problem), problem.edit

    def problems(self, rule: Rule) -> Iterator[tuple[Operator, Problem]]:
        if rule.library is not None:
            yield from rule.library(self.library)
            return
        if rule.sources is not None:
            for operators in self.same_name.values():
                if len(operators) > 1:
                    yield from rule.sources(operators)
            return
        for operator in self.library.operators:
            if not self.covered(rule, operator):
                yield from ((operator, problem) for problem in self.of_one(rule, operator))

    def of_one(self, rule: Rule, operator: Operator) -> Iterator[Problem]:
        if rule.operator is not None:
            yield from rule.operator(operator)
        columns = operator.declaration.columns if operator.declaration is not None else None
        if rule.columns is not None and columns is not None:
            for soc in columns.socs:
                yield from rule.columns(operator, soc)
        if rule.comment is not None and operator.declaration is not None and operator.declaration.doc:
            yield from rule.comment(operator, self.files.comment(operator.span))

    def covered(self, rule: Rule, operator: Operator) -> bool:
        name, file = operator.proto.name, operator.span.file
        return any((covering, name, file) in self.reported for covering in rule.covered_by)

    def finding(self, rule: Rule, operator: Operator, problem: Problem) -> Finding:
        name = operator.proto.name
        where = problem.where or operator.span
        if problem.where is None and operator.declaration is not None:
            where = self.files.place(operator.span, operator.declaration.end_line, problem.at)
        return Finding(
            rule.code,
            rule.name,
            Severity(rule.severity),
            f"{name} {problem.at}" if problem.at else name,
            problem.message,
            problem.expected,
            problem.got,
            where,
            problem.defined,
            problem.hint,
        )
