"""After a `.mdef` was read: calls that were saved with other prototypes than today's are carried over, or it is said
exactly what is missing.

The file tells the prototype that each operator had and the version of its calls. Attributes went through the upgrade
steps while the file was read; here ports are matched by name, operators that a step renamed are found under their new
name, and a call that left an attribute out keeps the default of its day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from metadef.codec.base import Loaded
from metadef.compat.negotiate import Party, negotiate
from metadef.errors import Finding, MetadefError, finding
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs
from metadef.ops.builtin import BUILTIN, is_opaque
from metadef.ops.carry import carry_call, same_interface
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.ops.steps import Step
from metadef.types.attrs import Attrs
from metadef.version import ShortVersion, VersionRange

__all__ = ["carry_over"]

_NAMED = 5  # nodes that a finding names


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the calls of one stored prototype are carried over."""

    old: OpProto
    new: OpProto
    version: int
    newest: int
    steps: tuple[Step, ...]  # after the version of the calls
    is_renamed: bool


def carry_over(loaded: Loaded, subject: str) -> Loaded:
    """The graph with calls of today's prototypes, and findings on what changed and what could not be carried over."""
    graph = loaded.graph
    plans: dict[str, list[_Plan]] = {}
    for old, version in loaded.stored:
        plan = _plan(old, version, graph.registry)
        if plan is not None:
            plans.setdefault(old.name, []).append(plan)
    if not plans:
        return loaded
    told: Counter[tuple[str, str]] = Counter()
    stops: dict[tuple[str, str], tuple[_Plan, list[str]]] = {}
    refusals: list[Finding] = []
    for each in all_graphs(graph):
        for node in list(each.nodes):
            plan = _plan_of(node, plans)
            if plan is None:
                continue
            notes, problems = _carry(node, plan, refusals)
            for problem in problems:
                stops.setdefault((plan.old.name, problem), (plan, []))[1].append(node.name)
            if notes and not problems:
                told[plan.old.name, "; ".join(notes)] += 1
    graph.journal.forget()
    handled = {f"{subject}: operator {name}" for name in plans}
    findings = [item for item in loaded.findings if item.name != "operator-from-file" or item.subject not in handled]
    findings += [
        finding("prototype-carried-over", f"{subject}: operator {op}", f"{_calls(count)} carried over: {notes}")
        for (op, notes), count in told.items()
    ]
    findings += [_stopped(subject, op, problem, *stop) for (op, problem), stop in stops.items()]
    return replace(loaded, findings=(*findings, *refusals))


def _plan(old: OpProto, version: int, registry: Registry) -> _Plan | None:
    """None where calls read the same today, and where nobody knows the operator."""
    renamed = [step for step in registry.steps if step.was == old.name]
    new = registry.find(renamed[-1].op if renamed else old.name)
    if new is None or old.name in BUILTIN or is_opaque(old):
        return None
    newest = registry.version_of(new.name)
    if renamed:
        first = renamed[-1].to
        steps = tuple(step for step in registry.steps if step.op == new.name and step.to >= first)
        return _Plan(old, new, version, newest, steps, is_renamed=True)
    if same_interface(old, new):
        return None
    steps = tuple(step for step in registry.steps if step.op == new.name and step.to > version)
    return _Plan(old, new, version, newest, steps, is_renamed=False)


def _plan_of(node: Node, plans: dict[str, list[_Plan]]) -> _Plan | None:
    """WHY not by name alone: a file may hold two prototypes of one name."""
    for plan in plans.get(node.op, ()):
        same = node.proto.inputs == plan.old.inputs and node.proto.outputs == plan.old.outputs
        if same or (node.proto is plan.new and len(plans[node.op]) == 1):
            return plan
    return None


def _carry(node: Node, plan: _Plan, refusals: list[Finding]) -> tuple[Sequence[str], Sequence[str]]:
    """Turn one node into a call of today's prototype; notes, and problems where it stays as it is."""
    attrs = node.attrs
    if plan.is_renamed:
        for step in plan.steps:
            attrs = step.upgraded(attrs)
    carried = carry_call(plan.old, plan.new, _members(node, plan.old), attrs, plan.steps)
    if carried.problems:
        return (), carried.problems
    new, notes = plan.new, [*carried.notes]
    if plan.is_renamed:
        notes.insert(0, f"{plan.old.name} is {new.name} now")
    if node.proto is new and not notes and carried.attrs == node.attrs:
        return (), ()
    if node.proto is new and not plan.is_renamed:  # WHY: only a change of ports needs the call to be checked anew
        return _with_attrs(node, carried.attrs, notes, refusals)
    inputs = [
        members if port.kind.value == "dynamic" else members[0]
        for port, members in zip(new.inputs, carried.inputs, strict=True)
    ]
    try:
        node.graph.set_call(node, new, inputs, carried.attrs)
    except MetadefError as error:
        refusals += error.findings
        return (), ()
    return notes, ()


def _with_attrs(node: Node, attrs: Attrs, notes: list[str], refusals: list[Finding]) -> tuple[list[str], list[str]]:
    try:
        node.graph.set_attrs(node, attrs)
    except MetadefError as error:
        refusals += error.findings
        return [], []
    return notes, []


def _members(node: Node, old: OpProto) -> list[tuple[Value | None, ...]]:
    counts = node.counts or (1,) * len(old.inputs)
    found: list[tuple[Value | None, ...]] = []
    at = 0
    for count in counts:
        found.append(node.inputs[at : at + count])
        at += count
    return found


def _stopped(subject: str, op: str, problem: str, plan: _Plan, nodes: list[str]) -> Finding:
    shown = ", ".join(nodes[:_NAMED]) + (f" and {len(nodes) - _NAMED} more" if len(nodes) > _NAMED else "")
    message = f"{_calls(len(nodes))} cannot be carried over: {problem} ({shown})"
    place = f"{subject}: operator {op}"
    if plan.version > plan.newest:
        writes = VersionRange.exactly(ShortVersion(plan.version))
        reads = VersionRange.parse(f">=1 <={plan.newest}", ShortVersion)
        parties = [Party(subject, "writes", {op: writes}), Party("the registry", "reads", {op: reads})]
        (conflict,) = negotiate(parties).findings
        hint = f"a newer registry, or the file written again with {op} in version {plan.newest}"
        return replace(conflict, subject=place, message=f"{conflict.message}; {message}", hint=hint)
    return finding(
        "prototype-not-carried",
        place,
        message,
        expected=_interface(plan.new),
        got=_interface(plan.old),
        defined=plan.new.span,
        hint=f"an upgrade step of {plan.new.name} to version {plan.newest + 1}: `metadef compat --scaffold`",
    )


def _calls(count: int) -> str:
    return "one call" if count == 1 else f"{count} calls"


def _interface(proto: OpProto) -> str:
    """`x, bias? -> y, attributes axis, mode!`, as a finding shows a prototype."""
    mark = {"required": "", "optional": "?", "dynamic": "..."}
    left, right = (
        ", ".join(port.name + mark[port.kind.value] for port in ports) for ports in (proto.inputs, proto.outputs)
    )
    attrs = ", ".join(spec.name + ("!" if spec.required else "") for spec in proto.attrs)
    return f"{left} -> {right}" + (f"; attributes {attrs}" if attrs else "")
