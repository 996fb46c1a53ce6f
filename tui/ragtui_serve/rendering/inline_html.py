"""A displayed text with its marks -> HTML, whatever overlaps."""

import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ragtui_core.documents import InlineText, Mark
from ragtui_core.text import sanitize

MAX_OPEN = 40
"""Elements in one another within a text; deeper marks are left out."""


@dataclass(frozen=True, slots=True)
class Element:
    """What a mark becomes: tags around its text, or HTML in place of the text."""

    start: str
    end: str = ""
    replaces_text: bool = False


ElementOf = Callable[[Mark, str], Element | None]
"""The element of a mark and its displayed text; None leaves the text as it is."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An element from one character of a text up to another."""

    start: int
    end: int
    element: Element


def escaped(text: str) -> str:
    """`text` without control and hidden characters, as HTML."""
    return html.escape(sanitize(text))


def inline_html(
    text: InlineText,
    element_of: ElementOf,
    further: Sequence[Placed] = (),
    br: str = "<br>",
) -> str:
    """A text with an element for each mark; those that overlap are divided.

    `further` elements, of no mark, are around those of marks. A line break becomes
    `br`.
    """
    if not (text.marks or further):
        return escaped(text.text).replace("\n", br)
    placed = [*further, *_placed(text, element_of)]
    placed.sort(key=lambda each: (each.start, -each.end))  # stable
    borders = {0, len(text.text)}
    borders.update(
        border for element in placed for border in (element.start, element.end)
    )
    return "".join(_parts(text.text, placed, sorted(borders), br))


def _placed(text: InlineText, element_of: ElementOf) -> Iterator[Placed]:
    for mark in text.marks:
        element = element_of(mark, text.text[mark.start : mark.end])
        if element and mark.start < mark.end:
            yield Placed(mark.start, mark.end, element)


def _parts(
    text: str, placed: list[Placed], borders: list[int], br: str
) -> Iterator[str]:
    """The tags at each border, and the text between two."""
    waiting, opened = placed[::-1], list[Placed]()
    for start, end in pairwise(borders):
        kept = list(takewhile(lambda each: each.end > start, opened))  # noqa: B023
        active = [
            *kept,
            *(mark for mark in opened[len(kept) :] if mark.end > start),
        ]
        while waiting and waiting[-1].start == start:
            active.append(waiting.pop())
        del active[MAX_OPEN:]
        yield from (closing.element.end for closing in reversed(opened[len(kept) :]))
        for mark in active[len(kept) :]:
            if mark.start == start or not mark.element.replaces_text:
                yield mark.element.start
        opened = active
        if not any(element.element.replaces_text for element in active):
            yield escaped(text[start:end]).replace("\n", br)
    yield from (closing.element.end for closing in reversed(opened))
