"""Finds other forms of a query's words in its language: `Häuser` finds `Haus`.

The index has Porter's stems, which are for English. In other languages the terms that
have the same stem by Snowball's algorithm are searched, too, so that neither the index
nor its tokenizer depends on the language of a text.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.search.query.compounds import COMPOUNDING, compounds_of
from ragtui_core.search.query.index_query import Form, Query, Term
from ragtui_core.search.query.word_languages import (
    is_no_english_word,
    share,
    text_languages,
    vault_languages,
)
from ragtui_core.store.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.function_words import function_word_language, function_words_in
from ragtui_core.text.irregular_verbs import irregular_forms
from ragtui_core.text.stemming import (
    STEMMED_LANGUAGES,
    as_searched,
    has_stem,
    language_stems,
    script_language,
    stemmed,
)

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
    found = (replace(t, others=forms.get(t.stem, ())) for t in query.terms)
    return replace(query, terms=tuple(found))


def with_irregular_forms(query: Query, reader: Reader) -> Query:
    """The query, whose verbs also know their irregular forms: `met` of `meet`."""
    forms = {term.stem: irregular_forms(term.surface) for term in query.terms}
    stems = {form: stemmed(form)[0] for verb in forms.values() for form in verb}
    if not stems:
        return query
    counts = reader.keywords.document_frequencies(stems.values())

    def irregular(term: Term) -> Iterator[Form]:
        for form in forms[term.stem]:
            if stems[form] != term.stem and (count := counts[stems[form]]):
                yield Form(form, count)

    terms = (replace(t, others=(*t.others, *irregular(t))) for t in query.terms)
    return replace(query, terms=tuple(terms))


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
    found = dict[str, int]()
    if language in COMPOUNDING:
        found |= compounds_of(term, (language,), reader)
    elif is_absent and is_foreign:
        found |= compounds_of(term, COMPOUNDING, reader)
    if language in STEMMED_LANGUAGES:
        found |= _inflected(term, language, reader)
    is_main = share(languages, language) >= MIN_SHARE
    known = [e for e in found if is_absent or is_main or not _is_english(e)]
    best = sorted(known, key=lambda each: (-found[each], each))[:MAX_FORMS]
    return [Form(text, found[stem]) for stem in best if (text := as_searched(stem))]


def _inflected(term: Term, language: str, reader: Reader) -> dict[str, int]:
    """The index's terms with the same stem, with their chunk counts."""
    wanted = language_stems(language, term.surface)
    return {
        known: count
        for start in set(_starts(wanted, language))
        for known, count in reader.keywords.terms_from(start)
        if known != term.stem and has_stem(known, language, wanted)
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
