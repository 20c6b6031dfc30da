"""Memory plans as messages: who lies where, and while it lives (the articles' allocation plan)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.schema.messages import Message, new

__all__ = ["PlannedBlock", "plan_from_message", "plan_to_message"]


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """A buffer in its place."""

    name: str
    offset_bytes: int
    size_bytes: int
    lifetime_start: int  # first step in which it holds data
    lifetime_end: int  # first step in which it does not any more
    pool: str = ""
    alignment: int = 1  # bytes


def plan_to_message(
    blocks: Sequence[PlannedBlock], peak_bytes: int = 0, lower_bound_bytes: int = 0, planner: str = ""
) -> Message:
    """A `MemoryPlan` message."""
    rows = [
        new(
            "MemoryBlock",
            name=block.name,
            offset_bytes=block.offset_bytes,
            size_bytes=block.size_bytes,
            lifetime_start=block.lifetime_start,
            lifetime_end=block.lifetime_end,
            pool=block.pool,
            alignment=block.alignment,
        )
        for block in blocks
    ]
    return new("MemoryPlan", blocks=rows, peak_bytes=peak_bytes, lower_bound_bytes=lower_bound_bytes, planner=planner)


def plan_from_message(message: Message) -> tuple[PlannedBlock, ...]:
    """The blocks of a `MemoryPlan` message; `metadef.memory.validate_plan` judges them."""
    return tuple(
        PlannedBlock(
            row.name,
            row.offset_bytes,
            row.size_bytes,
            row.lifetime_start,
            row.lifetime_end,
            row.pool,
            row.alignment or 1,
        )
        for row in message.blocks
    )
