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


class _Memo(dict[bytes, int]):
    """Token counts of words in UTF-8, filled on first sight."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, word: bytes) -> int:
        text = word.decode("utf-8", "surrogatepass")
        count = len(self._tokenizer.encode(text, add_special_tokens=False))
        if len(self) < _MAX_MEMO:
            self[word] = count
        return count


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
        words = data.lower().translate(_TO_SPACES, _DROPPED).split()  # uncased
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
