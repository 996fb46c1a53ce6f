"""Answers as the pipeline checks them, without a server, an index or a search."""

import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from enum import StrEnum
from typing import Any

from ragtui_core import AnswerEvent, Done, Mark, Remark, Text
from ragtui_core.answer.marks.answer_citations import AnswerCitations
from ragtui_core.answer.marks.markers import MarkerReader
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer.stages import through
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.passages import passages_of
from ragtui_core.search_results import Confidence
from ragtui_core.types import BlockKind
from support.answer_requests import files_of, request_about
from support.answers import citations, collected, said

_MARK = re.compile(r"(\[\d{1,3}\])")


class Writer(StrEnum):
    """How a provider names what it cites."""

    MARKERS = "markers"
    """By the numbers of documents in its text."""
    CITATIONS = "citations"
    """By citations of passages, as Claude and the extracts do."""


async def checked(
    notes: Mapping[str, str],
    says: str,
    piece: int = 12,
    writer: Writer = Writer.MARKERS,
    **request: Any,
) -> list[AnswerEvent]:
    """The events of an answer whose marks name notes by number, from 1.

    Args:
        notes: The notes that were sent, path to text.
        says: What the provider writes.
        piece: Characters of each piece of the stream.
        writer: How it names the notes.
        request: What else the request has.
    """
    about = request_about(notes, **request)
    events = _marked(notes, says, piece)
    if writer is Writer.CITATIONS:
        events = _cited(about, says, piece)
    citing = AnswerCitations(about, files_of(notes))
    return await collected(through(_streamed(events), (citing,)))


async def _streamed(events: Iterator[AnswerEvent]) -> AsyncGenerator[AnswerEvent, None]:
    for event in events:
        yield event
    yield Done("p", "m", Confidence.HIGH)


def _pieces(text: str, length: int) -> Iterator[str]:
    return (text[at : at + length] for at in range(0, len(text), length))


def _marked(notes: Mapping[str, str], says: str, piece: int) -> Iterator[AnswerEvent]:
    reader = MarkerReader(list(notes))
    for text in _pieces(says, piece):
        yield from reader._text(text)
    yield from reader._buffered_events()


def _cited(about: AnswerRequest, says: str, piece: int) -> Iterator[AnswerEvent]:
    """Each mark with a citation of the note's last passage."""
    for part in _MARK.split(says):
        if not _MARK.fullmatch(part):
            yield from map(Text, _pieces(part, piece))
            continue
        number = int(part[1:-1])
        document = about.context.texts[number - 1].document
        passages = [
            passage
            for passage in passages_of(document)
            if passage.kind is not BlockKind.HEADING
        ]
        span = passages[-1].span
        yield Mark(f"[{number}]")
        yield cite(number, span.of(document.text), span, (), document)


def verified(events: list[AnswerEvent]) -> list[str]:
    """The quotations that are shown as verified."""
    return [c.quote for c in citations(events) if c.is_verified_quotation]


def remarks(events: list[AnswerEvent]) -> list[str]:
    return [event.text.strip() for event in events if isinstance(event, Remark)]


def summary(events: list[AnswerEvent]) -> tuple[str, list[Citation], list[str]]:
    """What a reader gets, however the stream was split."""
    return said(events), citations(events), remarks(events)
