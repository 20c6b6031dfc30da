"""What every test relies on: a private runtime folder, Hypothesis profiles, and `--update-golden`."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

import markdown_cases


def _set_runtime_folder() -> None:
    # WHY: libraries put sockets and caches there; a test must neither need a login session nor litter one
    folder = tempfile.mkdtemp(prefix="metadef-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["XDG_RUNTIME_DIR"] = folder


_set_runtime_folder()

# WHY no deadline and no too_slow check: time never decides whether a test passes, and machines are shared.
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "fuzz", max_examples=1_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expect blocks of Markdown cases to what came"
    )


def pytest_configure(config: pytest.Config) -> None:
    markdown_cases.UPDATING = bool(config.getoption("--update-golden"))
    if markdown_cases.UPDATING and (config.getoption("numprocesses", 0) or hasattr(config, "workerinput")):
        raise pytest.UsageError("--update-golden rewrites files: run it without -n")
