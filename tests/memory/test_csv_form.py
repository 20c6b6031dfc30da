"""Problems and plans as CSV."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markdown_cases import Case, check, load_cases
from metadef.errors import FileError, MetadefError
from metadef.memory import Buffer, Plan, Problem, format_csv, parse_csv, read_csv, write_csv

CASES = load_cases(Path(__file__).parent.parent / "cases" / "memory" / "bad_csv.md")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bad_files_are_told_what_is_wrong_where(case: Case):
    with pytest.raises(MetadefError) as error:
        parse_csv(case["csv"] + "\n", "plan.csv")
    check(case, str(error.value))


@st.composite
def buffers(draw: st.DrawFn) -> list[Buffer]:
    texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=6).map(str.strip)
    ids = draw(st.lists(texts.filter(bool), max_size=8, unique=True))
    rows: list[Buffer] = []
    for name in ids:
        lower = draw(st.integers(-(2**60), 2**60 - 1))
        alignment = draw(st.sampled_from([1, 1, 32, 512]))
        fixed = draw(st.none() | st.integers(0, 9).map(lambda k, step=alignment: k * step))
        rows.append(
            Buffer(
                name,
                lower,
                draw(st.integers(lower + 1, 2**60)),
                draw(st.integers(0, 2**50)),
                alignment,
                fixed,
                "",
                draw(texts),
                draw(st.integers(0, 5)),
            )
        )
    return rows


@given(buffers())
def test_what_is_written_reads_back(rows: list[Buffer]):
    problem = Problem.of(rows)
    grouped = any(row.group for row in rows)
    expected = [row if grouped else Buffer(*[*_fields(row)[:8], 0]) for row in rows]
    assert list(parse_csv(format_csv(problem)).problem) == expected


def test_conflicts_are_written_as_ids_and_read_back():
    problem = Problem.from_columns(["a", "b", "c"], [0, 1, 2], [1, 2, 3], [4, 4, 4], conflicts=[(2, 0), (0, 1)])
    text = format_csv(problem)
    assert text == "id,lower,upper,size,conflicts\na,0,1,4,b;c\nb,1,2,4,\nc,2,3,4,\n"
    assert parse_csv(text).problem.conflicts.tolist() == [[0, 1], [0, 2]]


def test_an_id_with_a_semicolon_cannot_be_in_conflict():
    problem = Problem.from_columns(["a", "b;c"], [0, 1], [1, 2], [4, 4], conflicts=[(0, 1)])
    with pytest.raises(MetadefError, match="cannot stand in the `conflicts` column"):
        format_csv(problem)


def _fields(row: Buffer) -> list[object]:
    return [
        row.id,
        row.lower,
        row.upper,
        row.size_bytes,
        row.alignment,
        row.fixed_offset,
        row.pool,
        row.group,
        row.position,
    ]


def test_a_plan_is_an_offset_column_after_the_columns_of_the_input():
    table = parse_csv("id, lower,upper,size,note\nb1,0,3,4,first\nb2,3,9,4,\n")
    text = format_csv(table.problem, Plan.of([0, 8]), table)
    assert text == "id,lower,upper,size,note,offset\nb1,0,3,4,first,0\nb2,3,9,4,,8\n"
    again = parse_csv(text)
    assert again.plan is not None
    assert again.plan.offsets.tolist() == [0, 8]


def test_an_offset_column_is_replaced_in_place():
    table = parse_csv("id,offset,lower,upper,size\nb1,7,0,3,4\n")
    assert format_csv(table.problem, Plan.of([0]), table) == "id,offset,lower,upper,size\nb1,0,0,3,4\n"


def test_order_of_columns_case_of_names_byte_order_mark_and_blank_lines_do_not_matter(tmp_path: Path):
    path = tmp_path / "p.csv"
    path.write_bytes(b"\xef\xbb\xbfSize,ID,Upper,Lower\r\n\r\n 4 ,b1,3,0\r\n")
    assert list(read_csv(path).problem) == [Buffer("b1", 0, 3, 4)]


def test_files_go_round(tmp_path: Path):
    problem = Problem.of([Buffer("a,b", 0, 3, 4)])
    write_csv(tmp_path / "p.csv", problem, Plan.of([16]))
    assert (tmp_path / "p.csv").read_bytes() == b'id,lower,upper,size,offset\n"a,b",0,3,4,16\n'
    assert list(read_csv(tmp_path / "p.csv").problem) == list(problem)


@pytest.mark.parametrize(("name", "content"), [("missing.csv", None), ("binary.csv", b"id,\xff")])
def test_files_that_cannot_be_read_are_file_errors(tmp_path: Path, name: str, content: bytes | None):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError):
        read_csv(tmp_path / name)


def test_a_plan_with_holes_is_no_plan():
    with pytest.raises(MetadefError, match=r"p:3:15: .*a plan gives every buffer an offset"):
        parse_csv("id,lower,upper,size,offset\na,0,1,4,0\nb1,000000,1,4,\n", "p")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_findings(text: str):
    try:
        table = parse_csv("id,lower,upper,size\n" + text)
    except MetadefError as error:
        assert error.findings
    else:
        assert len(table.rows) == len(table.problem)
