"""Ctrl-C at any time ends the command with 130 and one word, while modules are imported too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

# Stands in for a Ctrl-C that falls into the import of a module: deterministic, unlike a signal that is timed.
INTERRUPTED_IMPORT = """
import sys

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
        return None

sys.meta_path.insert(0, Interrupter())
sys.argv = ["metadef", *{words!r}]
from metadef.cli.start import main
main()
"""


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("metadef.cli.main", ["--version"]),
        ("click", ["--version"]),
        ("metadef.cli.table", ["--help"]),
        ("metadef.errors", ["soc", "list"]),
        ("metadef.cli.ops", ["ops", "list"]),
        ("metadef.cli.ops_lint", ["ops", "lint", "x.h"]),
        ("metadef.catalogue.conv", ["ops", "show", "Conv2D"]),
        ("numpy", ["check", "x.onnx"]),
        ("metadef.cli.atc.convert_def_to_json", ["atc", "--mode=convert_def_to_json", "--op_def=a", "--output=b",
                                                  "--target_arch=Ascend310"]),
    ],
)  # fmt: skip
def test_an_interrupt_while_a_module_is_imported_leaves_no_traceback(module: str, words: list[str]):
    code = INTERRUPTED_IMPORT.format(module=module, words=words)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")


def test_a_signal_while_the_command_waits_for_its_input_leaves_no_traceback():
    command = [sys.executable, "-m", "metadef", "check", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        deadline = time.monotonic() + 60
        while not _reads_its_input(process.pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        talk = process.stderr.read()
        assert (process.wait(), talk.strip()) == (130, b"interrupted")


def _reads_its_input(pid: int) -> bool:
    """Whether the process waits in a read of descriptor 0, as Linux tells; elsewhere a second has to do."""
    try:
        with open(f"/proc/{pid}/syscall") as file:
            words = file.read().split()
    except OSError:
        time.sleep(1)
        return True
    return len(words) > 1 and words[1] == "0x0" and words[0] == ("0" if os.uname().machine == "x86_64" else "63")
