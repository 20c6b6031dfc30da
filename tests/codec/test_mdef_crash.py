"""A save that ends at any byte, and any byte that is not what it was: the old graph, the new one, or an error."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from graph_strategies import registry
from metadef import DataType, Graph, TensorDesc
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.container import Container
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.writer import write
from metadef.errors import MetadefError

DESC = TensorDesc((2, 3), DataType.FLOAT)


def states() -> list[Graph]:
    """A graph, and the same after edits that need every way of saving a change."""
    found: list[Graph] = []
    for changed in (False, True):
        graph = Graph("chain", registry())
        value = graph.add_input("x", DESC)
        for index in range(7):
            value = graph.add("Unary", [value], {"alpha": index / 7}, name=f"n/{index}", outputs=[DESC]).output
        graph.set_outputs([("y", value)])
        if changed:
            graph.rename(graph.node("n/4"), "renamed/here")
            graph.set_attr(graph.node("n/6"), "alpha", 99.5)
            graph.add("Unary", [value], {"alpha": 0.25}, name="added", outputs=[DESC])
            graph.constant(np.arange(150, dtype=np.float32), "w")
        found.append(graph)
    return found


def appended(place: Path) -> bytes:
    """A file that was saved twice."""
    old, new = states()
    write(old, place)
    write_changes(new, place)
    return place.read_bytes()


def test_every_flipped_byte_is_found_or_harmless(tmp_path: Path):
    place = tmp_path / "g.mdef"
    whole = appended(place)
    known = states()
    outcomes = {"error": 0, "new": 0, "old": 0}
    slot = Container(place).slot
    places = [*range(192), *range(192, len(whole), 3)]  # the header, and some of the rest
    table = [at for at in places if slot.table_offset <= at < slot.table_offset + slot.table_bytes]
    for at in places:
        broken = bytearray(whole)
        broken[at] ^= 1 << at % 8
        place.write_bytes(broken)
        try:
            file = GraphFile.open(place)
            loaded = file.load(registry())
        except MetadefError:
            outcomes["error"] += 1
            continue
        assert loaded in known, at
        is_new = loaded == known[1]
        assert is_new or [item.name for item in file.findings] == ["file-recovered"], at
        outcomes["new" if is_new else "old"] += 1
    assert outcomes["old"] == 64 + len(table)  # the header entry of the second save, and its section table
    assert outcomes["error"] > outcomes["new"]  # what the second save left behind, and gaps


def test_an_append_that_ends_at_any_byte_leaves_the_old_graph_or_the_new(tmp_path: Path):
    place = tmp_path / "g.mdef"
    old, new = states()
    write(old, place)
    before = place.read_bytes()
    write_changes(new, place)
    after = place.read_bytes()
    torn = [before + after[len(before) : end] for end in range(len(before), len(after), 3)]
    torn += [before[:64] + after[64:end] + bytes(128 - end) + after[128:] for end in range(64, 129)]
    seen: set[bool] = set()
    for content in torn:
        place.write_bytes(content)
        loaded = GraphFile.open(place).load(registry())
        assert loaded in (old, new)
        seen.add(loaded == new)
    assert seen == {False, True}


# a process that kills itself when a number of bytes is written, and its parent that counts them up
_KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_mdef_crash import states
from metadef.codec.mdef.append import write_changes
from metadef.codec.mdef.container import Container
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.writer import write
from graph_strategies import registry

place, save = Path(sys.argv[1]), {"write": write, "write_changes": write_changes}[sys.argv[3]]
graphs = states()
real = os.write

def limited(left):
    def some(descriptor, data):
        nonlocal left
        size = real(descriptor, bytes(data)[:left])
        left -= size
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return size
    return some

class Stream:
    # what `os.fdopen` gives, unbuffered, through the same narrow door
    def __init__(self, descriptor):
        self.descriptor = descriptor
    def __enter__(self):
        return self
    def __exit__(self, *_):
        os.close(self.descriptor)
    def write(self, data):
        view = memoryview(bytes(data))
        while len(view):
            view = view[os.write(self.descriptor, view):]
    def flush(self):
        pass
    def fileno(self):
        return self.descriptor

killed, limit = 0, 1
while True:
    write(graphs[0], place)
    child = os.fork()
    if not child:
        os.write, os.fdopen = limited(limit), lambda descriptor, mode: Stream(descriptor)
        save(graphs[1], place)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    loaded = GraphFile.open(place).load(registry())
    assert loaded == graphs[1] or (os.WIFSIGNALED(status) and loaded == graphs[0]), limit
    if not os.WIFSIGNALED(status):
        break
    killed, limit = killed + 1, limit + 61
assert not status
print(killed)
"""


@pytest.mark.parametrize("save", ["write", "write_changes"])
def test_a_process_that_is_killed_at_any_byte_of_a_save_leaves_a_whole_file(tmp_path: Path, save: str):
    here = Path(__file__).parent
    path = os.pathsep.join([str(here.parent), *sys.path])
    command = [sys.executable, "-c", _KILLED, str(tmp_path / "g.mdef"), str(here), save]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


def test_saves_of_changes_at_the_same_time_leave_a_whole_file(tmp_path: Path):
    """Without a lock both would append at one place, under the same generation."""
    place = tmp_path / "g.mdef"
    write(states()[0], place)

    def save_often(label: str) -> list[str]:
        graph = GraphFile.open(place).load(registry())
        faults: list[str] = []
        for number in range(12):
            graph.rename(list(graph.nodes)[2], f"{label}{number}")
            write_changes(graph, place)
            file = GraphFile.open(place)
            file.load(registry())
            faults += [item.message for item in file.findings]
        return faults

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(save_often, "abcd"))
    assert found == [[], [], [], []]
