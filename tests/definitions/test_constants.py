"""C++ constants: literal values, refusals, and arithmetic against exact rationals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.definitions.cpp_value import CppValueError, TypeName, Unresolved, evaluate
from metadef.definitions.default_value import parse_default
from metadef.definitions.reg_op_emit import cpp_string
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType

VALUES: list[tuple[str, object]] = [
    ("1'000'000", 1_000_000),
    ("017", 15),
    ("08.5", 8.5),
    ("0xFFul", 255),
    ("1.e3", 1000.0),
    (".5f", 0.5),
    ("1E-5F", 1e-5),
    ("-(2 + 3) * 4", -20),
    ("7 / 2", 3),
    ("-7 / 2", -3),
    ("-7 % 3", -1),
    ("1.f / 4", 0.25),
    ("1 << 10 | 1", 1025),
    ("~0", -1),
    ("+-+1", -1),
    ("'A'", 65),
    ("true", True),
    ("INT64_MAX", (1 << 63) - 1),
    ("std::numeric_limits<int32_t>::min()", -(1 << 31)),
    ("-std::numeric_limits<float>::infinity()", float("-inf")),
    ("static_cast<int64_t>(3.0f)", 3.0),
    ("float(1)", 1),
    ("std::string()", ""),
    ('u8"a" L"b"', "ab"),
    (r'"\x41\102\u4e2d\"\n\?"', 'AB中"\n?'),
    ('R"(a\\n(b))"', "a\\n(b)"),
    ("{1, {2, {}}, }", [1, [2, []]]),
    ("std::vector<std::vector<int64_t>>{{1}, {2}}", [[1], [2]]),
    ("std::vector<int>(3, 7)", [7, 7, 7]),
    ("ge::DT_BF16", TypeName("DT_BF16", DataType.BF16)),
    ("DT_FLOAT32", TypeName("DT_FLOAT32", DataType.FLOAT, False)),
    ("kName + 1", Unresolved("kName")),
    ("f(1)", Unresolved("f")),
]
REFUSED = [
    "1 2",
    "{1,,2}",
    "(",
    ")",
    "{1)",
    "1 +",
    "* 1",
    "1 / 0",
    "1 % 0",
    "'a",
    '"a',
    "1 << 64",
    "1.5 % 2",
    "@",
    '"a" 1',
]
REFUSED += ["{" * 40, "-{}", '"a" * 2', "9" * 65, "08", "2 1.0"]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_a_constant_has_its_value_in_cpp(text: str, value: object):
    (result,) = evaluate(text)
    assert (type(result), result) == (type(value), value)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_constant_is_refused_with_a_place(text: str):
    with pytest.raises(CppValueError) as caught:
        evaluate(text)
    assert 0 <= caught.value.offset <= len(text)


def test_names_are_resolved_through_the_file():
    table = {"kA": "kB + 1", "kB": "2", "kLoop": "kLoop"}
    assert evaluate("kA * 2", table.get) == [6]
    assert evaluate("kLoop", table.get) == [Unresolved("kLoop")]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> tuple[str, Fraction]:
    """A C++ expression over floats and its exact value."""
    if depth == 0 or draw(st.booleans()):
        number = draw(st.integers(0, 40))
        return f"{number}.0", Fraction(number)
    left_text, left = draw(expressions(depth - 1))
    right_text, right = draw(expressions(depth - 1))
    mark = draw(st.sampled_from("+-*"))
    value = {"+": left + right, "-": left - right, "*": left * right}[mark]
    text = f"({left_text} {mark} {right_text})"
    return (f"-{text}", -value) if draw(st.booleans()) else (text, value)


@given(expression=expressions())
def test_arithmetic_is_exact_where_floats_are(expression: tuple[str, Fraction]):
    text, value = expression
    (result,) = evaluate(text)
    assert Fraction(result) == value


@given(left=st.integers(-99, 99), middle=st.integers(-99, 99), right=st.integers(1, 99))
def test_precedence_is_that_of_cpp(left: int, middle: int, right: int):
    quotient = abs(middle) // right * (-1 if middle < 0 else 1)
    assert evaluate(f"{left} + {middle} / {right} - {left} * {right}") == [left + quotient - left * right]


@given(text=st.text(st.characters(codec="utf-8", exclude_categories=("Cs",))))
def test_an_emitted_string_is_ascii_and_reads_back(text: str):
    literal = cpp_string(text)
    assert literal.isascii()
    assert evaluate(literal) == [text]


DEFAULTS: list[tuple[str, AttrKind, object]] = [
    ("{1, 2}", AttrKind.ListInt, (1, 2)),
    ("{{1, 2}}", AttrKind.ListInt, (1, 2)),
    ("{}", AttrKind.Int, 0),
    ("{}", AttrKind.String, ""),
    ("{3}", AttrKind.Int, 3),
    ("1.0", AttrKind.Int, 1),
    ("true", AttrKind.Float, 1.0),
    ("7", AttrKind.Bool, True),
    ("0", AttrKind.Type, DataType.FLOAT),
    ("{DT_INT8}", AttrKind.ListType, (DataType.INT8,)),
    ("1, 2", AttrKind.ListInt, (1, 2)),
    ("5", AttrKind.ListInt, (5,)),
    ("{{}}", AttrKind.ListListInt, ((),)),
    ("1.5", AttrKind.Int, None),
    ('"1"', AttrKind.Int, None),
    ("1", AttrKind.String, None),
    ("9223372036854775808", AttrKind.Int, None),
    ("std::numeric_limits<float>::infinity()", AttrKind.Int, None),
    ("1, 2", AttrKind.Int, None),
    ("", AttrKind.Int, None),
]


@pytest.mark.parametrize(("text", "kind", "value"), DEFAULTS)
def test_a_default_is_canonical_or_unknown_with_a_reason(text: str, kind: AttrKind, value: object):
    default = parse_default(text, kind)
    assert default.value == value
    if value is None:
        assert default.oddities
