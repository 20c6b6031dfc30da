"""`Graph`: owns nodes and values and is the only thing that changes them.

Inputs are `Data` nodes and constants are `Const` nodes, so every value has a producer. Nodes live in an array;
a removed node leaves a hole, so that undoing the removal puts it back in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from metadef.errors import Finding, GraphError, MetadefError, finding
from metadef.graph.binding import InputLike, bind_inputs, bind_outputs
from metadef.graph.journal import Journal, Mark, link, unlink
from metadef.graph.node import Bag, Node
from metadef.graph.provenance import Provenance
from metadef.graph.tables import GraphTables, Output
from metadef.graph.value import Value
from metadef.ops.accept import Acceptor
from metadef.ops.builtin import BUILTIN, CONST, DATA, is_opaque
from metadef.ops.call import Call
from metadef.ops.check import canonical_attrs, check_inputs, check_laws
from metadef.ops.default import default_registry
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.types.attrs import EMPTY_ATTRS, Attrs, AttrValue
from metadef.types.constraints import ConstraintStore
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.graph.bulk import Calls, Row

__all__ = ["Graph", "Output"]


class Graph(GraphTables):
    """A dataflow graph in SSA form.

    >>> from metadef import DataType, op
    >>> from metadef.ops.registry import Registry
    >>> relu = op("Relu").input("x", DataType.FLOAT).output("y", DataType.FLOAT)
    >>> graph = Graph("demo", Registry([relu]))
    >>> x = graph.add_input("x", TensorDesc((2, 3), DataType.FLOAT))
    >>> y = graph.add("Relu", [x], name="act")
    >>> graph.set_outputs([("y", y.output)])
    >>> [node.name for node in graph.nodes]
    ['x', 'act']
    """

    def __init__(self, name: str = "graph", registry: Registry | None = None, *, parent: Node | None = None) -> None:
        """`parent` makes this a subgraph of that node: it shares journal, symbols and registry with its root."""
        super().__init__(name)
        self.parent = parent
        outer = parent.graph if parent is not None else None
        self.registry: Registry = outer.registry if outer else registry if registry is not None else default_registry()
        self.journal: Journal = outer.journal if outer else Journal()
        self.store: ConstraintStore = outer.store if outer else ConstraintStore()
        self.attrs: Attrs = EMPTY_ATTRS  # attributes of the graph itself
        self.bag: Bag | None = None
        self._descs: dict[TensorDesc, TensorDesc] = outer._descs if outer else {}
        self._acceptors: dict[str, Acceptor] = outer._acceptors if outer else {}
        # an acceptor keeps its key alive
        self._own_acceptors: dict[int, Acceptor] = outer._own_acceptors if outer else {}

    def __str__(self) -> str:
        """The canonical text form; `metadef.text.parse` reads it back."""
        from metadef.graph.printer import graph_text

        return graph_text(self)

    def __repr__(self) -> str:
        return f'Graph("{self.name}", {len(self)} nodes)'

    def __eq__(self, other: object) -> bool:
        """Same interface, same nodes by name, same calls; see `metadef.graph.compare`."""
        from metadef.graph.compare import same_graph

        return self is other or (isinstance(other, Graph) and same_graph(self, other))

    __hash__ = object.__hash__  # WHY: graphs change; as keys they stand for themselves

    def root(self) -> Graph:
        """The outermost graph."""
        graph = self
        while graph.parent is not None:
            graph = graph.parent.graph
        return graph

    def intern(self, desc: TensorDesc) -> TensorDesc:
        """The graph's own copy of an equal descriptor."""
        return self._descs.setdefault(desc, desc)

    def acceptor(self, op: str | OpProto) -> Acceptor:
        """The precomputed check for an operator.

        Raises:
            MetadefError: if the operator is unknown.
        """
        if isinstance(op, str):
            found = self._acceptors.get(op)
            if found is None:
                found = self._acceptors[op] = Acceptor(BUILTIN.get(op) or self.registry.lookup(op))
            return found
        found = self._own_acceptors.get(id(op))
        if found is None:
            named = self._acceptors.get(op.name)  # WHY: a prototype given as such may share its name with another
            found = self._own_acceptors[id(op)] = named if named is not None and named.proto is op else Acceptor(op)
        return found

    # --- building ------------------------------------------------------------------------------------------------

    def add_input(self, name: str, desc: TensorDesc, *, origin: Provenance | None = None) -> Value:
        """A new graph input.

        Raises:
            GraphError: if the name is taken.
        """
        attrs = Attrs(index=len(self._inputs))
        node = self._insert(DATA, name, (), attrs, (desc,), None, None, origin)
        return node.output

    def constant(self, tensor: object, name: str = "", *, origin: Provenance | None = None) -> Value:
        """A constant, from a `TensorValue` or anything that NumPy takes as an array."""
        value = tensor if isinstance(tensor, TensorValue) else TensorValue.from_array(tensor)
        desc = TensorDesc(value.dims, value.dtype)
        node = self._insert(
            CONST, name or self.unique_name("const"), (), Attrs(value=value), (desc,), None, None, origin
        )
        return node.output

    def add(
        self,
        op: str | OpProto,
        inputs: Sequence[InputLike] = (),
        attrs: Mapping[str, object] | None = None,
        *,
        name: str = "",
        outputs: Sequence[TensorDesc] | None = None,
        output_counts: Sequence[int] | None = None,
        control: Sequence[Node] = (),
        origin: Provenance | None = None,
    ) -> Node:
        """Add a node; the call is checked against its prototype.

        Args:
            inputs: one entry a port; a sequence for a dynamic port. Trailing absent optionals may be left out.
                A flat list is taken too when at most one port is dynamic.
            outputs: descriptors, where known; their number sizes a dynamic output.
            output_counts: members of each output port, when two or more are dynamic.

        Raises:
            MetadefError: with everything that is wrong.
        """
        acceptor = self.acceptor(op)
        proto = acceptor.proto
        name = name or self.unique_name(proto.name)
        subject = f'node "{name}" ({proto.name})'
        flat, counts, problems = bind_inputs(proto, inputs, subject)
        for value in flat:
            if value is not None and value.producer.graph is not self:
                problems.append(finding("foreign-value", subject, f"{value} belongs to another graph"))
        canonical, attr_problems = self._canonical(acceptor, attrs or {}, subject)
        if not problems and not is_opaque(proto):
            descs = [value.desc if value is not None else None for value in flat]
            sizes = counts or tuple(1 for _ in proto.inputs)
            problems = check_inputs(proto, descs, sizes, subject)
            if not problems and not attr_problems and proto.laws:
                problems = check_laws(Call(proto, descs, canonical, counts=counts, subject=subject))
        problems += attr_problems
        out_counts, out_descs, out_problems = bind_outputs(proto, outputs, output_counts, subject)
        problems += out_problems
        if problems:
            raise MetadefError(problems)
        node = self._insert(proto, name, flat, canonical, out_descs, counts, out_counts, origin)
        if control:
            self.set_control_inputs(node, control)
        return node

    def extend(self, rows: Iterable[Row]) -> list[Node]:
        """Add many nodes at once, each checked like `add`; see `metadef.graph.bulk.Row`.

        Raises:
            MetadefError: for the first row with problems, with all of that row's problems; earlier rows stay.
        """
        from metadef.graph.bulk import Tables, extend

        return extend(self, rows, Tables(self._slots, self._by_name, self._acceptors))

    def adopt(self, calls: Calls) -> list[Value]:
        """Fill an empty graph with calls that were checked when their file was written; nothing is recorded.

        Value numbers must be within the graph. Returns all values, by number.

        Raises:
            GraphError: if two nodes have the same name; the graph is of no use then.
        """
        from metadef.graph.bulk import Tables, adopt

        values = adopt(self, calls, Tables(self._slots, self._by_name, self._acceptors))
        self._inputs += [node for node in self.nodes if node.proto is DATA]
        self.version += len(self._slots)
        return values

    def set_outputs(self, outputs: Iterable[tuple[str, Value]]) -> None:
        """Say what the graph returns.

        Raises:
            GraphError: if a value belongs to another graph.
        """
        new = tuple(Output(name, value) for name, value in outputs)
        for name, value in new:
            if value.producer.graph is not self:
                raise GraphError.of("foreign-value", f'graph output "{name}"', f"{value} belongs to another graph")
        anchor = new[0].value.producer if new else next(iter(self.nodes), None)
        if anchor is None:
            return
        self.journal.entries.append(("outputs", anchor, self._outputs, self))
        self.put_outputs(new)
        self.version += 1

    def subgraph(self, node: Node, slot: str, name: str = "") -> Graph:
        """A new, empty subgraph in one of the node's slots (`then_branch`, or `branches0` for a dynamic slot)."""
        made = Graph(name or f"{node.name}/{slot}", parent=node)
        self._record("subgraphs", node, node.subgraphs)
        node.subgraphs = {**node.subgraphs, slot: made}
        return made

    # --- editing -------------------------------------------------------------------------------------------------

    def replace_input(self, node: Node, index: int, value: Value | None) -> None:
        """Let one input read another value (None: nothing)."""
        old = node.inputs[index]
        if old is value:
            return
        if value is not None and value.producer.graph is not self:
            raise GraphError.of("foreign-value", f'node "{node.name}"', f"{value} belongs to another graph")
        self._record("input", node, old, index)
        unlink(old)
        node.inputs = (*node.inputs[:index], value, *node.inputs[index + 1 :])
        link(node, value)

    def replace_uses(self, old: Value, new: Value, *, outputs: bool = True) -> None:
        """Let every reader of `old` read `new`; graph outputs too, unless told otherwise."""
        if old is new:
            return
        for node, index in list(old.uses()):
            self.replace_input(node, index, new)
        if outputs and old in self._output_values:
            self.set_outputs((name, new if value is old else value) for name, value in self._outputs)

    def set_call(
        self, node: Node, op: str | OpProto, inputs: Sequence[InputLike], attrs: Mapping[str, object] | None = None
    ) -> None:
        """Turn a node into another call that produces the same number of outputs; checked like `add`.

        Raises:
            MetadefError: with everything that is wrong; the node is left as it was.
        """
        acceptor = self.acceptor(op)
        proto = acceptor.proto
        subject = f'node "{node.name}" ({proto.name})'
        flat, counts, problems = bind_inputs(proto, inputs, subject)
        canonical, attr_problems = self._canonical(acceptor, attrs or {}, subject)
        problems += attr_problems
        if not problems:
            descs = [value.desc if value is not None else None for value in flat]
            problems = check_inputs(proto, descs, counts or tuple(1 for _ in proto.inputs), subject)
        if problems:
            raise MetadefError(problems)
        self._record("inputs", node, (node.proto, node.inputs, node.counts, node.attrs))
        for value in node.inputs:
            unlink(value)
        node.proto, node.inputs, node.counts, node.attrs = proto, flat, counts, canonical
        for value in flat:
            link(node, value)

    def set_attr(self, node: Node, name: str, value: object) -> None:
        """Set one attribute.

        Raises:
            MetadefError: if the prototype does not allow it.
        """
        self.set_attrs(node, {**node.attrs, name: value})

    def set_attrs(self, node: Node, attrs: Mapping[str, object]) -> None:
        """Replace all attributes.

        Raises:
            MetadefError: with everything that the prototype does not allow.
        """
        acceptor = self.acceptor(node.proto)
        canonical, problems = self._canonical(acceptor, attrs, f'node "{node.name}" ({node.op})')
        if problems:
            raise MetadefError(problems)
        self._record("attrs", node, node.attrs)
        node.attrs = canonical

    def set_desc(self, value: Value, desc: TensorDesc) -> None:
        """Say what is known about a value."""
        if value.desc == desc:
            return
        self.journal.entries.append(("desc", value.producer, value.desc, value))  # WHY not _record: called the most
        self.version += 1
        value.desc = self._descs.setdefault(desc, desc)

    def rename(self, node: Node, name: str) -> None:
        """Give a node another name.

        Raises:
            GraphError: if it is taken.
        """
        if name == node.name:
            return
        self._require_free(name)
        self._record("name", node, node.name)
        self.reindex_name(node, name)

    def set_control_inputs(self, node: Node, before: Sequence[Node]) -> None:
        """Say which nodes must run before `node`, in order."""
        self._record("control", node, node.control_inputs)
        self.put_control(node, tuple(dict.fromkeys(before)))

    def set_origin(self, node: Node, origin: Provenance) -> None:
        """Say where a node came from."""
        self._record("origin", node, node.origin)
        node.origin = origin

    def set_bag(self, node: Node, bag: Bag | None) -> None:
        """Keep fields of a foreign file that nobody here understands."""
        self._record("bag", node, node.bag)
        node.bag = bag

    def remove(self, node: Node) -> None:
        """Remove a node that nothing reads.

        Raises:
            GraphError: naming a reader, if something still reads it.
        """
        for value in node.outputs:
            if value.use_count or value in self._output_values:
                reader = value.users[0].name if value.use_count else "a graph output"
                raise GraphError.of("value-in-use", f'node "{node.name}"', f"{value} is still read by {reader}")
        if self._control_users.get(node):
            first = next(iter(self._control_users[node])).name
            raise GraphError.of("value-in-use", f'node "{node.name}"', f"{first} must still run after it")
        if node.control_inputs:
            self.set_control_inputs(node, ())
        self._record("remove", node, None)
        for value in node.inputs:
            unlink(value)
        self.forget_node(node)

    # --- history -------------------------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """A point to roll back to."""
        return Mark(len(self.journal), self.store.mark())

    def rollback(self, mark: Mark) -> None:
        """Undo everything since `mark`, subgraphs and symbol constraints included."""
        self.journal.undo_to(mark.entries)
        self.store.rollback(mark.store)

    # --- for the journal and the bulk builder only -----------------------------------------------------------------

    def _record(self, kind: str, node: Node, before: object, extra: object = None) -> None:
        self.journal.entries.append((kind, node, before, extra))
        self.version += 1

    def _require_free(self, name: str) -> None:
        known = self._by_name.get(name)
        if known is not None:
            raise GraphError.of(
                "duplicate-name", f'node "{name}"', f"the name is taken by a {known.op}", hint=self.unique_name(name)
            )

    def _canonical(self, acceptor: Acceptor, attrs: Mapping[str, object], subject: str) -> tuple[Attrs, list[Finding]]:
        if is_opaque(acceptor.proto):
            return Attrs(cast("Mapping[str, AttrValue]", attrs)), []
        found = acceptor.attrs(attrs)
        return (found, []) if found is not None else canonical_attrs(acceptor.proto, attrs, subject)

    def _insert(
        self,
        proto: OpProto,
        name: str,
        inputs: tuple[Value | None, ...],
        attrs: Attrs,
        outputs: Sequence[TensorDesc],
        counts: tuple[int, ...] | None,
        output_counts: tuple[int, ...] | None,
        origin: Provenance | None,
    ) -> Node:
        self._require_free(name)
        node = Node(self, len(self._slots), name, proto, inputs, attrs, counts, output_counts, origin)
        node.outputs = tuple(Value(node, index, self.intern(desc)) for index, desc in enumerate(outputs))
        for value in inputs:
            link(node, value)
        self._slots.append(node)
        self._by_name[name] = node
        if proto is DATA:
            self._inputs.append(node)
        self._record("add", node, None)
        return node

    def insert_copy(self, node: Node, inputs: tuple[Value | None, ...]) -> Node:
        """Insert a node with the call of another graph's node, unchecked: that graph has checked it."""
        descs = [value.desc for value in node.outputs]
        made = self._insert(
            node.proto, node.name, inputs, node.attrs, descs, node.counts, node.output_counts, node.origin
        )
        made.bag = node.bag
        return made
