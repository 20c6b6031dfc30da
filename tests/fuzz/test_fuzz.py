"""Broken files: an error of ours or a graph, within a second, in little memory.

The number of files a codec is small here and large in `make fuzz`, which sets METADEF_FUZZ_FILES.
"""

from __future__ import annotations

import gc
import os
import signal
import time
import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from fuzz.codecs import CODECS
from fuzz.mutants import mutant
from metadef.errors import MetadefError

FILES = int(os.environ.get("METADEF_FUZZ_FILES", "160"))
FIRST = int(os.environ.get("METADEF_FUZZ_FIRST", "0"))  # number of the first file, to look for others than yesterday
LIMIT_S = 1.0
SLACK_BYTES = 16 << 20  # what any graph takes, and tables that are made once
WEIGHED = 8  # every so many files the memory is watched, which is slow


class Hang(BaseException):
    """Not an Exception: nothing that a reader catches."""


@contextmanager
def limited(seconds: float) -> Generator[None]:
    """Raise in the middle of what takes longer, in time of this process so that a busy machine does not matter."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def attack(name: str, number: int, place: Path) -> str:
    """What is wrong with how a file was read; nothing when all is well."""
    subject = CODECS[name]
    content = mutant(subject.seeds(), number, subject.disguise)
    place.write_bytes(content)
    weighed = number % WEIGHED == 0
    if weighed:
        tracemalloc.start()
    start = time.process_time()
    said = ""
    try:
        with limited(LIMIT_S * (8 if weighed else 1)):
            subject.read(place)
    except MetadefError as error:
        if not error.findings or not all(item.message for item in error.findings):
            said = f"an error that says nothing: {error!r}"
    except Hang:
        said = "took longer than a second"
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    finally:
        peak = tracemalloc.get_traced_memory()[1] if weighed else 0
        if weighed:
            tracemalloc.stop()
    if not said and peak > 4 * len(content) + SLACK_BYTES:
        said = f"took {peak >> 20} MiB for {len(content)} bytes"
    return f"{name} {number}: {said} ({time.process_time() - start:.2f} s)" if said else ""


@pytest.mark.parametrize("name", CODECS)
def test_broken_files_give_errors_of_ours_or_graphs(name: str, tmp_path: Path):
    subject = CODECS[name]
    place = tmp_path / f"broken{subject.suffix}"
    for seed in subject.seeds():
        place.write_bytes(seed)
        subject.read(place)  # whole files are read, and what is made once is made
    enabled = gc.isenabled()
    try:
        said = [line for number in range(FIRST, FIRST + FILES) if (line := attack(name, number, place))]
    finally:
        if enabled:
            gc.enable()
    assert said == []


def test_the_same_number_gives_the_same_file():
    seeds = CODECS["json"].seeds()
    assert mutant(seeds, 7, None) == mutant(seeds, 7, None) != mutant(seeds, 8, None)


def test_a_hang_and_a_bomb_and_a_foreign_error_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def endless(_place: Path) -> object:
        while True:
            pass

    def bomb(_place: Path) -> object:
        return len(bytes(64 << 20))

    def foreign(_place: Path) -> object:
        raise KeyError("x")

    for read, words in ((endless, "longer than a second"), (bomb, "took 64 MiB"), (foreign, "KeyError")):
        monkeypatch.setitem(CODECS, "json", CODECS["json"]._replace(read=read))
        assert words in attack("json", 8 if read is bomb else 7, tmp_path / "broken.json")
