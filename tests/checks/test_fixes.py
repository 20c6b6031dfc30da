"""Safe fixes: what is mended, what is left alone, and that mending once is enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.checks.engine import lint_with_edits
from metadef.checks.fixes import apply_edits, difference, write_edits
from metadef.checks.record import Edit
from metadef.definitions.read import read_files, read_text


def mended(tmp_path: Path, text: str) -> str:
    path = tmp_path / "a.h"
    path.write_bytes(text.encode("utf-8"))
    write_edits(edit for _, edit in lint_with_edits(sources=read_files([path])).edits)
    return path.read_bytes().decode("utf-8")


def declared(types: str, attr: str = "ATTR(n, Int, 0)") -> str:
    ports = f"  .INPUT(x, TensorType({{{types}}}))\n  .OUTPUT(y, TensorType::ALL())\n"
    return f"REG_OP(A)\n{ports}  .{attr}\n  .OP_END_FACTORY_REG(A)\n"


@pytest.mark.parametrize(
    "written, right",
    [
        ("DT_FLOAT32, DT_INT8", "DT_FLOAT, DT_INT8"),
        ("DT_BFLOAT16, DT_FLOAT64", "DT_BF16, DT_DOUBLE"),
        ("BasicType(), DT_BOOL", "TensorType::BasicType(), DT_BOOL"),
        ("FloatingDataType", "TensorType::FloatingDataType()"),
        ("TensorType::BasicType(), DT_BOOL", "TensorType::BasicType(), DT_BOOL"),
        ("DT_FLAOT61", "DT_FLAOT61"),  # which type is meant is a guess
        ("DT_FLOAT DT_INT8", "DT_FLOAT DT_INT8"),
    ],
)
def test_types_of_certain_meaning_are_mended(tmp_path: Path, written: str, right: str):
    assert mended(tmp_path, declared(written)) == declared(right)


@pytest.mark.parametrize(
    "written, right",
    [("ATTR(b, Bool, 0)", "ATTR(b, Bool, false)"), ("ATTR(b, Bool, 1)", "ATTR(b, Bool, true)")]
    + [(text, text) for text in ("ATTR(f, Float, 1)", "ATTR(b, Bool, 2)", "ATTR(i, Int, 1)")],
)
def test_integers_for_bools_are_mended(tmp_path: Path, written: str, right: str):
    assert mended(tmp_path, declared("DT_FLOAT", written)) == declared("DT_FLOAT", right)


def test_headings_of_comments_are_mended_and_prose_is_not(tmp_path: Path):
    comment = "/**\r\n* @brief Ouputs things.\r\n* @par {}:\r\n* y: the sum.\r\n*/\r\n"
    text = declared("DT_FLOAT").replace("\n", "\r\n")
    assert mended(tmp_path, comment.format("Ouputs") + text) == comment.format("Outputs") + text


@pytest.mark.parametrize("types", ["DT_FLOAT32, DT_BFLOAT16", "BasicType()", "{FloatingDataType}", "DT_FLAOT"])
def test_mending_changes_no_meaning_and_leaves_nothing_to_mend(tmp_path: Path, types: str):
    before = declared(types, "ATTR(b, Bool, 1)")
    after = mended(tmp_path, before)
    assert [proto.replace(span=None) for proto in read_text(after).protos] == read_text(before).protos
    assert mended(tmp_path, after) == after


def test_a_difference_shows_the_edits_and_writes_nothing(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(declared("DT_FLOAT32"))
    shown, _ = difference(edit for _, edit in lint_with_edits(sources=read_files([path])).edits)
    assert "-  .INPUT(x, TensorType({DT_FLOAT32}))\n+  .INPUT(x, TensorType({DT_FLOAT}))\n" in shown
    assert path.read_text() == declared("DT_FLOAT32")


def test_a_file_keeps_its_mode(tmp_path: Path):
    path = tmp_path / "a.h"
    path.write_text(declared("DT_FLOAT32"))
    path.chmod(0o640)
    write_edits(edit for _, edit in lint_with_edits(sources=read_files([path])).edits)
    assert path.stat().st_mode & 0o777 == 0o640
    assert [child.name for child in tmp_path.iterdir()] == ["a.h"]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig", "utf-8"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_keeps_its_encoding_and_line_ends(tmp_path: Path, encoding: str, end: str):
    path = tmp_path / "a.h"
    text = ("// 中\n" + declared("DT_FLOAT32")).replace("\n", end)
    path.write_bytes(text.encode(encoding))
    edits = [edit for _, edit in lint_with_edits(sources=read_files([path])).edits]
    assert write_edits(edits) == ([str(path)], [])
    assert path.read_bytes() == text.replace("DT_FLOAT32", "DT_FLOAT").encode(encoding)


def test_a_file_that_cannot_be_mended_stays_and_the_others_are_mended(tmp_path: Path):
    broken, sound = tmp_path / "a.h", tmp_path / "b.h"
    data = b"// \xff\xff\n" + declared("DT_FLOAT32").encode()
    broken.write_bytes(data)
    sound.write_text(declared("DT_FLOAT32"))
    edits = [edit for _, edit in lint_with_edits(sources=read_files([tmp_path])).edits]
    shown, refused = difference(edits)
    assert [line for line in shown.split("\n") if line.startswith("+++")] == [f"+++ {sound}"]
    assert [(item.name, item.subject) for item in refused] == [("file-corrupt", str(broken))]
    assert write_edits(edits) == ([str(sound)], refused)
    assert broken.read_bytes() == data
    assert sound.read_text() == declared("DT_FLOAT")


@given(st.text("ab\n", max_size=12), st.integers(0, 4), st.integers(0, 6), st.text("ab", min_size=1, max_size=3))
def test_an_edit_is_made_where_its_old_text_stands_and_nowhere_else(text: str, line: int, column: int, old: str):
    lines = text.split("\n")
    stands = 0 < line <= len(lines) and column > 0 and lines[line - 1][column - 1 :].startswith(old)
    result = apply_edits(text, [Edit("", line, column, old, "<>")])
    if stands:
        lines[line - 1] = lines[line - 1][: column - 1] + "<>" + lines[line - 1][column - 1 + len(old) :]
    assert result == "\n".join(lines)


def test_of_two_edits_that_overlap_one_is_made():
    edits = [Edit("", 1, 1, "abc", "x"), Edit("", 1, 3, "cd", "y")]
    assert apply_edits("abcd", edits) == "aby"
