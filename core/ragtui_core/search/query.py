"""A query as typed -> the words to look for, safe from FTS5's own syntax."""

from collections.abc import Iterable
from dataclasses import dataclass

from ragtui_core.store.reading import Reader

MAX_QUERY_CHARS = 2_000
"""What is read of a query; a note says so when the rest is left out."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the query: as typed, and the index's stem of it."""

    surface: str
    stem: str


@dataclass(frozen=True, slots=True)
class Query:
    """`terms` in the order typed, repeated ones included. `notes` are sentences."""

    text: str
    terms: tuple[Term, ...]
    notes: tuple[str, ...] = ()

    def distinct(self) -> tuple[Term, ...]:
        """The terms, each stem once."""
        return tuple({term.stem: term for term in self.terms}.values())


def parse_query(text: str, reader: Reader) -> Query:
    """Cut a query into the index's own words; nothing in it is syntax."""
    notes = []
    if len(text) > MAX_QUERY_CHARS:
        notes.append(
            f"The query is long: only its first {MAX_QUERY_CHARS} characters were used."
        )
        text = text[:MAX_QUERY_CHARS]
    data = text.encode()
    tokens = reader.tokens(text)
    terms = tuple(Term(data[start:end].decode(), stem) for start, end, stem in tokens)
    if not terms:
        notes.append("The query holds no words to search for.")
    return Query(text, terms, tuple(notes))


def quoted(term: Term) -> str:
    """A term as an FTS5 string, in which nothing but the quote is special."""
    return '"' + term.surface.replace('"', '""') + '"'


def phrase(terms: Iterable[Term]) -> str:
    """An FTS5 expression: the terms one after the other."""
    return " + ".join(map(quoted, terms))


def all_of(terms: Iterable[Term]) -> str:
    """An FTS5 expression: every one of the terms."""
    return " AND ".join(map(quoted, terms))


def any_of(terms: Iterable[Term]) -> str:
    """An FTS5 expression: one of the terms or more."""
    return " OR ".join(map(quoted, terms))
