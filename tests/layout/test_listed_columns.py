"""Columns that the target's own file lists: layout takes them and no others, types and formats together."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from layout_graphs import trunk, trunk_inputs
from metadef import DataType
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.layout.settings import LayoutSettings
from metadef.targets import Target, chip
from metadef.targets.capability_file import read_capabilities
from metadef.types.format import Format


def target(tmp_path: Path, soc: str = "Ascend310P3", **operators: tuple[str, str, dict[str, str]]) -> Target:
    """A chip on which each operator has the given types and formats at all its tensors."""
    listed = {
        name: {
            "inputs": [{"name": port, "dtypes": dtypes, "formats": formats} for port in ports],
            "outputs": [{"name": "y", "dtypes": dtypes, "formats": formats}],
            "flags": flags,
        }
        for name, (dtypes, formats, flags) in operators.items()
        for ports in [("x1", "x2") if name == "Add" else ("x",)]
    }
    path = tmp_path / "t.json"
    path.write_text(json.dumps({"metadef_target": 1, "families": {"*": {"operators": listed}}}))
    return Target.of(chip(soc), [read_capabilities(path)])


def test_only_the_listed_column_is_taken(tmp_path: Path) -> None:
    graph = trunk()
    result = lay_out(graph, target(tmp_path, Add=("FLOAT", "ND", {})))
    assert result.findings == ()
    assert result.columns["add"] == "(plain, plain) -> (plain)"
    assert result.columns["relu1"].endswith("(NC1HWC0)")


def test_type_and_format_of_a_column_are_one_choice_and_the_numbers_stay(tmp_path: Path) -> None:
    """FLOAT16 exists in NC1HWC0 only: the blocked trunk is cast and not converted, the rest stays."""
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    result = lay_out(graph, target(tmp_path, Relu=("FLOAT16,INT8", "NC1HWC0,ND", {})))
    assert result.findings == () and result.optimal
    assert result.columns["relu1"] == "(NC1HWC0 FLOAT16) -> (NC1HWC0 FLOAT16)"
    assert result.casts == 2
    relu = graph.node("relu1").output
    assert (relu.desc.dtype, relu.desc.format) == (DataType.FLOAT16, Format.NC1HWC0)
    got = run_graph(graph, trunk_inputs(), result.takes)["y"]
    np.testing.assert_allclose(got, want, rtol=5e-2, atol=5e-2)


def test_a_plain_format_with_other_axes_is_reached_by_a_transposition(tmp_path: Path) -> None:
    graph = trunk()
    want = run_graph(graph, trunk_inputs())["y"]
    result = lay_out(graph, target(tmp_path, Relu=("FLOAT", "NHWC", {})))
    assert result.columns["relu1"] == "(NHWC) -> (NHWC)"
    assert str(graph.node("relu1").output.desc.shape) == "[2, 9, 9, 20]"
    np.testing.assert_allclose(run_graph(graph, trunk_inputs(), result.takes)["y"], want, rtol=1e-4, atol=1e-5)


def test_where_no_column_fits_the_nearest_is_named_and_the_class_stands_in(tmp_path: Path) -> None:
    graph = trunk()
    result = lay_out(graph, target(tmp_path, Relu=("INT8", "ND", {})))
    (found,) = result.findings
    assert (found.name, found.is_error) == ("columns-not-usable", False)
    assert "x is FLOAT, not INT8" in str(found.got)


def test_a_mode_that_forbids_all_listed_columns_is_an_error(tmp_path: Path) -> None:
    graph = trunk()
    result = lay_out(graph, target(tmp_path, Relu=("FLOAT16", "ND", {})), LayoutSettings("must_keep_origin_dtype"))
    (found,) = result.findings
    assert (found.name, found.is_error) == ("format-unsupported", True)
    assert "relu1" in found.subject


def test_an_operator_on_the_files_black_list_keeps_its_type_in_a_mixed_mode(tmp_path: Path) -> None:
    flags = {"precision_reduce.flag": "false"}
    for listed, dtype in (({}, DataType.FLOAT16), (flags, DataType.FLOAT)):
        graph = trunk()
        lay_out(
            graph,
            target(tmp_path, "Ascend910B1", Relu=("FLOAT16,FLOAT", "ND,ND", listed)),
            LayoutSettings("mixed_float16"),
        )
        assert graph.node("relu1").output.desc.dtype is dtype
