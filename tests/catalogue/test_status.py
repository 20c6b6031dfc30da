"""docs/status.md says what the code has."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from metadef.catalogue.index import FAMILY_OF

ROOT = Path(__file__).parents[2]


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("status_tool", ROOT / "tools" / "status.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STATUS = tool()


def without_tests(page: str) -> list[str]:
    """The page without the last column of the table of operators and without its total."""
    lines = [line for line in page.splitlines() if not line.startswith("| tests |")]
    return [line.rsplit(" | ", 1)[0] if line.split("|")[1:2] and is_row(line) else line for line in lines]


def is_row(line: str) -> bool:
    return line.count("|") == len(STATUS.COLUMNS) + 4 and line.split("|")[1].strip() in FAMILY_OF


def test_the_page_is_what_the_code_says() -> None:
    """A test that another change adds may be published later; everything else may not."""
    published = STATUS.PAGE.read_text(encoding="utf-8")
    assert without_tests(published) == without_tests(STATUS.page()), "run `python tools/status.py`"
    assert sum(is_row(line) for line in published.splitlines()) == 1852


def test_no_test_is_claimed_that_does_not_exist() -> None:
    published = STATUS.PAGE.read_text(encoding="utf-8")
    claimed = {line.split("|")[1].strip() for line in published.splitlines() if is_row(line) and line.endswith("| x |")}
    assert len(claimed) > 500
    assert sorted(claimed - STATUS.tested()) == []


def test_what_the_onnx_import_emits_is_found_and_described() -> None:
    emitted = STATUS.from_onnx()
    assert {"Conv2D", "MatMulV2", "LayerNormV3", "CommonLSTM", "ReduceSum", "While", "TopKV2"} <= emitted
    assert not emitted & {"Stage", "Batch", "Constant", "RNN", "Gather"}
    rows = STATUS.rows()
    assert [name for name in sorted(emitted) if not rows[name]["docs"]] == []


def test_a_mention_is_a_call_and_no_word_of_a_sentence() -> None:
    found = STATUS._MENTION.findall('If x\nConv2D | FLOAT[1]\n%y = Relu(%x)\n`Add` and "MatMul"')
    assert [next(filter(None, item)) for item in found] == ["Conv2D", "Relu", "MatMul"]
