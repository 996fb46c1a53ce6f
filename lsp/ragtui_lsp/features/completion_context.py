"""What is being typed at a position of a note."""

import re
from dataclasses import dataclass, replace

from ragtui_core import Span
from ragtui_core.documents import is_literal
from ragtui_lsp.position_codec import PositionedText

_BEFORE = (
    ("heading", re.compile(r"\[\[(?P<of>[^\[\]|#]*)#(?P<typed>[^\[\]|]*)$")),
    ("note", re.compile(r"\[\[(?P<typed>[^\[\]|#]*)$")),
    ("anchor", re.compile(r"\]\(<?(?P<of>[^()<>#]*)#(?P<typed>[^()<>#\s]*)$")),
    ("path", re.compile(r"\]\(<?(?P<typed>[^()<>#]*)$")),
    ("path", re.compile(r"^ {0,3}\[[^\[\]^][^\[\]]*\]:[ \t]*<?(?P<typed>[^<>#\s]*)$")),
    ("footnote", re.compile(r"\[\^(?P<typed>[^\[\]\s^]*)$")),
    ("number", re.compile(r"(?<![\[\w])\[(?P<typed>\d*)$")),
    ("tag", re.compile(r"(?<![^\s(,])#(?P<typed>[^\s#,;:.!?()\[\]]*)$")),
)
"""Patterns of the text before the cursor; the first match wins."""

_CLOSE = {"note": "]]", "heading": "]]", "footnote": "]", "number": "]"}
"""What ends the thing that is typed, by kind, and is written with it."""

_AFTER = {
    "note": re.compile(
        r"(?P<rest>[^\[\]|#\r\n]*)(?:(?P<close>\]\])|[|#][^\[\]\r\n]*\]\])"
    ),
    "heading": re.compile(
        r"(?P<rest>[^\[\]|\r\n]*)(?:(?P<close>\]\])|\|[^\[\]\r\n]*\]\])"
    ),
    "footnote": re.compile(r"(?P<rest>[^\[\]\s^]*)(?P<close>\])"),
    "number": re.compile(r"(?P<rest>\d*)(?P<close>\])"),
    "path": re.compile(r"(?P<rest>[^()<>#\s]*)(?P<close>)(?=[)>#])"),
    "anchor": re.compile(r"(?P<rest>[^()<>#\s]*)(?P<close>)(?=[)>])"),
}
"""Patterns of the text after the cursor, by kind, if the link is closed there: the rest
of what is typed, and what closes it."""

_FENCE = re.compile(r"\ufeff?---[ \t]*")
_KEY = re.compile(r"(?P<typed>[\w-]*)$")
_VALUE = re.compile(
    r"(?P<of>[\w-]+):[ \t]*(?:\[?.*,[ \t]*|\[[ \t]*)?(?P<typed>[^,\[\]]*)$"
)
_ITEM = re.compile(r"[ \t]*-[ \t]+(?P<typed>.*)$")
_LIST_KEY = re.compile(r"(?P<of>[\w-]+):[ \t]*$")


@dataclass(frozen=True, slots=True)
class Context:
    """What is being typed.

    Attributes:
        kind: `note`, `heading`, `anchor` (a heading in Markdown's own links), `path`,
            `footnote`, `number`, `tag`, `key` or `value`.
        typed: What of it is before the cursor.
        span: What a completion replaces: from the start of `typed` to the cursor, or to
            the end of a link that is there.
        close: What is written after a completion: the end of a link, unless it stays.
        of: The note of a heading, the key of a value.
    """

    kind: str
    typed: str
    span: Span
    close: str = ""
    of: str = ""


def context_at(
    text: PositionedText, offset: int, *, ahead: bool = False
) -> Context | None:
    """What is being typed before a character, if it can be completed.

    Args:
        text: The note.
        offset: The cursor. Code, comments and formulas have no links or tags.
        ahead: Whether the client replaces text after the cursor, too; if so, the rest
            of a link's target and its end are replaced, so that the cursor is after it.
    """
    position = text.position(offset)
    start = text.line_start(position.line)
    line = text.text[start:offset]
    if _in_front_matter(text, position.line):
        return _of_field(text, position.line, line, offset)
    for kind, pattern in _BEFORE:
        if match := pattern.search(line):
            is_heading = kind == "tag" and line.strip() == "#"
            opening = offset - len(match[0].lstrip())
            if is_heading or is_literal(text.text, opening):
                return None
            return _closed(_context(kind, match, offset), text, ahead=ahead)
    return None


def _closed(context: Context, text: PositionedText, *, ahead: bool) -> Context:
    """The context with what ends it, as far as that is not there."""
    close, pattern = _CLOSE.get(context.kind, ""), _AFTER.get(context.kind)
    after = pattern.match(text.text, context.span.end) if pattern else None
    if after is None:
        return replace(context, close=close)
    if not ahead:
        return context
    closes = after["close"] is not None
    last = after.end("close" if closes else "rest")
    span = Span(context.span.start, last)
    return replace(context, span=span, close=close if closes else "")


def _of_field(
    text: PositionedText, number: int, line: str, offset: int
) -> Context | None:
    if match := _ITEM.match(line):
        above = number - 1
        while above > 0 and _ITEM.match(text.line(above)):
            above -= 1
        key = _LIST_KEY.match(text.line(above))
        return _context("value", match, offset, key["of"]) if key else None
    if match := _VALUE.match(line):
        return _context("value", match, offset)
    return _context("key", match, offset) if (match := _KEY.match(line)) else None


def _context(
    kind: str, match: re.Match[str], offset: int, of: str | None = None
) -> Context:
    groups = match.groupdict()
    typed = match["typed"]
    named = groups.get("of", "") if of is None else of
    return Context(kind, typed, Span(offset - len(typed), offset), of=named)


def _in_front_matter(text: PositionedText, number: int) -> bool:
    """Whether a line is between the first `---` and the closing one."""
    if number == 0 or not _FENCE.fullmatch(text.line(0)):
        return False
    lines = (text.line(line).rstrip() for line in range(1, number))
    return not any(line in {"---", "..."} for line in lines)
