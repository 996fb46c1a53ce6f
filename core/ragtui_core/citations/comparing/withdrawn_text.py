"""Finds text that its file does not state: struck through, hidden or cited.

A quotation from such text is not a statement of its file, unless the marks are part of
the quotation. Supported are `~~…~~`, `<del>`, `<s>`, `<strike>`, HTML comments,
Obsidian's `%%…%%`, CriticMarkup's deletions and comments, comments by link definitions
(`[//]: # (…)`), and elements that are not shown (`hidden`, `display: none`, …). In code
these marks mean nothing. The content of an escape sequence, such as the title of a
terminal, is never shown, in code neither. A saved citation counts like withdrawn text:
its words are a statement of another file.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import starmap
from operator import attrgetter

from ragtui_core.citations.comparing.placed_blocks import is_code
from ragtui_core.citations.saving.cited_spans import citation_spans
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.text.runs import blanked, joined_spans
from ragtui_core.text.sanitizing import escape_spans
from ragtui_core.types import Document, Span

_PARAGRAPH_END = re.compile(r"(?:\r\n|\r|\n)[ \t>]*(?:\r\n|\r|\n)")
_LEAD = re.compile(r"[~<]|%%|\{--|\{>>|\]:")
"""What a text has that withdraws something."""
_COMMENT_LINE = re.compile(
    r"^[ \t]*\[(?://|comment|#)\]:[^\r\n]*|^%%(?![^\r\n])(?s:.*)", re.M | re.I
)
"""A definition of a link that is a comment, or all after `%%` that has no end."""
_CRITIC = {"{--": "--}", "{>>": "<<}"}
_MAX_CRITIC_CHARS = 5_000
"""Maximum length of a deletion or comment of CriticMarkup."""

_TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"<>]*"|'[^'<>]*')*)>""")
_STRUCK = frozenset({"del", "s", "strike"})
_UNSEEN = frozenset({"template", "script", "style", "noscript"})
_HIDDEN = re.compile(
    r"(?<=\s)hidden(?![-\w])|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|opacity\s*:\s*0+(?![.\d])|font-size\s*:\s*0+(?![.\d])"
    r"|text-decoration[^;\"']*line-through",
    re.I,
)


def is_withdrawn(document: Document, span: Span) -> bool:
    """Whether `span` begins or ends inside withdrawn text of its document."""
    regions = _regions(document)
    for border in (span.start, span.end):
        index = bisect_left(regions, border, key=attrgetter("start")) - 1
        if index >= 0 and border < regions[index].end:
            return True
    return False


def stated_text(document: Document) -> str:
    """The text of a document with spaces instead of withdrawn characters."""
    return blanked(document.text, _regions(document))


def _regions(document: Document) -> tuple[Span, ...]:
    return _unsaid(document.text) if is_code(document) else withdrawn(document.text)


@lru_cache(maxsize=64)
def withdrawn(text: str) -> tuple[Span, ...]:
    """The spans of withdrawn text in Markdown, in order; none overlap."""
    if not _LEAD.search(text):
        return _unsaid(text)  # The parser takes much longer.
    markup = markup_of(text)
    return _merged(
        *markup.struck,
        *markup.html_comments,
        *markup.comments,
        *_tags(markup.plain),
        *(Span(*match.span()) for match in _COMMENT_LINE.finditer(markup.plain)),
        *_critic_markup(markup.plain),
        *_unsaid(text),
    )


@lru_cache(maxsize=64)
def _unsaid(text: str) -> tuple[Span, ...]:
    """What no reader sees even in code, and what another file says."""
    return _merged(*starmap(Span, escape_spans(text)), *citation_spans(text))


def _merged(*spans: Span) -> tuple[Span, ...]:
    in_order = sorted(spans, key=attrgetter("start"))
    return tuple(joined_spans(in_order, Span.overlaps))


def _critic_markup(text: str) -> Iterator[Span]:
    for opening, closing in _CRITIC.items():
        start = text.find(opening)
        while start >= 0:
            end = text.find(closing, start, start + _MAX_CRITIC_CHARS)
            if end >= 0:
                yield Span(start, end + len(closing))
            start = text.find(opening, max(end, start) + len(opening))


def _tags(text: str) -> Iterator[Span]:
    opened: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for match in _TAG.finditer(text):
        closing, name, attributes = match[1], match[2].lower(), match[3]
        hides = name in _STRUCK or name in _UNSEEN or bool(_HIDDEN.search(attributes))
        if not closing and not attributes.rstrip().endswith("/"):
            opened[name].append((match.start(), hides))
        elif closing and opened[name]:
            start, hid = opened[name].pop()
            if hid:
                yield Span(start, match.end())
    for name, rest in opened.items():
        yield from _unclosed(text, [start for start, hides in rest if hides], name)


def _unclosed(text: str, starts: list[int], name: str) -> Iterator[Span]:
    """Struck through is the paragraph; hidden is all that follows."""
    end = 0
    for start in starts:
        if start >= end:
            paragraph_end = (
                _PARAGRAPH_END.search(text, start) if name in _STRUCK else None
            )
            end = paragraph_end.start() if paragraph_end else len(text) + 1
            yield Span(start, end)
