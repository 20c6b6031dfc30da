"""Versions of operators: what a release changed in one, and how a call is carried over, there and back.

An operator begins at version 1 and every step adds one. Steps are only ever added: a file that was written with
version n is read through the steps n → n + 1 → …, and written for an older reader through the same steps backwards.
The prototypes of the registry are always the newest.

>>> current_version("Range"), current_version("Relu")
(2, 1)
>>> downgraded("Range", Attrs(is_closed=False), 1)
{}
>>> downgraded("Range", Attrs(is_closed=True), 1) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from metadef.errors import MetadefError
from metadef.types.attrs import Attrs, AttrValue
from metadef.types.dtype import DataType

__all__ = ["STEPS", "UNTOLD", "Step", "attrs_added", "current_version", "downgraded", "upgraded", "versions"]


@dataclass(frozen=True, slots=True)
class Step:
    """What the version `to` of an operator changed against the one before.

    Attributes:
        added: attributes that the older prototype does not have.
        upgrade: attributes of an older call to those of a newer one that means the same.
        downgrade: the way back; None where the older version cannot say it.
        inputs: older to newer name of every input that was renamed or has moved; there is no way back then.
        outputs: the same for outputs.
        was: the operator's name before, where the step renames it.
    """

    op: str
    to: int
    added: tuple[str, ...]
    upgrade: Callable[[Attrs], Attrs]
    downgrade: Callable[[Attrs], Attrs | None]
    inputs: Mapping[str, str] = field(default_factory=dict[str, str])
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    was: str = ""

    @property
    def changes_places(self) -> bool:
        """Whether more than attributes changes."""
        return bool(self.inputs or self.outputs or self.was)

    def upgraded(self, attrs: Attrs) -> Attrs:
        """What `upgrade` makes of attributes.

        Raises:
            MetadefError: if it fails, or gives no attributes: steps are somebody's own code.
        """
        found = self._run(self.upgrade, attrs)
        if not isinstance(found, Attrs):
            raise self._broken(f"gives {type(found).__name__} and not Attrs")
        return found

    def downgraded(self, attrs: Attrs) -> Attrs | None:
        """What `downgrade` makes of attributes.

        Raises:
            MetadefError: as `upgraded`.
        """
        found = self._run(self.downgrade, attrs)
        if found is not None and not isinstance(found, Attrs):
            raise self._broken(f"gives {type(found).__name__} and not Attrs")
        return found

    def _run(self, function: Callable[[Attrs], object], attrs: Attrs) -> object:
        try:
            return function(attrs)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise self._broken(f"fails with {type(error).__name__}: {error}"[:300]) from error

    def _broken(self, message: str) -> MetadefError:
        return MetadefError.of("bad-usage", f"upgrade step of {self.op} to version {self.to}", message)


def attrs_added(op: str, to: int, /, **before: AttrValue) -> Step:
    """Attributes were added whose defaults mean what the operator did `before`."""

    def downgrade(attrs: Attrs) -> Attrs | None:
        if any(attrs.get(name, value) != value for name, value in before.items()):
            return None
        return attrs.without(*before)

    return Step(op, to, tuple(before), lambda attrs: attrs, downgrade)


# Source: the headers of the 910 generation against those of today; facts ops_graphengine, ops_opsmath, ops_opsnn
STEPS: tuple[Step, ...] = (
    attrs_added("Range", 2, is_closed=False),
    attrs_added("ScatterElementsV2", 2, include_self=True),
    attrs_added("Sort", 2, y2_dtype=DataType.INT32),
    attrs_added("TopKV2", 2, indices_dtype=DataType.INT32.ge_value),
)


def versions(steps: Sequence[Step] = STEPS) -> Mapping[str, int]:
    """The newest version of every operator that has more than one.

    Raises:
        ValueError: if the steps of an operator leave a number out.
    """
    found: dict[str, int] = {}
    for step in steps:
        if step.to != found.get(step.op, 1) + 1:
            raise ValueError(f"the step of {step.op} to version {step.to} follows version {found.get(step.op, 1)}")
        found[step.op] = step.to
    return found


_NEWEST = versions()

# versions of the calls in files that tell none, which `.mdef` 1.0 and major version 0 do not; never changed
UNTOLD: Mapping[str, int] = {"Range": 2, "ScatterElementsV2": 2, "Sort": 2, "TopKV2": 2}


def current_version(op: str, steps: Sequence[Step] = STEPS) -> int:
    """The version of an operator that this release knows."""
    return (_NEWEST if steps is STEPS else versions(steps)).get(op, 1)


def upgraded(op: str, attrs: Attrs, version: int, steps: Sequence[Step] = STEPS) -> Attrs:
    """The attributes of a call of the given version, as the newest version says them."""
    for step in steps:
        if step.op == op and step.to > version:
            attrs = step.upgraded(attrs)
    return attrs


def downgraded(op: str, attrs: Attrs, version: int, steps: Sequence[Step] = STEPS) -> Attrs | None:
    """The attributes of a call of the newest version, as an older one says them; None where it cannot."""
    for step in reversed(steps):
        if step.op == op and step.to > version:
            found = None if step.changes_places else step.downgraded(attrs)
            if found is None:
                return None
            attrs = found
    return attrs
