"""The excerpt of a chunk that best shows why it was found."""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from ragtui_core.text.line_marks import HEADING_MARK
from ragtui_core.text.stemming import stem_of, tokens_with
from ragtui_core.types import Span

LENGTH = 240
"""Characters of an excerpt, about three lines of a terminal."""

BORDER = " · "
"""Shown at the border between two blocks, such as a heading and its text."""

_BREAK = "\0"
"""Replaces a line end between two blocks; no text contains it."""

_OPEN, _CLOSE, _START, _END, _PIPE = "\ud800\ud801\ud802\ud803\ud804"
"""Where a match and the window start and end, and `|` within a cell; no
text contains unpaired surrogates."""

_CUT = "..."

_LINE_MARKS = re.compile(
    r"(?m)^[ \t]*(?:"
    r"(?:`{3,}|~{3,})[^`\n\ud802\ud803]*$"
    rf"|{HEADING_MARK}(?:[ \t]|(?=\ud803))(?P<heading>.*)"
    r"|[-*+](?:[ \t]+|(?=\ud803))"
    r"|(?P<number>\ud800?\d{1,9}\ud801?[.)](?:[ \t]|(?=\ud803)))"
    r"|(?P<quoted>(?:>(?:[ \t]|$))+)"
    r")|\n[ \t]*$|(?P<digest>[ \t]*\u00b7[ \t]*`ragtui:[0-9a-f-]+`)"
)
"""What is not shown of lines: fences of code, marks of headings, lists and quotations,
empty lines, digests of saved citations."""

_TABLE_ROW = re.compile(r"^[ \t]*\|.*\|[ \t\ud803]*$", re.M)
_SPACE = re.compile(r"\s+")
_BREAKS = re.compile(rf" ?{_BREAK}[ {_BREAK}]*")
_MATCH = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text on one line; `matches` are spans within it."""

    text: str
    matches: tuple[Span, ...]


def find_matches(
    text: str, stems: Collection[str], grams: Collection[str] = ()
) -> list[Span]:
    """Spans of the query's stems and grams in `text`, in order."""
    words = [Span(start, end) for start, end, _ in tokens_with(text, stems)]
    if not grams:
        return words
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
    first = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    last = line_end if line_end >= 0 else len(text)
    edits = [*_edits(text, start, end, matches), (end, end, _END)]
    edits += [(start, start, _START)] if start > first else []
    for match in inside:
        edits += (match.start, match.start, _OPEN), (match.end, match.end, _CLOSE)
    parts, position = list[str](), first
    for begin, stop, by in sorted(edits):
        if stop >= first and begin <= last:
            parts += text[position:begin], by
            position = stop if stop > position else position
    shown = _folded("".join([*parts, text[position:last]]))
    before = f"{_CUT} " if start and text[:start].strip() else ""
    after = f" {_CUT}" if end < len(text) and text[end:].strip() else ""
    return _marked(f"{before}{shown}{after}")


def _folded(lines: str) -> str:
    """The window between `_START` and `_END`, on one line, without block marks."""
    if "|" in lines:
        lines = _TABLE_ROW.sub(_cells, lines)
    lines = _LINE_MARKS.sub(_mark, lines)
    window = lines[lines.find(_START) + 1 :].partition(_END)[0]
    window = _BREAKS.sub(BORDER, _SPACE.sub(" ", window))
    window = window.replace(_PIPE, "|").removeprefix(BORDER).strip()
    return window.removesuffix(BORDER.rstrip())


def _mark(mark: re.Match[str]) -> str:
    """What is shown instead of a mark of `_LINE_MARKS`."""
    if mark["quoted"] or mark["digest"]:
        return ""
    if (heading := mark["heading"]) is not None:
        return f"{_BREAK}{heading}{_BREAK}"
    return f"{_BREAK}{mark['number'] or ''}"


def _cells(row: re.Match[str]) -> str:
    """The cells of a row of a table; nothing of its rule."""
    is_rule = set(row[0]) <= set("|:- \t")
    return _BREAK if is_rule else row[0].replace("|", _BREAK)


def _marked(shown: str) -> Excerpt:
    """The excerpt of a text in which matches are marked."""
    spans = list[Span]()
    for number, match in enumerate(_MATCH.finditer(shown)):
        start = match.start() - 2 * number
        spans.append(Span(start, start + len(match[1])))
    return Excerpt(shown.replace(_OPEN, "").replace(_CLOSE, ""), tuple(spans))


_GAP = re.compile(r" {60,}")
"""Where a passage has spaces for encoded data."""


def _without_gaps(text: str, matches: Sequence[Span]) -> tuple[str, Sequence[Span]]:
    """The text with a space for each gap, and the matches at their new places."""
    if 60 * " " not in text:
        return text, matches
    gaps = [Span(*gap.span()) for gap in _GAP.finditer(text)]

    def moved(offset: int) -> int:
        return offset - sum(len(gap) - 1 for gap in gaps if gap.end <= offset)

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
    size = len(text)
    if size <= length:
        return 0, size
    words = [stem_of(text[match.start : match.end]) for match in matches]
    ends = [match.end for match in matches]
    counts = Counter(words)
    most, best = (0, 0.0), Span(0, 0)
    for first, match in enumerate(matches):
        after = bisect_right(ends, match.start + length * 4 // 5)
        inside = {*words[first:after]}
        if len(inside) < most[0]:
            continue
        # Rare words count more. `fsum`: the order of a set differs between processes.
        value = len(inside), math.fsum([1 / counts[word] for word in inside])
        if value > most:
            most, best = value, match
    lead = length // 5
    start = max(0, min(best.start - lead, size - length))
    if start:
        border = text.find(" ", start, best.start)
        start = border + 1 if border >= 0 else start
    end = min(size, start + length)
    if end < size:
        border = text.rfind(" ", start + length // 2, end)
        end = border if border > best.end else end
    return start, end


@lru_cache(256)
def _escapes_and_comments(text: str) -> tuple[tuple[int, ...], tuple[Span, ...]]:
    """Cached, since the same passages are found again while a query is typed."""
    from ragtui_core.documents.markdown.markup import comments, escapes

    return escapes(text), comments(text)


_PAIRED = "**", "__", "~~", "`"
"""Marks around words, of which a cut may leave one."""


def _edits(
    text: str, start: int, end: int, matches: Sequence[Span]
) -> Iterator[tuple[int, int, str]]:
    """Edits of a window that remove escapes, comments and unpaired marks."""
    for at in _escapes_and_comments(text)[0] if "\\" in text[start:end] else ():
        is_pipe = text[at + 1 : at + 2] == "|"
        yield at, at + 1 + is_pipe, _PIPE if is_pipe else ""
    closed = text.rfind("-->", 0, start) + 1
    if text.find("<!--", closed, end) >= 0 or "%%" in text[:end]:
        for comment in _escapes_and_comments(text)[1]:
            if not any(comment.overlaps(match) for match in matches):
                yield comment.start, comment.end, ""
    if start or end < len(text):
        yield from _halves(text, start, end)


def _halves(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The marks whose other half is not in the window."""
    first = text.rfind("\n", 0, start) + 1
    last = text.rfind("\n", start, end) + 1
    rest = text[end:].partition("\n")[0]
    for mark in [mark for mark in _PAIRED if mark in text]:
        opened = start
        is_open = text.count(mark, first, start) % 2
        if is_open and (at := text.find(mark, start, end)) >= 0:
            yield at, at + len(mark), ""
            opened = at + len(mark)
        if mark in rest and text.count(mark, max(last, opened), end) % 2:
            at = text.rfind(mark, start, end)
            yield at, at + len(mark), ""
