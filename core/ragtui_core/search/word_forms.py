"""Finds other forms of a query's words: `met` of `meet`, `Häuser` of `Haus`.

The index has Porter's stems, which are for English. In other languages the terms that
have the same stem by Snowball's algorithm are searched, too, and compounds, so that
neither the index nor its tokenizer depends on the language of a text.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.language.function_words import (
    function_words_in,
    language_of,
)
from ragtui_core.language.stemmers import (
    COMPOUNDING,
    STEMMED_LANGUAGES,
    has_stem,
    language_stems,
    script_language,
)
from ragtui_core.language.verb_forms import irregular_forms
from ragtui_core.store.meta_keys import LANGUAGES
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.stemming import as_searched, stemmed
from ragtui_core.text.word_folding import as_words

MIN_LETTERS = 4
"""Shorter words, and parts of compounds, are neither corrected nor found in others."""

MAX_FORMS = 12
"""Forms that are searched of a word, the most frequent."""

_ENGLISH_ENDINGS = ("", "e", "s", "ed", "ing", "ion", "ation")

_MIN_BESIDE, _MAX_ENDING, _MIN_INNER = 3, 3, 7
"""Letters of what is beside the word in a compound, of an ending after it, and of a
word that a compound may have within."""


class OtherForm(NamedTuple):
    """A word of the index, its term there, and the number of chunks with it."""

    text: str
    stem: str
    chunks: int


class Token(Protocol):
    """A word as typed, and its term in the index."""

    @property
    def surface(self) -> str:
        """The word as typed."""

    @property
    def stem(self) -> str:
        """The term of the index."""


def other_forms(
    surfaces: Sequence[str], tokens: Iterable[Token], reader: Reader
) -> dict[str, list[OtherForm]]:
    """The other forms of some tokens of a query, by their stems.

    The query's language is that of its function words. If that is unknown or English,
    other words than English ones are in that of their script, or in those of the vault.
    """
    forms = dict[str, list[OtherForm]]()
    language = language_of(surfaces) if function_words_in(surfaces) else ""
    shares = reader.once(vault_languages)
    others = [code for code in shares if code != "en"]
    for token in tokens:
        if irregular := irregular_forms(token.surface):
            forms[token.stem] = _irregular(token, irregular, reader)
        elif language not in ("", "en") and is_alphabetic(token.surface):
            forms[token.stem] = _in_languages(token, [language], shares, reader)
        elif others and is_no_english_word(token.surface):
            script = script_language(token.surface)
            languages = [script] if script else others
            forms[token.stem] = _in_languages(token, languages, shares, reader)
    return forms


def _irregular(
    token: Token, irregular: Iterable[str], reader: Reader
) -> list[OtherForm]:
    stems = {form: stemmed(form)[0] for form in irregular}
    counts = reader.keywords.document_frequencies(stems.values())
    return [
        OtherForm(form, stem, counts[stem])
        for form, stem in stems.items()
        if stem != token.stem and counts[stem]
    ]


def _in_languages(
    token: Token, languages: Iterable[str], shares: Counter[str], reader: Reader
) -> list[OtherForm]:
    """The index's terms with the same stem in some languages, and compounds."""
    counts, is_main = dict[str, int](), False
    for language in languages:
        is_main |= 2 * shares[language] >= shares.total()
        if language in COMPOUNDING:
            counts |= _compounds(token, language, reader)
        if language in STEMMED_LANGUAGES:
            counts |= _inflected(token, language, reader)
    is_absent = not reader.keywords.document_frequencies([token.stem])[token.stem]
    known = [
        stem for stem in counts if is_absent or is_main or not may_be_english(stem)
    ]
    best = sorted(known, key=lambda stem: (-counts[stem], stem))[:MAX_FORMS]
    return [OtherForm(t, s, counts[s]) for s in best if (t := as_searched(s))]


def _inflected(token: Token, language: str, reader: Reader) -> dict[str, int]:
    """The index's terms with the same stem, with their chunk counts."""
    wanted = language_stems(language, token.surface)
    return {
        other: count
        for start in set(_starts(wanted, language))
        for other, count in reader.keywords.terms_from(start)
        if other != token.stem and has_stem(other, language, wanted)
    }


def _starts(stems: frozenset[str], language: str) -> Iterator[str]:
    """How the index's terms with these stems begin.

    Porter's algorithm may have removed the last letter; Arabic has an article before
    its words, which Snowball's removes.
    """
    for stem in stems:
        if len(stem) >= _MIN_BESIDE:
            yield stem[: max(_MIN_BESIDE, len(stem) - 1)]
            if language == "ar":
                yield f"ال{stem}"


def _compounds(token: Token, language: str, reader: Reader) -> dict[str, int]:
    """The index's terms that begin or end with a word, with their chunk counts.

    If there are none, those that have a long word within. What is beside it has a
    vowel, so that `Wein` does not find `Schwein`.
    """
    word = as_words(token.surface).lower()
    stems = {token.stem, *language_stems(language, word)}
    stems = {stem for stem in stems if len(stem) >= MIN_LETTERS and stem.isalpha()}
    if len(word) < MIN_LETTERS or not stems:
        return {}
    listed = reader.once(_vocabulary)
    having = [(term, stem) for stem in stems for term in _lines_with(stem, listed)]
    # A word inside a compound is weaker evidence.
    at_border = [term for term, stem in having if _is_compound(term, stem)]
    within = [
        term
        for term, stem in having
        if len(stem) >= _MIN_INNER and all(map(_is_part, term.split(stem, 1)))
    ]
    return reader.keywords.document_frequencies(at_border or within)


def _vocabulary(reader: Reader) -> str:
    """The index's terms, each on a line."""
    return "\n".join([term for term, _ in reader.keywords.terms_from("")])


def _lines_with(part: str, text: str) -> Iterator[str]:
    """The lines of a text that contain a part of a line, in order."""
    at = text.find(part)
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = end if end >= 0 else len(text)
        yield text[start:end]
        at = text.find(part, end)


def _is_compound(term: str, stem: str) -> bool:
    before, _, after = term.rpartition(stem)
    if not before:
        return len(after) > _MAX_ENDING and _is_part(after)
    return len(after) <= _MAX_ENDING and _is_part(before)


def _is_part(text: str) -> bool:
    is_word = len(text) >= _MIN_BESIDE and text.isascii() and text.isalpha()
    return is_word and not set("aeiouy").isdisjoint(text)


def may_be_english(stem: str) -> bool:
    """Whether it may be an English word, or the stem of one by Porter's algorithm."""
    known = bundled_vocabulary()
    bases = (stem, stem + stem[-1])  # install -> instal
    forms = [base + end for base in bases for end in _ENGLISH_ENDINGS]
    if stem.endswith("e"):
        forms.append(f"{stem[:-1]}ing")  # baking -> bake
    return not known.isdisjoint(forms)


def is_no_english_word(word: str) -> bool:
    """Whether a word of some length is not in the vocabulary of the bundled model."""
    if len(word) < MIN_LETTERS or not is_alphabetic(word):
        return False
    return word.lower() not in bundled_vocabulary()


def vault_languages(reader: Reader) -> Counter[str]:
    """How many of some chunks of the index are in each language."""
    return Counter(json.loads(reader.meta(LANGUAGES) or "{}"))
