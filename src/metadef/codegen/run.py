"""From operators and a target's name to texts; the fingerprint of everything that decides what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, TemplateError

from metadef.codegen.header import with_header
from metadef.codegen.record import Generator, Job
from metadef.codegen.table import find_generator, is_own
from metadef.definitions.declaration import Declaration
from metadef.errors import FileError, MetadefError
from metadef.render.environment import make_environment

__all__ = ["environment_for", "fingerprint", "generate"]

_TEMPLATES = Path(__file__).parent / "templates"
_PACKAGE = Path(__file__).parents[1]


def environment_for(folder: Path | None = None) -> Environment:
    """The templates: those of the user's folder, then ours. An undefined name is an error."""
    return make_environment(ChoiceLoader([FileSystemLoader(item) for item in (folder, _TEMPLATES) if item is not None]))


def generate(
    target: str | Generator,
    declarations: Iterable[Declaration],
    *,
    families: Mapping[str, str] | None = None,
    templates: Path | None = None,
) -> dict[str, str]:
    """The files of a target, path to text with header. The order of the declarations does not matter.

    Raises:
        UsageError: if there is no such target.
        MetadefError: if a definition cannot be written in the target's language, or a template fails.
    """
    name = target if isinstance(target, str) else "custom"
    generator = find_generator(target) if isinstance(target, str) else target
    ordered = sorted(declarations, key=lambda item: item.proto.name)
    for left, right in pairwise(ordered):
        if left.proto.name == right.proto.name:
            message = f"defined twice: at {left.span} and at {right.span}"
            raise MetadefError.of("duplicate-op", f"operator {left.proto.name[:200]}", message)
    job = Job(tuple(ordered), environment_for(templates), families or {})
    try:
        made = generator(job)
    except TemplateError as error:
        place = getattr(error, "filename", None) or getattr(error, "name", None) or "a template"
        line = getattr(error, "lineno", None)
        subject = f"{place}:{line}" if line else str(place)
        message = f"{type(error).__name__}: {error.message or ''}"
        raise MetadefError.of("template-broken", subject, message) from error
    return {path: with_header(path, name, text) for path, text in sorted(made.items())}


def fingerprint(target: str, choices: Iterable[str], files: Iterable[Path], templates: Path | None) -> str:
    """A hash of all that decides what a target makes: metadef's own code and templates, the choices, the files read.

    It is "" for targets of other packages, whose code is not ours to know.

    Raises:
        FileError: if a file cannot be read.
    """
    if not is_own(target):
        return ""
    total = sha256(_own_code())
    read = [*files, *(sorted(path for path in templates.rglob("*") if path.is_file()) if templates else ())]
    for word in (target, *choices, *map(str, read)):
        total.update(f"{len(word)}:".encode() + word.encode("utf-8", "surrogatepass"))
    for path in read:
        try:
            total.update(sha256(path.read_bytes()).digest())
        except OSError as error:
            raise FileError.of("file-missing", str(path), f"cannot be read: {error.strerror}") from error
    return total.hexdigest()


@cache
def _own_code() -> bytes:
    total = sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in (".py", ".j2", ".toml", ".txt", ".json") and path.is_file():
            data = path.read_bytes()
            total.update(f"{path.relative_to(_PACKAGE).as_posix()}:{len(data)}:".encode() + data)
    return total.digest()
