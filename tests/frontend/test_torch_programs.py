"""Programs of torch.export, recorded with their results: what is inferred and computed is what PyTorch says.

`tests/torch_programs.py` records them; nothing here needs PyTorch.
"""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metadef.errors import FileError, MetadefError
from metadef.frontend.torch import read_torch
from metadef.frontend.torch.table import lowerings
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.types.dim import Dim
from metadef.types.numpy_dtypes import from_numpy

FOLDER = Path(__file__).parents[1] / "data" / "torch"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.pt2"))
COMPLETE = [name for name in PROGRAMS if not name.startswith("refused")]


def expected(name: str, kind: str) -> list[np.ndarray[Any, Any]]:
    with zipfile.ZipFile(FOLDER / f"{name}.pt2") as archive:
        paths = [path for path in archive.namelist() if f"/expected/{kind}_" in path]
        paths.sort(key=lambda path: int(path.rpartition("_")[2].partition(".")[0]))
        return [np.load(io.BytesIO(archive.read(path)), allow_pickle=False) for path in paths]


@pytest.mark.parametrize("name", COMPLETE)
def test_results_and_inferred_shapes_are_those_of_pytorch(name: str):
    imported = read_torch(FOLDER / f"{name}.pt2")
    assert [str(item) for item in imported.findings] == []
    graph = imported.graph
    assert [str(item) for item in infer(graph).findings if item.is_error] == []
    inputs, results = expected(name, "input"), expected(name, "output")
    bindings = {
        str(size): length
        for value, array in zip(graph.inputs, inputs, strict=True)
        for size, length in zip(value.desc.origin_shape.dims, array.shape, strict=True)
        if size is not None and not isinstance(size, int)
    }
    assert len(graph.outputs) == len(results)
    for (output, value), array in zip(graph.outputs, results, strict=True):
        assert value.desc.dtype is from_numpy(array.dtype), output
        sizes = [
            length if isinstance(size, Dim) and not set(size.names) <= set(bindings)  # WHY: it depends on the data
            else size.evaluate(bindings) if isinstance(size, Dim) else size
            for size, length in zip(value.desc.origin_shape.dims, array.shape, strict=True)
        ]  # fmt: skip
        assert sizes == list(array.shape), output
    found = run_graph(graph, {value.name: array for value, array in zip(graph.inputs, inputs, strict=True)})
    for (output, _), array in zip(graph.outputs, results, strict=True):
        np.testing.assert_allclose(found[output], array, rtol=2e-4, atol=2e-5, err_msg=output)


def test_what_has_no_mapping_is_a_finding_each_and_the_rest_is_imported():
    imported = read_torch(FOLDER / "refused.pt2")
    assert [(item.name, item.message.partition(":")[0]) for item in imported.findings] == [
        ("unsupported-op", "aten.fft_rfft.default"),
    ]
    infer(imported.graph)
    assert [str(value.desc.origin_shape) for _, value in imported.graph.outputs][1] == "[3, 8]"


def test_a_projected_state_and_a_call_of_higher_order_are_findings_of_their_nodes():
    imported = read_torch(FOLDER / "refused_by_form.pt2")
    assert [(item.name, item.message) for item in imported.findings] == [
        ("unsupported-op", "aten.lstm.input: a state that is projected (`proj_size`) has no mapping"),
        ("unsupported-op", "higher_order.cond: no ONNX operators are known for it"),
    ]
    infer(imported.graph)
    assert str(imported.graph.outputs[-1][1].desc.origin_shape) == "[1, 3, 8]"


def test_a_write_through_a_view_is_refused_where_the_tensor_is_read_later():
    """`z[:, 1].mul_(2)` would leave z as it was; `relu_` of a tensor that nobody reads any more is relu."""
    imported = read_torch(FOLDER / "refused_overwriting.pt2")
    assert [item.message.partition(":")[0] for item in imported.findings] == [
        "aten.fill_.Tensor",
        "aten.fill_.Tensor",
        "aten.mul_.Tensor",
    ]
    assert "which is read later" in imported.findings[2].message


def test_an_output_that_is_read_and_not_written_out_is_a_finding_of_its_node():
    imported = read_torch(renamed_target("places", b"max_pool2d_with_indices", b"relu"))
    assert [item.message for item in imported.findings] == ["aten.relu.default: its output 1 has no counterpart"] * 2


def test_dynamic_shapes_keep_their_symbols_and_ranges():
    graph = read_torch(FOLDER / "encoder.pt2").graph
    infer(graph)
    batch, length = (str(size) for size in graph.inputs[0].desc.origin_shape.dims)
    assert [str(value.desc.origin_shape) for _, value in graph.outputs] == [f"[{batch}, {length}, 16]"]
    lines = list(graph.store.lines())
    assert {f'{length} >= 2 by "torch.export"', f'{length} <= 512 by "torch.export"'} <= set(lines)


def test_nodes_say_from_which_operator_of_pytorch_they_come():
    graph = read_torch(FOLDER / "network.pt2").graph
    origins = {node.name: node.origin for node in graph.nodes}
    assert [(origins[name].op, origins[name].name) for name in ("conv2d", "linear")] == [
        ("aten::conv2d.default", "conv2d"),
        ("aten::linear.default", "linear"),
    ]


def test_a_projection_of_recurrent_states_is_refused(tmp_path: Path):
    """PyTorch gives a layer of `LSTM(proj_size=...)` a fifth weight; without it h would have the size of c."""
    changed = tmp_path / "projected.pt2"
    with zipfile.ZipFile(FOLDER / "recurrent.pt2") as old, zipfile.ZipFile(changed, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename.endswith("models/model.json"):
                program = json.loads(data)
                (lstm,) = [node for node in program["graph_module"]["graph"]["nodes"] if "lstm" in node["target"]]
                weights = lstm["inputs"][2]["arg"]["as_tensors"]
                lstm["inputs"][2]["arg"]["as_tensors"] = [
                    weight for at, own in enumerate(weights) for weight in ([own, own] if at % 4 == 3 else [own])
                ]
                data = json.dumps(program).encode()
            new.writestr(item, data)
    (problem,) = [item for item in read_torch(changed).findings if item.is_error]
    assert problem.code == "OPS012"
    assert "proj_size" in problem.message


def repacked(edit: Any) -> bytes:
    """The network's archive with one file changed by `edit(path, content)`, which gives None to leave it out."""
    stream = io.BytesIO()
    with zipfile.ZipFile(FOLDER / "network.pt2") as old, zipfile.ZipFile(stream, "w") as new:
        for path in old.namelist():
            content = edit(path.partition("/")[2], old.read(path))
            if content is not None:
                new.writestr(path, content)
    return stream.getvalue()


def replaced(file: str, old: bytes, new: bytes) -> bytes:
    return repacked(lambda path, content: content.replace(old, new) if path == file else content)


def renamed_target(name: str, old: bytes, new: bytes) -> bytes:
    """An archive in which one operator is called in place of another."""
    stream = io.BytesIO()
    with zipfile.ZipFile(FOLDER / f"{name}.pt2") as archive, zipfile.ZipFile(stream, "w") as changed:
        for path in archive.namelist():
            changed.writestr(path, archive.read(path).replace(b"aten." + old + b".", b"aten." + new + b"."))
    return stream.getvalue()


MODEL, CONFIG = "models/model.json", "data/weights/model_weights_config.json"
DAMAGED = {
    "no JSON": replaced(MODEL, b'{"graph_module"', b'{"graph_module'),
    "nested too deeply": repacked(lambda path, content: b"[" * 100_000 if path == MODEL else content),
    "a list for an object": repacked(lambda path, content: b"[]" if path == MODEL else content),
    "another schema": replaced(MODEL, b'"major":8', b'"major":99'),
    "no graph": replaced(MODEL, b'"graph":', b'"grph":'),
    "an unknown argument": replaced(MODEL, b'"as_ints"', b'"as_widgets"'),
    "no weights": repacked(lambda path, content: None if path.startswith("data/weights/weight_") else content),
    "short weights": repacked(lambda path, content: content[:4] if path == "data/weights/weight_0" else content),
    "strides beyond the bytes": replaced(CONFIG, b'"strides": [{"as_int": 27}', b'"strides": [{"as_int": 2700}'),
    "negative strides": replaced(CONFIG, b'"strides": [{"as_int": 27}', b'"strides": [{"as_int": -27}'),
    "text for a size": replaced(CONFIG, b'"as_int": 27', b'"as_int": "x"'),
    "pickled weights": replaced(CONFIG, b'"use_pickle": false', b'"use_pickle": true'),
    "big-endian": repacked(lambda path, content: b"big" if path == "byteorder" else content),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_archive_is_a_file_error(kind: str):
    with pytest.raises(FileError):
        read_torch(DAMAGED[kind])


@pytest.mark.parametrize("name", ["arithmetic", "encoder", "indexing", "norms_decomposed", "shapes"])
def test_a_program_with_any_number_or_name_changed_is_imported_or_refused(name: str):
    """No exception but ours; fifty seeded changes a program."""
    with zipfile.ZipFile(FOLDER / f"{name}.pt2") as archive:
        files = {path: archive.read(path) for path in archive.namelist()}
    model = "program/models/model.json"
    places = [match.span() for match in re.finditer(rb'(?<=:)-?\d+|"as_\w+"|"[a-z_0-9]+"', files[model])]
    drawn = random.Random(len(places))
    for _ in range(50):
        start, end = drawn.choice(places)
        other = drawn.choice([b"-1", b"0", b"7", b"99999999999999999999", b'"x"', b"null", b"[]", b'"as_int"', b"1.5"])
        changed = {**files, model: files[model][:start] + other + files[model][end:]}
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as new:
            for path, content in changed.items():
                new.writestr(path, content)
        try:
            infer(read_torch(stream.getvalue()).graph)
        except MetadefError:
            continue


def test_an_archive_that_is_cut_off_anywhere_is_a_file_error():
    content = (FOLDER / "network.pt2").read_bytes()
    for size in range(0, len(content) - 1, 997):
        with pytest.raises(FileError):
            read_torch(content[:size])


def test_every_recorded_operator_is_in_the_table_and_most_of_the_table_is_recorded():
    import json

    used: set[str] = set()
    for name in COMPLETE:
        with zipfile.ZipFile(FOLDER / f"{name}.pt2") as archive:
            nodes = json.loads(archive.read("program/models/model.json"))["graph_module"]["graph"]["nodes"]
        used |= {node["target"].removeprefix("torch.ops.") for node in nodes}
    assert used <= set(lowerings())
    assert len(used) >= 150
