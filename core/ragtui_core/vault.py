"""The one door: `open_vault()` gives a Vault that indexes, searches, asks, reads.

Front ends call this and translate; they hold no behaviour of their own. Methods
block and may be called from any thread, except `ask`, which is asynchronous.
"""

import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.embedding import model_id, open_embedder
from ragtui_core.errors import (
    DocumentNotFound,
    IndexMissing,
    UnreadableFile,
    VaultError,
)
from ragtui_core.model import (
    Card,
    Confidence,
    Coverage,
    Document,
    SearchResult,
)
from ragtui_core.search.engine import RankedDocument, SearchEngine, utc_today
from ragtui_core.search.options import PLAIN, SearchOptions
from ragtui_core.settings import VAULT_FILE, Settings, load_settings
from ragtui_core.sources.naming import path_of
from ragtui_core.store import Store, meta_rows
from ragtui_core.store.location import data_directory, index_path

if TYPE_CHECKING:
    from ragtui_core.answer import AnswerEvent
    from ragtui_core.embedding import Embedder
    from ragtui_core.indexing.events import IndexFinished, IndexListener
    from ragtui_core.indexing.indexer import Indexer
    from ragtui_core.search.rerank import Reranker
    from ragtui_core.store.writing import Writer


def open_vault(
    path: str | Path | None = None,
    *,
    db: str | Path | None = None,
    flags: Mapping[str, Any] | None = None,
    today: Callable[[], date] = utc_today,
) -> "Vault":
    """Open a folder of notes; quick, since nothing is read or loaded yet.

    Args:
        path: The folder. None takes the setting `vault`, else the nearest folder
            upwards that holds a `.ragtui.toml`, else the current one.
        db: Another place for the index file.
        flags: Dotted settings keys that override all other sources.
        today: The day from which relative dates and ages are counted.

    Raises:
        VaultError: There is no such folder, or it cannot be read.
        SettingsError: A setting is wrong.
    """
    if not path:
        path = load_settings(flags=flags).vault or _nearest_vault(Path.cwd())
    root = _real_folder(Path(path).expanduser())
    settings = load_settings(root, flags=flags)
    place = (
        Path(db).expanduser().absolute()
        if db
        else index_path(data_directory(settings.data_dir), root)
    )
    return Vault(root, settings, place, today)


def _nearest_vault(here: Path) -> Path:
    for folder in (here, *here.parents):
        if (folder / VAULT_FILE).is_file():
            return folder
    return here


def _real_folder(path: Path) -> Path:
    try:
        root = path.resolve(strict=True)
        next(root.iterdir(), None)
    except FileNotFoundError as error:
        raise VaultError(f"no such folder: {path}: name the folder of notes") from error
    except NotADirectoryError as error:
        raise VaultError(f"{path} is a file: name the folder that holds it") from error
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise VaultError(f"cannot read the folder {path}: {reason}") from error
    return root


class Vault:
    """A folder of notes and its index. Use `open_vault` to make one."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        index: Path,
        today: Callable[[], date] = utc_today,
    ) -> None:
        """Take over a real, readable folder; documents' age counts from `today`."""
        self.root = root
        """The folder, as a real path."""
        self.settings = settings
        self._store = Store(index)
        self._today = today
        self._loading = threading.Lock()
        self._embedder: Embedder | None = None
        self._reranker: Reranker | None = None

    @property
    def index_path(self) -> Path:
        """The index file; it may not exist yet."""
        return self._store.path

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

        A loaded embedding model is shared, unless the settings name another.
        """
        other = Vault(self.root, settings, db or self.index_path, self._today)
        if settings.embedding == self.settings.embedding:
            other._embedder = self._embedder
        return other

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
            ModelError: The embedding model cannot be loaded.
        """
        from ragtui_core.indexing.events import IndexFinished, ignore

        listener, cancelled = listener or ignore, cancelled or threading.Event()
        started = time.monotonic()
        with self._indexing(wait) as (indexer, writer):
            complete = indexer.update(listener, cancelled)
            left = 0
            if embed:
                left = self._embed(writer, listener, cancelled.is_set)
        with self._store.reader() as reader:
            documents, chunks, embedded = reader.counts()
            skipped = len(reader.skipped())
        finished = IndexFinished(
            documents=documents,
            chunks=chunks,
            pending=chunks - embedded,
            skipped=skipped,
            interrupted=not complete or (cancelled.is_set() and left > 0),
            seconds=time.monotonic() - started,
        )
        listener(finished)
        return finished

    def watch(
        self,
        stop: threading.Event,
        listener: "IndexListener | None" = None,
        *,
        embed: bool = True,
        wait: float = 0.0,
    ) -> None:
        """Index, then follow the vault's changes until `stop` is set.

        Raises:
            The same as `index`.
        """
        from ragtui_core.indexing.events import ignore
        from ragtui_core.indexing.watch import watch

        told = listener or ignore
        with self._indexing(wait) as (indexer, writer):
            watch(
                self.root,
                self.settings.index,
                indexer,
                lambda stopped: self._embed(writer, told, stopped) if embed else 0,
                told,
                stop,
            )

    def set_index_aside(self) -> Path | None:
        """Rename the index file, so that the next run starts anew; its new name.

        Raises:
            IndexBusy: Another process is indexing this vault.
        """
        return self._store.set_aside()

    @contextmanager
    def _indexing(self, wait: float) -> "Iterator[tuple[Indexer, Writer]]":
        from ragtui_core.indexing.indexer import Indexer

        with self._store.writer(wait=wait) as writer:
            writer.set_meta(meta_rows.VAULT, str(self.root))
            yield Indexer(self.root, self.settings, writer), writer

    def _embed(
        self, writer: "Writer", listener: "IndexListener", stop: "Callable[[], bool]"
    ) -> int:
        from ragtui_core.indexing.embed import embed_pending

        return embed_pending(writer, self._model_id, self.embedder, listener, stop)

    # --- search, ask and read ---

    def search(self, query: str, options: SearchOptions = PLAIN) -> SearchResult:
        """The best hits for a line of the query language (docs/search.md).

        Args:
            query: As typed. Nothing in it is an error; notes tell what was ignored.
            options: Whatever else is asked for.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The index file is damaged, foreign or too new.
            ModelError: A model cannot be loaded.
        """
        return self._engine.search(query, options)

    def rank(
        self, query: str, options: SearchOptions = PLAIN, *, depth: int = 100
    ) -> tuple[list[RankedDocument], Confidence]:
        """The `depth` best documents for a query, and how sure that is.

        Raises:
            The same as `search`.
        """
        return self._engine.rank(query, options, depth)

    async def ask(self, question: str) -> "AsyncGenerator[AnswerEvent, None]":
        """Answer a question from the vault: sources, text, citations, notices, done.

        Closing the iterator, or cancelling the task that reads it, stops the answer.

        Args:
            question: As asked.

        Raises:
            IndexMissing: The vault was never indexed.
            AnswerError: The answering service failed before the first word.
        """
        # Spares a keyword search 30 ms.
        import asyncio

        from ragtui_core.answer.asking import answer

        settings = self.settings.answer
        options = SearchOptions(limit=settings.top, fill=False)
        result = await asyncio.to_thread(self.search, question, options)
        events = answer(
            question,
            result,
            read=self.read,
            load_embedder=self.embedder if self._has_vectors() else None,
            settings=settings,
        )
        async with aclosing(events):
            async for event in events:
                yield event

    def _has_vectors(self) -> bool:
        with self._store.reader() as reader:
            return reader.has_vectors(self._model_id)

    @cached_property
    def _engine(self) -> SearchEngine:
        return SearchEngine(
            self._store,
            self.settings.search,
            self._model_id,
            self.embedder,
            self.reranker if self.settings.search.rerank else None,
            self._today,
        )

    @property
    def _model_id(self) -> str:
        return model_id(self.settings.embedding)

    def embedder(self) -> "Embedder":
        """The embedding model, loaded at the first call (0.3 s).

        Raises:
            ModelError: It is missing, damaged or cannot be loaded.
        """
        with self._loading:
            if self._embedder is None:
                self._embedder = open_embedder(self.settings.embedding)
            return self._embedder

    def reranker(self) -> "Reranker":
        """The model of `search.rerank`, loaded at the first call.

        Raises:
            ModelError: It is missing or cannot be loaded.
        """
        from ragtui_core.search.cross_encoder import CrossEncoderReranker

        with self._loading:
            if self._reranker is None:
                self._reranker = CrossEncoderReranker(
                    self.settings.search.rerank,
                    timeout=self.settings.embedding.load_timeout,
                )
            return self._reranker

    def read(self, path: str) -> Document:
        """A file of the vault as it is on disk now.

        Args:
            path: Relative to the vault, with forward slashes.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        from ragtui_core.sources import parse_document

        file = self.root / path
        if not file.resolve().is_relative_to(self.root) or not file.is_file():
            raise DocumentNotFound(f"there is no file {path!r} in {self.root}")
        try:
            return parse_document(path, file.read_bytes())
        except OSError as error:
            raise UnreadableFile(f"{file}: {error.strerror}") from error

    def find(self, name: str) -> Document:
        """The document that a person means by `name`.

        A path relative to the vault or an absolute one into it, or, if only one
        document has it, the end of a path or a file's name without its ending.

        Raises:
            DocumentNotFound: Nothing, or more than one document, answers to it.
        """
        return self.read(path_of(name, self.root, self.paths))

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted; empty before the first index."""
        if not self.is_indexed():
            return []
        with self._store.reader() as reader:
            return reader.paths()

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""
        with self._store.reader() as reader:
            return reader.recent(limit)

    def status(self) -> Coverage:
        """How much of the vault the index holds.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            documents, chunks, embedded = reader.counts()
            return Coverage(
                vault=str(self.root),
                index_path=str(self.index_path),
                index_bytes=self._store.size(),
                documents=documents,
                chunks=chunks,
                embedded=embedded,
                model=reader.meta(meta_rows.MODEL) or self._model_id,
                skipped=tuple(reader.skipped()),
                problems=tuple(reader.problems()),
                last_indexed=reader.meta(meta_rows.INDEXED_AT),
            )
