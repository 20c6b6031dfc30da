"""`read_torch`: the door of this package."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from metadef.errors import Finding, UsageError, finding
from metadef.frontend.onnx import read_onnx
from metadef.frontend.onnx.result import Imported
from metadef.frontend.torch.aliases import overwritten
from metadef.frontend.torch.archive import Archive, open_archive
from metadef.frontend.torch.dtypes import onnx_type
from metadef.frontend.torch.lowering import Model, write
from metadef.frontend.torch.program import Program, Ref, read_program
from metadef.frontend.torch.table import lowerings
from metadef.graph.provenance import Provenance
from metadef.ops.registry import Registry
from metadef.types.value_range import Range

__all__ = ["read_torch"]

_OVERWRITES = "it overwrites `{}`, which is read later; a program after `run_decompositions()` does not"
_CONSTANT = ("parameter", "buffer", "tensor_constant")


def read_torch(source: object, registry: Registry | None = None, *, name: str | None = None) -> Imported:
    """Import a program of `torch.export` as a graph of Ascend operators.

    What cannot be mapped becomes a finding and an opaque placeholder node, as for ONNX. Symbols of dynamic shapes keep
    PyTorch's names (`s77`) and ranges; parameters and buffers are constants.

    Args:
        source: the path or the bytes of an archive that `torch.export.save` wrote (PyTorch 2.8 or later), which needs
            no PyTorch; or an `ExportedProgram`, which PyTorch writes into memory first.
        registry: the operators to map to; the declared ones by default.
        name: what findings call the program; the file's name by default.

    Raises:
        FileError: if it is no such archive, or a damaged one.
        UsageError: if `source` is none of these.
    """
    content, label = _content(source, name)
    archive = open_archive(content, label)
    program = read_program(archive.program, label)
    model, reasons = _written(program, archive)
    imported = read_onnx(
        model.proto.SerializeToString(), registry, name=label, fixed=_constants(program, archive, model)
    )
    _declare_ranges(imported, program)
    _name_origins(imported, model, label)
    findings = [*_mutations(program, label), *(_explained(item, reasons) for item in imported.findings)]
    return replace(imported, findings=findings)


def _content(source: object, name: str | None) -> tuple[str | bytes | memoryview, str]:
    if isinstance(source, bytes | memoryview):
        return source, name or "program"
    if isinstance(source, str | os.PathLike):
        path = os.fsdecode(source)
        return path, name or Path(path).name.encode("utf-8", "backslashreplace").decode()
    if type(source).__name__ == "ExportedProgram":
        stream = io.BytesIO()
        save = getattr(import_module("torch.export"), "save")  # noqa: B009 (the module is not there when this is typed)
        save(source, stream)
        return stream.getvalue(), name or "program"
    raise UsageError.of(
        "bad-usage",
        "read_torch",
        "the source is no program",
        expected="a path, bytes or an ExportedProgram",
        got=type(source).__name__,
    )


def _written(program: Program, archive: Archive) -> tuple[Model, dict[str, str]]:
    """The model, and why calls could not be written out, by their names."""
    read = {item.name for call in program.calls for value in call.arguments.values() for item in _refs(value)}
    read |= {item.name for value in program.outputs for item in _refs(value)}
    model = Model(program.metas, read)
    for entry in program.inputs:
        if entry.kind in _CONSTANT and entry.name not in read:
            continue  # WHY: num_batches_tracked and its like
        if entry.name in program.metas:
            _declare(model.proto.graph.input.add(), entry.name, program)
    table = lowerings()
    reasons: dict[str, str] = {}
    lost = overwritten(program)
    for call in program.calls:
        refused = _OVERWRITES.format(lost[call.name]) if call.name in lost else ""
        reason = write(model, call, table.get(call.target), refused)
        if reason:
            reasons[call.name] = f"{call.target}: {reason}"
    for value in program.outputs:
        for item in _refs(value):
            if item.name in program.metas:
                _declare(model.proto.graph.output.add(), item.name, program)
    return model, reasons


def _refs(value: object) -> list[Ref]:
    return [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Ref)]


def _declare(info: Any, name: str, program: Program) -> None:
    meta = program.metas[name]
    info.name = name
    info.type.tensor_type.elem_type = onnx_type(meta.dtype)
    shape = info.type.tensor_type.shape
    for size in meta.sizes:
        if isinstance(size, int):
            shape.dim.add(dim_value=size)
        else:
            shape.dim.add(dim_param=size)


def _constants(program: Program, archive: Archive, model: Model) -> Mapping[str, object]:
    declared = {info.name for info in model.proto.graph.input}
    return {
        entry.name: archive.array(entry.target)
        for entry in program.inputs
        if entry.kind in _CONSTANT and entry.name in declared
    }


def _declare_ranges(imported: Imported, program: Program) -> None:
    for symbol, (low, high) in program.ranges.items():
        imported.graph.store.declare(symbol, Range(max(low, 0), high), "torch.export")


def _name_origins(imported: Imported, model: Model, label: str) -> None:
    """Nodes say from which operator of ATen they come, not from which of ONNX."""
    for node in imported.graph.nodes:
        origin = node.origin
        target = model.origins.get(origin.name) if origin is not None else None
        if target is not None:
            domain, _, op = target.partition(".")
            source = model_source(origin.name if origin is not None else "")
            imported.graph.set_origin(node, Provenance(file=label, name=source, op=f"{domain}::{op}"))


def model_source(name: str) -> str:
    """The call that an ONNX node was written for: what stands before the first slash."""
    return name.partition("/")[0]


def _mutations(program: Program, label: str) -> list[Finding]:
    return [
        finding(
            "unsupported-op",
            f'{label}: "{name}"',
            "the program overwrites it, which a graph without state cannot do",
            hint="exporting the module after .eval()",
        )
        for name in program.mutated
    ]


def _explained(item: Finding, reasons: Mapping[str, str]) -> Finding:
    """What the import says about a call that could not be written out, with the reason."""
    for name, reason in reasons.items():
        if f'node "{name}" (torch::' in item.subject:
            return replace(item, message=f"{reason}", hint=item.hint if "known" in reason else "")
    return item
