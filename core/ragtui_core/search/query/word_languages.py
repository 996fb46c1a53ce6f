"""Finds the languages of texts of the index, by the function words in them."""

from collections import Counter
from collections.abc import Iterable

from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.language.function_words import is_english, language_of, words_in
from ragtui_core.language.tables import words
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic

MIN_LETTERS = 4
"""Shorter words are neither corrected nor found in other forms."""

_CHUNKS = 24
"""Chunks of a word whose languages are found, the best by BM25."""


_VAULT_CHUNKS = 32
"""Chunks by which the languages of a vault are found."""


def vault_languages(reader: Reader) -> Counter[str]:
    """How many of some chunks, from all parts of the index, are in each language."""
    return _languages_of(reader.documents.some_texts(_VAULT_CHUNKS))


def text_languages(reader: Reader, words: tuple[str, ...]) -> list[Counter[str]]:
    """How many of some texts with each word, the best by BM25, are in each language."""
    best = [reader.keywords.best_chunks(Phrase(word), _CHUNKS) for word in words]
    matches = reader.chunks({chunk for chunks in best for chunk in chunks})
    return [
        _languages_of(matches[chunk].text for chunk in chunks if chunk in matches)
        for chunks in best
    ]


def has_other_languages(reader: Reader) -> bool:
    """Whether some chunk of the index is not in English."""
    frequent = AnyOf(tuple(map(Phrase, sorted(words("frequent_words")))))
    matches = reader.chunks(reader.keywords.best_chunks(frequent, _CHUNKS))
    return not all(is_english(chunk.text) for chunk in matches.values())


def _languages_of(texts: Iterable[str]) -> Counter[str]:
    return Counter(language_of(words_in(text)) for text in texts)


def share(languages: Counter[str], language: str) -> float:
    """The ratio of the texts that are in a language, 0..1."""
    return languages[language] / max(1, languages.total())


def is_no_english_word(word: str) -> bool:
    """Whether a word of some length is not in the vocabulary of the bundled model."""
    if len(word) < MIN_LETTERS or not is_alphabetic(word):
        return False
    return word.lower() not in bundled_vocabulary()
