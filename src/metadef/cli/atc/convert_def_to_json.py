"""`--mode=convert_def_to_json`: operator definitions of any form to descriptors for chips, one file or a whole folder.

metadef atc --mode=convert_def_to_json --op_def=conv2d.h --output=conv2d.json --target_arch=Ascend910B1

The mode is the articles' own; ATC has none of this name. The definitions are checked on the way (what
`metadef ops lint` calls an error), so that a descriptor that is written holds no contradiction.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from metadef.catalogue import registry
from metadef.checks.engine import lint
from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.codec.atomic import write_atomically
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.descriptor import TargetPart, descriptor, descriptors_text
from metadef.definitions.json_form import Json
from metadef.definitions.read import read_files
from metadef.errors import FileError, Finding, Severity, UsageError, finding
from metadef.targets import Chip, chip

__all__ = ["run"]


def run(flags: Flags) -> Outcome:
    """Convert what `--op_def` names and write `--output`.

    Raises:
        UsageError: for unknown chips and an output that cannot take the descriptors.
        FileError: if something cannot be read or written.
    """
    source, output = Path(flags.required("op_def")), flags.required("output")
    chips = [chip(name) for name in flags.many("target_arch")]
    reading = read_files([source])
    unreadable = [item for item in reading.findings if item.code.startswith("FIL") and item.is_error]
    if unreadable:
        raise FileError(unreadable)
    findings = [*reading.findings, *_contradictions(reading), *_shape_warnings(reading)]
    if not reading.declarations and not any(item.is_error for item in findings):
        findings.append(finding("definition-unrecognised", str(source), "there is no operator definition in it"))
    made: list[tuple[Declaration, dict[str, Json]]] = []
    for declaration in reading.declarations:
        document, problems = descriptor(declaration, [_part(item, declaration) for item in chips])
        findings += problems
        made.append((declaration, document))
    findings = list(dict.fromkeys(findings))
    if any(item.is_error for item in findings):
        return Outcome((), tuple(findings))
    files = _files(made, source, output)
    for path, documents in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, descriptors_text(documents).encode("utf-8", "backslashreplace"))
    lines = [f"{len(made)} operators for {', '.join(item.soc for item in chips)}"]
    lines += [f"written {path}" for path in files]
    return Outcome(tuple(lines), tuple(findings))


def _part(chosen: Chip, declaration: Declaration) -> TargetPart:
    return TargetPart(chosen.soc, chosen.family.lower())


def _contradictions(reading: Reading) -> list[Finding]:
    return [item for item in lint(sources=reading) if item.severity is Severity.ERROR]


def _shape_warnings(reading: Reading) -> list[Finding]:
    """A warning for each operator whose shapes nothing known computes."""
    known = registry()
    names = set(known.names())
    ruled = {impl.op for impl in reading.impls if any("Shape" in name for name in impl.functions)}
    found: list[Finding] = []
    for declaration in reading.declarations:
        name = declaration.proto.name
        registered = name in ruled or any("infershape" in key.lower() for key in declaration.extra)
        if registered or not declaration.proto.outputs or (name in names and known.lookup(name).shape_rule is not None):
            continue
        found.append(
            finding(
                "missing-shape-rule",
                name,
                "no rule computes the shapes of its outputs; they can only be found while it runs",
                where=declaration.span,
                hint=f"IMPL_OP_INFERSHAPE({name}).InferShape(...)",
            )
        )
    return found


def _files(
    made: Sequence[tuple[Declaration, dict[str, Json]]], source: Path, output: str
) -> dict[Path, list[dict[str, Json]]]:
    """Which file holds which descriptors: one file, or in a folder one for each definition file.

    Raises:
        UsageError: if two definition files would need the same name.
    """
    place = Path(output)
    into_folder = output.endswith(("/", os.sep)) or place.is_dir() or (source.is_dir() and place.suffix != ".json")
    if not into_folder:
        return {place: [document for _, document in made]}
    files: dict[Path, list[dict[str, Json]]] = {}
    owners: dict[Path, str] = {}
    for declaration, document in made:
        origin = declaration.span.file
        relative = Path(os.path.relpath(origin, source)) if source.is_dir() else Path(Path(origin).name)
        path = place / relative.with_suffix(".json")
        if owners.setdefault(path, origin) != origin:
            path = place / relative.with_name(f"{relative.name}.json")
        if owners.setdefault(path, origin) != origin:
            raise UsageError.of("bad-usage", f"--output {output}", f"{owners[path]} and {origin} would both be {path}")
        files.setdefault(path, []).append(document)
    return files
