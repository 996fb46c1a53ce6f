"""Finds words of a query that are only in texts of other languages than its own.

In a vault of several languages many an English typo is a word of some other:
`colector` is Spanish. English texts count as texts of every query's language, since
people use English terms in all.
"""

import re
from collections import Counter
from collections.abc import Sequence

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.search.query.index_query import Term
from ragtui_core.store.reader import Reader
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.text.function_words import function_words_in, language_of

MIN_LETTERS = 4
"""Shorter words are not corrected."""

_CHUNKS = 24
"""Chunks of a word whose languages are found, the best by BM25."""

_WORDS = 80
"""Words of a chunk by which its language is found."""

_SHARE = 0.1
"""Ratio of those chunks from which a word belongs to their language."""

_RARE = 0.02
"""Ratio of all chunks above which a word is too frequent for a typo."""

_WORD = re.compile(r"[^\W\d_]+")


def foreign_words(
    terms: Sequence[Term], reader: Reader
) -> tuple[list[Term], frozenset[str]]:
    """The words that are in no text of the query's languages, and these languages.

    They are English and that of the query's function words, or those of the texts with
    its other words. A single word is in the language of its texts.
    """
    omitted = function_words_in(term.surface for term in terms)
    content = [term for term in terms if term.surface not in omitted]
    if len(content) + bool(omitted) < 2:
        return [], frozenset()
    suspects = {
        term: languages_of(term, reader)
        for term in _rare([t for t in content if _may_be_wrong(t.surface)], reader)
    }
    suspects = {term: found for term, found in suspects.items() if found - {"en"}}
    if all("en" in found for found in suspects.values()):
        return [], frozenset()
    own = {"en"}
    if omitted:
        own.add(language_of(term.surface for term in terms))
    else:
        others = [term for term in content if term not in suspects] or content
        own.update(*(languages_of(term, reader) for term in others))
    return [term for term in suspects if not suspects[term] & own], frozenset(own)


def _rare(terms: Sequence[Term], reader: Reader) -> list[Term]:
    if not terms:
        return []
    counts = reader.keywords.document_frequencies(term.stem for term in terms)
    _, chunks, _ = reader.counts()
    return [term for term in terms if counts[term.stem] <= max(1, _RARE * chunks)]


def languages_of(term: Term, reader: Reader) -> frozenset[str]:
    """The languages of the texts with a word; none if they have it as a name.

    A name is nowhere in small letters.
    """
    found = text_languages(term, reader)
    if found.only_capitalized:
        return frozenset()
    minimum = _SHARE * found.counts.total()
    return frozenset(language for language, n in found.counts.items() if n >= minimum)


def text_languages(term: Term, reader: Reader) -> TextLanguages:
    """The languages of some texts with a word, the best by BM25."""
    known = reader.languages
    if term.surface not in known:
        texts = reader.keywords.best_texts(term.surface, _CHUNKS)
        known[term.surface] = languages_of_texts(term.surface, texts)
    return known[term.surface]


def languages_of_texts(word: str, texts: Sequence[str]) -> TextLanguages:
    """The languages of texts with a word."""
    counts = Counter(language_of(_WORD.findall(text)[:_WORDS]) for text in texts)
    in_small = any(word.lower() in text for text in texts)
    return TextLanguages(counts, only_capitalized=not in_small)


def _may_be_wrong(word: str) -> bool:
    return word.islower() and is_no_english_word(word)


def is_no_english_word(word: str) -> bool:
    """Whether a word of some length is not in the vocabulary of the bundled model."""
    if len(word) < MIN_LETTERS or not word.isalpha():
        return False
    return word.lower() not in bundled_vocabulary()
