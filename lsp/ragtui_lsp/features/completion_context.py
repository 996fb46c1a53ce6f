"""What is being typed at a position of a note."""

import re
from dataclasses import dataclass

from ragtui_core import Span
from ragtui_lsp.position_codec import PositionedText

_BEFORE = (
    ("heading", re.compile(r"\[\[(?P<of>[^\[\]|#]*)#(?P<typed>[^\[\]|]*)$")),
    ("note", re.compile(r"\[\[(?P<typed>[^\[\]|#]*)$")),
    ("path", re.compile(r"\]\(<?(?P<typed>[^()<>#]*)$")),
    ("footnote", re.compile(r"\[\^(?P<typed>[^\[\]\s^]*)$")),
    ("number", re.compile(r"(?<![\[\w])\[(?P<typed>\d*)$")),
    ("tag", re.compile(r"(?<![^\s(,])#(?P<typed>[^\s#,;:.!?()\[\]]*)$")),
)
"""Patterns of the text before the cursor; the first match wins."""

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
        kind: `note`, `heading`, `path`, `footnote`, `number`, `tag`, `key` or `value`.
        typed: What of it is there already.
        span: Its location.
        of: The note of a heading, the key of a value.
    """

    kind: str
    typed: str
    span: Span
    of: str = ""


def context_at(text: PositionedText, offset: int) -> Context | None:
    """What is being typed before a character, if it can be completed."""
    position = text.position(offset)
    start = text.line_start(position.line)
    line = text.text[start:offset]
    if _in_front_matter(text, position.line):
        return _of_field(text, position.line, line, offset)
    for kind, pattern in _BEFORE:
        if match := pattern.search(line):
            if kind == "tag" and line.strip() == "#":
                return None  # A heading begins.
            return _context(kind, match, offset)
    return None


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
    return Context(kind, typed, Span(offset - len(typed), offset), named)


def _in_front_matter(text: PositionedText, number: int) -> bool:
    """Whether a line is between the first `---` and the closing one."""
    if number == 0 or not _FENCE.fullmatch(text.line(0)):
        return False
    lines = (text.line(each).rstrip() for each in range(1, number))
    return not any(line in {"---", "..."} for line in lines)
