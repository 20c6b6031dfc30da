"""The questions of `metadef compat` about files: their versions, and whether definitions of today still read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from metadef.catalogue import registry
from metadef.cli.findings import exit_code, show_findings
from metadef.cli.output import require_destination, say, say_data
from metadef.compat.negotiate import Party, negotiate
from metadef.compat.party_file import read_party
from metadef.compat.sources import load_set
from metadef.driver.check import check_graph
from metadef.driver.load import open_source
from metadef.driver.negotiation import file_party, reader_party
from metadef.driver.save import save
from metadef.errors import UsageError
from metadef.ops.steps import Step

__all__ = ["negotiated", "upgraded_model"]


def negotiated(origins: Sequence[str], form: str) -> int:
    """Print what the parties agree on: TOML files and `.mdef` files; this release reads where no party does."""
    parties = [_party(origin) for origin in origins]
    if not parties:
        raise UsageError.of("bad-usage", "--negotiate", "needs parties: TOML files, .mdef files")
    if all(party.role == "writes" for party in parties):
        named = {item for party in parties for item in party.supports}
        here = reader_party(registry())
        parties.append(Party(here.name, here.role, {k: v for k, v in here.supports.items() if k in named}))
    found = negotiate(parties)
    if form == "json":
        agreed = {item: str(versions) for item, versions in found.ranges.items()}
        conflicts = [{"item": each.subject, "message": each.message, "hint": each.hint} for each in found.findings]
        say_data(json.dumps({"agreed": agreed, "conflicts": conflicts}, indent=1, ensure_ascii=False))
        return int(not found.ok)
    if form in ("full", "concise"):
        say(*(f"{item} {versions}" for item, versions in found.ranges.items()))
    if found.findings or form not in ("full", "concise"):
        show_findings(found.findings, form)
    return int(not found.ok)


def _party(origin: str) -> Party:
    return read_party(Path(origin)) if origin.endswith(".toml") else file_party(origin)


def upgraded_model(model: str, new: str, steps: Sequence[Step], output: str | None, strict: bool, form: str) -> int:
    """Load a model with the definitions of `new` and upgrade steps, judge it, and save it where all is well."""
    known = registry().copy()
    try:
        known.add_steps(steps)
    except ValueError as error:
        raise UsageError.of("bad-usage", "--steps", str(error)) from error
    for proto in load_set(new).ops.values():
        known.replace(proto)
    source = open_source(model, known)
    findings = [*source.findings]
    if exit_code(findings) == 0:
        findings += [item for item in check_graph(source.graph) if item not in findings]
    code = exit_code(findings, strict)
    if findings or form not in ("full", "concise"):
        show_findings(findings, form)
    if output is not None and code == 0:
        save(source.graph, require_destination("--output", output, model))
    if form in ("full", "concise"):
        saved = f"; saved as {output}" if output is not None and code == 0 else ""
        say(f"{model}: {'cannot be read' if code else 'is read'} with {new}{saved}")
    return code
