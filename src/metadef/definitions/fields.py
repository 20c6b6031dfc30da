"""`Fields`: reading a parsed JSON document field by field, every wrong field a finding with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import TypeVar

from metadef.errors import Finding, finding, nearest
from metadef.source import Span

__all__ = ["Fields"]

T = TypeVar("T")
_MAX_FINDINGS = 2000


class Fields:
    """One value of a document with the path that leads to it. Asking for a field never fails.

    >>> found = []
    >>> Fields({"op": 7}, Span("a.json", path="$"), found, "a").string("op"), found[0].where.path
    ('', '$.op')
    """

    __slots__ = ("_key", "_parent", "_root", "data", "findings", "subject")

    def __init__(self, data: object, root: Span, findings: list[Finding], subject: str) -> None:
        self.data = data
        self.findings = findings
        self.subject = subject
        self._root = root
        self._parent: Fields | None = None
        self._key = ""

    @property
    def span(self) -> Span:
        """The file and the path of this value. WHY: built when asked for; most values are never reported."""
        keys: list[str] = []
        at: Fields | None = self
        while at is not None:
            keys.append(at._key)
            at = at._parent
        path = self._root.path
        for key in reversed(keys):
            path = _path(path, key)
        return Span(self._root.file, self._root.line, self._root.column, path)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.data, dict) and key in self.data

    def report(self, name: str, message: str, key: str = "", *, got: object = "", hint: str = "") -> None:
        """Add a finding about a field, or about the value itself."""
        if len(self.findings) < _MAX_FINDINGS:
            span = self.span
            where = Span(span.file, span.line, span.column, _path(span.path, key))
            self.findings.append(finding(name, self.subject, message, got=str(got)[:80], where=where, hint=hint))

    def value(self, key: str) -> object:
        """The raw value, None when it is absent."""
        return self.data.get(key) if isinstance(self.data, dict) else None

    def child(self, value: object, key: str) -> Fields:
        """A value inside this one."""
        child = Fields(value, self._root, self.findings, self.subject)
        child._parent, child._key = self, key
        return child

    def field(self, key: str) -> Fields:
        """The value of a field, to be read on."""
        return self.child(self.value(key), key)

    def _wrong(self, key: str, expected: str, value: object) -> None:
        kind = "nothing" if value is None else type(value).__name__
        self.report("definition-field", f"`{key}` must be {expected}, got {kind}", key, got=value)

    def string(self, key: str, *, required: bool = False) -> str:
        """A text, "" when it is absent."""
        value = self.value(key)
        if isinstance(value, str):
            return value
        if value is not None or required:
            self._wrong(key, "a text", value)
        return ""

    def integer(self, key: str) -> int:
        """A whole number, 0 when it is absent."""
        value = self.value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self._wrong(key, "a whole number", value)
        return 0

    def boolean(self, key: str) -> bool:
        """True or false, false when it is absent."""
        value = self.value(key)
        if isinstance(value, bool):
            return value
        if value is not None:
            self._wrong(key, "true or false", value)
        return False

    def choice(self, key: str, choices: Mapping[str, T], default: T) -> T:
        """One of a few words, `default` when it is absent or wrong."""
        word = self.string(key)
        if not word:
            return default
        found = choices.get(word.lower())
        if found is None:
            close = nearest(word, choices, limit=1)
            self.report(
                "definition-field",
                f"`{key}` must be one of {', '.join(choices)}",
                key,
                got=word,
                hint=close[0] if close else next(iter(choices)),
            )
            return default
        return found

    def list(self, key: str, *, required: bool = False) -> list[Fields]:
        """The entries of a list, none when it is absent."""
        value = self.value(key)
        if isinstance(value, list):
            return self.field(key).items()
        if value is not None or required:
            self._wrong(key, "a list", value)
        return []

    def items(self) -> list[Fields]:
        """The entries of this value, none when it is no list."""
        if not isinstance(self.data, list):
            return []
        return [self.child(item, f"[{index}]") for index, item in enumerate(self.data)]

    def mapping(self, key: str) -> Iterator[tuple[str, Fields]]:
        """The entries of an object, none when it is absent."""
        value = self.value(key)
        if isinstance(value, dict):
            inner = self.field(key)
            for name, item in value.items():
                yield str(name), inner.child(item, str(name))
        elif value is not None:
            self._wrong(key, "an object", value)

    def strings(self) -> list[str]:
        """The texts of this list; anything else in it is a finding."""
        if self.data is None:
            return []
        if isinstance(self.data, str):
            return [self.data]
        if not isinstance(self.data, list):
            self.report("definition-field", "must be a list of texts", got=self.data)
            return []
        out: list[str] = []
        for index, item in enumerate(self.data):
            if isinstance(item, str):
                out.append(item)
            else:
                self.report("definition-field", "must be a text", f"[{index}]", got=item)
        return out

    def known(self, keys: Set[str]) -> None:
        """Report every field that is not one of `keys`."""
        if isinstance(self.data, dict):
            for key in self.data:
                if str(key) not in keys:
                    close = nearest(str(key), keys, limit=1)
                    message = f"`{str(key)[:60]}` is no field of this form"
                    self.report("definition-field-unknown", message, str(key), hint=close[0] if close else "")


def _path(base: str, key: str) -> str:
    if not key:
        return base
    return base + key if key.startswith("[") else f"{base}.{key[:80]}"
