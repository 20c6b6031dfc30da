"""File names and identifiers for operators, for generators and documentation.

Operator names may differ only in case (`SoftplusV2`, `SoftPlusV2`) or in a leading underscore (`If`, `_If`), and file
systems may ignore case, Go ignores files that begin with an underscore, and languages reserve words. The rule:

* a file is named in snake case, where a case difference becomes a word boundary: `softplus_v2`, `soft_plus_v2`;
* leading underscores move to the end: `_If` is the file `if_` and the identifier `If_`;
* an identifier keeps the operator's spelling otherwise; a reserved word gets the suffix `Op`;
* characters that no identifier may hold become underscores;
* what still clashes inside one set of operators is numbered in the order of the names: `x`, `x_2`, `x_3`.

All names of the catalogue, internal ones included, have distinct files and identifiers without the last step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

__all__ = ["file_name", "file_names", "identifier", "identifiers"]

_FOREIGN = re.compile(r"[^A-Za-z0-9_]")
_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])")


def _underscores_last(name: str) -> str:
    bare = name.lstrip("_")
    return bare + "_" * (len(name) - len(bare))


def file_name(op: str) -> str:
    """The stem of the file that is written for an operator: lower case, safe on every file system.

    >>> [file_name(name) for name in ("Conv2DBackpropInput", "BNInfer", "SoftplusV2", "SoftPlusV2", "If", "_If")]
    ['conv2d_backprop_input', 'bn_infer', 'softplus_v2', 'soft_plus_v2', 'if', 'if_']
    """
    return _WORD_START.sub("_", _underscores_last(_FOREIGN.sub("_", op))).lower()


def identifier(op: str, keywords: Collection[str] = ()) -> str:
    """The name of an operator in a programming language whose reserved words are `keywords`.

    >>> identifier("_If"), identifier("Print", {"Print"}), identifier("2D/Op")
    ('If_', 'PrintOp', 'Op2D_Op')
    """
    name = _underscores_last(_FOREIGN.sub("_", op))
    if name in keywords:
        name += "Op"
    return name if name[:1].isalpha() else f"Op{name}"


def _distinct(ops: Iterable[str], name_of: Callable[[str], str], fold: Callable[[str], str]) -> dict[str, str]:
    taken: set[str] = set()
    names: dict[str, str] = {}
    following: dict[str, int] = {}  # WHY: counting on from the last number keeps many equal names linear
    for op in sorted(set(ops)):
        base = name_of(op)
        name, number = base, following.get(fold(base), 2)
        while fold(name) in taken:
            name, number = f"{base}_{number}", number + 1
        following[fold(base)] = number
        taken.add(fold(name))
        names[op] = name
    return names


def file_names(ops: Iterable[str]) -> dict[str, str]:
    """Operator to file name, distinct within the set.

    >>> file_names(["FooBar", "Foo_Bar"])
    {'FooBar': 'foo_bar', 'Foo_Bar': 'foo_bar_2'}
    """
    return _distinct(ops, file_name, str)


def identifiers(ops: Iterable[str], keywords: Collection[str] = (), *, ignore_case: bool = False) -> dict[str, str]:
    """Operator to identifier, distinct within the set; `ignore_case` where names become file names, as in Java.

    >>> identifiers(["SoftplusV2", "SoftPlusV2"], ignore_case=True)
    {'SoftPlusV2': 'SoftPlusV2', 'SoftplusV2': 'SoftplusV2_2'}
    """
    return _distinct(ops, lambda op: identifier(op, keywords), str.lower if ignore_case else str)
