"""Keeps the index true in a thread of its own while the app is open."""

import threading
import time
from collections.abc import Callable

from textual.message import Message

from ragtui_core.errors import IndexBusy, RagtuiError
from ragtui_core.indexing.events import (
    EmbeddingProgress,
    FileSkipped,
    IndexEvent,
    ReadingProgress,
)
from ragtui_core.vault import Vault
from ragtui_tui.messages.index_news import CoverageRead, IndexingFailed, IndexStep

RETRY_SECONDS = 2.0
"""Until the next look whether another process has finished indexing."""

COVERAGE_SECONDS = 1.0
"""Between two looks at coverage while a phase goes on."""

JOIN_SECONDS = 5.0
"""What the app waits at its end; a batch takes half a second at most."""


class IndexFollower:
    """Indexes, then follows the vault's changes, and tells of both."""

    def __init__(self, vault: Vault, tell: Callable[[Message], object]) -> None:
        """Prepare; `tell` is called from the thread."""
        self._vault = vault
        self._tell = tell
        self._stop = threading.Event()
        self._looked = 0.0
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)

    def start(self) -> None:
        """Begin. Loads the embedding model when a text wants a vector."""
        self._thread.start()

    def stop(self) -> None:
        """End after the batch at hand."""
        self._stop.set()

    def join(self) -> None:
        """Wait until the thread has ended; blocks."""
        if self._thread.ident is not None:
            self._thread.join(JOIN_SECONDS)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                try:
                    self._vault.watch(self._stop, self._note)
                except IndexBusy:
                    self._look(elsewhere=True)
                    self._stop.wait(RETRY_SECONDS)
        except RagtuiError as error:
            self._tell(IndexingFailed(error))
        except Exception as error:  # A traceback would be printed across the screen.
            reason = f"indexing stopped: {type(error).__name__}: {error}"
            self._tell(IndexingFailed(RagtuiError(reason)))

    def _note(self, event: IndexEvent) -> None:
        self._tell(IndexStep(event))
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
            self._tell(CoverageRead(self._vault.status(), elsewhere=elsewhere))
