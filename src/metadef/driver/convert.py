"""`convert`: any form in, any form out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from metadef.compat.negotiate import Party
from metadef.driver.load import Source, open_source
from metadef.driver.save import form_for_path, require_form, require_versioned, save_as
from metadef.errors import Finding, UsageError
from metadef.infer.engine import infer

__all__ = ["Converted", "convert", "read_for_conversion"]


@dataclass(frozen=True, slots=True)
class Converted:
    """What a conversion did."""

    source_form: str
    form: str
    nodes: int  # inputs and constants included, subgraphs not
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return not any(item.is_error for item in self.findings)


def convert(
    source: str | Path,
    target: str | Path,
    form: str = "",
    *,
    keep_going: bool = False,
    target_version: str | None = None,
    readers: Sequence[Party] = (),
) -> Converted:
    """Read a graph of any form, found by its content, and write it; nothing is written after errors.

    Args:
        form: what to write ("mdef", "onnx", "json", ...); by the target's extension where it is empty.
        keep_going: write in spite of errors, with what could not be read as placeholders.
        target_version: version of `.mdef` to write, such as "1.0"; None for the newest.
        readers: who must be able to read the `.mdef` file that is written.

    Raises:
        FileError: if the source cannot be read or the target cannot be written.
        UsageError: for a form that has no writer, a version that cannot be written, or one of another form than .mdef.
    """
    place = Path(target)
    if form and (problems := require_form(form)):
        raise UsageError(problems)
    wanted = form or form_for_path(place)
    require_versioned(target_version, wanted, place)
    read = read_for_conversion(source)
    findings = list(read.findings)
    if keep_going or not any(item.is_error for item in findings):
        plans, provenance = _documents(read)
        findings += save_as(read.graph, place, wanted, target_version, readers, plans=plans, provenance=provenance)
    return Converted(read.form, wanted, len(read.graph), tuple(findings))


def _documents(read: Source) -> tuple[dict[str, object], object]:
    """Plans and provenance of an `.mdef` file, which stay what they are while the graph does."""
    notes = dict(read.notes) if read.form == "mdef" else {}
    provenance = notes.pop("provenance", None)
    return notes, provenance


def read_for_conversion(source: str | Path) -> Source:
    """A graph with types and shapes: those of ONNX and torch are inferred, as their files need not say them.

    Raises:
        FileError: if the source cannot be read.
    """
    read = open_source(source)
    if read.form in ("onnx", "torch"):
        infer(read.graph)
    return read
