"""A time limit for code that we did not write: a pass that never comes back is stopped where it is.

WHY an exception from outside: a loop that neither edits the graph nor returns offers no place to ask for the time.
The exception is no `Exception`, so that a pass that catches those does not catch this one. It is raised between two
bytecodes; the caller rolls the graph back and verifies it.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType

__all__ = ["PassTimeout", "Watchdog"]


class PassTimeout(BaseException):
    """The time of a pass is over."""


class Watchdog:
    """Raises `PassTimeout` in the thread that entered it, once `seconds` are over; None means never.

    >>> with Watchdog(None) as watchdog:
    ...     watchdog.poll()
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds if seconds is not None else None
        self._thread = 0
        self._lock = threading.Lock()
        self._is_over = False
        self._has_fired = False

    def poll(self) -> None:
        """For places where stopping is safe.

        Raises:
            PassTimeout: if the time is over.
        """
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise PassTimeout

    def fire(self) -> None:
        """Stop the thread that entered, unless it has left."""
        with self._lock:
            if not self._is_over:
                self._has_fired = True
                _raise_in(self._thread, PassTimeout)

    def __enter__(self) -> Watchdog:
        if self._seconds is not None:
            self._thread = threading.get_ident()
            # WHY half a second more: a pass that edits the graph meets `poll` first, where nothing is half done
            _CLOCK.add(self, time.monotonic() + self._seconds * 1.1 + 0.5)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._seconds is None:
            return
        with self._lock:
            self._is_over = True
        if self._has_fired:
            _raise_in(self._thread, None)  # WHY: it may be on its way still
        _CLOCK.remove(self)


class _Clock:
    """One thread for all watchdogs: starting one for each run of each pass would cost more than most runs."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._open: dict[Watchdog, float] = {}
        self._wakes = 0.0  # when the thread looks again
        self._thread: threading.Thread | None = None

    def add(self, watchdog: Watchdog, when: float) -> None:
        """Fire a watchdog at a time, unless it is removed before."""
        with self._changed:
            self._open[watchdog] = when
            if self._thread is None or not self._thread.is_alive():  # WHY: a thread does not survive a fork
                self._thread = threading.Thread(target=self._run, name="metadef-watchdog", daemon=True)
                self._wakes = when
                self._thread.start()
            elif when < self._wakes:
                self._changed.notify()

    def remove(self, watchdog: Watchdog) -> None:
        """Forget a watchdog."""
        with self._changed:
            self._open.pop(watchdog, None)

    def _run(self) -> None:
        with self._changed:
            while self._open:
                now = time.monotonic()
                for watchdog in [one for one, when in self._open.items() if when <= now]:
                    del self._open[watchdog]
                    watchdog.fire()
                self._wakes = min(self._open.values(), default=now)
                self._changed.wait(self._wakes - now)
            self._thread = None


_CLOCK = _Clock()


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind) if kind else None)
