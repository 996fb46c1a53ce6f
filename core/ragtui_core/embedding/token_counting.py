"""Counts the bundled model's tokens with a memo of words.

A BERT tokenizer cuts text into words at white space and punctuation, and each word
into pieces independently of its neighbours. So the count of a text is the sum over
its words, and a memo of words makes it exact and about five times as fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import EMBEDDING_MODEL

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TokenCounter = Callable[[str], int]

_ALONE = (
    r"!-/:-@\[-`{-~"  # ASCII punctuation
    r"\u2010-\u2027\u3001-\u3003\u3008-\u3011\uff01-\uff0f"  # of other scripts
    r"\u3400-\u4dbf\u4e00-\u9fff"  # Chinese characters
)
"""Characters that the tokenizer always treats as one token each."""

_WORD = re.compile(rf"[^ \t\n\r{_ALONE}]+")
_CHARACTER = re.compile(rf"[{_ALONE}]")
"""Words end at those characters and at white space. Nothing else is a safe border:
the tokenizer drops invisible characters, and joins the text around them."""

_MAX_MEMO = 400_000
"""Maximum number of words in the memo, about 50 MB."""


_PUNCTUATION = bytes(c for c in range(33, 127) if not chr(c).isalnum())
_TO_SPACES = bytes.maketrans(_PUNCTUATION, b" " * len(_PUNCTUATION))
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters, which the tokenizer drops, but `bytes.split` treats as space."""


class _Memo(dict[str | bytes, int]):
    """Token counts of words, filled on first sight; ASCII words are bytes."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._model = tokenizer.model
        self._longest = self._model.max_input_chars_per_word
        self._lowercase = tokenizer.normalizer.lowercase

    def __missing__(self, word: str | bytes) -> int:
        if isinstance(word, bytes):
            if len(word) > self._longest:
                return 1  # an unknown word to the model, however long
            # Nothing else is normalized in ASCII, so that the model alone is asked,
            # which takes a third of the time.
            text = (word.lower() if self._lowercase else word).decode()
            count = len(self._model.tokenize(text))
        elif word.isascii() and word.isalnum():  # no control characters
            count = self[word.encode()]  # it may be in the memo as bytes
        else:
            count = len(self._tokenizer.encode(word, add_special_tokens=False).ids)
        if len(self) < _MAX_MEMO:
            self[word] = count
        return count


def token_counter(tokenizer: Tokenizer) -> TokenCounter:
    """A function that counts `tokenizer`'s tokens, without special ones."""
    count_of = _Memo(tokenizer).__getitem__

    def count(text: str) -> int:
        if text.isascii() and not _CONTROL.search(text):
            # Four times as fast as the patterns.
            data = text.encode()
            marks = len(data) - len(data.translate(None, _PUNCTUATION))
            return marks + sum(map(count_of, data.translate(_TO_SPACES).split()))
        words = sum(map(count_of, _WORD.findall(text)))
        return words + len(_CHARACTER.findall(text))

    return count


@cache
def bundled_token_counter() -> TokenCounter:
    """Counts tokens of the bundled model, which chunk sizes are measured in."""
    return token_counter(EMBEDDING_MODEL.load_tokenizer())


@cache
def bundled_vocabulary() -> frozenset[str]:
    """The whole words in the bundled model's vocabulary: some 20,000, in lower case."""
    pieces = EMBEDDING_MODEL.load_tokenizer().get_vocab()
    return frozenset(piece for piece in pieces if piece.isalpha())
