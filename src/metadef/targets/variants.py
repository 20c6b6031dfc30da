"""Derived compile parameters: from attributes, shapes, types and the chip to a variant, by the rules of a file.

A condition on something that is not known yet (a definition has no shapes, a call does) stays open: the decision then
has candidates, each with what would have to hold, instead of a guess. The rules are in `variants.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from metadef.errors import FileError, Finding, did_you_mean, finding
from metadef.source import Span
from metadef.targets.chip import Chip
from metadef.toml_file import read_toml
from metadef.types.dtype import DataType

__all__ = ["Candidate", "Decision", "Facts", "Rule", "builtin_rules", "decide", "read_rules"]

_LARGEST_BYTES = 1 << 20
_KEYS = ("op", "parameter", "variant", "why", "architecture", "attr", "dim", "dtype", "from_attr")
_BOUNDS = ("min", "max", "multiple")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one call. What is missing is open, not absent."""

    attrs: Mapping[str, object] = field(default_factory=dict[str, object])
    dims: Mapping[str, int] = field(default_factory=dict[str, int])  # "filter.H" to 3
    dtypes: Mapping[str, DataType] = field(default_factory=dict[str, DataType])  # by port; the first input also as "0"
    attr_names: frozenset[str] = frozenset()  # attributes that the operator has


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a decision list."""

    ops: tuple[str, ...]
    parameter: str
    variant: str
    why: str
    architectures: tuple[str, ...] = ()
    attrs: tuple[tuple[str, object], ...] = ()
    dims: tuple[tuple[str, object], ...] = ()
    dtypes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    from_attr: str = ""

    @property
    def is_last(self) -> bool:
        return not (self.architectures or self.attrs or self.dims or self.dtypes or self.from_attr)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A variant, and what would have to hold for it; nothing when only the ones before must fail."""

    variant: str
    when: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What the rules say of one parameter."""

    parameter: str
    candidates: tuple[Candidate, ...]  # in order; the first that holds decides

    @property
    def variant(self) -> str | None:
        """The variant, None while it depends on something that is not known."""
        return self.candidates[0].variant if len(self.candidates) == 1 else None


def decide(op: str, chip: Chip, facts: Facts, rules: Sequence[Rule] | None = None) -> list[Decision]:
    """The decision on each parameter that the rules know for an operator.

    >>> from metadef.targets import chip
    >>> attrs = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0], "groups": 1}
    >>> facts = Facts(attrs, {"filter.H": 1, "filter.W": 1, "x.C": 64}, {"x": DataType.FLOAT16, "0": DataType.FLOAT16})
    >>> {item.parameter: item.variant for item in decide("Conv2D", chip("Ascend910B1"), facts)}
    {'algorithm': 'pointwise', 'channels': 'blocked', 'stride': 'none', 'cube_k0': '16'}
    """
    found: dict[str, list[Candidate]] = {}
    closed: set[str] = set()
    for rule in builtin_rules() if rules is None else rules:
        if op not in rule.ops or rule.parameter in closed:
            continue
        if rule.from_attr and rule.from_attr not in facts.attr_names:
            continue
        open_conditions = _open(rule, chip, facts)
        if open_conditions is None:
            continue
        variant = (
            str(facts.attrs.get(rule.from_attr, f"the value of {rule.from_attr}")) if rule.from_attr else rule.variant
        )
        found.setdefault(rule.parameter, []).append(Candidate(variant, tuple(open_conditions), rule.why))
        if not open_conditions:
            closed.add(rule.parameter)
    return [Decision(name, tuple(candidates)) for name, candidates in found.items()]


def _open(rule: Rule, chip: Chip, facts: Facts) -> list[str] | None:
    """The conditions that are not known; None when one of them fails."""
    if rule.architectures and chip.architecture not in rule.architectures:
        return None
    still: list[str] = []
    if rule.from_attr and rule.from_attr not in facts.attrs:
        still.append(f"{rule.from_attr} is given")
    checks: tuple[tuple[Mapping[str, object], tuple[tuple[str, object], ...]], ...] = (
        (facts.attrs, rule.attrs),
        (facts.dims, rule.dims),
    )
    for known, conditions in checks:
        for name, wanted in conditions:
            if name not in known:
                still.append(f"{name} {_words(wanted)}")
            elif not _holds(known[name], wanted):
                return None
    for port, names in rule.dtypes:
        dtype = facts.dtypes.get(port)
        if dtype is None:
            still.append(f"{'the first input' if port == '0' else port} is {' or '.join(names)}")
        elif dtype.name not in names:
            return None
    return still


def _holds(value: object, wanted: object) -> bool:
    if isinstance(value, list | tuple):
        return all(_holds(item, wanted) for item in cast("Sequence[object]", value))
    if isinstance(wanted, list):
        return any(_holds(value, item) for item in cast("list[object]", wanted))
    if isinstance(wanted, dict):
        bounds = cast("dict[str, int]", wanted)
        if not isinstance(value, int | float):
            return False
        return (
            value >= bounds.get("min", value)
            and value <= bounds.get("max", value)
            and value % bounds.get("multiple", 1) == 0
        )
    return value == wanted


def _words(wanted: object) -> str:
    if isinstance(wanted, dict):
        words = {"min": ">=", "max": "<=", "multiple": "a multiple of"}
        return " and ".join(f"{words[key]} {value}" for key, value in cast("dict[str, int]", wanted).items())
    if isinstance(wanted, list):
        return "= " + " or ".join(str(item) for item in cast("list[object]", wanted))
    return f"= {wanted}"


@cache
def builtin_rules() -> tuple[Rule, ...]:
    """The rules of this package."""
    return read_rules(Path(__file__).parent / "variants.toml")


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Rules of a TOML file of the form of `variants.toml`.

    Raises:
        FileError: if it cannot be read or is malformed, with a finding for everything that is wrong.
    """
    document = read_toml(path, _LARGEST_BYTES, "a file of rules", "variant-rules-malformed")
    findings: list[Finding] = []

    def report(place: str, message: str, hint: str = "") -> None:
        where = Span(str(path), path=place)
        findings.append(finding("variant-rules-malformed", f"{path} at {place}", message, where=where, hint=hint))

    if document.get("schema_version") != 1:
        report("$.schema_version", "the version of the form is 1")
    tables = document.get("rule", [])
    rules = [_rule(table, f"$.rule[{n}]", report) for n, table in enumerate(cast("list[Any]", _listed(tables)))]
    last: dict[tuple[str, str], bool] = {}
    for number, rule in enumerate(rules):
        for op in rule.ops:
            if last.get((op, rule.parameter)):
                report(f"$.rule[{number}]", f"never asked for {op}: a rule without conditions stands before it")
            last[op, rule.parameter] = last.get((op, rule.parameter), False) or rule.is_last
    for (op, parameter), closed in last.items():
        if not closed:
            report("$.rule", f"{op} {parameter} needs a last rule without conditions")
    if findings:
        raise FileError(findings)
    return tuple(rules)


def _listed(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _rule(table: Any, place: str, report: Any) -> Rule:
    table = cast("dict[str, Any]", table) if isinstance(table, dict) else {}
    for key in table:
        if key not in _KEYS:
            report(f"{place}.{key}", f"`{key}` is not a key of a rule", did_you_mean(key, _KEYS))
    ops, architectures = (
        tuple(item for item in _listed(table.get(key, [])) if isinstance(item, str)) for key in ("op", "architecture")
    )
    texts = {key: table.get(key, "") for key in ("parameter", "variant", "why", "from_attr")}
    for key, text in texts.items():
        if not isinstance(text, str) or (key in ("parameter", "why") and not text):
            report(f"{place}.{key}", f"`{key}` is a text")
            texts[key] = ""
    if not ops:
        report(f"{place}.op", "a rule is about operators")
    if bool(texts["variant"]) == bool(texts["from_attr"]):
        report(place, "a rule has `variant` or `from_attr`, one of the two")
    tables = {key: table.get(key, {}) for key in ("attr", "dim", "dtype")}
    for key, entries in tables.items():
        if not isinstance(entries, dict):
            report(f"{place}.{key}", f"`{key}` is a table of conditions")
            tables[key] = {}
    for key in ("attr", "dim"):
        for name, wanted in tables[key].items():
            if isinstance(wanted, dict):
                bounds = cast("dict[str, object]", wanted)
                if not bounds or not all(
                    b in _BOUNDS and type(v) is int and (b != "multiple" or v > 0) for b, v in bounds.items()
                ):
                    report(f"{place}.{key}.{name}", f"bounds are {', '.join(_BOUNDS)} with whole numbers")
                    tables[key] = {}
                    break
    for port, names in tables["dtype"].items():
        for word in _listed(names) or [""]:
            if word not in DataType.__members__:
                report(
                    f"{place}.dtype.{port}", f"{word} is no data type", did_you_mean(str(word), DataType.__members__)
                )
    return Rule(
        ops,
        texts["parameter"],
        texts["variant"],
        texts["why"],
        architectures,
        tuple(tables["attr"].items()),
        tuple(tables["dim"].items()),
        tuple((port, tuple(map(str, _listed(names)))) for port, names in tables["dtype"].items()),
        texts["from_attr"],
    )
