"""Brings an index up to date in steps: scan, read, chunk, write, embed."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ragtui_core.documents.file_readers import readers
from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.part_paths import mails_of
from ragtui_core.embedding.embedder import Embedder
from ragtui_core.embedding.embedder_opening import is_download
from ragtui_core.embedding.model_identity import BUNDLED, advice, model_id, resolved
from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.indexing.coverage import count_waiting, counted_kinds
from ragtui_core.indexing.deletion_guard import refuse_doubtful
from ragtui_core.indexing.difference import Difference, compare
from ragtui_core.indexing.difference_writing import DifferenceWriting
from ragtui_core.indexing.embedding_run import embed_pending
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexFinished,
    IndexListener,
    IndexNotice,
    IndexNoticeKind,
    ignore,
)
from ragtui_core.indexing.file_reader import FileReader, signature
from ragtui_core.indexing.mail_reader import KnownMailbox
from ragtui_core.indexing.picture_recognition import PictureRecognition
from ragtui_core.indexing.scanner import (
    MAX_ENDINGS,
    FolderIdentity,
    Scan,
    folder_identity,
    scan_files,
    scan_vault,
)
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.language.function_words import is_english, language_of, words_in
from ragtui_core.settings.schema import EmbeddingSettings, Settings
from ragtui_core.store.meta_keys import (
    FOREIGN,
    INDEXED_AT,
    LANGUAGES,
    MISSING,
    MIXED,
    MODEL,
    NEXT_MODEL,
    READ,
    SIGNATURE,
    UNREAD,
    VAULT,
    WORDS_FIRST,
)
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import StoredFile
from ragtui_core.store.writing.writer import Writer

LANGUAGE_CHUNKS = 100
"""Chunks by which the languages of a vault are found."""

MIN_FOREIGN_CHUNKS = 2
"""Fewer count as errors of detection."""


class _Plan(NamedTuple):
    """What an update reads and writes."""

    difference: Difference
    mailboxes: dict[str, KnownMailbox]
    folder: FolderIdentity
    """The vault's folder before it was scanned."""


class Indexer:
    """Makes the index of one vault equal to the vault.

    `update` and `update_files` scan, read and chunk files and write them for keyword
    search; `embed` adds the vectors for semantic search.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        store: Store,
        writer: Writer,
        priority: SearchPriority,
        load_embedder: Callable[[str], Embedder] | None,
    ) -> None:
        """Index `root`, a real path; without `load_embedder` nothing is embedded."""
        self.root = root
        """The vault, as a real path."""
        self.settings = settings
        """The settings in use, which may be replaced between two calls."""
        self._store = store
        self._writer = writer
        self._priority = priority
        self._load_embedder = load_embedder
        self._links: dict[str, str] = {}
        self._loaded_model = ""
        self._pictures = PictureRecognition(root, writer, priority)
        self._identity = store.identity

    @property
    def is_detached(self) -> bool:
        """Whether what this writes is lost: its index was deleted or replaced."""
        return self._store.identity != self._identity

    def run(self, listener: IndexListener, cancelled: threading.Event) -> IndexFinished:
        """Update, then embed.

        Args:
            listener: Receives the events but the last, which is returned.
            cancelled: Ends the run after the current batch; the next run resumes.

        Raises:
            VaultError, DeletionsRefused, StorageError: As `update`.
            ModelError: As `embed`.
        """
        started = time.monotonic()
        complete = self.update(listener, cancelled)
        remaining = self.embed(listener, cancelled.is_set)
        while not cancelled.is_set() and self.recognize(listener, cancelled.is_set):
            remaining = self.embed(listener, cancelled.is_set)
        is_left = cancelled.is_set() and (remaining or self._pictures.waiting_files())
        writer, vectors = self._writer, self._writer.vectors
        documents, chunks = writer.documents.counts()
        served = writer.meta(MODEL)
        return IndexFinished(
            documents=documents,
            chunks=chunks,
            pending=len(vectors.pending(served)) if vectors.available else chunks,
            skipped=len(writer.documents.skipped()),
            interrupted=not complete or bool(is_left),
            seconds=time.monotonic() - started,
            unread=sum(counted_kinds(writer, UNREAD).values()),
            waiting=count_waiting(writer, self.settings.index),
        )

    # --- scan, read, chunk, write ---

    def update(self, listener: IndexListener, cancelled: threading.Event) -> bool:
        """Bring the whole index up to date; False if it was cancelled.

        Raises:
            VaultError: The vault cannot be read.
            DeletionsRefused: Most of the vault's files are gone; nothing was written.
            StorageError: The index cannot be written.
        """
        plan = self._planned(listener)
        self._write(plan, listener, cancelled)
        if cancelled.is_set():
            return False
        listener(plan.difference.summary())
        self._finish(listener)
        return True

    def _planned(self, listener: IndexListener) -> "_Plan":
        """What to read and to remove, after a scan; problems are reported."""
        folder = folder_identity(self.root)
        scan = scan_vault(self.root, self.settings.index)
        self._links = scan.links
        known = self._writer.documents.files()
        own = signature(self.settings.chunking)
        is_other = self._writer.meta(SIGNATURE) != own
        again = set(known) if is_other else self._outdated(scan, known)
        difference = compare(scan, known, again=again)
        if not self._store.take_acceptance():
            refuse_doubtful(self._writer, self.root, difference, len(known))
        meta = {
            key: json.dumps(dict(counts.most_common(MAX_ENDINGS)))
            for key, counts in ((READ, scan.read), (UNREAD, scan.unread))
        }
        if is_other:
            # If settings were changed back after an interruption, the index would look
            # current with the former signature.
            meta[SIGNATURE] = MIXED if known else own
        self._writer.replace_skipped(scan.skipped, meta)
        for sentence in self._loaders.problems():
            listener(IndexNotice(IndexNoticeKind.SETTINGS_WRONG, sentence))
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
        return _Plan(difference, self._mailboxes(difference, again), folder)

    def _finish(self, listener: IndexListener) -> None:
        """Record that the index is complete."""
        if self._writer.meta(WORDS_FIRST):
            self._writer.merge_words()
        # An open reader would keep the write-ahead log from being emptied at the end.
        texts = self._writer.documents.some_texts(LANGUAGE_CHUNKS)
        languages = Counter(language_of(words_in(text)) for text in texts)
        self._writer.set_meta_values(
            {
                SIGNATURE: signature(self.settings.chunking),
                INDEXED_AT: datetime.now(UTC).isoformat(timespec="seconds"),
                VAULT: str(self.root),
                FOREIGN: self._foreign_share(texts, listener),
                LANGUAGES: json.dumps(languages),
                MISSING: "",
                WORDS_FIRST: "",
            }
        )
        self._prune_cache()

    def _foreign_share(self, texts: Sequence[str], listener: IndexListener) -> str:
        """The share of texts not in English; notifies if another model would help."""
        others = sum(not is_english(text) for text in texts)
        share = others / len(texts) if others >= MIN_FOREIGN_CHUNKS else 0.0
        embedding, before = self.settings.embedding, self._writer.meta(FOREIGN)
        sentence = advice(embedding, share)
        if sentence and not advice(embedding, float(before or 0)):
            listener(IndexNotice(IndexNoticeKind.LANGUAGES_UNREAD, sentence))
        return f"{share:.3f}"

    def _outdated(self, scan: Scan, known: Mapping[str, StoredFile]) -> set[str]:
        """Files that an older extractor read, or whose kind has changed."""
        loaders = self._loaders
        extracted = [
            row for row in self._writer.documents.extracted() if row[0] in known
        ]
        texts = {path for path, _ in extracted}
        codes = {code for _, code in extracted}
        old = {code for code in codes if not loaders.is_current(code)}
        outdated = {path for path, code in extracted if code in old}
        for path in (file.path for file in scan.files if file.path in known):
            if not known[path].has_mails and loaders.extracts(path) != (path in texts):
                outdated.add(path)
        return outdated

    def update_files(
        self,
        paths: Collection[str],
        listener: IndexListener,
        *,
        force: bool = False,
        parts: Collection[str] = (),
    ) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For changed files reported by a watcher that are not ignored; with `force`, also
        for unchanged ones after text recognition; of a mailbox, for `parts` alone.

        Raises:
            VaultError: The vault itself is missing.
            DeletionsRefused: Most of the vault's files are among those that are gone.
        """
        folder = folder_identity(self.root)
        known = self._writer.documents.files(paths)
        scan = scan_files(self.root, paths, self.settings.index)
        again = known if force else ()
        difference = compare(scan, known, again=again, reported=paths)
        if difference.vanished:
            documents = self._writer.documents.count_files()
            refuse_doubtful(self._writer, self.root, difference, documents)
        plan = _Plan(difference, self._mailboxes(difference, again, parts), folder)
        self._write(plan, listener, threading.Event())
        listener(difference.summary())

    def _mailboxes(
        self,
        difference: Difference,
        again: Collection[str],
        parts: Collection[str] = (),
    ) -> dict[str, KnownMailbox]:
        """The mailboxes to read, and what is indexed of each.

        Of files in `again`, all mails are read, or only those of the attachments
        `parts`.
        """
        mailboxes, loaders = {}, self._loaders
        for path in (file.path for file in difference.candidates):
            if not (loaders.are_mails(path) and readers().is_mailbox(path)):
                continue
            locations = tuple(self._writer.mails.locations_of_file(path))
            stored = difference.stored(path)
            mails: Collection[str] = mails_of(parts)
            if path in again:
                stored, mails = None, mails or {mail.path for mail in locations}
            mailboxes[path] = KnownMailbox(stored, locations, mails)
        return mailboxes

    def _write(
        self, plan: "_Plan", listener: IndexListener, cancelled: threading.Event
    ) -> None:
        settings = self.settings
        limit = settings.index.max_bytes
        reader = FileReader(self.root, settings.chunking, limit, self._loaders)
        writing = DifferenceWriting(reader, self._writer, listener, cancelled)
        writing.write(*plan)

    @property
    def _loaders(self) -> Loaders:
        return Loaders.of(self.settings.index, self._store.extracted)

    def _prune_cache(self) -> None:
        """Remove texts of files that were changed or deleted."""
        folder = self._store.extracted
        if folder.exists():
            from ragtui_core.documents.extraction.cache import ExtractionCache

            ExtractionCache(folder).prune(self._writer.documents.hashes())

    # --- embed ---

    def embed(self, listener: IndexListener, stop: Callable[[], bool]) -> int:
        """Embed chunks without a vector until `stop`; returns how many remain.

        Raises:
            ModelError: The model cannot be loaded.
            StorageError: The index cannot be written.
        """
        if self._load_embedder is None:
            return 0
        meta = self._writer.meta
        indexed, foreign = (meta(MODEL), meta(NEXT_MODEL)), float(meta(FOREIGN) or 0)
        embedding = resolved(self.settings.embedding, indexed, foreign)
        load = partial(self._load_model, self._load_embedder, embedding, listener)
        vectors, model = self._writer.vectors, model_id(embedding)
        return embed_pending(vectors, model, load, listener, stop, self._priority)

    def _load_model(
        self,
        load: Callable[[str], Embedder],
        setting: EmbeddingSettings,
        listener: IndexListener,
    ) -> Embedder:
        """Load the model; the first time is reported unless it is the bundled one."""
        model = model_id(setting)
        if model != self._loaded_model and setting.model != BUNDLED:
            loading, downloading = (
                IndexStateName.MODEL_LOADING,
                IndexStateName.MODEL_DOWNLOADING,
            )
            state = downloading if is_download(setting) else loading
            listener(IndexState(state, detail=setting.model))
        self._loaded_model = ""
        embedder = load(model)
        self._loaded_model = model
        return embedder

    # --- recognise pictures ---

    def recognize(self, listener: IndexListener, stop: Callable[[], bool]) -> int:
        """Recognise the text of waiting pictures, newest files first, for a minute.

        What is recognised can be searched by keyword when its file is complete. Each
        page is kept: a run that is stopped continues there.

        Returns:
            How many files were written, or began, and may need vectors.

        Raises:
            VaultError, DeletionsRefused, StorageError: As `update_files`.
        """

        def update(path: str, parts: Collection[str]) -> None:
            self.update_files([path], ignore, force=True, parts=parts)

        max_bytes = self.settings.index.max_bytes
        pictures = self._pictures
        return pictures.recognize(self._loaders, max_bytes, update, listener, stop)

    # --- for a watcher ---

    @property
    def are_deletions_accepted(self) -> bool:
        """Whether the user has accepted deletions that were refused."""
        return self._store.are_deletions_accepted

    def is_linked(self, path: str) -> bool:
        """Whether `path` was a symbolic link at the last update, or a target of one."""
        return path in self._links or path in self._links.values()

    def may_affect_other_files(self, path: str) -> bool:
        """Whether the removal of `path` may affect other files.

        It may be a folder with indexed files, or part of a symbolic link's target.
        """
        return self._writer.documents.has_files_below(path) or (
            bool(self._links) and not self._writer.documents.files([path])
        )
