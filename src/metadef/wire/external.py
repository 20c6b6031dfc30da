"""Files that a model points to: tensors stored outside of it, never outside of its folder."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

from metadef.errors import FileError, finding
from metadef.wire.mapped import open_mapped

__all__ = ["ExternalFiles"]


class ExternalFiles:
    """The files beside one model, each mapped once, when it is first asked for.

    A location is a relative path. It must lead, symbolic links followed, into the folder of the model's path or into
    the folder of the file that this path links to: download caches keep a model and its weights as links to one folder.
    """

    def __init__(self, model_path: str | os.PathLike[str], *, limit_bytes: int = 1 << 40) -> None:
        """Args: model_path: the model's file. limit_bytes: largest external file that is accepted."""
        path = Path(model_path)
        self._folder = path.parent
        self._roots = {Path(os.path.realpath(self._folder)), Path(os.path.realpath(path)).parent}
        self._limit_bytes = limit_bytes
        self._views: dict[str, memoryview] = {}

    def read(self, location: str, offset: int = 0, size: int | None = None, *, subject: str = "input") -> memoryview:
        """Bytes `offset` to `offset + size` of the file at `location`, as a view; to its end without `size`.

        Raises:
            FileError: external-data-escapes if the location leaves the folder, external-data-missing if the file is not
                there or too short, file-too-large beyond the limit.
        """
        view = self._views.get(location)
        if view is None:
            view = self._views[location] = self._open(location, subject)
        end = len(view) if size is None else offset + size
        if not 0 <= offset <= end <= len(view):
            raise FileError(
                finding(
                    "external-data-missing",
                    subject,
                    f"external file {location!r} is too short",
                    expected=f"bytes {offset} to {end}",
                    got=f"{len(view)} bytes",
                )
            )
        return view[offset:end]

    def _open(self, location: str, subject: str) -> memoryview:
        if not _is_relative(location):
            raise _escapes(location, subject)
        target = os.path.realpath(self._folder / location)
        if not any(Path(target).is_relative_to(root) for root in self._roots):
            raise _escapes(location, subject)
        if not os.path.isfile(target):
            raise FileError(
                finding(
                    "external-data-missing",
                    subject,
                    f"external file {location!r} does not exist",
                    hint="put it into the model's folder",
                )
            )
        return open_mapped(target, subject=f"{subject}: external file {location!r}", limit_bytes=self._limit_bytes)


def _is_relative(location: str) -> bool:
    """Whether the text is a relative path on every system and stays inside by its letters alone."""
    windows = PureWindowsPath(location)
    if not location or "\0" in location or windows.drive or windows.root or PurePosixPath(location).is_absolute():
        return False
    depth = 0
    for part in windows.parts:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return False
    return True


def _escapes(location: str, subject: str) -> FileError:
    return FileError(
        finding(
            "external-data-escapes",
            subject,
            f"external path {location[:200]!r} leaves the model's folder",
            expected="a relative path inside the folder",
            got=repr(location[:200]),
        )
    )
