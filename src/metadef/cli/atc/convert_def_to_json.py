"""`--mode=convert_def_to_json`: operator definitions of any form to descriptors for chips, one file or a whole folder.

metadef atc --mode=convert_def_to_json --op_def=conv2d.h --output=conv2d.json --target_arch=Ascend910B1

The mode is the articles' own; ATC has none of this name. The definitions are checked on the way (what
`metadef ops lint` calls an error), so that a descriptor that is written holds no contradiction.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from metadef.catalogue import registry
from metadef.checks.engine import lint
from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.codec.atomic import write_atomically
from metadef.definitions.declaration import Declaration, Reading
from metadef.definitions.decode import decode, read_bytes
from metadef.definitions.descriptor import TargetPart, descriptor, descriptors_text
from metadef.definitions.json_form import Json
from metadef.definitions.json_text import parse_json
from metadef.definitions.read import read_files
from metadef.definitions.single_op import SingleOpCall, is_single_op, read_calls
from metadef.errors import FileError, Finding, Severity, UsageError, finding
from metadef.source import Span
from metadef.targets import Chip, chip
from metadef.targets.variants import Facts, decide
from metadef.types.dtype import DataType

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
    calls = _calls(declaration.span.file for declaration in reading.declarations)
    for declaration in reading.declarations:
        document, problems = descriptor(declaration, [_part(item, declaration, calls) for item in chips])
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


def _part(chosen: Chip, declaration: Declaration, calls: Mapping[Span, SingleOpCall]) -> TargetPart:
    parameters: dict[str, Json] = {}
    for item in decide(declaration.proto.name, chosen, _facts(declaration, calls.get(declaration.span))):
        choices: list[Json] = [
            {"variant": one.variant, "when": list(one.when), "why": one.why} for one in item.candidates
        ]
        parameters[item.parameter] = {"variant": item.variant, "choices": choices}
    return TargetPart(chosen.soc, chosen.family.lower(), parameters)


def _facts(declaration: Declaration, call: SingleOpCall | None) -> Facts:
    """What is known for the rules of compile parameters: a definition has names alone, a single-op call has values."""
    names = frozenset(spec.name for spec in declaration.proto.attrs)
    if call is None:
        return Facts(attr_names=names)
    known = registry()
    ports = known.lookup(call.op).inputs if call.op in set(known.names()) else declaration.proto.inputs
    dims: dict[str, int] = {}
    dtypes: dict[str, DataType] = {}
    for number, tensor in enumerate(call.inputs):
        name = ports[number].name if number < len(ports) else tensor.name
        if tensor.is_absent:
            continue
        dtypes[name] = tensor.dtype
        if number == 0:
            dtypes["0"] = tensor.dtype
        layout = tensor.origin_format or tensor.format
        shape = tensor.origin_shape or tensor.shape
        if layout.axes is not None and len(layout.axes) == len(shape):
            dims |= {f"{name}.{axis}": size for axis, size in zip(layout.axes, shape, strict=True) if size >= 0}
    defaults: dict[str, object] = {}
    if call.op in set(known.names()):
        defaults = {spec.name: spec.default for spec in known.lookup(call.op).attrs if spec.default is not None}
    values = {**defaults, **{name: value for name, (_, value) in call.attrs.items()}}
    return Facts(values, dims, dtypes, names | frozenset(values))


def _calls(paths: Iterable[str]) -> dict[Span, SingleOpCall]:
    """The calls of those files that are single-op JSON, by their place."""
    found: dict[Span, SingleOpCall] = {}
    for path in dict.fromkeys(paths):
        if path.lower().endswith(".json"):
            data = parse_json(decode(read_bytes(path), path).text, path, [])
            if is_single_op(data):
                found |= {call.span: call for call in read_calls(data, path)[0]}
    return found


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
