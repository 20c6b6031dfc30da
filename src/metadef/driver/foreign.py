"""Model files that people also bring: recognised by content, and the way from there to one that is read.

A protobuf has no magic number, so its first fields are read: a TensorFlow GraphDef begins with nodes (name, operator),
a SavedModel with its version and a meta graph, a Caffe net with its name and layers, a MindIR model with versions and
its producer, a Paddle program with blocks (number, parent, variables).
"""

from __future__ import annotations

import re
from collections.abc import Container

__all__ = ["foreign", "foreign_folder", "foreign_text"]

# (offset, bytes, what it is, route)
_MAGIC: tuple[tuple[int, bytes, str, str], ...] = (
    (4, b"TFL3", "a TensorFlow Lite model", "python -m tf2onnx.convert --tflite FILE --output model.onnx"),
    (0, b"\x89HDF", "an HDF5 file, perhaps Keras", "python -m tf2onnx.convert --keras FILE --output model.onnx"),
    (
        0,
        b"\x80\x02",
        "a pickle, perhaps a checkpoint of PyTorch",
        "torch.export.save of the module, or torch.onnx.export",
    ),
    (0, b"\x89PNG", "a picture", "a model"),
    (0, b"\x7fELF", "a program", "a model"),
)
_TENSORFLOW = "python -m tf2onnx.convert --graphdef FILE --inputs x:0 --outputs y:0 --output model.onnx"
_SAVED_MODEL = "python -m tf2onnx.convert --saved-model FOLDER --output model.onnx"
_MINDSPORE = 'mindspore.export(net, *inputs, file_name="model", file_format="ONNX")'
_PADDLE = (
    "paddle2onnx --model_dir FOLDER --model_filename inference.pdmodel --params_filename inference.pdiparams"
    " --save_file model.onnx"
)
_WEIGHTS = "torch.onnx.export, or torch.export.save, of the module that these weights belong to"
_CAFFE = "caffe2onnx or MMdnn and the .onnx file"
_GRAPH_TEXT = re.compile(rb"^\s*(?:#[^\n]*\n\s*)*node\s*\{\s*name\s*:")
_CAFFE_TEXT = re.compile(rb"(?m)^\s*layers?\s*\{")
_PADDLE_TEXT = re.compile(rb'\{\s*"base_code"\s*:\s*\{[^{}]*"magic"\s*:\s*"pir"')
_SAFETENSORS = re.compile(rb"[\s\S]{8}\{\s*\"")
_MOST_HEADER_BYTES = 100_000_000  # of safetensors, by its definition
_NAME = re.compile(rb"[\w./:^>-]+")
_OPERATOR = re.compile(rb"_?[A-Z]\w*")


def foreign(head: bytes) -> tuple[str, str] | None:
    """What a file is and the route from there, None for one that may be ours.

    >>> foreign(b"\\x1c\\0\\0\\0TFL3")[0]
    'a TensorFlow Lite model'
    >>> foreign(b'name: "LeNet"\\nlayer {\\n  name: "data"')[0]
    'a Caffe network'
    """
    for offset, magic, what, route in _MAGIC:
        if head[offset : offset + len(magic)] == magic:
            return what, route
    if _SAFETENSORS.match(head) and int.from_bytes(head[:8], "little") <= _MOST_HEADER_BYTES:
        return "weights without a program (safetensors)", _WEIGHTS
    return foreign_text(head) or _protobuf(head)


def foreign_folder(names: Container[str]) -> tuple[str, str] | None:
    """The same of a folder, by what is in it.

    >>> foreign_folder({"saved_model.pb", "variables"})[0]
    'a TensorFlow SavedModel'
    """
    return ("a TensorFlow SavedModel", _SAVED_MODEL) if "saved_model.pb" in names else None


def foreign_text(head: bytes) -> tuple[str, str] | None:
    """The same of text forms, which look like those of GE and must be told apart before these are read."""
    if _GRAPH_TEXT.match(head):
        return "a TensorFlow graph as text", _TENSORFLOW
    if _CAFFE_TEXT.search(head) and _is_text(head):
        return "a Caffe network", _CAFFE
    if _PADDLE_TEXT.match(head):
        return "a Paddle model", _PADDLE.replace(".pdmodel", ".json")
    return None


def _is_text(head: bytes) -> bool:
    return b"\0" not in head


def _protobuf(head: bytes) -> tuple[str, str] | None:
    fields = _fields(head, 4)
    if not fields:
        return None
    number, content = fields[0]
    if fields[1:2] == [(2, b"MindSpore")] and content is not None:
        return "a MindIR model of MindSpore", _MINDSPORE
    if number == 1 and content is not None:
        block = _fields(content, 3)
        if [(item[0], item[1] is None) for item in block] == [(1, True), (2, True), (3, False)]:
            return "a Paddle model", _PADDLE
        inner = _fields(content, 2)
        if len(inner) == 2 and [item[0] for item in inner] == [1, 2]:
            name, op = (item[1] or b"" for item in inner)
            if _NAME.fullmatch(name) and _OPERATOR.fullmatch(op):
                return "a TensorFlow graph (GraphDef)", _TENSORFLOW
        if _NAME.fullmatch(content) and len(fields) > 1 and fields[1][0] in (2, 100):
            return "the weights of a Caffe network (NetParameter)", _CAFFE
    # WHY: ONNX's field 2 is the name of a producer, a SavedModel's is a whole meta graph
    if number == 1 and content is None and len(fields) > 1 and fields[1][0] == 2:
        meta = _fields(fields[1][1] or b"", 2)
        if len(meta) == 2 and [item[0] for item in meta] == [1, 2] and _fields(meta[1][1] or b"", 1):
            return "a TensorFlow SavedModel", _SAVED_MODEL
    return None


def _fields(data: bytes, count: int) -> list[tuple[int, bytes | None]]:
    """The first fields: number and content, None for a varint. Content may be cut off where the data ends."""
    found: list[tuple[int, bytes | None]] = []
    at = 0
    while at < len(data) and len(found) < count:
        key, at = _varint(data, at)
        number, wire = key >> 3, key & 7
        if number == 0 or wire not in (0, 2):
            return []
        value, at = _varint(data, at)
        if wire == 0:
            found.append((number, None))
        else:
            found.append((number, data[at : at + value]))
            at += value
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    return 0, len(data)
