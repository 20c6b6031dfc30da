"""The Markdown cases of the ONNX import: a model as ONNX text in, the Ascend graph and the findings out.

Descriptors of computed values are left out: they are inference's business and tested there.
"""

from __future__ import annotations

import re
from pathlib import Path

import onnx.parser
import pytest

from markdown_cases import Case, check, load_cases
from metadef.frontend.onnx import read_onnx
from metadef.graph.verify import verify

CASES = load_cases(Path(__file__).parents[1] / "cases" / "frontend")
_DESCRIPTOR = re.compile(r"^(\s*%.*?|\s{4,}input .*?) : [^\"]*?( \{)?$", re.MULTILINE)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_model_becomes_the_graph_and_the_findings_of_the_case(case: Case):
    model = onnx.parser.parse_model(case["onnx"])
    imported = read_onnx(model.SerializeToString(), name="model.onnx")
    assert verify(imported.graph) == []
    if "expect" in case.expected:
        check(case, _DESCRIPTOR.sub(r"\1\2", str(imported.graph)))
    if "findings" in case.expected:
        check(case, "\n".join(map(str, imported.findings)), "findings")
    else:
        assert [str(item) for item in imported.findings] == []
