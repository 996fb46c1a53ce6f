"""The index's own words of a text, for those who have no index at hand."""

import threading
from typing import Any

import apsw

TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])
"""As the keyword table is declared (migrations)."""

_OWN = threading.local()
"""A connection serves one thread at a time."""


def stems(text: str) -> list[tuple[str, str]]:
    """Each word of `text` as written, and its stem, in order."""
    data = text.encode("utf-8", "replace")
    found: Any = _tokenizer()(data, apsw.FTS5_TOKENIZE_DOCUMENT, None)
    return [(data[start:end].decode(), stem) for start, end, stem, *_ in found]


def _tokenizer() -> Any:
    if not hasattr(_OWN, "tokenizer"):
        _OWN.connection = apsw.Connection(":memory:")
        name, options = TOKENIZER
        _OWN.tokenizer = _OWN.connection.fts5_tokenizer(name, options)
    return _OWN.tokenizer
