"""Words of a line that say what is wanted of notes, and not what they are about."""

import re
from functools import cache

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.tables import tables
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed

_WORD = re.compile(r"\w+")


@cache
def _phrases(key: str) -> frozenset[str]:
    """The phrases of all languages under a key, folded, with spaces for `_`."""
    texts = (table.get("requests", {}).get(key, "") for table in tables().values())
    phrases = (phrase for text in texts for phrase in text.split())
    return frozenset(folded(phrase).replace("_", " ") for phrase in phrases)


def asks_for_any_time(line: str) -> bool:
    """Whether a line asks for all times in words, such as "ever"."""
    words = f" {' '.join(_WORD.findall(folded(line)))} "
    return any(f" {phrase} " in words for phrase in _phrases("any_time"))


def without_generic(text: str) -> str:
    """The text; empty if its words name nothing to search for beside a time."""
    words = _WORD.findall(folded(text))
    known = function_words_in(words) | _phrases("generic")
    return "" if all(word in known or len(word) == 1 for word in words) else text


def without_vague(text: str) -> str:
    """The text without words that do not say what it is about; empty if none does.

    Such as "decided" and "important", beside a time: "what was decided in June".
    """
    words = (w for w in text.split() if not _is_one_of(w, "vague", "changes"))
    return without_generic(" ".join(words))


def asks_what_changed(text: str) -> bool:
    """Whether a text without its time asks for all that notes say about a subject."""
    is_asked = any(_is_one_of(word, "changes") for word in text.split())
    return is_asked and bool(without_vague(text))


@cache
def _with_stems(*keys: str) -> frozenset[str]:
    known = frozenset(phrase for key in keys for phrase in _phrases(key))
    return known.union(stemmed(" ".join(known)))


def _is_one_of(word: str, *keys: str) -> bool:
    plain = " ".join(_WORD.findall(folded(word)))
    known = _with_stems(*keys)
    return plain in known or " ".join(stemmed(plain)) in known
