"""`lay_out`: chooses a storage format for every value of a graph and inserts the conversions.

1. Origin formats are unified. 2. Each node's columns and each value's conversions become one abstract problem.
3. It is solved with a bound. 4. Descriptors get their storage, TransData nodes are inserted with their provenance,
and conversions of constants are done now. Graph inputs and outputs stay as meant.
"""

from __future__ import annotations

import math
from collections.abc import Set
from functools import cache

from metadef.errors import Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs, topological
from metadef.layout.builder import Column, ProblemBuilder
from metadef.layout.classes import layout_class
from metadef.layout.columns import Option, can_store, columns_of
from metadef.layout.cost import CostModel, stored_shape
from metadef.layout.greedy import greedy
from metadef.layout.origins import set_origin_formats
from metadef.layout.problem import ColumnTable, ConversionTable, Problem
from metadef.layout.result import Conversion, LayoutResult
from metadef.layout.solve import solve
from metadef.ops.builtin import CONST, DATA
from metadef.targets import Chip
from metadef.types.attrs import Attrs
from metadef.types.format import StorageFormat
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["lay_out"]

_PLAIN = "plain"
_TRANSDATA = "TransData"
_AS_MEANT: Set[StorageFormat | None] = frozenset({None})

Storage = StorageFormat | None
Kind = tuple[int, Attrs, int, tuple[TensorDesc | None, ...]]


def lay_out(graph: Graph, chip: Chip, time_limit_s: float = 10.0) -> LayoutResult:
    """Lay out a graph and its subgraphs for a chip.

    An operator without columns on the chip, or a graph that no assignment satisfies, is a finding; the graph then
    stays as it was.
    """
    parts = [_lay_out_one(each, chip, time_limit_s) for each in list(all_graphs(graph))]
    total = LayoutResult(
        cost_us=sum(part.cost_us for part in parts),
        bound_us=sum(part.bound_us for part in parts),
        optimal=all(part.optimal for part in parts),
        baseline_us=sum(part.baseline_us for part in parts),
        without_propagation=sum(part.without_propagation for part in parts),
        final=sum(part.final for part in parts),
        on_constants=sum(part.on_constants for part in parts),
        conversions=tuple(item for part in parts for item in part.conversions),
        columns={name: text for part in parts for name, text in part.columns.items()},
        takes={name: storages for part in parts for name, storages in part.takes.items()},
        findings=tuple(item for part in parts for item in part.findings),
        estimated_share=max((part.estimated_share for part in parts), default=0.0),
    )
    return total


def _lay_out_one(graph: Graph, chip: Chip, time_limit_s: float) -> LayoutResult:
    conflicts = set_origin_formats(graph)
    if conflicts:
        return LayoutResult(findings=tuple(conflicts), optimal=False)
    work = _Work(graph, chip)
    missing = [_no_column(node, chip) for node, options in work.options.items() if not options]
    if missing:
        return LayoutResult(findings=tuple(missing), optimal=False)
    if not work.options:
        return LayoutResult()
    solution = solve(work.problem, time_limit_s=time_limit_s)
    if solution.cost is None:
        names = ", ".join(work.problem.node_names[index] for index in solution.infeasible) or "the whole graph"
        problem = finding("layout-infeasible", f"graph {graph.name}", f"no formats satisfy these together: {names}")
        return LayoutResult(findings=(problem,), optimal=False)
    baseline = greedy(work.problem)
    without_propagation = work.without_propagation()
    conversions = work.apply(solution.columns)
    bound = solution.bound if solution.bound is not None and math.isfinite(solution.bound) else 0.0
    return LayoutResult(
        cost_us=solution.cost,
        bound_us=bound,
        optimal=solution.optimal,
        baseline_us=baseline.cost if baseline.cost is not None else math.inf,
        without_propagation=without_propagation,
        final=sum(not item.on_constant for item in conversions),
        on_constants=sum(item.on_constant for item in conversions),
        conversions=tuple(conversions),
        columns={
            node.name: _option_text(work.options[node][column])
            for node, column in zip(work.nodes, solution.columns, strict=False)
        },
        takes=work.takes,
        estimated_share=1.0 if {"ddr_bytes_per_cycle", "cube_macs_per_cycle"} <= chip.estimated else 0.0,
    )


def _no_column(node: Node, chip: Chip) -> Finding:
    ports = ", ".join(str(value.desc) for value in node.inputs if value is not None)
    return finding(
        "format-unsupported",
        f'node "{node.name}" ({node.op})',
        f"{chip.soc} has no formats for this call",
        expected=f"a column of class {layout_class(node)}",
        got=ports,
        hint="another target, or tensors of known rank",
    )


def _kind(node: Node) -> Kind:
    """What a node's columns and their prices depend on. WHY: a large model has many nodes of few kinds."""
    descs = tuple([value.desc if value is not None else None for value in (*node.inputs, *node.outputs)])
    return id(node.proto), node.attrs, len(node.inputs), descs


@cache
def _text(storage: Storage) -> str:
    return _PLAIN if storage is None else str(storage)


def _option_text(option: Option) -> str:
    return f"({', '.join(map(_text, option.ins))}) -> ({', '.join(map(_text, option.outs))})"


class _Work:
    """One graph as a layout problem, and the way back."""

    def __init__(self, graph: Graph, chip: Chip) -> None:
        self.graph = graph
        self.chip = chip
        self.model = CostModel(chip, graph.store)
        self.nodes = [n for n in topological(graph) if n.proto is not CONST and n.proto is not DATA]
        self.kinds = {node: _kind(node) for node in self.nodes}
        by_kind: dict[Kind, list[Option]] = {}
        for node, kind in self.kinds.items():
            if kind not in by_kind:
                by_kind[kind] = columns_of(node, chip)
        self.options = {node: by_kind[kind] for node, kind in self.kinds.items()}
        self.storages: dict[str, Storage] = {_PLAIN: None}
        self.takes: dict[str, tuple[Storage, ...]] = {}
        if all(self.options.values()):
            self.problem: Problem = self._build()

    def _build(self) -> Problem:
        builder = ProblemBuilder()
        wanted: dict[Value, set[Storage]] = {}
        for node in self.nodes:
            for option in self.options[node]:
                for value, storage in [
                    *zip(node.inputs, option.ins, strict=True),
                    *zip(node.outputs, option.outs, strict=True),
                ]:
                    if value is not None:
                        wanted.setdefault(value, {None}).add(storage)
                        self.storages.setdefault(_text(storage), storage)
        prices: dict[tuple[object, ...], ConversionTable] = {}
        for node in self.graph.nodes:
            for value in node.outputs:
                fixed = _PLAIN if node.proto is CONST or node.proto is DATA else None
                storages = wanted.get(value, _AS_MEANT)
                kind = value.desc, frozenset(storages), node.proto is CONST, node.proto.conversions
                table = prices.get(kind)
                if table is None:
                    table = prices[kind] = self._conversions(builder, value, storages)
                builder.add_value(value.name, fixed, table, _PLAIN)
        tables: dict[Kind, ColumnTable] = {}
        for node in self.nodes:
            kind = self.kinds[node]
            table = tables.get(kind)
            if table is None:
                table = tables[kind] = builder.columns(self._rows(node))
            builder.add_node(
                node.name,
                [value.name for value in node.inputs if value is not None],
                [value.name for value in node.outputs],
                table,
                heavy=layout_class(node) in ("conv", "matmul"),
            )
        for index, (_, value) in enumerate(self.graph.outputs):
            builder.add_node(f"return {index}", [value.name], [], builder.columns([([_PLAIN], [], 0.0)]))
        builder.spread(name for name in self.storages if name != _PLAIN)
        return builder.build()

    def _rows(self, node: Node) -> list[Column]:
        """The columns of a node with their prices."""
        rows: list[Column] = []
        for option in self.options[node]:
            ins = [_text(s) for value, s in zip(node.inputs, option.ins, strict=True) if value is not None]
            rows.append((ins, list(map(_text, option.outs)), self.model.node_us(node, option)))
        return rows

    def _conversions(self, builder: ProblemBuilder, value: Value, wanted: Set[Storage]) -> ConversionTable:
        is_constant = value.producer.proto is CONST
        allowed = value.producer.proto.conversions
        prices: dict[tuple[str, str], float] = {}
        for source in wanted:
            for target in wanted:
                if source == target or not (can_store(value, source) and can_store(value, target)):
                    continue
                if allowed is not None and not _is_allowed(value, source, target):
                    continue
                price = 0.0 if is_constant else self.model.conversion_us(value, source, target)
                if source is not None and target is not None:  # by way of the origin format: two TransData
                    price = self.model.conversion_us(value, source, None) + self.model.conversion_us(
                        value, None, target
                    )
                prices[_text(source), _text(target)] = price
        return builder.conversions(prices)

    def without_propagation(self) -> int:
        """Conversions on activations if every heavy operator ran in its blocked format and all others as meant."""
        count = 0
        for node in self.nodes:
            ins, outs = self._alone(node)
            for value, storage in zip(node.inputs, ins, strict=True):
                if value is None or value.producer.proto is CONST:
                    continue
                source = None if value.producer.proto is DATA else self._alone(value.producer)[1][value.index]
                if source != storage:
                    count += 1 if source is None or storage is None else 2
            for value, storage in zip(node.outputs, outs, strict=True):
                count += self.graph.is_output(value) and storage is not None
        return count

    def _alone(self, node: Node) -> tuple[tuple[Storage, ...], tuple[Storage, ...]]:
        """The column that a node would choose by itself: blocked for cube operators, else as meant where it can."""
        options = self.options[node]
        if layout_class(node) in ("conv", "matmul"):
            best = min(options, key=lambda option: self.model.node_us(node, option))
            return best.ins, best.outs
        return options[0].ins, options[0].outs

    def apply(self, columns: tuple[int, ...]) -> list[Conversion]:
        """Write storages into descriptors, insert TransData nodes, convert constants."""
        chosen = {node: self.options[node][column] for node, column in zip(self.nodes, columns, strict=False)}
        source: dict[Value, Storage] = {}
        for node, option in chosen.items():
            self.takes[node.name] = option.ins
            for value, storage in zip(node.outputs, option.outs, strict=True):
                source[value] = storage
                self._store(value, storage)
        done: list[Conversion] = []
        converted: dict[tuple[Value, Storage], Value] = {}
        for node, option in chosen.items():
            for index, (value, storage) in enumerate(zip(node.inputs, option.ins, strict=True)):
                if value is not None and source.get(value) != storage:
                    made = self._convert(value, source.get(value), storage, converted, done)
                    self.graph.replace_input(node, index, made)
        results: list[tuple[str, Value]] = []
        for name, value in self.graph.outputs:
            if source.get(value) is not None:
                value = self._convert(value, source[value], None, converted, done)
            results.append((name, value))
        self.graph.set_outputs(results)
        for value, _ in converted:
            maker = value.producer
            is_read = value.use_count or self.graph.is_output(value)
            if maker.proto is CONST and maker.is_alive and not is_read:
                self.graph.remove(maker)  # its readers all take it converted
        return done

    def _store(self, value: Value, storage: Storage) -> None:
        if storage is not None:
            desc = value.desc.stored_as(storage, stored_shape(value, storage, self.chip))
            self.graph.set_desc(value, desc)

    def _convert(
        self,
        value: Value,
        source: Storage,
        target: Storage,
        converted: dict[tuple[Value, Storage], Value],
        done: list[Conversion],
    ) -> Value:
        found = converted.get((value, target))
        if found is not None:
            return found
        if source is not None and target is not None:
            value_plain = self._convert(value, source, None, converted, done)
            found = self._convert(value_plain, None, target, converted, done)
        elif value.producer.proto is CONST:
            found = self._convert_constant(value, target)
            done.append(Conversion(value.name, _text(source), _text(target), 0.0, on_constant=True))
        else:
            found = self._insert(value, source, target)
            price = self.model.conversion_us(value, source, target)
            readers = tuple(user.name for user in value.users if user.op != _TRANSDATA)
            done.append(Conversion(value.name, _text(source), _text(target), price, readers))
        converted[value, target] = found
        return found

    def _insert(self, value: Value, source: Storage, target: Storage) -> Value:
        graph, desc = self.graph, value.desc
        origin = desc.origin_format.serial
        attrs: dict[str, object] = {
            "src_format": source.primary.serial if source else origin,
            "dst_format": target.primary.serial if target else origin,
        }
        groups = max((storage.sub for storage in (source, target) if storage), default=0)
        if groups:
            attrs["groups"] = groups
        name = graph.unique_name(f"{value.name.replace(':', '_')}_to_{_text(target)}")
        plain = desc.stored_as(desc.origin_format, desc.origin_shape)
        made_from = value.producer.origin.source_names if value.producer.origin else (value.producer.name,)
        node = graph.add(
            _TRANSDATA,
            [value],
            attrs,
            name=name,
            outputs=[plain],
            origin=Provenance(made_by="layout", origins=made_from),
        )
        self._store(node.output, target)
        self.takes[node.name] = (source,)
        return node.output

    def _convert_constant(self, value: Value, target: Storage) -> Value:
        from metadef.formats import transfer

        tensor = value.producer.attrs["value"]
        assert isinstance(tensor, TensorValue) and target is not None
        desc = value.desc
        array = transfer(
            tensor.array(),
            desc.origin_format,
            target.primary,
            origin_shape=tensor.dims,
            origin_format=desc.origin_format,
            dtype=desc.dtype,
            groups=max(1, target.sub),
            c0=self.chip.c0(desc.dtype),
        )
        name = self.graph.unique_name(f"{value.producer.name}_{_text(target)}")
        made = self.graph.constant(TensorValue.from_array(array, desc.dtype), name, origin=value.producer.origin)
        self.graph.set_desc(made, desc.stored_as(target, stored_shape(value, target, self.chip)))
        return made


def _is_allowed(value: Value, source: Storage, target: Storage) -> bool:
    """Whether the producer's `allow_conversions` permits a conversion of its result."""
    origin = value.desc.origin_format
    pair = (source.primary if source else origin, target.primary if target else origin)
    return pair in (value.producer.proto.conversions or ())
