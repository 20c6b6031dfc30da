"""Pictures of a memory plan: addresses over time, and the bytes alive over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from markupsafe import Markup, escape

from metadef.memory.bounds import live_bytes, lower_bound
from metadef.memory.problem import Plan, Problem
from metadef.memory.result import MemoryResult, Placed

__all__ = ["memory_svg", "plan_picture"]

_WIDTH, _HEIGHT, _CURVE_HEIGHT, _GAP = 900, 320, 120, 24
_MOST_BUFFERS = 1500  # larger plans show the largest ones, which are those that matter
_STYLE = (
    "rect.buffer{fill:#9db7d5;stroke:#fff;stroke-width:.4}rect.peak{fill:#d9825b;stroke:#fff;stroke-width:.4}"
    "polyline{fill:none;stroke:#345;stroke-width:1.5}line{stroke:#b33;stroke-dasharray:4 3}text{font:11px sans-serif}"
)


def memory_svg(memory: MemoryResult) -> Markup:
    """Rectangles: steps from left to right, addresses from bottom to top; hovering names the value."""
    if not memory.buffers or not memory.peak_bytes:
        return Markup("")
    begin = min(item.first for item in memory.buffers)
    end = max(item.last for item in memory.buffers)
    inner = _rectangles(memory.buffers, begin, end, memory.peak_bytes, set(memory.live_at_peak))
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="memory plan: addresses over time" '
        f'preserveAspectRatio="none">{inner}</svg>'
    )


def plan_picture(problem: Problem, plan: Plan, title: str) -> str:
    """A plan as an SVG document: the placed buffers above, pools on top of each other; the live bytes below.

    The dashed line is the lower bound.
    """
    peaks = plan.peak_by_pool(problem)
    base = dict(zip(peaks, accumulate(peaks.values(), initial=0), strict=False))
    placed = [
        Placed(row.id, offset + base[row.pool], row.size_bytes, row.lower, row.upper)
        for row, offset in zip(problem, plan.offsets.tolist(), strict=True)
    ]
    total = max(sum(peaks.values()), 1)
    begin, end = min((p.first for p in placed), default=0), max((p.last for p in placed), default=1)
    bound = lower_bound(problem)
    alive = {name for pool in bound.pools for name in pool.live}
    height = _HEIGHT + _GAP + _CURVE_HEIGHT + _GAP
    curve = _curve(live_bytes(problem), begin, end, total)
    bound_y = _HEIGHT + _GAP + _CURVE_HEIGHT * (1 - bound.bytes / total)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f"{_rectangles(placed, begin, end, total, alive)}"
        f'<text x="4" y="{_HEIGHT + _GAP - 6}">addresses over time: {total} bytes</text>'
        f'<polyline points="{curve}"/>'
        f'<line x1="0" x2="{_WIDTH}" y1="{bound_y:.2f}" y2="{bound_y:.2f}"/>'
        f'<text x="4" y="{height - 6}">live bytes over time: at most {bound.bytes} bytes (lower bound)</text></svg>\n'
    )


def _rectangles(items: Sequence[Placed], begin: int, end: int, total: int, alive: set[str]) -> str:
    shown = sorted(items, key=lambda item: -item.size_bytes)[:_MOST_BUFFERS]
    span = max(end - begin, 1)
    parts: list[str] = []
    for item in shown:
        x, width = (item.first - begin) / span * _WIDTH, max(0.5, (item.last - item.first) / span * _WIDTH)
        height = max(0.5, item.size_bytes / total * _HEIGHT)
        y = _HEIGHT - item.offset / total * _HEIGHT - height
        kind = "peak" if item.name in alive else "buffer"
        label = f"{item.name}: {item.size_bytes} bytes at {item.offset}, steps {item.first} to {item.last}"
        parts.append(
            f'<rect class="{kind}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}">'
            f"<title>{escape(label)}</title></rect>"
        )
    return "".join(parts)


def _curve(changes: Iterable[tuple[int, int]], begin: int, end: int, total: int) -> str:
    """The live bytes as the points of a staircase."""
    span = max(end - begin, 1)
    base = _HEIGHT + _GAP + _CURVE_HEIGHT
    points: list[str] = []
    y = float(base)
    for instant, bytes_alive in changes:
        x = (instant - begin) / span * _WIDTH
        points.append(f"{x:.2f},{y:.2f}")
        y = base - bytes_alive / total * _CURVE_HEIGHT
        points.append(f"{x:.2f},{y:.2f}")
    return " ".join(points)
