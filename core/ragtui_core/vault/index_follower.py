"""Keeps the index of an open vault up to date in a separate thread."""

import threading
import time
from typing import TYPE_CHECKING, Protocol

from ragtui_core.errors import IndexBusy, RagtuiError, ServerAway
from ragtui_core.index_state import IndexState, state_of_error
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexEvent,
    ScanFinished,
    is_embedding,
    is_in_progress,
    is_reading,
)
from ragtui_core.indexing.index_tracker import IndexTracker

if TYPE_CHECKING:
    from ragtui_core.indexing.coverage import Coverage
    from ragtui_core.vault.vault import Vault

RETRY_SECONDS = 2.0
"""Interval for checking whether another process has finished indexing."""

COVERAGE_SECONDS = 1.0
"""Minimum interval between coverage reports during a phase."""

JOIN_SECONDS = 5.0
"""Timeout at shutdown; a batch takes at most half a second."""


class IndexFollowerListener(Protocol):
    """Receives what happens to an index, on the indexing thread."""

    def step(self, event: IndexEvent) -> None:
        """Indexing went on a step."""

    def coverage(self, coverage: "Coverage", *, elsewhere: bool) -> None:
        """The coverage was read; `elsewhere` if this process does not index."""

    def paused(self) -> None:
        """Indexing was paused by `IndexFollower.pause`."""

    def failed(self, error: RagtuiError) -> None:
        """Indexing has ended until the next command of the follower."""


class IndexFollower:
    """Indexes a vault, then follows its changes, and reports both to a listener.

    The thread makes one run after the other; each command ends the current run. While
    another process indexes, it reads the coverage at intervals, and takes over later.
    """

    def __init__(
        self, vault: "Vault", listener: IndexFollowerListener, *, index: bool = True
    ) -> None:
        """Prepare; with `index` false it only reads the coverage."""
        self._vault = vault
        self._listener = listener
        self._index = index
        self._thread = threading.Thread(target=self._work, name="index", daemon=True)
        self._command = threading.Condition()
        self._stop_run = threading.Event()
        self._ended = False
        self._reported = 0.0
        self.is_paused = False
        """Whether it waits until `resume`."""
        self._tracker = IndexTracker()
        self.failure = ""
        """Why indexing has ended; empty if it has not."""
        self.is_watching = False
        """Whether this process keeps the index up to date."""
        self.is_indexing = False
        """Whether it is indexing rather than waiting for changes."""

    @property
    def makes_index(self) -> bool:
        """Whether there will be an index, made by this or another process."""
        return self._index and not self.failure

    @property
    def state(self) -> "IndexState":
        """The state of the index; one that others make is read, which blocks."""
        if self._index:
            return self._tracker.state
        try:
            coverage = self._vault.coverage
            return coverage.state(coverage.whole())
        except RagtuiError as error:
            return state_of_error(error)

    # --- commands ---

    def start(self) -> None:
        """Begin. The embedding model is loaded when a chunk is to be embedded."""
        self._thread.start()

    def stop(self) -> None:
        """End after the current batch."""
        with self._command:
            self._ended = True
            self._end_run()

    def join(self) -> None:
        """Wait until the thread has ended, at most `JOIN_SECONDS`; blocks."""
        if self._thread.ident is not None:
            self._thread.join(JOIN_SECONDS)

    def pause(self) -> None:
        """Pause after the current batch; changes are found afterwards."""
        with self._command:
            self.is_paused = True
            self._end_run()

    def resume(self) -> None:
        """Go on; also after a failure."""
        with self._command:
            self.is_paused = False
            self._end_run()

    def restart(self) -> None:
        """Begin again, with the settings of the vault as they are then."""
        with self._command:
            self._end_run()

    def _end_run(self) -> None:
        self._stop_run.set()
        self._command.notify_all()

    def note(self, event: IndexEvent) -> None:
        """Report an event of this follower's run, or of one made while it is stopped.

        Coverage is reported with it, at intervals during a phase.
        """
        self.is_watching = True
        is_passing = is_in_progress(event)
        if is_passing or not (
            isinstance(event, FileSkipped) or _precedes_embedding(event)
        ):
            self.is_indexing = is_passing
        self._tracker.note(event)
        self._listener.step(event)
        is_passing |= isinstance(event, FileSkipped) or is_reading(event)
        if is_passing and time.monotonic() - self._reported < COVERAGE_SECONDS:
            return
        self._report_coverage(elsewhere=False, after=event)

    # --- the thread ---

    def _work(self) -> None:
        while (stop := self._next_run()) is not None:
            try:
                self._run(stop)
            except RagtuiError as error:
                self._fail(error, stop)
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                self._fail(RagtuiError(reason), stop)
            finally:
                self.is_watching = self.is_indexing = False

    def _next_run(self) -> threading.Event | None:
        """Wait until there is something to do; what ends it, or None at the end."""
        with self._command:
            if self.is_paused and not self._ended:
                self._tracker.pause()
                self._listener.paused()
            self._command.wait_for(lambda: self._ended or not self.is_paused)
            self._stop_run = threading.Event()
            self.failure = ""
            self._tracker.resume()
            return None if self._ended else self._stop_run

    def _run(self, stop: threading.Event) -> None:
        settings = self._vault.settings_edits()
        while not stop.is_set():
            if not self._index or not self._watch(stop):
                if settings.are_waiting:
                    settings.read(self._listener.step)
                self._report_coverage(elsewhere=True)
                stop.wait(RETRY_SECONDS)

    def _watch(self, stop: threading.Event) -> bool:
        """Index and watch until `stop` is set; False if another process does."""
        try:
            self._vault.watch(stop, self.note)
        except IndexBusy:
            return False
        return True

    def _fail(self, error: RagtuiError, stop: threading.Event) -> None:
        """Report it, and wait for the next command, or for a server to come back."""
        self.is_watching = self.is_indexing = False
        self._tracker.fail(error)
        self.failure = self.state.sentence
        self._listener.failed(error)
        if not isinstance(error, ServerAway):
            stop.wait()
        while not (stop.is_set() or self._is_available_again()):
            stop.wait(RETRY_SECONDS)

    def _is_available_again(self) -> bool:
        """Whether the server of the index answers again."""
        try:
            self._vault.is_indexed()
        except ServerAway:
            return False
        except RagtuiError:
            pass  # The next run reports it.
        return True

    def _report_coverage(
        self, *, elsewhere: bool, after: IndexEvent | None = None
    ) -> None:
        self._reported = time.monotonic()
        if self._vault.is_indexed():
            coverage = self._vault.coverage.whole()
            self._tracker.cover(coverage, elsewhere=elsewhere)
            if after and _precedes_embedding(after):
                is_left = coverage.embedded < coverage.chunks
                self.is_indexing = is_in_progress(after) or (
                    is_left and not self.state.is_problem
                )
            self._listener.coverage(coverage, elsewhere=elsewhere)


def _precedes_embedding(event: IndexEvent) -> bool:
    """Whether embedding follows if chunks are left, and no model failed."""
    return isinstance(event, ScanFinished) or (
        isinstance(event, IndexState) and not is_embedding(event)
    )
