"""Streamed answers with quotations: `ragtui.ask` and `ragtui.askSelection`."""

import time
from collections.abc import Callable
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Any

from ragtui_core import (
    AnswerEvent,
    AskOptions,
    Citation,
    Done,
    SearchOptions,
    Selection,
    Sources,
    Text,
)
from ragtui_core.answer import ABOUT_SELECTION, refers_back
from ragtui_core.citations import citation_sentence
from ragtui_core.documents import without_escapes
from ragtui_core.new_notes import today
from ragtui_core.settings import PROVIDER_TITLES
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.progress import Progress
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.request_selection import selected
from ragtui_lsp.server import RagtuiServer


async def ask(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Answer a question from the vault.

    One that refers to a question about a selection is about that, too.
    """
    locations = await searchable(ls, params.text("uri", "") or None)
    question = params.text("question")
    before = ls.selections.get(params.text("chat", ""))
    selection = before if before and refers_back(question, today()) else None
    return await _answered(ls, params, locations, question, selection)


async def ask_selection(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Answer a question about the selection."""
    locations = await searchable(ls, params.document())
    passage = await selected(ls, params, locations)
    question = params.text("question", "").strip() or ABOUT_SELECTION
    return await _answered(ls, params, locations, question, passage.selection)


async def _answered(
    ls: RagtuiServer,
    params: RequestParams,
    locations: LocationMapper,
    question: str,
    selection: Selection | None = None,
) -> dict[str, Any]:
    """The whole answer, with the conversation that it is kept in."""
    started = time.monotonic()
    events = await answer_events(ls, params, locations, question, selection)
    latency = round(1000 * (time.monotonic() - started))
    if params.flag("show"):
        from ragtui_core.answer import answer_as_markdown

        await ls.shown.show("answer", answer_as_markdown(question, events))
    report = await ls.work(_report, question, events, latency, locations)
    _keep(ls.selections, report["chat"], selection)
    return report


MAX_SELECTIONS = 100
"""Conversations whose selection is kept; those of the oldest are forgotten."""


def _keep(
    selections: dict[str, Selection], chat: str, selection: Selection | None
) -> None:
    selections.pop(chat, None)
    if chat and selection:
        selections[chat] = selection
    if len(selections) > MAX_SELECTIONS:
        del selections[next(iter(selections))]


async def answer_events(
    ls: RagtuiServer,
    params: RequestParams,
    locations: LocationMapper,
    question: str,
    selection: Selection | None,
) -> list[AnswerEvent]:
    """Ask in the loop of answers; cancelling the request stops the model's stream."""
    with closing(Progress(ls, params.token())) as progress:
        answer = _collected(params, locations, question, selection, progress.send)
        return await ls.answers.run(answer)


async def _collected(
    params: RequestParams,
    locations: LocationMapper,
    question: str,
    selection: Selection | None,
    on_event: Callable[[dict[str, Any]], None],
) -> list[AnswerEvent]:
    options = AskOptions(
        chat=params.text("chat", ""),
        selection=selection,
        search=SearchOptions(at=locations.here()),
        unsaved=locations.unsaved,
        front_end="editor",
    )
    events: list[AnswerEvent] = []
    async with aclosing(locations.vault.ask(question, options)) as stream:
        async for event in stream:
            if isinstance(event, Sources):
                event = replace(event, sources=event.listed)
            events.append(event)
            on_event(_located_event(event, locations))
    return events


def _report(
    question: str, events: list[AnswerEvent], latency: int, locations: LocationMapper
) -> dict[str, Any]:
    from ragtui_core.answer import answer_as_json, answer_as_note

    chat = next(event.chat for event in events if isinstance(event, Done))
    report = answer_as_json(question, events, latency)
    cited = [event for event in events if isinstance(event, Citation)]
    citations = [
        _judged(judged, citation, locations)
        for judged, citation in zip(report["citations"], cited, strict=True)
    ]
    kept = {"chat": chat, "text": answer_as_note(events), "citations": citations}
    return report | _located_sources(report, locations) | kept


def _located_event(event: AnswerEvent, locations: LocationMapper) -> dict[str, Any]:
    """The core's JSON of an event with the places that it names, and who answered."""
    from ragtui_core.answer import event_as_json

    found = event_as_json(event)
    match event:
        case Sources():
            return found | _located_sources(found, locations)
        case Citation():
            return _judged(found, event, locations)
        case Text():
            return found | {"shown": without_escapes(event.text)}
        case Done():
            title = PROVIDER_TITLES.get(event.provider, event.provider)
            return found | {"by": event.model or title}
    return found


def _located_sources(
    report: dict[str, Any], locations: LocationMapper
) -> dict[str, list[dict[str, Any]]]:
    return {"sources": [locations.named(source) for source in report["sources"]]}


def _judged(
    found: dict[str, Any], citation: Citation, locations: LocationMapper
) -> dict[str, Any]:
    """The JSON of a citation with its place, and its verdict as a sentence."""
    judged = {
        "verified": citation.is_verified_quotation,
        "message": citation_sentence(citation),
    }
    return locations.quoted(found) | judged
