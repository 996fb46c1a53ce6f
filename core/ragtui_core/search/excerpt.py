"""The excerpt of a chunk that best shows why it was found."""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ragtui_core.documents.markdown.markup import comments, escapes
from ragtui_core.text.line_marks import HEADING_MARK, LIST_MARK
from ragtui_core.text.stemming import stemmed, tokens
from ragtui_core.types import Span

LENGTH = 240
"""Characters of an excerpt, about three lines of a terminal."""

BORDER = " · "
"""Shown at the border between two blocks, such as a heading and its text."""

_LINE_START = re.compile(
    rf"^[ \t]*(?:(?P<bullet>[-*+][ \t]+)|{LIST_MARK}[ \t]"
    rf"|(?P<heading>{HEADING_MARK}[ \t])"
    r"|(?P<fence>(?:`{3,}|~{3,})[^`\n]*$)|$)",
    re.M,
)
"""The beginning of a line that is a block of its own, or separates two."""

_MARK = re.compile(r"\n|^#")
"""What a text has that `_LINE_START` finds something in."""

_BREAK = "\0"
"""Replaces a line end between two blocks; no text contains it."""

_CUT = "..."

_SPACE = re.compile(r"\s+")
_BREAKS = re.compile(rf" ?{_BREAK}[ {_BREAK}]*")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text on one line; `matches` are spans within it."""

    text: str
    matches: tuple[Span, ...]


def find_matches(
    text: str, stems: Iterable[str], grams: Iterable[str] = ()
) -> list[Span]:
    """Spans of the query's stems and grams in `text`, in order."""
    words = (Span(start, end) for start, end, _ in tokens(text, frozenset(stems)))
    return sorted([*words, *_runs(text, grams)], key=attrgetter("start"))


def _runs(text: str, grams: Iterable[str]) -> list[Span]:
    """Spans of grams, merged where they overlap or touch."""
    bounds = sorted(
        (match.start(), match.end())
        for gram in grams
        for match in re.finditer(re.escape(gram), text)
    )
    spans: list[Span] = []
    for start, end in bounds:
        if spans and start <= spans[-1].end:
            spans[-1] = Span(spans[-1].start, max(end, spans[-1].end))
        else:
            spans.append(Span(start, end))
    return spans


def make_excerpt(text: str, matches: Sequence[Span], length: int = LENGTH) -> Excerpt:
    """Cut the window of about `length` characters with the most distinct matches.

    White space is collapsed, and ` · ` separates headings, list items, paragraphs and
    the cells of tables. The marks of headings and block quotes, fences of code,
    backslashes that escape, the digests of saved citations, and comments without a
    match are left out; `...` marks omitted text.
    """
    text, matches = _without_gaps(text, matches)
    start, end = best_window(text, matches, length)
    inside = [m for m in matches if start <= m.start and m.end <= end]
    return _folded(text, start, end, inside)


_GAP = re.compile(r" {60,}")
"""Where a passage has spaces for encoded data."""


def _without_gaps(text: str, matches: Sequence[Span]) -> tuple[str, Sequence[Span]]:
    """The text with a space for each gap, and the matches at their new places."""
    gaps = [Span(*gap.span()) for gap in _GAP.finditer(text)]

    def moved(offset: int) -> int:
        return offset - sum(len(gap) - 1 for gap in gaps if gap.end <= offset)

    if not gaps:
        return text, matches
    spans = [Span(moved(match.start), moved(match.end)) for match in matches]
    return _GAP.sub(" ", text), spans


def joined(first: Excerpt, second: Excerpt) -> Excerpt:
    """Two excerpts as one."""
    if not first.text:
        return second
    before = first.text + BORDER
    moved = (Span(m.start + len(before), m.end + len(before)) for m in second.matches)
    return Excerpt(before + second.text, (*first.matches, *moved))


def cut_excerpt(excerpt: Excerpt, length: int) -> str:
    """The part of an excerpt that has the most distinct matches.

    Args:
        excerpt: As `make_excerpt` made it.
        length: Maximum number of characters, at least 20, with a `...` at each cut.
    """
    text = excerpt.text
    if len(text) <= length:
        return text
    start, end = best_window(text, excerpt.matches, length - 2 * len(_CUT) - 2)
    shown = text[start:end].strip(BORDER)
    before = f"{_CUT} " if start else ""
    return f"{before}{shown} {_CUT}" if end < len(text) else f"{before}{shown}"


def best_window(text: str, matches: Sequence[Span], length: int) -> tuple[int, int]:
    """The window of about `length` characters with the most distinct matches.

    Returns:
        Its start and end in characters, at spaces if there are any.
    """
    if len(text) <= length:
        return 0, len(text)
    words = {match: _stem(match.of(text)) for match in matches}
    rarity = {word: 1 / count for word, count in Counter(words.values()).items()}
    best = max(
        matches,
        key=lambda m: (*_distinct(words, rarity, m.start, length), -m.start),
        default=Span(0, 0),
    )
    lead = length // 5
    start = max(0, min(best.start - lead, len(text) - length))
    if start:
        border = text.find(" ", start, best.start)
        start = border + 1 if border >= 0 else start
    end = min(len(text), start + length)
    if end < len(text):
        border = text.rfind(" ", start + length // 2, end)
        end = border if border > best.end else end
    return start, end


def _stem(word: str) -> str:
    return next(iter(stemmed(word)), word)


def _distinct(
    words: Mapping[Span, str], rarity: Mapping[str, float], start: int, length: int
) -> tuple[int, float]:
    """How many words are in a window, and how rare they are: a rare one says more.

    Args:
        words: The stem of each match.
        rarity: One divided by how many matches each stem has.
        start: Where the window starts.
        length: That of the window, in characters.
    """
    reach = start + length * 4 // 5
    inside = {
        word for at, word in words.items() if start <= at.start and at.end <= reach
    }
    # Of a set, whose order differs between processes.
    return len(inside), math.fsum(map(rarity.__getitem__, inside))


_TABLE_ROW = re.compile(r"^[ \t]*\|(?:(?P<rule>[ \t|:-]*\|)|.*\|)[ \t]*$", re.M)
_CELL_END = re.compile(r"(?<!\\)\|")


def _borders(text: str) -> tuple[set[int], set[int]]:
    """Where one block or cell of a table ends, and the marks that are left out.

    These are the bullets of list items, the marks of headings, and fences of code.
    """
    breaks: set[int] = set()
    marks: set[int] = set()
    for match in _LINE_START.finditer(text) if _MARK.search(text) else ():
        if match.start():
            breaks.add(match.start() - 1)
            if match["bullet"]:
                marks.update(range(*match.span("bullet")))
        for name in ("heading", "fence"):
            if match[name]:
                marks.update(range(*match.span(name)))
                if (end := text.find("\n", match.end())) >= 0:
                    breaks.add(end)
    for row in _TABLE_ROW.finditer(text) if "|" in text else ():
        if row["rule"]:
            marks.update(range(*row.span()))
        breaks.update(end.start() for end in _CELL_END.finditer(text, *row.span()))
    return breaks, marks


_QUOTE_MARK = re.compile(
    r"^[ \t]*(?:>(?:[ \t]|$))+|[ \t]*\u00b7[ \t]*`ragtui:[0-9a-f-]+`", re.M
)
"""The marks of a block quote, and the digest of a saved citation."""

_COMMENT_LEAD = re.compile("<!--|%%")

_PAIRED = "**", "__", "~~", "`"
"""Marks around words, of which a cut may leave one."""


def _halves(text: str, start: int, end: int) -> Iterator[int]:
    """The characters of marks whose other half is not in the window."""
    first = text.rfind("\n", 0, start) + 1
    last = text.rfind("\n", start, end) + 1
    rest = text[end:].partition("\n")[0]
    for mark in _PAIRED:
        is_open = text.count(mark, first, start) % 2
        opened = start
        if is_open and (at := text.find(mark, start, end)) >= 0:
            yield from range(at, at + len(mark))
            opened = at + len(mark)
        if mark in rest and text.count(mark, max(last, opened), end) % 2:
            at = text.rfind(mark, start, end)
            yield from range(at, at + len(mark))


def _folded(text: str, start: int, end: int, matches: Sequence[Span]) -> Excerpt:
    """The window as it is shown, and the spans of the matches in it."""
    breaks, marks = _borders(text)
    hidden = marks.union(escapes(text), _halves(text, start, end))
    unsaid = [Span(*mark.span()) for mark in _QUOTE_MARK.finditer(text)]
    unsaid += comments(text) if _COMMENT_LEAD.search(text) else ()
    for span in unsaid:
        if not any(span.overlaps(match) for match in matches):
            hidden.update(range(span.start, span.end))
    changed = sorted(at for at in breaks | hidden if start <= at < end)
    parts: list[str] = [f"{_CUT} "] if text[:start].strip() else []
    moved: list[Span] = []
    position, size = start, sum(map(len, parts))

    def add(first: int, last: int) -> int:
        nonlocal size
        kept: list[str] = []
        for at in changed[bisect_left(changed, first) : bisect_left(changed, last)]:
            kept += text[first:at], "" if at in hidden else _BREAK
            first = at + 1
        kept.append(text[first:last])
        joined = "".join(kept)
        piece = _BREAKS.sub(BORDER, _SPACE.sub(" ", joined))
        if not size or (parts and parts[-1].endswith(" ")):
            piece = piece.removeprefix(BORDER).removeprefix(" ")
        if piece:
            parts.append(piece)
            size += len(piece)
        return size

    for match in matches:
        before = add(position, match.start)
        moved.append(Span(before, add(match.start, match.end)))
        position = match.end
    add(position, end)
    shown = "".join(parts).rstrip().removesuffix(BORDER.rstrip())
    return Excerpt(shown + (f" {_CUT}" if text[end:].strip() else ""), tuple(moved))
