"""The numbers of the `.mdef` format: magic, version, section kinds, column ids, attribute kinds, tags.

Specified for readers in `docs/mdef-format.md`. Numbers are never reused and never change their meaning; a new one
comes with a new minor version.
"""

from __future__ import annotations

import struct
from enum import IntEnum

__all__ = [
    "ALIGNMENT",
    "COLUMN_SECTIONS",
    "CRITICAL",
    "ENTRIES_PER_BYTE",
    "ENTRY",
    "EXTENT",
    "FREE_ENTRIES",
    "HEADER_BYTES",
    "MAGIC",
    "MAJOR",
    "MINOR",
    "NAMES",
    "PRODUCER_BYTES",
    "SLOT",
    "SLOT_BYTES",
    "UNKNOWN_SECTIONS",
    "AttrColumn",
    "Compression",
    "GraphColumn",
    "InputKind",
    "NodeColumn",
    "OriginColumn",
    "PatchColumn",
    "PayloadKind",
    "Section",
    "StringColumn",
    "Tag",
    "TensorColumn",
    "TypeColumn",
    "ValueKind",
]

MAGIC = b"\x89MDEF\r\n\x1a"  # WHY: a transfer in text mode changes one of the last three bytes or the first
MAJOR, MINOR = 1, 1

# magic, major, minor, generation, table offset, table size, file size, table crc, reserved, slot crc
SLOT = struct.Struct("<8sHHIQQQI16sI")
SLOT_BYTES = SLOT.size
PRODUCER_BYTES = 60  # text before its crc
HEADER_BYTES = 2 * SLOT_BYTES + PRODUCER_BYTES + 4
ENTRY = struct.Struct("<IIIQQQI")  # kind, index, compression, offset, stored size, raw size, crc
EXTENT = struct.Struct("<QQ")  # offset, size
ALIGNMENT = 64  # of large constants, in bytes
FREE_ENTRIES = 1 << 12  # that a column may have in however small a file
ENTRIES_PER_BYTE = 16  # WHY: names of nodes are distinct, which takes more than half a bit a node
CRITICAL = 1 << 31  # of a section kind: a reader that does not know it must refuse the file


class Section(IntEnum):
    """Kinds of sections."""

    STRINGS = 1
    OPERATORS = 2
    TYPES = 3
    TENSORS = 4
    HEAP = 5
    ATTRIBUTES = 6
    NODES = 7
    GRAPHS = 8
    ORIGINS = 9
    BAGS = 10
    WEIGHTS = 11
    PROVENANCE = 12
    PLAN = 13
    PADDING = 15  # bytes that mean nothing; since 1.1
    PATCHES = CRITICAL | 14  # since 1.1, in files that were saved more than once


class Compression(IntEnum):
    """How a section is stored."""

    NONE = 0
    ZSTD = 1
    EXTENTS = 2  # in pieces: crc u32 of the whole, then (offset u64, size u64) of each piece


class StringColumn(IntEnum):
    """Columns of STRINGS."""

    SHARED = 1  # bytes shared with the string before, at most 255
    REST = 2  # bytes that follow
    BYTES = 3  # those bytes, UTF-8, one string after another


class TypeColumn(IntEnum):
    """Columns of TYPES."""

    RANK = 1  # a shape: its rank + 1, 0 for unknown rank
    DIM = 2  # >= 0: size; -1: unknown; -2 - s: the expression in string s
    DTYPE = 3  # a descriptor: GE number of the data type
    FORMAT = 4  # packed storage format
    SHAPE = 5
    ORIGIN_FORMAT = 6
    ORIGIN_SHAPE = 7
    ALIGN = 8  # bytes
    RANGE = 9  # 1 + number of the value range, 0 for none
    RANGE_LENGTH = 10  # bytes of the two tagged values of a range
    RANGE_BYTES = 11


class TensorColumn(IntEnum):
    """Columns of TENSORS."""

    DTYPE = 1
    SHAPE = 2  # a shape of TYPES without unknown or symbolic dimensions
    PAYLOAD = 3  # PayloadKind
    BLOB = 4  # splat and heap: number of the heap entry; stored: number of the blob
    HEAP_LENGTH = 5  # bytes of each heap entry
    BLOB_OFFSET = 6  # from the start of WEIGHTS, or of the external file
    BLOB_LENGTH = 7
    BLOB_CRC = 8
    BLOB_FILE = 9  # 0: WEIGHTS, else 1 + string: relative path of a file
    BLOB_AREA = 10  # index of the WEIGHTS section; absent when all are 0


class PayloadKind(IntEnum):
    """Where the bytes of a tensor are."""

    SPLAT = 0
    HEAP = 1
    BLOB = 2


class AttrColumn(IntEnum):
    """Columns of ATTRIBUTES; `VALUES + k` is the k-th value column, schemas in order, keys in order."""

    KEYS = 1  # a schema: how many keys it has
    KEY = 2  # string
    KIND = 3  # ValueKind
    SCHEMA = 4  # a map: its schema
    FLOATS = 5  # distinct doubles, 8 bytes each
    LIST_LENGTH = 6
    LIST_ITEM = 7
    TAGGED_LENGTH = 8  # bytes
    TAGGED_BYTES = 9
    VALUES = 256


class ValueKind(IntEnum):
    """What the integers of a value column mean."""

    INT = 0  # the value
    FLOAT = 1  # number of a double
    STRING = 2
    BOOL = 3  # 0 or 1
    TYPE = 4  # GE number
    INT_LIST = 5  # number of a list
    TAGGED = 6  # number of a tagged value
    TENSOR = 7


class PatchColumn(IntEnum):
    """Columns of PATCHES, one entry an edit."""

    SECTION = 1  # kind of the section
    COLUMN = 2
    PLACE = 3  # entry of the column as its section has it
    TAKEN = 4  # entries that are taken out there
    PUT = 5  # how many are put in
    VALUE = 6  # of all edits


class Tag(IntEnum):
    """First byte of a tagged value."""

    NONE = 0
    FALSE = 1
    TRUE = 2
    INT = 3  # zigzag varint
    BIG_INT = 4  # varint length, two's complement, little-endian
    FLOAT = 5  # 8 bytes
    STRING = 6  # varint
    BYTES = 7  # varint length, bytes
    TYPE = 8  # varint, GE number
    TENSOR = 9  # varint
    TUPLE = 10  # varint count, values
    LIST = 11
    MAP = 12  # varint count, (varint string, value) each
    NAMED = 13  # varint string, then as MAP


class NodeColumn(IntEnum):
    """Columns of NODES."""

    SIGNATURE = 1
    PREFIX = 2
    LEAF = 3  # string
    ATTRS = 4  # map
    INPUT = 5  # InputKind of every input
    DISTANCE = 6  # of inputs of kind EARLIER: values from the producing one to the node's own first
    SOURCE = 7  # of inputs of kind SOURCE: number among the graph's values of nodes without inputs
    DESC = 8  # of every value
    CONTROL_NODE = 9
    CONTROL_COUNT = 10
    CONTROL_DISTANCE = 11  # node number minus the other's
    OWNER = 12  # a subgraph: node that owns it
    SLOT = 13  # string
    ORIGIN = 14  # 1 + origin, 0 for none
    PREFIX_PARENT = 15
    PREFIX_PART = 16  # string
    SIGNATURE_OPERATOR = 17
    SIGNATURE_INPUTS = 18
    SIGNATURE_OUTPUTS = 19
    SIGNATURE_MEMBERS = 20  # 1 + number of the member list, 0 for none
    SIGNATURE_OUTPUT_MEMBERS = 21
    MEMBERS_LENGTH = 22
    MEMBERS_ITEM = 23


class InputKind(IntEnum):
    """How an input is written."""

    ABSENT = 0
    EARLIER = 1
    SOURCE = 2


class GraphColumn(IntEnum):
    """Columns of GRAPHS."""

    NAME = 1  # string
    NODES = 2  # how many nodes
    ATTRS = 3  # map
    OUTPUTS = 4  # how many outputs
    OUTPUT_NAME = 5  # string
    OUTPUT_VALUE = 6  # number of the value within the graph
    CONSTRAINT = 7  # string


class OriginColumn(IntEnum):
    """Columns of ORIGINS."""

    FILE = 1
    NAME = 2  # 0: the node's own, else 1 + string
    OPERATOR = 3
    MADE_BY = 4
    SOURCES = 5  # how many
    SOURCE = 6  # string


UNKNOWN_SECTIONS = "mdef.sections"  # key of the root graph's bag: sections of a newer minor version, carried along
COLUMN_SECTIONS: dict[int, frozenset[int]] = {  # sections of columns, and which of their columns are no integers
    Section.STRINGS: frozenset({StringColumn.BYTES}),
    Section.TYPES: frozenset({TypeColumn.RANGE_BYTES}),
    Section.TENSORS: frozenset(),
    Section.ATTRIBUTES: frozenset({AttrColumn.FLOATS, AttrColumn.TAGGED_BYTES}),
    Section.NODES: frozenset(),
    Section.GRAPHS: frozenset(),
    Section.ORIGINS: frozenset(),
}
NAMES = {int(kind): kind.name.lower() for kind in Section}
