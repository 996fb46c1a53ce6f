"""`ragtui.ask` and `ragtui.askSelection`: answers as they come, with quotations."""

import time
from collections.abc import Callable
from contextlib import aclosing, closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragtui_core.settings import ProviderName
from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.progress import Progress
from ragtui_lsp.selected import selected
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.wording import answered_in_words

if TYPE_CHECKING:
    from ragtui_core.answer.events import AnswerEvent
    from ragtui_core.answer.inquiry import Selection
    from ragtui_core.vault import Vault

ABOUT_SELECTION = "What do my notes say about this?"
"""Asked about a selection where the person has typed no question."""


async def ask(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """Answer a question from the vault."""
    places = await ls.places(given.text("uri", "") or None)
    return await _answered(ls, given, places, given.text("question"))


async def ask_selection(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """Answer a question about what is marked in the editor."""
    places = await ls.places(given.document())
    passage = await selected(ls, given, places)
    question = given.text("question", "").strip() or ABOUT_SELECTION
    return await _answered(ls, given, places, question, passage.selection)


async def _answered(
    ls: RagtuiServer,
    given: Parameters,
    places: Places,
    question: str,
    selection: "Selection | None" = None,
) -> dict[str, Any]:
    """The whole answer, with the conversation that it is kept in."""
    started = time.monotonic()
    events = await answer_events(ls, given, places, question, selection)
    latency = round(1000 * (time.monotonic() - started))
    if given.flag("show"):
        from ragtui_core.answer.report import answer_as_markdown

        await ls.shown.show(ls, "answer", answer_as_markdown(question, events))
    return await ls.work(_report, question, events, latency, places)


async def answer_events(
    ls: RagtuiServer,
    given: Parameters,
    places: Places,
    question: str,
    selection: "Selection | None",
) -> "list[AnswerEvent]":
    """Ask in the loop of answers; cancelling the request stops the model's stream."""
    with closing(Progress(ls, given.token())) as progress:
        answer = _collected(given, places, question, selection, progress.send)
        return await ls.answers.run(answer)


async def _collected(
    given: Parameters,
    places: Places,
    question: str,
    selection: "Selection | None",
    tell: Callable[[dict[str, Any]], None],
) -> "list[AnswerEvent]":
    from ragtui_core.answer.inquiry import AskOptions
    from ragtui_core.answer.report import as_json
    from ragtui_core.search.options import SearchOptions

    options = AskOptions(
        chat=given.text("chat", ""),
        selection=selection,
        search=SearchOptions(at=places.here()),
        unsaved=places.unsaved,
    )
    vault = answered_by(places.vault, given)
    events: list[AnswerEvent] = []
    async with aclosing(vault.ask(question, options)) as stream:
        async for event in stream:
            events.append(event)
            tell(located(as_json(event), places))
    return events


def _report(
    question: str, events: "list[AnswerEvent]", latency: int, places: Places
) -> dict[str, Any]:
    from ragtui_core.answer.events import Done
    from ragtui_core.answer.report import answer_as_json, answer_as_note

    chat = next(event.chat for event in events if isinstance(event, Done))
    report = answer_as_json(question, events, latency)
    kept = {"chat": chat, "text": answer_as_note(events)}
    return located(report, places) | kept


def located(report: dict[str, Any], places: Places) -> dict[str, Any]:
    """The core's JSON with the place of every source and citation, and words for it."""
    if report.get("event") == "citation":
        return _judged(report, places)
    if report.get("event") == "done":
        who = [report[key] for key in ("provider", "model", "confidence")]
        return report | {"by": answered_in_words(*who)}
    found = dict(report)
    if "sources" in report:
        found["sources"] = [places.named(each) for each in report["sources"]]
    if "citations" in report:
        found["citations"] = [_judged(each, places) for each in report["citations"]]
    return found


def _judged(citation: dict[str, Any], places: Places) -> dict[str, Any]:
    """A citation with its place, and its verdict in words."""
    from ragtui_core.answer.events import Verdict
    from ragtui_core.answer.verdict_wording import sentence

    verdict = Verdict(citation["verdict"])
    message = sentence(verdict, citation["path"])
    judged = {"verified": verdict.verified, "message": message}
    return places.quoted(citation) | judged


def answered_by(vault: "Vault", given: Parameters) -> "Vault":
    """The vault as it answers by the provider that the request names, if any."""
    provider = given.choice("provider", ProviderName)
    if provider is None:
        return vault
    answer = replace(vault.settings.answer, provider=provider)
    return vault.under(replace(vault.settings, answer=answer))
