"""An attribute's default: from what a definition wrote to the canonical value of the attribute's kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from metadef.definitions.cpp_value import Constructed, CppValue, CppValueError, TypeName, Unresolved, evaluate
from metadef.definitions.dtype_names import enumerator
from metadef.definitions.type_expr import Oddity
from metadef.types.attrs import AttrKind, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["EMPTY_TENSOR", "Default", "default_of", "parse_default"]

# What `Tensor()` makes: no type, no elements.
EMPTY_TENSOR = TensorValue(DataType.UNDEFINED, (0,), Inline(b""))

_MOST_ELEMENTS = 4096  # WHY: above this a default is an attack or a mistake; it is read, and reported


@dataclass(frozen=True, slots=True)
class Default:
    """A default as it was written and as what it is used as."""

    value: AttrValue | None = None  # canonical; None when it cannot be known
    written_type: str = ""  # DT_INT32, where a dtype stands for an Int
    expression: str = ""  # the text, where no plain value could express it
    int_literal: bool = False  # an integer was written for a Float
    nonbool_literal: int | None = None  # a number was written for a Bool
    oddities: tuple[Oddity, ...] = ()


def parse_default(text: str, kind: AttrKind, resolve: Callable[[str], str | None] | None = None) -> Default:
    """Read a default as C++ writes it; what cannot be read becomes an oddity and leaves `value` None.

    >>> parse_default("DT_INT32", AttrKind.Int)
    Default(value=3, written_type='DT_INT32', expression='', int_literal=False, nonbool_literal=None, oddities=())
    """
    try:
        values = evaluate(text, resolve)
    except CppValueError as error:
        return Default(expression=_short(text), oddities=(Oddity("malformed", str(error), error.offset),))
    if len(values) == 1:
        value = values[0]
    elif not values:
        return Default(oddities=(Oddity("missing", "", 0),))
    elif kind.is_list:  # ATTR(x, ListInt, 1, 2): the braces are missing
        value = values
    else:
        return Default(
            expression=_short(text), oddities=(Oddity("malformed", f"{len(values)} values for {kind.name}", 0),)
        )
    default = default_of(value, kind)
    if default.value is None or kind in _TENSOR_KINDS:
        default = replace(default, expression=_short(text))
    if len(values) > 1:
        default = replace(default, oddities=(*default.oddities, Oddity("braces_missing", "", 0)))
    return default


_TENSOR_KINDS = (AttrKind.Tensor, AttrKind.NamedAttrs)


def _short(text: str) -> str:
    return " ".join(text[:200].split())


def default_of(value: CppValue, kind: AttrKind) -> Default:
    """The default that an evaluated expression gives to an attribute of a kind."""
    converter = _Converter()
    try:
        result = converter.convert(value, kind)
        canonical = kind.convert(result)
    except _Unknown as unknown:
        return Default(oddities=(Oddity("symbolic", unknown.name, 0),))
    except OverflowError:  # a number that no float holds
        return Default(oddities=(Oddity("mismatch", "a number", 0),))
    except ValueError as error:
        return Default(oddities=(Oddity("mismatch", str(error), 0),))
    size = len(canonical) if isinstance(canonical, tuple) else 0
    if size > _MOST_ELEMENTS:
        converter.odd("oversized", str(size))
    written = value.text if isinstance(value, TypeName) and kind is AttrKind.Int else ""
    is_integer = kind is AttrKind.Float and isinstance(value, int) and not isinstance(value, bool)
    number = value if kind is AttrKind.Bool and isinstance(value, int) and not isinstance(value, bool) else None
    return Default(canonical, written, "", is_integer, number, tuple(converter.oddities.values()))


class _Unknown(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Converter:
    """Conversion of C++ values to what `AttrKind.convert` takes, noting every liberty."""

    def __init__(self) -> None:
        self.oddities: dict[str, Oddity] = {}

    def odd(self, kind: str, token: str = "") -> None:
        self.oddities.setdefault(kind, Oddity(kind, token, 0))

    def convert(self, value: CppValue, kind: AttrKind) -> object:
        if isinstance(value, Unresolved):
            raise _Unknown(value.name)
        if not kind.is_list:
            if isinstance(value, list):
                return self.emptied(value, kind)
            return self.scalar(value, kind)
        if isinstance(value, Constructed):
            return []
        if not isinstance(value, list):
            self.odd("braces_missing")
            value = [value]
        element = AttrKind(kind.value.removeprefix("List"))
        if element.is_list:
            return [self.convert(item, element) for item in value]
        if len(value) == 1 and isinstance(value[0], list):  # {{1, 2}} for a flat list
            self.odd("braces_doubled")
            value = value[0]
        return [self.convert(item, element) for item in value]

    def emptied(self, value: list[CppValue], kind: AttrKind) -> object:
        if len(value) == 1:
            self.odd("braces_around_scalar")
            return self.convert(value[0], kind)
        if value:
            raise ValueError(f"{len(value)} values for {kind.name}")
        return _EMPTY.get(kind, 0)

    def scalar(self, value: bool | int | float | str | TypeName | Constructed, kind: AttrKind) -> object:
        if isinstance(value, Constructed):
            return _EMPTY.get(kind, value)
        if isinstance(value, TypeName):
            if not value.valid:
                self.odd("unknown_dtype", value.text)
            return value.dtype if kind is AttrKind.Type else value.dtype.ge_value
        match kind:
            case AttrKind.Bool if isinstance(value, int):
                return bool(value)
            case AttrKind.Int if isinstance(value, bool | float) and value % 1 == 0:
                self.odd("number_kind", str(value))
                return int(value)
            case AttrKind.Float if isinstance(value, bool):
                self.odd("number_kind", str(value))
                return float(value)
            case AttrKind.Type if isinstance(value, int) and (dtype := DataType.from_ge(value)) is not None:
                self.odd("number_kind", enumerator(dtype))
                return dtype
            case AttrKind.Bytes if isinstance(value, str):
                return value.encode("latin-1" if all(character < "\u0100" for character in value) else "utf-8")
            case _:
                return value


_EMPTY: dict[AttrKind, object] = {
    AttrKind.String: "",
    AttrKind.AscendString: "",
    AttrKind.Bytes: b"",
    AttrKind.Bool: False,
    AttrKind.Type: DataType.FLOAT,  # WHY: value initialisation gives enumerator 0
    AttrKind.Tensor: EMPTY_TENSOR,
    AttrKind.NamedAttrs: NamedAttrs(""),
    AttrKind.Float: 0.0,
}
