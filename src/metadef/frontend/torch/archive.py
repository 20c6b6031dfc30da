"""The archive of `torch.export.save`: a zip file with the program as JSON and the weights as plain bytes.

Layout (archive format "pt2"): NAME/models/model.json, NAME/data/weights/model_weights_config.json and weight_0, ...,
NAME/data/constants/... Nothing in it is executed: weights that are pickled are refused.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from zlib import error as zlib_error

import numpy as np

from metadef.errors import FileError, finding
from metadef.frontend.torch.dtypes import DTYPES
from metadef.types.numpy_dtypes import to_numpy

__all__ = ["Archive", "Json", "open_archive"]

Json = Mapping[str, Any]

_MAX_ENTRIES = 1 << 17
_MAX_JSON_BYTES = 1 << 28
_ROUTE = "torch.export.save of PyTorch 2.8 or later, or torch.onnx.export"
_TENSORFLOW_ROUTE = "tf2onnx and the .onnx file"


@dataclass(frozen=True, slots=True, eq=False)
class Archive:
    """An opened archive."""

    label: str  # what findings call it
    program: Json  # model.json
    weights: Mapping[str, Json]  # qualified name of a parameter, buffer or constant: where its bytes are
    _zip: zipfile.ZipFile
    _root: str

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """The elements of a parameter, buffer or constant.

        Raises:
            FileError: file-corrupt if it is missing or its strides leave its bytes, file-unrecognised if it is pickled.
        """
        entry = self.weights.get(name)
        if entry is None:
            raise corrupt(self.label, f'the archive has no data of "{name}"')
        if entry.get("use_pickle"):
            raise FileError(
                finding("file-unrecognised", self.label, f'"{name}" is pickled, which is not read', hint=_ROUTE)
            )
        try:
            return self._viewed(name, entry)
        except (KeyError, TypeError, IndexError) as error:
            raise corrupt(self.label, f'the description of "{name}" is malformed: {error!r}') from error

    def _viewed(self, name: str, entry: Json) -> np.ndarray[Any, Any]:
        meta = entry["tensor_meta"]
        dtype = DTYPES.get(meta["dtype"])
        if dtype is None:
            raise corrupt(self.label, f'"{name}" has the unknown type {meta["dtype"]!r}')
        sizes, strides = (tuple(_whole(item) for item in meta[key]) for key in ("sizes", "strides"))
        offset = _whole(meta["storage_offset"])
        folder = "constants" if entry.get("constant") else "weights"
        content = self._bytes(f"data/{folder}/{entry['path_name']}")
        elements = np.frombuffer(content, to_numpy(dtype), count=len(content) // to_numpy(dtype).itemsize)
        if 0 in sizes:
            return np.zeros(sizes, elements.dtype)
        last = offset + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
        if min((offset, *strides, *sizes)) < 0 or last >= len(elements):
            raise corrupt(self.label, f'"{name}" reaches beyond its bytes')
        steps = tuple(stride * elements.itemsize for stride in strides)
        return np.lib.stride_tricks.as_strided(elements[offset:], sizes, steps, writeable=False)

    def _bytes(self, path: str) -> bytes:
        return _read(self._zip, f"{self._root}/{path}", self.label)


def corrupt(label: str, message: str) -> FileError:
    """The content contradicts itself."""
    return FileError(finding("file-corrupt", label, message, hint="exporting the program again"))


def _whole(item: Any) -> int:
    value = item["as_int"]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no size")
    return value


def open_archive(source: str | bytes | memoryview, label: str) -> Archive:
    """The archive of a path, of which only what is read is in memory, or that the bytes hold.

    Raises:
        FileError: file-missing, file-unrecognised if it is another zip archive (with the route), file-corrupt,
            file-too-large.
    """
    if isinstance(source, str) and not Path(source).is_file():
        raise FileError(finding("file-missing", label, "there is no such file", got=source))
    try:
        opened = zipfile.ZipFile(source if isinstance(source, str) else io.BytesIO(source))
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise corrupt(label, f"the zip archive is damaged: {error}") from error
    names = opened.namelist()
    if len(names) > _MAX_ENTRIES:
        raise FileError(finding("file-too-large", label, "too many files in the archive", got=str(len(names))))
    found = [name for name in names if name.count("/") == 2 and name.endswith("/models/model.json")]
    if len(found) != 1:
        of_tensorflow = _of_tensorflow(names)
        raise FileError(
            finding(
                "file-unrecognised",
                label,
                of_tensorflow or _what_zip(names),
                expected="one program of torch.export (NAME/models/model.json)",
                hint=_TENSORFLOW_ROUTE if of_tensorflow else _ROUTE,
            )
        )
    root = found[0].partition("/")[0]
    order = f"{root}/byteorder"
    if order in names and _read(opened, order, label).strip() != b"little":
        raise FileError(finding("file-unrecognised", label, "the weights are big-endian", expected="little"))
    program = _json(opened, found[0], label)
    weights: dict[str, Json] = {}
    for folder in ("weights", "constants"):
        path = f"{root}/data/{folder}/model_{folder}_config.json"
        entries = _json(opened, path, label).get("config") if path in names else None
        if isinstance(entries, dict):
            for name, entry in cast("dict[str, Any]", entries).items():
                if isinstance(entry, dict):
                    weights[name] = {**cast("Json", entry), "constant": folder == "constants"}
    return Archive(label, program, weights, opened, root)


def _of_tensorflow(names: list[str]) -> str:
    """What an archive of TensorFlow or Keras is, "" for another one."""
    if "config.json" in names and any(name.endswith(".weights.h5") for name in names):
        return "this is a Keras model"
    if any(name.rpartition("/")[2] == "saved_model.pb" for name in names):
        return "this is a SavedModel of TensorFlow in a zip archive"
    return ""


def _what_zip(names: list[str]) -> str:
    if any(name.endswith("constants.pkl") for name in names) and any("/code/" in name for name in names):
        return "this is a TorchScript archive, which is a program in Python's pickle"
    if any(name.endswith("serialized_exported_program.json") for name in names):
        return "this is a torch.export archive of PyTorch before 2.8, whose weights are pickled"
    if any(name.endswith("data.pkl") for name in names):
        return "this is a checkpoint of PyTorch: weights without a program"
    return "this is a zip archive, but none of torch.export"


def _read(opened: zipfile.ZipFile, name: str, label: str) -> bytes:
    try:
        info = opened.getinfo(name)
        # WHY: torch stores without compression, and a compressed file may unpack to any size
        if info.compress_type != zipfile.ZIP_STORED and info.file_size > _MAX_JSON_BYTES:
            raise FileError(finding("file-too-large", label, f"{name} unpacks to {info.file_size} bytes"))
        return opened.read(info)
    except KeyError as error:
        raise corrupt(label, f"the archive has no {name}") from error
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, zlib_error) as error:
        raise corrupt(label, f"{name} is damaged: {error}") from error


def _json(opened: zipfile.ZipFile, name: str, label: str) -> Json:
    if opened.getinfo(name).file_size > _MAX_JSON_BYTES:
        raise FileError(finding("file-too-large", label, f"{name} is too large", expected=f"{_MAX_JSON_BYTES} bytes"))
    try:
        value = json.loads(_read(opened, name, label))
    except (ValueError, RecursionError) as error:
        raise corrupt(label, f"{name} is no JSON: {type(error).__name__}") from error
    if not isinstance(value, dict):
        raise corrupt(label, f"{name} is no JSON object")
    return cast("Json", value)
