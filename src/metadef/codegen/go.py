"""Target `go`: the module `metadef`, which judges calls and graphs, and its package `ops` with the operators as tables.

    problems := metadef.CheckCall(ops.Conv2D, &metadef.Call{...})

The module needs Go's own library alone. Its test judges the golden file of calls (`cases.vectors`) like Python.
"""

from __future__ import annotations

import re
from itertools import chain

from metadef.codegen.cases.vectors import vectors
from metadef.codegen.go_values import go_attr, go_law, go_port, go_slot, go_strings, go_symbol
from metadef.codegen.names import GO_KEYWORDS, identifier, unique
from metadef.codegen.record import Job
from metadef.errors import finding
from metadef.ops.proto import OpProto
from metadef.render.quoting import go_string
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType

__all__ = ["generate", "kind_words"]

_MODULE = re.compile(r"^module\s+([\w./~-]+)$", re.MULTILINE)
_RUNTIME = ("types", "values", "rules", "check", "json", "graph")
# What the package `ops` calls its own.
_USED = frozenset("All Find NodeProblem CheckGraph TestVectors TestEveryOperatorIsFound BenchmarkFind".split())
_SPELLINGS = ("FLOAT32", "HALF", "FP16", "BFLOAT16", "FLOAT64", "RESERVED")  # what DataType.parse takes besides names
_CODES = (
    *("port-count", "missing-input", "dtype-not-allowed", "dtype-mismatch", "rank-mismatch", "shape-mismatch"),
    *("unknown-attr", "attr-type", "attr-constraint", "missing-attr", "call-constraint"),
)


def generate(job: Job) -> dict[str, str]:
    """The module."""
    width = max(len(_camel(name)) for name in _CODES)
    values = {
        "dtypes": [(dtype.name, dtype.ge_value) for dtype in DataType],
        "width": max(len(dtype.name) for dtype in DataType),
        "members": [(name, dtype.name) for name, dtype in DataType.__members__.items() if name != dtype.name],
        "aliases": [(name, found.name) for name in _SPELLINGS if (found := DataType.parse(name)) is not None],
        "kinds": [(kind.name, kind_words(kind)) for kind in AttrKind],
        "codes": [(f"code{_camel(name):{width}}", _code(name)) for name in _CODES],
    }
    out = {"go.mod": job.render("go/go.mod.j2")}
    named = _MODULE.search(out["go.mod"])  # WHY: a user's template may call the module as their repository needs it
    module = named[1] if named else "metadef"
    for name in _RUNTIME:
        out[f"{name}.go"] = _source(job, name, **values)
    names = [proto.name for proto in job.protos]
    variables = dict(zip(names, unique(map(_exported, names), GO_KEYWORDS | _USED), strict=True))
    stems = dict(zip(job.by_family, unique(map(str.lower, job.by_family), frozenset()), strict=True))
    for family, declarations in job.by_family.items():
        operators = [
            {"var": variables[item.proto.name], "name": item.proto.name, "body": _body(item.proto)}
            for item in declarations
        ]
        # WHY the prefix: `foo_linux.go` and `foo_test.go` mean something to Go, `foo_linux_ops.go` does not
        out[f"ops/{stems[family]}_ops.go"] = _source(job, "family", operators=operators, module=module)
    codes = {"unknown": _code("unknown-op"), "count": _code("port-count")}
    out["ops/table.go"] = _source(job, "table", variables=list(variables.values()), module=module, **codes)
    out["ops/vectors_test.go"] = _source(job, "vectors_test", module=module)
    out["ops/testdata/vectors.json"] = vectors(job.protos)
    return out


def _source(job: Job, name: str, **values: object) -> str:
    """A file of Go; the empty line keeps our header out of the package's documentation."""
    return "\n" + job.render(f"go/{name}.go.j2", **values).strip("\n") + "\n"


def kind_words(kind: AttrKind) -> str:
    """What a value of a kind must be, in the words that Python's check uses.

    >>> kind_words(AttrKind.ListInt)
    'a list of integers'
    """
    try:
        kind.convert(object())
    except ValueError as error:
        return str(error)
    return ""


def _exported(name: str) -> str:
    """A name that other packages see: one that does not begin with a capital letter gets an `X` before it."""
    plain = identifier(name, frozenset())
    return plain if plain[0].isupper() else f"X{plain}"


def _camel(name: str) -> str:
    return "".join(word.title() for word in name.split("-"))


def _code(name: str) -> str:
    return finding(name, "", "").code


def _body(proto: OpProto) -> str:
    """The fields of an `Operator`, those of their zero value left out."""
    texts = {"Since": proto.since, "Deprecated": proto.deprecated, "Doc": proto.summary}
    head = {"Name": go_string(proto.name), **{name: go_string(text) for name, text in texts.items() if text}}
    if proto.trait_set:
        head["Traits"] = go_strings(sorted(proto.trait_set))
    width = max(map(len, head)) + 1  # gofmt lines values up
    lines = [f"\t{f'{name}:':{width}} {text}," for name, text in head.items()]
    lists = {
        "Inputs": ("Port", [go_port(port) for port in proto.inputs]),
        "Outputs": ("Port", [go_port(port) for port in proto.outputs]),
        "Attrs": ("Attr", [go_attr(spec) for spec in proto.attrs]),
        "Symbols": ("Symbol", [go_symbol(symbol) for symbol in proto.symbols]),
        "Graphs": ("Slot", [go_slot(slot) for slot in proto.graphs]),
        "Laws": ("Law", [go_law(law) for law in proto.laws]),
    }
    for name, (kind, items) in lists.items():
        if items:
            lines += chain([f"\t{name}: []metadef.{kind}{{"], (f"\t\t{item}," for item in items), ["\t},"])
    return "\n".join(lines)
