"""The capability file: what is written reads back, what is wrong is found, what is hostile is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.targets import Column, OpSupport, PortSupport, Support, Target, chip
from metadef.targets.capability_file import capability_text, read_capabilities
from metadef.types.dtype import DataType
from metadef.types.format import Format

names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
texts = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def op_supports(draw: st.DrawFn) -> OpSupport:
    count = draw(st.integers(1, 5))
    rows = st.tuples(st.sampled_from(DataType), st.sampled_from(Format))

    def port(name: str) -> PortSupport:
        chosen = draw(st.lists(rows, min_size=count, max_size=count))
        kind = draw(st.sampled_from(["required", "optional", "dynamic"]))
        has_unknown = draw(st.booleans())
        formats = tuple(layout for _, layout in chosen)
        return PortSupport(
            name, kind, tuple(dtype for dtype, _ in chosen), formats, formats[::-1] if has_unknown else ()
        )

    inputs = tuple(port(name) for name in draw(st.lists(names, max_size=3)))
    outputs = tuple(port(name) for name in draw(st.lists(names, max_size=2)))
    return OpSupport("Op", inputs, outputs, draw(st.dictionaries(names, texts, max_size=3)), draw(names))


@given(
    st.dictionaries(
        st.sampled_from(["ascend910b", "ascend310p", "*"]),
        st.tuples(st.dictionaries(names, op_supports(), max_size=3), st.booleans()),
        max_size=3,
    ),
    texts,
)
def test_what_is_written_reads_back_equal(families: dict[str, tuple[dict[str, OpSupport], bool]], name: str):
    import tempfile

    wanted = {
        family: {op: OpSupport(op, made.inputs, made.outputs, made.flags, made.source) for op, made in ops.items()}
        for family, (ops, _) in families.items()
    }
    text = capability_text(
        (Support(family, ops, families[family][1]) for family, ops in wanted.items()), name=name, chip="Ascend910B1"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.json"
        path.write_text(text, "utf-8")
        read = read_capabilities(path, check=True)
    assert {family: dict(item.operators) for family, item in read.families.items()} == wanted
    assert {family: item.complete for family, item in read.families.items()} == {f: c for f, (_, c) in families.items()}
    assert (read.name, read.chip) == (name, "Ascend910B1")


def write(path: Path, families: object, **fields: object) -> Path:
    path.write_text(json.dumps({"metadef_target": 1, "families": families, **fields}))
    return path


def one_op(**op: object) -> dict[str, object]:
    return {"ascend910b": {"operators": {"Add": op}}}


def port(dtypes: str, formats: str, name: str = "x") -> dict[str, str]:
    return {"name": name, "dtypes": dtypes, "formats": formats}


def test_a_column_is_one_joint_choice_over_all_ports(tmp_path: Path):
    """Formats that are not written are ND."""
    add = {
        "inputs": [port("FLOAT16, FLOAT", "ND, NCHW")],
        "outputs": [port("FLOAT16,INT8", "")],
    }
    support = read_capabilities(write(tmp_path / "t.json", one_op(**add))).families["ascend910b"].operators["Add"]
    assert list(support.columns()) == [
        Column((("x", DataType.FLOAT16, Format.ND),), (("x", DataType.FLOAT16, Format.ND),)),
        Column((("x", DataType.FLOAT, Format.NCHW),), (("x", DataType.INT8, Format.ND),)),
    ]
    assert [str(column) for column in support.columns()] == [
        "x FLOAT16 ND -> x FLOAT16 ND",
        "x FLOAT NCHW -> x INT8 ND",
    ]


@pytest.mark.parametrize(
    ("op", "said"),
    [
        ({"inputs": [port("FLOAT16,FLOAT17", "ND,ND")]}, "'FLOAT17' is no data type"),
        ({"inputs": [port("FLOAT16", "NDD")]}, "'NDD' is no format"),
        ({"inputs": [port("FLOAT16,FLOAT", "ND")]}, "every list of an operator is as long"),
        (
            {"inputs": [port("FLOAT16", "ND")], "outputs": [port("INT8,INT8", "ND,ND")]},
            "every list of an operator is as long",
        ),
        ({"inputs": [{**port("FLOAT16", "ND"), "kind": "many"}]}, "a port is required, optional or dynamic"),
        ({"inputs": [{"name": "x", "dtype": "FLOAT16"}]}, "unknown field `dtype`"),
        ({"inputs": [{"dtypes": "FLOAT16"}]}, "missing required field `name`"),
        ({"inputs": "x"}, "Expected `array`"),
        ({"inputs": [port("FLOAT", "ND", "x" * 300)]}, "Expected `str` of length <= 256"),
        ({"inputs": [port("FLOAT", "ND")] * 300}, "Expected `array` of length <= 256"),
    ],
)
def test_what_is_wrong_is_found_with_its_place(tmp_path: Path, op: dict[str, object], said: str):
    path = write(tmp_path / "t.json", one_op(**op))
    with pytest.raises(FileError) as caught:
        read_capabilities(path, check=True)
    found = [item for item in caught.value.findings if said in item.message]
    assert {item.name for item in found} == {"capability-file-malformed"}
    assert all("puts" in str(item.where or item.message) for item in found)


def test_an_operator_that_is_wrong_only_counts_when_it_is_asked_for(tmp_path: Path):
    families = {"ascend910b": {"operators": {"Bad": {"inputs": [port("NONE", "ND")]}, "Good": {}}}}
    support = read_capabilities(write(tmp_path / "t.json", families)).families["ascend910b"]
    assert ("Bad" in support.operators, support.operators["Good"].count) == (True, 0)
    with pytest.raises(FileError, match="is no data type"):
        support.operators["Bad"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "[" * 200_000,
        '{"metadef_target":' * 50_000,
        '{"metadef_target": 1}',
        '{"metadef_target": 2, "families": {}}',
        '{"metadef_target": "1", "families": {}}',
        '{"metadef_target": 1, "families": {"a": {"operators": {"A": {}}, "extra": 1}}}',
        '{"metadef_target": 1, "families": {"\\ud800": {}}}',
        '{"metadef_target": 1, "families": []}',
    ],
)
def test_hostile_text_is_refused_quickly(tmp_path: Path, text: str):
    path = tmp_path / "t.json"
    path.write_text(text, "utf-8")
    start = time.perf_counter()
    with pytest.raises(FileError) as caught:
        read_capabilities(path, check=True)
    assert {item.name for item in caught.value.findings} == {"capability-file-malformed"}
    assert time.perf_counter() - start < 30  # a bound against blow-up, no measurement


def test_bytes_that_are_no_text_and_files_that_are_missing_are_findings(tmp_path: Path):
    (tmp_path / "t.json").write_bytes(b'{"metadef_target": 1, "name": "\xff\xfe"}')
    for path, name in ((tmp_path / "t.json", "capability-file-malformed"), (tmp_path / "none.json", "file-missing")):
        with pytest.raises(FileError) as caught:
            read_capabilities(path)
        assert [item.name for item in caught.value.findings] == [name]
    with pytest.raises(FileError):
        read_capabilities(tmp_path)
    with pytest.raises(FileError):
        read_capabilities(Path("a\0b"))


def test_a_later_file_goes_before_an_earlier_one(tmp_path: Path):
    old = {"ascend910b": {"operators": {"Add": {"flags": {"a": "old"}}, "Mul": {}}}, "*": {"operators": {"Neg": {}}}}
    new = {"ascend910b": {"operators": {"Add": {"flags": {"a": "new"}}}}, "ascend310p": {"operators": {"Sub": {}}}}
    files = [
        read_capabilities(write(tmp_path / f"{name}.json", families)) for name, families in (("o", old), ("n", new))
    ]
    target = Target.of(chip("Ascend910B1"), files)
    assert list(target.operators) == ["Add", "Mul", "Neg"]
    add = target.columns("Add")
    assert add is not None
    assert add.flags == {"a": "new"}
    assert (target.columns("Sub"), target.is_complete) == (None, False)
    assert list(Target.of(chip("Ascend310P1"), files).operators) == ["Neg", "Sub"]


def test_only_products_before_bfloat16_lack_it():
    lacking = {
        name: Target(chip(name)).lacks(DataType.BF16)
        for name in ("Ascend310", "Ascend310P3", "Ascend910A", "Ascend910B", "Ascend910B1", "Ascend910_9391")
    }
    assert lacking == {
        "Ascend310": True,
        "Ascend310P3": True,
        "Ascend910A": True,
        "Ascend910B": True,
        "Ascend910B1": False,
        "Ascend910_9391": False,
    }
    assert all(Target(chip("Ascend910B1")).lacks(item) for item in (DataType.FLOAT8_E5M2, DataType.HIFLOAT8))
    assert not any(Target(chip(name)).lacks(DataType.FLOAT16) for name in lacking)
