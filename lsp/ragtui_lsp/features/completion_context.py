"""What is being typed at a position of a note."""

import re
from dataclasses import dataclass, replace

from ragtui_core import Span
from ragtui_core.documents import is_literal
from ragtui_lsp.position_codec import PositionedText

_BEFORE = (
    ("heading", re.compile(r"\[\[(?P<of>[^\[\]|#]*)#(?P<typed>[^\[\]|]*)$")),
    ("note", re.compile(r"\[\[(?P<typed>[^\[\]|#]*)$")),
    ("number", re.compile(r"(?<![\[\w])\[(?P<typed>\d*)$")),
)
"""Patterns of the text before the cursor; the first match wins."""

_CLOSE = {"note": "]]", "heading": "]]", "number": "]"}
"""What ends the thing that is typed, by kind, and is written with it."""

_AFTER = {
    "note": re.compile(
        r"(?P<rest>[^\[\]|#\r\n]*?)(?:(?P<close>\]\])|(?:#|\\?\|)[^\[\]\r\n]*\]\])"
    ),
    "heading": re.compile(
        r"(?P<rest>[^\[\]|\r\n]*?)(?:(?P<close>\]\])|\\?\|[^\[\]\r\n]*\]\])"
    ),
    "number": re.compile(r"(?P<rest>\d*)(?P<close>\])"),
}
"""Patterns of the text after the cursor, by kind, if the link is closed there: the rest
of what is typed, and what closes it."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is being typed.

    Attributes:
        kind: `note`, `heading` or `number`.
        typed: What of it is before the cursor.
        span: What a completion replaces: from the start of `typed` to the cursor, or to
            the end of a link that is there.
        close: What is written after a completion: the end of a link, unless it stays.
        of: The note of a heading.
        has_label: Whether the link has a label, after `|`.
    """

    kind: str
    typed: str
    span: Span
    close: str = ""
    of: str = ""
    has_label: bool = False


def context_at(
    text: PositionedText, offset: int, *, ahead: bool = False
) -> Context | None:
    """What is being typed before a character, if it can be completed.

    Args:
        text: The note.
        offset: The cursor. Code, comments and formulas have no links.
        ahead: Whether the client replaces text after the cursor, too; if so, the rest
            of a link's target and its end are replaced, so that the cursor is after it.
    """
    line = text.text[text.line_start(text.position(offset).line) : offset]
    for kind, pattern in _BEFORE:
        if match := pattern.search(line):
            if is_literal(text.text, offset - len(match[0])):
                return None
            typed, of = match["typed"], match.groupdict().get("of", "")
            span = Span(offset - len(typed), offset)
            return _closed(Context(kind, typed, span, of=of), text, ahead=ahead)
    return None


def _closed(context: Context, text: PositionedText, *, ahead: bool) -> Context:
    """The context with what ends it, as far as that is not there."""
    close, pattern = _CLOSE[context.kind], _AFTER[context.kind]
    after = pattern.match(text.text, context.span.end)
    if after is None:
        return replace(context, close=close)
    closes = after["close"] is not None
    context = replace(context, has_label=not closes)
    if not ahead:
        return context
    last = after.end("close" if closes else "rest")
    span = Span(context.span.start, last)
    return replace(context, span=span, close=close if closes else "")
