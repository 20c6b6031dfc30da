"""`--mode=1` and `--mode=5`: a model as the JSON of its GE-IR.

metadef atc --mode=1 --om=net.om --json=net.json
metadef atc --mode=1 --framework=5 --om=net.onnx --json=net.json [--dump_mode=1]
metadef atc --mode=5 --om=ge_proto_00000000_graph_0_Build.txt --json=graph.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from metadef.cli.atc.flags import Flags
from metadef.cli.atc.modes import Outcome
from metadef.cli.output import require_destination
from metadef.codec.atomic import write_atomically
from metadef.codec.ge_ir import ge_ir_bytes
from metadef.driver.load import Source, open_source
from metadef.errors import Finding, UsageError
from metadef.infer.engine import infer
from metadef.render.json_text import json_visible
from metadef.wire.parse import parse_message
from metadef.wire.proto_json import message_json

__all__ = ["run", "run_dump"]

_FRAMEWORKS = {"0": "caffe", "1": "ge-ir", "3": "tensorflow", "5": "onnx"}
_DUMPS = ("ge-ir", "ge-ir-text", "ge-onnx", "ge-readable")


def run(flags: Flags) -> Outcome:
    """An .om file, or with `--framework` an original model; `--dump_mode=1` adds inferred shapes.

    Raises:
        UsageError: for a model of another kind than the flags say.
        FileError: if something cannot be read or written.
    """
    wanted = flags.one("framework")
    place = flags.required("om")
    target = flags.required("json")
    require_destination("--json", target, place)
    if wanted and wanted not in _FRAMEWORKS:
        raise UsageError.of("bad-usage", f"--framework={wanted[:20]}", "there is no such framework", hint="5")
    source = _opened(place)
    forms = (_FRAMEWORKS[wanted],) if wanted else ("om",)
    if source is not None and source.form not in forms:
        got = f"{source.form} file"
        hint = "--framework=5" if source.form == "onnx" else f"metadef convert {place} ..."
        raise UsageError.of(
            "bad-usage", f"--om={place}", "is another kind of model", expected=forms[0], got=got, hint=hint
        )
    if wanted and source is not None and flags.one("dump_mode", "0") == "1":
        infer(source.graph)
    if source is None:
        return _written(_definition(place), place, target, ())
    return _written(_model(source, place), place, target, source.findings)


def run_dump(flags: Flags) -> Outcome:
    """A dump of the graph engine.

    Raises:
        UsageError: for a file that is no dump.
        FileError: if something cannot be read or written.
    """
    place, target = flags.required("om"), flags.required("json")
    require_destination("--json", target, place)
    source = open_source(place)
    if source.form not in _DUMPS:
        raise UsageError.of("bad-usage", f"--om={place}", "is no dump of the graph engine", got=f"{source.form} file")
    return _written(_model(source, place), place, target, source.findings)


def _opened(place: str) -> Source | None:
    """The model, None for an .om file, whose definition is shown as it is."""
    with_magic = _head(place)
    return None if with_magic else open_source(place)


def _head(place: str) -> bool:
    from metadef.codec.om.header import MAGIC

    try:
        with Path(place).open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False  # which the reader reports


def _definition(place: str) -> Any:
    from metadef.codec.om import OmFile

    return OmFile.open(place).definition


def _model(source: Source, place: str) -> Any:
    return parse_message("ge.proto.ModelDef", memoryview(ge_ir_bytes(source.graph)), subject=place)


def _written(model: Any, place: str, target: str, findings: tuple[Finding, ...]) -> Outcome:
    if any(item.is_error for item in findings):
        return Outcome((), findings)
    text = json.dumps(message_json(model, place), indent=2, ensure_ascii=False)
    write_atomically(Path(target), (json_visible(text) + "\n").encode("utf-8", "backslashreplace"))
    nodes = sum(len(graph.op) for graph in model.graph)
    return Outcome((f"{place}: {len(model.graph)} graphs, {nodes} nodes", f"written {target}"), findings)
