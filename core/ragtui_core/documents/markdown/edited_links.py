"""The links of a text that is edited: only the blocks that an edit changed are parsed.

Blocks are read from the first line to the last. Where a block begins in no other block
than a list, before and after an edit, what follows is therefore as it was.
"""

import threading
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.link_extraction import links_from
from ragtui_core.documents.markdown.link_types import Link
from ragtui_core.documents.markdown.markup import markup_from
from ragtui_core.types import Span

_DISTANT = ("]:", "$$", "%%")
"""Definitions, formulas and comments, which may change distant links."""


@dataclass(frozen=True, slots=True)
class LinkScan:
    """The links of one text, and what a scan of its next version needs."""

    text: str
    start: int
    """Where front matter ends."""
    borders: Sequence[int]
    """See `Markup.borders`."""
    links: Sequence[Link]


def scan_links(
    text: str, before: LinkScan | None = None, *, images: bool = False
) -> LinkScan:
    """The links of a text, equal to those of `links_of`.

    Args:
        text: A note.
        before: The scan of a similar text, such as the one before an edit; what is
            the same in both is not parsed again.
        images: Whether pictures are links, in both scans.
    """
    front = read_front_matter(text)
    start = front.span.end if front else 0
    updated = _updated(before, text, start, images) if before else None
    return updated or LinkScan(
        text,
        start,
        markup_from(text, start).borders,
        links_from(text, start, images=images),
    )


def _updated(before: LinkScan, text: str, start: int, images: bool) -> LinkScan | None:
    """The scan of an edited text; None if the edit may have changed distant links."""
    if any(mark in version for mark in _DISTANT for version in (before.text, text)):
        return None
    same = _common_start(before.text, text)
    if before.start != start or same < start:
        return None
    same_end = _common_end(before.text, text, min(len(before.text), len(text)) - same)
    first = _first_border(before, same)
    last, after = _next_borders(before, len(before.text) - same_end)
    longer = len(text) - len(before.text)
    part = text[first : after + longer]
    borders = [first + border for border in markup_from(part, 0).borders]
    if last < after and last + longer not in borders:
        return None
    head, tail = bisect_left(before.borders, first), bisect_left(before.borders, last)
    return LinkScan(
        text,
        start,
        [
            *before.borders[:head],
            *(border for border in borders if border < last + longer),
            *(border + longer for border in before.borders[tail:]),
        ],
        [
            *(link for link in before.links if link.span.start < first),
            *_moved(
                links_from(part, 0, images=images), first, range(first, last + longer)
            ),
            *_moved(before.links, longer, range(last + longer, len(text))),
        ],
    )


def _first_border(scan: LinkScan, same: int) -> int:
    """The start of the block before the one that the edit is in, which may join it."""
    index = bisect_right(scan.borders, same) - 2
    return scan.borders[index] if index >= 0 else scan.start


def _next_borders(scan: LinkScan, end: int) -> tuple[int, int]:
    """The starts of the first two blocks after `end`, or the end of the text."""
    index = bisect_right(scan.borders, end)
    borders = [*scan.borders[index : index + 2], len(scan.text), len(scan.text)]
    return borders[0], borders[1]


def _moved(links: Iterable[Link], by: int, where: range) -> Iterator[Link]:
    """The links that start in `where` once they are moved by `by` characters."""
    for link in links:
        if (start := link.span.start + by) in where:
            span = Span(start, link.span.end + by)
            target = Span(link.target_span.start + by, link.target_span.end + by)
            yield replace(link, span=span, target_span=target)


class LinkScans:
    """The last scans of texts; may be used from any thread."""

    def __init__(self, size: int = 8, *, images: bool = False) -> None:
        """Keep the scans of `size` texts; `images` includes pictures."""
        self._images = images
        self._size = size
        self._lock = threading.Lock()
        self._scans: OrderedDict[str, LinkScan] = OrderedDict()

    def links(self, text: str) -> Sequence[Link]:
        """The links of a text, in order."""
        with self._lock:
            known = self._scans.get(text)
            scan = known or scan_links(text, self._nearest(text), images=self._images)
            self._scans[text] = scan
            self._scans.move_to_end(text)
            while len(self._scans) > self._size:
                self._scans.popitem(last=False)
        return scan.links

    def _nearest(self, text: str) -> LinkScan | None:
        """The scan of a text that an edit may have made this one of."""
        return max(
            self._scans.values(),
            key=lambda scan: _common_start(scan.text, text),
            default=None,
        )


def _common_start(one: str, other: str) -> int:
    """How many characters at the start of two texts are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str, maximum: int) -> int:
    """How many characters at the end of two texts are the same, at most `maximum`."""
    ends = [text[len(text) - maximum :][::-1] for text in (one, other)]
    return _common_start(*ends)
