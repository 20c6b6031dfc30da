"""Files of other frameworks are recognised by what is in them, and refused with the way from there."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import metadef
from metadef.driver.foreign import foreign
from metadef.errors import FileError
from small_models import save_relu


def field(number: int, content: bytes) -> bytes:
    assert len(content) < 128
    key = number << 3 | 2
    return (bytes([key]) if key < 128 else bytes([key & 0x7F | 0x80, key >> 7])) + bytes([len(content)]) + content


NODE = field(1, field(1, b"model/conv") + field(2, b"Placeholder"))
FILES = {
    "tflite": (b"\x1c\x00\x00\x00TFL3" + b"\0" * 20, "TensorFlow Lite", "tf2onnx"),
    "frozen graph": (NODE + field(1, field(1, b"y") + field(2, b"Relu")), "GraphDef", "tf2onnx"),
    "graph as text": (b'node {\n  name: "x"\n  op: "Placeholder"\n}\n', "TensorFlow graph as text", "tf2onnx"),
    "saved model": (b"\x08\x01" + field(2, field(1, field(4, b"serve")) + field(2, NODE)), "SavedModel", "tf2onnx"),
    "caffe net": (b'name: "LeNet"\nlayer {\n  name: "data"\n  type: "Input"\n}\n', "Caffe network", "onnx"),
    "caffe weights": (field(1, b"LeNet") + field(100, field(1, b"data")), "Caffe network (NetParameter)", "onnx"),
    "keras": (b"\x89HDF\r\n\x1a\n" + b"\0" * 8, "HDF5", "tf2onnx"),
    "safetensors": ((64).to_bytes(8, "little") + b'{"weight":{"dtype":"F32"}}', "safetensors", "torch"),
    "mindir": (field(1, b"0.1.1") + field(2, b"MindSpore") + field(3, b"2.3.0"), "MindIR", "mindspore.export"),
    "paddle": (field(1, b"\x08\x00\x10" + b"\xff" * 9 + b"\x01" + field(3, field(1, b"x"))), "Paddle", "paddle2onnx"),
    "paddle 3": (b'{"base_code":{"magic":"pir","trainable":false},"program":{}}', "Paddle", "inference.json"),
    "pickle": (b"\x80\x02}q\x00.", "pickle", "torch.export"),
}


def archive(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as opened:
        for name in names:
            opened.writestr(name, b"{}")
    return stream.getvalue()


ARCHIVES = {
    "torchscript": (archive("m/constants.pkl", "m/code/__torch__.py", "m/data.pkl"), "TorchScript", "torch"),
    "checkpoint": (archive("archive/data.pkl", "archive/data/0"), "weights without a program", "torch"),
    "old export": (archive("serialized_exported_program.json", "serialized_state_dict.pt"), "before 2.8", "torch"),
    "keras": (archive("metadata.json", "config.json", "model.weights.h5"), "Keras model", "tf2onnx"),
    "saved model": (archive("m/saved_model.pb", "m/variables/variables.index"), "SavedModel", "tf2onnx"),
    "other": (archive("word/document.xml"), "none of torch.export", "torch"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_foreign_model_is_named_and_has_a_route(kind: str, tmp_path: Path):
    content, what, route = FILES[kind]
    place = tmp_path / "model.bin"
    place.write_bytes(content)
    with pytest.raises(FileError) as caught:
        metadef.load(place)
    (found,) = caught.value.findings
    assert (found.name, what in found.message, route in found.hint) == ("file-unrecognised", True, True), str(found)


@pytest.mark.parametrize("kind", ARCHIVES)
def test_zip_archives_say_what_they_are(kind: str, tmp_path: Path):
    content, what, route = ARCHIVES[kind]
    place = tmp_path / "model.pt2"
    place.write_bytes(content)
    with pytest.raises(FileError) as caught:
        metadef.load(place)
    (found,) = caught.value.findings
    assert (found.name, what in found.message, route in found.hint) == ("file-unrecognised", True, True), str(found)


def test_the_folder_of_a_saved_model_leads_to_its_conversion(tmp_path: Path):
    with pytest.raises(FileError, match="is a folder"):
        metadef.load(tmp_path)
    (tmp_path / "saved_model.pb").write_bytes(b"")
    with pytest.raises(FileError, match="is a TensorFlow SavedModel") as caught:
        metadef.load(tmp_path)
    assert "--saved-model" in caught.value.findings[0].hint


def test_an_onnx_model_is_none_of_them(tmp_path: Path):
    assert foreign(save_relu(tmp_path / "relu.onnx").read_bytes()) is None
    assert foreign(b"") is None
