"""Writes REG_OP headers from the JSON form of operators, in every manner that published headers are written in.

Independent of the package's emitter: it knows only C++ and the oddities that public headers have. Whatever a `Writer`
chooses, reading the text must give back the operators that it was made from.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["HELPERS", "Writer", "comparable"]

# The TensorType helpers in the order in which the toolkit's header lists their members.
_INTS = "INT16 INT32 INT64 INT8"
_UINTS = "UINT16 UINT32 UINT64 UINT8"
_QUANT = "QINT16 QINT32 QINT8 QUINT16 QUINT8"
_COMPLEX = "COMPLEX128 COMPLEX64"
_FLOATS = "DOUBLE FLOAT FLOAT16"
HELPERS: dict[str, list[str]] = {
    name: [f"DT_{word}" for word in text.split()]
    for name, text in {
        "ALL": f"BOOL {_COMPLEX} {_FLOATS} {_INTS} {_QUANT} RESOURCE STRING {_UINTS} BF16 COMPLEX32",
        "QuantifiedType": _QUANT,
        "OrdinaryType": f"BOOL {_COMPLEX} {_FLOATS} {_INTS} {_UINTS} BF16 COMPLEX32",
        "BasicType": f"{_COMPLEX} {_FLOATS} {_INTS} {_QUANT} {_UINTS} BF16 COMPLEX32",
        "NumberType": f"{_COMPLEX} {_FLOATS} {_INTS} QINT32 QINT8 QUINT8 {_UINTS} BF16 COMPLEX32",
        "RealNumberType": f"{_FLOATS} {_INTS} {_UINTS} BF16",
        "ComplexDataType": f"{_COMPLEX} COMPLEX32",
        "IntegerDataType": f"{_INTS} {_UINTS}",
        "SignedDataType": _INTS,
        "UnsignedDataType": _UINTS,
        "FloatingDataType": _FLOATS,
        "IndexNumberType": "INT32 INT64",
        "UnaryDataType": f"{_COMPLEX} {_FLOATS} BF16 COMPLEX32",
        "FLOAT": "FLOAT FLOAT16 BF16",
    }.items()
}
_MACROS = {
    ("inputs", "required"): "INPUT",
    ("inputs", "optional"): "OPTIONAL_INPUT",
    ("inputs", "dynamic"): "DYNAMIC_INPUT",
    ("outputs", "required"): "OUTPUT",
    ("outputs", "dynamic"): "DYNAMIC_OUTPUT",
}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NOISE = (
    "",
    "\n",
    "// a remark with REG_OP(Ghost).INPUT(x, TensorType({DT_INT8}))\n",
    "/* REG_OP(Ghost)\n    .OUTPUT(y, TensorType({DT_INT8}))\n    .OP_END_FACTORY_REG(Ghost) */\n",
    '#define UNUSED_TYPES {DT_STRING}\nconst char *kText = "REG_OP(Ghost) /* no comment";\n',
    "#ifdef SOMETHING\n#endif\n",
)


class Writer:
    """Writes operators one after another; `random` chooses the manner of each part."""

    def __init__(self, seed: int, *, plain: bool = False) -> None:
        self.rng = random.Random(seed)
        self.plain = plain
        self.lines: list[tuple[int, int]] = []  # first and last line of each declaration written
        self._defines: list[str] = []

    def header(self, ops: Sequence[Mapping[str, Any]]) -> str:
        """The text of a whole header."""
        text = '/* Copyright. */\n#ifndef OPS_H_\n#define OPS_H_\n#include "graph/operator_reg.h"\nnamespace ge {\n'
        for op in ops:
            self._defines = []
            body = self._op(op)
            text += "" if self.plain else self.rng.choice(_NOISE)
            text += "".join(self._defines) + self._doc(op)
            first = text.count("\n") + 1
            text += body
            self.lines.append((first, text.count("\n") + 1))
            text += (";" if "semicolon_after_end" in op.get("flags", []) else "") + "\n\n"
        return text + "}  // namespace ge\n#endif\n"

    def _pick(self, *choices: str) -> str:
        return choices[0] if self.plain else self.rng.choice(choices)

    def _chance(self, share: float) -> bool:
        return not self.plain and self.rng.random() < share

    def _doc(self, op: Mapping[str, Any]) -> str:
        if self.plain or self._chance(0.4):
            return ""
        names = "".join(f'* @li {port["name"]}: A tensor, "quoted" (and bracketed}}.\n' for port in op["inputs"])
        return f"/**\n* @brief It's {op['op']}; REG_OP(Ghost) is not here.\n* @par Inputs:\n{names}*/\n"

    def _op(self, op: Mapping[str, Any]) -> str:
        calls: list[str] = []
        for side in ("inputs", "outputs"):
            for port in op[side]:
                calls.append(self._call(_MACROS[side, port["kind"]], port["name"], self._type(port)))
        attrs = [self._attr(spec) for spec in op["attrs"]]
        calls += attrs
        calls += [self._call("DATATYPE", name, self._symbol(item)) for name, item in op["datatypes"].items()]
        for item in op["graphs"]:
            calls.append(f".{'DYNAMIC_GRAPH' if item['kind'] == 'dynamic' else 'GRAPH'}({item['name']})")
        between = [
            self._pick("\n    ", "\n    ", "\n", " ", "\n    // ports\n    ", "\n    /* .INPUT(ghost, X) */ ")
            for _ in calls
        ]
        text = self._pick(f"REG_OP({op['op']})", f"REG_OP( {op['op']} )", f"REG_OP(\n{op['op']})")
        text += "".join(gap + call for gap, call in zip(between, calls, strict=True))
        return text + self._pick("\n    ", "\n", " ") + f".OP_END_FACTORY_REG({op['op']})"

    def _call(self, macro: str, name: str, argument: str) -> str:
        gap = self._pick(", ", ",", " , ", ",\n            ", ", /* types */ ")
        return f".{macro}{self._pick('', '', ' ')}({self._pick('', ' ')}{name}{gap}{argument})"

    # --- types -----------------------------------------------------------------------------------------------------

    def _type(self, port: Mapping[str, Any]) -> str:
        if "symbol" in port:
            return f'"{port["symbol"]}"'
        return self._types(port)

    def _symbol(self, item: Mapping[str, Any]) -> str:
        if "promote" in item:
            return "Promote({" + ", ".join(f'"{name}"' for name in item["promote"]) + "})"
        return f"ListTensorType({self._types(item)})" if item.get("is_list") else self._types(item)

    def _types(self, item: Mapping[str, Any]) -> str:
        """A type argument that gives exactly these dtypes, helper and unknown names."""
        words, helper = list(item["dtypes"]), item.get("helper", "")
        if helper:
            members = HELPERS[helper]
            at = _position(words, members)
            if not item.get("unknown") and words == members and self._chance(0.5):
                return self._pick(f"TensorType::{helper}()", f"TensorType:{helper}()", f"TensorType({helper}())")
            words[at : at + len(members)] = [self._helper(helper)]
        else:
            words = [self._pick(word, word, word, f"ge::{word}") for word in words]
        for word in item.get("unknown", []):
            words.insert(self.rng.randint(0, len(words)), word)
        if not helper and words and self._chance(0.1):
            words.append(self.rng.choice(words))  # a repetition
        if len(words) == 1 and not helper and not item.get("unknown") and self._chance(0.1):
            return words[0]
        return self._wrapped(self._joined(words))

    def _helper(self, name: str) -> str:
        if name == "FLOAT":
            return self._pick("TensorType::FLOAT()", "FLOAT()")
        return self._pick(f"{name}()", f"TensorType::{name}()", name, f"{name.upper()}()" if name != "ALL" else "ALL()")

    def _joined(self, words: Sequence[str]) -> str:
        text = ""
        for number, word in enumerate(words):
            if number:
                text += self._pick(", ", ", ", ",", " ,", ",\n        ", "，", ", /* and */ ", ",  // next\n        ")
            text += word
        if len(words) > 1 and self._chance(0.05):
            return text.replace(", ", " ", 1)  # a missing comma
        return text + self._pick("", "", "", "", ", ")

    def _wrapped(self, inner: str) -> str:
        if self._chance(0.06):
            name = f"TYPES_{len(self._defines)}_{self.rng.randint(0, 10**9)}"
            flat = " ".join(line.split("//")[0] for line in inner.split("\n"))
            self._defines.append(
                f"#define {name} {{{flat}}}\n" if self._chance(0.5) else f"#define {name} \\\n    {flat}\n"
            )
            return f"TensorType({{{name}}})"
        forms = (
            *("TensorType({%s})",) * 12,
            *("TensorType(%s)", "TensorType{%s}", "TensorType{(%s)}", "TensorType::({%s})", "TensorType( { %s } )"),
            *("TensorType({%s)", "TensorType({%s}})", "ge::TensorType({%s})"),
        )
        return self._pick(*forms) % inner

    # --- attributes ------------------------------------------------------------------------------------------------

    def _attr(self, spec: Mapping[str, Any]) -> str:
        if spec["required"]:
            return self._call("REQUIRED_ATTR", spec["name"], spec["type"])
        if "default" not in spec:
            value = spec.get("default_expr", "")
        elif "nonbool_literal" in spec:
            value = str(spec["nonbool_literal"])
        elif spec.get("int_literal"):
            value = str(int(spec["default"]))
        else:
            value = self._value(spec["default"], spec["type"])
        return self._call("ATTR", spec["name"], f"{spec['type']}{self._pick(', ', ',', ' , ')}{value}")

    def _value(self, value: Any, kind: str) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            if not value:
                return self._pick("{}", "{ }")
            inner = self._pick(", ", ",", " ,\n    ").join(
                self._value(item, kind.removeprefix("List")) for item in value
            )
            return self._pick("{%s}", "{ %s }") % inner
        if kind in ("String", "AscendString"):
            text = "".join(_ESCAPES.get(char, char) for char in value)
            return self._pick(f'"{text}"', f'"{text}"', f'"" "{text}"')
        if kind == "Float" or isinstance(value, float):
            return self._float(value)
        if isinstance(value, int):
            wide = f"{value}LL" if abs(value) > 2**31 - 1 else self._pick(str(value), str(value), f"{value}L")
            return wide if value < 0 or self.plain else self._pick(wide, wide, hex(value))
        return self._pick(str(value), f"ge::{value}")  # the name of a type

    def _float(self, value: float) -> str:
        if isinstance(value, str):  # inf, -inf, nan
            sign = "-" if value.startswith("-") else ""
            return f"{sign}std::numeric_limits<float>::{'quiet_NaN' if value == 'nan' else 'infinity'}()"
        text = repr(float(value))
        shape = text if "." in text or "e" in text else f"{text}.0"
        if shape.endswith(".0") and self._chance(0.3):
            shape = shape[:-1]  # 1.
        return self._pick(shape, f"{shape}f", f"{value:.17e}")


def _position(words: Sequence[str], members: Sequence[str]) -> int:
    size = len(members)
    for at in range(len(words) - size + 1):
        if list(words[at : at + size]) == list(members):
            return at
    raise ValueError(f"the members of the helper stand not together in {words}")


def comparable(op: Mapping[str, Any]) -> dict[str, Any]:
    """What writing keeps of an operator, without places, docs and the names of oddities."""

    def types(item: Mapping[str, Any]) -> dict[str, Any]:
        found = {key: item[key] for key in ("name", "kind", "symbol", "dtypes", "promote", "helper") if key in item}
        return {**found, "unknown": sorted(item.get("unknown", [])), "is_list": item.get("is_list", False)}

    return {
        "op": op["op"],
        "inputs": [types(port) for port in op["inputs"]],
        "outputs": [types(port) for port in op["outputs"]],
        "attrs": [{key: value for key, value in spec.items() if key != "doc"} for spec in op["attrs"]],
        "datatypes": {name: types(item) for name, item in op["datatypes"].items()},
        "graphs": [{"name": item["name"], "kind": item["kind"]} for item in op["graphs"]],
        "flags": sorted(op.get("flags", [])),
    }
