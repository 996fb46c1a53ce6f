"""Finds documents and sections that a query names, or whose name is being typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.language.function_words import is_function_word
from ragtui_core.search.options import Sort
from ragtui_core.search.query.index_query import Query, phrase
from ragtui_core.search.query.query_language import words_of_line
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.retrieval.fusion import STEP, Evidence
from ragtui_core.search.retrieval.keyword_matcher import Complete
from ragtui_core.store.names.title_names import MAX_NAMED, any_named
from ragtui_core.store.reading.reader import Reader
from ragtui_core.types import ChunkId

MAX_SECTIONS = 5
"""Sections with a name, such as Installation, of which there may be more among the
best passages: the name is then of none in particular."""

MAX_NAME_TERMS = 8
"""Longer queries are not compared with headings and with the words of titles."""

MAX_ABBREVIATION = 6
"""The most letters of an abbreviation."""


@dataclass(frozen=True, slots=True)
class Named:
    """The first chunks of what a query names.

    `titled` are documents by title or file name; `aliased` by alias or initials, which
    need not be in their texts; `sections` are found by their headings.
    """

    titled: frozenset[ChunkId] = frozenset()
    aliased: frozenset[ChunkId] = frozenset()
    sections: frozenset[ChunkId] = frozenset()

    @property
    def documents(self) -> frozenset[ChunkId]:
        """The first chunks of all documents that the query names."""
        return self.titled | self.aliased


def find_named(
    reader: Reader, query: Query, complete: Complete, *, is_phrase: bool
) -> Named:
    """What `query` names; `is_phrase` is whether some chunk contains it as a phrase."""
    titles, terms = reader.titles, query.terms
    text = query.text if query.grams else phrase(terms).text
    words = [term.surface for term in terms]
    # Each chunk of a document contains its title and file name.
    possible = titles.named_in(complete.chunks) if complete.are_all else None
    is_no_title = possible is not None and not (
        query.grams or any_named(words, possible)
    )
    may_be_title = is_phrase or len(terms) == 1 or bool(query.grams)
    titled = titles.titled(text, possible) if may_be_title and not is_no_title else []
    # Longer queries, and those with grams, can only be whole titles.
    if query.grams or not 0 < len(terms) <= MAX_NAME_TERMS:
        return Named(_unless_many(titled))
    if not titled and complete.chunks and len(terms) > 1 and not is_no_title:
        titled = titles.titled_by_words(words, possible)
    if titled:
        return Named(_unless_many(titled))
    # Aliases may be former addresses of many pages, so titles come first.
    aliased = titles.aliased(text)
    if not aliased and _may_be_abbreviation(reader, query):
        aliased = titles.abbreviated(words[0])
    chunks = complete.chunks
    sections = titles.sections(words, chunks) if chunks else []
    return Named(
        aliased=_unless_many(aliased), sections=_unless_many(sections, MAX_SECTIONS)
    )


def _unless_many(chunks: list[ChunkId], maximum: int = MAX_NAMED) -> frozenset[ChunkId]:
    return frozenset(chunks if len(chunks) <= maximum else ())


def _may_be_abbreviation(reader: Reader, query: Query) -> bool:
    """Whether it is letters in capitals, or a word that is in no text."""
    word, *others = query.terms
    letters = word.surface
    if others or not letters.isalpha() or not 2 <= len(letters) <= MAX_ABBREVIATION:
        return False
    if letters.isupper():
        return True
    if is_function_word(letters) or letters.lower() in bundled_vocabulary():
        return False
    return not reader.keywords.document_frequencies([word.stem])[word.stem]


MAX_TYPED = 3
"""Notes that come first because their name begins as the line does."""

MIN_TYPED = 3
"""Bytes of UTF-8: shorter lines are the beginning of too many names. A character of
Chinese has three."""


def typed_names(request: Request, reader: Reader) -> list[ChunkId]:
    """The first chunks of notes whose name begins as a line that is being typed.

    The best comes first; none if the line is complete or asks for another order.
    """
    by_relevance = request.sort == Sort.RELEVANCE and not request.is_by_date
    if not (request.options.as_you_type and by_relevance):
        return []
    typed = words_of_line(request.line)
    if len(typed.encode("utf-8", "replace")) < MIN_TYPED:
        return []
    with reader.restricted(request.selection):
        return reader.titles.begun(typed)[:MAX_TYPED]


def named_first(
    evidence: Mapping[ChunkId, Evidence], typed: Sequence[ChunkId]
) -> dict[ChunkId, Evidence]:
    """The evidence, that of the chunks `typed` raised above the others."""
    raised = dict(evidence)
    for chunk in reversed(typed):
        fused = max(0.0, *(other.fused for other in raised.values())) + STEP
        raised[chunk] = evidence[chunk].moved("typed name", fused)
    return raised
