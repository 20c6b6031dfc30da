"""`--format full`: each finding with what was expected, what came, where, the excerpt, and the way out.

error: Conv2D "conv1": attribute `strides` needs 4 values, each > 0   [OPS007 attr-constraint]
  want  4 values, each > 0
  got   [1, 0] (2 values)
  in    resnet.json at $.nodes[12].attrs.strides
  from  metadef/catalogue/conv.py:41
  try   [1, 1, stride_h, stride_w] for NCHW
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from metadef.errors import Finding
from metadef.render.escape import shown_path, visible
from metadef.render.paint import SEVERITY_STYLES, Painter, painter
from metadef.render.record import count_by_severity
from metadef.source import Span, excerpt

__all__ = ["render"]

_MOST_EXCERPTS = 100  # WHY: each one reads its file again; nobody reads more of them


def render(findings: Sequence[Finding], color: bool) -> str:
    """The findings, an empty line after each, and a closing line that counts them."""
    paint = painter(color)
    blocks = [
        "\n".join(_lines(finding, paint, number < _MOST_EXCERPTS)) + "\n\n" for number, finding in enumerate(findings)
    ]
    return "".join(blocks) + _summary(findings, paint) + "\n"


def _lines(finding: Finding, paint: Painter, with_excerpt: bool) -> Iterator[str]:
    level = paint(SEVERITY_STYLES[finding.severity], f"{finding.severity.value}:")
    law = paint("dim", f"[{finding.code} {finding.name}]")
    yield f"{level} {paint('bold', visible(finding.subject))}: {visible(finding.message)}   {law}"
    if finding.expected and finding.expected not in finding.message:
        yield f"  {paint('cyan', 'want')}  {visible(finding.expected)}"
    if finding.got and finding.got not in finding.message:
        yield f"  {paint('cyan', 'got')}   {visible(finding.got)}"
    if finding.where:
        yield f"  {paint('cyan', 'in')}    {_place(finding.where)}"
        if with_excerpt:
            yield from ("  " + visible(row, keep="\t") for row in _rows(finding.where))
    if finding.defined:
        yield f"  {paint('cyan', 'from')}  {_place(finding.defined)}"
    if finding.hint:
        yield f"  {paint('green', 'try')}   {visible(finding.hint)}"


def _rows(span: Span) -> list[str]:
    try:
        return [row for row in excerpt(span).split("\n") if row]
    except ValueError:  # WHY: a file name from a stranger may hold NUL or what no file system encodes
        return []


def _place(span: Span) -> str:
    return visible(str(replace(span, file=shown_path(span.file))))


def _summary(findings: Sequence[Finding], paint: Painter) -> str:
    """How many of each severity.

    >>> _summary([], painter(False))
    'no findings'
    """
    counts = [(number, name) for name, number in count_by_severity(findings).items() if number]
    words = [f"{number} {name}{'s' if number > 1 and name != 'info' else ''}" for number, name in counts]
    return paint("bold", ", ".join(words)) if words else paint("green", "no findings")
