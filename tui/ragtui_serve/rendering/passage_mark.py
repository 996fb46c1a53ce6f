"""Marks a passage of Markdown in the HTML that was made of it.

The words of both are compared in their order, so that it does not matter what markup is
around them.
"""

import html
import re
from collections.abc import Iterator
from itertools import groupby

from ragtui_core import Span
from ragtui_core.documents import TextLeaf, shown_blocks
from ragtui_core.text import sanitize

SLACK = 1_000
"""Characters of HTML between two words of the Markdown, such as names of pages."""

_PIECE = re.compile(r"<[^>]*>|&[#\w]+;|\S")
_WORD = re.compile(r"\S+")


def with_passage(shown: str, text: str, passage: Span) -> str:
    """Sanitised HTML of `text` with the passage in elements of the class `passage`."""
    pieces = [
        (piece.start(), piece.end(), html.unescape(piece[0])[:1])
        for piece in _PIECE.finditer(shown)
        if not piece[0].startswith("<")
    ]
    pieces = [piece for piece in pieces if not piece[2].isspace()]
    letters = "".join(letter for _, _, letter in pieces)
    chosen = [at for found in _ranges(letters, text, passage) for at in found]
    parts, end = list[str](), 0
    for _, group in groupby(_with_groups(shown, pieces, chosen), lambda each: each[0]):
        run = [at for _, at in group]
        first, last = pieces[run[0]][0], pieces[run[-1]][1]
        marked = f'<span class="passage">{shown[first:last]}</span>'
        parts += shown[end:first], marked
        end = last
    return "".join((*parts, shown[end:]))


def _with_groups(
    shown: str, pieces: list[tuple[int, int, str]], chosen: list[int]
) -> Iterator[tuple[int, int]]:
    """The number of the run of text that each character is in, which no tag divides."""
    group, before = 0, -1
    for at in chosen:
        end = pieces[before][1] if before >= 0 else 0
        group += before != at - 1 or "<" in shown[end : pieces[at][0]]
        before = at
        yield group, at


def _ranges(letters: str, text: str, passage: Span) -> Iterator[range]:
    """The characters of the HTML that show the passage, for each block of it."""
    at = 0
    for event in shown_blocks(text):
        if not isinstance(event, TextLeaf):
            continue
        if event.span.start >= passage.end:
            return
        for part in event.texts:
            first, last = part.displayed(passage.start), part.displayed(passage.end)
            ends = list[int]()
            for word in _WORD.finditer(part.text):
                shown = sanitize(word[0])
                found = letters.find(shown, at, at + len(shown) + SLACK)
                if found < 0:
                    continue
                at = found + len(shown)
                if word.start() < last and first < word.end():
                    ends.append(found + max(0, first - word.start()))
                    ends.append(at - max(0, word.end() - last))
            if ends and event.span.end > passage.start:
                yield range(ends[0], ends[-1])
