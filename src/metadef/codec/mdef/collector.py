"""Pausing the garbage collector while many objects are made at once."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["collector_paused"]


@contextmanager
def collector_paused(*, keeps_objects: bool) -> Generator[None]:
    """WHY: a graph is many objects and no garbage; looking for some takes as long as making them.

    With `keeps_objects` what was made counts as old afterwards, so that the next collection does not visit it at once.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if keeps_objects and gc.get_freeze_count() == 0:
            gc.freeze()  # moves every object out of the young generations without visiting it
            gc.unfreeze()  # and into the oldest one
        if enabled:
            gc.enable()
