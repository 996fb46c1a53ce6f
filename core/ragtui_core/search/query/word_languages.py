"""Finds the languages of texts of the index, by the function words in them."""

from collections import Counter
from collections.abc import Iterable

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.search.query.index_query import Term
from ragtui_core.store.reader import Reader
from ragtui_core.store.text_languages import TextLanguages
from ragtui_core.text.function_words import language_of
from ragtui_core.text.languages import words_of

MIN_LETTERS = 4
"""Shorter words are not corrected."""

_CHUNKS = 24
"""Chunks of a word whose languages are found, the best by BM25."""


def text_languages(term: Term, reader: Reader) -> TextLanguages:
    """The languages of some texts with a word, the best by BM25."""
    known = reader.languages
    if term.surface not in known:
        texts = reader.keywords.best_texts(term.surface, _CHUNKS)
        known[term.surface] = languages_of_texts(texts)
    return known[term.surface]


def languages_of_texts(texts: Iterable[str]) -> TextLanguages:
    """The languages of some texts."""
    return TextLanguages(Counter(language_of(words_of(text)) for text in texts))


def is_no_english_word(word: str) -> bool:
    """Whether a word of some length is not in the vocabulary of the bundled model."""
    if len(word) < MIN_LETTERS or not word.isalpha():
        return False
    return word.lower() not in bundled_vocabulary()
