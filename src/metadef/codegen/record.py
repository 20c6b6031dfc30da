"""What a generator is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from jinja2 import Environment

from metadef.codegen.names import file_stems
from metadef.definitions.declaration import Declaration
from metadef.ops.proto import OpProto

__all__ = ["Generator", "Job"]


@dataclass(frozen=True)
class Job:
    """The operators to generate from, and the templates to do it with."""

    declarations: tuple[Declaration, ...]  # in the order of their names, each name once
    templates: Environment  # the user's templates before ours
    families: Mapping[str, str] = field(default_factory=dict[str, str])  # operator to family, where it is known

    @cached_property
    def protos(self) -> tuple[OpProto, ...]:
        return tuple(declaration.proto for declaration in self.declarations)

    @cached_property
    def stems(self) -> dict[str, str]:
        """Operator to the stem of its file: safe on every file system, and different also where case does not count."""
        return file_stems(proto.name for proto in self.protos)

    @cached_property
    def by_family(self) -> dict[str, tuple[Declaration, ...]]:
        """The declarations of each family, by its name; those without one are of the family `custom`."""
        groups: dict[str, list[Declaration]] = {}
        for declaration in self.declarations:
            groups.setdefault(self.families.get(declaration.proto.name, "custom"), []).append(declaration)
        return {family: tuple(groups[family]) for family in sorted(groups)}

    def render(self, template: str, **values: object) -> str:
        """The text that a template makes of values."""
        return self.templates.get_template(template).render(values)


# Path below the output folder, with "/" between parts, to text. The same job always gives the same texts.
Generator: TypeAlias = Callable[[Job], Mapping[str, str]]
