"""A picture of a memory plan: addresses over time."""

from __future__ import annotations

from markupsafe import Markup, escape

from metadef.memory.result import MemoryResult

__all__ = ["memory_svg"]

_WIDTH, _HEIGHT = 900, 320
_MOST_BUFFERS = 1500  # larger plans show the largest ones, which are those that matter


def memory_svg(memory: MemoryResult) -> Markup:
    """Rectangles: steps from left to right, addresses from bottom to top; hovering names the value."""
    if not memory.buffers or not memory.peak_bytes:
        return Markup("")
    shown = sorted(memory.buffers, key=lambda item: -item.size_bytes)[:_MOST_BUFFERS]
    end = max(item.last for item in memory.buffers)
    alive = set(memory.live_at_peak)
    parts: list[str] = []
    for item in shown:
        x, width = item.first / end * _WIDTH, max(0.5, (item.last - item.first) / end * _WIDTH)
        height = max(0.5, item.size_bytes / memory.peak_bytes * _HEIGHT)
        y = _HEIGHT - item.offset / memory.peak_bytes * _HEIGHT - height
        kind = "peak" if item.name in alive else "buffer"
        label = f"{item.name}: {item.size_bytes} bytes at {item.offset}, steps {item.first} to {item.last}"
        parts.append(
            f'<rect class="{kind}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}">'
            f"<title>{escape(label)}</title></rect>"
        )
    inner = "".join(parts)
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="memory plan: addresses over time" '
        f'preserveAspectRatio="none">{inner}</svg>'
    )
