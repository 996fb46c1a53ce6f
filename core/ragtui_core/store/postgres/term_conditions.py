"""Conditions on terms in PostgreSQL's language, and their phrases."""

from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from ragtui_core.store.postgres.indexed_terms import lexeme, terms_of


@dataclass(frozen=True, slots=True)
class QueryPhrase:
    """Terms next to each other; of a prefix, the last one is only a beginning."""

    terms: tuple[str, ...]
    is_prefix: bool = False

    @property
    def tsquery(self) -> str:
        """The phrase as a tsquery."""
        quoted = [lexeme(term) for term in self.terms]
        if self.is_prefix:
            quoted[-1] += ":*"
        return " <-> ".join(quoted)


def phrases_of(matching: Matching, kind: TermKind) -> Iterator[QueryPhrase]:
    """The phrases of a condition that have terms, in order."""
    match matching:
        case Phrase(text):
            if terms := terms_of(text, kind):
                yield QueryPhrase(tuple(terms))
        case Prefix(text):
            if terms := terms_of(text, kind):
                yield QueryPhrase(tuple(terms), is_prefix=True)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from phrases_of(part, kind)


def tsquery_of(matching: Matching, kind: TermKind) -> str | None:
    """A condition as a tsquery; None if nothing can match."""
    match matching:
        case Phrase() | Prefix():
            phrases = [phrase.tsquery for phrase in phrases_of(matching, kind)]
            return f"({phrases[0]})" if phrases else None
        case AllOf(parts):
            written = [tsquery_of(part, kind) for part in parts]
            if None in written:
                return None
            return f"({' & '.join(filter(None, written))})"
        case AnyOf(parts):
            some = [each for part in parts if (each := tsquery_of(part, kind))]
            return f"({' | '.join(some)})" if some else None
