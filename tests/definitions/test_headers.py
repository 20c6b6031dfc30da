"""The headers in `tests/headers/`: real vocabulary, every oddity of published headers, what reading must give."""

from __future__ import annotations

from pathlib import Path

import pytest

import markdown_cases
from definition_text import reading_text
from metadef.definitions.read import read_files, recognise
from metadef.definitions.reg_op import read_reg_op

HEADERS = Path(__file__).parent.parent / "headers"
NAMES = sorted(path.stem for path in HEADERS.glob("*.h"))


def test_there_is_a_header_for_every_family_of_oddities():
    assert NAMES == ["brackets", "broken", "comments", "defaults", "layout", "macros", "names", "symbols"]


@pytest.mark.parametrize("name", NAMES)
def test_a_header_reads_as_written_beside_it(name: str):
    actual = reading_text(read_reg_op((HEADERS / f"{name}.h").read_bytes(), f"{name}.h"))
    expected = HEADERS / f"{name}.txt"
    if markdown_cases.UPDATING:
        expected.write_text(actual, encoding="utf-8")
    assert expected.read_text(encoding="utf-8") == actual


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_do_not_matter(name: str):
    data = (HEADERS / f"{name}.h").read_bytes()
    plain = reading_text(read_reg_op(data, "x.h"))
    assert reading_text(read_reg_op(data.replace(b"\n", b"\r\n"), "x.h")) == plain
    assert reading_text(read_reg_op(data.replace(b"\n", b"\r"), "x.h")) == plain
    assert reading_text(read_reg_op(b"\xef\xbb\xbf" + data, "x.h")) == plain
    assert reading_text(read_reg_op(data.decode().encode("utf-16"), "x.h")) == plain


def test_a_header_in_an_older_chinese_encoding_is_read_with_a_finding():
    data = (HEADERS / "comments.h").read_text(encoding="utf-8").encode("gb18030")
    reading = read_reg_op(data, "x.h")
    assert reading.declarations[-1].proto.summary == "执行二维卷积操作"
    assert [item.name for item in reading.findings] == ["text-encoding"]


def test_every_header_is_recognised_by_its_content():
    for name in NAMES:
        assert recognise((HEADERS / f"{name}.h").read_text(encoding="utf-8")) == ("reg-op",)


def test_a_folder_gives_the_sum_of_its_files():
    whole = read_files([HEADERS])
    single = [len(read_files([HEADERS / f"{name}.h"]).declarations) for name in NAMES]
    assert len(whole.declarations) == sum(single) == 46
    assert {Path(item.span.file).stem for item in whole.declarations} == set(NAMES)


def test_a_broken_declaration_does_not_change_its_neighbours():
    """Every wrong declaration, put between two right ones, leaves both as they are."""
    good = "REG_OP({})\n    .INPUT(x, TensorType({{DT_FLOAT}}))\n    .OP_END_FACTORY_REG({})\n"
    wrong = (HEADERS / "broken.h").read_text(encoding="utf-8").split("\n\n")
    assert len(wrong) == 8
    for text in wrong:
        reading = read_reg_op(good.format("First", "First") + text + "\n" + good.format("Last", "Last"))
        first, last = reading.declarations[0].proto, reading.declarations[-1].proto
        assert (first.name, last.name) == ("First", "Last")
        assert first.inputs == last.inputs
