"""Quotations in any text, with the names of their sources.

A text that a person or a language model wrote has no saved citations. A source is what
looks like a file name between a quotation and the next one: `(notes/pump.md:12)`,
`(my report.pdf, p. 12)`, `[Pump](notes/pump.md#care)`, `pump.md`.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from ragtui_core.citations.comparing.verdicts import may_be_anywhere
from ragtui_core.citations.quoting.presented_quotations import presentation_of
from ragtui_core.types import Lines, Span

MAX_QUOTE = 4_000
"""Characters of a quotation; longer ones are ignored."""

MAX_DISTANCE = 300
"""Characters between a quotation and its source."""

_SOURCE = re.compile(
    r"""(?:<(?P<angled>[^<>\n]{1,200}?\.[A-Za-z]{1,8})(?:\#[^<>\n]{0,200})?>|"""
    r"""\((?P<bracketed>[^()\[\]<>\n"`,;\u201c\u201d]{1,200}?\.[A-Za-z]{1,8})"""
    r"""(?=(?::[0-9]{1,9})?"""
    r"""(?:,[ ](?:(?:p\.|slide|sheet|cell)[ ]|[0-9]+:)[^()\n]{1,80})?\))|"""
    r"""(?P<bare>[^\s<>()\[\]"'`,;\u201c\u201d]{1,200}?\.[A-Za-z]{1,8}))"""
    r"""(?::(?P<line>[0-9]{1,9}))?(?![\w/])"""
)


@dataclass(frozen=True, slots=True)
class QuotedText:
    """A quotation in a text.

    Attributes:
        quote: The quoted text.
        span: Its span in the text, in characters, marks included.
        source: The name of the file that follows it; empty if none does. Within
            brackets it may have spaces, and words before it: `(see My notes.md)`.
        lines: The line that follows the name, if any.
    """

    quote: str
    span: Span
    source: str = ""
    lines: Lines | None = None


def quotes_of(text: str) -> list[QuotedText]:
    """What a text presents as quoted, without code, in order.

    Quotations that are so short that they may be anywhere count only with a source.
    """
    quotations = [
        quotation
        for quotation in presentation_of(text).quotations
        if not quotation.is_code and len(quotation.words) <= MAX_QUOTE
    ]
    ends = [*(quotation.span.start for quotation in quotations[1:]), len(text)]
    quotes = [
        _with_source(
            quotation.words,
            quotation.span,
            quotation.attribution
            + text[quotation.span.end : min(end, quotation.span.end + MAX_DISTANCE)],
        )
        for quotation, end in zip(quotations, ends, strict=False)
    ]
    return [q for q in quotes if q.source or not may_be_anywhere(q.quote)]


def _with_source(quote: str, span: Span, after: str) -> QuotedText:
    named = _SOURCE.search(after)
    if not named:
        return QuotedText(quote, span)
    name = unquote(named["angled"] or named["bracketed"] or named["bare"])
    line = int(named["line"] or 0)
    return QuotedText(quote, span, name, Lines(line, line) if line else None)
