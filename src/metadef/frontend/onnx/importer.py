"""Walks an ONNX graph and builds the Ascend graph: names, initializers, order, inputs, outputs, placeholders.

How an operator is mapped is the families' business; what a subgraph or a model-local function needs is in `control` and
`functions`. Nothing here stops at the first problem.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import chain
from typing import Any

from metadef.errors import Finding, MetadefError, Severity, finding
from metadef.frontend.onnx.attributes import readable_attributes
from metadef.frontend.onnx.call_check import checked_attributes
from metadef.frontend.onnx.constants import Constants
from metadef.frontend.onnx.declare import OnnxOp
from metadef.frontend.onnx.descriptors import NOTHING_KNOWN, declared_desc, input_desc, unmappable_type
from metadef.frontend.onnx.facts import Facts
from metadef.frontend.onnx.ge_domain import GE_OP, is_ge_node, is_own_node
from metadef.frontend.onnx.ge_metadata import is_alias, noted_constraints, noted_desc, noted_name, restore
from metadef.frontend.onnx.head import NodeHead
from metadef.frontend.onnx.input_ranks import wrong_ranks
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.order import captured_names, import_order, read_names
from metadef.frontend.onnx.result import Imported
from metadef.frontend.onnx.scope import Scope
from metadef.frontend.onnx.session import Session
from metadef.frontend.onnx.table import find_op, no_mapping
from metadef.frontend.onnx.tensors import tensor_value
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.infer.claims import CLAIMS, claim_outputs, contradiction, says_more
from metadef.ops.builtin import CONST, DATA, is_opaque, opaque
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["Importer", "import_model"]

_MAX_DEPTH = 48  # nested subgraphs and functions; real models have two or three
_INITIALIZERS_NEED_INPUTS = 4  # IR versions before this one list every initializer as an input too
_SHOWN = 3  # names that one finding lists


def import_model(session: Session) -> Imported:
    """Import the graph of an opened model."""
    proto = session.source.model.graph
    for function in session.source.model.functions:
        session.functions[function.domain, function.name, function.overload] = function
    graph = Graph(proto.name or "graph", session.registry)
    importer = Importer(session, Scope(graph, session.opsets))
    noted_constraints(importer, session.source.model)
    importer.import_inputs(proto)
    importer.import_body(proto)
    return Imported(graph, session.findings, session.opsets.get("", 0), session.declarations, importer.scope.values)


class Importer:
    """Builds one Ascend graph. Mutable."""

    def __init__(self, session: Session, scope: Scope) -> None:
        self.session = session
        self.scope = scope  # of the function that is being inlined, else of the graph itself
        self.graph = scope.graph
        self.facts = Facts(scope.graph, session.claim)
        self.constants = Constants()

    # --- graphs --------------------------------------------------------------------------------------------------

    def import_inputs(self, proto: Any) -> None:
        """The inputs of the outermost graph."""
        session = self.session
        fixed = session.fixed
        initialised = {tensor.name for tensor in proto.initializer if tensor.name not in fixed}
        overridable = [info.name for info in proto.input if info.name in initialised]
        free = [info for info in proto.input if info.name not in fixed]
        inputs = [info for info in free if session.keep_overridable or info.name not in initialised]
        if (
            overridable
            and session.source.model.ir_version >= _INITIALIZERS_NEED_INPUTS
            and not session.keep_overridable
        ):
            self._report_overridable(overridable)
        taken: set[str] = set()
        for info in inputs:
            desc = declared_desc(info)
            taken |= desc.shape.symbols() if desc is not None and desc.shape.rank is not None else set()
        for name in sorted(taken):
            self.graph.store.declare(name, by="graph inputs")
        for info in inputs:
            self._import_input(info, taken)

    def _import_input(self, info: Any, taken: set[str]) -> None:
        name: str = info.name
        subject = f'{self.session.label}: input "{name}"'
        problem = unmappable_type(info, subject)
        if problem is not None:
            self.session.findings.append(problem)
        if name in self.scope.values:
            self.session.findings.append(finding("duplicate-name", subject, "two inputs have this name"))
            return
        before = set(taken)
        try:
            desc = noted_desc(info, subject) or input_desc(info, taken)
        except MetadefError as error:
            self.session.findings += error.findings
            desc = input_desc(info, taken)
        taken |= desc.origin_shape.symbols() if desc.origin_shape.rank is not None else set()
        for symbol in sorted(taken - before):
            self.graph.store.declare(symbol, by=f'input "{name}"')
        origin = Provenance(self.session.label, name, "input")
        own = self.graph.unique_name(noted_name(info) if info.metadata_props else name)
        self.scope.values[name] = self.graph.add_input(own, desc, origin=origin)

    def _report_overridable(self, names: Sequence[str]) -> None:
        shown = ", ".join(f'"{name}"' for name in names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
        self.session.findings.append(
            finding(
                "overridable-initializer",
                self.session.label,
                f"{len(names)} initializers are graph inputs too ({shown}); they become constants that nobody can feed",
                hint="listing only real inputs, or keeping these as inputs with keep_overridable",
            )
        )

    def import_body(self, proto: Any) -> None:
        """Initializers, nodes and outputs of a graph whose inputs are there."""
        self._import_initializers(proto)
        claims = {info.name: info for info in (*proto.value_info, *proto.output)}
        self.scope.used = read_names(proto.node).union(info.name for info in proto.output)
        self.import_nodes(proto.node, claims)
        restore(self, proto)
        outputs: list[tuple[str, Value]] = []
        for info in proto.output:
            value = self.lookup(info.name)
            if value is None:
                subject = f'{self.session.label}: output "{info.name}"'
                hint = self.session.near(info.name, self.scope.values)
                self.session.findings.append(finding("unknown-output", subject, "nothing produces it", hint=hint))
                value = self._placeholder(f"no producer of {info.name}", [], info.name, 1, {}, None).outputs[0]
            outputs.append((noted_name(info) if info.metadata_props else info.name, value))
        self.graph.set_outputs(outputs)
        if self.session.sequences:
            self.session.settle_sequences(self.graph)
        if not self.scope.depth and self.graph.parent is None:
            self._claim_outputs(proto.output)

    def _claim_outputs(self, infos: Sequence[Any]) -> None:
        """What the file declares about outputs is believed where it does not follow from the operators."""
        if CLAIMS in self.graph.attrs:
            return
        believed: dict[str, Shape] = {}
        for info, (name, value) in zip(infos, self.graph.outputs, strict=True):
            claim = declared_desc(info)
            proto = value.producer.proto
            if claim is None or info.metadata_props or proto is DATA or proto is CONST or is_opaque(proto):
                continue  # WHY: metadata is our own note of the descriptor, and the others say themselves what they are
            if claim.origin_shape.rank is None or not _has_numbers(claim.origin_shape):
                continue
            known = self.facts.inferred(value)
            problem = contradiction(value, known, claim.origin_shape)
            if problem is not None:
                self.session.findings.append(problem)
            elif says_more(known, claim.origin_shape, self.graph.store):
                believed[name] = Shape([dim if isinstance(dim, int) else None for dim in claim.origin_shape])
        claim_outputs(self.graph, believed)

    def _import_initializers(self, proto: Any) -> None:
        for tensor in proto.initializer:
            previous = self.scope.initializers.get(tensor.name)
            if previous is not None and previous != tensor:
                self.session.findings.append(
                    finding(
                        "duplicate-name",
                        f'{self.session.label}: initializer "{tensor.name}"',
                        "two initializers have this name and differ; the last one counts",
                        severity=Severity.WARNING,
                    )
                )
            self.scope.initializers[tensor.name] = tensor
        for name in self.scope.values:
            self.scope.initializers.pop(name, None)  # kept as an input that can be fed
        if not self.scope.depth:
            self.scope.initializers |= self.session.fixed
        for tensor in proto.sparse_initializer:
            subject = f'{self.session.label}: initializer "{tensor.values.name}"'
            self.session.findings.append(
                finding("dtype-not-allowed", subject, "sparse initializers cannot be held", hint="a dense initializer")
            )

    def import_nodes(self, nodes: Sequence[Any], claims: Mapping[str, Any]) -> None:
        """Nodes in an order that works; every one becomes something."""
        order, cycles = import_order(nodes)
        self._report_cycles(nodes, cycles)
        produced = {name for node in nodes for name in node.output} if cycles else ()
        for index in order:
            self.import_node(nodes[index], claims, produced)

    def _report_cycles(self, nodes: Sequence[Any], cycles: list[list[int]]) -> None:
        for found in cycles:
            start = found.index(min(found))
            cycle = found[start:] + found[:start]
            names = [f'"{nodes[index].name or next(iter(nodes[index].output), "")}"' for index in cycle]
            path = " -> ".join([*names[:12], "..."] if len(names) > 12 else [*names, names[0]])
            self.session.findings.append(
                finding("cycle", f"{self.session.label}: node {names[0]}", f"nodes feed each other in a circle: {path}")
            )

    # --- values --------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Value | None:
        """The value that an ONNX name stands for; an initializer becomes a constant when it is first asked for."""
        found = self.scope.values.get(name)
        if found is not None:
            return found
        tensor = self.scope.initializers.get(name)
        if tensor is None:
            return None
        value = self.scope.values[name] = self._constant_of(name, tensor)
        return value

    def _constant_of(self, name: str, tensor: Any | TensorValue) -> Value:
        origin = Provenance(self.session.label, name, "initializer")
        if isinstance(tensor, TensorValue):
            return self.graph.constant(tensor, self.graph.unique_name(name), origin=origin)
        try:
            content = tensor_value(self.session.source, tensor, self.session.label)
        except MetadefError as error:
            self.session.findings += error.findings
            return self._placeholder("initializer", [], name, 1, {}, origin).outputs[0]
        own = noted_name(tensor) if tensor.metadata_props else name
        return self.graph.constant(content, self.graph.unique_name(own), origin=origin)

    def _read_inputs(self, proto: Any, head: NodeHead, produced: Container[str]) -> list[Value | None]:
        values: list[Value | None] = []
        known = self.scope.values
        for name in proto.input:
            value = known.get(name)
            if value is None and name and name not in self.scope.absent:
                value = self.lookup(name) or self._unproduced(name, head, produced)
            values.append(value)
        return values

    def _unproduced(self, name: str, head: NodeHead, produced: Container[str]) -> Value:
        value = self._placeholder(f"no producer of {name}", [], name, 1, {}, None).outputs[0]
        if name not in produced:  # else a cycle, which has been reported
            others = (other for other in chain(self.scope.values, self.scope.initializers) if other != name)
            hint = self.session.near(name, others)
            self.scope.values[name] = value
            self.session.findings.append(
                finding("dangling-input", head.subject, f'nothing produces its input "{name}"', hint=hint)
            )
        return value

    # --- nodes ---------------------------------------------------------------------------------------------------

    def import_node(self, proto: Any, claims: Mapping[str, Any], produced: Container[str]) -> None:
        """One node: mapped, inlined, or a placeholder with findings."""
        session = self.session
        head = self._head(proto)
        inputs = self._read_inputs(proto, head, produced)
        if proto.metadata_props and is_alias(proto) and len(inputs) == 1:
            self._bind(head, inputs, {})
            return
        problems: list[Finding] = []
        results: Sequence[Value | None] | None = None
        attributes = self._attribute_protos(proto, head, problems) if len(proto.attribute) else {}
        function = session.functions.get((proto.domain, head.op, proto.overload)) if session.functions else None
        mapped = find_op(head.op, head.domain)
        if mapped is not None:
            values = checked_attributes(mapped, head, inputs, attributes, problems)
            problems += wrong_ranks(head, inputs)
            if not problems:
                results = self._map(mapped, OnnxNode(head, inputs, values, self), problems)
        elif is_ge_node(head, session.registry):
            results = self._map(GE_OP, OnnxNode(head, inputs, attributes, self), problems)
        elif function is not None:
            results = self._inline(function, head, inputs, attributes, problems)
        elif is_own_node(head, session.registry):
            results = self._map(GE_OP, OnnxNode(head, inputs, attributes, self), problems)
        else:
            problems += session.unusable_plugins(head)
            problems.append(no_mapping(head.op, head.domain, head.subject))
        if results is None:
            session.findings += problems
            descs = [declared_desc(claims[item]) if item in claims else None for item in head.outputs]
            kept = readable_attributes(attributes)
            placeholder = self._placeholder(head.kind, inputs, head.name, len(head.outputs), kept, head.origin, descs)
            results = placeholder.outputs
        self._bind(head, results, claims)

    def _head(self, proto: Any) -> NodeHead:
        scope = self.scope
        op: str = proto.op_type
        domain: str = proto.domain
        name: str = proto.name
        outputs: list[str] = list(proto.output)
        kind = f"{domain or 'ai.onnx'}::{op}"
        domain = "" if domain == "ai.onnx" else domain
        origin = Provenance(self.session.label, scope.prefix + name, kind)
        own = name or next((output for output in outputs if output), "") or op
        return NodeHead(op, domain, scope.opsets.get(domain, 0), scope.prefix + own, outputs, origin)

    def _attribute_protos(self, proto: Any, head: NodeHead, problems: list[Finding]) -> dict[str, Any]:
        """Attributes by name, with references to a function's attributes resolved."""
        found: dict[str, Any] = {}
        given = self.scope.attributes
        for item in proto.attribute:
            actual = item
            if item.ref_attr_name:
                if given is None:
                    message = f"attribute `{item.name}` refers to a function's, and this is none"
                    problems.append(finding("attr-type", head.subject, message))
                    continue
                actual = given.get(item.ref_attr_name)
                if actual is None:
                    continue  # WHY: an absent attribute of the call is absent inside too
            if item.name in found:
                problems.append(finding("attr-type", head.subject, f"attribute `{item.name}` is given twice"))
            found[item.name] = actual
        return found

    def _map(self, mapped: OnnxOp, node: OnnxNode, problems: list[Finding]) -> Sequence[Value | None] | None:
        before = len(self.session.findings)
        try:
            results = mapped.mapper(node)
        except MetadefError as error:
            problems += error.findings
        except Exception as error:  # WHY: a file must not be able to crash the import through a mapper's oversight
            problems.append(
                finding("mapping-failed", node.subject, f"its mapping raised {type(error).__name__}: {error}")
            )
        else:
            results = [results] if isinstance(results, Value) else results
            given = sum(value is not None for value in results)
            lacking = [index for index in range(len(node.outputs)) if index >= len(results) or results[index] is None]
            missing = [node.outputs[index] for index in lacking if node.wants(index)]
            if not missing:
                return results
            problems.append(
                finding(
                    "port-count",
                    node.subject,
                    f'nothing on Ascend gives its output "{missing[0]}"',
                    expected=f"{given} outputs",
                    got=f"{len(node.outputs)} outputs",
                )
            )
        problems[:0] = self.session.findings[before:]
        del self.session.findings[before:]
        node.discard()
        return None

    def _inline(
        self,
        function: Any,
        head: NodeHead,
        inputs: Sequence[Value | None],
        attributes: Mapping[str, Any],
        problems: list[Finding],
    ) -> Sequence[Value | None] | None:
        """The body of a model-local function in place of its call."""
        caller = self.scope
        if caller.depth >= _MAX_DEPTH:
            problems.append(
                finding("subgraph-mismatch", head.subject, f"functions call each other deeper than {_MAX_DEPTH}")
            )
            return None
        given: dict[str, Any] = {item.name: item for item in function.attribute_proto}
        given |= attributes
        opsets = {("" if item.domain == "ai.onnx" else item.domain): item.version for item in function.opset_import}
        inner = Scope(
            self.graph, opsets or caller.opsets, depth=caller.depth + 1, prefix=f"{head.name}/", attributes=given
        )
        for index, parameter in enumerate(function.input):
            value = inputs[index] if index < len(inputs) else None
            if value is not None:
                inner.values[parameter] = value
            else:
                inner.absent.add(parameter)
        inner.used = read_names(function.node).union(function.output)
        self.scope = inner
        try:
            self.import_nodes(function.node, {info.name: info for info in function.value_info})
            results = [self.lookup(output) for output in function.output]
        finally:
            self.scope = caller
        missing = [output for output, value in zip(function.output, results, strict=True) if value is None]
        if missing:
            problems.append(finding("unknown-output", head.subject, f'nothing in the function produces "{missing[0]}"'))
        return None if missing else results

    def inline_graph(self, proto: Any, arguments: Sequence[Value], prefix: str, subject: str) -> list[Value]:
        """The nodes of a subgraph in place, called `prefix` and their own names: what its outputs stand for.

        Raises:
            MetadefError: if subgraphs nest too deeply, or nothing produces an output.
        """
        outer = self.scope
        if outer.depth >= _MAX_DEPTH:
            raise MetadefError(finding("subgraph-mismatch", subject, f"subgraphs nest deeper than {_MAX_DEPTH}"))
        inner = Scope(
            self.graph, outer.opsets, depth=outer.depth + 1, prefix=outer.prefix + prefix, attributes=outer.attributes
        )
        inner.absent |= outer.absent
        seen = {name: self.lookup(name) for name in captured_names(proto)}
        inner.values |= {name: value for name, value in seen.items() if value is not None}
        inner.values |= {info.name: value for info, value in zip(proto.input, arguments, strict=True)}
        inner.used = read_names(proto.node).union(info.name for info in proto.output)
        self.scope = inner
        try:
            self._import_initializers(proto)
            self.import_nodes(proto.node, {info.name: info for info in proto.value_info})
            results = [self.lookup(info.name) for info in proto.output]
        finally:
            self.scope = outer
        for info, value in zip(proto.output, results, strict=True):
            if value is None:
                message = f'nothing in the subgraph produces "{info.name}"'
                raise MetadefError(finding("unknown-output", subject, message))
        return [value for value in results if value is not None]

    def _bind(self, head: NodeHead, results: Sequence[Value | None], claims: Mapping[str, Any]) -> None:
        values = self.scope.values
        for name, value in zip(head.outputs, results, strict=False):
            if not name or value is None:
                continue
            if name in values or name in self.scope.initializers:
                self.session.findings.append(
                    finding(
                        "duplicate-name",
                        head.subject,
                        f'value "{name}" is already produced elsewhere; the first one counts',
                    )
                )
                continue
            values[name] = value
            info = claims.get(name)
            if info is not None:
                self.session.claims[value] = info

    def _placeholder(
        self,
        kind: str,
        inputs: Sequence[Value | None],
        name: str,
        outputs: int,
        attrs: Mapping[str, object],
        origin: Provenance | None,
        descs: Sequence[TensorDesc | None] = (),
    ) -> Node:
        known = [desc if desc is not None else NOTHING_KNOWN for desc in descs] or [NOTHING_KNOWN] * outputs
        return self.graph.add(
            opaque(kind), inputs, attrs, name=self.graph.unique_name(name), outputs=known, origin=origin
        )


def _has_numbers(shape: Shape) -> bool:
    """Whether a shape of known rank says a size; the empty one says that there are none."""
    return not shape.dims or any(isinstance(dim, int) for dim in shape)
