"""Keeps a vault's index up to date in a separate thread while the server runs."""

import threading
import time
from typing import TYPE_CHECKING, Protocol

from ragtui_core import IndexBusy, RagtuiError

if TYPE_CHECKING:
    from ragtui_core import Coverage, Vault
    from ragtui_core.indexing import IndexEvent

RETRY_SECONDS = 2.0
"""Interval for checking whether another process has finished indexing."""

COVERAGE_SECONDS = 1.0
"""Minimum interval between coverage reports during a phase."""

JOIN_SECONDS = 5.0
"""Timeout at shutdown; a batch takes at most half a second."""


class IndexThreadListener(Protocol):
    """Receives events of an index, on the indexing thread."""

    def step(self, event: "IndexEvent") -> None:
        """A step is done."""

    def coverage(self, coverage: "Coverage") -> None:
        """The index has changed."""

    def failed(self, error: RagtuiError) -> None:
        """Indexing has failed; no more events follow."""


class IndexThread:
    """Indexes and watches; while another process does, polls the coverage."""

    def __init__(
        self, vault: "Vault", listener: IndexThreadListener, *, index: bool
    ) -> None:
        """Create the thread; with `index` false it only polls the coverage."""
        self._vault = vault
        self._listener = listener
        self._index = index
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)
        self._reported = 0.0
        self._seen: Coverage | None = None
        self.fault = ""
        """Why indexing has ended; empty if it has not."""
        self.watching = False
        """Whether this process keeps the index up to date."""
        self.indexing = False
        """Whether it is indexing rather than waiting for changes."""

    @property
    def makes_index(self) -> bool:
        """Whether there will be an index, made by this or another process."""
        return self._index and not self.fault

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current batch, and wait for that; blocks."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(JOIN_SECONDS)

    def report_coverage(self) -> None:
        """Report the coverage, if it has changed."""
        self._reported = time.monotonic()
        if not self._vault.is_indexed():
            return
        coverage = self._vault.coverage.whole()
        if coverage != self._seen:
            self._seen = coverage
            self._listener.coverage(coverage)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                if not self._index or not self._watch():
                    self.report_coverage()
                    self._stop.wait(RETRY_SECONDS)
        except RagtuiError as error:
            self._fail(error)
        except Exception as error:
            reason = f"indexing stopped: {type(error).__name__}: {error}"
            self._fail(RagtuiError(reason))
        finally:
            self.watching = self.indexing = False

    def _watch(self) -> bool:
        """Index and watch until the end; False if another process does."""
        try:
            self._vault.watch(self._stop, self.note)
        except IndexBusy:
            return False
        return True

    def _fail(self, error: RagtuiError) -> None:
        self.fault = str(error)
        self._listener.failed(error)

    def note(self, event: "IndexEvent") -> None:
        """Pass on an event, and report coverage at intervals."""
        self.watching = True
        self.indexing = in_progress(event)
        self._listener.step(event)
        if self.indexing and time.monotonic() - self._reported < COVERAGE_SECONDS:
            return
        self.report_coverage()


def in_progress(event: "IndexEvent") -> bool:
    """Whether the phase continues."""
    done, total = getattr(event, "done", None), getattr(event, "total", None)
    return done is not None and total is not None and done < total
