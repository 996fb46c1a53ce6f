"""What documents and sections are called: titles, file names, aliases, headings."""

import json
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from ragtui_core.store.aliases import alias_texts
from ragtui_core.store.matching import AllOf, Phrase
from ragtui_core.store.sqlite.keyword_rows import expression_of
from ragtui_core.store.sqlite.name_rows import ALIASES
from ragtui_core.store.sqlite.reader_state import ReaderState
from ragtui_core.store.sqlite.typed_rows import typed
from ragtui_core.store.title_names import (
    MAX_NAMED,
    content_of,
    folded_words,
    has_initials,
    have_name_with,
    names_of,
    paths_of,
    terms_of,
)
from ragtui_core.types import ChunkId, DocumentId


class TitleReader:
    """The first passages of documents and sections, by what they are called."""

    def __init__(self, state: ReaderState) -> None:
        """Use the connection of `state`, its selection and its cache."""
        self._state = state
        self._connection = state.connection

    def titled(
        self, text: str, among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of each document whose title or file name is `text`.

        Names are compared by their terms, so in any case and inflection. In
        `Long Form (LF)` each form is a title.

        Args:
            text: The name.
            among: If given, no other chunks have all words of `text`.
        """
        wanted = terms_of(text)
        if not wanted:
            return []
        if among is not None:
            found = self._called_among(among, wanted)
            return self._first_chunks(self._unless_many(iter(found)))
        whole = expression_of(Phrase(text))
        found = self._called(f"{{title name}} : ^ {whole}", wanted)
        found = found or self._called(f"{{title}} : {whole}", wanted)
        return self._first_chunks(found)

    def may_be_called(self, words: Iterable[str], chunks: Iterable[ChunkId]) -> bool:
        """Whether a document of `chunks` has all of `words` in its title or file name.

        `titled` and `titled_by_words` find no others. That takes less time than these,
        which look for all chunks with the words.
        """
        rows = self._connection.execute(
            "SELECT DISTINCT title, name FROM chunk "
            "JOIN document ON document.id = document_id "
            "WHERE chunk.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunks)),),
        )
        return have_name_with(typed(rows, str, str), terms_of(" ".join(words)))

    def aliased(self, text: str) -> list[ChunkId]:
        """The first chunk of each document with the alias `text`.

        Aliases are compared by their words, without case and accents.
        """
        return self._first_chunks(self._aliases().get(folded_words(text), ()))

    def titled_by_words(
        self, words: Iterable[str], among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of documents whose title has these words and no others.

        Their order and function words in the title do not count; `among` as above.
        """
        words = list(words)
        wanted = set(terms_of(" ".join(words)))
        together = expression_of(AllOf(tuple(map(Phrase, words))))
        documents = (
            self._documents(f"{{title}} : {together}")
            if among is None
            else self._documents_of(among)
        )
        found = (
            document
            for document, title, _ in documents
            if content_of(title) <= wanted <= set(terms_of(title))
        )
        return self._first_chunks(self._unless_many(found))

    def abbreviated(self, letters: str) -> list[ChunkId]:
        """The first chunks of documents whose name has the initials `letters`.

        If there are none, those of sections, by their heading.
        """
        start = letters[0]
        rows = self._connection.execute(
            "SELECT id, title, name FROM document "
            "WHERE title LIKE ?1 OR title LIKE ?2 OR name LIKE ?1 OR name LIKE ?2",
            (f"{start}%", f"%_{start}%"),
        )
        found = {
            DocumentId(document)
            for document, title, name in typed(rows, int, str, str)
            if any(has_initials(each, letters) for each in names_of(title, name))
        }
        for alias, documents in self._aliases().items():
            if has_initials(alias, letters):
                found.update(documents)
        return self._first_chunks(found) or self._abbreviated_sections(letters)

    def _abbreviated_sections(self, letters: str) -> list[ChunkId]:
        rows = self._connection.execute(
            "SELECT document_id, span_start, heading_path FROM heading "
            "WHERE heading_path LIKE ?1 OR heading_path LIKE ?2",
            (f"{letters[0]}%", f"%_{letters[0]}%"),
        )
        places = [
            (document, start)
            for document, start, path in typed(rows, int, int, str)
            if has_initials(path.rpartition("\n")[2], letters)
        ]
        kept, selection = self._state.condition("found")
        chunks = self._connection.execute(
            "SELECT (SELECT id FROM chunk WHERE document_id = item.value ->> 0 "
            "AND span_end > item.value ->> 1 ORDER BY span_start LIMIT 1) AS found "
            f"FROM json_each(?) AS item WHERE found IS NOT NULL {kept}",
            (json.dumps(places), *selection),
        )
        return [ChunkId(chunk) for (chunk,) in chunks]

    def sections(
        self, words: Iterable[str], chunks: Iterable[ChunkId]
    ) -> list[ChunkId]:
        """Those of `chunks` in which a section with these words as its heading begins.

        The words, in any order, are those of its heading, or also of the document's
        title or of all headings above it.
        """
        wanted = sorted(terms_of(" ".join(words)))
        rows = self._connection.execute(
            "SELECT chunk.id, title, heading.heading_path FROM chunk "
            "JOIN document ON document.id = chunk.document_id "
            "JOIN heading ON heading.document_id = chunk.document_id "
            "AND heading.span_start BETWEEN chunk.span_start AND chunk.span_end - 1 "
            "WHERE chunk.id IN (SELECT value FROM json_each(?)) ORDER BY chunk.id",
            (json.dumps(list(chunks)),),
        )
        found = [
            ChunkId(chunk)
            for chunk, title, path in typed(rows, int, str, str)
            if path != title
            and any(sorted(terms_of(name)) == wanted for name in paths_of(title, path))
        ]
        return list(dict.fromkeys(found))

    def _called(self, expression: str, wanted: tuple[str, ...]) -> list[DocumentId]:
        """The documents of an FTS5 expression that have a name of these terms."""
        return self._unless_many(
            document
            for document, title, name in self._documents(expression)
            if wanted in map(terms_of, names_of(title, name))
        )

    def _unless_many(self, documents: Iterator[DocumentId]) -> list[DocumentId]:
        """The documents; some of them if they are too many to be named."""
        is_filtered = self._state.selection.kept is not None
        return list(islice(documents, None if is_filtered else MAX_NAMED + 1))

    def _called_among(
        self, chunks: Iterable[ChunkId], wanted: tuple[str, ...]
    ) -> list[DocumentId]:
        """The documents of `chunks` with a name of these terms, or one that begins so.

        Others, as the short form in brackets, only if there are none.
        """
        named = [
            (document, any(terms_of(e)[: len(wanted)] == wanted for e in (title, name)))
            for document, title, name in self._documents_of(chunks)
            if have_name_with([(title, name)], wanted)
            and wanted in map(terms_of, names_of(title, name))
        ]
        first = [document for document, begins in named if begins]
        return first or [document for document, _ in named]

    def _documents_of(
        self, chunks: Iterable[ChunkId]
    ) -> Iterator[tuple[DocumentId, str, str]]:
        """The documents of chunks, their titles and file names."""
        rows = self._connection.execute(
            "SELECT id, title, name FROM document WHERE id IN (SELECT document_id "
            "FROM chunk WHERE id IN (SELECT value FROM json_each(?)))",
            (json.dumps(list(chunks)),),
        )
        for document, title, name in typed(rows, int, str, str):
            yield DocumentId(document), title, name

    def _documents(self, expression: str) -> Iterator[tuple[DocumentId, str, str]]:
        """The documents with a chunk that matches, their titles and file names.

        One after the other, as FTS5 finds their chunks.
        """
        rows = self._connection.execute(
            "SELECT document.id, document.title, document.name FROM keyword "
            "CROSS JOIN chunk ON chunk.id = keyword.rowid "
            "CROSS JOIN document ON document.id = document_id "
            "WHERE keyword MATCH ?",
            (expression,),
        )
        seen = set()
        for row in rows:
            if row[0] not in seen:
                seen.add(row[0])
                ((document, title, name),) = typed([row], int, str, str)
                yield DocumentId(document), title, name

    def _first_chunks(self, documents: Iterable[DocumentId]) -> list[ChunkId]:
        kept, selection = self._state.condition("id")
        chunks = self._connection.execute(
            "SELECT id, min(span_start) FROM chunk "
            f"WHERE document_id IN (SELECT value FROM json_each(?)) {kept} "
            "GROUP BY document_id",
            (json.dumps(sorted(documents)), *selection),
        )
        return [ChunkId(chunk) for chunk, _ in chunks]

    def _aliases(self) -> dict[str, list[DocumentId]]:
        """The documents of each alias, by its folded words."""
        known = self._state.cache.aliases
        if known is not None:
            return known
        found: dict[str, list[DocumentId]] = {}
        rows = self._connection.execute(
            f"SELECT id, {ALIASES} FROM document WHERE metadata LIKE '%alias%'"
        )
        for document, aliases in typed(rows, int, str):
            for alias in alias_texts(aliases):
                found.setdefault(folded_words(alias), []).append(DocumentId(document))
        found.pop("", None)
        self._state.cache.aliases = found
        return found
