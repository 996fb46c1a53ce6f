"""Coverage of the vault by the index."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.documents.file_readers import readers_problems
from ragtui_core.documents.loader import IMAGE, Loaders
from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.documents.text_recognition import (
    HOW_TO_INSTALL,
    is_installed,
)
from ragtui_core.embedding.model_identity import advice, model_reads
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_core.index_state import CountedUnit, IndexState, IndexStateName
from ragtui_core.indexing.scanner import ending_of
from ragtui_core.plugins import PluginGroup, unused_plugins
from ragtui_core.settings.schema import IndexSettings, Settings
from ragtui_core.store import meta_keys
from ragtui_core.store.names.note_states import conflict_copies
from ragtui_core.store.protocols import Store
from ragtui_core.types import Skipped

if TYPE_CHECKING:
    from ragtui_core.store.reading.reader import Reader
    from ragtui_core.store.writing.writer import Writer


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a vault is indexed.

    `problems` are files that are indexed with problems, such as broken YAML.
    `setting_problems` are sentences about settings that cannot be used.
    `index_bytes` counts the database file and its write-ahead log.
    """

    vault: str
    index_path: str
    index_bytes: int
    documents: int
    chunks: int
    embedded: int
    model: str
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Skipped, ...] = ()
    setting_problems: tuple[str, ...] = ()
    last_indexed: str = ""
    next_model: str = ""
    """The model whose vectors are being created while those of `model` are used."""
    missing: int = 0
    """Documents that are kept although their files are missing: so many at once that
    the files may be unavailable (a drive that is not mounted)."""
    words_only: int = 0
    """Documents whose words alone are indexed so far: chunks and links follow."""

    vector_problem: str = ""
    """Why the chunks without a vector get none; empty if they do."""

    folder_missing: bool = False
    """Whether the vault's folder is not there at the moment, as on a drive that is not
    mounted."""

    unread: Mapping[str, int] = field(default_factory=dict)
    """How many files are of kinds that are not read, by ending: most first."""

    read: Mapping[str, int] = field(default_factory=dict)
    """How many files are of kinds that are read, by ending: most first."""

    model_reads: str = ""
    """The languages that `model` reads, in words; empty if that is not known."""

    model_advice: str = ""
    """What another model would bring for this vault, in a sentence; else empty."""

    conflict_copies: int = 0
    """Documents that are conflict copies of others; lists and facets leave them out."""

    waiting: int = 0
    """Files with scans or pictures whose text is not recognised (OCR) yet."""

    @property
    def embedded_share(self) -> float:
        """The ratio of chunks with a vector, 0..1; 1.0 for an empty index."""
        return self.embedded / self.chunks if self.chunks else 1.0

    @property
    def has_links(self) -> bool:
        """Whether the links of all documents are known."""
        return bool(self.last_indexed and not self.words_only)


def counted_kinds(index: "Reader | Writer", fact: str) -> dict[str, int]:
    """How many files are of kinds that are read, or not, by ending: most first."""
    counts: dict[str, int] = json.loads(index.meta(fact) or "{}")
    return counts


def count_waiting(index: "Reader | Writer", settings: IndexSettings) -> int:
    """How many files have pictures that are not recognised, or may have: pictures.

    These are not read at all while text recognition is not installed.
    """
    waiting = len(index.documents.waiting())
    if not is_installed() and IMAGE in settings.kinds:
        unread = counted_kinds(index, meta_keys.UNREAD)
        waiting += sum(unread.get(ending, 0) for ending in OWN_ENDINGS[IMAGE])
    return waiting


def waiting_words(count: int) -> str:
    """`2 files wait for text recognition (OCR): pip install 'ragtui[ocr]'`."""
    who = "1 file waits" if count == 1 else f"{count:,} files wait"
    what = "" if is_installed() else f": {HOW_TO_INSTALL}"
    return f"{who} for text recognition (OCR){what}"


def _kinds_of_files(reader: "Reader") -> dict[str, int]:
    """Numbers of indexed files by ending, for a role without access to the totals."""
    files = {path.partition(PART_SEPARATOR)[0] for path in reader.documents.paths()}
    return dict(Counter(map(ending_of, files)).most_common())


def coverage_as_json(coverage: Coverage) -> dict[str, Any]:
    """A coverage as the JSON of `ragtui status`."""
    share = round(coverage.embedded_share, 4)
    return asdict(coverage) | {"embedded_share": share}


def state_of_coverage(coverage: Coverage) -> IndexState:
    """The state of an index that no process changes at the moment."""
    if coverage.missing:
        detail = f"{coverage.missing:,} of {coverage.documents:,} documents"
        return IndexState(IndexStateName.FILES_MISSING, detail=detail)
    if coverage.words_only:
        counts = coverage.words_only, coverage.documents
        return IndexState(IndexStateName.WORDS_ONLY, *counts)
    done, total = coverage.embedded, coverage.chunks
    complete = done >= total
    if not complete and coverage.vector_problem:
        return IndexState(IndexStateName.NO_VECTORS, detail=coverage.vector_problem)
    name = IndexStateName.UP_TO_DATE if complete else IndexStateName.INCOMPLETE
    return IndexState(name, done, total, CountedUnit.PASSAGES)


def folder_missing(coverage: Coverage) -> IndexState:
    """The state of an index whose vault is not there."""
    return IndexState(IndexStateName.FOLDER_MISSING, detail=coverage.vault)


class VaultCoverage:
    """Queries an index about the vault as a whole."""

    def __init__(
        self, root: Path, settings: Settings, store: Store, model_id: str
    ) -> None:
        self._root = root
        self._settings = settings.index
        self._unknown = settings.unknown
        self._embedding = settings.embedding
        self._store = store
        self._model_id = model_id

    def state(self, coverage: Coverage) -> IndexState:
        """The state of the index as seen by a process that does not index."""
        if coverage.folder_missing:
            return folder_missing(coverage)
        if self._store.is_written and not coverage.missing:
            return IndexState(IndexStateName.ELSEWHERE)
        return state_of_coverage(coverage)

    def whole(self) -> Coverage:
        """How much of the vault is indexed.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            documents, chunks, embedded = reader.counts()
            model = reader.meta(meta_keys.MODEL) or self._model_id
            foreign = float(reader.meta(meta_keys.FOREIGN) or 0)
            return Coverage(
                vault=str(self._root),
                index_path=self._store.location,
                index_bytes=self._store.size(),
                documents=documents,
                chunks=chunks,
                embedded=embedded,
                model=model,
                model_reads=model_reads(model),
                model_advice=advice(self._embedding, foreign),
                next_model=reader.meta(meta_keys.NEXT_MODEL),
                skipped=tuple(reader.documents.skipped()),
                problems=tuple(reader.documents.problems()),
                last_indexed=reader.meta(meta_keys.INDEXED_AT),
                setting_problems=(
                    *self._unknown,
                    *Loaders.of(self._settings).problems(),
                    *readers_problems(),
                    *unused_plugins(PluginGroup.LOADERS),
                ),
                missing=int(reader.meta(meta_keys.MISSING) or 0),
                words_only=reader.words_only(),
                vector_problem=reader.vectors.problem if embedded < chunks else "",
                read=counted_kinds(reader, meta_keys.READ) or _kinds_of_files(reader),
                unread=counted_kinds(reader, meta_keys.UNREAD),
                conflict_copies=len(reader.once(conflict_copies)),
                waiting=count_waiting(reader, self._settings),
                folder_missing=not self._root.is_dir(),
            )

    def check_index(self) -> bool:
        """Examine the whole index: seconds for a large one.

        Returns:
            Whether its pages have checksums, without which changed values are not
            found.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexDamaged: The file is corrupt.
        """
        return self._store.check()
