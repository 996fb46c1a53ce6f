"""What a whole sheet holds: the places of words that are looked for, and its links."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ragtui_tui.typesetting.flow import Flow, Link
from ragtui_tui.typesetting.sheet import Sheet

MOST_MATCHES = 10_000
"""More are not counted: nobody goes through them one by one."""


class Match(NamedTuple):
    """Words that were looked for."""

    piece: int
    flow: int
    cell: int
    start: int
    end: int


class LinkPlace(NamedTuple):
    """A link, and the flow that it stands in; ordered as one reads."""

    piece: int
    flow: int
    number: int
    """Which one of its flow."""


@dataclass(slots=True)
class Survey:
    """All that was found, in order."""

    matches: list[Match] = field(default_factory=list)
    links: list[LinkPlace] = field(default_factory=list)


def survey(
    sheet: Sheet, words: re.Pattern[str] | None, is_wanted: Callable[[], bool]
) -> Survey:
    """Look through a sheet, until `is_wanted` tells that it is of no use any more."""
    found = Survey()
    for piece in range(len(sheet.pieces)):
        if not is_wanted():
            break
        for index, flow in enumerate(sheet.flows(piece)):
            found.links += (LinkPlace(piece, index, n) for n in range(len(flow.links)))
            if words and len(found.matches) < MOST_MATCHES:
                found.matches += _matches(piece, index, flow, words)
    return found


def link_at(sheet: Sheet, place: LinkPlace) -> Link:
    """The link at a place."""
    return sheet.flows(place.piece)[place.flow].links[place.number]


def _matches(
    piece: int, index: int, flow: Flow, words: re.Pattern[str]
) -> Iterable[Match]:
    for cell, text in enumerate(flow.cells):
        for found in words.finditer(text.plain):
            if found.end() > found.start():
                yield Match(piece, index, cell, *found.span())
