"""The report of a compilation: what was found, decided and planned, in one HTML file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from markupsafe import Markup

from metadef.codec.atomic import write_atomically
from metadef.driver.compiled import Compiled
from metadef.render.environment import environment
from metadef.render.page import page
from metadef.reports.memory_svg import memory_svg

__all__ = ["compile_report", "write_report"]

_SECTIONS = {
    "summary": "Summary",
    "findings": "Findings",
    "operators": "Operators",
    "passes": "Passes",
    "layout": "Layout",
    "memory": "Memory",
    "values": "Values",
}
_MOST_ROWS = 2000  # of a table; a page with a hundred thousand rows helps nobody


def compile_report(compiled: Compiled) -> str:
    """The report as an HTML document."""
    folder = Path(__file__).parent / "templates"
    record = compiled.record()
    nodes = list(compiled.graph.nodes)
    values = [value for node in nodes for value in node.outputs]
    body = (
        environment(folder)
        .get_template("compile.html.j2")
        .render(
            record=record,
            compiled=compiled,
            layout=compiled.layout,
            memory=compiled.memory,
            memory_picture=memory_svg(compiled.memory) if compiled.memory else "",
            operators=Counter(record["ops"]).most_common() if isinstance(record["ops"], dict) else [],
            values=values[:_MOST_ROWS],
            left_out=max(0, len(values) - _MOST_ROWS),
        )
    )
    return page(
        f"{Path(compiled.model).name} on {compiled.target}",
        Markup(body),
        subtitle="metadef compile",
        sections=_SECTIONS,
    )


def write_report(compiled: Compiled, path: str | Path) -> None:
    """Write the report.

    Raises:
        FileError: if the file cannot be written.
    """
    write_atomically(Path(path), compile_report(compiled).encode())
