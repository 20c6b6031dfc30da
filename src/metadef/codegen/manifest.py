"""The list of files that a folder of generated files has from us, so that no other file is ever touched."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from metadef.errors import FileError

__all__ = ["MANIFEST", "Manifest", "digest", "read_manifest", "safe_path"]

MANIFEST = ".metadef-gen.json"
_FORM = "metadef gen 1"
_MOST_BYTES = 64 << 20
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was written: the target, a fingerprint of all that went in, and each file with the hash of its bytes."""

    target: str = ""
    fingerprint: str = ""  # "" when unknown: then files are always made anew
    files: Mapping[str, str] = field(default_factory=dict[str, str])  # path to SHA-256

    def text(self) -> str:
        """The manifest as it stands on the disk."""
        head = {"form": _FORM, "target": self.target, "fingerprint": self.fingerprint}
        return json.dumps({**head, "files": dict(sorted(self.files.items()))}, indent=1) + "\n"


def digest(data: bytes) -> str:
    """The hash of a file's bytes, as manifests have it."""
    return sha256(data).hexdigest()


def safe_path(path: str) -> bool:
    """Whether a path stays in the folder: plain names with `/` between them, none with a dot first.

    >>> safe_path("pages/Conv2D.md"), safe_path("../x"), safe_path("/x"), safe_path("a//b"), safe_path(".x")
    (True, False, False, False, False)
    """
    return len(path) <= 400 and all(_PART.fullmatch(part) for part in path.split("/"))


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file; an empty one if there is no such file.

    Raises:
        FileError: if it cannot be read, or is none: then nothing says which files are ours.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return Manifest()
    except OSError as error:
        raise FileError.of("file-missing", str(path), f"cannot be read: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise FileError.of("file-too-large", str(path), f"a manifest has at most {_MOST_BYTES} bytes")
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    files = found.get("files") if isinstance(found, dict) else None
    if not isinstance(found, dict) or found.get("form") != _FORM or not isinstance(files, dict):
        hint = "delete it if no generated file in this folder is to be replaced"
        raise FileError.of("file-corrupt", str(path), "is no manifest of `metadef gen`", hint=hint)
    kept = {str(name): str(value) for name, value in files.items() if safe_path(str(name)) and _is_hash(value)}
    return Manifest(str(found.get("target", "")), str(found.get("fingerprint", "")), kept)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None
