"""Documents and sections by what they are called: title, file name, alias, heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.names.note_keys import (
    CALLED,
    CalledNote,
    folded_words,
)
from ragtui_core.store.names.title_names import (
    MAX_NAMED,
    content_keys,
    content_of,
    has_initials,
    names_of,
    nearly_begun,
    rank,
    terms_of,
)
from ragtui_core.store.session import in_two_parts
from ragtui_core.types import ChunkId, DocumentId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragtui_core.store.reading.reader_state import ReaderState
    from ragtui_core.store.selection import SelectedChunks

_ABBREVIATED = """
SELECT id, title, name, aliases FROM document
WHERE lower(title) LIKE :start OR lower(title) LIKE :inside
    OR lower(name) LIKE :start OR lower(name) LIKE :inside OR aliases != '' ORDER BY id
"""


class TitleReader:
    """The first chunks of documents and sections, by what they are called."""

    def __init__(self, reader: ReaderState) -> None:
        self._reader = reader
        self._session = reader.tables

    def named(
        self, words: Iterable[str], within: SelectedChunks | None = None
    ) -> list[ChunkId]:
        """The first chunk of each document with a name of these words and no others.

        Its names are its title, both forms of `Long Form (LF)`, its aliases and that of
        its file. They are compared by their terms, so in any case and inflection; the
        order of the words and function words of a name do not count. A name of more
        than `MAX_NAMED` documents is of none in particular.
        """
        text = " ".join(words)
        wanted = set(terms_of(text))
        documents = dict[DocumentId, None]()
        # In capitals no word is a function word.
        keys = map(indexable, content_keys(text, text.upper()))
        named = in_two_parts(
            self._session,
            "SELECT DISTINCT id, title, name, aliases FROM note_key "
            "JOIN document ON id = note_key.document WHERE key IN :keys ORDER BY id",
            keys=list(keys),
        )
        for document, *names in named:
            if any(
                wanted <= set(terms_of(called)) and content_of(called) <= wanted
                for called in names_of(*names)
            ):
                documents[document] = None
            if len(documents) > MAX_NAMED:
                return []
        return self._first_chunks(documents, within)

    def begun(
        self,
        text: str,
        within: SelectedChunks | None = None,
        *,
        may_be_misspelt: bool = True,
    ) -> list[ChunkId]:
        """The first chunk of each document that seems to be named while it is typed.

        That is by title, alias or file name, in the order of `rank`. If no name begins
        so and it may be misspelt, those that do but for typos. Mails have no names. A
        text with which more than `MAX_NAMED` names begin is the beginning of none in
        particular.
        """
        typed = folded_words(text)
        names = sorted(self._called(typed), key=rank) if typed else []
        if may_be_misspelt and not names:
            every = self._reader.cache.once("names", lambda: self._called(""))
            names = nearly_begun(typed, every)
        documents = list(dict.fromkeys(name.document for name in names))
        if len(documents) > MAX_NAMED:
            return []
        chunks = dict(
            zip(sorted(documents), self._first(documents, within), strict=True)
        )
        return [chunks[document] for document in documents if chunks[document]]

    def _called(self, start: str) -> list[CalledNote]:
        """The names that begin with folded words, sorted."""
        rows = self._session.rows(
            "SELECT key, document FROM note_key WHERE key >= :start AND key < :end "
            "ORDER BY key, document",
            start=CALLED + start,
            end=CALLED + start + "\U0010ffff",
        )
        return [CalledNote.of(*row) for row in rows]

    def abbreviated(
        self, letters: str, within: SelectedChunks | None = None
    ) -> list[ChunkId]:
        """The first chunks of documents whose name has the initials `letters`.

        If there are none, those of sections, by their heading.
        """
        rows = self._session.rows(_ABBREVIATED, **_beginning(letters[0]))
        named = {
            document
            for document, *names in rows
            if any(has_initials(called, letters) for called in names_of(*names))
        }
        return self._first_chunks(named, within) or self._abbreviated_sections(
            letters, within
        )

    def _abbreviated_sections(
        self, letters: str, within: SelectedChunks | None
    ) -> list[ChunkId]:
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
        return self._chunks_at(starts, within) if starts else []

    def _chunks_at(
        self, starts: Mapping[DocumentId, list[int]], within: SelectedChunks | None
    ) -> list[ChunkId]:
        """The selected chunk at each offset of documents, or the next one."""
        kept = self._reader.condition("chunk.id", within)
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

    def _first_chunks(
        self, documents: Iterable[DocumentId], within: SelectedChunks | None
    ) -> list[ChunkId]:
        """The first selected chunk of each of the documents that has one."""
        return [chunk for chunk in self._first(documents, within) if chunk]

    def _first(
        self, documents: Iterable[DocumentId], within: SelectedChunks | None
    ) -> list[ChunkId]:
        """The first selected chunk of each of the documents, by their ids; or 0."""
        listed = sorted(documents)
        if not listed:
            return []
        kept = self._reader.condition("chunk.id", within)
        rows = self._session.rows(
            "SELECT coalesce((SELECT chunk.id FROM chunk "
            f"WHERE chunk.document = document.id {kept.sql} "
            "ORDER BY span_start LIMIT 1), 0) "
            "FROM document WHERE id IN :documents ORDER BY id",
            documents=listed,
            **kept.values,
        )
        return [ChunkId(chunk) for (chunk,) in rows]


def _beginning(letter: str) -> dict[str, str]:
    """Patterns of names in which a word begins with `letter`."""
    lower = letter.lower() if letter.isascii() else letter
    return {"start": f"{lower}%", "inside": f"%_{lower}%"}
