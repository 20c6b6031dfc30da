"""The policy: which promises each change breaks, how severe that is, and which part of the version must grow.

One line a rule. WIRE: saved bytes decode to the same. GRAPH: legal graphs and calls stay legal. SOURCE: code that
builds graphs, and generated code, compiles unchanged. BEHAVIOUR: the same graph computes the same. A rule that breaks
nothing only asks for a minor or patch version. Every line needs a file in `rules/` (or is a rule over whole sets or
schemas), and every file a line; a test says so. Source: facts seed_vs_reality.md, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass

from metadef.compat.record import Bump, Promise
from metadef.errors import Severity

__all__ = ["POLICY", "SCHEMA_RULES", "SET_RULES", "Policy"]

_TABLE = """
op-removed                   WIRE GRAPH SOURCE            error    major
op-renamed                   WIRE GRAPH SOURCE            error    major
op-added                     -                            info     minor
op-deprecated                -                            warning  minor
op-revived                   -                            info     patch
since-raised                 -                            warning  minor
input-removed                WIRE GRAPH SOURCE            error    major
input-renamed                WIRE GRAPH SOURCE            error    major
inputs-reordered             WIRE SOURCE                  error    major
required-input-added         GRAPH SOURCE                 error    major
optional-input-inserted      WIRE SOURCE                  error    major
optional-input-appended      -                            info     minor
input-became-required        GRAPH SOURCE                 error    major
input-became-optional        -                            info     minor
input-became-dynamic         WIRE SOURCE                  error    major
input-no-longer-dynamic      WIRE GRAPH SOURCE            error    major
input-dtypes-narrowed        GRAPH                        error    major
input-dtypes-widened         -                            info     minor
output-removed               WIRE GRAPH SOURCE            error    major
output-renamed               WIRE SOURCE                  error    major
outputs-reordered            WIRE SOURCE                  error    major
output-added                 WIRE SOURCE                  error    major
output-arity-changed         WIRE SOURCE                  error    major
output-dtypes-widened        BEHAVIOUR                    error    major
output-dtypes-narrowed       -                            info     minor
required-attr-added          GRAPH SOURCE                 error    major
optional-attr-added          -                            info     minor
attr-removed                 GRAPH SOURCE                 error    major
attr-renamed                 WIRE GRAPH SOURCE            error    major
attr-kind-changed            WIRE GRAPH SOURCE            error    major
attr-default-changed         BEHAVIOUR                    error    major
attr-became-required         GRAPH SOURCE                 error    major
attr-became-optional         -                            info     minor
attrs-reordered              -                            warning  minor
attr-constraint-tightened    GRAPH                        error    major
attr-constraint-loosened     -                            info     minor
attr-constraint-reworded     -                            warning  patch
types-tied                   GRAPH                        error    major
types-untied                 BEHAVIOUR                    error    major
promotion-changed            BEHAVIOUR                    error    major
members-must-agree           GRAPH                        error    major
members-may-differ           -                            info     minor
rank-pattern-tightened       GRAPH                        error    major
rank-pattern-loosened        -                            info     minor
graph-slot-added             WIRE SOURCE                  error    major
graph-slot-removed           WIRE SOURCE                  error    major
graph-slot-arity-changed     WIRE SOURCE                  error    major
in-place-added               BEHAVIOUR                    error    major
in-place-removed             BEHAVIOUR                    error    major
law-added                    GRAPH                        error    major
law-unproven                 -                            warning  minor
law-removed                  -                            info     minor
format-column-removed        BEHAVIOUR                    error    major
format-column-added          -                            info     minor
layout-class-changed         -                            warning  minor
conversions-narrowed         BEHAVIOUR                    error    major
conversions-widened          -                            info     minor
shape-rule-removed           BEHAVIOUR                    error    major
shape-rule-added             -                            info     minor
shape-rule-changed           BEHAVIOUR                    error    major
dtype-rule-changed           BEHAVIOUR                    error    major
trait-lost                   BEHAVIOUR                    error    major
trait-gained                 -                            warning  minor
fusion-changed               -                            info     patch
perf-hint-changed            -                            info     patch
category-changed             -                            info     patch
doc-changed                  -                            info     patch
port-doc-changed             -                            info     patch
attr-doc-changed             -                            info     patch
schema-message-removed       WIRE SOURCE                  error    major
schema-message-added         -                            info     minor
schema-field-removed         WIRE SOURCE                  error    major
schema-field-reserved        SOURCE                       error    major
schema-field-added           -                            info     minor
schema-field-renamed         WIRE SOURCE                  error    major
schema-field-number-changed  WIRE                         error    major
schema-field-type-changed    WIRE SOURCE                  error    major
schema-field-type-widened    SOURCE                       error    major
schema-field-label-changed   WIRE SOURCE                  error    major
schema-reserved-number-used  WIRE                         error    major
schema-reserved-name-used    WIRE SOURCE                  error    major
schema-reservation-lifted    WIRE                         error    major
schema-enum-removed          WIRE SOURCE                  error    major
schema-enum-value-removed    WIRE SOURCE                  error    major
schema-enum-value-added      -                            info     minor
schema-enum-number-changed   WIRE                         error    major
schema-enum-number-reused    WIRE                         error    major
"""

SET_RULES = frozenset({"op-removed", "op-renamed", "op-added"})  # seen on whole sets, not on one operator
SCHEMA_RULES = frozenset(line.split()[0] for line in _TABLE.splitlines() if line.startswith("schema-"))


@dataclass(frozen=True, slots=True)
class Policy:
    """What a change means."""

    promises: tuple[Promise, ...]  # that it breaks
    severity: Severity
    bump: Bump


def _read(line: str) -> tuple[str, Policy]:
    name, *promises, severity, bump = line.split()
    broken = tuple(Promise[word] for word in promises if word != "-")
    return name, Policy(broken, Severity(severity), Bump[bump.upper()])


POLICY: dict[str, Policy] = dict(_read(line) for line in _TABLE.strip().splitlines())
