"""Counts the bundled model's tokens with a memo of words.

A BERT tokenizer cuts text into words at white space and punctuation, and each word
into pieces independently of its neighbours. So the count of a text is the sum over
its words, and a memo of words makes it exact and about five times as fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from ragtui_core.embedding.bundled_model import EMBEDDING_MODEL

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TokenCounter = Callable[[str], int]

_MAX_MEMO = 400_000
"""Maximum number of words in the memo, about 50 MB."""

_ALONE = re.compile(
    "["
    "\u2010-\u2027\u3001-\u3003\u3008-\u3011\uff01-\uff0f"  # punctuation
    "\u3400-\u4dbf\u4e00-\u9fff"  # Chinese characters
    "]"
)
"""Characters that the tokenizer always treats as one token each, besides those of
`_PUNCTUATION`. Words end at both and at white space. Nothing else is a safe border: the
tokenizer drops invisible characters, and joins the text around them."""

_PUNCTUATION = bytes(c for c in range(33, 127) if not chr(c).isalnum())
_TO_SPACES = bytes.maketrans(_PUNCTUATION, b" " * len(_PUNCTUATION))
_DROPPED = bytes(c for c in (*range(32), 127) if c not in b"\t\n\r")
"""ASCII characters that the tokenizer drops."""

_ELSEWHERE = "\u3100"
"""The first character from which on words are left to the tokenizer: it decomposes
Korean syllables, and sets other Chinese characters apart."""


class _Pieces:
    """The longest pieces first, as in WordPiece (Wu et al., 2016), of normalized words.

    In Python, since a call of the tokenizer takes longer than most words do: it also
    finds the pieces' offsets and names.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        prefix = tokenizer.model.continuing_subword_prefix
        self._most = tokenizer.model.max_input_chars_per_word
        self._first = frozenset(tokenizer.get_vocab())
        self._further = frozenset(
            piece.removeprefix(prefix)
            for piece in self._first
            if piece.startswith(prefix) and piece != prefix
        )
        self._longest_first = _longest(self._first)
        self._longest_further = _longest(self._further)

    def count(self, word: str) -> int:
        """The number of pieces; 1 for a word that is unknown, or too long to try."""
        if word in self._first or len(word) > self._most:
            return 1
        pieces, longest = self._first, self._longest_first
        start = count = 0
        while start < len(word):
            maximum = min(len(word), start + longest.get(word[start], 0))
            for end in range(maximum, start, -1):
                if word[start:end] in pieces:
                    break
            else:
                return 1
            start, count = end, count + 1
            pieces, longest = self._further, self._longest_further
        return count


def _longest(pieces: Iterable[str]) -> dict[str, int]:
    """By first character, the length of the longest of some pieces.

    Most pieces of other scripts are single characters: nothing longer is tried.
    """
    longest: dict[str, int] = {}
    for piece in pieces:
        longest[piece[0]] = max(longest.get(piece[0], 0), len(piece))
    return longest


class _Memo(dict[bytes, int]):
    """Token counts of words in UTF-8, filled on first sight."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._pieces = _Pieces(tokenizer)
        self._lowercase = tokenizer.normalizer.lowercase

    def __missing__(self, word: bytes) -> int:
        text = word.decode("utf-8", "surrogatepass")
        normal = text if text.isascii() and not self._lowercase else self._normal(text)
        if normal:
            count = self._pieces.count(normal)
        else:
            count = len(self._tokenizer.encode(text, add_special_tokens=False).ids)
        if len(self) < _MAX_MEMO:
            self[word] = count
        return count

    def _normal(self, word: str) -> str:
        """A word as the tokenizer normalizes it; empty if that is left to it.

        Letters without accents, in lower case.
        """
        if word.isascii():
            return word.lower()
        # The lower case of a sigma depends on its place in Python, not there.
        is_simple = word.isalpha() and max(word) < _ELSEWHERE and "\u03a3" not in word
        if not (is_simple and self._lowercase):
            return ""
        apart = normalize("NFD", word)
        if apart != word:
            apart = "".join([each for each in apart if category(each) != "Mn"])
        return apart.lower()


def token_counter(tokenizer: Tokenizer) -> TokenCounter:
    """A function that counts `tokenizer`'s tokens, without special ones."""
    count_of = _Memo(tokenizer).__getitem__

    def count(text: str) -> int:
        alone = 0
        if not text.isascii():
            text, alone = _ALONE.subn(" ", text)
        # Bytes are split and translated four times as fast as text is searched.
        data = text.encode("utf-8", "surrogatepass")
        marks = len(data) - len(data.translate(None, _PUNCTUATION))
        words = data.translate(_TO_SPACES, _DROPPED).split()
        return alone + marks + sum(map(count_of, words))

    return count


@cache
def bundled_token_counter() -> TokenCounter:
    """Counts tokens of the bundled model, which chunk sizes are measured in."""
    return token_counter(EMBEDDING_MODEL.load_tokenizer())


@cache
def bundled_vocabulary() -> frozenset[str]:
    """The whole words in the bundled model's vocabulary: some 20,000, in lower case."""
    return frozenset(filter(str.isalpha, EMBEDDING_MODEL.load_vocabulary()))
