"""Normalizes names for comparison: case, accents, file extensions."""

import unicodedata

NOTE_EXTENSIONS = (".md", ".markdown", ".mdown", ".mkd")
"""Default file extensions of notes."""


_PAIRS = """
æ ae œ oe ø o ß ss ł l đ d ð d þ th ı i ħ h ŧ t ŋ n ĸ k
ё е أ ا إ ا آ ا ٱ ا ى ي ی ي ک ك ة ه
"""

LETTERS = dict(zip(_PAIRS.split()[::2], _PAIRS.split()[1::2], strict=True))
"""Letters that Unicode does not decompose, or that are often written as another one."""

_LETTERS = str.maketrans(LETTERS)


class _Seen(dict[int, int | None]):
    """By code point, itself; None for accents and invisible characters."""

    def __missing__(self, code: int) -> int | None:
        char = chr(code)
        is_seen = not unicodedata.combining(char) and unicodedata.category(char) != "Cf"
        self[code] = replacement = code if is_seen else None
        return replacement


_SEEN = _Seen()


def folded(text: str) -> str:
    """`text` without case, accents and invisible characters, for comparing values."""
    if text.isascii():
        return text.strip().lower()
    parts = unicodedata.normalize("NFKD", text.strip().casefold().translate(_LETTERS))
    return parts.translate(_SEEN)


def folded_in_place(text: str) -> str:
    """Lower case without accents, each character at its place; `'` for a curly one."""
    if text.isascii():
        return text.lower()
    return "".join(
        "'" if char == "\u2019" else unicodedata.normalize("NFD", char)[0].lower()[:1]
        for char in text
    )


def without_extension(path: str) -> str:
    """A note's path or name without a note's extension."""
    base, _, ending = path.rpartition(".")
    return base if base and f".{ending.lower()}" in NOTE_EXTENSIONS else path


def stem_of(path: str) -> str:
    """The name of a note's file, without a note's extension."""
    return without_extension(path.rpartition("/")[2])


def name_key(target: str) -> str:
    """The last part of a path or a name, folded: the same for all names of a note."""
    return folded(without_extension(target.rstrip("/").rpartition("/")[2]))


def is_alphabetic(word: str) -> bool:
    """Whether a word is letters alone, with their accents and vowel signs.

    `str.isalpha` does not count such signs: nearly every word of Hindi, Bengali or
    Tamil has one.
    """
    if word.isascii():
        return word.isalpha()
    return all(unicodedata.category(char)[0] in "LM" for char in word)
