"""ONNX nodes of a domain of somebody's own become the operators that he registered under their names."""

from __future__ import annotations

import onnx
import pytest

from metadef.catalogue import registry
from metadef.frontend.onnx import read_onnx
from metadef.infer.call import Call
from metadef.infer.dtypes import follow
from metadef.infer.engine import infer
from metadef.ops.proto import op
from metadef.ops.registry import Registry
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

HEAD = '<ir_version: 8, opset_import: ["" : 17, "my.dom" : 1, "com.microsoft" : 1]>'

_FLOAT = DataType.FLOAT


def halved(call: Call) -> Shape:
    """FoldPairs: the first axis by the attribute `size`."""
    first, *rest = call.shape("x")
    return Shape([None if first is None else first // call.int_attr("size"), *rest])


def own_registry() -> Registry:
    own = registry().copy()
    fold = (
        op("FoldPairs")
        .input("x", _FLOAT)
        .attr("size", AttrKind.Int, default=2)
        .output("y", _FLOAT)
        .output("rest", _FLOAT)
    )
    own.add(fold.shape(halved).dtype(follow("x")))
    own.add(
        op("Gathered").input("first", _FLOAT).dynamic_input("parts", _FLOAT).input("last", _FLOAT).output("y", _FLOAT)
    )
    return own


def read(body: str, known: Registry):
    text = f"{HEAD} g (float[n,3] x) => (float[m,3] y) {{ {body} }}"
    return read_onnx(onnx.parser.parse_model(text).SerializeToString(), known)


def test_a_node_of_another_domain_is_the_registered_operator_of_its_name():
    imported = read("y = my.dom.FoldPairs<size = 3>(x)", own_registry())
    assert imported.findings == []
    infer(imported.graph)
    ((_, value),) = imported.graph.outputs
    assert (value.producer.op, str(value.desc.origin_shape)) == ("FoldPairs", "[floordiv(n,3), 3]")


def test_the_inputs_between_go_to_the_dynamic_port():
    imported = read("y = my.dom.Gathered(x, x, x, x)", own_registry())
    assert imported.findings == []
    assert imported.graph.outputs[0][1].producer.counts == (1, 2, 1)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("y = my.dom.FoldPairs<size = 3, sise = 4>(x)", "unknown-attr"),
        ("y = my.dom.FoldPairs<size = 1.5>(x)", "attr-type"),
        ("y = my.dom.FoldPairs(x, x)", "port-count"),
        ("y = my.dom.Relu(x)", "unsupported-op"),
        ("y = com.microsoft.FoldPairs(x)", "unsupported-op"),
    ],
)
def test_what_does_not_fit_and_what_others_define_is_a_finding(body: str, name: str):
    assert [item.name for item in read(body, own_registry()).findings] == [name]


def test_attributes_that_onnx_has_no_kind_for_are_read_by_what_is_declared():
    typed = op("Typed").input("x", _FLOAT).output("y", _FLOAT).attr("is_fast", AttrKind.Bool, default=False)
    typed = typed.attr("which", AttrKind.ListBool, default=()).attr("dst", AttrKind.Type, default=DataType.FLOAT)
    imported = read("y = my.dom.Typed<is_fast = 1, which = [1, 0], dst = 10>(x)", Registry([typed]))
    assert imported.findings == []
    attrs = imported.graph.outputs[0][1].producer.attrs
    assert dict(attrs) == {"is_fast": True, "which": (True, False), "dst": DataType.FLOAT16}


def test_an_attribute_that_nothing_holds_is_a_finding():
    typed = op("Typed").input("x", _FLOAT).output("y", _FLOAT)
    node = onnx.helper.make_node("Typed", ["x"], ["y"], domain="my.dom")
    node.attribute.add(name="kinds", type=onnx.AttributeProto.TYPE_PROTOS)
    model = onnx.parser.parse_model(f"{HEAD} g (float[n,3] x) => (float[m,3] y) {{ y = Relu(x) }}")
    model.graph.node[0].CopyFrom(node)
    (found,) = read_onnx(model.SerializeToString(), Registry([typed])).findings
    assert (found.name, "`kinds`" in found.message) == ("attr-type", True)


def test_a_function_of_the_model_comes_first():
    function = '<domain: "my.dom", opset_import: ["" : 17]> FoldPairs (a) => (b) { b = Neg(a) }'
    text = f"{HEAD} g (float[n,3] x) => (float[n,3] y) {{ y = my.dom.FoldPairs(x) }} {function}"
    graph = read_onnx(onnx.parser.parse_model(text).SerializeToString(), own_registry()).graph
    assert graph.outputs[0][1].producer.op == "Neg"


def test_without_the_operator_the_way_out_is_said():
    imported = read("y = my.dom.FoldPairs(x)", registry())
    (found,) = imported.findings
    assert found.name == "unsupported-op" and "registry" in found.hint
