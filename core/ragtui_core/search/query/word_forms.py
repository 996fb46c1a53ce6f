"""Finds other forms of a query's words in its language: `Häuser` finds `Haus`.

The index has Porter's stems, which are for English. In other languages the terms that
have the same stem by Snowball's algorithm are searched, too, so that neither the index
nor its tokenizer depends on the language of a text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.language.function_words import (
    function_word_language,
    function_words_in,
    is_function_word,
)
from ragtui_core.language.stemmers import (
    COMPOUNDING,
    STEMMED_LANGUAGES,
    has_stem,
    language_stems,
    script_language,
)
from ragtui_core.language.verb_forms import irregular_forms, past_of
from ragtui_core.search.query.index_query import Form, Query, Term
from ragtui_core.search.query.word_languages import (
    is_no_english_word,
    share,
    text_languages,
    vault_languages,
)
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.stemming import as_searched, stemmed
from ragtui_core.text.word_folding import as_words

MIN_LETTERS = 3
"""Shorter stems are not looked up: too many words begin with them."""

MAX_FORMS = 12
"""Forms that are searched of a word, the most frequent."""

MIN_SHARE = 0.5
"""Ratio of a vault's chunks in a language from which forms are used that English has,
too: in other vaults they would find English texts."""

_ENGLISH_ENDINGS = ("", "e", "s", "ed", "ing", "ion", "ation")


def with_forms(query: Query, reader: Reader) -> Query:
    """The query, whose words know their other forms in the index."""
    words = [term.surface for term in query.terms]
    language = _language_of(query, reader)
    omitted = function_words_in(words)
    terms = [term for term in query.distinct() if term.surface not in omitted]
    forms = {term.stem: tuple(_forms(term, language, reader)) for term in terms}
    terms_with_forms = (replace(t, others=forms.get(t.stem, ())) for t in query.terms)
    return replace(query, terms=tuple(terms_with_forms))


def with_irregular_forms(query: Query, reader: Reader) -> Query:
    """The query, whose verbs also know their irregular forms: `met` of `meet`.

    Texts say in the past what `did I meet` asks, so `met` is the word that counts, and
    `meet`, the stem of `meeting`, is another form of it.
    """
    forms = {term.stem: irregular_forms(term.surface) for term in query.terms}
    stems = {form: stemmed(form)[0] for verb in forms.values() for form in verb}
    if not stems:
        return query
    counts = reader.keywords.document_frequencies(stems.values())

    def irregular(term: Term) -> Iterator[Form]:
        for form in forms[term.stem]:
            if stems[form] != term.stem and (count := counts[stems[form]]):
                yield Form(form, count)

    def with_others(term: Term, *, is_past: bool) -> Term:
        others = (*term.others, *irregular(term))
        past = past_of(term.surface) if is_past else ""
        if past not in (form.text for form in others):
            return replace(term, others=others)
        others = (Form(term.surface, counts[term.stem]), *others)
        others = tuple(form for form in others if form.count and form.text != past)
        return Term(past, stems[past], others=others, asked=term.surface)

    verb = _verb_after_did([term.surface for term in query.terms])
    terms = (with_others(t, is_past=at == verb) for at, t in enumerate(query.terms))
    return replace(query, terms=tuple(terms))


_SUBJECTS = frozenset(("i", "we", "you", "he", "she", "they"))


def _verb_after_did(words: list[str]) -> int:
    """The position of the irregular verb of "did I meet" or "did Anna last meet"; -1.

    Not of nouns, as in "did the ring cost".
    """
    at = next(
        (at for at, word in enumerate(words) if word.lower() == "did"), len(words)
    )
    subject = "".join(words[at + 1 : at + 2])
    if subject.lower() not in _SUBJECTS and is_function_word(subject):
        return -1
    near = range(at + 2, min(at + 4, len(words)))
    return next((position for position in near if past_of(words[position])), -1)


def _language_of(query: Query, reader: Reader) -> str:
    """The language of its function words, else of most texts with its other words.

    Words that English has, too, tell nothing. If no text has the others, it is the
    language of their script, or of most of the vault. In a vault that is all English,
    texts are not looked up.
    """
    words = [term.surface for term in query.terms]
    if language := function_word_language(words):
        return language
    told = [term for term in query.distinct() if is_no_english_word(term.surface)]
    if not told or share(reader.once(vault_languages), "en") == 1:
        return "en"
    shares = Counter[str]()
    for languages in reader.once(text_languages, tuple(t.surface for t in told)):
        shares.update({code: share(languages, code) for code in languages})
    if not shares:
        if language := script_language(query.text):
            return language
        shares = reader.once(vault_languages)
    return max(shares, key=shares.__getitem__, default="en")


def _forms(term: Term, language: str, reader: Reader) -> list[Form]:
    """Texts of the index's terms with the same stem, and of compounds.

    Compounds with a word that no passage has, and that is not English, are in any of
    the languages: some notes may be in another one than most, and than the query.
    """
    languages = reader.once(vault_languages)
    is_foreign = share(languages, "en") < 1 and is_no_english_word(term.surface)
    if not is_alphabetic(term.surface) or (language == "en" and not is_foreign):
        return []
    is_absent = not reader.keywords.document_frequencies([term.stem])[term.stem]
    counts = dict[str, int]()
    if language in COMPOUNDING:
        counts |= compounds_of(term, (language,), reader)
    elif is_absent and is_foreign:
        counts |= compounds_of(term, COMPOUNDING, reader)
    if language in STEMMED_LANGUAGES:
        counts |= _inflected(term, language, reader)
    is_main = share(languages, language) >= MIN_SHARE
    known = [stem for stem in counts if is_absent or is_main or not _is_english(stem)]
    best = sorted(known, key=lambda stem: (-counts[stem], stem))[:MAX_FORMS]
    return [Form(text, counts[stem]) for stem in best if (text := as_searched(stem))]


def _inflected(term: Term, language: str, reader: Reader) -> dict[str, int]:
    """The index's terms with the same stem, with their chunk counts."""
    wanted = language_stems(language, term.surface)
    return {
        other: count
        for start in set(_starts(wanted, language))
        for other, count in reader.keywords.terms_from(start)
        if other != term.stem and has_stem(other, language, wanted)
    }


def _is_english(stem: str) -> bool:
    """Whether an English word may have this stem by Porter's algorithm."""
    known = bundled_vocabulary()
    bases = (stem, stem + stem[-1])  # install -> instal
    return any(base + end in known for base in bases for end in _ENGLISH_ENDINGS)


def _starts(stems: frozenset[str], language: str) -> Iterator[str]:
    """How the index's terms with these stems begin.

    Porter's algorithm may have removed the last letter; Arabic has an article before
    its words, which Snowball's removes.
    """
    for stem in stems:
        if len(stem) >= MIN_LETTERS:
            yield stem[: max(MIN_LETTERS, len(stem) - 1)]
            if language == "ar":
                yield f"ال{stem}"


MIN_PART = 4
"""Letters of a word that compounds are looked for with."""

_PART = re.compile("(?=.*[aeiouy])[a-z]{3,}")
"""What may be beside the word in a compound."""

_MIN_INNER = 7
"""Letters of a word that compounds may have within."""

_MAX_ENDING = 3
"""Letters of an ending after the word."""


class _Position(Enum):
    """Where a compound has a word; the better ones first."""

    BORDER = auto()
    INNER = auto()


def compounds_of(
    term: Term, languages: Iterable[str], reader: Reader
) -> dict[str, int]:
    """The index's terms that are compounds with a word, with their chunk counts.

    Compounds that begin or end with it; if there are none, those that have it within.
    """
    word = as_words(term.surface).lower()
    if len(word) < MIN_PART or not word.isalpha():
        return {}
    stems = {term.stem}.union(*(language_stems(code, word) for code in languages))
    stems = {stem for stem in stems if len(stem) >= MIN_PART}
    terms, counts = reader.once(_vocabulary)
    compounds = {
        (position, known): counts[known]
        for known in _containing(stems, terms)
        if (position := _position(known, stems))
    }
    wanted = (
        _Position.BORDER
        if any(p is _Position.BORDER for p, _ in compounds)
        else _Position.INNER
    )
    return {
        known: count
        for (position, known), count in compounds.items()
        if position is wanted
    }


def _vocabulary(reader: Reader) -> tuple[str, dict[str, int]]:
    """The index's terms, each between line feeds, and their chunk counts."""
    counts = dict(reader.keywords.terms_from(""))
    return "\n".join(("", *counts, "")), counts


def _containing(stems: Iterable[str], terms: str) -> set[str]:
    """The terms with one of the stems; in one text, which is searched much faster."""
    return {
        terms[terms.rindex("\n", 0, at) + 1 : terms.index("\n", at)]
        for stem in stems
        for at in _positions(stem, terms)
    }


def _positions(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _position(term: str, stems: Iterable[str]) -> _Position | None:
    """Where in a compound the word is; None if the term is not a compound with it.

    The parts beside the word have a vowel, so that `Wein` does not find `Schwein`.
    """
    positions = set[_Position | None]()
    for stem in stems:
        for at in _positions(stem, term):
            positions.add(
                _position_between(term[:at], term[at + len(stem) :], len(stem))
            )
    return next((position for position in _Position if position in positions), None)


def _position_between(before: str, after: str, size: int) -> _Position | None:
    if not before and len(after) > _MAX_ENDING and _PART.fullmatch(after):
        return _Position.BORDER
    if not _PART.fullmatch(before):
        return None
    if len(after) <= _MAX_ENDING:
        return _Position.BORDER
    return _Position.INNER if size >= _MIN_INNER else None
