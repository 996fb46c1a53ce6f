"""Answers as JSON, with a stable format: keys are only ever added."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from ragtui_core.answer.recorder import turn_from
from ragtui_core.answer_events import (
    NO_ANSWER,
    AnswerEvent,
    AnswerEventName,
    Caption,
    Done,
    Mark,
    Notice,
    Reading,
    Remark,
    Source,
    Sources,
    Step,
    Text,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.shown_passage import passage_of
from ragtui_core.citations.verdict_wording import citation_label, citation_sign
from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.history.conversation import Conversation
from ragtui_core.history.conversation_export import (
    answer_with_quotations,
    conversation_as_markdown,
)
from ragtui_core.search.search_json import time_as_json
from ragtui_core.search_results import LOW_CONFIDENCE
from ragtui_core.text.document_dates import shown_dates


def event_as_json(event: AnswerEvent) -> dict[str, Any]:
    """One event, for `ragtui ask --json-events`."""
    match event:
        case Sources():
            return {
                "event": AnswerEventName.SOURCES.value,
                "sources": [_source(s) for s in event.sources],
                "queries": list(event.queries),
                "time": time_as_json(event.time),
                "chat": event.chat,
            }
        case Reading():
            return {
                "event": AnswerEventName.READING.value,
                "tokens": event.tokens,
                "last_seconds": event.last_seconds,
            }
        case Step():
            return {
                "event": AnswerEventName.STEP.value,
                "number": event.number,
                "call": event.call,
                "outcome": event.outcome,
            }
        case Text():
            written = {"event": AnswerEventName.TEXT.value, "text": event.text}
            match event:
                case Mark():
                    return written | {"mark": True}
                case Remark():
                    return written | {"remark": True}
            return written
        case Citation():
            return {
                "event": AnswerEventName.CITATION.value,
                "number": event.number,
            } | _citation(event)
        case Notice():
            return {
                "event": AnswerEventName.NOTICE.value,
                "text": event.text,
                "retryable": event.retryable,
                "kind": event.kind.value,
                "paths": list(event.paths),
                "terms": [],
                "citations": list(event.citations),
            }
        case Done():
            return {"event": AnswerEventName.DONE.value} | _done(event)


def answer_as_json(
    question: str, events: Iterable[AnswerEvent], latency_ms: int
) -> dict[str, Any]:
    """A whole answer, for `ragtui ask --json`."""
    events = list(events)
    done = next(event for event in events if isinstance(event, Done))
    retrieved = next((e for e in events if isinstance(e, Sources)), Sources(()))
    return {
        "question": question,
        "answer": "".join(e.text for e in events if isinstance(e, Text)).strip(),
        "provider": done.provider,
        "model": done.model,
        "confidence": done.confidence.value,
        "sources": [_source(source) for source in retrieved.sources],
        "time": time_as_json(retrieved.time),
        "citations": [_citation(e) for e in events if isinstance(e, Citation)],
        "notices": [e.text for e in events if isinstance(e, Notice)],
        "usage": dict(done.usage),
        "latency_ms": latency_ms,
    }


def answer_as_markdown(question: str, events: Iterable[AnswerEvent]) -> str:
    """A whole answer as a document, for `ragtui ask --markdown`.

    Its quotations have the saved form (docs/citations.md), so they can be rechecked.
    """
    return conversation_as_markdown(
        Conversation("", "", question, "", (turn_from(question, events),))
    )


def answer_as_note(events: Iterable[AnswerEvent]) -> str:
    """An answer to insert into a note: its text, then its quotations and passages.

    Those that are not verified are left out, and their marks say so. So are captions,
    whatever is said of a passage, whose number is in the text, and that there is no
    answer.
    """
    events = list(events)
    cited = [event for event in events if isinstance(event, Citation)]
    failed = {str(c.number) for c in cited if not c.verdict.verified}
    text = "".join(
        _in_note(event, failed)
        for event in events
        if isinstance(event, Text)
        and not isinstance(event, Caption)
        and event.text.strip() != NO_ANSWER
    )
    verified = [citation for citation in cited if citation.verdict.verified]
    parts = answer_with_quotations(text, verified, explained=False)
    return "\n\n".join(filter(None, parts))


_NUMBER = re.compile(r"\[(\d+)\]")


def _in_note(text: Text, failed: Collection[str]) -> str:
    """A part of an answer; its marks name the citations that `failed`, by number."""
    if not isinstance(text, Mark):
        return text.text

    def marked(number: re.Match[str]) -> str:
        return f"[{number[1]}: not verified]" if number[1] in failed else number[0]

    return _NUMBER.sub(marked, text.text)


def _source(source: Source) -> dict[str, Any]:
    return {
        "path": source.path,
        "title": source.title,
        "lines": [source.lines.first, source.lines.last],
        "score": round(source.score, 4),
        "weak": source.score < LOW_CONFIDENCE,
        "sent": source.sent.value,
        "location": source.location.as_json() if source.location else None,
        "state": source.state,
        "date": source.date,
        "changed": source.changed,
        "dates": shown_dates(source),
    }


def _citation(citation: Citation) -> dict[str, Any]:
    # The text of other files than Markdown has escapes that they do not have.
    is_own = is_note(citation.path)
    quote = citation.quote if is_own else without_escapes(citation.quote)
    return {
        "path": citation.path,
        "span": [citation.span.start, citation.span.end],
        "lines": [citation.lines.first, citation.lines.last],
        "quote": quote,
        "verdict": citation.verdict.value,
        "quoted": citation.quoted,
        "sign": citation_sign(citation),
        "label": citation_label(citation),
        "passage": passage_of(citation)._asdict(),
        "location": citation.location.as_json() if citation.location else None,
    }


def _done(done: Done) -> dict[str, Any]:
    return {
        "provider": done.provider,
        "model": done.model,
        "confidence": done.confidence.value,
        "usage": dict(done.usage),
        "cost": done.cost.value,
        "error": done.error,
        "chat": done.chat,
    }
