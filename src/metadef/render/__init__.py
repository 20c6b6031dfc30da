"""How things leave the program: renderers of findings, template environments, quoting, the page skeleton. Floor 3.

Names in a model are a stranger's, so each renderer escapes for the medium it writes. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from metadef.errors import Finding

__all__ = ["RENDERERS", "render_findings"]

# The values of `--format` of every command that finds things.
RENDERERS: dict[str, str] = {
    "full": "metadef.render.full:render",
    "concise": "metadef.render.concise:render",
    "json": "metadef.render.json_document:render",
    "jsonl": "metadef.render.json_lines:render",
    "sarif": "metadef.render.sarif:render",
    "github": "metadef.render.github:render",
    "junit": "metadef.render.junit:render",
}


def render_findings(findings: Sequence[Finding], form: str, *, color: bool = False) -> str:
    """The findings as text of the form `form`, in the order given; ends with a newline unless it is empty.

    Args:
        findings: what was found.
        form: a key of `RENDERERS`.
        color: whether ANSI colours may be used; only `full` and `concise` have any. The caller knows NO_COLOR and TTYs.

    Raises:
        KeyError: if `form` is not in `RENDERERS`.
    """
    module, _, name = RENDERERS[form].partition(":")
    renderer = cast("Callable[[Sequence[Finding], bool], str]", getattr(import_module(module), name))
    return renderer(findings, color)
