"""The one door: `open_vault()` gives a Vault that indexes, searches, asks, reads.

Front ends call this and translate; they hold no behaviour of their own. Methods
block and may be called from any thread, except `ask`, which is asynchronous.
"""

import threading
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.errors import IndexMissing, StorageError, VaultError
from ragtui_core.files.path_arguments import current_directory, path_argument
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.model_registry import ModelRegistry
from ragtui_core.query_services import QueryServices, models_of_index
from ragtui_core.search.clock import utc_today
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions
from ragtui_core.settings.folders import find_vault, real_folder
from ragtui_core.settings.loading import load_settings
from ragtui_core.settings.schema import Settings
from ragtui_core.store.index_location import data_directory, index_path
from ragtui_core.store.own_directories import make_own_directories_private
from ragtui_core.store.sqlite.store import Store
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import Confidence, SearchResult
from ragtui_core.vault_documents import VaultDocuments

if TYPE_CHECKING:
    from ragtui_core.answer.request import AskOptions
    from ragtui_core.answer.retrieval import AnswerContext
    from ragtui_core.answer_events import AnswerEvent
    from ragtui_core.citations.current_files import CurrentFiles
    from ragtui_core.citations.quotations import Quotations
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.history.audit_log import AuditLog
    from ragtui_core.history.conversations import ConversationStore
    from ragtui_core.indexing.coverage import VaultCoverage
    from ragtui_core.indexing.events import IndexFinished, IndexListener
    from ragtui_core.indexing.upkeep import Upkeep
    from ragtui_core.links.link_graph import LinkGraph
    from ragtui_core.search.completion import Completion
    from ragtui_core.search.engine import RankedDocument
    from ragtui_core.search.facets import Facet
    from ragtui_core.search.saved_searches import SavedSearches


def open_vault(
    path: str | Path | None = None,
    *,
    db: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
    today: Callable[[], date] = utc_today,
    vfs: str = "",
) -> "Vault":
    """Open a folder of notes; quick, since nothing is read or loaded yet.

    Args:
        path: The folder. None takes the nearest folder upwards that holds a
            `.ragtui.toml`, else the setting `vault`, else the current directory.
        db: Another place for the index file.
        flags: Dotted settings keys that override all other sources.
        today: The day from which relative dates and ages are counted.
        vfs: The SQLite VFS (file system layer) to open the index by, which must be
            registered with apsw; empty takes the platform's.

    Raises:
        VaultError: There is no such folder, or it cannot be read.
        SettingsError: A setting is wrong.
    """
    start = None if path else current_directory(VaultError)
    folder = find_vault(path, start=start, flags=flags)
    assert folder is not None  # one of the two is given
    root = real_folder(folder)

    def read_settings() -> Settings:
        return load_settings(root, flags=flags)

    settings = read_settings()
    make_own_directories_private(data_directory(settings.data_dir))
    place = (
        path_argument(db, StorageError)
        if db
        else index_path(data_directory(settings.data_dir), root)
    )
    return Vault(root, settings, place, today, read_settings, vfs=vfs)


class Vault:
    """A folder of notes and its index. Use `open_vault` to make one."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        index: Path,
        today: Callable[[], date] = utc_today,
        read_settings: Callable[[], Settings] | None = None,
        *,
        vfs: str = "",
    ) -> None:
        """Take over a real, readable folder.

        Args:
            root: The folder, as a real path.
            settings: How it is indexed and searched.
            index: Where the index file is or will be.
            today: The day from which documents' age counts.
            read_settings: Reads the settings again when their files change while the
                vault is watched; None keeps them.
            vfs: The SQLite VFS to open the index by; empty is the platform's.
        """
        self.root = root
        """The folder, as a real path."""
        self.settings = settings
        self._vfs = vfs
        self._store = Store(index, vfs=vfs)
        self.documents = VaultDocuments(
            root, self._store, lambda: self.settings.index.max_bytes
        )
        """The files, read as they are now."""
        self._today = today
        self._read_settings = read_settings
        self._models = ModelRegistry(settings)
        self._served: QueryServices | None = None
        self._courtesy = SearchPriority()

    @property
    def index_path(self) -> Path:
        """The index file; it may not exist yet."""
        return self._store.path

    @property
    def data_directory(self) -> Path:
        """Where ragtui keeps what is not this vault's alone."""
        return data_directory(self.settings.data_dir)

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
        """The same vault under other settings, with another index if `db` names one.

        The embedding model is shared, unless the settings name another.
        """
        place = db or self.index_path
        other = Vault(self.root, settings, place, self._today, vfs=self._vfs)
        other._models = self._models.under(settings)
        return other

    def adopt(self, settings: Settings) -> None:
        """Go on under other settings, from the next call on.

        Where the index and the data lie stays as it is, and so does an indexing run
        under way. Another embedding model's vectors are made by the next one.
        """
        settings = replace(settings, data_dir=self.settings.data_dir)
        self._models = self._models.under(settings)
        self.settings = settings
        self._served = None
        self.__dict__.pop("journal", None)

    def _load_settings(self) -> Settings:
        """The settings as their files are now, which act from now on.

        Raises:
            SettingsError: A setting is wrong; those before go on to act.
        """
        if self._read_settings is not None:
            settings = replace(self._read_settings(), data_dir=self.settings.data_dir)
            if settings != self.settings:
                self.adopt(settings)
        return self.settings

    def close(self) -> None:
        """Let go of the index file."""
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
        """Make the index true to the files: first for keywords, then for meaning.

        Args:
            listener: Told of every step.
            embed: Whether to do the second phase.
            wait: Seconds to wait for another indexer; negative waits for ever.
            cancelled: Ends the run after the batch at hand; the next run resumes.

        Raises:
            IndexBusy: Another process is indexing this vault.
            IndexUnusable: The index file is damaged, foreign or too new.
            StorageError: The disk is full or the data directory not writable.
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone (`accept_deletions`).
            ModelError: The embedding model cannot be loaded.
        """
        upkeep = self._upkeep(listener, embed=embed, wait=wait)
        return upkeep.run(cancelled or threading.Event())

    def watch(
        self,
        stop: threading.Event,
        listener: "IndexListener | None" = None,
        *,
        embed: bool = True,
        wait: float = 0.0,
    ) -> None:
        """Index, then follow the vault's changes until `stop` is set.

        Settings that change meanwhile act at once, if the vault was opened by
        `open_vault`. A vault that cannot be read, or lost most of its files, does not
        end the watch: the listener is told, and the index is kept.

        Raises:
            IndexBusy, IndexUnusable, StorageError, ModelError: As `index`.
        """
        self._upkeep(listener, embed=embed, wait=wait).follow(stop)

    def _upkeep(
        self, listener: "IndexListener | None", *, embed: bool, wait: float
    ) -> "Upkeep":
        from ragtui_core.indexing.events import ignore
        from ragtui_core.indexing.upkeep import Upkeep

        return Upkeep(
            self.root,
            self.settings,
            self._load_settings,
            self._store,
            self.embedder,
            listener or ignore,
            self._courtesy,
            embed,
            wait,
        )

    def accept_deletions(self) -> None:
        """Let the next run remove documents, however many of their files are gone.

        That may be a run of this process, or of another that is watching the vault.

        Raises:
            StorageError: The data directory is not writable.
        """
        self._store.accept_deletions()

    def back_up_index(self) -> Path | None:
        """Rename the index file, so that the next run starts anew; its new name.

        Raises:
            IndexBusy: Another process is indexing this vault.
        """
        return self._store.back_up()

    # --- search, ask and read ---

    def search(
        self, query: str, options: SearchOptions = DEFAULT_OPTIONS
    ) -> SearchResult:
        """The best hits for a line of the query language (docs/search.md).

        Args:
            query: As typed. Nothing in it is an error; notes tell what was ignored.
            options: Whatever else is asked for.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The index file is damaged, foreign or too new.
            ModelError: A model cannot be loaded.
        """
        asked = datetime.now(UTC)
        result = self._search(query, options)
        if self.settings.log.searches and not options.live:
            self._log_search(result, asked)
        return result

    def facets(
        self, query: str, options: SearchOptions = DEFAULT_OPTIONS
    ) -> "tuple[Facet, ...]":
        """What a search can be narrowed by: values of fields, and how many have them.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The index file is damaged, foreign or too new.
        """
        return self._serving.engine.facets(query, options)

    def complete(self, line: str, at: int) -> "tuple[Completion, ...]":
        """How a query line that is being typed may go on at character `at`.

        Raises:
            The same as `facets`.
        """
        return self._serving.engine.complete(line, at)

    @cached_property
    def saved_searches(self) -> "SavedSearches":
        """The searches that were given a name, beside this vault's index by default."""
        from ragtui_core.search.saved_searches import SavedSearches

        return SavedSearches(self._own_folder)

    @property
    def _own_folder(self) -> Path:
        """Where everything but a moved index lies, outside the vault."""
        return index_path(self.data_directory, self.root).parent

    def _search(self, query: str, options: SearchOptions) -> SearchResult:
        # Which engine it is depends on the index, which may have changed.
        return self._serving.engine.search(query, options)

    def _log_search(self, result: SearchResult, asked: datetime) -> None:
        from ragtui_core.history.audit_log import search_record

        latency = round(1000 * (datetime.now(UTC) - asked).total_seconds())
        self.audit_log.write(
            search_record(result, time=asked, vault=self.root, latency_ms=latency)
        )

    def rank(
        self, query: str, options: SearchOptions = DEFAULT_OPTIONS, *, depth: int = 100
    ) -> "tuple[list[RankedDocument], Confidence]":
        """The `depth` best documents for a query, and how sure that is.

        Raises:
            The same as `search`.
        """
        return self._serving.engine.rank(query, options, depth)

    def ask(
        self, question: str, options: "AskOptions | None" = None
    ) -> "AsyncGenerator[AnswerEvent, None]":
        """Answer a question from the vault: sources, text, citations, notices, done.

        Closing the iterator, or cancelling the task that reads it, stops the answer.

        Args:
            question: As asked.
            options: Whatever else is asked for.

        Raises:
            IndexMissing: The vault was never indexed.
            AnswerError: Nobody can answer, or the service failed before the first word.
            ChatNotFound: There is no conversation of the name in `options`.
        """
        # Spares a keyword search 30 ms.
        from ragtui_core.answer.pipeline import answer
        from ragtui_core.answer.request import DEFAULT_ASK_OPTIONS

        options = options or DEFAULT_ASK_OPTIONS
        # No service, model or file takes half a surrogate pair.
        question = without_surrogates(question)
        return answer(question, options, self._desk(options))

    def preload_answers(self) -> None:
        """Import what answers need (0.2 s), so that the first question need not wait."""
        import ragtui_core.answer.pipeline  # noqa: F401

    def _desk(self, options: "AskOptions") -> "AnswerContext":
        from ragtui_core.answer.retrieval import AnswerContext

        return AnswerContext(
            vault=self.root,
            search=self._search,
            files=self._files_now.holding(options.unsaved),
            load_embedder=lambda: self._serving.embedder(),
            settings=self.settings.answer,
            chats=self.chats,
            audit_log=self.audit_log,
        )

    @cached_property
    def quotations(self) -> "Quotations":
        """Quotations for a text, and saved ones checked again."""
        from ragtui_core.citations.quotations import Quotations

        return Quotations(self._files_now, self._search)

    @cached_property
    def _files_now(self) -> "CurrentFiles":
        from ragtui_core.citations.current_files import CurrentFiles

        return CurrentFiles(self.root, self.documents.read)

    @cached_property
    def chats(self) -> "ConversationStore":
        """The stored conversations about this vault, beside its index by default."""
        from ragtui_core.history.conversations import ConversationStore

        return ConversationStore(self._own_folder / "chats")

    @property
    def links(self) -> "LinkGraph":
        """Where links lead, what leads to a note, and what notes are called."""
        return self._serving.links

    @property
    def _serving(self) -> QueryServices:
        self._courtesy.touch()  # whoever asks is waited for
        models = models_of_index(self._store, self._models)
        if self._served is None or self._served.models is not models:
            self._served = QueryServices(
                self._store, self.settings, models, self._today
            )
        return self._served

    def embedder(self) -> "Embedder":
        """The embedding model of the settings, loaded at the first call (0.3 s).

        Raises:
            ModelError: It is missing, damaged or cannot be loaded.
        """
        return self._models.embedder()

    @property
    def coverage(self) -> "VaultCoverage":
        """How much of the vault the index holds, by folder, and what is stale."""
        from ragtui_core.indexing.coverage import VaultCoverage

        index = self.settings.index
        return VaultCoverage(self.root, index, self._store, self._models.model_id)

    # --- the audit log ---

    @cached_property
    def audit_log(self) -> "AuditLog":
        """The audit log, which this vault shares with all others."""
        from ragtui_core.history.audit_log.audit_log import FOLDER, AuditLog

        folder = self.data_directory / FOLDER
        return AuditLog(folder, self.settings.log, self._today)
