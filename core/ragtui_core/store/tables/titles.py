"""What documents and sections are called: titles, file names, aliases, headings."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ragtui_core.store.matching import AllOf, Phrase
from ragtui_core.store.names.note_keys import alias_texts
from ragtui_core.store.names.title_names import (
    MAX_NAMED,
    NamedDocument,
    SortedNames,
    content_of,
    folded_words,
    has_initials,
    names_of,
    paths_of,
    terms_of,
)
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragtui_core.store.reading.reader_state import ReaderState

_OF_CHUNKS = """
SELECT id, title, name FROM document
WHERE id IN (SELECT chunk.document FROM chunk WHERE chunk.id IN :chunks) ORDER BY id
"""

_ABBREVIATED = """
SELECT id, title, name FROM document
WHERE lower(title) LIKE :start OR lower(title) LIKE :inside
    OR lower(name) LIKE :start OR lower(name) LIKE :inside ORDER BY id
"""

_SECTIONS = """
SELECT chunk.id, title, heading.heading_path FROM chunk
JOIN document ON document.id = chunk.document
JOIN heading ON heading.document = chunk.document
    AND heading.span_start BETWEEN chunk.span_start AND chunk.span_end - 1
WHERE chunk.id IN :chunks ORDER BY chunk.id
"""


class TitleReader:
    """The first chunks of documents and sections, by what they are called."""

    def __init__(self, state: ReaderState) -> None:
        self._state = state
        self._session = state.tables

    def titled(
        self, text: str, among: Iterable[NamedDocument] | None = None
    ) -> list[ChunkId]:
        """The first chunk of each document whose title or file name is `text`.

        Names are compared by their terms, so in any case and inflection. In
        `Long Form (LF)` each form is a title; a short form counts only if no name
        begins with `text`.

        If `among` is given, no other documents have all words of `text`.
        """
        wanted = terms_of(text)
        first, others = list[DocumentId](), list[DocumentId]()
        if among is None:
            among = self._state.documents_named(Phrase(text))
        for document, title, name in among:
            if wanted in map(terms_of, names_of(title, name)):
                begins = (terms_of(e)[: len(wanted)] == wanted for e in (title, name))
                (first if any(begins) else others).append(document)
            if len(first) > self._most:
                break
        return self._first_chunks(first or others)

    @property
    def _most(self) -> float:
        """The most documents to look for; some that are found may not be selected."""
        return MAX_NAMED if self._state.selection.is_everything else inf

    def titled_by_words(
        self, words: Iterable[str], among: Iterable[NamedDocument] | None = None
    ) -> list[ChunkId]:
        """The first chunk of documents whose title has these words and no others.

        Their order and function words in the title do not count.

        If `among` is given, no other documents have all of them.
        """
        words = list(words)
        wanted = set(terms_of(" ".join(words)))
        documents: list[DocumentId] = []
        if among is None:
            among = self._state.documents_named(AllOf(tuple(map(Phrase, words))))
        for document, title, _ in among:
            if content_of(title) <= wanted <= set(terms_of(title)):
                documents.append(document)
            if len(documents) > self._most:
                break
        return self._first_chunks(documents)

    def named_in(self, chunks: Iterable[ChunkId]) -> list[NamedDocument]:
        """The documents of `chunks`."""
        return self._session.rows(_OF_CHUNKS, chunks=list(chunks))

    def begun(self, text: str) -> list[ChunkId]:
        """The first chunk of each document that seems to be named while it is typed.

        That is by title, alias or file name; the nearest names first (`SortedNames`).
        Mails have no names. A text with which more than `MAX_NAMED` names begin is the
        beginning of none in particular.
        """
        sql = "SELECT id, title, name, aliases FROM document WHERE source = ''"
        names = self._state.cache.once(
            "names",
            lambda: SortedNames(
                (DocumentId(document), (title, *alias_texts(aliases), name))
                for document, title, name, aliases in self._session.rows(sql)
            ),
        )
        documents = names.begun(text)
        if len(documents) > MAX_NAMED:
            return []
        chunks = dict(zip(sorted(documents), self._first(documents), strict=True))
        return [chunks[document] for document in documents if chunks[document]]

    def aliased(self, text: str) -> list[ChunkId]:
        """The first chunk of each document with the alias `text`.

        Aliases are compared by their words, without case and accents.
        """
        aliases = self._state.cache.once("aliases", self._aliases)
        return self._first_chunks(aliases.get(folded_words(text), ()))

    def abbreviated(self, letters: str) -> list[ChunkId]:
        """The first chunks of documents whose name has the initials `letters`.

        If there are none, those of sections, by their heading.
        """
        rows = self._session.rows(_ABBREVIATED, **_beginning(letters[0]))
        named = {
            document
            for document, title, name in rows
            if any(has_initials(called, letters) for called in names_of(title, name))
        }
        aliases = self._state.cache.once("aliases", self._aliases)
        for alias, documents in aliases.items():
            if has_initials(alias, letters):
                named.update(documents)
        return self._first_chunks(named) or self._abbreviated_sections(letters)

    def _abbreviated_sections(self, letters: str) -> list[ChunkId]:
        rows = self._session.rows(
            "SELECT document, span_start, heading_path FROM heading "
            "WHERE lower(heading_path) LIKE :start OR lower(heading_path) LIKE :inside "
            "ORDER BY document, span_start",
            **_beginning(letters[0]),
        )
        starts: dict[DocumentId, list[int]] = {}
        for document, start, path in rows:
            if has_initials(path.rpartition("\n")[2], letters):
                starts.setdefault(document, []).append(start)
        return self._chunks_at(starts) if starts else []

    def _chunks_at(self, starts: Mapping[DocumentId, list[int]]) -> list[ChunkId]:
        """The selected chunks with characters of documents, or the next ones."""
        kept = self._state.condition("chunk.id")
        rows = self._session.rows(
            "SELECT id, chunk.document, span_end FROM chunk "
            f"WHERE chunk.document IN :documents {kept.sql} "
            "ORDER BY chunk.document, span_start",
            documents=list(starts),
            **kept.values,
        )
        chunks = []
        for chunk, document, end in rows:
            left = starts[document]
            if left and left[0] < end:
                chunks.append(ChunkId(chunk))
            while left and left[0] < end:
                left.pop(0)
        return chunks

    def sections(
        self, words: Iterable[str], chunks: Iterable[ChunkId]
    ) -> list[ChunkId]:
        """Which of `chunks` begin a section whose heading has these words.

        The words, in any order, are those of its heading, or also of the document's
        title or of all headings above it.
        """
        wanted = sorted(terms_of(" ".join(words)))
        chunks_found = [
            ChunkId(chunk)
            for chunk, title, path in self._session.rows(_SECTIONS, chunks=list(chunks))
            if path != title
            and any(sorted(terms_of(name)) == wanted for name in paths_of(title, path))
        ]
        return list(dict.fromkeys(chunks_found))

    def _first_chunks(self, documents: Iterable[DocumentId]) -> list[ChunkId]:
        """The first selected chunk of each of the documents that has one."""
        return [chunk for chunk in self._first(documents) if chunk]

    def _first(self, documents: Iterable[DocumentId]) -> list[ChunkId]:
        """The first selected chunk of each of the documents, by their ids; or 0."""
        listed = sorted(documents)
        if not listed:
            return []
        kept = self._state.condition("chunk.id")
        rows = self._session.rows(
            "SELECT coalesce((SELECT chunk.id FROM chunk "
            f"WHERE chunk.document = document.id {kept.sql} "
            "ORDER BY span_start LIMIT 1), 0) "
            "FROM document WHERE id IN :documents ORDER BY id",
            documents=listed,
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def _aliases(self) -> dict[str, list[DocumentId]]:
        """The documents of each alias, by its folded words."""
        aliased: dict[str, list[DocumentId]] = {}
        rows = self._session.rows(
            "SELECT id, aliases FROM document WHERE aliases != ''"
        )
        for document, aliases in rows:
            for alias in alias_texts(aliases):
                aliased.setdefault(folded_words(alias), []).append(DocumentId(document))
        aliased.pop("", None)
        return aliased


def _beginning(letter: str) -> dict[str, str]:
    """Patterns of names in which a word begins with `letter`."""
    lower = letter.lower() if letter.isascii() else letter
    return {"start": f"{lower}%", "inside": f"%_{lower}%"}
