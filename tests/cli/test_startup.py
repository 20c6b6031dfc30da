"""Each command imports only what it uses: listing and looking up need no arrays, no protobuf, no templates."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {"numpy", "ml_dtypes", "google", "msgspec", "rich", "jinja2", "highspy", "onnx", "asyncio"}


@pytest.mark.parametrize(
    "argv", [["--version"], ["--help"], ["soc", "list"], ["ops", "show", "Conv2D"], ["explain", "OPS012"]]
)
def test_a_look_up_imports_nothing_heavy(argv: list[str]):
    code = f"import json, sys\nfrom metadef.cli.main import run\nrun({argv})\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert loaded & HEAVY == set()


@pytest.mark.parametrize("argv", [["ops", "list"], ["--help"], ["ops", "--help"]])
def test_a_reader_that_goes_away_ends_the_command_quietly(argv: list[str]):
    """`metadef ops list | true`: nobody reads the pipe."""
    code = f"from metadef.cli.main import main\nmain({argv})"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        talk = process.stderr.read()
    assert (talk, process.returncode) == (b"", 0)
