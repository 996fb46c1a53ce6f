"""Whether a text is English, by its script and its function words."""

import re

from ragtui_core.text.function_words import language_of

_WORDS = 80
"""Words of a text by which its language is found."""

_WORD = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT = re.compile(r"(?![\u1e00-\u1eff])[^\W\d_\x00-\u024f]")
"""A letter of no Latin alphabet."""


def words_of(text: str) -> list[str]:
    """The first words of a text, by which its language is found."""
    return _WORD.findall(text)[:_WORDS]


def is_english(text: str) -> bool:
    """Whether nothing says that a text is in another language, such as code."""
    words = words_of(text)
    letters = "".join(words)
    others = sum(1 for _ in _OTHER_SCRIPT.finditer(letters))
    return 2 * others <= len(letters) and language_of(words) == "en"


def is_in(text: str, language: str) -> bool:
    """Whether nothing says that a text is in another language than `language`."""
    if language == "en":
        return is_english(text)
    return language_of(words_of(text)) == language
