"""Output data types: ready-made rules, and what symbols and single-type ports say when an operator names no rule.

Source: facts reg_op_macros.md, "DATATYPE symbol semantics", and promote.tsv.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.infer.answers import BadAnswer, one_each
from metadef.infer.promote import promote
from metadef.ops.call import Call
from metadef.ops.ports import Port, PortKind, Symbol
from metadef.ops.proto import DtypeRule
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType

__all__ = [
    "accumulated",
    "always",
    "each",
    "follow",
    "from_attr",
    "from_text",
    "grouped_matmul",
    "members",
    "onnx_integer",
    "output_dtypes",
    "promoted",
    "quantised",
    "requantised",
    "spectrum",
    "when",
    "widened",
]


def follow(port: str, otherwise: DataType | None = None) -> DtypeRule:
    """Every output has the type of an input port, but for outputs that are declared with one type only.

    `otherwise` stands where the first output does not admit the input's type: the logarithm of integers is FLOAT.
    """

    def rule(call: Call) -> DataType | Sequence[DataType]:
        dtype = call.dtype(port)
        if otherwise is not None and dtype is not DataType.UNDEFINED and dtype not in call.proto.outputs[0].types:
            dtype = otherwise
        return _where_open(call, dtype)

    return rule


def always(*dtypes: DataType) -> DtypeRule:
    """Outputs have fixed types: one for all, or one each."""

    def rule(call: Call) -> DataType | Sequence[DataType]:
        return dtypes[0] if len(dtypes) == 1 else dtypes

    return rule


def from_attr(name: str, otherwise: str = "") -> DtypeRule:
    """Every output has the type that an attribute names: a Type, or an Int with the C++ number.

    Outputs that are declared with one type only keep it. Where the attribute names no type (-1, UNDEFINED), the
    outputs have the type of the input port `otherwise`.
    """

    def rule(call: Call) -> DataType | Sequence[DataType]:
        given = call.attr(name)
        value = DataType.UNDEFINED if given is None else _as_dtype(given)  # WHY: that it is missing is said elsewhere
        if otherwise and (value is None or value is DataType.UNDEFINED):
            value = call.dtype(otherwise)
        if value is None:
            call.fail("dtype-unknown", f"attribute `{name}` names no data type", got=repr(given))
        return _where_open(call, value)

    return rule


def when(name: str, then: DataType, otherwise: DataType) -> DtypeRule:
    """Every output has one type where a Bool attribute is set, and another where it is not."""

    def rule(call: Call) -> DataType:
        return then if call.bool_attr(name) else otherwise

    return rule


def widened(port: str, name: str) -> DtypeRule:
    """Every output has the type of an input port; where a Bool attribute is set FLOAT16 becomes FLOAT."""

    def rule(call: Call) -> DataType:
        dtype = call.dtype(port)
        return DataType.FLOAT if dtype is DataType.FLOAT16 and call.bool_attr(name) else dtype

    return rule


def promoted(*ports: str) -> DtypeRule:
    """Every output has the promotion of the given input ports' types."""

    def rule(call: Call) -> DataType:
        result = call.dtype(ports[0])
        for port in ports[1:]:
            if call.has(port):
                result = promote(result, call.dtype(port))
        return result

    return rule


def accumulated(port: str, otherwise: DataType = DataType.FLOAT16) -> DtypeRule:
    """Products of 8-bit or 4-bit integers are summed up in INT32; every other type is kept.

    Where the output admits no INT32 the sums are scaled to `otherwise`; a single declared type decides anyway.
    """

    def rule(call: Call) -> DataType | Sequence[DataType]:
        dtype = call.dtype(port)
        if dtype in _NARROW:
            dtype = DataType.INT32 if DataType.INT32 in call.proto.outputs[0].types else otherwise
        return _where_open(call, dtype)

    return rule


def members(port: str) -> DtypeRule:
    """Output member i has the type of member i of a dynamic input."""

    def rule(call: Call) -> Sequence[DataType]:
        return [desc.dtype for desc in call.members(port)]

    return rule


_NARROW = frozenset({DataType.INT8, DataType.UINT8, DataType.INT4})


def each(*parts: str | DataType | DtypeRule) -> DtypeRule:
    """Output i has the i-th type: a fixed one, that of a named input port, or what a rule says."""

    def rule(call: Call) -> Sequence[DataType]:
        types: list[DataType] = []
        for part in parts:
            if isinstance(part, DataType):
                types.append(part)
            elif isinstance(part, str):
                types.append(call.dtype(part))
            else:
                given = part(call)
                types.append(given if isinstance(given, DataType) else given[len(types)])
        return types

    return rule


def _where_open(call: Call, dtype: DataType) -> DataType | Sequence[DataType]:
    declared = call.proto.single_types
    if declared is None:
        return dtype
    types: list[DataType] = []
    for port, own in zip(call.proto.outputs, declared, strict=True):
        plain = call.output_counts is None and port.kind is not PortKind.DYNAMIC
        types += [own or dtype] * (1 if plain else call.output_count(port.name))
    return types


def _as_dtype(value: AttrValue | None) -> DataType | None:
    if isinstance(value, DataType):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return DataType.from_ge(value)
    return None


def output_dtypes(call: Call, total: int) -> list[DataType]:
    """The type of each of `total` flat outputs: the operator's rule, else symbols, else single-type ports.

    UNDEFINED stands where none of these decide.
    """
    proto = call.proto
    rule = proto.dtype_rule
    if rule is not None:
        given = rule(call)
        types = [given] * total if type(given) is DataType else one_each(rule, given, DataType, total)
        if not proto.has_own_dtype_rule:
            _check_declared(call, rule, types)
        return types
    result: list[DataType] = []
    counts, singles = call.output_counts, proto.single_types
    for at, port in enumerate(proto.outputs):
        count = counts[at] if counts is not None else 0 if port.kind is PortKind.DYNAMIC else 1
        own = singles[at] if singles is not None and not port.symbol else None
        result += [own] * count if own is not None else _port_dtypes(call, port, count)
    return result


def _check_declared(call: Call, rule: object, types: Sequence[DataType]) -> None:
    """A rule of one's own gives only types that the outputs declare; those of the catalogue are tested for it.

    Raises:
        BadAnswer: for another type.
    """
    at = 0
    for port in call.proto.outputs:
        for dtype in types[at : at + call.output_count(port.name)]:
            if port.types.mask and dtype is not DataType.UNDEFINED and dtype not in port.types:
                raise BadAnswer(rule, f"output `{port.name}` may be {port.types!r}, but the rule gave {dtype.name}")
        at += call.output_count(port.name)


def _port_dtypes(call: Call, port: Port, count: int) -> list[DataType]:
    if port.symbol:
        bound = _bind(call, _symbol(call, port.symbol))
        if len(bound) == 1:
            return bound * count
        if len(bound) == count:
            return bound
    else:
        index = call.proto.input_index.get(port.name)  # an output named like an input is that input
        if index is not None and call.has(port.name):
            return [call.dtype(port.name)] * count
    return [DataType.UNDEFINED] * count


def _symbol(call: Call, name: str) -> Symbol:
    for symbol in call.proto.symbols:
        if symbol.name == name:
            return symbol
    return Symbol(name)


def _bind(call: Call, symbol: Symbol) -> list[DataType]:
    """The types a symbol stands for in this call; empty when nothing binds it."""
    if symbol.promote:
        parts = [_bind(call, Symbol(name)) for name in symbol.promote]
        if not all(len(part) == 1 for part in parts):
            return []
        result = parts[0][0]
        for part in parts[1:]:
            result = promote(result, part[0])
        return [result]
    for port in call.proto.inputs:
        if port.symbol != symbol.name:
            continue
        types = [desc.dtype for desc in call.members(port.name) if desc.dtype is not DataType.UNDEFINED]
        if types:
            return types if symbol.is_list and port.kind is PortKind.DYNAMIC else types[:1]
    if symbol.name in call.proto.attr_index:
        value = call.attr(symbol.name)
        members: tuple[AttrValue | None, ...] = value if isinstance(value, tuple) else (value,)
        types = [_as_dtype(item) for item in members]
        return [dtype for dtype in types if dtype is not None] if None not in types else []
    if len(symbol.types) == 1:
        return list(symbol.types)
    return []


def onnx_integer(name: str) -> DtypeRule:
    """INT64 where an Int attribute holds onnx's number of it, 7, else INT32 (onnx's 6)."""

    def rule(call: Call) -> DataType:
        return DataType.INT64 if call.int_attr(name) == _ONNX_INT64 else DataType.INT32

    return rule


_ONNX_INT64 = 7


def requantised(scale: str, otherwise: DtypeRule, attr: str = "") -> DtypeRule:
    """The first output is INT8 where a scale for it is fed and the attribute, if any, names no other type.

    Without the scale it is as `otherwise` says; further outputs keep their single declared type.
    """

    def rule(call: Call) -> DataType | Sequence[DataType]:
        named = _as_dtype(call.attr(attr)) if attr else None
        return _where_open(call, DataType.INT8) if named is None and call.has(scale) else otherwise(call)

    return rule


def quantised(attr: str, port: str) -> DtypeRule:
    """What a quantising operator gives: each output by itself.

    An output named like an input has its type; one that admits a single type has that; one that admits the type that
    an attribute names has it; another has the type of the input port.
    """

    def rule(call: Call) -> Sequence[DataType]:
        named = _as_dtype(call.attr(attr)) if attr else None
        types: list[DataType] = []
        for output in call.proto.outputs:
            if len(output.types) == 1:
                types.append(next(iter(output.types)))
            elif output.name in call.proto.input_index:
                types.append(call.dtype(output.name))
            elif named is not None and named in output.types:
                types.append(named)
            else:
                dtype = call.dtype(port)
                types.append(dtype if dtype in output.types or named is None else named)
        return types

    return rule


def from_text(name: str) -> DtypeRule:
    """Every output has the type that a String attribute names: "float16", "int8", "DT_INT8" or "torch.qint8"."""

    def rule(call: Call) -> DataType | Sequence[DataType]:
        given = call.str_attr(name)
        plain = given.lower().removeprefix("torch.").removeprefix("dt_").removeprefix("q")
        dtype = _TEXTS.get(plain) or DataType.__members__.get(plain.upper())
        if dtype is None:
            call.fail(
                "attr-constraint", f"attribute `{name}` names no data type", expected="int8 or another", got=given
            )
        return _where_open(call, dtype)

    return rule


_TEXTS = {"float32": DataType.FLOAT, "bfloat16": DataType.BF16, "float64": DataType.DOUBLE, "uint1": DataType.UINT1}


def spectrum(call: Call) -> DataType:
    """STFT: complex numbers with `return_complex`, else pairs of real ones."""
    dtype = call.dtype("x")
    return (_COMPLEX if call.bool_attr("return_complex") else _REAL).get(dtype, dtype)


_COMPLEX = {DataType.FLOAT: DataType.COMPLEX64, DataType.DOUBLE: DataType.COMPLEX128}
_REAL = {complex_type: real for real, complex_type in _COMPLEX.items()}


_GROUPED = {-1: DataType.INT8, 0: DataType.FLOAT16, 1: DataType.BF16}


def grouped_matmul(call: Call) -> DataType:
    """GroupedMatmul: of INT8 what its own numbering of `dtype` says (-1 INT8, 0 FLOAT16, 1 BF16), else as x."""
    dtype = call.dtype("x")
    if dtype is not DataType.INT8:
        return dtype
    code = call.int_attr("dtype")
    if code not in _GROUPED:
        call.fail("attr-constraint", "`dtype` is -1, 0 or 1", expected="-1, 0 or 1", got=str(code))
    return _GROUPED[code]
