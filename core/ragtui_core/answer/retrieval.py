"""Retrieval for a question: search, and reading of the source files."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from ragtui_core.answer.follow_up import (
    asked_beyond,
    in_days,
    kept_time,
    standalone,
)
from ragtui_core.answer.passages.best_passages import with_best_passages
from ragtui_core.answer.passages.passage_candidates import chunk_options
from ragtui_core.answer.prompt_context import PromptContext, build_prompt_context
from ragtui_core.answer.request import (
    ABOUT_SELECTION,
    SELECTION_CHARS,
    AnswerContext,
    AnswerQuality,
    AnswerRequest,
    AskOptions,
    OwnProvider,
)
from ragtui_core.answer.sent_history import History, build_history
from ragtui_core.answer_events import Notice, NoticeKind, Source, Sources
from ragtui_core.citations.selected_text import Selection, query_of
from ragtui_core.history.conversation import Turn
from ragtui_core.search.options import (
    ALL_LINES,
    CurrentLocation,
    LineRange,
    SearchOptions,
)
from ragtui_core.search_results import Confidence, SearchResult
from ragtui_core.settings.schema import AnswerSettings

if TYPE_CHECKING:
    from ragtui_core.answer.deep.exploration import Exploration


def retrieve(
    question: str,
    turns: Sequence[Turn],
    options: AskOptions,
    answer_context: AnswerContext,
    provider: OwnProvider,
) -> AnswerRequest:
    """The request to a provider: search, and read the documents."""
    settings, today = answer_context.settings, answer_context.today()
    query, options = _query(question, turns, options, today, provider)
    result = answer_context.search(query, _search_options(options, settings))
    context, history, quality = _documents(
        query, question, options, result, turns, answer_context, provider
    )
    sources = tuple(_sources(context, history))
    notices = [f"Left out: {sentence}" for sentence in context.unreadable]
    return AnswerRequest(
        question=question,
        standalone=query,
        result=result,
        context=context.without(history.paths),
        history=history,
        options=options,
        sources=Sources(sources, (query,), time=result.time),
        today=today,
        answered=asked_beyond(question, turns, today) if options.rewrite else (),
        notices=(*_remarks(result, provider), *map(Notice, notices)),
        quality=quality,
    )


def with_found(
    answer_request: AnswerRequest,
    found: "Exploration",
    turns: Sequence[Turn],
    answer_context: AnswerContext,
    provider: OwnProvider,
) -> AnswerRequest:
    """The request with passages that the model itself found; reads their documents."""
    is_sure = any(not hit.is_weak for hit in found.hits)
    result = replace(
        answer_request.result,
        hits=found.hits,
        confidence=Confidence.HIGH if is_sure else Confidence.LOW,
        by_date=True,
        total=None,
        counted=found.counted,
    )
    context, history, _ = _documents(
        answer_request.standalone,
        answer_request.question,
        answer_request.options,
        result,
        turns,
        answer_context,
        provider,
        is_deep=True,
    )
    asked = answer_request.sources
    return replace(
        answer_request,
        result=result,
        context=context.without(history.paths),
        history=history,
        quality=None,
        sources=replace(
            asked,
            sources=tuple(_sources(context, history)),
            queries=tuple(dict.fromkeys((*asked.queries, *found.queries))),
        ),
    )


def _query(
    question: str,
    turns: Sequence[Turn],
    options: AskOptions,
    today: date,
    provider: OwnProvider,
) -> tuple[str, AskOptions]:
    """The query, with what a follow-up keeps of its conversation, and its options."""
    query, search = question, options.search
    if options.rewrite and turns:
        asked = in_days(question, turns, today) if search.dates else question
        query = standalone(asked, turns, today)
        search = replace(search, time=kept_time(asked, turns, today))
    if selection := options.selection:
        is_alone = question == ABOUT_SELECTION
        others = provider.is_about_selection or is_alone
        search = _beside(search, selection, others=others)
        if is_alone or provider.is_about_selection:
            selected = query_of(selection.text[:SELECTION_CHARS])
            query = selected if is_alone else f"{query} {selected}"
            search = replace(search, dates=search.dates and not is_alone)
    return query, replace(options, search=search)


def _documents(
    query: str,
    asked: str,
    options: AskOptions,
    result: SearchResult,
    turns: Sequence[Turn],
    answer_context: AnswerContext,
    provider: OwnProvider,
    *,
    is_deep: bool = False,
) -> tuple[PromptContext, History, AnswerQuality | None]:
    """The documents to send, and the conversation with those that were sent in it.

    A short prompt has the best passages, unless all documents of a list were asked for.
    Of passages that the model chose, all documents are sent. The third value is how
    well they answer a question that stands alone.
    """
    files, limits = answer_context.files, provider.limits
    full, chars = answer_context.settings.full_documents, limits.chars
    is_short = limits.shares and result.total is None
    if is_short:
        chars = answer_context.settings.max_context_chars
    context = build_prompt_context(
        result,
        files.read,
        full=len(result.hits) if is_deep or is_short else full,
        max_chars=chars,
        shares=not is_short and (limits.shares or is_deep),
    )
    quality = None
    if is_short:
        if selection := options.selection:
            query = asked = f"{query} {selection.text[:SELECTION_CHARS]}"
        chunks = result.hits
        if not is_deep:
            chunks = answer_context.search(query, chunk_options(options.search)).hits
        context, quality = with_best_passages(
            query, asked, result, context, chunks, answer_context, limits.chars
        )
    if not provider.uses_history:
        return context, History(), quality
    tokens, chars = limits.history_tokens, limits.chars
    history = build_history(turns, context, files, tokens=tokens, max_chars=chars)
    is_alone = not (history.turns or options.selection)
    return context, history, quality if is_alone else None


def _remarks(result: SearchResult, provider: OwnProvider) -> Iterator[Notice]:
    """The notes of the search, without the count if the answer states it."""
    for note in result.notes:
        if not (provider.says_count and note == result.counted):
            yield Notice(note, kind=NoticeKind.SEARCH)


def _search_options(options: AskOptions, settings: AnswerSettings) -> SearchOptions:
    """Search options: those given, one hit per document; a selection is looked for."""
    asked = options.search
    also = asked.also
    if selection := options.selection:
        also = (*also, selection.text[:SELECTION_CHARS])
    limit = asked.limit or settings.top
    return replace(asked, limit=limit, fill=False, also=also, question=True)


def _beside(
    asked: SearchOptions, selection: Selection, *, others: bool
) -> SearchOptions:
    """The options to search near a selection, which is excluded.

    With `others`, its whole note is excluded: what other notes say about it is asked.
    """
    if not selection.path:
        return asked
    lines = selection.lines
    at = asked.at or CurrentLocation(selection.path, lines.first if lines else None)
    hidden = ALL_LINES if lines and others else lines
    exclude = LineRange(selection.path, hidden) if hidden else asked.exclude
    return replace(asked, at=at, exclude=exclude)


def _sources(context: PromptContext, history: History) -> Iterator[Source]:
    """The sources in the order of the hits, then those of earlier turns."""
    known = {source.path for source in context.sources}
    earlier = (text.source for text in history.texts)
    others = [source for source in earlier if source.path not in known]
    for number, source in enumerate((*context.sources, *others), 1):
        yield replace(source, number=number)
