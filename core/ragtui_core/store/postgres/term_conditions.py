"""Phrases of terms in PostgreSQL's language."""

from dataclasses import dataclass

from ragtui_core.store.matching import Matching, Phrase, Prefix, TermKind
from ragtui_core.store.postgres.indexed_terms import lexeme, terms_of


@dataclass(frozen=True, slots=True)
class QueryPhrase:
    """Terms next to each other; of a prefix, the last one is only a beginning."""

    terms: tuple[str, ...]
    is_prefix: bool = False

    @property
    def whole_terms(self) -> tuple[str, ...]:
        """The terms without the beginning of one."""
        return self.terms[: len(self.terms) - self.is_prefix]

    @property
    def tsquery(self) -> str:
        """The phrase as a tsquery."""
        quoted = [lexeme(term) for term in self.terms]
        if self.is_prefix:
            quoted[-1] += ":*"
        return " <-> ".join(quoted)


def phrase_of(matching: Matching, kind: TermKind) -> QueryPhrase | None:
    """The terms of a phrase or prefix; None if it has none."""
    assert isinstance(matching, Phrase | Prefix)
    terms = terms_of(matching.text, kind)
    return QueryPhrase(tuple(terms), isinstance(matching, Prefix)) if terms else None
