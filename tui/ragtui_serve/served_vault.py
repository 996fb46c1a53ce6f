"""A vault open for others: one index, kept up to date, shared by all requests."""

import threading
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from ragtui_core import (
    AnswerEvent,
    AskOptions,
    Coverage,
    IndexFollower,
    IndexMissing,
    Notice,
    RagtuiError,
    SearchOptions,
    SearchResult,
    Vault,
)
from ragtui_core.indexing import (
    IndexEvent,
    IndexFinished,
    coverage_as_json,
    is_embedding,
    is_reading,
    state_error,
)
from ragtui_core.settings import named_nearest
from ragtui_core.tools import RequestError, RequestOption

AnswerEvents = AsyncGenerator[AnswerEvent, None]
"""The events of an answer; closing it ends the answer."""

FIRST_INDEX_SECONDS = 10.0
"""How long a request waits until a new vault is searchable, by default."""


class _FirstRun:
    """Notes when the files that were there at the start are searchable by keyword.

    Of many new notes, the words are enough.
    """

    def __init__(self) -> None:
        self.ended = threading.Event()

    def step(self, event: IndexEvent) -> None:
        is_read = is_reading(event) and event.done == event.total
        if is_read or is_embedding(event) or isinstance(event, IndexFinished):
            self.ended.set()

    def coverage(self, coverage: Coverage, *, elsewhere: bool) -> None:
        if elsewhere:
            self.ended.set()  # another process indexes; what it has is searched

    def paused(self) -> None:
        return

    def failed(self, error: RagtuiError) -> None:
        self.ended.set()


class ServedVault:
    """An open vault, followed by one indexer. Safe to use from several threads."""

    def __init__(
        self,
        vault: Vault,
        name: str = "",
        *,
        index_timeout: float = FIRST_INDEX_SECONDS,
        index: bool = True,
    ) -> None:
        """Serve a vault, which `close` closes, under a name or that of its folder.

        A request waits `index_timeout` seconds until a new vault is searchable.
        """
        self.vault = vault
        self.name = name or vault.root.name
        """What clients call it."""
        self._index_timeout = index_timeout
        self._first_run = _FirstRun()
        self._follower = IndexFollower(vault, self._first_run, index=index)
        self._indexes = index
        self._start = threading.Lock()
        self._is_started = False

    def start(self) -> None:
        """Begin to index and watch, unless another process does; only once."""
        with self._start:
            if self._is_started:
                return
            self._is_started = True
            if not self._indexes or self._has_documents():
                self._first_run.ended.set()
            if self._indexes:
                self._follower.start()

    def stop(self) -> None:
        """Let the indexer end after its current batch; does not wait for it."""
        self._follower.stop()
        self._first_run.ended.set()  # releases those that wait

    def close(self) -> None:
        """Wait for the indexer, and close the index."""
        self.stop()
        self._follower.join()
        self.vault.close()

    def warm(self) -> None:
        """Load what the first search needs: modules, index, embedding model."""
        try:
            self.vault.search("warm", SearchOptions(limit=1, as_you_type=True))
        except RagtuiError:
            return  # the first request reports it

    def wait_for_index(self) -> None:
        """Wait until a new vault is searchable by keyword, or the time is over.

        Raises:
            IndexMissing: There is no index yet; the message says what is going on.
            IndexUnusable: There is one, but damaged, foreign or too new.
        """
        self.start()
        self._first_run.ended.wait(self._index_timeout)
        if self.vault.is_indexed():
            return
        if self._follower.failure:
            raise IndexMissing(self._follower.failure)
        if not self._indexes:
            raise state_error(IndexMissing)
        raise IndexMissing(self._follower.state.sentence)

    @property
    def first_reading(self) -> str:
        """A sentence that not all files have been read yet; empty once they are."""
        with suppress(RagtuiError):
            if not self._follower.is_indexing:
                return ""
            coverage = self.vault.coverage.whole()
            if not coverage.last_indexed:
                return (
                    f"The vault is still being read, {coverage.documents:,} documents "
                    "so far: what is not found may not have been read."
                )
        return ""

    def _has_documents(self) -> bool:
        """Whether an earlier run left an index that can be searched."""
        try:
            return self.vault.coverage.whole().documents > 0
        except RagtuiError:
            return False

    def status(self) -> dict[str, Any]:
        """How much is indexed, without paths outside the vault; and what is going on.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        self.wait_for_index()
        coverage = self.vault.coverage.whole()
        found = coverage_as_json(coverage)
        del found["index_path"]
        return found | {
            "vault": self.name,
            "indexing": self._follower.is_indexing,
            "watching": self._follower.is_watching,
            "state": self._follower.state.name,
            "state_sentence": self.public_message(self._follower.state.sentence),
            "failure": self.public_message(self._follower.failure),
        }

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """The result of a search, without paths outside the vault."""
        result = self.vault.search(query, options)
        return replace(result, notes=tuple(map(self.public_message, result.notes)))

    async def ask(self, question: str, options: AskOptions) -> AnswerEvents:
        """The events of an answer, without paths outside the vault."""
        async with aclosing(self.vault.ask(question, options)) as events:
            async for event in events:
                yield self.public_event(event)

    def public_event(self, event: AnswerEvent) -> AnswerEvent:
        """An event for others: without paths outside the vault."""
        if isinstance(event, Notice):
            return replace(event, text=self.public_message(event.text))
        return event

    def public_message(self, error: RagtuiError | str) -> str:
        """A message of the core for others: without paths outside the vault."""
        message = str(error)
        for path, name in (
            (self.vault.index_location, "the index"),
            (self.vault.index_path.parent, "the index folder"),
            (self.vault.root, "the vault"),
            (self.vault.data_directory, "the data directory"),
        ):
            message = message.replace(str(path), name)
        return message


class ServedVaults:
    """The vaults of one server, by name."""

    def __init__(self, vaults: Iterable[ServedVault]) -> None:
        """Serve one vault or more; the first is meant where none is named.

        Raises:
            RequestError: Two vaults have the same name.
        """
        self._vaults: dict[str, ServedVault] = {}
        for served in vaults:
            if served.name in self._vaults:
                raise RequestError(
                    f"two vaults are called {served.name}: rename a folder, or name "
                    "one, as in NAME=FOLDER"
                )
            self._vaults[served.name] = served

    def __iter__(self) -> Iterator[ServedVault]:
        """The vaults, in order."""
        return iter(self._vaults.values())

    def public_message(self, error: RagtuiError) -> str:
        """An error's message for others: without paths outside the vaults."""
        message = str(error)
        for served in self:
            message = served.public_message(message)
        return message

    def first_reading(self) -> str:
        """The sentence on the first vault of which not all files have been read yet."""
        return next(filter(None, (served.first_reading for served in self)), "")

    @property
    def names(self) -> Sequence[str]:
        """Their names, in order."""
        return tuple(self._vaults)

    @property
    def options(self) -> tuple[RequestOption, ...]:
        """The option that names a vault, if there are several."""
        if len(self._vaults) == 1:
            return ()
        names = ", ".join(self.names)
        return (RequestOption("vault", str, f"The vault: {names}.", high=255),)

    def named(self, name: str = "") -> ServedVault:
        """The vault with this name; the first for an empty one.

        Raises:
            RequestError: There is no such vault.
        """
        if not name:
            return next(iter(self))
        if name not in self._vaults:
            unknown = named_nearest(name, self._vaults)
            raise RequestError(f"unknown vault {unknown}", "vault")
        return self._vaults[name]
