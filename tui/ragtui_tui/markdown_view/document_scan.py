"""What a whole sheet holds: the places of words that are looked for, and its links."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import Flow, Link
from ragtui_tui.markdown_view.rendered_document import Sheet

WORK, REST = 0.004, 0.001
"""Seconds of work between rests, in which the keys are answered."""

MOST_MATCHES = 10_000
"""More are not counted: nobody goes through them one by one."""


class Match(NamedTuple):
    """Words that were looked for."""

    piece: int
    flow: int
    cell: int
    start: int
    end: int
    line: int = 0
    """Of the file."""


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
    linked: list[tuple[Link, str]] = field(default_factory=list)
    """The links themselves, each with its words."""


def survey(
    sheet: Sheet, wanted: re.Pattern[str] | None, is_wanted: Callable[[], bool]
) -> Survey:
    """Look through a sheet, until `is_wanted` tells that it is of no use any more."""
    found, rested = Survey(), monotonic()
    for piece in range(len(sheet.pieces)):
        if not is_wanted():
            break
        if monotonic() - rested > WORK:
            sleep(REST)
            rested = monotonic()
        for index, flow in enumerate(sheet.flows(piece)):
            for number, link in enumerate(flow.links):
                found.links.append(LinkPlace(piece, index, number))
                words = flow.cells[link.cell].plain[link.start : link.end]
                found.linked.append((link, words))
            if wanted and len(found.matches) < MOST_MATCHES:
                found.matches += _matches(piece, index, flow, wanted)
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
                line = flow.line_of(found.start())
                yield Match(piece, index, cell, *found.span(), line)
