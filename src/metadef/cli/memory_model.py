"""From a model and the options of `metadef memory` to a memory problem; with gears, that of the largest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from metadef.cli.findings import exit_code, show_findings
from metadef.cli.gears import chosen_gears
from metadef.cli.output import plugins_to_stderr
from metadef.cli.sizes import parse_sizes
from metadef.driver.compile import compile as compile_model
from metadef.errors import FileError, MetadefError, UsageError
from metadef.graph.graph import Graph
from metadef.infer.input_shapes import InputShapes, apply_input_shapes, check_gears, parse_input_shapes, with_gear
from metadef.memory.graph_plan import plan_graph
from metadef.memory.lifetimes import GraphMemory, Lifetimes, graph_problem
from metadef.memory.order import OrderReport, memory_order
from metadef.memory.portfolio import Budget
from metadef.memory.result import MemoryResult
from metadef.types.dim import Dim

__all__ = ["Model", "ModelOptions", "model_problem"]

_MOST_FILE_BYTES = 64 << 20
_FLAGS = {
    "settings": "--set",
    "order": "--order",
    "zero_copy": "--zero-copy",
    "no_reuse": "--no-reuse",
    "streams": "--streams",
    "input_shape": "--input_shape",
    "batch": "--dynamic_batch_size",
    "image": "--dynamic_image_size",
    "dims": "--dynamic_dims",
}


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The options that are for models only, as typed."""

    target: str
    settings: tuple[str, ...]
    order: str
    zero_copy: bool
    no_reuse: tuple[str, ...]
    streams: str | None
    input_shape: str | None
    batch: str | None
    image: str | None
    dims: str | None

    def require_none(self) -> None:
        """Refuse options that say nothing about a CSV.

        Raises:
            UsageError: naming all that were given.
        """
        unset = ("topological", (), None, False)
        given = [flag for name, flag in _FLAGS.items() if getattr(self, name) not in unset]
        if given:
            message = "for models only: a CSV holds lifetimes and sizes already"
            raise UsageError.of("bad-usage", ", ".join(sorted(given)), message)


@dataclass(frozen=True, slots=True)
class Model:
    """A compiled model as a memory problem."""

    lifetimes: Lifetimes  # of the largest gear, when there are gears
    order: OrderReport | None
    gears: dict[str, int]  # the numbers of each gear to the peak of its plan, in bytes
    code: int  # the exit code, when there is nothing to plan


def model_problem(file: str, options: ModelOptions, capacity: int | None, budget: Budget) -> Model:
    """Compile a model and take the lifetimes of its values; what is wrong is printed.

    Raises:
        UsageError, FileError, MetadefError: as the options and the compiler say.
    """
    memory = GraphMemory(
        capacity_bytes=capacity,
        zero_copy=options.zero_copy,
        no_reuse=frozenset(name for text in options.no_reuse for name in filter(None, map(str.strip, text.split(",")))),
        streams=_streams(options.streams) if options.streams is not None else {},
    )
    with plugins_to_stderr():
        compiled = compile_model(file, options.target, sizes=parse_sizes(options.settings))
    findings = list(compiled.findings)
    gears = _plan_gears(compiled.graph, memory, options, budget)
    memory = _of_largest(memory, gears)
    order = memory_order(compiled.graph, memory) if options.order == "memory" else None
    if order is not None:
        memory = replace(memory, order=order.order)
        gears = _plan_gears(compiled.graph, memory, options, budget)
        memory = _of_largest(memory, gears)
    lifetimes = graph_problem(compiled.graph, memory)
    findings += [item for item in lifetimes.findings if item not in findings]
    code = exit_code(findings)
    if code:
        show_findings(findings, "full", to_stderr=True)
    return Model(lifetimes, order, {gear.name: gear.plan.peak_bytes for gear in gears}, code)


def _of_largest(memory: GraphMemory, gears: list[_Gear]) -> GraphMemory:
    """With the sizes of the gear that needs most: the engine reserves what that one needs."""
    return replace(memory, sizes=max(gears, key=lambda gear: gear.plan.peak_bytes).sizes) if gears else memory


def _streams(path: str) -> dict[str, int]:
    """Node name to stream from a JSON file.

    Raises:
        FileError: if it cannot be read.
        UsageError: if it is not an object of whole numbers.
    """
    try:
        if Path(path).stat().st_size > _MOST_FILE_BYTES:
            raise FileError.of("file-too-large", path, "the file passes 64 MiB", expected="at most 64 MiB")
        return msgspec.json.decode(Path(path).read_bytes(), type=dict[str, int])
    except OSError as error:
        raise FileError.of("file-missing", path, f"cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        sample = '{"conv1": 0, "conv2": 1}'
        raise UsageError.of("bad-usage", f"--streams {path}", f"cannot be read: {error}", expected=sample) from error


@dataclass(frozen=True, slots=True)
class _Gear:
    name: str  # its numbers, as typed
    sizes: dict[str, int]  # of the model's symbols
    plan: MemoryResult


def _plan_gears(graph: Graph, memory: GraphMemory, options: ModelOptions, budget: Budget) -> list[_Gear]:
    """The plan of every gear; empty without gears.

    Raises:
        UsageError, MetadefError: for gears that cannot be read or do not suit the model, all at once.
    """
    option, gears = chosen_gears(options.batch, options.image, options.dims)
    if not option:
        return []
    shapes = parse_input_shapes(options.input_shape) if options.input_shape is not None else _symbolic(graph)
    problems = check_gears(option, gears, shapes)
    if problems:
        raise MetadefError(problems)
    planned: list[_Gear] = []
    for gear in gears:
        full, name = with_gear(option, gear, shapes), ",".join(map(str, gear))
        sizes = _symbol_sizes(graph, full)
        start = graph.mark()
        problems += apply_input_shapes(graph, full, f"{option} {name}")
        graph.rollback(start)
        if not problems:
            planned.append(
                _Gear(name, sizes, plan_graph(graph, replace(memory, sizes=sizes, capacity_bytes=None), budget))
            )
    if problems:
        raise MetadefError(problems)
    return planned


def _symbolic(graph: Graph) -> InputShapes:
    """The shapes of all inputs, with -1 where the model has a symbol."""
    return {
        value.name: tuple(dim if isinstance(dim, int) else None for dim in value.desc.origin_shape)
        for value in graph.inputs
        if value.desc.origin_shape.has_rank
    }


def _symbol_sizes(graph: Graph, shapes: Mapping[str, tuple[object, ...]]) -> dict[str, int]:
    """What a gear says of the model's symbols; `apply_input_shapes` reports contradictions."""
    return {
        str(dim): size
        for value in graph.inputs
        for dim, size in zip(value.desc.origin_shape, shapes.get(value.name, ()), strict=False)
        if isinstance(dim, Dim) and isinstance(size, int)
    }
