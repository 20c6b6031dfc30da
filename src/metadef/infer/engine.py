"""The engine: visits nodes in order, applies their rules, and keeps what is known of small tensors.

A rule that cannot hold gives a finding and leaves its outputs unknown; the rest of the graph is still inferred.
Known elements live here and not on values: they follow from the graph and need no saving. Inferring a graph again keeps
the symbol that a size which depends on data got first, and changes nothing but expressions that become shorter by what
later nodes demanded: `max(b,1)-1` is `b-1` once a node behind it demands `b >= 1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

from metadef.errors import Finding, MetadefError
from metadef.graph.binding import UNKNOWN_DESC
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.tables import Output
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.infer.answers import BadAnswer, is_ours, located, rule_failed
from metadef.infer.branches import settle_branches
from metadef.infer.claims import claims_of, contradiction, narrowed
from metadef.infer.dtypes import output_dtypes
from metadef.infer.outputs import output_shapes
from metadef.infer.producers import naming_producers
from metadef.infer.repeats import Answer, Key, Read, Repeats, key_of
from metadef.infer.same_types import type_mismatch
from metadef.infer.subgraphs import infer_subgraphs, passed_values
from metadef.infer.value.element_type import in_type
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.call import Call
from metadef.types.attrs import Attrs
from metadef.types.constraints import ConstraintStore
from metadef.types.dim import Dim, DimLike
from metadef.types.dtype import DataType
from metadef.types.known_value import KnownValue
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Inference", "infer"]

_FLOATS = frozenset({DataType.FLOAT, DataType.FLOAT16, DataType.BF16, DataType.DOUBLE})
_SMALL = 512  # elements up to which a computed tensor is followed; shapes and their like have at most dozens
_SMALL_FLOATS = 64  # the same for floating-point tensors: scales and sizes, never weights
_UNKNOWN = Shape(None)


@dataclass(slots=True)
class Inference:
    """What the engine found out, besides the descriptors that it wrote into the graph."""

    findings: list[Finding] = field(default_factory=list)
    values: dict[Value, KnownValue | None] = field(default_factory=dict)
    depth: int = 0  # nesting of subgraphs
    rounds: int = 0  # subgraphs inferred so far, which is bounded
    gave_up: bool = False  # whether a finding says that subgraphs are nested too deep to be inferred
    store: ConstraintStore | None = None  # what holds inside a branch that may not run; None where the graph's own does
    repeats: Repeats = field(default_factory=Repeats)  # calls that were inferred before
    is_trial: bool = False  # whether errors count only where the graph surely gets, and the first one decides
    assumed: dict[Node, str] = field(default_factory=dict[Node, str])  # branches that must run, by `branches`
    claims: dict[Value, Shape] = field(default_factory=dict[Value, Shape])  # see `metadef.infer.claims`
    claimed_in: tuple[Attrs, tuple[Output, ...]] | None = None  # of the graph that `claims` was read from

    def value_of(self, value: Value) -> KnownValue | None:
        """The known elements of a value, computed at most once for constants."""
        if value in self.values:
            return self.values[value]
        node = value.producer
        known: KnownValue | None = None
        if node.proto is CONST:
            tensor = node.attrs.get("value")
            if isinstance(tensor, TensorValue) and (tensor.size <= _SMALL_FLOATS or tensor.dtype not in _FLOATS):
                known = KnownValue.of_tensor(tensor)
        self.values[value] = known
        return known


def infer(graph: Graph, nodes: Iterable[Node] | None = None, state: Inference | None = None) -> Inference:
    """Infer descriptors for the whole graph, or only for `nodes` (in the order given).

    Raises:
        GraphError: if the graph has a cycle.
    """
    state = state if state is not None else Inference()
    if state.depth == 0:
        _read_claims(graph, state)
    order = in_order(graph) if nodes is None else nodes
    branching = False
    stops = state.is_trial and state.depth == 0
    for node in order:
        proto = node.proto
        if proto is not CONST and proto is not DATA and not is_opaque(proto):
            infer_node(graph, node, state)
            branching = branching or bool(node.subgraphs)
            if stops and state.findings and any(item.is_error for item in state.findings):
                return state
    if branching and nodes is None and state.depth == 0:
        settle_branches(graph, list(order), state, Inference(is_trial=True, repeats=state.repeats), infer)
    return state


def _read_claims(graph: Graph, state: Inference) -> None:
    """Note what the graph claims, unless that is known: passes infer node by node."""
    attrs, outputs = graph.attrs, graph.outputs
    if state.claimed_in is not None and state.claimed_in[0] is attrs and state.claimed_in[1] is outputs:
        return
    state.claimed_in = attrs, outputs
    try:
        state.claims = claims_of(graph)
    except MetadefError as error:
        state.findings.extend(error.findings)


def in_order(graph: Graph) -> Iterable[Node]:
    """All nodes, producers before readers; their order of age where that is one, as it nearly always is."""
    for node in graph.nodes:
        number = node.number
        for value in node.inputs:
            if value is not None and value.producer.number >= number:
                return topological(graph)
        if node.control_inputs:
            return topological(graph)
    return list(graph.nodes)


def infer_node(graph: Graph, node: Node, state: Inference) -> None:
    """Apply one node's rules, write its outputs' descriptors, and keep what is known of their elements."""
    if node.subgraphs:
        call, _ = _call_of(graph, node, state)
        results = infer_subgraphs(node, call, state, infer)
        taken = state.assumed.get(node)
        call.subgraph_outputs = {taken: results[taken]} if taken in results else results
        _write_descs(graph, node, call, state)
        if node.proto.value_rule is None:
            state.values.update(passed_values(node, state))
        else:
            _infer_values(node, call, state)
        return
    if state.claims and not state.claims.keys().isdisjoint(node.outputs):
        call, _ = _call_of(graph, node, state)
        _write_descs(graph, node, call, state)
        _infer_values(node, call, state)
        return
    key = key_of(node)
    answer = state.repeats.find(key, node, state.value_of, state.store or graph.store)
    if answer is None:
        _infer_anew(graph, node, state, key)
        return
    for value, desc in zip(node.outputs, answer.descs, strict=True):
        if value.desc is not desc:
            graph.set_desc(value, desc)
    if answer.values is None:
        return
    if not answer.knows_values(node, state.value_of, state.store or graph.store):
        _infer_values(node, _call_of(graph, node, state)[0], state)
        return
    for value, known in zip(node.outputs, answer.values, strict=True):
        state.values[value] = known


def _infer_anew(graph: Graph, node: Node, state: Inference, key: Key) -> None:
    """Ask the rules, and remember what they say."""
    call, reads = _call_of(graph, node, state)
    store, findings, outputs = call.store, state.findings, node.outputs
    stamp, problems = store.stamp, len(findings)
    before = [value.desc for value in outputs]
    _write_descs(graph, node, call, state)
    early = len(reads)
    known: list[KnownValue | None] | None = None
    if node.proto.value_rule is not None:
        _infer_values(node, call, state)
        known = [state.values[value] for value in outputs]
    if store.stamp == stamp and len(findings) == problems:
        after = [value.desc for value in outputs]
        answer = Answer.of(call.inputs, after, known, reads, store, early)
        state.repeats.keep(key, node, call.inputs, before, answer)


def _call_of(graph: Graph, node: Node, state: Inference) -> tuple[Call, list[Read]]:
    """The call as rules see it, and the list of what they will have read of known elements."""
    inputs = node.inputs
    reads: list[Read] = []

    def read(index: int) -> KnownValue | None:
        value = inputs[index]
        known = state.value_of(value) if value is not None else None
        reads.append((index, known))
        return known

    call = Call(
        node.proto,
        [value.desc if value is not None else None for value in inputs],
        node.attrs,
        counts=node.counts,
        output_counts=node.output_counts,
        value_of=read,
        store=state.store or graph.store,
        node_name=node.name,
    )
    return call, reads


def _write_descs(graph: Graph, node: Node, call: Call, state: Inference) -> None:
    store = call.store
    mark = store.mark()
    mixed = type_mismatch(call)
    if mixed is not None:
        state.findings.append(mixed)
    dtypes, shapes = _apply(node, call, state, mark)
    if state.claims and not state.claims.keys().isdisjoint(node.outputs):
        shapes = _with_claims(node, shapes, store, state, mark)
    for value, dtype, shape in zip(node.outputs, dtypes, shapes, strict=True):
        old = value.desc
        if old.dtype is not dtype or old.origin_shape != shape:
            graph.set_desc(value, _of_an_input(call.inputs, old, shape, dtype) or old.inferred(shape, dtype))


def _of_an_input(
    inputs: Sequence[TensorDesc | None], old: TensorDesc, shape: Shape, dtype: DataType
) -> TensorDesc | None:
    """The descriptor of an input that says what `old.inferred(shape, dtype)` would say: most nodes keep shapes."""
    for desc in inputs:
        if desc is not None and desc.origin_shape is shape and desc.dtype is dtype and desc.same_but_meaning(old):
            return desc
    return None


def _apply(node: Node, call: Call, state: Inference, mark: int) -> tuple[Sequence[DataType], Sequence[Shape]]:
    """Types and shapes of the outputs by the rules; where there is no rule, what the file said stays.

    `mark` is that of the store before them.
    """
    outputs, store = node.outputs, call.store
    total, stamp = len(outputs), store.stamp
    dtypes: Sequence[DataType] = [DataType.UNDEFINED] * total
    shapes: Sequence[Shape] = [_UNKNOWN] * total
    try:
        dtypes = output_dtypes(call, total)
        shapes = output_shapes(call, total)
    except MetadefError as error:
        state.findings.extend(naming_producers(node, located(call, error)))
    except Exception as error:  # WHY: rules come from plug-ins too, and one bad rule must not stop the rest
        state.findings.append(rule_failed(call, error))
    if DataType.UNDEFINED in dtypes or len(dtypes) != total:
        dtypes = [
            value.desc.dtype if new is DataType.UNDEFINED else new
            for value, new in zip(outputs, [*dtypes, *[DataType.UNDEFINED] * total], strict=False)
        ]
    if call.proto.shape_rule is None:
        return dtypes, [value.desc.origin_shape for value in outputs]
    if store.stamp != stamp:
        known = [value.desc.origin_shape for value in outputs]
        if known != shapes and _equal_but_for_fresh(known, shapes, store):
            store.rollback(mark)  # WHY: what this node demands was demanded when its symbols were made
            return dtypes, known
    return dtypes, shapes


def _with_claims(
    node: Node, shapes: Sequence[Shape], store: ConstraintStore, state: Inference, mark: int
) -> Sequence[Shape]:
    """What the rules say, with what the graph's file declares of outputs where they do not say it."""
    claims = [state.claims.get(value) for value in node.outputs]
    believed: list[Shape | None] = []
    for value, shape, claimed in zip(node.outputs, shapes, claims, strict=True):
        problem = contradiction(value, shape, claimed) if claimed is not None else None
        if problem is not None:
            state.findings.append(problem)
        believed.append(claimed if problem is None else None)
    found, demands = narrowed(shapes, believed, store)
    if demands and found == [value.desc.origin_shape for value in node.outputs]:
        store.rollback(mark)  # WHY: it was demanded when this was inferred first, of the symbols that were new then
        return found
    for dim, size in demands:
        problem = store.require_equal(dim, size, f'the declared output "{node.outputs[0].name}"')
        if problem is not None:
            state.findings.append(problem)
            return shapes
    return found


def _equal_but_for_fresh(known: Sequence[Shape], shapes: Sequence[Shape], store: ConstraintStore) -> bool:
    """Whether the shapes are what is known already, with new symbols for sizes that depend on data."""
    for old, new in zip(known, shapes, strict=True):
        if old == new:
            continue
        if old.rank is None or new.rank is None or old.rank != new.rank:
            return False
        if not all(_same_dim(a, b, store) for a, b in zip(old, new, strict=True)):
            return False
    return True


def _same_dim(old: DimLike | None, new: DimLike | None, store: ConstraintStore) -> bool:
    if old == new:
        return True
    if not isinstance(old, Dim) or not isinstance(new, Dim):
        return False
    a, b = old.symbol_name, new.symbol_name
    return (
        a is not None
        and b is not None
        and store.is_fresh(a)
        and store.is_fresh(b)
        and a.rpartition("_")[0] == b.rpartition("_")[0]
    )


def _infer_values(node: Node, call: Call, state: Inference) -> None:
    for value in node.outputs:
        state.values[value] = None
    rule = node.proto.value_rule
    if rule is None:
        return
    first = node.outputs[0].desc if node.outputs else UNKNOWN_DESC
    dims = first.origin_shape.known_dims()
    if dims is None and 0 not in (first.origin_shape.dims if first.origin_shape.has_rank else ()):
        return
    if dims is not None and prod(dims) > (_SMALL_FLOATS if first.dtype in _FLOATS else _SMALL):
        return
    try:
        results = _known_of(rule, rule(call))
    except MetadefError:
        return  # WHY: a value that cannot be computed is unknown; the shape rule has reported what is illegal
    except Exception as error:
        state.findings.append(rule_failed(call, error))
        return
    for value, known in zip(node.outputs, results, strict=False):
        if known is not None and _fits(value.desc, known):
            state.values[value] = in_type(known, value.desc.dtype, call.store)
        elif known is not None and not is_ours(rule):
            told = f"a value rule gave elements of {list(known.dims)} for {value.desc.origin_shape}"
            state.findings.append(rule_failed(call, BadAnswer(rule, told)))


def _known_of(rule: object, given: object) -> list[KnownValue | None]:
    """What a value rule gave: one answer or one an output, each known elements or None."""
    if given is None or isinstance(given, KnownValue):
        return [given]
    items: list[KnownValue | None] = []
    for item in given if isinstance(given, Sequence) else [given]:
        if item is not None and not isinstance(item, KnownValue):
            raise BadAnswer(rule, f"a value rule gives known elements or None for each output, but gave {item!r:.60}")
        items.append(item)
    return items


def _fits(desc: TensorDesc, known: KnownValue) -> bool:
    """Whether a value has the inferred shape; a rule that disagrees with itself is not believed."""
    dims = desc.origin_shape.known_dims()
    return dims is None or dims == known.dims
