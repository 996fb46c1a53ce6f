"""A query as terms of the index, and as conditions on the terms of a chunk."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ragtui_core.language.function_words import function_words_in
from ragtui_core.search.query.query_language import ParsedQuery
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.stemming import stemmed, tokens
from ragtui_core.text.subwords import (
    grouped_numbers,
    query_grams,
    split_identifier,
    split_quantity,
    without_unspaced_runs,
)
from ragtui_core.text.word_folding import as_words

MAX_QUERY_CHARS = 2_000
"""Maximum length of a query; the rest is ignored, with a note."""

MAX_TERMS = 24
"""Only the rarest terms of a long query are searched; more are slower, not better."""

MIN_START = 3
"""Minimum length of a prefix that is completed to a word of the index."""


@dataclass(frozen=True, slots=True)
class Form:
    """A text with one term of the index, and the number of chunks with that."""

    text: str
    count: int
    stems: frozenset[str] = frozenset()
    """The stems of several words, which a text has all of."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the query: as typed, and the index's stem of it.

    `parts` are those of an identifier or of a quantity (`5kg`), `part_stems` their
    stems: a note may contain the parts as separate words. A note may also contain the
    words `5 kg` or `2,350,000` as one: `joined` in all of them, `joined_stem` its stem.
    `others` are other forms of the word in a language that is not English. `asked` is
    the verb of a question that the word is the past of, as typed, or empty.
    """

    surface: str
    stem: str
    parts: tuple[str, ...] = ()
    part_stems: frozenset[str] = frozenset()
    joined: str = ""
    joined_stem: str = ""
    others: tuple[Form, ...] = ()
    asked: str = ""

    @property
    def has_forms(self) -> bool:
        """Whether a note may contain it in another form."""
        return bool(self.parts or self.joined or self.others)

    @property
    def other_stems(self) -> frozenset[str]:
        """The stems of the forms that are one word."""
        others = frozenset[str]()
        if words := [form.text for form in self.others if not form.stems]:
            others = frozenset(stemmed(" ".join(words)))
        return others | {self.joined_stem} if self.joined_stem else others

    def is_in(self, stems: Set[str]) -> bool:
        """Whether a text with these stems contains it, in any form."""
        in_parts = bool(self.parts) and self.part_stems <= stems
        in_words = any(form.stems and form.stems <= stems for form in self.others)
        is_whole = self.stem in stems or in_parts or in_words
        return is_whole or not self.other_stems.isdisjoint(stems)


@dataclass(frozen=True, slots=True)
class Query:
    """A query in terms of the index.

    `text` is embedded, and has no syntax. `terms` are in the order typed, including
    repeated ones. `grams` are character bigrams of scripts without spaces. A chunk must
    contain every one of `phrases` word by word, and none of `left_out`; it should
    contain those of `quoted`.
    """

    text: str
    terms: tuple[Term, ...]
    grams: tuple[str, ...] = ()
    phrases: tuple[tuple[Term, ...], ...] = ()
    left_out: tuple[tuple[Term, ...], ...] = ()
    quoted: tuple[tuple[Term, ...], ...] = ()
    dates: tuple[str, ...] = ()
    """The spellings of the day that the query names, of which the index has chunks."""
    stop_words: bool = True
    """Whether function words are left out where there are others."""
    source_counts: Mapping[str, int] = field(default_factory=dict)
    """For each stem, the number of chunks that contain it and the query itself."""

    def distinct(self) -> tuple[Term, ...]:
        """The terms, each stem once."""
        return tuple({term.stem: term for term in self.terms}.values())

    def content(self) -> tuple[Term, ...]:
        """The terms without function words, unless there are no others.

        A repeated word is repeated: it was found to be as important as it is often
        (docs/decisions/0015-keyword-ranking.md).
        """
        if not self.stop_words:
            return self.terms
        omitted = function_words_in(term.surface for term in self.terms)
        return tuple(t for t in self.terms if t.surface not in omitted) or self.terms

    @property
    def is_empty(self) -> bool:
        """Whether it has neither terms nor grams."""
        return not self.terms and not self.grams

    @property
    def codes(self) -> tuple[tuple[Term, ...], ...]:
        """Words that the index splits into several tokens, such as `CTS-010`."""
        codes = []
        position = 0
        for typed in self.text.split():
            pieces = []
            while position < len(self.terms) and self.terms[position].surface in typed:
                pieces.append(self.terms[position])
                typed = typed.partition(self.terms[position].surface)[2]
                position += 1
            code = "".join(piece.surface for piece in pieces)
            if len(pieces) > 1 and not is_alphabetic(code) and not code.isdigit():
                codes.append(tuple(pieces))
        return tuple(codes)

    @property
    def is_code(self) -> bool:
        """Whether it is nothing but codes and numbers, which no model can read."""
        if not self.terms or self.grams:
            return False
        coded = {piece for code in self.codes for piece in code}
        words = {term.surface for term in self.terms if term not in coded}
        return not any(map(is_alphabetic, words))

    def finished(self, line: str, reader: Reader) -> "Query":
        """The query of a line that is being typed, its words completed.

        That is to a word of the index, if they are none themselves, and the line ends
        with the last one: this to the most frequent word, those before it if only one
        word begins so. Nothing is known of a last word of less than `MIN_START`
        letters: it is left out.
        """
        if not self.terms or not line.endswith(self.terms[-1].surface):
            return self
        *others, last = self.terms
        known = reader.keywords.document_frequencies([t.stem for t in self.terms])
        if others and not known[last.stem] and len(as_words(last.surface)) < MIN_START:
            others, last = others[:-1], others[-1]
        terms = (
            *(
                _completed(t, reader, most=1) if not known[t.stem] else t
                for t in others
            ),
            last if known[last.stem] else _completed(last, reader),
        )
        return self if terms == self.terms else replace(self, terms=terms)

    def with_words(self, corrected: Mapping[str, str]) -> "Query":
        """The query with words, by their surface form, replaced."""
        text = self.text
        for surface, better in corrected.items():
            text = text.replace(surface, better)
        return replace(self, text=text, terms=terms_of(text))


def _completed(term: Term, reader: Reader, most: int | None = None) -> Term:
    """The most frequent word of the index that begins with a term, if there is one.

    The term if more than `most` words begin so.
    """
    start = as_words(term.surface).lower()
    begun = reader.keywords.terms_from(start) if len(start) >= MIN_START else []
    if not begun or (most and len(begun) > most):
        return term
    word, _ = max(begun, key=lambda pair: pair[1])
    return Term(word, word)


def build_query(parsed: ParsedQuery) -> Query:
    """The parsed line as terms of the index."""
    text = parsed.text[:MAX_QUERY_CHARS]
    return Query(
        text=text,
        terms=terms_of(text),
        grams=tuple(query_grams(text)),
        phrases=_each(parsed.phrases),
        left_out=_each(parsed.left_out),
        quoted=_each(parsed.quoted),
    )


def _each(texts: Iterable[str]) -> tuple[tuple[Term, ...], ...]:
    phrases = (terms_of(text[:MAX_QUERY_CHARS]) for text in texts)
    return tuple(terms for terms in phrases if terms)


def terms_of(text: str) -> tuple[Term, ...]:
    """The terms of `text`, without those in scripts without spaces."""
    text = without_unspaced_runs(text)
    numbers = grouped_numbers(text)
    terms = []
    for start, end, stem in tokens(text):
        surface = text[start:end]
        parts = tuple(split_identifier(surface) or split_quantity(surface))
        term = Term(surface, stem, parts, frozenset(stemmed(" ".join(parts))))
        joined = (joined for span, joined in numbers if span.start <= start < span.end)
        terms.append(_joined(term, next(joined, "")))
    return tuple(_with_joined(terms))


def _joined(term: Term, joined: str) -> Term:
    """The term, which a note may contain as a part of the word `joined`, if any."""
    if not joined:
        return term
    return replace(term, joined=joined, joined_stem=stemmed(joined)[0])


def _with_joined(terms: list[Term]) -> list[Term]:
    """The terms; numbers and the units after them also know the two as one word."""
    joined_terms = list(terms)
    for offset, (one, other) in enumerate(pairwise(terms)):
        joined = one.surface + other.surface
        if one.surface.isdigit() and split_quantity(joined):
            joined_terms[offset] = _joined(one, joined)
            joined_terms[offset + 1] = _joined(other, joined)
    return joined_terms


def word(term: Term) -> Matching:
    """The term; or its parts next to each other, or joined with its neighbour."""
    whole = Phrase(term.surface)
    if term.joined:
        return AnyOf((whole, Phrase(term.joined)))
    return AnyOf((whole, Phrase(" ".join(term.parts)))) if term.parts else whole


def word_in_any_form(term: Term) -> Matching:
    """The term as `word` matches it, or one of its other forms."""
    forms = tuple(Phrase(form.text) for form in term.others)
    return AnyOf((word(term), *forms)) if forms else word(term)


def phrase(terms: Iterable[Term]) -> Phrase:
    """The terms next to each other."""
    return Phrase(" ".join(term.surface for term in terms))


def all_of(terms: Iterable[Term]) -> Matching:
    """All of the terms."""
    return AllOf(tuple(map(word, terms)))


def any_of(terms: Iterable[Term]) -> Matching:
    """At least one of the terms."""
    return AnyOf(tuple(map(word, terms)))


def any_gram(grams: Iterable[str]) -> Matching:
    """At least one of the grams; a single character matches as a prefix."""
    return AnyOf(tuple(Phrase(g) if len(g) > 1 else Prefix(g) for g in grams))
