"""`metadef explain`: our codes, CANN's codes, and what comes near."""

from __future__ import annotations

import pytest

from metadef.cli.main import run
from metadef.errors.cann import all_names, cann_code, codes_of
from metadef.errors.cann_table import CODES, FAMILIES
from metadef.errors.codes import all_codes

# Every code that public documents and users' problems name, carried over by hand: a code must have an entry of its own.
NAMED = """
E10001 E10002 E10003 E10004 E10005 E10006 E10007 E10008 E10009 E10010 E10011 E10012 E10013 E10014 E10016 E10017 E10018
E10019 E10021 E10022 E10023 E10030 E10031 E10032 E10035 E10040 E10041 E10045 E10046 E10047 E10049 E10050 E10052 E10054
E10055 E10056 E10057 E10058 E10061 E10062 E10063 E10401 E10402 E10404 E10405 E10406 E10410 E10501 E11005 E11009 E11016
E11017 E12009 E12013 E12029 E13000 E13006 E13009 E13010 E13014 E13015 E13018 E13023 E13024 E13025 E13028 E13029 E13030
E13031 E14001 E14002 E16001 E16002 E16004 E16005 E18888 E19010 E19999 E29999 E39999 E40021 E49999 EZ1001 EZ3002 EZ3003
EZ9999 EH9999 EF9999 EB9999 W11001 W11002 W11003
""".split()


def explained(code: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["explain", code]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("code", NAMED)
def test_every_code_that_is_named_in_public_has_its_own_entry(code: str, capsys: pytest.CaptureFixture[str]):
    found = cann_code(code)
    assert found is not None
    assert found.covers(code)
    text = explained(code, capsys)
    assert text.startswith(f"{code} (a")
    assert "What  " in text
    assert "Do    " in text


@pytest.mark.parametrize(
    ("code", "ours"),
    [
        ("E10501", "OPS001 unknown-op"),
        ("E19010", "OPS012 unsupported-op"),
        ("E16002", "OPS012 unsupported-op"),
        ("EZ3002", "OPS014 unsupported-on-target"),
        ("EZ3003", "OPS014 unsupported-on-target"),
        ("E14001", "OPS002 port-count"),
        ("E14002", "OPS005 missing-attr"),
        ("EZ9999", "SHP"),
        ("ez3002", "OPS014 unsupported-on-target"),
    ],
)
def test_a_code_of_cann_leads_to_the_finding_that_covers_it(code: str, ours: str, capsys: pytest.CaptureFixture[str]):
    assert f"Here  {ours}" in explained(code, capsys)


def test_a_code_without_an_entry_is_explained_by_its_family(capsys: pytest.CaptureFixture[str]):
    text = explained("E11037", capsys)
    assert "Caffe parser" in text
    assert "nothing is known of E11037 itself" in text
    assert "HCCL" in explained("EI0006", capsys)


def test_a_run_of_codes_says_so(capsys: pytest.CaptureFixture[str]):
    assert "one of E10023 to E10030" in explained("E10027", capsys)


def test_our_codes_name_those_of_cann(capsys: pytest.CaptureFixture[str]):
    assert "CANN  E10501" in explained("OPS001", capsys)
    assert "CANN  " not in explained("DEF100", capsys)


@pytest.mark.parametrize(
    ("code", "near"),
    [("E1050", "E10501"), ("unsuported-op", "unsupported-op"), ("OPS0012", "OPS012"), ("EZ302", "EZ3002")],
)
def test_an_unknown_code_names_the_nearest(code: str, near: str, capsys: pytest.CaptureFixture[str]):
    assert run(["explain", code]) == 2
    assert near in capsys.readouterr().err


def test_the_table_is_sound():
    known = all_codes()
    assert all(name in known for entry in (*CODES, *FAMILIES) for name in entry.ours)
    codes = [entry.code for entry in CODES]
    assert len(codes) == len(set(codes))
    assert len(all_names()) == len(set(all_names()))
    assert all(entry.last == "" or entry.last > entry.code for entry in CODES)
    runs = sum(1 if not entry.last else int(entry.last[1:]) - int(entry.code[1:]) + 1 for entry in CODES)
    assert runs == len(all_names())  # no code belongs to two entries
    assert all(codes_of(name) for name in ("unknown-op", "missing-attr", "port-count", "unsupported-op"))
