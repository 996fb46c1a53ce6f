"""What documents and sections are called: titles, file names, aliases, headings."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ragtui_core.store.aliases import alias_texts
from ragtui_core.store.postgres.indexed_terms import lexeme
from ragtui_core.store.postgres.indexed_values import indexable
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

    def titled(
        self, text: str, among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of each document whose title or file name is `text`.

        Names are compared by their terms, so in any case and inflection. In
        `Long Form (LF)` each form is a title. An index finds names: no use of `among`.
        """
        wanted = terms_of(text)
        if not wanted:
            return []
        named = [
            (chunk, title, name)
            for chunk, title, name in self._documents(wanted)
            if wanted in map(terms_of, names_of(title, name))
        ]
        first = [
            chunk
            for chunk, title, name in named
            if any(terms_of(each)[: len(wanted)] == wanted for each in (title, name))
        ]
        return _present(first or [chunk for chunk, *_ in named])

    def aliased(self, text: str) -> list[ChunkId]:
        """The first chunk of each document with the alias `text`.

        Aliases are compared by their words, without case and accents.
        """
        if not (documents := self._aliases().get(folded_words(text))):
            return []
        rows = self._first_chunks(
            "document.id = ANY(%(documents)s::int[])", documents=documents
        )
        return _present(chunk for *_, chunk in rows)

    def titled_by_words(
        self, words: Iterable[str], among: Collection[ChunkId] | None = None
    ) -> list[ChunkId]:
        """The first chunk of documents whose title has these words and no others.

        Their order and function words in the title do not count; `among` as above.
        """
        wanted = terms_of(" ".join(words))
        return _present(
            chunk
            for chunk, title, _ in self._documents(wanted)
            if content_of(title) <= set(wanted) <= set(terms_of(title))
        )

    def abbreviated(self, letters: str) -> list[ChunkId]:
        """The first chunks of documents whose name has the initials `letters`.

        If there are none, those of sections, by their heading.
        """
        aliased = {
            document
            for alias, documents in self._aliases().items()
            if has_initials(alias, letters)
            for document in documents
        }
        rows = self._first_chunks(
            "title ILIKE %(start)s OR title ILIKE %(inside)s "
            "OR name ILIKE %(start)s OR name ILIKE %(inside)s "
            "OR document.id = ANY(%(documents)s::int[])",
            documents=sorted(aliased),
            **_beginning(letters[0]),
        )
        return _present(
            chunk
            for document, title, name, chunk in rows
            if document in aliased
            or any(has_initials(each, letters) for each in names_of(title, name))
        ) or self._abbreviated_sections(letters)

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
        if not places:
            return []
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

    def _documents(self, terms: Sequence[str]) -> list[tuple[ChunkId | None, str, str]]:
        """The documents with all terms in title and file name: first chunk, and both.

        One statement for the name and for the words of a query: few more have these.
        """
        if not terms:
            return []
        query = " & ".join(lexeme(indexable(term)) for term in dict.fromkeys(terms))
        # Under row-level security, an index on terms cannot be used.
        rows = self._first_chunks(
            "document.id = ANY (ARRAY(SELECT readable_names("
            "%(vault)s, %(query)s::tsquery)))"
            if self._state.is_restricted
            else "names @@ %(query)s::tsquery",
            query=query,
        )
        return [(chunk, title, name) for _, title, name, chunk in rows]

    def _first_chunks(
        self, condition: str, **values: Any
    ) -> list[tuple[DocumentId, str, str, ChunkId | None]]:
        """Documents by a condition on their rows: id, title, name, first chunk.

        The chunk is the first one in the selection; None if that has none.
        """
        selection = self._state.selection
        of_document, of_chunk = selection.of_document(), selection.of_chunk("chunk.id")
        return self._session.rows(
            "SELECT document.id, title, name, "
            f"CASE WHEN true {of_document.sql} THEN (SELECT chunk.id FROM chunk "
            "WHERE chunk.vault = document.vault AND chunk.document = document.id "
            f"{of_chunk.sql} ORDER BY span_start LIMIT 1) END "
            f"FROM document WHERE document.vault = %(vault)s AND ({condition}) "
            "ORDER BY document.id",
            **values,
            **of_document.values,
            **of_chunk.values,
        )

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


def _present(chunks: Iterable[ChunkId | None]) -> list[ChunkId]:
    return [chunk for chunk in chunks if chunk is not None]


def _beginning(letter: str) -> dict[str, str]:
    """Patterns of names in which a word begins with `letter`."""
    return {"start": f"{letter}%", "inside": f"%_{letter}%"}
