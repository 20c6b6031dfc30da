"""Target `c-table`: operators as constant tables with a C API, a static library for CMake and pkg-config.

The functions are templates of `templates/c`; the tables are one C file a family, so that compilers stay fast, and an
index with a perfect hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.codegen.c_operator import OperatorTable, operator_row
from metadef.codegen.c_values import Pool, form_of
from metadef.codegen.names import unique
from metadef.codegen.perfect_hash import perfect_hash
from metadef.codegen.record import Job
from metadef.codegen.rule_tree import WORDS
from metadef.errors import Finding, MetadefError, finding
from metadef.errors.codes import code_named
from metadef.ops.proto import OpProto
from metadef.ops.traits import TRAITS
from metadef.types.attrs import AttrKind
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.version import __version__

__all__ = ["VERDICTS", "Verdict", "generate", "library_files"]

_MOST_LETTERS = 4096
_BASE_NUMBERS = {"OPS": 0, "DTY": 100, "SHP": 200}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A finding that `mdef_check_call` may come to, with its number in C."""

    name: str
    code: str
    number: int

    @property
    def constant(self) -> str:
        return self.name.upper().replace("-", "_")


def _verdict(name: str) -> Verdict:
    code = code_named(name).code
    return Verdict(name, code, _BASE_NUMBERS[code[:3]] + int(code[3:]))


VERDICTS = tuple(
    map(
        _verdict,
        (
            *("unknown-op", "port-count", "missing-input", "unknown-attr", "missing-attr", "attr-type"),
            *("attr-constraint", "call-constraint", "dtype-not-allowed", "dtype-mismatch"),
            *("shape-mismatch", "rank-mismatch"),
        ),
    )
)

_SOURCES = ("find", "values", "check", "describe")


def generate(job: Job) -> dict[str, str]:
    """The library.

    Raises:
        MetadefError: for names that C strings cannot hold.
    """
    out, sources = library_files(job)
    return out | build_files(job, sources)


def build_files(job: Job, sources: list[str], cpp_sources: Sequence[str] = ()) -> dict[str, str]:
    """What CMake and pkg-config need to build, install and find the library, and the builder where it has sources."""
    facts = {"sources": sources, "cpp_sources": list(cpp_sources), "version": __version__}
    return {
        "CMakeLists.txt": job.render("c/CMakeLists.txt.j2", **facts),
        "cmake/metadefConfig.cmake.in": job.render("c/metadefConfig.cmake.in.j2"),
        "cmake/metadef.pc.in": job.render("c/metadef.pc.in.j2"),
    }


def library_files(job: Job) -> tuple[dict[str, str], list[str]]:
    """Header and sources, path to text, and the paths of the sources.

    Raises:
        MetadefError: for names that C strings cannot hold, or an axis pattern with too many letters.
    """
    problems = [problem for proto in job.protos for problem in _problems(proto)]
    if problems:
        raise MetadefError(problems)
    families = list(job.by_family)
    names = dict(zip(families, unique(families, frozenset()), strict=True))
    places: dict[str, str] = {}
    out: dict[str, str] = {}
    rows: list[OperatorTable] = []
    for number, (family, declarations) in enumerate(job.by_family.items()):
        pool, table = Pool(f"k{number}_"), f"mdef_family_{names[family]}"
        made = [operator_row(declaration, family, pool) for declaration in declarations]
        places |= {item.proto.name: f"&{table}[{index}]" for index, item in enumerate(declarations)}
        text = job.render("c/family.c.j2", arrays=pool.lines, table=table, rows=[row.text for row in made])
        out[f"src/family_{names[family]}.c"] = text
        rows += made
    encoded = [(proto.name.encode("utf-8", "surrogatepass"), proto.name) for proto in job.protos]
    encoded.sort()
    hashed = perfect_hash([name for name, _ in encoded])
    facts = {
        "version": __version__,
        "dtypes": [(dtype.name, dtype.ge_value) for dtype in DataType],
        "dtype_bits": [(dtype.ge_value, dtype.bits) for dtype in DataType if dtype.bits],
        "type_names": _type_names(),
        "formats": [(item.name, item.value) for item in Format],
        "kinds": [(kind.name, number) for number, kind in enumerate(AttrKind)],
        "forms": [(kind.name, *form_of(kind)) for kind in AttrKind],
        "rules": WORDS,
        "traits": [name.upper().replace("-", "_") for name in TRAITS],
        "trait_names": list(TRAITS),
        "verdicts": VERDICTS,
    }
    tables = [(f"mdef_family_{names[family]}", len(job.by_family[family])) for family in families]
    out["src/tables.h"] = job.render(
        "c/tables.h.j2",
        count=len(encoded),
        seed=hashed.seed,
        bits=hashed.bits,
        buckets=len(hashed.displacements),
        slots=len(hashed.slots),
        most_symbols=max((row.symbols for row in rows), default=0) or 1,
        most_letters=max((row.letters for row in rows), default=0) or 1,
        tables=tables,
    )
    out["src/index.c"] = job.render("c/index.c.j2", hash=hashed, places=[places[name] for _, name in encoded])
    out["include/metadef/metadef.h"] = job.render("c/metadef.h.j2", **facts)
    for name in _SOURCES:
        out[f"src/{name}.c"] = job.render(f"c/{name}.c.j2", **facts)
    return out, sorted(path for path in out if path.endswith(".c"))


def _problems(proto: OpProto) -> list[Finding]:
    parts = [proto.name, *(port.name for port in (*proto.inputs, *proto.outputs)), *(s.name for s in proto.attrs)]
    parts += [port.symbol for port in proto.inputs] + [graph.name for graph in proto.graphs]
    subject = f"operator {proto.name[:200]}"
    found: list[Finding] = []
    for name in parts:
        if "\0" in name:
            message = "a C string cannot hold a name with a NUL"
            found.append(finding("declaration-nameless", subject, message, got=repr(name[:200])))
    letters = {letter for port in proto.inputs for letter in port.pattern.split()}
    if len(letters) > _MOST_LETTERS:
        message = f"its axis patterns have more than {_MOST_LETTERS} letters"
        found.append(finding("declaration-nameless", subject, message, got=str(len(letters))))
    return found


def _type_names() -> list[tuple[str, int]]:
    """Every name that `DataType.parse` takes, in upper case and without `DT_`."""
    names = {*DataType.__members__, "FLOAT32", "HALF", "FP16", "BFLOAT16", "FLOAT64", "RESERVED"}
    found = [(name, DataType.parse(name)) for name in sorted(names)]
    return [(name, dtype.ge_value) for name, dtype in found if dtype is not None]
