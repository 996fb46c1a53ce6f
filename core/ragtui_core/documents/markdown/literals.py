"""Blanks what Markdown treats literally in a text: code, comments, escapes.

The rest can be searched for links and tags with simple patterns. The text keeps its
length, so that offsets stay valid. Known gaps: raw HTML other than comments is kept, as
is code indented in a list or on the first line; and a fence in a list ends at
its closing fence, not with the item. Linear time.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from ragtui_core.text.line_marks import LIST_MARK

ESCAPED = "\0"
"""Replaces each character of an escape such as `\\[`; `\\|` belongs to tables."""

_LEADS = (
    "`",
    "~~~",
    "<!--",
    "%%",
    "\\",
    "\n\n    ",
    "\n\n\t",
    "\n\r\n    ",
    "\n\r\n\t",
)
"""The openings of literals; finding a string is much faster than a pattern."""
_START = re.compile(
    r"(?P<code>`[^`\r\n]++`(?!`))"  # the usual code span
    r"|`+|~+|<!--|%%|\\[!-/:-@[-`{}~]|\\|\n\r?\n"
)
_ESCAPES = re.compile(rf"{ESCAPED}{{2}}|\\\|")
_TICKS = re.compile("`+")
_FENCE_LEAD = re.compile(rf"(?:[ \t>]|{LIST_MARK}[ \t])*+")
_INFO_WITH_TICK = re.compile(r"[^\r\n`]*+`")
_BLANK_LINE = re.compile(r"(?:\r\n?+|\n)[ \t>]*+(?=[\r\n]|\Z)")
_INDENTED = re.compile(
    r"(?:(?: {4}|\t)[^\r\n]*+(?:\r\n?+|\n|\Z)|[ \t]*+(?:\r\n?+|\n))+"
)
_ITEM = re.compile(rf"[ \t>]*{LIST_MARK}[ \t]|[ \t]")
_LINE_LEAD = re.compile(r"(?<![^\r\n])[ \t]{0,3}\Z")
_MAX_LEAD = 200
"""Characters examined before a fence or an indented line."""


def without_literals(text: str, start: int = 0) -> str:
    """`text` with code, comments and everything before `start` as white space."""
    parts = [_block(start)]
    end = start
    for first, last, hidden in _Finder(text, start).literals():
        parts += text[end:first], hidden
        end = last
    parts.append(text[end:])
    return "".join(parts)


def escapes(text: str) -> list[int]:
    """The offsets of backslashes that are not shown, since they only escape."""
    if "\\" not in text:
        return []
    found = _ESCAPES.finditer(without_literals(text))
    return [each.start() for each in found if text[each.start()] == "\\"]


def without_escapes(text: str) -> str:
    """`text` as Markdown shows it, as far as backslashes are concerned."""
    borders = [*escapes(text), len(text)]
    parts = (text[a + 1 : b] for a, b in pairwise(borders))
    return "".join([text[: borders[0]], *parts])


def _block(length: int) -> str:
    """`length` white-space characters that end a block and begin a new one."""
    return f"\n\n{' ' * (length - 3)}\n"[:length]


Literal = tuple[int, int, str]
"""Start and end of a literal part, and its replacement; "" to keep the text."""


class _Finder:
    """Scans one text; remembers what does not occur, to search for it only once."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._ahead = dict.fromkeys(_LEADS, -1)
        self._blank = -1
        self._no_comment_end = False
        self._runs: dict[int, list[int]] | None = None

    def literals(self) -> Iterator[Literal]:
        """The literal parts, in order."""
        end = self._start
        while found := self._next(end):
            if found.lastgroup:
                first, end = found.span()
                yield first, end, " " * (end - first)
                continue
            literal = self._literal(found)
            end = literal[1]
            if literal[2]:
                yield literal

    def _next(self, position: int) -> re.Match[str] | None:
        """The next opening of a possible literal, from `position` on."""
        ahead = self._ahead
        while ahead:
            lead = min(ahead, key=ahead.__getitem__)
            if (at := ahead[lead]) >= position:
                return _START.match(self._text, at)
            if (at := self._text.find(lead, position)) < 0:
                del ahead[lead]
            else:
                ahead[lead] = at
        return None

    def _literal(self, found: re.Match[str]) -> Literal:
        mark, (first, last) = found[0], found.span()
        if mark[0] == "\\":
            return first, last, ESCAPED * 2 if len(mark) > 1 else ""
        if mark[0] == "\n":
            return self._indented(first, last)
        if mark[0] == "<":
            return self._comment(first, last)
        if mark[0] == "%":
            return self._obsidian_comment(first, last)
        if len(mark) >= 3 and self._opens_fence(first, last):
            end = self._fence_end(mark, last)
            return first, end, _block(end - first)
        if mark[0] == "`":
            return self._code_span(len(mark), first, last)
        return first, last, ""

    def _indented(self, first: int, last: int) -> Literal:
        """Indented code, unless it follows a list."""
        above = self._text[max(self._start, first - _MAX_LEAD) : first].rstrip()
        block = _INDENTED.match(self._text, last)
        if not block or _ITEM.match(re.split(r"[\r\n]", above)[-1]):
            return last, last, ""
        return last, block.end(), _block(block.end() - last)

    def _obsidian_comment(self, first: int, last: int) -> Literal:
        """`%% … %%`: within a paragraph, or, from the start of a line, any lines."""
        end = self._text.find("%%", last)
        is_block = _LINE_LEAD.search(self._text, max(0, first - 4), first)
        if end < 0 or not (is_block or not _BLANK_LINE.search(self._text, last, end)):
            return first, last, ""
        length = end + 2 - first
        return first, end + 2, _block(length) if is_block else " " * length

    def _comment(self, first: int, last: int) -> Literal:
        end = -1 if self._no_comment_end else self._text.find("-->", last)
        if end < 0:
            self._no_comment_end = True
            return first, last, ""
        return first, end + 3, " " * (end + 3 - first)

    def _opens_fence(self, first: int, last: int) -> bool:
        """Whether only quote and item markers precede it, and it is not a code span."""
        floor = max(0, first - _MAX_LEAD)
        before = re.split(r"[\r\n]", self._text[floor:first])[-1]
        if not _FENCE_LEAD.fullmatch(before):
            return False
        return self._text[first] == "~" or not _INFO_WITH_TICK.match(self._text, last)

    def _fence_end(self, mark: str, start: int) -> int:
        closing = rf"(?<![^\r\n])[ \t>]*+{mark[0]}{{{len(mark)},}}[ \t]*+(?![^\r\n])"
        found = re.compile(closing).search(self._text, start)
        return found.end() if found else len(self._text)

    def _code_span(self, ticks: int, first: int, last: int) -> Literal:
        """The code span up to a run of as many ticks in the same paragraph."""
        if self._runs is None:
            self._runs = _runs(self._text, first)
        starts = self._runs.get(ticks, [])
        at = bisect_left(starts, last)
        if at == len(starts) or self._paragraph_end(last) < starts[at]:
            return first, last, ""
        end = starts[at] + ticks
        return first, end, " " * (end - first)

    def _paragraph_end(self, position: int) -> int:
        if self._blank < position:
            found = _BLANK_LINE.search(self._text, position)
            self._blank = found.start() if found else len(self._text)
        return self._blank


def _runs(text: str, start: int) -> dict[int, list[int]]:
    """The start offsets of runs of ticks, by their length."""
    runs: dict[int, list[int]] = defaultdict(list)
    for found in _TICKS.finditer(text, start):
        runs[len(found[0])].append(found.start())
    return runs
