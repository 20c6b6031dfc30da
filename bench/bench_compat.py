"""`metadef compat` on two releases of 1,600 operators: headers in a folder, JSON, a history registry, git revisions.

A tenth of the operators is edited at random between the releases. Printed are medians of five runs in CPU seconds of
this process; reading from git includes waiting for git, which is another process, so its wall time is printed too.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from definition_sets import two_releases, write_headers, write_history, write_json
from metadef.compat.compare import compare_sets
from metadef.compat.cover import apply_steps
from metadef.compat.sources import load_history
from metadef.ops.proto import OpProto

RUNS = 5


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"]
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


def sources(folder: Path, old: Mapping[str, OpProto], new: Mapping[str, OpProto]) -> dict[str, list[str]]:
    """Name of the form to the two origins."""
    for write, form in ((write_headers, "headers"), (write_json, "json")):
        for label, ops in (("old", old), ("new", new)):
            write(folder / form / label, ops)
    write_history(folder / "history", {"8.0.0": old, "8.1.0": new})
    repository = folder / "repository"
    for label, ops in (("old", old), ("new", new)):
        write_headers(repository / "op_proto", ops)
        git(repository, "init", "-q")
        git(repository, "add", "-A")
        git(repository, "commit", "-q", "-m", label)
        git(repository, "tag", label)
    place = repository / "op_proto"
    return {
        "headers": [str(folder / "headers" / "old"), str(folder / "headers" / "new")],
        "json": [str(folder / "json" / "old"), str(folder / "json" / "new")],
        "history": [str(folder / "history")],
        "git": [f"git:old:{place}", f"git:new:{place}"],
    }


def median(action: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds."""
    cpu: list[float] = []
    wall: list[float] = []
    for _ in range(RUNS):
        start, begun = time.process_time(), time.perf_counter()
        action()
        cpu.append(time.process_time() - start)
        wall.append(time.perf_counter() - begun)
    return statistics.median(cpu), statistics.median(wall)


def measure(form: str, origins: list[str]) -> None:
    """Print one line."""
    read = [found for origin in origins for found in load_history(origin)]
    before, after = read[0].ops, read[-1].ops
    load_cpu, load_wall = median(lambda: [load_history(origin) for origin in origins])
    compare_cpu, _ = median(lambda: apply_steps(compare_sets(before, after).changes, before, after))
    changes = len(compare_sets(before, after).changes)
    print(
        f"{form:8} {len(before)} operators, {changes} changes: loading both {load_cpu:.2f} s CPU "
        f"({load_wall:.2f} s wall), comparing {compare_cpu:.3f} s CPU"
    )


def main() -> None:
    old, new = two_releases(1600, Random(5), share=0.1)
    with tempfile.TemporaryDirectory() as place:
        for form, origins in sources(Path(place), old, new).items():
            measure(form, origins)


if __name__ == "__main__":
    main()
