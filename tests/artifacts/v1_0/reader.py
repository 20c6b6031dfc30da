"""A reader of `.mdef` 1.0, written from the page of that version alone: plain Python, nothing of metadef, no speed.

It does what the page asks of a reader that meets a newer minor version: it passes over what it does not know, and
lists it. Frozen with the files beside it, so that later versions can be held against what 1.0 promised.
"""

from __future__ import annotations

import struct
import zlib

__all__ = ["PlainFile"]

MAGIC = bytes.fromhex("894D4445460D0A1A")
MASK = (1 << 64) - 1


class Cursor:
    """Reads integers one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def u8(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def zigzag(self) -> int:
        value = self.varint()
        return -(value // 2) - 1 if value % 2 else value // 2


def signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def block(cursor: Cursor, count: int) -> list[int]:
    """One packed block."""
    form = cursor.u8()
    differences, varints, bits = form & 8, form & 16, (0, 1, 2, 4, 8, 16, 32, 64)[form & 7]
    first = cursor.zigzag() if differences else 0
    base = cursor.zigzag()
    wanted = count - 1 if differences else count
    if varints:
        inner = Cursor(cursor.take(cursor.varint()))
        body = [inner.varint() for _ in range(wanted)]
    elif not bits:
        body = [0] * wanted
    else:
        raw = int.from_bytes(cursor.take((wanted * bits + 7) // 8), "little")
        body = [raw >> (bits * i) & ((1 << bits) - 1) for i in range(wanted)]
    if not differences:
        return [signed(base + item) for item in body]
    values = [first]
    for item in body:
        values.append(values[-1] + base + item)
    return list(map(signed, values))


class Columns:
    """A section of columns."""

    def __init__(self, data: bytes) -> None:
        cursor = Cursor(data or b"\0")
        rows = [(cursor.varint(), cursor.varint(), cursor.varint()) for _ in range(cursor.varint())]
        self.bodies = {number: (entries, cursor.take(size)) for number, entries, size in rows}
        assert cursor.at == len(cursor.data)

    def ints(self, number: int) -> list[int]:
        entries, body = self.bodies.get(number, (0, b""))
        cursor, values = Cursor(body), []
        while len(values) < entries:
            values += block(cursor, min(4096, entries - len(values)))
        assert cursor.at == len(body)
        return values

    def raw(self, number: int) -> bytes:
        return self.bodies.get(number, (0, b""))[1]


def split(items: list, sizes: list[int]) -> list[list]:
    """The items in runs of the given sizes."""
    out, at = [], 0
    for size in sizes:
        out.append(items[at : at + size])
        at += size
    assert at == len(items)
    return out


class PlainFile:
    """Everything that a file says, as plain lists and tuples."""

    def __init__(self, data: bytes, zstd: object = None) -> None:
        self.data = data
        slots = [data[:64], data[64:128]]
        whole = [s for s in slots if s[:8] == MAGIC and zlib.crc32(s[:60]) == int.from_bytes(s[60:], "little")]
        slot = max(whole, key=lambda s: struct.unpack_from("<I", s, 12)[0])
        table, size, self.size = struct.unpack_from("<QQQ", slot, 16)
        major, self.minor = struct.unpack_from("<HH", slot, 8)
        assert major == 1, "a newer major version: a newer program is needed"
        assert zlib.crc32(data[128:188]) == int.from_bytes(data[188:192], "little")
        assert zlib.crc32(data[table : table + size]) == struct.unpack_from("<I", slot, 40)[0]
        self.ignored: list[str] = []
        self.sections: dict[tuple[int, int], bytes] = {}
        for kind, index, method, offset, stored, raw, crc in struct.iter_unpack("<IIIQQQI", data[table : table + size]):
            content = data[offset : offset + stored]
            if not 1 <= kind <= 13:
                assert not kind >> 31, f"section {kind} must be understood: a newer program is needed"
                self.ignored.append(f"section {kind}")
            assert kind == 11 or zlib.crc32(content) == crc
            if method == 1:
                content = zstd.decompress(content)
            if method == 2:
                pieces = [data[at : at + length] for at, length in struct.iter_unpack("<QQ", content[4:])]
                assert zlib.crc32(b"".join(pieces)) == int.from_bytes(content[:4], "little")
                content = b"".join(pieces)
            assert len(content) == raw
            self.sections[kind, index] = content
        self.strings = self._strings(Columns(self.section(1)))
        for kind, last in ((7, 23), (8, 7), (9, 6)):
            self.ignored += [
                f"column {column} of section {kind}" for column in Columns(self.section(kind)).bodies if column > last
            ]

    def section(self, kind: int) -> bytes:
        return self.sections.get((kind, 0), b"")

    def _strings(self, columns: Columns) -> list[str]:
        texts, before, at, data = [], b"", 0, columns.raw(3)
        for shared, rest in zip(columns.ints(1), columns.ints(2), strict=True):
            before = before[:shared] + data[at : at + rest]
            at += rest
            texts.append(before.decode())
        return texts

    def value(self, cursor: Cursor) -> object:
        tag = cursor.u8()
        if tag <= 2:
            return (None, False, True)[tag]
        if tag == 3:
            return cursor.zigzag()
        if tag == 4:
            return int.from_bytes(cursor.take(cursor.varint()), "little", signed=True)
        if tag == 5:
            return struct.unpack("<d", cursor.take(8))[0]
        if tag == 6:
            return self.strings[cursor.varint()]
        if tag == 7:
            return cursor.take(cursor.varint())
        if tag == 8:
            return ("type", cursor.varint())
        if tag == 9:
            return self.constant(cursor.varint())
        if tag in (10, 11):
            items = [self.value(cursor) for _ in range(cursor.varint())]
            return tuple(items) if tag == 10 else items
        name = self.strings[cursor.varint()] if tag == 13 else None
        items = {self.strings[cursor.varint()]: self.value(cursor) for _ in range(cursor.varint())}
        return items if tag == 12 else ("named", name, items)

    def shapes(self) -> list[list[int | str | None] | None]:
        columns = Columns(self.section(3))
        ranks = columns.ints(1)
        dims = [d if d >= 0 else None if d == -1 else self.strings[-2 - d] for d in columns.ints(2)]
        runs = split(dims, [max(rank - 1, 0) for rank in ranks])
        return [run if rank else None for rank, run in zip(ranks, runs, strict=True)]

    def descs(self) -> list[tuple]:
        """Data type, format, shape, origin format, origin shape, alignment."""
        columns, shapes = Columns(self.section(3)), self.shapes()
        return [
            (dtype, packed, shapes[shape], origin, shapes[origin_shape], alignment)
            for dtype, packed, shape, origin, origin_shape, alignment in zip(
                *map(columns.ints, range(3, 9)), strict=True
            )
        ]

    def constant(self, number: int) -> tuple:
        """Data type, sizes, whether it repeats, bytes."""
        columns = Columns(self.section(4))
        dtype, shape, payload, place = (columns.ints(i)[number] for i in range(1, 5))
        if payload < 2:
            data = split(list(self.section(5)), columns.ints(5))[place]
            return ("constant", dtype, self.shapes()[shape], payload == 0, bytes(data))
        offset, size, crc, file = (columns.ints(i)[place] for i in range(6, 10))
        assert file == 0
        area = columns.ints(10)[place] if columns.ints(10) else 0
        data = self.sections[11, area][offset : offset + size]
        assert zlib.crc32(data) == crc
        return ("constant", dtype, self.shapes()[shape], False, data)

    def maps(self) -> list[dict[str, object]]:
        columns = Columns(self.section(6))
        keys = [self.strings[i] for i in columns.ints(2)]
        doubles = [struct.unpack("<d", columns.raw(5)[i : i + 8])[0] for i in range(0, len(columns.raw(5)), 8)]
        lists = split(columns.ints(7), columns.ints(6))
        tagged = [self.value(Cursor(bytes(run))) for run in split(list(columns.raw(9)), columns.ints(8))]
        meanings = (
            *(lambda v: v, lambda v: doubles[v], lambda v: self.strings[v], lambda v: bool(v)),
            *(lambda v: ("type", v), lambda v: tuple(lists[v]), lambda v: tagged[v], self.constant),
        )
        schemas, at = [], 0
        for names, kinds in zip(split(keys, columns.ints(1)), split(columns.ints(3), columns.ints(1)), strict=True):
            known = [i for i, kind in enumerate(kinds) if kind < len(meanings)]
            assert self.minor or len(known) == len(kinds)
            self.ignored += [f"attribute {names[i]} of kind {kinds[i]}" for i in range(len(kinds)) if i not in known]
            rows = [[meanings[kinds[i]](v) for v in columns.ints(256 + at + i)] for i in known]
            at += len(names)
            schemas.append(([names[i] for i in known], rows))
        found, seen = [], [0] * len(schemas)
        for schema in columns.ints(4):
            names, rows = schemas[schema]
            found.append({name: row[seen[schema]] for name, row in zip(names, rows, strict=True)})
            seen[schema] += 1
        return found

    def operators(self) -> list[dict[str, object]]:
        cursor = Cursor(self.section(2) or b"\0")
        return [self.value(Cursor(cursor.take(cursor.varint()))) for _ in range(cursor.varint())]

    def graphs(self) -> list[dict[str, object]]:
        """Every graph: name, attributes, outputs, nodes; every node: name, operator, inputs, attributes, and so on."""
        n, g = Columns(self.section(7)), Columns(self.section(8))
        operators, maps, descs = self.operators(), self.maps(), self.descs()
        lists = split(n.ints(23), n.ints(22))
        signatures = list(zip(*map(n.ints, range(17, 22)), strict=True))
        paths: list[str] = []
        for parent, part in zip(n.ints(15), n.ints(16), strict=True):
            paths.append(paths[parent] + self.strings[part] if paths else "")
        names = [paths[path] + self.strings[leaf] for path, leaf in zip(n.ints(2), n.ints(3), strict=True)]
        calls = [signatures[s] for s in n.ints(1)]
        counts = g.ints(2)
        graph_of = [i for i, count in enumerate(counts) for _ in range(count)]
        values = [(node, k) for node, call in enumerate(calls) for k in range(call[2])]
        first_value = [sum(call[2] for call in calls[:node]) for node in range(len(calls))]
        sources = [
            [v for v in values if not calls[v[0]][1] and graph_of[v[0]] == graph] for graph in range(len(counts))
        ]
        distances, places = iter(n.ints(6)), iter(n.ints(7))
        inputs = []
        for node, kinds in enumerate(split(n.ints(5), [call[1] for call in calls])):
            row = []
            for kind in kinds:
                if kind == 0:
                    row.append(None)
                elif kind == 1:
                    row.append(values[first_value[node] - next(distances)])
                else:
                    row.append(sources[graph_of[node]][next(places)])
            inputs.append([None if v is None else (names[v[0]], v[1]) for v in row])
        control: dict[int, list[str]] = {}
        back = iter(n.ints(11))
        for node, count in zip(n.ints(9), n.ints(10), strict=True):
            control[node] = [names[node - next(back)] for _ in range(count)]
        outputs = split(n.ints(8), [call[2] for call in calls])
        nodes = [
            {
                "name": names[i],
                "op": operators[call[0]]["name"],
                "inputs": inputs[i],
                "members": tuple(lists[call[3] - 1]) if call[3] else None,
                "output members": tuple(lists[call[4] - 1]) if call[4] else None,
                "attributes": maps[n.ints(4)[i]],
                "outputs": [descs[d] for d in outputs[i]],
                "after": control.get(i, []),
            }
            for i, call in enumerate(calls)
        ]
        results = split(list(zip(map(self.strings.__getitem__, g.ints(5)), g.ints(6), strict=True)), g.ints(4))
        found = []
        for i, (name, attrs, own) in enumerate(zip(g.ints(1), g.ints(3), split(nodes, counts), strict=True)):
            mine = [v for v in values if graph_of[v[0]] == i]
            outs = [(out, (names[mine[v][0]], mine[v][1])) for out, v in results[i]]
            found.append({"name": self.strings[name], "attributes": maps[attrs], "nodes": own, "outputs": outs})
        for i, (owner, slot) in enumerate(zip(n.ints(12), n.ints(13), strict=True), 1):
            found[i]["owner"] = (graph_of[owner], names[owner], self.strings[slot])
        return found

    def constraints(self) -> list[str]:
        return [self.strings[i] for i in Columns(self.section(8)).ints(7)]
