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
        self._timer: threading.Timer | None = None

    def poll(self) -> None:
        """For places where stopping is safe.

        Raises:
            PassTimeout: if the time is over.
        """
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise PassTimeout

    def __enter__(self) -> Watchdog:
        if self._seconds is not None:
            self._thread = threading.get_ident()
            # WHY half a second more: a pass that edits the graph meets `poll` first, where nothing is half done
            self._timer = threading.Timer(self._seconds * 1.1 + 0.5, self._fire)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        with self._lock:
            self._is_over = True
        if self._has_fired:
            _raise_in(self._thread, None)  # WHY: it may be on its way still

    def _fire(self) -> None:
        with self._lock:
            if not self._is_over:
                self._has_fired = True
                _raise_in(self._thread, PassTimeout)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind) if kind else None)
