"""Quotations in any text, with the names of their sources.

A text that a person or a language model wrote has no saved citations. A source is what
looks like a file name between a quotation and the next one: `(notes/pump.md:12)`,
`(my report.pdf, p. 12)`, `[Pump](notes/pump.md#care)`, `pump.md`.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from ragtui_core.citations.comparing.verification import may_be_anywhere
from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.quotations_shown import ShownQuotation, shown_text
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
    r"""(?P<bare>[^\n<>()\[\]"'`,;\u201c\u201d]{1,200}?\.[A-Za-z]{1,8}))"""
    r"""(?::(?P<line>[0-9]{1,9}))?(?![\w/])"""
)


@dataclass(frozen=True, slots=True)
class QuotedText:
    """A quotation in a text.

    Attributes:
        quote: The quoted text, as displayed.
        span: Its span in the text, in characters, marks included.
        forms: Its blocks, as they are displayed and as they are written.
        source: The name of the file that follows it, with the words before it in its
            line: `see My notes.md`. Empty if none does.
        lines: The line that follows the name, if any.
    """

    quote: str
    span: Span
    forms: tuple[tuple[ShownBlock, ...], ...] = ()
    source: str = ""
    lines: Lines | None = None


def quotes_of(text: str) -> list[QuotedText]:
    """What a text presents as quoted, in order.

    Quotations that are so short that they may be anywhere count only with a source.
    """
    quotations = [q for q in shown_text(text).quotations if len(q.text) <= MAX_QUOTE]
    ends = [*(quotation.span.start for quotation in quotations[1:]), len(text)]
    quotes = [
        _with_source(
            quotation,
            quotation.source
            + text[quotation.span.end : min(end, quotation.span.end + MAX_DISTANCE)],
        )
        for quotation, end in zip(quotations, ends, strict=False)
    ]
    return [q for q in quotes if q.source or not may_be_anywhere(q.quote)]


def _with_source(quotation: ShownQuotation, after: str) -> QuotedText:
    quote, span, forms = quotation.text, quotation.span, quotation.forms
    named = _SOURCE.search(after)
    if not named:
        return QuotedText(quote, span, forms)
    name = unquote(named["angled"] or named["bracketed"] or named["bare"])
    line = int(named["line"] or 0)
    return QuotedText(quote, span, forms, name, Lines(line, line) if line else None)
