"""Saving in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

from metadef.codec.mdef.writer import Gathered, gather, store
from metadef.graph.graph import Graph

__all__ = ["save_async"]


def save_async(
    graph: Graph,
    path: str | Path,
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
    compressed: bool = False,
) -> Future[None]:
    """Gather what the graph is now, and write it in the background.

    When this returns the graph may be edited: nothing of it is read any more. The future is done when the file has
    its name; it raises what `write` raises. The program does not end before that.

    Raises:
        FileError: at once, for what no file can hold.
    """
    target = Path(path)
    gathered = gather(graph, str(target), plans=plans, provenance=provenance)
    future: Future[None] = Future()
    future.set_running_or_notify_cancel()
    thread = threading.Thread(target=_run, args=(future, gathered, target, compressed), name=f"save {target.name}")
    thread.start()
    return future


def _run(future: Future[None], gathered: Gathered, target: Path, compressed: bool) -> None:
    try:
        store(gathered, target, compressed=compressed)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(None)
