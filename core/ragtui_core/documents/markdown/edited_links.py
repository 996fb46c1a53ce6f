"""The links of a text that is edited: only what an edit changed is scanned again.

A text is scanned as a whole (`links_of`) if a link in it may depend on distant text:
references, whose names are defined anywhere, and destinations that continue on another
line.
"""

import re
import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import overload

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.link_extraction import LinkScanner, plain_text
from ragtui_core.documents.markdown.link_patterns import BORDER
from ragtui_core.documents.markdown.link_types import Link
from ragtui_core.text.edits import common_end, common_start
from ragtui_core.types import Span

_DEFINITION = re.compile(r"(?:\A|[\r\n]) {0,3}\[(?!\^)[^\[\]\r\n]++\]:")
"""The definition of a reference, which may be used anywhere."""

_UNFINISHED = re.compile(
    r'\]\((?!(?:[^\r\n"\'()<]|\([^\s()<]*+\))*+(?:"[^"\r\n]*+"[ \t]*+)?+\))'
)
"""A destination that may continue on another line."""

MIN_CHARS = 4_000
"""Characters; a shorter text is scanned within a millisecond."""


MAX_PARTS = 32
"""Parts of links that moved by different numbers of characters."""

_Part = tuple[Sequence[Link], int]
"""Links of an earlier text, and by how many characters they have moved since."""


class MovedLinks(Sequence[Link]):
    """The links of a text, in order; those that an edit has moved are made when needed.

    To make thousands of them for each letter would take longer than all the rest.
    """

    def __init__(self, *parts: _Part) -> None:
        """Links in order, in parts that have moved by the same number."""
        self._parts = [(links, by) for links, by in parts if links]
        if len(self._parts) > MAX_PARTS:
            self._parts = [(list(self), 0)]

    def __len__(self) -> int:
        """How many links there are."""
        return sum(len(links) for links, _ in self._parts)

    def __iter__(self) -> Iterator[Link]:
        """The links with their spans in the text."""
        for link, by in self.unmoved():
            yield moved(link, by)

    @overload
    def __getitem__(self, index: int) -> Link: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Link]: ...
    def __getitem__(self, index: int | slice) -> Link | Sequence[Link]:
        """A link, or some."""
        return list(self)[index]

    def unmoved(self) -> Iterator[tuple[Link, int]]:
        """The links, each with what is to be added to its spans: see `moved`."""
        for links, by in self._parts:
            for link in links:
                yield link, by

    def until(self, end: int) -> Iterator[_Part]:
        """Those that start before `end`."""
        for links, by in self._parts:
            yield links[: bisect_left(links, end - by, key=_start)], by

    def since(self, start: int, longer: int) -> Iterator[_Part]:
        """Those from `start` on, moved by `longer` characters more."""
        for links, by in self._parts:
            yield links[bisect_left(links, start - by, key=_start) :], by + longer


def moved(link: Link, by: int) -> Link:
    """A link that starts `by` characters later."""
    if not by:
        return link
    span, target = link.span, link.target_span
    return replace(
        link,
        span=Span(span.start + by, span.end + by),
        target_span=Span(target.start + by, target.end + by),
    )


def _start(link: Link) -> int:
    return link.span.start


@dataclass(frozen=True, slots=True)
class LinkScan:
    """The links of one text, and what a scan of its next version needs."""

    text: str
    plain: str
    """Without literals and formulas: see `plain_text`."""
    links: MovedLinks
    is_local: bool
    """Whether each link depends on its own block only."""


def scan_links(text: str, before: LinkScan | None = None) -> LinkScan:
    """The links of a text, equal to those of `links_of`.

    Args:
        text: A note.
        before: The scan of a similar text, such as the one before an edit; what is
            the same in both is not scanned again.
    """
    front = read_front_matter(text)
    plain = plain_text(text, front.span.end if front else 0)
    is_local = _is_local(plain)
    if before and before.is_local and is_local:
        return LinkScan(text, plain, _updated(before, text, plain), is_local=True)
    links = list(LinkScanner(text, plain).links())
    return LinkScan(text, plain, MovedLinks((links, 0)), is_local)


def _is_local(plain: str) -> bool:
    """Whether no link depends on other lines than those of its own block."""
    has_definition = "]:" in plain and _DEFINITION.search(plain)
    return not has_definition and not _UNFINISHED.search(plain)


def _updated(before: LinkScan, text: str, plain: str) -> MovedLinks:
    same_start = min(common_start(before.text, text), common_start(before.plain, plain))
    room = min(len(before.text), len(text)) - same_start
    same_end = min(
        common_end(before.text, text, room), common_end(before.plain, plain, room)
    )
    first = _border_before(plain, same_start)
    border = BORDER.search(plain, len(plain) - same_end)
    last = border.start() if border else len(plain)
    longer = len(text) - len(before.text)
    middle = list(LinkScanner(text, plain).links(first, last))
    return MovedLinks(
        *before.links.until(first),
        (middle, 0),
        *before.links.since(last - longer, longer),
    )


def _border_before(plain: str, end: int) -> int:
    """The last end of a block that the characters before `end` make certain; or 0."""
    at = end
    while (at := max(plain.rfind("\n", 0, at), plain.rfind("\r", 0, at))) >= 0:
        if BORDER.match(plain, at, end):
            return at
    return 0


class LinkScans:
    """The last scans of texts; may be used from any thread."""

    def __init__(self, size: int = 8) -> None:
        """Keep the scans of `size` texts."""
        self._size = size
        self._lock = threading.Lock()
        self._scans: OrderedDict[str, LinkScan] = OrderedDict()

    def links(self, text: str) -> MovedLinks:
        """The links of a text, in order."""
        with self._lock:
            known = self._scans.get(text)
            scan = known or scan_links(text, self._nearest(text))
            self._scans[text] = scan
            self._scans.move_to_end(text)
            while len(self._scans) > self._size:
                self._scans.popitem(last=False)
        return scan.links

    def _nearest(self, text: str) -> LinkScan | None:
        """The scan of a text that an edit may have made this one of."""
        if len(text) < MIN_CHARS:
            return None
        scans = [each for each in self._scans.values() if each.is_local]
        nearest = max(scans, key=lambda each: _shared(each.text, text), default=None)
        return nearest if nearest and _shared(nearest.text, text) else None


def _shared(one: str, other: str) -> int:
    """How many characters at both ends are the same; 0 if under half of the text."""
    start = common_start(one, other)
    end = common_end(one, other, min(len(one), len(other)) - start)
    return start + end if 2 * (start + end) >= len(other) else 0
