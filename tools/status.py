"""Writes docs/status.md: what each public operator has, counted from the code, and where its sources disagree.

python tools/status.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from metadef.catalogue import family_of, registry
from metadef.catalogue.index import FAMILY_OF
from metadef.catalogue.sources import KINDS, differences_of, followed
from metadef.frontend.onnx.table import FAMILIES as ONNX_FAMILIES
from metadef.frontend.onnx.table import PREVIEW, TRAINING
from metadef.kernels.table import kernel_names
from metadef.layout.classes import CLASSES
from metadef.ops.proto import OpProto
from metadef.ops.traits import BROADCAST, ELEMENTWISE

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "status.md"
DISAGREEMENTS = ROOT / "docs" / "inference-disagreements.md"
COLUMNS = ("docs", "constraints", "shape", "dtype", "value", "formats", "kernel", "onnx", "tests")

# what counts as a test of an operator: that one of these speaks of it
TESTS = ("cases", "driver", "frontend", "infer", "kernels", "layout", "numerics", "passes")
# `"Conv2D"` in Python, `Conv2D(` in the text form, `Conv2D |` at the beginning of an inference case
_MENTION = re.compile(r"[\"']([A-Za-z_]\w*)[\"']|\b([A-Za-z_]\w*)\(|^([A-Za-z_]\w*) \|", re.MULTILINE)


def from_onnx() -> set[str]:
    """Operators that the import of ONNX models emits: strings in the mappings that are no keys of tables."""
    folder = ROOT / "src" / "metadef" / "frontend" / "onnx"
    found: set[str] = set()
    for path in sorted(folder.glob("*.py")):
        if path.stem not in {
            *ONNX_FAMILIES,
            *PREVIEW.values(),
            *TRAINING.values(),
            "spread",
            "window",
            "head",
            "axes",
            "unroll",
            "order",
        }:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
        found |= {text for text, place in _strings(tree) if text in FAMILY_OF and place not in keys}
    return found


def _strings(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, id(node)


def tested() -> set[str]:
    """Operators that a test or a case calls by name."""
    found: set[str] = set()
    for folder in TESTS:
        for path in sorted((ROOT / "tests" / folder).rglob("*")):
            if path.suffix in (".py", ".md", ".txt") and "__pycache__" not in path.parts:
                for match in _MENTION.finditer(path.read_text(encoding="utf-8")):
                    found.update(word for word in match.groups() if word)
    return found & FAMILY_OF.keys()


def is_described(proto: OpProto) -> bool:
    """Whether the operator and each of its parts has a description."""
    return bool(proto.summary) and all(
        item.doc for item in (*proto.inputs, *proto.outputs, *proto.attrs, *proto.graphs)
    )


def rows() -> dict[str, dict[str, bool]]:
    """Operator to what it has."""
    kernels, onnx, tests = set(kernel_names()), from_onnx(), tested()
    return {
        proto.name: {
            "docs": is_described(proto),
            "constraints": bool(proto.laws) or any(spec.constraint is not None for spec in proto.attrs),
            "shape": proto.shape_rule is not None,
            "dtype": proto.dtype_rule is not None,
            "value": proto.value_rule is not None,
            "formats": proto.name in CLASSES or bool(proto.trait_set & {ELEMENTWISE, BROADCAST}),
            "kernel": proto.name in kernels,
            "onnx": proto.name in onnx,
            "tests": proto.name in tests,
        }
        for proto in registry()
        if proto.name in FAMILY_OF
    }


def _table(header: Iterable[str], lines: Iterable[Iterable[str]]) -> list[str]:
    names = list(header)
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|", *(f"| {' | '.join(line)} |" for line in lines)]


def page() -> str:
    """The whole page."""
    found = rows()
    summaries = sum(bool(proto.summary) for proto in registry() if proto.name in FAMILY_OF)
    other = [item for name in found for item in differences_of(name)]
    lines = [
        "# Status",
        "",
        "Made by `python tools/status.py`; do not edit. An `x` says that the operator has it.",
        "",
        "* `prototype`: the public source that the declaration follows.",
        "* `docs`: a sentence on the operator and a description of every port, attribute and subgraph.",
        "* `constraints`: a law on an attribute or on the call, besides those of the shape rule.",
        "* `shape`, `dtype`, `value`: inference rules. Without a dtype rule symbols and single-type ports decide.",
        '* `formats`: a layout class with columns besides "as meant".',
        "* `kernel`: a reference kernel. `onnx`: the import of ONNX models emits it. `tests`: a case or test calls it.",
        "",
        *_table(
            ("of the public operators", "have"),
            [
                ("prototype", str(len(found))),
                ("a sentence", str(summaries)),
                *((name, str(sum(item[name] for item in found.values()))) for name in COLUMNS),
            ],
        ),
        "",
        *_table(
            ("operator", "family", "prototype", *COLUMNS),
            (
                (name, family_of(name) or "", followed(name), *("x" if item[mark] else "" for mark in COLUMNS))
                for name, item in found.items()
            ),
        ),
        "",
        "## Where sources disagree",
        "",
        f"{sum(bool(differences_of(name)) for name in found)} operators are declared otherwise by a source that the",
        "catalogue does not follow, or by a second header of the one that it follows (`metadef.catalogue.sources`).",
        "",
        *(f"* `{kind}`: the source {meaning}." for kind, meaning in KINDS.items()),
        "",
        *_table(
            ("operator", "catalogue follows", "source", "at", "differs in", "the source has"),
            ((item.op, followed(item.op), item.source, item.at, item.what, item.theirs) for item in other),
        ),
        "",
        *inference_disagreements(),
    ]
    return "\n".join(lines) + "\n"


def inference_disagreements() -> list[str]:
    """docs/inference-disagreements.md as a section: its headings one level down."""
    text = DISAGREEMENTS.read_text(encoding="utf-8").rstrip("\n")
    return [f"#{line}" if line.startswith("#") else line for line in text.split("\n")]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
