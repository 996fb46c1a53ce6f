"""Keeps a vault's index true in a thread of its own while the server runs."""

import threading
import time
from typing import TYPE_CHECKING, Protocol

from ragtui_core import IndexBusy, RagtuiError

if TYPE_CHECKING:
    from ragtui_core import Coverage, Vault
    from ragtui_core.indexing import IndexEvent

RETRY_SECONDS = 2.0
"""Until the next look whether another process has finished indexing."""

COVERAGE_SECONDS = 1.0
"""Between two looks at coverage while a phase goes on."""

JOIN_SECONDS = 5.0
"""What the server waits at its end; a batch takes half a second at most."""


class Audience(Protocol):
    """Is told what happens to an index, from the thread that indexes."""

    def step(self, event: "IndexEvent") -> None:
        """Something was done."""

    def coverage(self, coverage: "Coverage") -> None:
        """The index has changed."""

    def failed(self, error: RagtuiError) -> None:
        """Indexing has ended; nothing more comes."""


class IndexThread:
    """Indexes and watches; while another process does, looks what it has done."""

    def __init__(self, vault: "Vault", audience: Audience, *, index: bool) -> None:
        """Prepare; with `index` false nothing but looking is done."""
        self._vault = vault
        self._audience = audience
        self._index = index
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)
        self._looked = 0.0
        self._seen: Coverage | None = None
        self.fault = ""
        """Why nothing is indexed any more, if that is so."""
        self.watching = False
        """Whether it is this process that keeps the index true."""
        self.indexing = False
        """Whether it is at work rather than waiting for changes."""

    @property
    def makes_index(self) -> bool:
        """Whether there will be an index, made here or by who makes it now."""
        return self._index and not self.fault

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the batch at hand, and wait for that; blocks."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(JOIN_SECONDS)

    def look(self) -> None:
        """Tell of the coverage, if it is another than last time."""
        self._looked = time.monotonic()
        if not self._vault.is_indexed():
            return
        coverage = self._vault.coverage.whole()
        if coverage != self._seen:
            self._seen = coverage
            self._audience.coverage(coverage)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                if not self._index or not self._watch():
                    self.look()
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
        self._audience.failed(error)

    def note(self, event: "IndexEvent") -> None:
        """Pass on what was done, and look at coverage now and then."""
        self.watching = True
        self.indexing = goes_on(event)
        self._audience.step(event)
        if self.indexing and time.monotonic() - self._looked < COVERAGE_SECONDS:
            return
        self.look()


def goes_on(event: "IndexEvent") -> bool:
    """Whether more of the same phase is to come."""
    done, total = getattr(event, "done", None), getattr(event, "total", None)
    return done is not None and total is not None and done < total
