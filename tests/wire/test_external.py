"""External data: found beside the model, never anywhere else."""

import os
from pathlib import Path

import pytest

from metadef.errors import FileError
from metadef.wire.external import ExternalFiles


def code_of(folder: Path, location: str, offset: int = 0, size: int | None = None) -> str:
    with pytest.raises(FileError) as caught:
        ExternalFiles(folder / "model.onnx", limit_bytes=1000).read(location, offset, size, subject="m")
    (found,) = caught.value.findings
    return found.name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """secret.bin outside of the folder; w.bin and sub/v.bin inside."""
    inside = tmp_path / "models"
    (inside / "sub").mkdir(parents=True)
    (tmp_path / "secret.bin").write_bytes(b"secret")
    (inside / "w.bin").write_bytes(b"0123456789")
    (inside / "sub" / "v.bin").write_bytes(b"v")
    return inside


def test_bytes_are_read_by_offset_and_size(folder: Path) -> None:
    files = ExternalFiles(folder / "model.onnx")
    assert bytes(files.read("w.bin", 2, 3)) == b"234"
    assert bytes(files.read("w.bin", 8)) == b"89"
    assert bytes(files.read("sub/v.bin")) == b"v"
    assert bytes(files.read("./sub/../w.bin", 0, 1)) == b"0"


def test_a_file_is_mapped_once(folder: Path) -> None:
    files = ExternalFiles(folder / "model.onnx")
    assert files.read("w.bin", 0, 2).obj is files.read("w.bin", 4, 2).obj


def test_a_model_named_without_a_folder_uses_the_current_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert bytes(ExternalFiles("model.onnx").read("w.bin", 0, 1)) == b"0"


@pytest.mark.parametrize(
    "location",
    [
        *("../secret.bin", "sub/../../secret.bin", "/etc/passwd", "..", "", "w.bin\0", "..\\secret.bin"),
        *("C:\\secret.bin", "C:secret.bin", "\\\\host\\share\\x", "\\secret.bin"),
    ],
)
def test_a_location_that_leaves_the_folder_is_refused(folder: Path, location: str) -> None:
    assert code_of(folder, location) == "external-data-escapes"


def test_a_link_that_leaves_the_folder_is_refused(folder: Path) -> None:
    (folder / "link.bin").symlink_to(folder.parent / "secret.bin")
    (folder / "up").symlink_to(folder.parent)
    assert code_of(folder, "link.bin") == "external-data-escapes"
    assert code_of(folder, "up/secret.bin") == "external-data-escapes"


def test_a_download_cache_of_links_to_one_blob_folder_works(tmp_path: Path) -> None:
    blobs, snapshot = tmp_path / "blobs", tmp_path / "snapshots" / "1"
    blobs.mkdir()
    snapshot.mkdir(parents=True)
    (blobs / "aa").write_bytes(b"model")
    (blobs / "bb").write_bytes(b"weights")
    (snapshot / "model.onnx").symlink_to(os.path.relpath(blobs / "aa", snapshot))
    (snapshot / "model.onnx_data").symlink_to(os.path.relpath(blobs / "bb", snapshot))
    assert bytes(ExternalFiles(snapshot / "model.onnx").read("model.onnx_data")) == b"weights"


def test_what_is_not_there_is_missing(folder: Path) -> None:
    assert code_of(folder, "none.bin") == "external-data-missing"
    assert code_of(folder, "sub") == "external-data-missing"
    assert code_of(folder, "w.bin", 5, 6) == "external-data-missing"
    assert code_of(folder, "w.bin", 11) == "external-data-missing"
    assert code_of(folder, "w.bin", -1, 1) == "external-data-missing"
    assert code_of(folder, "w.bin", 0, 3_000_000_000) == "external-data-missing"
    assert code_of(folder, "w.bin", 3, -1) == "external-data-missing"


def test_an_external_file_above_the_limit_is_too_large(folder: Path) -> None:
    (folder / "big.bin").write_bytes(b"x" * 1001)
    assert code_of(folder, "big.bin") == "file-too-large"
