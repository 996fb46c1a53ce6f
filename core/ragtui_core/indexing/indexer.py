"""Brings an index up to date in steps: scan, read, chunk, write, embed."""

import json
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.mail.mail_paths import PART_SEPARATOR, is_mailbox
from ragtui_core.documents.text_recognition import is_installed
from ragtui_core.embedding.embedder import Embedder
from ragtui_core.embedding.model_identity import BUNDLED, advice, model_id, resolved
from ragtui_core.embedding.model_selection import is_download
from ragtui_core.errors import DeletionsRefused, UnreadableFile
from ragtui_core.files.vault_files import open_vault_file, read_vault_file
from ragtui_core.index_state import state_error
from ragtui_core.indexing.change_writing import write_changes
from ragtui_core.indexing.coverage import count_waiting, counted_kinds
from ragtui_core.indexing.difference import (
    Difference,
    compare,
    is_doubtful,
    lost_files,
    lost_files_reason,
)
from ragtui_core.indexing.embedding_run import embed_pending
from ragtui_core.indexing.events import (
    FileSkipped,
    IndexFinished,
    IndexListener,
    IndexNotice,
    IndexNoticeKind,
    ModelLoading,
    ReadingProgress,
    ReadingStage,
    ignore,
)
from ragtui_core.indexing.file_batches import BATCH_FILES, Batch, growing, read_batches
from ragtui_core.indexing.file_reader import FileReader, FileRequest, signature
from ragtui_core.indexing.mail_reader import KnownMailbox, read_range
from ragtui_core.indexing.scanner import (
    MAX_ENDINGS,
    FolderIdentity,
    Scan,
    check_same_folder,
    folder_identity,
    scan_file,
    scan_vault,
)
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.indexing.words_first import (
    WordsFirst,
    WordsReading,
    WordsRequest,
    words_requests,
)
from ragtui_core.settings.schema import EmbeddingSettings, Settings
from ragtui_core.store.facts import (
    FOREIGN,
    INDEXED_AT,
    MISSING,
    MODEL,
    NEXT_MODEL,
    READ,
    SIGNATURE,
    UNREAD,
    VAULT,
    WORDS_FIRST,
)
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import IndexChange, StoredFile
from ragtui_core.store.writer import Writer
from ragtui_core.text.languages import is_english

LANGUAGE_CHUNKS = 100
"""Chunks by which it is found how much of a vault is not English."""

MIN_FOREIGN_CHUNKS = 2
"""Fewer may be mistaken."""

RECOGNITION_SECONDS = 60.0
"""After this time what was recognised gets its vectors, before more is."""


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
        self._recognized: object = None
        """The files of the last recognition, and their states before it."""
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
            The same as `update` and `embed`.
        """
        started = time.monotonic()
        complete = self.update(listener, cancelled)
        remaining = self.embed(listener, cancelled.is_set)
        while not cancelled.is_set() and self.recognize(listener, cancelled.is_set):
            remaining = self.embed(listener, cancelled.is_set)
        is_left = cancelled.is_set() and (remaining or self._waiting_files())
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
        folder = folder_identity(self.root)
        scan = scan_vault(self.root, self.settings.index)
        self._links = scan.links
        known = self._writer.documents.files()
        own = signature(self.settings.chunking)
        force = self._writer.meta(SIGNATURE) != own
        loaders = self._loaders
        outdated = self._outdated(scan, known)
        for path in outdated:
            known[path] = known[path]._replace(hash=b"", size=-1)
        difference = compare(scan.files, known, force=force)
        if not self._store.take_acceptance():
            self._refuse_doubtful(difference, len(known))
        # While documents of two signatures are mixed, the index has none: if the
        # settings were changed back after an interruption, it would look up to date.
        facts = {
            fact: json.dumps(dict(counts.most_common(MAX_ENDINGS)))
            for fact, counts in ((READ, scan.read), (UNREAD, scan.unread))
        }
        if force:
            facts[SIGNATURE] = "" if known else own
        self._writer.replace_skipped(scan.skipped, facts)
        for sentence in loaders.problems():
            listener(IndexNotice(IndexNoticeKind.SETTINGS_WRONG, sentence))
        for item in scan.skipped:
            listener(FileSkipped(item.path, item.reason))
        mailboxes = self._mailboxes(difference, outdated if not force else None)
        self._write(difference, mailboxes, folder, listener, cancelled)
        if cancelled.is_set():
            return False
        listener(difference.summary())
        now = datetime.now(UTC).isoformat(timespec="seconds")
        done = dict.fromkeys((MISSING, WORDS_FIRST), "")
        place = {VAULT: str(self.root)}
        place[FOREIGN] = self._foreign_share(listener)
        self._writer.set_facts({SIGNATURE: own, INDEXED_AT: now} | place | done)
        self._prune_cache()
        return True

    def _foreign_share(self, listener: IndexListener) -> str:
        """The ratio of passages that are not English; told when it becomes relevant."""
        # A reader would keep SQLite from emptying the write-ahead log at the end.
        texts = self._writer.documents.some_texts(LANGUAGE_CHUNKS)
        others = sum(not is_english(text) for text in texts)
        share = others / len(texts) if others >= MIN_FOREIGN_CHUNKS else 0.0
        embedding, before = self.settings.embedding, self._writer.meta(FOREIGN)
        sentence = advice(embedding, share)
        if sentence and not advice(embedding, float(before or 0)):
            listener(IndexNotice(IndexNoticeKind.LANGUAGES_UNREAD, sentence))
        return f"{share:.3f}"

    def _outdated(self, scan: Scan, known: Mapping[str, StoredFile]) -> set[str]:
        """Files that another version of their extractor has read, or another kind's."""
        loaders = self._loaders
        extracted = [
            each for each in self._writer.documents.extracted() if each[0] in known
        ]
        texts = {path for path, _ in extracted}
        codes = {code for _, code in extracted}
        old = {code for code in codes if not loaders.is_current(code)}
        found = {path for path, code in extracted if code in old}
        # Another kind's after a change of `index.extensions`.
        for path in (file.path for file in scan.files if file.path in known):
            if not known[path].has_mails and loaders.extracts(path) != (path in texts):
                found.add(path)
        return found

    def update_files(
        self,
        paths: Collection[str],
        listener: IndexListener,
        *,
        force: bool = False,
        parts: Collection[str] = (),
    ) -> None:
        """Bring the entries of some files up to date, whatever their size and time.

        For changed files reported by a watcher that are not ignored, and with `force`
        for unchanged ones of which another text is known now; of a mailbox, of `parts`.

        Raises:
            VaultError: The vault itself is missing.
            DeletionsRefused: Most of the vault's files are among those that are gone.
        """
        folder = folder_identity(self.root)
        known = self._writer.documents.files(paths)
        scan = Scan()
        gone = [
            path
            for path in paths
            if not scan_file(self.root, path, self.settings.index, scan)
        ]
        check_same_folder(self.root, folder)
        vanished = {path: known[path] for path in gone if path in known}
        difference = Difference(
            scan.files,
            known,
            vanished,
            force=force,
            skipped=scan.skipped,
            seen=paths,
        )
        if vanished:
            self._refuse_doubtful(difference, self._writer.documents.count_files())
        mailboxes = self._mailboxes(difference, (), parts)
        self._write(difference, mailboxes, folder, listener, threading.Event())
        listener(difference.summary())

    def _mailboxes(
        self,
        difference: Difference,
        outdated: Collection[str] | None,
        parts: Collection[str] = (),
    ) -> dict[str, KnownMailbox]:
        """The mailboxes to read, and what is indexed of each.

        The text of `outdated` files is extracted again (None is all), and the mails of
        the attachments `parts` are read again.
        """
        loaders, mails = self._loaders, _mails_of(parts)
        return {
            file.path: KnownMailbox(
                None if parts else difference.stored(file.path),
                tuple(
                    place._replace(hash=b"") if place.path in mails else place
                    for place in self._writer.mails.places_of_file(file.path)
                ),
                force=outdated is None or file.path in outdated,
            )
            for file in difference.candidates
            if loaders.are_mails(file.path) and is_mailbox(file.path)
        }

    def _write(
        self,
        difference: Difference,
        mailboxes: dict[str, KnownMailbox],
        folder: FolderIdentity,
        listener: IndexListener,
        cancelled: threading.Event,
    ) -> None:
        """Read and write the files in batches, each in one transaction.

        The words of many new notes first, then notes: all can be searched before the
        first file is extracted. During searches words do not come first: this process
        reads them, and holds the interpreter's lock meanwhile.
        """
        requests = difference.requests()
        words_first = self._writer.replaces_cheaply and not self._priority.is_active
        new, vanished = difference.new, difference.vanished.values()
        words = WordsFirst(
            words_requests(new, vanished, self._loaders) if words_first else []
        )
        if words.requests:
            self._writer.set_meta(WORDS_FIRST, "1")
        parts = self._loaders.notes_first(requests, lambda each: each[0].path)
        first = words.requests
        for stage in [part for part in parts if part] or [requests]:
            batches = self._read(stage, mailboxes, cancelled, first)
            first = ()
            changes = self._changes(batches, difference, words, folder, listener)
            in_thread = bool(mailboxes) or len(stage) > BATCH_FILES
            write_changes(self._writer, changes, in_thread=in_thread)

    def _changes(
        self,
        batches: Iterable[Batch],
        difference: Difference,
        words: WordsFirst,
        folder: FolderIdentity,
        listener: IndexListener,
    ) -> Iterator[IndexChange]:
        """Each batch of files as a change."""
        for files, readings in batches:
            if found := [
                reading for reading in readings if isinstance(reading, WordsReading)
            ]:
                yield from words.changes(found)
                listener(words.progress)
                continue
            change = difference.change(files, readings)
            if change.skipped or change.removed:
                check_same_folder(self.root, folder)
            for item in change.skipped:
                listener(FileSkipped(item.path, item.reason))
            yield change
            if difference.candidates:
                listener(difference.progress(words.next_stage))

    def _read(
        self,
        requests: Sequence[FileRequest],
        mailboxes: dict[str, KnownMailbox],
        cancelled: threading.Event,
        words: Sequence[WordsRequest],
    ) -> Iterable[Batch]:
        """Files with the result of reading each, in batches; one if there are none."""
        if not requests:
            return [([], [])]
        reader = FileReader(
            self.root,
            self.settings.chunking,
            self.settings.index.max_bytes,
            self._loaders,
        )
        priority = self._priority
        batches = read_batches(reader, priority, requests, cancelled, mailboxes, words)
        return batches if self._writer.replaces_cheaply else growing(batches)

    @property
    def _loaders(self) -> Loaders:
        return Loaders.of(self.settings.index, self._store.extracted)

    def _refuse_doubtful(self, difference: Difference, documents: int) -> None:
        """Raise if most documents are lost."""
        vanished, new = difference.vanished, difference.new
        # An exact count accesses every vanished file.
        if not is_doubtful(len(vanished), documents, len(new)):
            return
        lost = lost_files(self.root, vanished, new)
        if is_doubtful(lost, documents, len(new)):
            self._writer.set_meta(MISSING, str(lost))
            reason = lost_files_reason(self.root, lost, documents)
            before = self._writer.meta(VAULT)
            if before and before != str(self.root):
                reason += f"; it was indexed from {before}"
            raise state_error(DeletionsRefused, reason)

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
            listener(ModelLoading(setting.model, is_download=is_download(setting)))
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
        waiting = self._waiting_files()
        state = waiting, self._writer.documents.files(waiting)
        if state == self._recognized:  # what their updates did not change
            return 0
        until = time.monotonic() + RECOGNITION_SECONDS
        for number, (path, parts) in enumerate(waiting.items()):
            if stop() or time.monotonic() > until:
                return number + 1
            listener(ReadingProgress(number, len(waiting), stage=ReadingStage.PICTURES))
            if not self._recognize(path, parts, stop):
                return number + 1
            self.update_files([path], ignore, force=True, parts=parts)
        if waiting:
            self._recognized = state
            done = len(waiting)
            listener(ReadingProgress(done, done, stage=ReadingStage.PICTURES))
        return len(waiting)

    def _waiting_files(self) -> dict[str, list[str]]:
        """The files with pictures to recognise, if they can be."""
        return self._writer.documents.waiting() if is_installed() else {}

    def _recognize(
        self, path: str, parts: Collection[str], stop: Callable[[], bool]
    ) -> bool:
        """Recognise a file's pictures until `stop`; False if some are left."""
        try:
            for name, data in self._contents(path, parts):
                for _ in self._loaders.recognize(name, data):
                    self._priority.yield_to_searches(stop)
                    if stop():
                        return False
        except (FileNotFoundError, UnreadableFile):
            pass  # the update of the file says why
        return True

    def _contents(
        self, path: str, parts: Collection[str]
    ) -> Iterator[tuple[str, bytes]]:
        """A file, or the mails of a mailbox that contain `parts`."""
        if not (parts and is_mailbox(path)):
            limit = self.settings.index.max_bytes
            yield path, read_vault_file(self.root, path, limit)
            return
        mails = _mails_of(parts)
        with open_vault_file(self.root, path) as opened:
            for place in self._writer.mails.places_of_file(path):
                if place.path in mails:
                    yield place.path, read_range(opened, place)

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


def _mails_of(parts: Iterable[str]) -> frozenset[str]:
    """The paths of the mails of mailboxes that contain attachments."""
    return frozenset(
        PART_SEPARATOR.join(part.split(PART_SEPARATOR)[:2]) for part in parts
    )
