"""What a C++ constant can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from metadef.types.dtype import DataType

__all__ = ["Constructed", "CppValue", "CppValueError", "TypeName", "Unresolved"]


class CppValueError(ValueError):
    """The text is no constant expression; `offset` says where it stops being one."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class TypeName:
    """A `DT_...` name used as a value; `valid` is False for a misspelling."""

    text: str
    dtype: DataType
    valid: bool = True


@dataclass(frozen=True, slots=True)
class Constructed:
    """A call of a constructor without arguments, such as `Tensor()`."""

    name: str


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that neither the file nor C++ gives a value to."""

    name: str


CppValue: TypeAlias = "bool | int | float | str | TypeName | Constructed | Unresolved | list[CppValue]"
