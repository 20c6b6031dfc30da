"""What several tests of this folder share: the generated C library of all operators, compiled once."""

from __future__ import annotations

from pathlib import Path

import pytest

from c_library import all_operators, built, write_library
from metadef.catalogue.index import FAMILY_OF


@pytest.fixture(scope="session")
def c_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the library of all operators; `checker` in it judges calls."""
    folder = write_library(tmp_path_factory.mktemp("c_table"), all_operators(), FAMILY_OF)
    built(folder, "checker", "-O1")
    return folder
