"""What documents and sections are called: titles, file names, aliases, headings."""

from collections.abc import Iterable
from typing import Any

from ragtui_core.store.aliases import alias_texts
from ragtui_core.store.matching import AllOf, Matching, Phrase, TermKind
from ragtui_core.store.postgres.query_language import tsquery_of
from ragtui_core.store.postgres.reader_state import ReaderState
from ragtui_core.store.title_names import (
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
        """Use the session of `state`, its selection and its cache."""
        self._state = state
        self._session = state.session

    def titled(self, text: str) -> list[ChunkId]:
        """The first chunk of each document whose title or file name is `text`.

        Names are compared by their terms, so in any case and inflection. In
        `Long Form (LF)` each form is a title.
        """
        wanted = terms_of(text)
        if not wanted:
            return []
        named = [
            (document, title, name)
            for document, title, name in self._documents(Phrase(text))
            if wanted in map(terms_of, names_of(title, name))
        ]
        first = [
            document
            for document, title, name in named
            if any(terms_of(each)[: len(wanted)] == wanted for each in (title, name))
        ]
        return self._first_chunks(first or [document for document, *_ in named])

    def aliased(self, text: str) -> list[ChunkId]:
        """The first chunk of each document with the alias `text`.

        Aliases are compared by their words, without case and accents.
        """
        return self._first_chunks(self._aliases().get(folded_words(text), ()))

    def titled_by_words(self, words: Iterable[str]) -> list[ChunkId]:
        """The first chunk of documents whose title has these words and no others.

        Their order and function words in the title do not count.
        """
        words = list(words)
        wanted = set(terms_of(" ".join(words)))
        found = [
            document
            for document, title, _ in self._documents(AllOf(tuple(map(Phrase, words))))
            if content_of(title) <= wanted <= set(terms_of(title))
        ]
        return self._first_chunks(found)

    def abbreviated(self, letters: str) -> list[ChunkId]:
        """The first chunks of documents whose name has the initials `letters`.

        If there are none, those of sections, by their heading.
        """
        rows = self._session.rows(
            "SELECT id, title, name FROM document WHERE vault = %(vault)s AND ("
            "title ILIKE %(start)s OR title ILIKE %(inside)s "
            "OR name ILIKE %(start)s OR name ILIKE %(inside)s)",
            **_beginning(letters[0]),
        )
        found = {
            DocumentId(document)
            for document, title, name in rows
            if any(has_initials(each, letters) for each in names_of(title, name))
        }
        for alias, documents in self._aliases().items():
            if has_initials(alias, letters):
                found.update(documents)
        return self._first_chunks(found) or self._abbreviated_sections(letters)

    def _abbreviated_sections(self, letters: str) -> list[ChunkId]:
        rows = self._session.rows(
            "SELECT document, span_start, heading_path FROM heading "
            "WHERE vault = %(vault)s "
            "AND (heading_path ILIKE %(start)s OR heading_path ILIKE %(inside)s)",
            **_beginning(letters[0]),
        )
        places = [
            (document, start)
            for document, start, path in rows
            if has_initials(path.rpartition("\n")[2], letters)
        ]
        kept = self._state.selection.condition("found.id")
        chunks = self._session.rows(
            "SELECT found.id FROM unnest(%(documents)s::int[], %(starts)s::int[]) "
            "WITH ORDINALITY AS item (document, start, number), LATERAL ("
            "SELECT id FROM chunk WHERE vault = %(vault)s "
            "AND chunk.document = item.document AND span_end > item.start "
            f"ORDER BY span_start LIMIT 1) AS found WHERE true {kept.sql} "
            "ORDER BY item.number",
            documents=[document for document, _ in places],
            starts=[start for _, start in places],
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in chunks]

    def may_be_called(self, words: Iterable[str], chunks: Iterable[ChunkId]) -> bool:
        """Whether a document of `chunks` has all of `words` in its title or file name.

        `titled` and `titled_by_words` find no others.
        """
        rows = self._session.rows(
            "SELECT DISTINCT title, name FROM chunk "
            "JOIN document ON document.vault = chunk.vault "
            "AND document.id = chunk.document "
            "WHERE chunk.vault = %(vault)s AND chunk.id = ANY(%(chunks)s::int[])",
            chunks=list(chunks),
        )
        return have_name_with(rows, terms_of(" ".join(words)))

    def sections(
        self, words: Iterable[str], chunks: Iterable[ChunkId]
    ) -> list[ChunkId]:
        """Those of `chunks` in which a section with these words as its heading begins.

        The words, in any order, are those of its heading, or also of the document's
        title or of all headings above it.
        """
        wanted = sorted(terms_of(" ".join(words)))
        rows = self._session.rows(
            "SELECT chunk.id, title, heading.heading_path FROM chunk "
            "JOIN document ON document.vault = chunk.vault "
            "AND document.id = chunk.document "
            "JOIN heading ON heading.vault = chunk.vault "
            "AND heading.document = chunk.document "
            "AND heading.span_start BETWEEN chunk.span_start AND chunk.span_end - 1 "
            "WHERE chunk.vault = %(vault)s AND chunk.id = ANY(%(chunks)s::int[]) "
            "ORDER BY chunk.id",
            chunks=list(chunks),
        )
        found = [
            ChunkId(chunk)
            for chunk, title, path in rows
            if path != title
            and any(sorted(terms_of(name)) == wanted for name in paths_of(title, path))
        ]
        return list(dict.fromkeys(found))

    def _documents(self, matching: Matching) -> list[tuple[DocumentId, str, str]]:
        """The documents whose title or file name matches, with both."""
        query = tsquery_of(matching, TermKind.WORD)
        if query is None:
            return []
        return self._session.rows(
            "SELECT id, title, name FROM document "
            "WHERE vault = %(vault)s AND names @@ %(query)s::tsquery ORDER BY id",
            query=query,
        )

    def _first_chunks(self, documents: Iterable[DocumentId]) -> list[ChunkId]:
        kept = self._state.selection.condition("id")
        chunks = self._session.rows(
            "SELECT DISTINCT ON (document) id FROM chunk WHERE vault = %(vault)s "
            f"AND document = ANY(%(documents)s::int[]) {kept.sql} "
            "ORDER BY document, span_start",
            documents=list(documents),
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in chunks]

    def _aliases(self) -> dict[str, list[DocumentId]]:
        """The documents of each alias, by its folded words."""
        cache = self._state.cache
        if cache.aliases is None:
            found: dict[str, list[DocumentId]] = {}
            rows: list[Any] = self._session.rows(
                "SELECT id, aliases FROM document "
                "WHERE vault = %(vault)s AND aliases != '' ORDER BY id"
            )
            for document, aliases in rows:
                for alias in alias_texts(aliases):
                    key = folded_words(alias)
                    found.setdefault(key, []).append(DocumentId(document))
            found.pop("", None)
            cache.aliases = found
        return cache.aliases


def _beginning(letter: str) -> dict[str, str]:
    """Patterns of names in which a word begins with `letter`."""
    return {"start": f"{letter}%", "inside": f"%_{letter}%"}
