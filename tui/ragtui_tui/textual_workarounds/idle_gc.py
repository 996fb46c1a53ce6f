"""Schedules garbage collections for moments in which the user is idle.

A full collection takes about 100 ms in an app of this size, and by default one runs
several times a second while cards are drawn. Here it waits until there was no input for
a moment, and looks only at objects that are new since the one before; all objects are
looked at after a long idle time.
"""

import gc
import sys
import time

IDLE_SECONDS = 1.0
"""Without input for so long, the user is idle."""

CHECK_SECONDS = 2.0
"""How often to check whether a collection is due."""

LONG_IDLE_SECONDS = 60.0
"""Without input for so long, a collection of half a second disturbs no one."""

MIN_COLLECTIONS = 4
"""Partial collections after which one of all new objects is worth its time."""

THRESHOLDS = 5_000, 5, 10_000
"""For `gc`; with these, full collections start by themselves only in constant use."""

SWITCH_SECONDS = 0.001
"""How long another thread keeps running when the event loop has work."""


class IdleScheduler:
    """Gives the event loop priority, between `start` and `stop`."""

    def __init__(self) -> None:
        self._thresholds = gc.get_threshold()
        self._switch_seconds = sys.getswitchinterval()
        self._last_input = 0.0
        self._may_hold_garbage = False

    def start(self) -> None:
        """Enable collections, which may be disabled until the first paint."""
        self.note_input()
        gc.freeze()
        gc.enable()
        gc.set_threshold(*THRESHOLDS)
        sys.setswitchinterval(SWITCH_SECONDS)

    def stop(self) -> None:
        """Restore the settings of `gc` and of threads."""
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()
        sys.setswitchinterval(self._switch_seconds)

    def note_input(self) -> None:
        """Record that there was input just now."""
        self._last_input = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether there was no input for a moment."""
        return self._idle_seconds >= IDLE_SECONDS

    @property
    def _idle_seconds(self) -> float:
        return time.monotonic() - self._last_input

    def collect_if_idle(self) -> None:
        """Run a collection, if one is due and the user is idle."""
        if self._idle_seconds >= LONG_IDLE_SECONDS and self._may_hold_garbage:
            self._may_hold_garbage = False
            gc.unfreeze()
        elif self.is_idle and gc.get_count()[2] >= MIN_COLLECTIONS:
            self._may_hold_garbage = True
        else:
            return
        gc.collect()
        gc.freeze()
