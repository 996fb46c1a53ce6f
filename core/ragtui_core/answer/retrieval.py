"""Retrieval for a question: search, and reading of the source files."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ragtui_core.answer.conversation_context import (
    History,
    build_history,
    kept_time,
    standalone,
)
from ragtui_core.answer.prompt_context import (
    PromptContext,
    build_prompt_context,
)
from ragtui_core.answer.provider_choice import key_is_present
from ragtui_core.answer.request import (
    ABOUT_SELECTION,
    SELECTION_QUESTIONS,
    AnswerContext,
    AnswerRequest,
    AskOptions,
)
from ragtui_core.answer_events import Notice, NoticeKind, Source, Sources
from ragtui_core.citations.selected_text import Selection, query_of
from ragtui_core.errors import AnswerError
from ragtui_core.history.conversation import Turn
from ragtui_core.search.options import (
    ALL_LINES,
    CurrentLocation,
    LineRange,
    SearchOptions,
)
from ragtui_core.settings.schema import AnswerSettings, ProviderName
from ragtui_core.types import SearchResult

SELECTION_CHARS = 400
"""Maximum characters of a selection that are added to the query."""


def retrieve(
    question: str,
    turns: Sequence[Turn],
    options: AskOptions,
    answer_context: AnswerContext,
    name: str,
) -> AnswerRequest:
    """The request to the provider: search, and read the documents."""
    settings = answer_context.settings
    query, today = question, answer_context.today()
    if options.rewrite and turns:
        query = standalone(question, turns, today)
        time = kept_time(question, turns, today)
        options = replace(options, search=replace(options.search, time=time))
    if options.selection and question in SELECTION_QUESTIONS:
        query = query_of(options.selection.text)
    beside = _beside(question, options.search, options.selection)
    options = replace(options, search=beside)
    variants, notices = _variants(query, turns, settings)
    result = answer_context.search(query, _search_options(options, settings, variants))
    is_server = name == ProviderName.COMPATIBLE
    max_chars = (
        settings.server.max_context_chars if is_server else settings.max_context_chars
    )
    context = build_prompt_context(
        result,
        answer_context.files.read,
        full=settings.full_documents,
        max_chars=max_chars,
    )
    history = History()
    if turns and name != ProviderName.EXTRACTIVE:  # Extracts are of this question only.
        history = build_history(
            turns,
            context,
            answer_context.files,
            tokens=settings.history_tokens,
            max_chars=max_chars,
        )
    found = tuple(_sources(context, history))
    sources = Sources(found, (query, *variants), time=result.time)
    notices += [f"Left out: {sentence}" for sentence in context.unreadable]
    return AnswerRequest(
        question,
        query,
        result,
        context.without(history.paths),
        history,
        options,
        sources,
        today,
        (*_remarks(result, name), *map(Notice, notices)),
    )


def _remarks(result: SearchResult, name: str) -> Iterator[Notice]:
    """What the search says, but for the number of notes, which extracts begin with."""
    said = {result.counted} if name == ProviderName.EXTRACTIVE else set[str]()
    for note in result.notes:
        if note not in said:
            yield Notice(note, kind=NoticeKind.SEARCH)


def _variants(
    query: str, turns: Sequence[Turn], settings: AnswerSettings
) -> tuple[list[str], list[str]]:
    """Query variants written by Claude, if enabled, and notices."""
    if not settings.query_variants:
        return [], []
    if not key_is_present():
        return [], ["No query variants were written: there is no key for Claude."]
    from ragtui_core.answer.providers.claude.structured_output import query_variants

    try:
        return query_variants(query, turns, settings), []
    except AnswerError as error:
        return [], [f"No query variants were written: {error}"]


def _search_options(
    options: AskOptions, settings: AnswerSettings, variants: Sequence[str]
) -> SearchOptions:
    """Search options: those given, one hit per document; a selection is looked for."""
    asked = options.search
    also = (*asked.also, *variants)
    if selection := options.selection:
        also = (*also, selection.text[:SELECTION_CHARS])
    limit = asked.limit or settings.top
    return replace(asked, limit=limit, fill=False, also=also, question=True)


def _beside(
    question: str, asked: SearchOptions, selection: Selection | None
) -> SearchOptions:
    """The options near the place of a selection, and besides itself.

    What the notes say about it is what the others say.
    """
    if selection is None or not selection.path:
        return asked
    lines = selection.lines
    at = asked.at or CurrentLocation(selection.path, lines.first if lines else None)
    hidden = ALL_LINES if lines and question == ABOUT_SELECTION else lines
    besides = LineRange(selection.path, hidden) if hidden else asked.besides
    return replace(asked, at=at, besides=besides)


def _sources(context: PromptContext, history: History) -> Iterator[Source]:
    """Sources of the search, as the hits are, then those sent earlier."""
    known = {source.path for source in context.sources}
    earlier = (text.source for text in history.texts)
    others = [source for source in earlier if source.path not in known]
    for number, source in enumerate((*context.sources, *others), 1):
        yield replace(source, number=number)
