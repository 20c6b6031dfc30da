"""The capability file: what `metadef soc import` writes and `--target FILE` reads. JSON, described in docs/targets.md.

Validated with msgspec and bounded. Words of dtypes and formats are parsed when an operator is asked for, because a file
of a whole CANN lists thousands of operators and a model uses a few dozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Protocol

import msgspec

from metadef.errors import FileError, Finding, did_you_mean, finding
from metadef.source import Span
from metadef.targets.support import OpSupport, PortSupport, Support
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.version import CannVersion

__all__ = ["MAX_BYTES", "SCHEMA_VERSION", "CapabilityFile", "capability_text", "read_capabilities"]

SCHEMA_VERSION = 1
MAX_BYTES = 256 << 20  # WHY: a whole CANN with six chip families has about 20 MB
_MAX_PORTS = 256
_MAX_COLUMNS = 65_536
_MAX_FINDINGS = 200
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]
_Words = Annotated[str, msgspec.Meta(max_length=2_000_000)]
_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_KINDS = ("required", "optional", "dynamic")


class _Port(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: _Name
    dtypes: _Words = ""
    formats: _Words = ""
    kind: str = "required"
    unknown_shape_formats: _Words = ""


class _Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    inputs: Annotated[tuple[_Port, ...], msgspec.Meta(max_length=_MAX_PORTS)] = ()
    outputs: Annotated[tuple[_Port, ...], msgspec.Meta(max_length=_MAX_PORTS)] = ()
    flags: dict[_Name, _Text] = {}
    source: _Text = ""
    since_driver: _Text = ""
    dtypes_since_driver: dict[_Name, _Text] = {}


class _Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    operators: Annotated[dict[_Name, _Op], msgspec.Meta(max_length=100_000)] = {}
    complete: bool = False
    dtypes_since_driver: dict[_Name, _Text] = {}


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    metadef_target: int
    families: Annotated[dict[_Name, _Family], msgspec.Meta(max_length=1000)]
    name: _Text = ""
    chip: _Text = ""


class _Report(Protocol):
    def __call__(self, key: str, message: str, expected: str = "", got: str = "", hint: str = "") -> None: ...


class _Operators(Mapping[str, OpSupport]):
    """Operators of one family, parsed when asked for."""

    def __init__(self, raw: Mapping[str, _Op], place: str, source: str) -> None:
        self._raw = raw
        self._place = place
        self._source = source
        self._made: dict[str, OpSupport] = {}

    def __getitem__(self, op: str) -> OpSupport:
        made = self._made.get(op)
        if made is None:
            raw = self._raw[op]
            problems: list[Finding] = []
            made = _operator(op, raw, self._source, f"{self._place}.{op}", problems)
            if problems:
                raise FileError(problems)
            self._made[op] = made
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __contains__(self, op: object) -> bool:
        return op in self._raw


class CapabilityFile:
    """A capability file that was read: the support of each chip family in it."""

    __slots__ = ("chip", "families", "name", "path")

    def __init__(self, path: str, name: str, chip: str, families: Mapping[str, Support]) -> None:
        self.path = path
        self.name = name
        self.chip = chip  # the chip that `--target FILE` means, "" when it does not say
        self.families = families


def read_capabilities(path: Path, *, check: bool = False) -> CapabilityFile:
    """Read a capability file.

    Args:
        path: the file.
        check: whether to parse every operator now, so that everything wrong with the file is found at once.

    Raises:
        FileError: if the file cannot be read or is malformed. Words inside an operator are read when it is asked for,
            and raise then, unless `check` is given.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise FileError.of("file-missing", str(path), f"cannot be opened: {reason}") from error
    if len(data) > MAX_BYTES:
        raise FileError.of("file-too-large", str(path), f"a capability file has at most {MAX_BYTES} bytes")
    return _capabilities(data, str(path), check)


def _capabilities(data: bytes, path: str, check: bool) -> CapabilityFile:
    try:
        document = msgspec.json.decode(data, type=_Document)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        hint = "a file that `metadef soc import -o FILE` wrote"
        raise FileError.of("capability-file-malformed", path, str(error)[:300], hint=hint) from error
    if document.metadef_target != SCHEMA_VERSION:
        message = "this version of the form is not known"
        got = str(document.metadef_target)
        raise FileError.of("capability-file-malformed", path, message, expected=str(SCHEMA_VERSION), got=got)
    problems: list[Finding] = []
    families = {
        name.lower(): Support(
            name.lower(),
            _Operators(family.operators, f"$.families.{name}.operators", path),
            family.complete,
            path,
            _drivers(family.dtypes_since_driver, _reporter(path, name, f"$.families.{name}", problems)),
        )
        for name, family in document.families.items()
    }
    if problems:
        raise FileError(problems)
    if check:
        for name, family in document.families.items():
            for op, raw in family.operators.items():
                _operator(op, raw, path, f"$.families.{name}.operators.{op}", problems)
        if problems:
            raise FileError(problems)
    return CapabilityFile(path, document.name, document.chip, families)


def _operator(op: str, raw: _Op, path: str, place: str, problems: list[Finding]) -> OpSupport:
    report = _reporter(path, op, place, problems)
    sides = (("inputs", raw.inputs), ("outputs", raw.outputs))
    ports = {side: tuple(_port(port, f"{side}[{n}]", report) for n, port in enumerate(given)) for side, given in sides}
    driver = _driver(raw.since_driver, "since_driver", report) if raw.since_driver else None
    drivers = _drivers(raw.dtypes_since_driver, report)
    made = OpSupport(op, ports["inputs"], ports["outputs"], raw.flags, raw.source or path, driver, drivers)
    for side, given in ports.items():
        for number, port in enumerate(given):
            for key in ("dtypes", "formats", "unknown_shape_formats"):
                length = len(getattr(port, key))
                if length not in (0, made.count):
                    place = f"{side}[{number}].{key}"
                    report(place, "every list of an operator is as long", str(made.count), str(length))
    if made.count > _MAX_COLUMNS:
        report("inputs", "an operator has too many columns", f"at most {_MAX_COLUMNS}", str(made.count))
    return made


def _reporter(path: str, part: str, place: str, problems: list[Finding]) -> _Report:
    """What notes a problem of one part of the file."""

    def report(key: str, message: str, expected: str = "", got: str = "", hint: str = "") -> None:
        if len(problems) < _MAX_FINDINGS:
            problems.append(
                finding(
                    "capability-file-malformed",
                    f"{path}: {part}",
                    message,
                    expected=expected,
                    got=got,
                    where=Span(path, path=f"{place}.{key}"),
                    hint=hint,
                )
            )

    return report


def _driver(text: str, place: str, report: _Report) -> CannVersion | None:
    try:
        return CannVersion.parse(text)
    except ValueError:
        report(place, f"{text[:60]!r} is no driver version", "such as 24.1.RC1", text[:60])
        return None


def _drivers(raw: Mapping[str, str], report: _Report) -> dict[DataType, CannVersion]:
    found: dict[DataType, CannVersion] = {}
    for word, text in raw.items():
        place = f"dtypes_since_driver.{word}"
        dtype, version = _DTYPES.get(word), _driver(text, place, report)
        if dtype is None:
            hint = did_you_mean(word, _DTYPES)
            report(place, f"{word[:60]!r} is no data type", got=word[:60], hint=hint)
        elif version is not None:
            found[dtype] = version
    return found


def _port(raw: _Port, place: str, report: _Report) -> PortSupport:
    if raw.kind not in _KINDS:
        report(f"{place}.kind", "a port is required, optional or dynamic", ", ".join(_KINDS), raw.kind)
    dtypes: list[DataType] = []
    for word in _words(raw.dtypes):
        dtype = _DTYPES.get(word)
        if dtype is None:
            hint = did_you_mean(word, _DTYPES)
            report(f"{place}.dtypes", f"{word[:60]!r} is no data type", got=word[:60], hint=hint)
        else:
            dtypes.append(dtype)
    formats = _formats(raw.formats, f"{place}.formats", report)
    unknown = _formats(raw.unknown_shape_formats, f"{place}.unknown_shape_formats", report)
    return PortSupport(raw.name, raw.kind, tuple(dtypes), formats or (Format.ND,) * len(dtypes), unknown)


def _formats(text: str, place: str, report: _Report) -> tuple[Format, ...]:
    out: list[Format] = []
    for word in _words(text):
        found = _FORMATS.get(word)
        if found is None:
            report(place, f"{word[:60]!r} is no format", got=word[:60], hint=did_you_mean(word, _FORMATS))
        else:
            out.append(found)
    return tuple(out)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text.strip() else []


_DTYPES = dict(DataType.__members__)
_FORMATS = dict(Format.__members__)


def capability_text(supports: Iterable[Support], *, name: str = "", chip: str = "") -> str:
    """The text of a capability file: families and operators in order of their names."""
    families = {
        item.family: _Family(
            {op: _raw(item.operators[op]) for op in sorted(item.operators)},
            item.complete,
            _driver_texts(item.dtype_drivers),
        )
        for item in sorted(supports, key=lambda item: item.family)
    }
    document = _Document(SCHEMA_VERSION, families, name, chip)
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _raw(item: OpSupport) -> _Op:
    return _Op(
        tuple(_raw_port(port) for port in item.inputs),
        tuple(_raw_port(port) for port in item.outputs),
        dict(sorted(item.flags.items())),
        item.source,
        "" if item.driver is None else str(item.driver),
        _driver_texts(item.dtype_drivers),
    )


def _driver_texts(drivers: Mapping[DataType, CannVersion]) -> dict[str, str]:
    return {dtype.name: str(version) for dtype, version in drivers.items()}


def _raw_port(port: PortSupport) -> _Port:
    return _Port(
        port.name,
        ",".join(dtype.name for dtype in port.dtypes),
        ",".join(item.name for item in port.formats),
        port.kind,
        ",".join(item.name for item in port.unknown_shape_formats),
    )
