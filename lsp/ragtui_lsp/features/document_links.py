"""Document links: the links of a note, each with the file that it leads to.

Clients ask for all of them after each letter, and a note may have thousands: they are
written as JSON at once, and only those are written again that an edit may have changed.
"""

import threading
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lsprotocol import types

from ragtui_core import Vault
from ragtui_core.documents import Link
from ragtui_core.links import Target
from ragtui_core.text import common_end, common_start
from ragtui_lsp.features.links import targets_in
from ragtui_lsp.json_text import JsonText, json_string, range_text
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

KEPT = 8
"""Notes whose last answer is kept."""

Found = tuple[Link, Target | None]
"""A link, and what it leads to: see `targets_in`."""

Write = Callable[[Found], str]
"""Writes a link as JSON; one that leads nowhere is empty."""


@dataclass(frozen=True, slots=True)
class Written:
    """The links of one version of a note, and each as JSON."""

    vault: Vault
    text: PositionedText
    found: Sequence[Found]
    items: Sequence[str]


class DocumentLinks:
    """Writes the links of notes; may be used from any thread."""

    def __init__(self) -> None:
        """Keep no answer yet."""
        self._lock = threading.Lock()
        self._last: OrderedDict[str, Written] = OrderedDict()
        """By uri."""

    async def answer(
        self, ls: RagtuiServer, params: types.DocumentLinkParams
    ) -> JsonText:
        """The links of a note that lead somewhere: `DocumentLink[]`."""
        uri = params.text_document.uri
        text = await ls.text(uri)
        locations = await ls.locations(uri)
        return await ls.work(self._answer, uri, text, locations)

    def _answer(
        self, uri: str, text: PositionedText, locations: LocationMapper
    ) -> JsonText:
        with self._lock:
            before = self._last.get(uri)
        written = written_links(text, locations, before)
        with self._lock:
            self._last[uri] = written
            self._last.move_to_end(uri)
            while len(self._last) > KEPT:
                self._last.popitem(last=False)
        return JsonText.array(filter(None, written.items))


document_links = DocumentLinks().answer


def written_links(
    text: PositionedText, locations: LocationMapper, before: Written | None = None
) -> Written:
    """The links of a text; what is as it was `before` is taken from there."""
    found, write = list(targets_in(text.text, locations)), _writer(text, locations)
    if before is None or before.vault is not locations.vault:
        items = list(map(write, found))
    else:
        items = _updated(before, text, found, write)
    return Written(locations.vault, text, found, items)


def _updated(
    before: Written, text: PositionedText, found: Sequence[Found], write: Write
) -> list[str]:
    """The items of `found`: those before and after what was edited are taken over."""
    fewer = min(len(found), len(before.found))
    start = common_start(before.text.text, text.text)
    head = min(_ending_until(found, start), fewer)
    tail = min(_in_same_lines(before.text, text, found, start), fewer - head)
    until, rest = len(found) - tail, len(before.found) - tail
    longer = len(text.text) - len(before.text.text)
    return [
        *_kept(found[:head], before.found, before.items, 0, write),
        *map(write, found[head:until]),
        *_kept(found[until:], before.found[rest:], before.items[rest:], longer, write),
    ]


def _kept(
    now: Sequence[Found],
    then: Sequence[Found],
    items: Sequence[str],
    longer: int,
    write: Write,
) -> list[str]:
    """The items of links that moved by `longer` and lead where they led; else new."""
    return [
        item
        if link.target_span.start == was.target_span.start + longer
        and len(link.target_span) == len(was.target_span)
        and (at is led or at == led)
        else write((link, at))
        for (link, at), (was, led), item in zip(now, then, items, strict=False)
    ]


def _ending_until(found: Sequence[Found], end: int) -> int:
    """How many links are within the first `end` characters."""
    return bisect_right(found, end, key=lambda each: each[0].span.end)


def _in_same_lines(
    before: PositionedText, text: PositionedText, found: Sequence[Found], start: int
) -> int:
    """How many links are at the end, in lines that are the same and counted the same.

    `start` is how many characters at the start of both texts are the same.
    """
    if before.line_count != text.line_count:
        return 0
    maximum = min(len(before.text), len(text.text)) - start
    same = len(text.text) - common_end(before.text, text.text, maximum)
    line = text.position(same).line + 1  # The line of `same` may have been edited.
    if line >= text.line_count:
        return 0
    first = text.line_start(line)
    return len(found) - bisect_left(found, first, key=lambda each: each[0].span.start)


def _writer(text: PositionedText, locations: LocationMapper) -> Write:
    range_of = text.range_finder()

    def write(found: Found) -> str:
        link, target = found
        if target is None:
            return ""
        span, path = link.target_span, target.path
        where = range_text(*range_of(span.start, span.end))
        uri = locations.uri(path)
        if target.line > 1:
            uri += f"#L{target.line}"
        return f'{{"range":{where},{_leading(uri, path)}}}'

    return write


@lru_cache(maxsize=20_000)
def _leading(uri: str, path: str) -> str:
    """The JSON of where a link leads, which most edits do not change."""
    return f'"target":{json_string(uri)},"tooltip":{json_string(path)}'
