"""Breaks that an upgrade step makes good, and skeletons of the steps that are missing.

A break of WIRE or GRAPH is covered when a step of the operator carries a witness over: the call that was legal and is
refused becomes legal again with the attributes that the step gives it. So a step for one change does not hide another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from metadef.compat.compare import OpSet
from metadef.compat.record import Change, Promise
from metadef.compat.witness import Witness, find_witness, still_legal
from metadef.errors import Severity
from metadef.ops.proto import OpProto
from metadef.ops.steps import STEPS, Step, current_version

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
    before, after = old.get(change.op), new.get(change.op)
    own = steps.get(change.op, ())
    if before is not None and after is not None and own:
        witness = find_witness(change, before, after)
        if witness is not None and _carries(own, witness, before, after):
            note = f"covered by the upgrade step to version {own[-1].to}"
            return replace(change, severity=Severity.WARNING, note=_joined(change.note, note))
    return replace(change, note=_joined(change.note, "no upgrade step")) if after is not None else change


def _carries(steps: Sequence[Step], witness: Witness, old: OpProto, new: OpProto) -> bool:
    sample = witness.sample
    if sample is None or witness.kind != "refused":
        return False
    for step in steps:
        attrs = step.upgrade(sample.attrs)
        if attrs != sample.attrs and still_legal(old, new, replace(sample, attrs=attrs)):
            return True
    return False


def _joined(note: str, more: str) -> str:
    return f"{note}; {more}" if note else more


def scaffold(changes: Iterable[Change], old: OpSet, new: OpSet, steps: Sequence[Step] = STEPS) -> str:
    """Python text with one step for every operator that has a break without one, to be filled in.

    The text names what changed and what the attributes were and are; it runs as it is, and leaves calls as they are.
    """
    open_ops: dict[str, list[Change]] = {}
    for change in changes:
        if (
            not _STORED.isdisjoint(change.promises)
            and "covered by" not in change.note
            and change.op in old
            and change.op in new
        ):
            open_ops.setdefault(change.op, []).append(change)
    parts = [_step(op, found, old[op], new[op], steps) for op, found in open_ops.items()]
    head = (
        '"""Upgrade steps: how calls that were saved with an older release are carried over.\n\n'
        "A step gets the attributes of an older call and returns those of the newer one that means the same; the way\n"
        'back returns None where the older version cannot say it.\n"""\n\n'
        "from metadef.ops.steps import Step\nfrom metadef.types.attrs import Attrs\n"
    )
    names = ", ".join(_name(op) for op in open_ops)
    return f"{head}{''.join(parts)}\n\nSTEPS = ({names}{',' if len(open_ops) == 1 else ''})\n"


def _name(op: str) -> str:
    return "STEP_" + "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in op)


def _step(op: str, changes: Sequence[Change], old: OpProto, new: OpProto, steps: Sequence[Step]) -> str:
    version = current_version(op, steps) + 1
    told = "".join(f"# {_line(change.subject)}: {_line(change.hit.message)} [{change.rule}]\n" for change in changes)
    added = tuple(spec.name for spec in new.attrs if spec.name not in old.attr_index)
    name = _name(op).removeprefix("STEP_").lower()
    return (
        f"\n\n{told}# before: {_attrs(old)}\n# now:    {_attrs(new)}\n"
        f"def upgrade_{name}(attrs: Attrs) -> Attrs:\n    return attrs\n\n\n"
        f"def downgrade_{name}(attrs: Attrs) -> Attrs | None:\n    return attrs\n\n\n"
        f"{_name(op)} = Step({op!r}, {version}, {added!r}, upgrade_{name}, downgrade_{name})\n"
    )


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
