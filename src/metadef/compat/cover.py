"""Breaks that an upgrade step makes good, and skeletons of the steps that are missing.

A break of WIRE or GRAPH is covered when the steps of the operator carry a witness over, by the function that loading
uses: the call that is refused becomes legal with the attributes and names that the steps give it; a stored node that is
read as something else has every port that moved named by a step. So a step for one change does not hide another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from metadef.compat.calls import Sample, is_legal
from metadef.compat.compare import OpSet
from metadef.compat.pair import Pair
from metadef.compat.record import Change, Promise
from metadef.compat.witness import Witness, find_witness
from metadef.errors import Severity
from metadef.ops.carry import carry_call
from metadef.ops.ports import Port
from metadef.ops.proto import OpProto
from metadef.ops.steps import STEPS, Step, current_version
from metadef.types.attrs import Attrs
from metadef.types.tensor import TensorDesc

__all__ = ["apply_steps", "scaffold"]

_STORED = frozenset({Promise.WIRE, Promise.GRAPH})


def apply_steps(changes: Iterable[Change], old: OpSet, new: OpSet, steps: Sequence[Step] = STEPS) -> list[Change]:
    """The changes; breaks that a step covers are warnings, the others say that a step is missing."""
    by_op: dict[str, list[Step]] = {}
    for step in steps:
        by_op.setdefault(step.op, []).append(step)
    return [_judged(change, old, new, by_op) for change in changes]


def _judged(change: Change, old: OpSet, new: OpSet, steps: Mapping[str, Sequence[Step]]) -> Change:
    if _STORED.isdisjoint(change.promises):
        return change
    before, after = old.get(change.op), new.get(_now(change))
    if after is None:
        return change
    own = steps.get(after.name, ())
    if before is not None and own:
        if before.name == after.name:
            covered = _covers(change, before, after, own)
        else:
            covered = any(step.was == before.name for step in own)
        if covered:
            note = f"covered by the upgrade step to version {own[-1].to}"
            return replace(change, severity=Severity.WARNING, note=change.noted(note))
    return replace(change, note=change.noted("no upgrade step"))


def _now(change: Change) -> str:
    """The operator's name in the new set."""
    return change.hit.got if change.rule == "op-renamed" else change.op


def _covers(change: Change, old: OpProto, new: OpProto, steps: Sequence[Step]) -> bool:
    """Whether the steps from some version on carry a witness of the change over."""
    witness = find_witness(change, old, new)
    if witness is None or witness.sample is None:
        return False
    return any(_carries(steps[first:], witness, witness.sample, old, new) for first in range(len(steps)))


def _carries(steps: Sequence[Step], witness: Witness, sample: Sample, old: OpProto, new: OpProto) -> bool:
    attrs: Attrs = sample.attrs
    for step in steps:
        attrs = step.upgraded(attrs)
    carried = carry_call(old, new, _members(sample), attrs, steps)
    counts = tuple(map(len, carried.inputs))
    flat = tuple(member for members in carried.inputs for member in members)
    if carried.problems or not is_legal(new, Sample(new.name, flat, counts, carried.attrs)):
        return False
    changed = attrs != sample.attrs
    if witness.kind == "refused":
        return changed or any(step.changes_places for step in steps)
    named = {name for step in steps for name in (*step.inputs, *step.inputs.values())}
    named_outputs = {name for step in steps for name in (*step.outputs, *step.outputs.values())}
    moved, moved_outputs = _moved(old.inputs, new.inputs), _moved(old.outputs, new.outputs)
    return (changed or bool(moved or moved_outputs)) and moved <= named and moved_outputs <= named_outputs


def _members(sample: Sample) -> list[tuple[TensorDesc | None, ...]]:
    found: list[tuple[TensorDesc | None, ...]] = []
    at = 0
    for count in sample.counts:
        found.append(sample.inputs[at : at + count])
        at += count
    return found


def _moved(old: Sequence[Port], new: Sequence[Port]) -> set[str]:
    """Old ports that stand elsewhere, are called otherwise, or take another number of tensors."""
    dynamic = "dynamic"
    now = [(port.name, port.kind.value == dynamic) for port in new]
    return {
        port.name for place, port in enumerate(old) if (port.name, port.kind.value == dynamic) not in now[place:][:1]
    }


def scaffold(changes: Iterable[Change], old: OpSet, new: OpSet, steps: Sequence[Step] = STEPS) -> str:
    """Python text with one step for every operator that has a break without one, to be filled in.

    The text names what changed and what the attributes were and are; ports that moved and names that changed are filled
    in. It runs as it is, and leaves attributes as they are.
    """
    open_ops: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        if (
            not _STORED.isdisjoint(change.promises)
            and "covered by" not in change.note
            and change.op in old
            and _now(change) in new
        ):
            open_ops.setdefault((change.op, _now(change)), []).append(change)
    parts = [_step(found, old[before], new[after], steps) for (before, after), found in open_ops.items()]
    head = (
        '"""Upgrade steps: how calls that were saved with an older release are carried over.\n\n'
        "A step gets the attributes of an older call and returns those of the newer one that means the same; the way\n"
        'back returns None where the older version cannot say it.\n"""\n\n'
        "from metadef.ops.steps import Step\nfrom metadef.types.attrs import Attrs\n"
    )
    names = ", ".join(_name(after) for _, after in open_ops)
    return f"{head}{''.join(parts)}\n\nSTEPS = ({names}{',' if len(open_ops) == 1 else ''})\n"


def _name(op: str) -> str:
    return "STEP_" + "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in op)


def _step(changes: Sequence[Change], old: OpProto, new: OpProto, steps: Sequence[Step]) -> str:
    op = new.name
    version = current_version(op, steps) + 1
    told = "".join(f"# {_line(change.subject)}: {_line(change.hit.message)} [{change.rule}]\n" for change in changes)
    added = tuple(spec.name for spec in new.attrs if spec.name not in old.attr_index)
    name = _name(op).removeprefix("STEP_").lower()
    pair = Pair(old, new)
    places = {
        "inputs": _names(_moved(old.inputs, new.inputs), pair.inputs.both),
        "outputs": _names(_moved(old.outputs, new.outputs), pair.outputs.both),
    }
    more = "".join(f", {key}={names!r}" for key, names in places.items() if names)
    more += f", was={old.name!r}" if old.name != op else ""
    return (
        f"\n\n{told}# before: {_attrs(old)}\n# now:    {_attrs(new)}\n"
        f"def upgrade_{name}(attrs: Attrs) -> Attrs:\n    return attrs\n\n\n"
        f"def downgrade_{name}(attrs: Attrs) -> Attrs | None:\n    return attrs\n\n\n"
        f"{_name(op)} = Step({op!r}, {version}, {added!r}, upgrade_{name}, downgrade_{name}{more})\n"
    )


def _names(moved: set[str], both: Iterable[tuple[Port, Port]]) -> dict[str, str]:
    return {before.name: after.name for before, after in both if before.name in moved}


def _attrs(proto: OpProto) -> str:
    return (
        ", ".join(
            f"{_line(spec.name)} {spec.kind.name}{'' if spec.required else f' = {_line(repr(spec.default))}'}"
            for spec in proto.attrs
        )
        or "no attributes"
    )


def _line(text: str) -> str:
    """Text that stays inside a comment."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:200]
