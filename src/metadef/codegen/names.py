"""Names of operators and their parts as identifiers and file names: one rule for every language.

1. Each character that the language does not take becomes `_`; a leading digit gets a `_` before it; a name of more
   than 100 characters keeps its first 100 and ends with eight digits of its hash; no name at all is `_`.
2. A keyword, or a name that the generated code uses itself, gets a trailing `_`: `lambda_`, `from_`, `else_`;
   so do files that would be called like a device of Windows, or `index`.
3. Of names that are then equal (for files: equal without regard to case), the first in order keeps its name; the
   others get `_2`, `_3`, ...: `RaggedBinCount.md`, `RaggedBincount_2.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from keyword import kwlist

__all__ = ["CPP_KEYWORDS", "GO_KEYWORDS", "PYTHON_KEYWORDS", "file_stems", "identifier", "is_identifier", "unique"]

_FOREIGN = re.compile(r"[^A-Za-z0-9_]")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONGEST = 100

PYTHON_KEYWORDS = frozenset(kwlist)
CPP_KEYWORDS = frozenset(
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl"
    " concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default"
    " delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long"
    " mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register"
    " reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template"
    " this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t"
    " while xor xor_eq".split()
)
GO_KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package"
    " range return select struct switch type var".split()
)
# names that Windows keeps for devices, whatever their extension
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))])


def is_identifier(name: str) -> bool:
    """Whether C++ takes a name as it is: letters, digits and `_` of ASCII, and no keyword.

    >>> is_identifier("Conv2D"), is_identifier("class"), is_identifier("a b"), is_identifier("x\\n")
    (True, False, False, False)
    """
    return _IDENTIFIER.fullmatch(name) is not None and name not in CPP_KEYWORDS


def identifier(name: str, reserved: frozenset[str] = PYTHON_KEYWORDS) -> str:
    """A name by the rules 1 and 2.

    >>> identifier("lambda"), identifier("2d conv"), identifier("")
    ('lambda_', '_2d_conv', '_')
    """
    plain = _FOREIGN.sub("_", name[: _LONGEST + 1]) or "_"
    if plain[0].isdigit():
        plain = f"_{plain}"
    if len(name) > _LONGEST:
        plain = f"{plain[:_LONGEST]}_{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return f"{plain}_" if plain in reserved else plain


def unique(names: Iterable[str], reserved: frozenset[str] = PYTHON_KEYWORDS) -> list[str]:
    """Identifiers for names, in their order, all different: rules 1 to 3.

    >>> unique(["x", "from", "from_", "x"])
    ['x', 'from_', 'from__2', 'x_2']
    """
    return _apart([identifier(name, reserved) for name in names], str)


def file_stems(names: Iterable[str]) -> dict[str, str]:
    """Names of files for different names, without extension.

    >>> file_stems(["RaggedBinCount", "RaggedBincount", "../x", "con"])
    {'RaggedBinCount': 'RaggedBinCount', 'RaggedBincount': 'RaggedBincount_2', '../x': '___x', 'con': 'con_'}
    """
    kept = list(names)
    plain = [identifier(name, frozenset()) for name in kept]
    safe = [f"{stem}_" if stem.lower() in _DEVICES or stem.lower() == "index" else stem for stem in plain]
    return dict(zip(kept, _apart(safe, str.lower), strict=True))


def _apart(names: list[str], key: Callable[[str], str]) -> list[str]:
    used: set[str] = set()
    following: dict[str, int] = {}  # WHY: ten thousand equal names must not take quadratic time
    out: list[str] = []
    for name in names:
        chosen, folded = name, key(name)
        while key(chosen) in used:
            number = following.get(folded, 2)
            following[folded] = number + 1
            chosen = f"{name}_{number}"
        used.add(key(chosen))
        out.append(chosen)
    return out
