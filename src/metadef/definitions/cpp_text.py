"""C++ text with comments, strings and preprocessor lines set apart, so that what remains can be matched by shape.

`code` and `clean` have the length of `text`, so an offset means the same place in all three:

* `clean`: comments, preprocessor lines and `#if 0` regions are spaces;
* `code`: the same, and the inside of every string and character literal is `_`, so brackets and commas in it are gone.

Nothing here knows about operators. One pass, every character is looked at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from metadef.definitions.source_text import SourceText
from metadef.errors import Finding, finding

__all__ = ["CppText", "Macro", "scan_cpp"]

_OPENER = re.compile(r"[/\"'#\\]")
_LINE_REST = re.compile(r"[^\n\\]*+(?:\\(?:\n|.|\Z)[^\n\\]*+)*+")  # to the end of the line, continuations included
_STRING = re.compile(r'"[^"\\\n]*+(?:\\(?:.|\n)[^"\\\n]*+)*+("?)')
_RAW = re.compile(r'"([^\s()\\"]{0,16})\(')
_RAW_PREFIX = re.compile(r"(?:\A|\W)(?:u8|[uUL])?R\Z")
_CHARACTER = re.compile(r"'(?:[^'\\\n]|\\[^\n]){1,8}'")
_DIRECTIVE = re.compile(r"#\s*([a-z]+)\s*(.*)", re.DOTALL)
_DEFINE = re.compile(r"([A-Za-z_]\w*)(\([^)]*\))?[ \t]*(.*)", re.DOTALL)
_BLOCK_IN_LINE = re.compile(r"/\*.*?(?:\*/|\Z)|//.*", re.DOTALL)
_CONTINUATION = re.compile(r"\\\n")
_DECLARES = re.compile(r"\bREG_OP[ \t]*\(")
_RESUME = re.compile(r"^[ \t]*REG_OP[ \t]*\(", re.MULTILINE)
_FALSE = re.compile(r"(?:0|false|FALSE)\s*\Z")
_TRUE = re.compile(r"(?:[1-9]\d*|true|TRUE)\s*\Z")


@dataclass(frozen=True, slots=True)
class Macro:
    """An object-like `#define`: what its name stands for from `offset` on; `body` None after `#undef`."""

    name: str
    body: str | None
    offset: int


@dataclass
class CppText(SourceText):
    """The three views of a text, with its comments and object-like macros in order."""

    text: str
    file: str
    clean: str = ""
    code: str = ""
    comments: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    macros: dict[str, list[Macro]] = field(default_factory=dict[str, "list[Macro]"])
    findings: list[Finding] = field(default_factory=list[Finding])

    def macro(self, name: str, offset: int) -> str | None:
        """What an object-like macro stands for at `offset`, or None."""
        found = None
        for macro in self.macros.get(name, ()):
            if macro.offset > offset:
                break
            found = macro.body
        return found


class _Scanner:
    """The state of the one pass: pieces of both views, and the stack of conditionals."""

    def __init__(self, text: str, file: str) -> None:
        self.out = CppText(text, file)
        self.text = text
        self.clean: list[str] = []
        self.code: list[str] = []
        self.last = 0  # everything before it is in the pieces
        self.conditions: list[tuple[bool, bool]] = []  # (this branch is certainly dead, an earlier one was taken)
        self.dead_depth = 0  # how many of the conditions are dead
        self.dead_from = -1
        self.unclosed: set[str] = set()  # terminators that do not occur any more; WHY: looks for each only once
        self.dead: list[tuple[int, int]] = []

    def blank(self, start: int, end: int) -> None:
        kept, spaces = self.text[self.last : start], " " * (end - start)
        self.clean += (kept, spaces)
        self.code += (kept, spaces)
        self.last = end

    def mask(self, start: int, end: int, closed: bool) -> None:
        kept = self.text[self.last : start]
        self.clean += (kept, self.text[start:end])
        inside = max(0, end - start - 2)
        self.code += (kept, self.text[start], "_" * (inside if closed else end - start - 1))
        if closed:
            self.code.append(self.text[end - 1])
        self.last = end

    def find(self, end: str, at: int) -> int:
        if end in self.unclosed:
            return -1
        found = self.text.find(end, at)
        if found < 0:
            self.unclosed.add(end)
        return found

    def run(self) -> CppText:
        text, at = self.text, 0
        search = _OPENER.search
        while opener := search(text, at):
            at = opener.start()
            character = text[at]
            if character == "/":
                at = self.slash(at)
            elif character == '"':
                at = self.string(at)
            elif character == "'":
                literal = _CHARACTER.match(text, at)
                if literal and not text[at - 1 : at].isalnum():  # WHY: 1'000 is one number
                    self.mask(at, literal.end(), closed=True)
                    at = literal.end()
                else:
                    at += 1
            elif character == "#":
                at = self.hash(at)
            else:
                at += 1
                if text[at : at + 1] == "\n":  # the line goes on, as in the body of a macro
                    self.blank(at - 1, at)
        self.close_dead(len(text))
        rest = text[self.last :]
        self.out.clean = self.bury("".join([*self.clean, rest]))
        self.out.code = self.bury("".join([*self.code, rest]))
        return self.out

    def slash(self, at: int) -> int:
        text = self.text
        kind = text[at + 1 : at + 2]
        if kind == "*":
            end = self.find("*/", at + 2)
            if end < 0:
                resume = _RESUME.search(text, at)
                end = resume.start() if resume else len(text)
                if not self.out.findings:  # WHY: nothing closes a comment from here on, so one finding says it all
                    where = self.out.span(at)
                    message = "a comment is never closed; reading goes on at the next REG_OP"
                    self.out.findings.append(
                        finding("comment-unterminated", self.out.file or "text", message, expected="*/", where=where)
                    )
            else:
                end += 2
        elif kind == "/":
            rest = _LINE_REST.match(text, at)
            end = rest.end() if rest else at + 2
        else:
            return at + 1
        self.out.comments.append((at, end))
        self.blank(at, end)
        return end

    def string(self, at: int) -> int:
        text = self.text
        if text[at - 1 : at] == "R" and _RAW_PREFIX.search(text, max(0, at - 5), at):
            raw = _RAW.match(text, at)
            end = self.find(f'){raw[1]}"', raw.end()) if raw else -1
            if raw and end >= 0:
                end += len(raw[1]) + 2
                self.mask(at, end, closed=True)
                return end
        match = _STRING.match(text, at)
        assert match is not None  # the pattern matches at every quote
        self.mask(at, match.end(), closed=bool(match[1]))
        return match.end()

    def hash(self, at: int) -> int:
        text = self.text
        before = at - 1
        while before >= 0 and text[before] in " \t":
            before -= 1
        if before >= 0 and text[before] != "\n":
            return at + 1
        rest = _LINE_REST.match(text, at)
        end = rest.end() if rest else at + 1
        line = text[at:end]
        opened = line.rfind("/*")
        if opened > 0 and "*/" not in line[opened:]:  # the comment runs on below the line
            end = at + opened
            line = text[at:end]
        self.directive(at, line)
        self.blank(at, end)
        return end

    def directive(self, at: int, line: str) -> None:
        match = _DIRECTIVE.match(_CONTINUATION.sub(" \n", line))
        if match is None:
            return
        word, rest = match[1], match[2]
        if word in ("define", "undef"):
            self.define(at, word, _BLOCK_IN_LINE.sub(" ", rest))
        elif word in ("if", "ifdef", "ifndef"):
            test = _BLOCK_IN_LINE.sub(" ", rest).strip() if word == "if" else ""
            self.push(bool(_FALSE.match(test)), bool(_TRUE.match(test)))
        elif word in ("else", "elif") and self.conditions:
            taken = self.pop()
            self.push(taken, taken)
        elif word == "endif" and self.conditions:
            self.pop()
        if self.dead_depth:
            if self.dead_from < 0:
                self.dead_from = at
        else:
            self.close_dead(at)

    def push(self, dead: bool, taken: bool) -> None:
        self.conditions.append((dead, taken))
        self.dead_depth += dead

    def pop(self) -> bool:
        dead, taken = self.conditions.pop()
        self.dead_depth -= dead
        return taken

    def close_dead(self, at: int) -> None:
        if self.dead_from >= 0:
            self.dead.append((self.dead_from, at))
            self.dead_from = -1

    def define(self, at: int, word: str, rest: str) -> None:
        match = _DEFINE.match(rest)
        if match is not None and self.dead_from < 0 and _DECLARES.search(match[3]):
            message = f"macro {match[1][:60]} writes declarations, which are not read"
            where, subject = self.out.span(at), self.out.file or "text"
            hint = "the declarations written out"
            self.out.findings.append(finding("declaration-in-macro", subject, message, where=where, hint=hint))
        if match is None or match[2] is not None or self.dead_from >= 0:
            return
        body = None if word == "undef" else " ".join(match[3].split())
        if not body and match[1] not in self.out.macros:
            return  # an include guard, or a name that never stood for anything
        self.out.macros.setdefault(match[1], []).append(Macro(match[1], body, at))

    def bury(self, view: str) -> str:
        if not self.dead:
            return view
        pieces, last = list[str](), 0
        for start, end in self.dead:
            pieces += (view[last:start], " " * (end - start))
            last = end
        return "".join([*pieces, view[last:]])


def scan_cpp(text: str, file: str = "") -> CppText:
    """Set comments, strings and preprocessor lines apart.

    >>> scan_cpp('f("a,b"); // c').code
    'f("___");     '
    """
    return _Scanner(text, file).run()
