"""A vault: what can be indexed, searched, asked and read of a folder of notes.

Front ends use only this API and have no domain logic of their own. Methods
block and may be called from any thread, except `ask`, which is asynchronous.
"""

import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.errors import IndexMissing, StorageError
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions, utc_today
from ragtui_core.search_results import SearchResult
from ragtui_core.settings.schema import Settings
from ragtui_core.store.opening import open_store
from ragtui_core.store.protocols import SharedStore
from ragtui_core.text.sanitizing import encodable
from ragtui_core.vault.documents import VaultDocuments
from ragtui_core.vault.index_location import data_directory, index_path
from ragtui_core.vault.services import VaultServices

if TYPE_CHECKING:
    from ragtui_core.answer.request import AskOptions
    from ragtui_core.answer_events import AnswerEvent
    from ragtui_core.citations.current_files import CurrentFiles
    from ragtui_core.citations.quotations import Quotations
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.history.audit_log import AuditLog
    from ragtui_core.history.conversation_store import ConversationStore
    from ragtui_core.indexing.coverage import VaultCoverage
    from ragtui_core.indexing.events import IndexEvent, IndexFinished, IndexListener
    from ragtui_core.indexing.settings_edits import SettingsEdits
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.search.facets import Facet
    from ragtui_core.search.query_completion import Completion
    from ragtui_core.search.saved_searches import SavedSearches
    from ragtui_core.store.protocols import AccessRights
    from ragtui_core.vault.model_registry import ModelRegistry


class Vault:
    """A folder of notes and its index. Use `open_vault` to make one."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        index: Path,
        today: Callable[[], date] = utc_today,
        read_settings: Callable[[], Settings] | None = None,
        models: "ModelRegistry | None" = None,
    ) -> None:
        """Use a real, readable folder.

        Args:
            root: The folder, as a real path.
            settings: The settings for indexing and searching.
            index: The path of the index file, which may not exist yet. If the
                settings name a server, only what this machine needs is beside it.
            today: The day from which documents' age counts.
            read_settings: Reads the settings again when their files change while the
                vault is watched; None keeps them.
            models: Loads the models of the settings; None makes a registry of its own.
        """
        self.root = root
        """The folder, as a real path."""
        self.settings = settings
        self._index = index
        self._store = open_store(settings, index)
        self.documents = VaultDocuments(root, self._store, settings.index)
        """The files in their current state."""
        self._today = today
        self._read_settings = read_settings
        self._services = VaultServices(root, self._store, settings, today, models)
        self._own_folder = index_path(self.data_directory, root).parent

    @property
    def index_path(self) -> Path:
        """The index file; it may not exist yet, and does not with a server.

        What belongs to this vault on this machine is beside it.
        """
        return self._index

    @property
    def index_location(self) -> str:
        """Where the index is, for the user to read: a file, or a server's database."""
        return self._store.location

    @property
    def data_directory(self) -> Path:
        """The directory for data that is not specific to this vault."""
        return data_directory(self.settings.data_dir)

    @property
    def access_rights(self) -> "AccessRights":
        """Who may read which folders.

        Raises:
            StorageError: The index is a file.
        """
        if isinstance(self._store, SharedStore):
            return self._store.access_rights
        raise StorageError(
            f"{self.index_location} is a file, and who can read it reads all of it: "
            "rights need an index in PostgreSQL (docs/team.md)"
        )

    def is_indexed(self) -> bool:
        """Whether there is an index to search.

        Raises:
            IndexUnusable: There is one, but damaged, foreign or too new.
        """
        try:
            with self._store.reader():
                return True
        except IndexMissing:
            return False

    def under(self, settings: Settings, *, db: Path | None = None) -> "Vault":
        """A view of the vault with other settings, and the index file `db` if given.

        The embedding model is shared, unless the settings name another.
        """
        settings = replace(settings, store="") if db else self._placed(settings)
        index = db or self.index_path
        models = self._services.models.under(settings)
        return Vault(self.root, settings, index, self._today, models=models)

    def adopt(self, settings: Settings) -> None:
        """Use other settings from the next call on.

        The paths of the index and the data do not change, nor does an indexing run
        in progress. The next run creates another embedding model's vectors.
        """
        settings = self._placed(settings)
        if settings != self.settings:
            self._services = self._services.under(settings)
            self.documents.settings = settings.index
            self.settings = settings

    def _placed(self, settings: Settings) -> Settings:
        """Other settings, with the present places of the index and the data."""
        now = self.settings
        return replace(
            settings,
            data_dir=now.data_dir,
            store=now.store,
            vault_name=now.vault_name,
        )

    def settings_edits(self) -> "SettingsEdits":
        """Follows the settings files, and adopts what they say, if `open_vault` did."""
        from ragtui_core.indexing.settings_edits import SettingsEdits

        def load() -> Settings:
            if self._read_settings is not None:
                self.adopt(self._read_settings())
            return self.settings

        return SettingsEdits(self.root, self.settings, load)

    def close(self) -> None:
        """Close the index file."""
        self._store.close()

    # --- index ---

    def index(
        self,
        listener: "IndexListener | None" = None,
        *,
        embed: bool = True,
        wait: float = 0.0,
        cancelled: threading.Event | None = None,
    ) -> "IndexFinished":
        """Bring the index up to date: first for keyword, then for semantic search.

        Args:
            listener: Receives the events.
            embed: Whether to run the second phase.
            wait: Seconds to wait for another indexer; negative waits indefinitely.
            cancelled: Ends the run after the current batch; the next run resumes.

        Raises:
            IndexBusy: Another process is indexing this vault.
            IndexUnusable: The index file is damaged, foreign or too new.
            StorageError: The disk is full or the data directory not writable.
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone (`accept_deletions`).
            ModelError: The embedding model cannot be loaded.
        """
        load = self._embedder_of if embed else None
        stop = cancelled or threading.Event()
        return self._services.run_indexer(load, listener, stop, wait=wait)

    def copy_index(
        self,
        source: "Vault",
        listener: "IndexListener | None" = None,
        *,
        cancelled: threading.Event | None = None,
    ) -> "IndexFinished":
        """Index, with the vectors that `source`, the same vault elsewhere, has.

        If both are on servers, the rights of `source` apply before anything is written.

        Args:
            source: The vault with the index to copy.
            listener: Receives the events.
            cancelled: Ends the run after the current batch; the next run resumes.

        Raises:
            As for `index`; ModelError also if the vectors are another model's.
        """
        stop = cancelled or threading.Event()
        return self._services.copy_index(source._store, listener, stop)

    def watch(
        self,
        stop: threading.Event,
        listener: "IndexListener | None" = None,
        *,
        embed: bool = True,
        wait: float = 0.0,
    ) -> None:
        """Index, then follow the vault's changes until `stop` is set.

        Changed settings apply immediately if the vault was opened by
        `open_vault`. A vault that cannot be read, or lost most of its files, does not
        end the watch: the listener receives a notice, and the index is kept. An index
        that is deleted meanwhile is made again, after a notice.

        Raises:
            IndexBusy, IndexUnusable, StorageError, ModelError: As `index`.
        """
        from ragtui_core.indexing.watcher import Watcher

        load = self._embedder_of if embed else None

        def report(event: "IndexEvent") -> None:
            self._services.refresh_names(event)  # `adopt` may have replaced them
            if listener:
                listener(event)

        is_ended = False
        while not is_ended:  # again, if the index was deleted meanwhile
            with self._services.indexer(load, wait=wait) as indexer:
                Watcher(indexer, self.settings_edits(), report, stop).run()
            is_ended = stop.is_set()

    def accept_deletions(self) -> None:
        """Allow the next run to remove any number of documents with missing files.

        It may be a run of this process, or of another that is watching the vault.

        Raises:
            StorageError: The data directory is not writable.
        """
        self._store.accept_deletions()

    def back_up_index(self) -> str | None:
        """Rename the index, for a rebuild by the next run; returns its new location.

        Raises:
            IndexBusy: Another process is indexing this vault.
        """
        return self._store.back_up()

    # --- search, ask and read ---

    def search(
        self, query: str, options: SearchOptions = DEFAULT_OPTIONS
    ) -> SearchResult:
        """The best hits for a query (docs/search.md has the syntax).

        A query cannot be invalid; notes report ignored parts.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The index file is damaged, foreign or too new.
            ModelError: A model cannot be loaded.
        """
        return self._services.engine.search(encodable(query), encodable(options))

    def facets(
        self, query: str, options: SearchOptions = DEFAULT_OPTIONS
    ) -> "tuple[Facet, ...]":
        """Values of fields to filter a search by, with their number of documents."""
        return self._services.engine.facets(encodable(query), encodable(options))

    def complete(self, line: str, at: int) -> "tuple[Completion, ...]":
        """Completions of a query line at character `at`."""
        return self._services.engine.complete(encodable(line), at)

    @cached_property
    def saved_searches(self) -> "SavedSearches":
        """The named searches, stored beside this vault's index by default."""
        from ragtui_core.search.saved_searches import SavedSearches

        return SavedSearches(self._own_folder)

    def ask(
        self, question: str, options: "AskOptions | None" = None
    ) -> "AsyncGenerator[AnswerEvent, None]":
        """Answer a question from the vault: sources, text, citations, notices, done.

        Closing the iterator, or cancelling the task that reads it, stops the answer.

        Raises:
            IndexMissing: The vault was never indexed.
            AnswerError: No provider is available, or it failed before the first word.
            ConversationNotFound: There is no conversation with the name in `options`.
        """
        # Imported here: 30 ms less for a keyword search.
        from ragtui_core.answer.pipeline import answer
        from ragtui_core.answer.request import DEFAULT_ASK_OPTIONS

        options = encodable(options or DEFAULT_ASK_OPTIONS)
        files = self._current_files.with_unsaved(options.unsaved)
        context = self._services.answer_context(files, self.chats)
        if options.deep:
            from ragtui_core.tools.vault_tools import vault_tools

            context = replace(context, tools=vault_tools(self, options.search))
        return answer(encodable(question), options, context)

    def preload_answers(self) -> None:
        """Import the modules for answers (0.2 s) ahead of the first question."""
        import ragtui_core.answer.pipeline  # noqa: F401
        from ragtui_core.answer.provider_choice import load_provider

        load_provider(self.settings.answer)

    @cached_property
    def quotations(self) -> "Quotations":
        """Finds quotations, and verifies saved ones."""
        from ragtui_core.citations.quotations import Quotations

        return Quotations(
            self._current_files,
            lambda query, options: self._services.engine.search(query, options),
            self.documents.indexed_path,
            self._states,
        )

    def _states(self, text: str, result: "SearchResult") -> bool:
        """Whether the hits of a search for a text state the same."""
        from ragtui_core.answer.passages.abstention import states

        embedder = self._services.index_embedder()
        return states(text, result, self._current_files.read, embedder)

    @cached_property
    def _current_files(self) -> "CurrentFiles":
        from ragtui_core.citations.current_files import CurrentFiles

        return CurrentFiles(self.root, self.documents.read)

    @cached_property
    def chats(self) -> "ConversationStore":
        """The stored conversations about this vault, beside its index by default."""
        from ragtui_core.history.conversation_store import ConversationStore

        return ConversationStore(self._own_folder / "chats")

    @property
    def links(self) -> "LinkGraph":
        """Link targets, backlinks and names of notes."""
        return self._services.links

    def embedder(self) -> "Embedder":
        """The embedding model of the settings, loaded at the first call (0.3 s).

        Raises:
            ModelError: It is missing, damaged or cannot be loaded.
        """
        return self._services.models.embedder()

    def _embedder_of(self, model_id: str) -> "Embedder":
        return self._services.models.embedder_of(model_id)

    @property
    def coverage(self) -> "VaultCoverage":
        """How much of the vault is indexed, and the state of the index."""
        return self._services.coverage

    @property
    def audit_log(self) -> "AuditLog":
        """The audit log, shared by all vaults."""
        return self._services.audit_log
