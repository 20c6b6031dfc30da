"""Real models, executed with every tensor really lying in the format that layout chose, compute what they did before.

Kernels receive the bytes as they are stored, in the format that their node takes. So a TransData that is missing shows.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from metadef.errors import MetadefError
from metadef.graph.clone import clone
from metadef.kernels.run import run_graph
from metadef.layout.graph_layout import lay_out
from metadef.targets import chip
from numeric_tools import optimised, random_inputs, relative_error, with_random_weights

LIGHT = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"


@pytest.mark.parametrize("name", ["light_squeezenet", "light_shufflenet"])
def test_a_laid_out_model_computes_the_same_and_without_any_one_transdata_it_does_not(name: str) -> None:
    model = with_random_weights(onnx.load(LIGHT / f"{name}.onnx"))
    fed = random_inputs(model)
    graph = optimised(model)
    expected = run_graph(graph, fed)
    result = lay_out(graph, chip("Ascend910A"))
    assert result.optimal and result.final
    found = run_graph(graph, fed, result.takes)
    assert max(relative_error(expected[key], found[key]) for key in expected) < 1e-3
    inserted = [node.name for node in graph.nodes if node.op == "TransData"]
    for removed in inserted[:2]:
        broken = clone(graph)
        node = broken.node(removed)
        source = node.inputs[0]
        assert source is not None
        broken.replace_uses(node.output, source)
        try:
            wrong = run_graph(broken, fed, result.takes)
        except MetadefError:  # a kernel that is fed the wrong layout may refuse it
            continue
        for key in expected:
            same_shape = expected[key].shape == wrong[key].shape
            assert not same_shape or not np.allclose(expected[key], wrong[key], rtol=1e-3)
