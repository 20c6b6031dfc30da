"""Writing chosen columns into a graph: descriptors get their storage and type, TransData and Cast nodes are inserted.

Constants are converted and cast now. A conversion that several readers want is made once, and so is a step that two
conversions share. Every node that is made names the node whose value it converts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.layout.cost import route, stored_shape
from metadef.layout.graph_problem import GraphProblem, arrival, folds
from metadef.layout.place import AS_MEANT, Place, Storage, place_text
from metadef.layout.result import Conversion, Merged
from metadef.layout.views import GONE
from metadef.ops.builtin import CONST, DATA
from metadef.types.dtype import DataType
from metadef.types.format import StorageFormat
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

__all__ = ["RESULTS", "Applied", "apply_columns"]

RESULTS = ""  # in `Applied.takes`, the entry of the graph's own outputs


@dataclass(frozen=True, slots=True)
class Applied:
    """What was written into a graph."""

    conversions: list[Conversion]
    merged: list[Merged]  # nodes that needed no kernel of their own
    takes: dict[str, tuple[Storage, ...]]  # node -> storage of its inputs


def apply_columns(work: GraphProblem, columns: tuple[int, ...]) -> Applied:
    """Lay the graph out."""
    return _Writer(work).write(columns)


class _Writer:
    """Mutable, used once."""

    def __init__(self, work: GraphProblem) -> None:
        self.work = work
        self.graph: Graph = work.graph
        self.chip = work.target.chip
        self.at: dict[Value, Place] = {}  # where the results of nodes lie
        self.made: dict[tuple[Value, Place], Value] = {}  # a value at another place
        self.done: list[Conversion] = []
        self.merged: list[Merged] = []
        self.takes: dict[str, tuple[Storage, ...]] = {}
        # WHY now: the conversions that are inserted become readers too
        pairs = [(value, work.fused(value)) for node in work.nodes for value in node.outputs]
        self.fused = {value: reader.name for value, reader in pairs if reader is not None}
        self.descs: dict[Value, TensorDesc] = {}  # written last, so that prices and routes see what the model says

    def write(self, columns: tuple[int, ...]) -> Applied:
        work = self.work
        nodes = list(zip(work.nodes, columns, strict=False))
        ends = columns[len(nodes) :]
        returned = [work.returned(value)[end] for (_, value), end in zip(self.graph.outputs, ends, strict=False)]
        for value, end in zip(self.graph.inputs, ends[len(returned) :], strict=False):
            self.at[value] = work.arriving(value)[end]
            self.descs[value] = self.desc(value, self.at[value])
        for node, column in nodes:
            option = self.work.options(node)[column]
            self.takes[node.name] = option.ins
            for value, place in zip(node.outputs, option.gives, strict=True):
                self.at[value] = place
                if place != AS_MEANT:
                    self.descs[value] = self.desc(value, place)
        for node, column in nodes:
            option = self.work.options(node)[column]
            for index, (value, place) in enumerate(zip(node.inputs, option.takes, strict=True)):
                if value is not None and self.place(value) != place:
                    self.graph.replace_input(node, index, self.convert(value, place))
        results = [
            (name, value if self.place(value) == place else self.convert(value, place))
            for (name, value), place in zip(self.graph.outputs, returned, strict=True)
        ]
        self.graph.set_outputs(results)
        self.takes[RESULTS] = tuple(place[0] for place in returned)
        for value, desc in self.descs.items():
            self.graph.set_desc(value, desc)
        for node, column in nodes:
            becomes = self.work.options(node)[column].becomes
            if becomes:
                self.merge(node, becomes)
        for value, _ in self.made:
            maker = value.producer
            is_read = value.use_count or self.graph.is_output(value)
            if maker.proto is CONST and maker.is_alive and not is_read:
                self.graph.remove(maker)  # its readers all take it converted
        return Applied(self.done, self.merged, self.takes)

    def merge(self, node: Node, becomes: str) -> None:
        """Put another operator in a node's place, or nothing: its column says that it needs no kernel of its own."""
        graph, fed, out = self.graph, node.inputs[0], node.output
        assert fed is not None
        is_end = graph.is_output(out) and (graph.is_output(fed) or fed.producer.proto is DATA)
        if becomes == GONE and not is_end:
            self.merged.append(Merged(node.name, node.op, fed.producer.name))
            del self.takes[node.name]
            graph.replace_uses(out, fed)
            graph.remove(node)
            return
        # WHY Identity: an output has a name and a value of its own
        name = "Identity" if becomes == GONE else becomes
        self.merged.append(Merged(node.name, node.op, node.name, name))
        rest = [value for value in node.inputs[1:] if value is not None]
        names = node.origin.source_names if node.origin and node.origin.source_names else (node.name,)
        graph.set_call(node, name, [fed])
        graph.set_origin(node, Provenance(made_by="layout", origins=names))
        self.takes[node.name] = self.takes[node.name][:1]
        for value in rest:  # the order of a permutation that nobody else reads
            if not value.use_count and value.producer.proto is CONST and not graph.is_output(value):
                graph.remove(value.producer)

    def place(self, value: Value) -> Place:
        """Where a value lies before any conversion."""
        found = self.at.get(value)
        return arrival(value) if found is None else found

    def desc(self, value: Value, place: Place) -> TensorDesc:
        storage, dtype = place
        desc = value.desc if dtype is None else value.desc.with_dtype(dtype)
        if storage is None:
            return desc.stored_as(desc.origin_format, desc.origin_shape)
        return desc.stored_as(storage, stored_shape(value, place, self.chip))

    def convert(self, value: Value, target: Place) -> Value:
        """The value at another place, by as few new nodes as there are steps nobody made yet."""
        found = self.made.get((value, target))
        if found is not None:
            return found
        source = self.place(value)
        if folds(value, source, target):
            found = self.convert_constant(value, target)
            self.done.append(Conversion(value.name, place_text(source), place_text(target), 0.0, on_constant=True))
            self.made[value, target] = found
            return found
        found = value
        readers = tuple(user.name for user in value.users if user.op not in ("TransData", "Cast"))
        fused = self.fused.get(value, "")
        for here, there in pairwise(route(value, source, target, self.chip)):
            known = self.made.get((value, there))
            if known is None:
                known = self.made[value, there] = self.insert(value, found, here, there)
                price = self.work.model.step_us(value, here, there)
                self.done.append(
                    Conversion(
                        value.name,
                        place_text(here),
                        place_text(there),
                        price,
                        readers,
                        is_cast=here[0] == there[0],
                        buffer_bytes=round(self.work.model.stored_bytes(value, there)),
                        lost_fusion=fused if there == target else "",
                    )
                )
            found = known
        return found

    def insert(self, value: Value, fed: Value, source: Place, target: Place) -> Value:
        """One step: a TransData, or a Cast where only the type differs."""
        graph = self.graph
        if source[0] == target[0]:
            op, attrs = "Cast", self.cast_attrs(value, target)
        else:
            op, attrs = "TransData", self.transdata_attrs(value, source, target)
        name = graph.unique_name(f"{value.name.replace(':', '_')}_to_{place_text(target).replace(' ', '_')}")
        origin = value.producer.origin
        names = origin.source_names if origin else (value.producer.name,)
        made = Provenance(made_by="layout", origins=names)
        node = graph.add(op, [fed], attrs, name=name, outputs=[self.desc(value, target)], origin=made)
        self.takes[node.name] = (source[0],)
        return node.output

    def cast_attrs(self, value: Value, target: Place) -> dict[str, object]:
        dtype: DataType = target[1] or value.desc.dtype
        return {"dst_type": dtype.ge_value}

    def transdata_attrs(self, value: Value, source: Place, target: Place) -> dict[str, object]:
        origin = value.desc.origin_format.serial
        storages = [storage for storage in (source[0], target[0]) if storage is not None]
        attrs: dict[str, object] = {
            "src_format": source[0].primary.serial if source[0] is not None else origin,
            "dst_format": target[0].primary.serial if target[0] is not None else origin,
        }
        groups = max((storage.sub for storage in storages), default=0)
        if groups:
            attrs["groups"] = groups
        return attrs

    def convert_constant(self, value: Value, target: Place) -> Value:
        tensor = value.producer.attrs["value"]
        assert isinstance(tensor, TensorValue)
        storage, wanted = target
        array = tensor.array()
        lies = self.place(value)[0]
        if lies is not None:
            array = self.moved(array, value, lies, lies, value.desc.dtype)
        if wanted is not None:
            array = array.astype(wanted.numpy)
        dtype = wanted or value.desc.dtype
        if storage is not None:
            array = self.moved(array, value, None, storage, dtype)
        name = self.graph.unique_name(f"{value.producer.name}_{place_text(target).replace(' ', '_')}")
        made = self.graph.constant(TensorValue.from_array(array, dtype), name, origin=value.producer.origin)
        self.graph.set_desc(made, self.desc(value, target))
        return made

    def moved(self, array: Array, value: Value, source: Storage, blocked: StorageFormat, dtype: DataType) -> Array:
        """The elements of a constant, out of or into a blocked format."""
        from metadef.formats import transfer

        origin = value.desc.origin_format
        return transfer(
            array,
            origin if source is None else source.primary,
            blocked.primary if source is None else origin,
            origin_shape=value.desc.origin_shape.known_dims() or (),
            origin_format=origin,
            dtype=dtype,
            groups=max(1, blocked.sub),
            c0=None if "C04" in blocked.primary.name else self.chip.c0(dtype),
        )
