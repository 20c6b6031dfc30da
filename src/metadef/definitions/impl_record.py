"""What an `IMPL_OP` registration says: which functions an operator's rules are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from metadef.source import Span

__all__ = ["ImplRecord"]


@dataclass(frozen=True, slots=True)
class ImplRecord:
    """One registration of `IMPL_OP`, `IMPL_OP_INFERSHAPE` or `IMPL_OP_OPTILING`."""

    op: str
    span: Span
    functions: Mapping[str, str] = field(default_factory=dict[str, str])  # `InferShape` to the C++ function
    value_depends: tuple[int, ...] = ()  # inputs that the rules must know by value
    private_attrs: Mapping[str, str] = field(default_factory=dict[str, str])  # name to its C++ default, "" without
