"""What the core asks of a reader of an index: words, names, vectors, links.

See `store/protocols.py` for the store that lends readers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from ragtui_core.store.matching import TermKind

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.folded_names import NamePattern, NotePath
    from ragtui_core.store.matching import Matching, Phrase
    from ragtui_core.store.records import (
        ChunkMatch,
        ChunkPlace,
        DocumentWords,
        FolderRow,
        HeadingRecord,
        LinkContext,
        LinkPlace,
        MailPlace,
        NameRecord,
        StoredFile,
    )
    from ragtui_core.store.selection import (
        Filter,
        FilterField,
        Selection,
        ValueCounts,
    )
    from ragtui_core.store.text_languages import TextLanguages
    from ragtui_core.types import Anchor, Card, ChunkId, DocumentId, Skipped


T = TypeVar("T")


class KeywordReader(Protocol):
    """Words and subwords: grams, parts of identifiers."""

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match, with their scores, best first."""

    def best_texts(self, word: str, limit: int) -> list[str]:
        """The texts of at most `limit` chunks with a word: those with most of it."""

    def best_chunks(
        self, matching: Matching, limit: int, kind: TermKind = TermKind.WORD
    ) -> list[ChunkId]:
        """At most `limit` chunks that match, in no order: the best if more do."""

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        """The number of chunks of each of `terms`; 0 for unknown ones."""

    def indexed_chunks(self, kind: TermKind) -> int:
        """The number of chunks with terms of a kind."""

    def document_words(
        self, words: Sequence[Phrase], chunks: Sequence[ChunkId], weights: FieldWeights
    ) -> list[DocumentWords]:
        """How often the documents of `chunks`, best first, have each of `words`.

        Long documents are left out, and those that are too many.
        """

    def terms_in(self, chunks: Iterable[ChunkId]) -> Counter[str]:
        """The number of `chunks` that each of their terms occurs in."""

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        """The words with each of `terms` as stem, for each occurrence.

        In the first `limit` chunks of each term.
        """

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        """The index's terms that begin with `start`, with their number of chunks."""


class TitleReader(Protocol):
    """The first passages of documents and sections, by what they are called."""

    def titled(
        self, text: str, among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of each document whose title or file name is `text`.

        `among` are chunks, of which it is known that no others have all its words.
        """

    def may_be_called(self, words: Iterable[str], chunks: Iterable[ChunkId]) -> bool:
        """Whether a document of `chunks` has `words` in its title or file name."""

    def aliased(self, text: str) -> list[ChunkId]:
        """The first chunk of each document with the alias `text`."""

    def titled_by_words(
        self, words: Iterable[str], among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of documents whose title has these words and no others.

        `among` as in `titled`.
        """

    def abbreviated(self, letters: str) -> list[ChunkId]:
        """The first chunks of documents, or sections, with the initials `letters`."""

    def sections(
        self, words: Iterable[str], chunks: Iterable[ChunkId]
    ) -> list[ChunkId]:
        """Those of `chunks` in which a section with this heading begins."""


class VectorReader(Protocol):
    """Nearest neighbours among the vectors of chunks."""

    @property
    def problem(self) -> str:
        """Why vectors can be neither stored nor compared here; empty if they can."""

    @property
    def max_neighbours(self) -> int:
        """The most neighbours that can be asked for."""

    @property
    def dimension(self) -> int:
        """The length of the vectors that can be searched; 0 if there are none."""

    @property
    def code_bytes(self) -> int:
        """The size of the codes that searches keep in memory; 0 in a small index."""

    def has_model(self, model_id: str) -> bool:
        """Whether the index has vectors of the named model that can be searched."""

    def nearest(
        self, vector: Vectors, limit: int, *, exact: bool = False
    ) -> list[tuple[ChunkId, float]]:
        """The chunks closest to a unit vector, with cosine similarity, best first.

        Empty if there are no vectors, or they cannot be searched on this machine.
        """

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """Cosine similarity of a unit vector to those of `chunks` that have one."""

    def of(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, Vectors]:
        """The unit vectors of those of `chunks` that have one."""


class LinkReader(Protocol):
    """Links and headings, each with its document."""

    def by_key(self, keys: Iterable[str]) -> list[LinkPlace]:
        """Links whose target's last part is one of `keys`, newest file first."""

    def of_document(self, path: str) -> list[LinkPlace]:
        """All links of the document at `path`, in order."""

    def headings_of(self, path: str) -> list[HeadingRecord]:
        """The headings of one document, in order."""

    def all_headings(
        self, limit: int | None = None
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Every heading, or the first ones, with its document's path and title."""

    def headings_with(
        self, words: Sequence[str], limit: int
    ) -> list[tuple[str, str, HeadingRecord]]:
        """Some headings that probably have all of `words`, in document order.

        Args:
            words: Or the beginnings of words; at least one.
            limit: Maximum number of passages, or of headings, that are looked at.
        """

    def headings_matching(
        self, patterns: Sequence[NamePattern], *, with_title: bool
    ) -> Iterable[tuple[str, str, HeadingRecord]]:
        """The headings that match each of `patterns`, in document order.

        There may be others among them.

        Args:
            patterns: Of the headings above, too.
            with_title: Whether the document's title may match instead.
        """

    def context_of(self, link: LinkPlace) -> LinkContext:
        """The context of a link."""


class NameReader(Protocol):
    """The names of notes: titles, aliases, paths."""

    def of(self, paths: Iterable[str]) -> list[NameRecord]:
        """The names of the documents at `paths`."""

    def with_keys(self, keys: Iterable[str]) -> list[NameRecord]:
        """The names of the notes with any of some keys; see `note_keys`."""

    def marked(self) -> list[tuple[str, str]]:
        """The notes that say something of validity: paths, and metadata as JSON.

        The metadata have `SUCCESSION` of `note_keys.py`.
        """

    def matching(self, pattern: NamePattern) -> Iterator[NotePath]:
        """The notes with a name that matches, newest first, without mails.

        There may be others among them. To be read at once, or as far as is needed: the
        reader cannot be used for something else before the end of it in some stores.
        """


class Reader(Protocol):
    """One state of the index after another; used by one thread at a time."""

    @property
    def keywords(self) -> KeywordReader:
        """Queries to words."""

    @property
    def titles(self) -> TitleReader:
        """Queries to names of documents and sections."""

    @property
    def vectors(self) -> VectorReader:
        """Queries to vectors."""

    @property
    def links(self) -> LinkReader:
        """Queries to links and headings."""

    @property
    def names(self) -> NameReader:
        """Queries to names of notes."""

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""

    def restricted(self, selection: Selection) -> AbstractContextManager[None]:
        """Restrict matches and nearest chunks to `selection`."""

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter."""

    def narrowed(self, selection: Selection, matching: Matching) -> Selection:
        """The chunks of `selection` whose words match."""

    def without(self, selection: Selection, chunks: Collection[ChunkId]) -> Selection:
        """The chunks of `selection` except `chunks`."""

    @property
    def corrections(self) -> dict[str, str | None]:
        """A cache of terms that are not in the index and their corrections."""

    @property
    def languages(self) -> dict[str, TextLanguages]:
        """A cache of words and the languages of texts with them."""

    def once(self, make: Callable[[Reader], T]) -> T:
        """What `make` returns for this reader, kept until the index changes."""

    def value_counts(
        self,
        field: FilterField,
        filters: Sequence[Filter] = (),
    ) -> ValueCounts:
        """The values of `field` with their number of documents, most frequent first."""

    def value_counts_among(
        self,
        fields: Collection[FilterField],
        filters: Sequence[Filter],
        among: Collection[DocumentId],
    ) -> dict[FilterField, ValueCounts]:
        """The same of several fields, of the documents `among` alone."""

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """The value of `field` most similar to `value`, as a suggestion."""

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """Those of the chunks `ids` that exist, with their documents."""

    def anchors(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, tuple[Anchor, ...]]:
        """The anchors of those of `documents` whose text was extracted."""

    def places(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        """The document of each of `chunks` that exists."""

    def leading_chunks(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, ChunkMatch]:
        """The first chunk of each of `documents`."""

    def newest_chunks(self, limit: int) -> list[ChunkId]:
        """The leading chunks of the newest documents in the selection."""

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""

    def tagged(self, tag: str, limit: int) -> list[Card]:
        """Documents with a tag (in any case) or a nested one, newest first."""

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""

    def revision(self) -> int:
        """A number that grows with every change to documents."""

    def versions(self) -> dict[str, bytes]:
        """The hash of every document's file by path, sorted by path; without mails."""

    def tags_of(self, path: str) -> tuple[str, ...]:
        """The tags of one document's front matter."""

    def mail_place(self, path: str) -> MailPlace | None:
        """Where the mail at `path` is, if it is an indexed one."""

    def copies_of(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Every path of each mail or attachment that is at one of `paths`, sorted."""

    def chunks_of(self, path: str) -> list[ChunkId]:
        """The chunks of one document, in order."""

    def files(self) -> dict[str, StoredFile]:
        """Every indexed file by path."""

    def folders(self) -> list[FolderRow]:
        """Every folder that contains a document or a skipped file, by path."""

    def counts(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""

    def words_only(self) -> int:
        """The number of documents whose words alone are indexed so far."""

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, and why."""

    def problems(self) -> list[Skipped]:
        """Documents that were indexed with problems."""
