"""`GraphProblem`: one graph as an abstract layout problem. It reads the graph and changes nothing.

Nodes of one kind (same prototype, attributes and tensors) share their columns and prices: a large model has many nodes
of few kinds.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.layout.builder import Column, ProblemBuilder
from metadef.layout.classes import layout_class
from metadef.layout.columns import Option, can_store, reduced_axes
from metadef.layout.cost import CostModel, fused_reader
from metadef.layout.options import NodeOptions, options_of
from metadef.layout.place import AS_MEANT, Place, place_text
from metadef.layout.problem import ColumnTable, ConversionTable, Problem
from metadef.layout.settings import LayoutSettings
from metadef.layout.solution import Solution
from metadef.layout.terms import Terms
from metadef.layout.views import TRANSPOSES, permutation
from metadef.ops.builtin import CONST, DATA
from metadef.targets import Target

__all__ = ["GraphProblem", "arrival", "folds", "option_text"]

Kind = tuple[object, ...]
_ONLY_AS_MEANT: Set[Place] = frozenset({AS_MEANT})
_HEAVY = ("conv", "matmul")


def option_text(option: Option) -> str:
    """A column for people."""
    left, right = (", ".join(map(place_text, side)) for side in (option.takes, option.gives))
    return f"({left}) -> ({right})"


def _kind(node: Node) -> Kind:
    """What a node's columns and their prices depend on."""
    descs = tuple([value.desc if value is not None else None for value in (*node.inputs, *node.outputs)])
    kind: Kind = (id(node.proto), node.attrs, node.counts, descs)
    if layout_class(node) == "reduce" and node.inputs[0] is not None:
        return (*kind, reduced_axes(node, node.inputs[0].desc.origin_shape.rank or 0))
    if node.op in TRANSPOSES:
        return (*kind, permutation(node))
    return kind


@dataclass(slots=True, eq=False)
class GraphProblem:
    """Nodes in topological order with their options, and the problem that they make."""

    graph: Graph
    target: Target
    model: CostModel
    nodes: list[Node]
    kinds: dict[Node, int]  # nodes of one number share their columns and prices
    choices: list[NodeOptions]  # per kind
    results: frozenset[Value]  # outputs of the graph
    settings: LayoutSettings
    wanted: dict[Value, set[Place]] = field(default_factory=dict[Value, "set[Place]"])  # where columns have each value
    places: dict[str, Place] = field(default_factory=dict[str, Place])  # what the formats of the problem stand for

    @classmethod
    def of(cls, graph: Graph, target: Target, settings: LayoutSettings) -> GraphProblem:
        """Collect the options of every node."""
        nodes = [node for node in topological(graph) if node.proto is not CONST and node.proto is not DATA]
        kinds: dict[Node, int] = {}
        choices: list[NodeOptions] = []
        numbers: dict[Kind, int] = {}
        for node in nodes:
            kind = _kind(node)
            number = numbers.get(kind)
            if number is None:
                number = numbers[kind] = len(choices)
                choices.append(options_of(node, target, settings))
            kinds[node] = number
        results = frozenset(value for _, value in graph.outputs)
        return cls(graph, target, CostModel(target.chip, graph.store), nodes, kinds, choices, results, settings)

    def options(self, node: Node) -> tuple[Option, ...]:
        """The columns of a node."""
        return self.choices[self.kinds[node]].options

    def misfits(self) -> list[tuple[Node, str]]:
        """Nodes whose listed columns cannot be used, each kind once, and why."""
        first: dict[int, Node] = {}
        for node, kind in self.kinds.items():
            first.setdefault(kind, node)
        return [(node, self.choices[kind].misfit) for kind, node in first.items() if self.choices[kind].misfit]

    def build(self, model: CostModel | None = None) -> Problem:
        """The problem, at the prices of a cost model; every node must have an option."""
        model = model or self.model
        builder = ProblemBuilder()
        wanted = self.wanted
        wanted.clear()
        for node in self.nodes:
            for option in self.options(node):
                for value, place in [
                    *zip(node.inputs, option.takes, strict=True),
                    *zip(node.outputs, option.gives, strict=True),
                ]:
                    if value is not None:
                        wanted.setdefault(value, {AS_MEANT}).add(place)
        prices: dict[tuple[object, ...], ConversionTable] = {}
        for node in self.graph.nodes:
            is_fixed = node.proto is CONST or (node.proto is DATA and not self.settings.free_inputs)
            for value in node.outputs:
                places = wanted.get(value, _ONLY_AS_MEANT)
                fixed = place_text(arrival(value)) if is_fixed else None
                if is_fixed and not value.desc.is_stored_as_meant:
                    places = places | {arrival(value)}
                is_fused = self.fused(value) is not None
                kind = value.desc, frozenset(places), node.proto is CONST, node.proto.conversions, is_fused
                table = prices.get(kind)
                if table is None:
                    table = prices[kind] = builder.conversions(
                        _conversions(value, places, model, is_fused, self.settings.constants)
                    )
                builder.add_value(value.name, fixed, table, place_text(AS_MEANT))
        tables: dict[int, ColumnTable] = {}
        for node in self.nodes:
            kind = self.kinds[node]
            table = tables.get(kind)
            if table is None:
                table = tables[kind] = builder.columns(self._rows(node, model))
            builder.add_node(
                node.name,
                [value.name for value in node.inputs if value is not None],
                [value.name for value in node.outputs],
                table,
                heavy=layout_class(node) in _HEAVY,
            )
        for index, (_, value) in enumerate(self.graph.outputs):
            rows: list[Column] = [([place_text(place)], [], 0.0) for place in self.returned(value)]
            builder.add_node(f"return {index}", [value.name], [], builder.columns(rows))
        for value in self.graph.inputs if self.settings.free_inputs else ():
            rows = [([], [place_text(place)], 0.0) for place in self.arriving(value)]
            builder.add_node(f"arrive {value.name}", [], [value.name], builder.columns(rows))
        self.places = {place_text(place): place for places in wanted.values() for place in places}
        self.places.update((place_text(arrival(value)), arrival(value)) for value in self.graph.inputs)
        blocked = {place_text(place) for places in wanted.values() for place in places if place[0] is not None}
        builder.spread(sorted(blocked))
        return builder.build()

    def _rows(self, node: Node, model: CostModel) -> list[Column]:
        """The columns of a node with their prices."""
        rows: list[Column] = []
        for option in self.options(node):
            ins = [
                place_text(place) for value, place in zip(node.inputs, option.takes, strict=True) if value is not None
            ]
            rows.append((ins, list(map(place_text, option.gives)), model.node_us(node, option)))
        return rows

    def fused(self, value: Value) -> Node | None:
        """The reader of a value that would be one kernel with its producer."""
        return fused_reader(value, value in self.results)

    def returned(self, value: Value) -> list[Place]:
        """Where an output of the graph may lie, as meant first: elsewhere only where that was asked for."""
        return self._free(value) if self.settings.free_outputs else [AS_MEANT]

    def arriving(self, value: Value) -> list[Place]:
        """The same of an input whose place is free."""
        return self._free(value)

    def _free(self, value: Value) -> list[Place]:
        places = [place for place in self.wanted.get(value, ()) if place[0] is not None and place[1] is None]
        return [AS_MEANT, *sorted((place for place in places if can_store(value, place[0])), key=place_text)]

    def node_terms(self, columns: tuple[int, ...]) -> Terms:
        """What the operators of an assignment cost, by what it rests on."""
        known: dict[tuple[int, int], Terms] = {}
        total = Terms()
        for node, column in zip(self.nodes, columns, strict=False):
            key = self.kinds[node], column
            found = known.get(key)
            if found is None:
                found = known[key] = self.model.node_terms(node, self.options(node)[column])
            total += found
        return total

    def terms(self, problem: Problem, solution: Solution) -> Terms:
        """What a solution costs, by what it rests on; conversions of constants happen now, at the price asked for."""
        total = self.node_terms(solution.columns)
        for item in solution.conversions:
            value = self.graph.value(problem.value_names[item.value])
            source, target = (self.places[problem.formats[form]] for form in (item.src, item.dst))
            if folds(value, source, target):
                price = self.model.conversion_us(value, source, target)
                total += Terms(conversions=price * self.settings.constants)
            else:
                total += self.model.conversion_terms(value, source, target, self.fused(value) is not None)
        return total

    def texts(self, columns: tuple[int, ...]) -> dict[str, str]:
        """The column of each node for people."""
        known = [tuple(map(option_text, choice.options)) for choice in self.choices]
        pairs = zip(self.nodes, columns, strict=False)
        return {node.name: known[self.kinds[node]][column] for node, column in pairs}

    def without_propagation(self) -> int:
        """Conversions on activations if every heavy operator ran in its blocked format and all others as meant."""
        count = 0
        alone: dict[int, Option] = {}
        for node in self.nodes:
            alone.setdefault(self.kinds[node], self.options(node)[0])
            if layout_class(node) in _HEAVY and alone[self.kinds[node]] is self.options(node)[0]:
                alone[self.kinds[node]] = min(
                    self.options(node), key=lambda item, at=node: self.model.node_us(at, item)
                )
        for node in self.nodes:
            option = alone[self.kinds[node]]
            for value, place in zip(node.inputs, option.takes, strict=True):
                if value is None or value.producer.proto is CONST:
                    continue
                maker = value.producer
                source = arrival(value)[0] if maker.proto is DATA else alone[self.kinds[maker]].gives[value.index][0]
                if source != place[0]:
                    count += 1 if source is None or place[0] is None else 2
            for value, place in zip(node.outputs, option.gives, strict=True):
                count += self.graph.is_output(value) and place[0] is not None
        return count


def arrival(value: Value) -> Place:
    """Where a graph input or a constant lies: its descriptor may say that it comes in a storage format."""
    desc = value.desc
    return AS_MEANT if desc.is_stored_as_meant else (desc.storage_format, None)


def folds(value: Value, source: Place, target: Place) -> bool:
    """Whether a conversion happens at compile time: that of a constant, unless NumPy lacks the type (HIFLOAT8)."""
    types = [place[1] or value.desc.dtype for place in (source, target)]
    return value.producer.proto is CONST and all(dtype.numpy_name for dtype in types)


def _conversions(
    value: Value, wanted: Set[Place], model: CostModel, is_fused: bool, constants: float
) -> dict[tuple[str, str], float]:
    allowed = value.producer.proto.conversions
    prices: dict[tuple[str, str], float] = {}
    for source in wanted:
        for target in wanted:
            if source == target or not (can_store(value, source[0]) and can_store(value, target[0])):
                continue
            if allowed is not None and source[0] != target[0] and not _is_allowed(value, source, target):
                continue
            price = model.conversion_us(value, source, target, is_fused)
            if folds(value, source, target):
                price *= constants
            prices[place_text(source), place_text(target)] = price
    return prices


def _is_allowed(value: Value, source: Place, target: Place) -> bool:
    """Whether the producer's `allow_conversions` permits a conversion of its result."""
    origin = value.desc.origin_format
    pair = tuple(storage.primary if storage is not None else origin for storage, _ in (source, target))
    return pair in (value.producer.proto.conversions or ())
