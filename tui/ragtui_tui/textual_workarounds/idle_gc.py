"""Keeps Python's own work out of the way of whoever types.

A whole search for garbage takes about 100 ms in an app of this size, and by default
comes several times a second while cards are drawn. Here it waits until nobody has
touched the keyboard or the mouse for a moment, and looks only through what is new; all
is looked through when nobody has touched anything for a long time.
"""

import gc
import sys
import time

IDLE_SECONDS = 1.0
"""How long nobody must have touched anything."""

CHECK_SECONDS = 0.5
"""How often to see whether it is time."""

LONG_IDLE_SECONDS = 60.0
"""Then nobody is there to wait for a search of half a second."""

MIN_COLLECTIONS = 4
"""Partial searches after which one of all that is new is worth while."""

THRESHOLDS = 5_000, 5, 10_000
"""Python's own; it begins a whole search by itself only if nobody ever rests."""

SWITCH_SECONDS = 0.001
"""How long another thread works on when the screen's has something to do."""


class IdleScheduler:
    """Puts the screen's thread first, between `begin` and `end`."""

    def __init__(self) -> None:
        """Do nothing yet."""
        self._thresholds = gc.get_threshold()
        self._switch_seconds = sys.getswitchinterval()
        self._touched = 0.0
        self._is_settled = False
        self._is_untidy = False

    def begin(self) -> None:
        """Look for garbage from here on; who starts the app may have put that off."""
        self.touch()
        gc.freeze()
        gc.enable()
        gc.set_threshold(*THRESHOLDS)
        sys.setswitchinterval(SWITCH_SECONDS)

    def keep(self) -> None:
        """Take what there is, as after a start, as here to stay: it is code, nearly."""
        self._is_untidy = True
        gc.freeze()

    def end(self) -> None:
        """Leave everything as it was."""
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()
        sys.setswitchinterval(self._switch_seconds)

    def touch(self) -> None:
        """Somebody types or points."""
        self._touched = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody has touched anything for a moment."""
        return self._rested >= IDLE_SECONDS

    @property
    def _rested(self) -> float:
        """Seconds."""
        return time.monotonic() - self._touched

    def rest(self) -> None:
        """Look for garbage, if there may be some and nobody is there to wait.

        What is there at the first rest was made by the start, and stays.
        """
        if not self.is_idle:
            return
        if not self._is_settled:
            self._is_settled = True
            gc.freeze()
        elif self._rested >= LONG_IDLE_SECONDS and self._is_untidy:
            self._is_untidy = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif gc.get_count()[2] >= MIN_COLLECTIONS:
            self._is_untidy = True
            gc.collect()
            gc.freeze()
