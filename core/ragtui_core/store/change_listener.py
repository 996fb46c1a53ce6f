"""Waits for changes of an index that another process writes."""

import threading


class IntervalListener:
    """Waits for an interval, since a file does not tell its readers of changes."""

    def __init__(self) -> None:
        """Wait for nothing yet."""
        self._woken = threading.Event()

    def wait(self, seconds: float) -> None:
        """Wait `seconds`, or until `wake` is called."""
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """End the present `wait`, or the next one; from any thread."""
        self._woken.set()

    def close(self) -> None:
        """Release nothing."""
