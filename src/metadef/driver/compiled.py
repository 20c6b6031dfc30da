"""`Compiled`: what a compilation found, did and decided; the JSON contract of the command line."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import msgspec

from metadef.driver.arguments import as_path
from metadef.errors import Finding, UsageError
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.layout.result import LayoutResult
from metadef.memory.result import MemoryResult
from metadef.ops.builtin import CONST, DATA
from metadef.passes.manager import PassResult
from metadef.render.json_text import encodable, json_visible
from metadef.render.record import FindingRecord, finding_record
from metadef.types.shape import Shape

__all__ = ["SCHEMA_VERSION", "Compiled", "ValueCounts", "count_values", "is_compute", "set_report_writer"]

SCHEMA_VERSION = 1
_report_writers: list[Callable[[Compiled, str | Path], None]] = []  # WHY: reports live on a higher floor
STEPS = ("import", "infer", "optimize", "layout", "memory", "save")


@dataclass(frozen=True, slots=True)
class ValueCounts:
    """How much is known of the shapes of a graph's values."""

    total: int
    known: int  # every dimension an integer
    symbolic: int  # integers and expressions of the model's own input symbols
    unknown: int


def count_values(graph: Graph) -> ValueCounts:
    """Count values by what is known of their shapes, subgraphs included."""
    own = {symbol for value in graph.inputs for symbol in value.desc.origin_shape.symbols()}
    counts: Counter[str] = Counter()
    for each in all_graphs(graph):
        for node in each.nodes:
            for value in node.outputs:
                counts[shape_state(value.desc.origin_shape, own)] += 1
    return ValueCounts(counts.total(), counts["known"], counts["symbolic"], counts["unknown"])


def shape_state(shape: Shape, own: set[str]) -> str:
    """`known`, `symbolic` in the symbols of the graph's own inputs, or `unknown`."""
    if shape.is_known:
        return "known"
    return "symbolic" if shape.is_symbolic_or_known and shape.symbols() <= own else "unknown"


@dataclass(slots=True)
class Compiled:
    """A compiled model with every decision explained."""

    model: str
    target: str
    graph: Graph
    findings: list[Finding] = field(default_factory=list)
    layout: LayoutResult | None = None
    memory: MemoryResult | None = None
    passes: list[PassResult] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    imported: int = 0  # nodes that compute, as imported

    @property
    def ok(self) -> bool:
        """Whether no finding is an error."""
        return not any(item.is_error for item in self.findings)

    def to_json(self) -> str:
        """The JSON contract of `metadef compile --format json`; fields may be added, never changed."""
        return json_visible(msgspec.json.format(msgspec.json.encode(self.record()), indent=1).decode())

    def record(self) -> dict[str, object]:
        """The same as plain data."""
        ops = Counter(node.op for each in all_graphs(self.graph) for node in each.nodes if is_compute(node))
        values = count_values(self.graph)
        layout, memory = self.layout, self.memory
        findings: list[FindingRecord] = [finding_record(item) for item in self.findings]
        return {
            "schema_version": SCHEMA_VERSION,
            "model": encodable(self.model),
            "target": self.target,
            "ok": self.ok,
            "nodes": {"imported": self.imported, "final": ops.total()},
            "ops": {encodable(op): count for op, count in sorted(ops.items())},
            "fused": _fused(self.graph),
            "transdata": {
                "without_propagation": layout.without_propagation if layout else 0,
                "final": layout.final if layout else 0,
                "on_constants": layout.on_constants if layout else 0,
                "casts": layout.casts if layout else 0,
                "baseline": layout.baseline_conversions if layout else 0,
            },
            "layout": {
                "cost_us": layout.cost_us if layout else 0.0,
                "bound_us": layout.bound_us if layout else 0.0,
                "optimal": layout.optimal if layout else False,
                "baseline_us": layout.baseline_us if layout else 0.0,
                "certified": layout.certified if layout else False,
                "estimated_share": layout.estimated_share if layout else 0.0,
                "time_us": layout.terms.time if layout else 0.0,
                "buffers_us": layout.terms.buffers if layout else 0.0,
                "fusions_us": layout.terms.fusions if layout else 0.0,
                "buffer_bytes": layout.buffer_bytes if layout else 0,
                "lost_fusions": layout.lost_fusions if layout else 0,
                "terms_us": asdict(layout.terms) if layout else {},
                "conversions": [asdict(item) for item in layout.conversions] if layout else [],
                "merged": [asdict(item) for item in layout.merged] if layout else [],
                "sensitivity": [asdict(item) for item in layout.sensitivity] if layout else [],
            },
            "memory": {
                "peak_bytes": memory.peak_bytes if memory else 0,
                "lower_bound_bytes": memory.lower_bound_bytes if memory else 0,
                "no_reuse_bytes": memory.no_reuse_bytes if memory else 0,
                "optimal": memory.optimal if memory else False,
            },
            "values": {
                "total": values.total,
                "known": values.known,
                "symbolic": values.symbolic,
                "unknown": values.unknown,
            },
            "passes": [
                {"name": item.name, "stage": item.stage, "seconds": item.seconds, "changed": item.changed}
                for item in self.passes
            ],
            "seconds": {
                "total": self.seconds.get("total", 0.0),
                **{step: self.seconds.get(step, 0.0) for step in STEPS},
            },
            "findings": findings,
        }

    def report(self, path: str | Path) -> None:
        """Write the HTML report.

        Raises:
            UsageError: if no report writer is registered; `import metadef` and `metadef.compile` register one.
            FileError: if the file cannot be written.
        """
        if not _report_writers:
            raise UsageError.of("bad-usage", "report", "no report writer is registered", hint="metadef.compile(...)")
        _report_writers[-1](self, as_path(path, "report"))

    def save(
        self,
        path: str | Path,
        *,
        target_version: str | None = None,
        command: Sequence[str] = (),
        with_time: bool = False,
    ) -> None:
        """Write the compiled graph; into `.mdef` with its plans and where it comes from.

        Args:
            target_version: version of `.mdef` to write, such as "1.0"; None for the newest.
            command: the command line to note.
            with_time: note the time too.

        Raises:
            UsageError: for a version that cannot be written, or for one of another form than `.mdef`.
            FileError: if the file cannot be written or the extension has no writer.
        """
        from metadef.driver.save import save

        start = time.perf_counter()
        place = as_path(path, "save")
        if place.suffix.lower() == ".mdef":
            from metadef.driver.mdef_file import save_compiled

            save_compiled(self, place, target_version, command=command, with_time=with_time)
        else:
            save(self.graph, place, target_version=target_version)
        spent = time.perf_counter() - start
        for step in ("save", "total"):
            self.seconds[step] = self.seconds.get(step, 0.0) + spent


def set_report_writer(writer: Callable[[Compiled, str | Path], None]) -> None:
    """Say who writes reports; the last call wins."""
    _report_writers.append(writer)


def is_compute(node: object) -> bool:
    """Whether a node computes: neither an input nor a constant."""
    proto = getattr(node, "proto", None)
    return proto is not CONST and proto is not DATA


def _fused(graph: Graph) -> dict[str, int]:
    """How often each pass made one node out of several."""
    counts: Counter[str] = Counter()
    for each in all_graphs(graph):
        for node in each.nodes:
            origin = node.origin
            if origin is not None and origin.made_by.startswith("fuse-") and len(origin.origins) > 1:
                counts[origin.made_by.removeprefix("fuse-")] += 1
    return dict(sorted(counts.items()))
