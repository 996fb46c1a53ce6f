"""Keeps the index up to date in a separate thread while the app is open."""

import threading
import time
from collections.abc import Callable

from textual.message import Message

from ragtui_core import IndexBusy, RagtuiError, Vault
from ragtui_core.indexing import (
    EmbeddingProgress,
    FileSkipped,
    IndexEvent,
    ReadingProgress,
)
from ragtui_tui.messages import (
    CoverageRead,
    IndexingFailed,
    IndexingPaused,
    IndexStep,
)

RETRY_SECONDS = 2.0
"""Interval for checking whether another process has finished indexing."""

COVERAGE_SECONDS = 1.0
"""Minimum interval between coverage reports during a phase."""

JOIN_SECONDS = 5.0
"""Timeout at shutdown; a batch takes at most half a second."""


class IndexFollower:
    """Indexes, then follows the vault's changes, and reports both.

    The thread makes one run after the other; each command ends the current run.
    """

    def __init__(self, vault: Vault, report: Callable[[Message], object]) -> None:
        """Prepare; `report` is called from the thread."""
        self._vault = vault
        self._report = report
        self._looked = 0.0
        self._thread = threading.Thread(target=self._work, name="index", daemon=True)
        self._order = threading.Condition()
        self._stop_run = threading.Event()
        self._ended = False
        self._rebuilds = False
        self.is_paused = False
        """Whether it waits until `resume`."""

    def start(self) -> None:
        """Begin. Loads the embedding model when a text wants a vector."""
        self._thread.start()

    def stop(self) -> None:
        """End after the current batch."""
        with self._order:
            self._ended = True
            self._end_run()

    def pause(self) -> None:
        """Pause after the current batch; changes are found afterwards."""
        with self._order:
            self.is_paused = True
            self._end_run()

    def resume(self) -> None:
        """Go on; also after a failure."""
        with self._order:
            self.is_paused = False
            self._end_run()

    def restart(self) -> None:
        """Begin again, with the settings of the vault as they are then."""
        with self._order:
            self._end_run()

    def rebuild(self) -> None:
        """Rename the index to a backup, and begin again."""
        with self._order:
            self._rebuilds, self.is_paused = True, False
            self._end_run()

    def _end_run(self) -> None:
        self._stop_run.set()
        self._order.notify_all()

    def join(self) -> None:
        """Wait until the thread has ended; blocks."""
        if self._thread.ident is not None:
            self._thread.join(JOIN_SECONDS)

    def _work(self) -> None:
        while (stop := self._next_run()) is not None:
            try:
                self._run(stop)
            except RagtuiError as error:
                self._fail(error, stop)
            except Exception as error:  # A traceback would be printed on the screen.
                reason = f"indexing stopped: {type(error).__name__}: {error}"
                self._fail(RagtuiError(reason), stop)

    def _next_run(self) -> threading.Event | None:
        """Wait until there is something to do; what ends it, or None at the end."""
        with self._order:
            if self.is_paused and not self._ended:
                self._report(IndexingPaused())
            self._order.wait_for(lambda: self._ended or not self.is_paused)
            self._stop_run = threading.Event()
            return None if self._ended else self._stop_run

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                if self._rebuilds:
                    self._vault.back_up_index()
                    self._rebuilds = False
                self._vault.watch(stop, self._note)
            except IndexBusy:
                self._look(elsewhere=True)
                stop.wait(RETRY_SECONDS)

    def _fail(self, error: RagtuiError, stop: threading.Event) -> None:
        """Report it, and pause until the next command."""
        self._report(IndexingFailed(error))
        stop.wait()

    def _note(self, event: IndexEvent) -> None:
        self._report(IndexStep(event))
        if isinstance(event, ReadingProgress | EmbeddingProgress | FileSkipped):
            passing = not isinstance(event, EmbeddingProgress) or (
                event.done < event.total
            )
            if passing and time.monotonic() - self._looked < COVERAGE_SECONDS:
                return
        self._look(elsewhere=False)

    def _look(self, *, elsewhere: bool) -> None:
        self._looked = time.monotonic()
        if self._vault.is_indexed():
            self._report(
                CoverageRead(self._vault.coverage.whole(), elsewhere=elsewhere)
            )
