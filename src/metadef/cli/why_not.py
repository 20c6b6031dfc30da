"""What `metadef passes MODEL --why-not PATTERN --node NODE` answers."""

from __future__ import annotations

import json
from dataclasses import asdict

from metadef.cli.findings import show_findings
from metadef.cli.output import plugins_to_stderr, say, say_data
from metadef.driver.load import open_source
from metadef.errors import UsageError
from metadef.passes.base import Pass
from metadef.passes.why_not import Explanation, why_not

__all__ = ["answer_why_not"]


def answer_why_not(
    model: str | None, pattern: str | None, node: str | None, target: str, passes: list[Pass], form: str
) -> int:
    """Print how near each rule of the pattern came at the node; 0 when one applies, else 1.

    Raises:
        UsageError: if the model, the pattern or the node is missing or unknown.
    """
    if model is None or pattern is None or node is None:
        raise UsageError.of(
            "bad-usage", "--why-not", "needs a model, a pattern and a node", hint="passes MODEL --why-not P --node N"
        )
    source = open_source(model)
    errors = [item for item in source.findings if item.is_error]
    if errors:
        show_findings(errors, "full", to_stderr=True)
        return 1
    with plugins_to_stderr():
        found = why_not(source.graph, passes, pattern, node, target)
    if form == "json":
        say_data(json.dumps([asdict(item) for item in found]))
    else:
        say(*(line for item in found for line in _lines(item)))
    return 0 if any(not item.reason for item in found) else 1


def _lines(item: Explanation) -> list[str]:
    if not item.reason:
        return [f"{item.pattern} ({item.pass_name}) applies at {item.root}, over {item.matched} nodes"]
    return [
        f"{item.pattern} ({item.pass_name}) does not apply",
        f"  nearest  {item.matched} nodes, from {item.root}",
        f"  failed   {item.reason}",
    ]
