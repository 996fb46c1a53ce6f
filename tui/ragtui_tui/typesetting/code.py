"""Code -> coloured lines."""

from functools import lru_cache

from textual.content import Content

COLOURED_CHARS = 4_000
"""Longer code stays without colours, which would hold up the keys (0.1 s)."""


@lru_cache(maxsize=64)
def coloured(code: str, language: str) -> list[Content]:
    """The lines of code; of no language unless one is named: guessing takes seconds."""
    code = code.expandtabs(4)
    if not language or len(code) > COLOURED_CHARS:
        return [Content(line) for line in code.split("\n")]
    from textual.highlight import highlight

    lines = highlight(code, language=language).split("\n", allow_blank=True)
    wanted = code.count("\n") + 1
    return [*lines, *[Content("")] * wanted][:wanted]
