"""What the text form of protobuf needs to know of messages: fields by name and by number."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from metadef.wire.schema_table import FieldRow, parse_table

__all__ = ["Message", "TextField", "text_schema"]

_VARINTS = frozenset({"int64", "int32", "uint64", "uint32", "bool"})
_RANGES = {
    "int64": (-(1 << 63), (1 << 63) - 1),
    "int32": (-(1 << 31), (1 << 31) - 1),
    "uint64": (0, (1 << 64) - 1),
    "uint32": (0, (1 << 32) - 1),
}
_CUT_FIELD = "cut_payload"  # of our own, never in a file


@dataclass(slots=True, eq=False)
class Message:
    """A message of the schema."""

    name: str
    by_name: dict[str, TextField] = field(default_factory=dict[str, "TextField"])
    by_number: dict[int, TextField] = field(default_factory=dict[int, "TextField"])
    is_entry: bool = False  # of a map


@dataclass(frozen=True, slots=True, eq=False)
class TextField:
    """A field of a message."""

    number: int
    name: str
    kind: str  # "string", "bytes", "float", "double", "bool", "enum", "message", "int64", …
    is_repeated: bool
    is_packed: bool
    is_implicit: bool  # the default value stands for itself
    message: Message | None = None
    labels: dict[str, int] = field(default_factory=dict[str, int])  # of an enumeration
    is_known: bool = True  # False for a field that the schema lacks

    @property
    def wire(self) -> int:
        """The wire type of one value."""
        if self.kind in _VARINTS or self.kind == "enum":
            return 0
        return {"float": 5, "double": 1}.get(self.kind, 2)

    @property
    def range(self) -> tuple[int, int]:
        """Smallest and largest value of a whole number."""
        return _RANGES.get(self.kind, _RANGES["int32"])


@cache
def text_schema(table_name: str, root: str) -> Message:
    """The message `root` of a table of `metadef.wire`, such as ("ge_ir", "ModelDef")."""
    source = resources.files("metadef.wire") / "tables" / f"{table_name}.txt"
    table = parse_table(source.read_text(encoding="utf-8"))
    enums = {enum.name: dict(enum.values) for enum in table.enums}
    messages = {item.name: Message(item.name) for item in table.messages}
    for item in table.messages:
        for row in item.fields:
            if row.name != _CUT_FIELD:
                made = _field(row, messages, enums)
                messages[item.name].by_name[made.name] = messages[item.name].by_number[made.number] = made
    return messages[root]


def _field(row: FieldRow, messages: dict[str, Message], enums: dict[str, dict[str, int]]) -> TextField:
    if row.type.startswith("map<"):
        key, _, value = row.type.removeprefix("map<").removesuffix(">").partition(",")
        entry = Message(f"{row.name} entry", is_entry=True)
        for number, name, kind in ((1, "key", key), (2, "value", value)):
            made = _field(FieldRow(number, "optional", kind, name), messages, enums)
            entry.by_name[name] = entry.by_number[number] = made
        return TextField(row.number, row.name, "message", True, False, False, entry)
    repeated = row.label in ("repeated", "packed", "unpacked")
    if row.type in messages:
        return TextField(row.number, row.name, "message", repeated, False, False, messages[row.type])
    kind = "enum" if row.type in enums else row.type
    packed = repeated and row.label != "unpacked" and kind not in ("string", "bytes")
    return TextField(row.number, row.name, kind, repeated, packed, not row.label, None, enums.get(row.type, {}))
