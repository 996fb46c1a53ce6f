"""Compares quotations with files. Similarity never verifies: one digit may matter."""

import re

from ragtui_core.answer.events import Citation, Verdict
from ragtui_core.model import Document, Lines, Span
from ragtui_core.sources.lines import LineCounter

_QUOTES = str.maketrans(
    "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2032\u2033",
    '\'\'\'"""""\'"',
)
_MARKUP = re.compile(
    r"^[\s>#]+|[*`|]+|~~|(?<!\w)_+|_+(?!\w)|[\u200b\ufeff]", re.MULTILINE
)
_SPACE = re.compile(r"\s+")


def verify(quote: str, span: Span, document: Document) -> Verdict:
    """What `quote`, said to be at `span` of `document`, is worth."""
    there = span.of(document.text)
    plain = _plain(quote)
    if not plain:
        return Verdict.MISSING
    if quote == there:
        return Verdict.EXACT
    if _small_first(plain) == _small_first(_plain(there)):
        return Verdict.NORMALISED
    if plain in _plain(document.text):
        return Verdict.ELSEWHERE
    return Verdict.ALTERED if there.strip() else Verdict.MISSING


def cite(
    number: int,
    quote: str,
    span: Span,
    heading_path: tuple[str, ...],
    document: Document,
) -> Citation:
    """A checked citation of a document that was read just now."""
    return Citation(
        number=number,
        path=document.path,
        span=span,
        lines=LineCounter(document.text).lines(span) if len(span) else Lines(1, 1),
        heading_path=heading_path,
        quote=quote,
        verdict=verify(quote, span, document),
    )


def _plain(text: str) -> str:
    """`text` without what does not change its words: markup, kinds of quotes, space.

    Digits, signs and words stay as they are.
    """
    return _SPACE.sub(" ", _MARKUP.sub(" ", text.translate(_QUOTES))).strip()


def _small_first(text: str) -> str:
    """A sentence that is quoted within another may begin with a small letter."""
    return text[:1].lower() + text[1:]
