"""Models that are wrong: one clear finding each, nothing raised but for what is no model at all."""

from __future__ import annotations

from pathlib import Path

import onnx
import onnx.parser
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

from metadef.errors import FileError
from metadef.frontend.onnx import Imported, read_onnx
from metadef.graph.verify import verify

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


def parsed(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


def imported(model: onnx.ModelProto | str) -> Imported:
    proto = parsed(model) if isinstance(model, str) else model
    result = read_onnx(proto.SerializeToString(), name="m")
    assert verify(result.graph) == []
    return result


def finding_names(model: onnx.ModelProto | str) -> list[str]:
    return [item.name for item in imported(model).findings]


def file_error(content: bytes) -> str:
    with pytest.raises(FileError) as caught:
        read_onnx(content, name="m")
    (only,) = caught.value.findings
    assert only.subject == "m" or only.subject.startswith("m:")
    return only.name


MODEL = helper.make_model(
    helper.make_graph(
        [helper.make_node("Gemm", ["x", "w", "c"], ["h"], "fc"), helper.make_node("Relu", ["h"], ["y"], "act")],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 16])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 64])],
        [
            helper.make_tensor("w", TensorProto.FLOAT, [16, 64], bytes(range(256)) * 16, raw=True),
            helper.make_tensor("c", TensorProto.FLOAT, [1], [0.5]),
        ],
    ),
    opset_imports=[helper.make_opsetid("", 17)],
    ir_version=8,
)
CONTENT = MODEL.SerializeToString()


def test_the_model_that_the_tests_break_is_fine():
    assert finding_names(MODEL) == []


def test_an_empty_file_is_no_model():
    assert file_error(b"") == "file-unrecognised"


@pytest.mark.parametrize("text", [b"# A readme\n\nwith prose.\n", b'{"nodes": []}', "名称: 模型\n".encode() * 5])
def test_a_text_file_is_no_model(text: bytes):
    assert file_error(text) == "file-unrecognised"


@pytest.mark.parametrize("head", [b"PK\x03\x04" + bytes(100), b"\x1c\0\0\0TFL3" + bytes(100)])
def test_other_formats_are_recognised(head: bytes):
    assert file_error(head) == "file-unrecognised"


def test_a_file_that_does_not_exist_is_missing(tmp_path: Path):
    with pytest.raises(FileError) as caught:
        read_onnx(tmp_path / "none.onnx")
    assert [item.name for item in caught.value.findings] == ["file-missing"]


def test_a_model_cut_anywhere_gives_one_finding_or_lacks_its_end_only():
    """Protobuf has no end mark: a cut between two fields leaves a shorter message, here one without its opset."""
    tail = len(MODEL.opset_import[0].SerializeToString()) + 2
    for size in range(1, len(CONTENT)):
        try:
            result = read_onnx(CONTENT[:size], name="m")
        except FileError as error:
            assert [item.name in ("file-truncated", "file-unrecognised") for item in error.findings] == [True], size
        else:
            assert [item.name for item in result.findings] == ["opset-unsupported"], size
            assert size == len(CONTENT) - tail


@pytest.mark.parametrize("claimed", [3 << 30, 1 << 40, 1 << 62])
def test_a_length_beyond_the_file_is_refused_before_it_is_believed(claimed: int):
    size = bytearray()
    while claimed:
        size.append(claimed & 0x7F | (0x80 if claimed > 0x7F else 0))
        claimed >>= 7
    assert file_error(b"\x08\x08\x3a" + bytes(size) + bytes(1000)) == "file-too-large"


def test_a_tensor_that_claims_3_gb_in_a_small_file_is_malformed():
    model = onnx.ModelProto()
    model.CopyFrom(MODEL)
    model.graph.initializer[0].dims[:] = [1 << 15, 1 << 15]
    model.graph.initializer[0].raw_data = b"\0" * 16
    result = imported(model)
    assert [item.name for item in result.findings] == ["tensor-malformed"]
    assert "4294967296 bytes" in str(result.findings[0].message)


@pytest.mark.parametrize("opset", [1, 6, 29, 1000])
def test_an_opset_outside_of_7_to_28_is_named(opset: int):
    model = onnx.ModelProto()
    model.CopyFrom(MODEL)
    model.opset_import[0].version = opset
    (only,) = imported(model).findings
    assert (only.name, only.expected, only.got) == (
        "opset-unsupported",
        "opset 7 to 28",
        f"ai.onnx version {opset}",
    )


def test_an_unknown_operator_is_one_finding_with_node_domain_opset_and_the_nearest_one():
    result = imported("g (float[2] x) => (float[2] y) { h = Rleu(x) y = Relu(h) }")
    (only,) = result.findings
    assert (only.name, only.subject) == ("unsupported-op", 'm: node "h" (ai.onnx::Rleu, opset 17)')
    assert only.hint.split(" or ")[0] == "Relu"
    assert [node.op for node in result.graph.nodes] == ["Data", "ai.onnx::Rleu", "Relu"]


def test_an_operator_of_another_domain_is_pointed_to_the_standard_one():
    model = parsed("g (float[2] x) => (float[2] y) { y = com.microsoft.Gelu(x) }")
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    (only,) = imported(model).findings
    assert (only.name, only.hint) == ("unsupported-op", "ai.onnx::Gelu")
    assert only.subject == 'm: node "y" (com.microsoft::Gelu, opset 1)'


def test_all_that_is_wrong_comes_at_once():
    names = finding_names(
        """g (float[2] x) => (float[2] y, float[2] z) {
          a = Rleu(x)
          b = Concat<axis = 0.5>(x, x)
          c = Add(x)
          d = LeakyRelu<slope = 0.1>(x)
          e = Relu(nothing)
          f = Cast<to = 8>(x)
          y = LayerNormalization<stash_type = 10>(a, b, c)
        }"""
    )
    assert names == [
        "unsupported-op",
        "attr-type",
        "missing-input",
        "unknown-attr",
        "dangling-input",
        "dtype-not-allowed",
        "unsupported-attr-value",
        "unknown-output",
    ]


def test_a_missing_name_is_not_its_own_hint():
    far, near = imported("g (float[2] x, float[2] total) => (float[2] y) { y = Sum(x, zz, totel) }").findings
    assert (far.name, far.hint) == ("dangling-input", "")
    assert (near.name, near.hint) == ("dangling-input", "total")


def test_one_node_can_have_several_findings():
    assert finding_names("g (float[2] x) => (float[2] y) { y = Concat<axes = 1>() }") == [
        "unknown-attr",
        "missing-attr",
    ]


def test_a_wrong_attribute_type_says_what_it_must_be():
    (only,) = imported("g (float[2] x) => (float[2] y) { y = LeakyRelu<alpha = 1>(x) }").findings
    assert (only.name, only.expected, only.got) == ("attr-type", "a number", "an integer")


def test_an_unknown_attribute_names_the_nearest():
    (only,) = imported("g (float[2] x) => (float[2] y) { y = LeakyRelu<alhpa = 1.0>(x) }").findings
    assert (only.name, only.hint) == ("unknown-attr", "alpha")


def test_a_cycle_names_its_nodes_once():
    model = helper.make_model(
        helper.make_graph(
            [
                helper.make_node("Add", ["x", "c"], ["a"], "first"),
                helper.make_node("Relu", ["a"], ["b"], "second"),
                helper.make_node("Neg", ["b"], ["c"], "third"),
            ],
            "g",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])],
            [helper.make_tensor_value_info("c", TensorProto.FLOAT, [2])],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    (only,) = imported(model).findings
    assert only.name == "cycle"
    assert '"first" -> "second" -> "third" -> "first"' in only.message


def test_a_node_that_reads_itself_is_a_cycle():
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("Relu", ["a"], ["a"], "loop")],
            "g",
            [],
            [helper.make_tensor_value_info("a", TensorProto.FLOAT, [2])],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    assert finding_names(model) == ["cycle"]


def test_a_value_that_two_nodes_produce_is_one_finding():
    model = parsed("g (float[2] x) => (float[2] y) { y = Relu(x) }")
    model.graph.node.append(helper.make_node("Neg", ["x"], ["y"]))
    result = imported(model)
    assert [item.name for item in result.findings] == ["duplicate-name"]
    assert result.graph.outputs[0].value.producer.op == "Relu"


def external(location: str) -> onnx.ModelProto:
    model = onnx.ModelProto()
    model.CopyFrom(MODEL)
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.append(onnx.StringStringEntryProto(key="location", value=location))
    return model


@pytest.mark.parametrize(
    ("location", "name"),
    [
        ("weights.bin", "external-data-missing"),
        ("../weights.bin", "external-data-escapes"),
        ("/etc/hostname", "external-data-escapes"),
        ("a/../../weights.bin", "external-data-escapes"),
        ("", "tensor-malformed"),
    ],
)
def test_external_data_that_is_not_there_or_elsewhere_is_one_finding(tmp_path: Path, location: str, name: str):
    path = tmp_path / "inner" / "m.onnx"
    path.parent.mkdir()
    (tmp_path / "weights.bin").write_bytes(bytes(4096))
    path.write_bytes(external(location).SerializeToString())
    result = read_onnx(path)
    assert [item.name for item in result.findings] == [name]
    assert len(result.graph.outputs) == 1


def test_bytes_have_no_folder_for_external_data():
    assert finding_names(external("weights.bin")) == ["external-data-missing"]


def test_a_sequence_is_no_tensor():
    model = helper.make_model(
        helper.make_graph(
            [helper.make_node("SequenceAt", ["s", "i"], ["y"])],
            "g",
            [
                helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, [2]),
                helper.make_tensor_value_info("i", TensorProto.INT64, []),
            ],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])],
        ),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    assert finding_names(model) == ["dtype-not-allowed", "unsupported-op"]


RICH = parsed(
    """g (bool c, float[n,3,8,8] x) => (float[n,k] y)
      <float[4,3,3,3] w = {WEIGHTS}, int64[2] s = {0, -1}>
    {
      a = Conv<kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]>(x, w)
      b = MaxPool<kernel_shape = [2, 2]>(a)
      d = If (c) <then_branch = t () => (float u) { u = Relu(b) }, else_branch = e () => (float v) { v = Clip(b) }>
      f, g = Split<axis = 1>(d)
      h = Concat<axis = 1>(f, g)
      y = Reshape(h, s)
    }""".replace("WEIGHTS", ", ".join(["0.5"] * 108))
).SerializeToString()


def test_the_rich_model_that_is_damaged_next_is_fine():
    assert [str(item) for item in read_onnx(RICH, name="m").findings] == []


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damaged_bytes_are_findings_and_never_another_exception(data: st.DataObject):
    damaged = bytearray(RICH)
    for _ in range(data.draw(st.integers(1, 4))):
        position = data.draw(st.integers(0, len(damaged) - 1))
        damaged[position] = data.draw(st.integers(0, 255))
    try:
        result = read_onnx(bytes(damaged), name="m")
    except FileError as error:
        assert error.findings
    else:
        assert verify(result.graph) == []
        assert "mapping-failed" not in [item.name for item in result.findings]
