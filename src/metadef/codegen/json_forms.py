"""Target `json`: what other tools read (msOpGen, the op-info library, the history registry), and schemas of calls."""

from __future__ import annotations

import json

from metadef.codegen.call_schema import call_schema
from metadef.codegen.record import Job
from metadef.definitions.history import HistoryRelease, emit_index, emit_metadata, emit_operators
from metadef.definitions.msopgen import emit_msopgen
from metadef.definitions.op_info import emit_op_info
from metadef.render.json_text import json_visible
from metadef.version import __version__

__all__ = ["generate"]


def generate(job: Job) -> dict[str, str]:
    """The files. JSON has no comments, so their hashes stand in the manifest, and the notice in the schemas alone."""
    release = HistoryRelease(__version__)
    out = {
        "msopgen.json": emit_msopgen(job.declarations),
        "op_info.json": emit_op_info(job.declarations),
        "history/index.json": emit_index([release]),
        f"history/{__version__}/metadata.json": emit_metadata(release),
        f"history/{__version__}/operators.json": emit_operators(job.protos),
    }
    for proto in job.protos:
        text = json.dumps(call_schema(proto), indent=1, ensure_ascii=False)
        out[f"call/{job.stems[proto.name]}.json"] = f"{text}\n"
    return {path: json_visible(text) for path, text in out.items()}
