"""A time limit for code that we did not write: a pass that never comes back is stopped where it is.

WHY an exception from outside: a loop that neither edits the graph nor returns offers no place to ask for the time.
The exception is no `Exception`, so that a pass that catches those does not catch this one. The caller rolls the graph
back and verifies it.

On the main thread it is raised by the handler of a signal, which ends waits in C too: a sleep, a lock, a subprocess. In
other threads, and where there are no such signals, it is raised between two bytecodes, hence after the wait. What
neither stops: one long call into C that looks for no signals, such as a product of large arrays, before it returns; and
a pass that catches every BaseException.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import TypeAlias

__all__ = ["PassTimeout", "Watchdog"]


_Handler: TypeAlias = Callable[[int, FrameType | None], object]


class PassTimeout(BaseException):
    """The time of a pass is over."""


# WHY this one: it is ignored by default, so that one which comes late, after the handler has gone, does no harm
_SIGNAL: signal.Signals | None = getattr(signal, "SIGURG", None) if hasattr(signal, "pthread_kill") else None


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
        self._has_handler = False
        self._former: signal.Handlers | _Handler | int | None = None  # the handler before ours

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
                if self._has_handler and _SIGNAL is not None:
                    signal.pthread_kill(self._thread, _SIGNAL)
                else:
                    _raise_in(self._thread, PassTimeout)

    def __enter__(self) -> Watchdog:
        if self._seconds is not None:
            self._thread = threading.get_ident()
            self._take_signal()
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
        if self._has_handler:
            self._give_back_signal()
        elif self._has_fired:
            _raise_in(self._thread, None)  # WHY: it may be on its way still
        _CLOCK.remove(self)

    def _take_signal(self) -> None:
        if _SIGNAL is None or threading.current_thread() is not threading.main_thread():
            return
        self._former = signal.getsignal(_SIGNAL)
        if self._former is None:  # WHY: a handler that Python did not set cannot be given back
            return
        try:
            signal.signal(_SIGNAL, self._answer)
        except ValueError:  # WHY: the main thread of a sub-interpreter may not
            return
        self._has_handler = True

    def _give_back_signal(self) -> None:
        if _SIGNAL is not None:
            signal.signal(_SIGNAL, self._former)

    def _answer(self, number: int, frame: FrameType | None) -> None:
        """The handler. It takes no lock: the thread that it interrupts may hold it."""
        if not self._has_fired:  # WHY: somebody else's signal
            if callable(self._former):
                self._former(number, frame)
        elif not self._is_over:
            self._give_back_signal()  # WHY here: the exception may fall into `__exit__`, before it gets there
            raise PassTimeout


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
