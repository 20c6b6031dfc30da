"""`ProblemBuilder`: collects nodes and values by name, shares their tables, checks the laws of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from metadef.errors import Finding, MetadefError, did_you_mean, finding
from metadef.layout.problem import ColumnTable, ConversionTable, Port, Problem

__all__ = ["LARGEST_PRICE", "Column", "ProblemBuilder"]

LARGEST_PRICE = 1e200  # WHY: sums of a million prices must stay finite
_HINTS = 20
Column = tuple[Sequence[str], Sequence[str], float]  # (in formats, out formats, cost)


class ProblemBuilder:
    """The mutable half of `Problem`.

    >>> b = ProblemBuilder()
    >>> b.add_value("x", fixed="ND", convert=b.conversions({("ND", "NZ"): 3.0}))
    0
    >>> b.add_value("y")
    1
    >>> b.add_node("n", ["x"], ["y"], b.columns([(["ND"], ["ND"], 9.0), (["NZ"], ["NZ"], 1.0)]))
    0
    >>> len(b.build())
    1
    """

    def __init__(self) -> None:
        self._formats: dict[str, int] = {}
        self._tables: dict[tuple[object, ...], ColumnTable] = {}
        self._conversions: dict[frozenset[tuple[tuple[int, int], float]], ConversionTable] = {}
        self._nodes: dict[str, int] = {}
        self._values: dict[str, int] = {}
        self._node_tables: list[ColumnTable] = []
        self._inputs: list[tuple[str, ...]] = []
        self._outputs: list[tuple[str, ...]] = []
        self._fixed: list[int | None] = []
        self._origins: list[int | None] = []
        self._value_conversions: list[ConversionTable] = []
        self._heavy: set[int] = set()
        self._heavy_formats: set[int] = set()
        self._findings: list[Finding] = []

    def format_number(self, name: str) -> int:
        """The number that stands for this format, the same for the same name."""
        return self._formats.setdefault(name, len(self._formats))

    def columns(self, columns: Iterable[Column]) -> ColumnTable:
        """A shared table of alternatives; formats by name."""
        number = self.format_number
        rows = [(tuple(map(number, ins)), tuple(map(number, outs)), float(cost)) for ins, outs, cost in columns]
        ins, outs, costs = tuple(r[0] for r in rows), tuple(r[1] for r in rows), tuple(r[2] for r in rows)
        key = (ins, outs, costs)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = ColumnTable(ins, outs, costs)
            for k, cost in enumerate(costs):
                if not abs(cost) <= LARGEST_PRICE:
                    self._report(
                        f"column {k}", f"the cost of a column is at most {LARGEST_PRICE:g} in size, got {cost}"
                    )
        return table

    def conversions(self, costs: Mapping[tuple[str, str], float]) -> ConversionTable:
        """A shared table of conversion prices; formats by name."""
        number = self.format_number
        items = {(number(src), number(dst)): float(cost) for (src, dst), cost in costs.items() if src != dst}
        key = frozenset(items.items())
        table = self._conversions.get(key)
        if table is None:
            table = self._conversions[key] = ConversionTable(items)
            for (src, dst), cost in costs.items():
                if not 0 <= cost <= LARGEST_PRICE:
                    # WHY: a negative price would pay for conversions nobody asked for.
                    message = f"a conversion costs a number from 0 to {LARGEST_PRICE:g}, got {cost}"
                    self._report(f"conversion {src}->{dst}", message)
        return table

    def add_value(
        self, name: str, fixed: str | None = None, convert: ConversionTable | None = None, origin: str | None = None
    ) -> int:
        """Declare a value; `fixed` is the format in which a graph input arrives. Returns its number."""
        if name in self._values:
            self._report(f'value "{name}"', "is declared twice")
            return self._values[name]
        self._values[name] = len(self._fixed)
        self._fixed.append(None if fixed is None else self.format_number(fixed))
        self._origins.append(None if origin is None else self.format_number(origin))
        self._value_conversions.append(self.conversions({}) if convert is None else convert)
        return self._values[name]

    def add_node(
        self, name: str, inputs: Sequence[str], outputs: Sequence[str], table: ColumnTable, *, heavy: bool = False
    ) -> int:
        """Declare a node by the names of its values. Returns its number."""
        if name in self._nodes:
            self._report(f'node "{name}"', "is declared twice")
            return self._nodes[name]
        self._nodes[name] = len(self._node_tables)
        self._node_tables.append(table)
        self._inputs.append(tuple(inputs))
        self._outputs.append(tuple(outputs))
        if heavy:
            self._heavy.add(self._nodes[name])
        return self._nodes[name]

    def spread(self, formats: Iterable[str]) -> None:
        """Name the heavy formats that the greedy baseline spreads."""
        self._heavy_formats.update(map(self.format_number, formats))

    def build(self) -> Problem:
        """The checked problem.

        Raises:
            MetadefError: with one `bad-problem` finding per broken law.
        """
        inputs = [self._resolve(name, self._inputs[node]) for name, node in self._nodes.items()]
        outputs = [self._resolve(name, self._outputs[node]) for name, node in self._nodes.items()]
        producers: list[Port | None] = [None] * len(self._fixed)
        consumers: list[list[Port]] = [[] for _ in self._fixed]
        names = list(self._nodes)
        value_names = list(self._values)
        for node, values in enumerate(outputs):
            for slot, value in enumerate(values):
                before = producers[value]
                if before is not None:
                    both = f'"{names[before[0]]}" and "{names[node]}"'
                    self._report(f'value "{value_names[value]}"', f"is produced by {both}")
                producers[value] = (node, slot)
        for node, values in enumerate(inputs):
            for slot, value in enumerate(values):
                consumers[value].append((node, slot))
        self._check_sources(value_names, producers)
        self._check_widths(names, inputs, outputs)
        if self._findings:
            raise MetadefError(self._findings)
        return Problem(
            formats=tuple(self._formats),
            node_names=tuple(names),
            tables=tuple(self._node_tables),
            inputs=tuple(inputs),
            outputs=tuple(outputs),
            value_names=tuple(value_names),
            fixed=tuple(self._fixed),
            conversions=tuple(self._value_conversions),
            producers=tuple(producers),
            consumers=tuple(map(tuple, consumers)),
            heavy=frozenset(self._heavy),
            heavy_formats=frozenset(self._heavy_formats),
            origins=tuple(self._origins) if any(o is not None for o in self._origins) else (),
        )

    def _report(self, subject: str, message: str, hint: str = "") -> None:
        self._findings.append(finding("bad-problem", subject, message, hint=hint))

    def _resolve(self, node: str, values: Sequence[str]) -> tuple[int, ...]:
        found: list[int] = []
        for value in values:
            number = self._values.get(value)
            if number is None:
                # WHY: looking for near names costs as much as there are names; the first few findings are enough.
                hint = did_you_mean(value, self._values) if len(self._findings) < _HINTS else ""
                self._report(f'node "{node}"', f'value "{value}" is not declared', hint)
            else:
                found.append(number)
        return tuple(found)

    def _check_sources(self, value_names: list[str], producers: list[Port | None]) -> None:
        for name, fixed, producer in zip(value_names, self._fixed, producers, strict=True):
            if fixed is None and producer is None:
                self._report(f'value "{name}"', "has neither a fixed format nor a producer")
            elif fixed is not None and producer is not None:
                self._report(f'value "{name}"', "has a fixed format and a producer; only graph inputs are fixed")

    def _check_widths(self, names: list[str], inputs: list[tuple[int, ...]], outputs: list[tuple[int, ...]]) -> None:
        for node, (name, table) in enumerate(zip(names, self._node_tables, strict=True)):
            n_in, n_out = len(self._inputs[node]), len(self._outputs[node])
            if all(len(f) == n_in for f in table.ins) and all(len(f) == n_out for f in table.outs):
                continue
            for k, (ins, outs) in enumerate(zip(table.ins, table.outs, strict=True)):
                if (len(ins), len(outs)) != (n_in, n_out):
                    self._report(
                        f'node "{name}" column {k}',
                        f"names {len(ins)} input and {len(outs)} output formats for {n_in} inputs and {n_out} outputs",
                    )
