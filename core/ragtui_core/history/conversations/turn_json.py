"""Turns as JSON, and back.

Keys are only ever added. Spans are [start, end] in characters of a file's text, lines
are [first, last], as in the JSON of `ragtui ask`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.history.conversations.turns import SentText, Turn
from ragtui_core.types import Lines, Span

T = TypeVar("T")


def turn_as_json(turn: Turn) -> dict[str, Any]:
    """What `turn_of` makes the same turn of, also after a way through JSON."""
    return {
        "time": turn.time,
        "question": turn.question,
        "query": turn.query,
        "answer": turn.answer,
        "sources": [_source(each) for each in turn.sources],
        "citations": [_citation(each) for each in turn.citations],
        "notices": list(turn.notices),
        "disagreements": list(turn.disagreements),
        "search_notes": list(turn.search_notes),
        "provider": turn.provider,
        "model": turn.model,
        "usage": dict(turn.usage),
        "error": turn.error,
        "sent": [
            {"path": each.path, "spans": [[s.start, s.end] for s in each.spans]}
            for each in turn.sent
        ],
    }


def turn_of(value: Mapping[str, Any]) -> Turn:
    """The turn that `value` describes; only `time` and `question` must be there.

    Raises:
        ValueError: It describes none.
    """
    try:
        return _turn_of(value)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"this is no turn of a conversation: {error}") from error


def _source(source: Source) -> dict[str, Any]:
    return {
        "number": source.number,
        "path": source.path,
        "title": source.title,
        "lines": [source.lines.first, source.lines.last],
        "heading_path": list(source.heading_path),
        "score": source.score,
        "sent": source.sent.value,
    }


def _citation(citation: Citation) -> dict[str, Any]:
    beside = {"surroundings": citation.surroundings} if citation.surroundings else {}
    return beside | {
        "number": citation.number,
        "path": citation.path,
        "span": [citation.span.start, citation.span.end],
        "lines": [citation.lines.first, citation.lines.last],
        "heading_path": list(citation.heading_path),
        "quote": citation.quote,
        "verdict": citation.verdict.value,
    }


def _turn_of(row: Mapping[str, Any]) -> Turn:
    time = _text(row["time"])
    datetime.fromisoformat(time)
    usage: dict[str, Any] = row.get("usage", {})
    return Turn(
        time=time,
        question=_text(row["question"]),
        query=_text(row.get("query", "")),
        answer=_text(row.get("answer", "")),
        sources=tuple(map(_source_of, _list(row.get("sources", [])))),
        citations=tuple(map(_citation_of, _list(row.get("citations", [])))),
        notices=_texts(row.get("notices", [])),
        disagreements=_texts(row.get("disagreements", [])),
        search_notes=_texts(row.get("search_notes", [])),
        provider=_text(row.get("provider", "")),
        model=_text(row.get("model", "")),
        usage={key: _whole(count) for key, count in usage.items()},
        error=_text(row.get("error", "")),
        sent=tuple(map(_sent_of, _list(row.get("sent", [])))),
    )


def _source_of(row: Mapping[str, Any]) -> Source:
    return Source(
        number=_whole(row["number"]),
        path=_text(row["path"]),
        title=_text(row["title"]),
        lines=Lines(*map(_whole, _list(row["lines"]))),
        heading_path=_texts(row.get("heading_path", [])),
        score=float(row["score"]),
        sent=Sent(row["sent"]),
    )


def _citation_of(row: Mapping[str, Any]) -> Citation:
    return Citation(
        number=_whole(row["number"]),
        path=_text(row["path"]),
        span=Span(*map(_whole, _list(row["span"]))),
        lines=Lines(*map(_whole, _list(row["lines"]))),
        heading_path=_texts(row.get("heading_path", [])),
        quote=_text(row["quote"]),
        verdict=Verdict(row["verdict"]),
        surroundings=_text(row.get("surroundings", "")),
    )


def _sent_of(row: Mapping[str, Any]) -> SentText:
    spans = (Span(*map(_whole, _list(span))) for span in _list(row["spans"]))
    return SentText(_text(row["path"]), tuple(spans))


def _text(value: Any) -> str:
    return _checked(value, str)


def _whole(value: Any) -> int:
    return _checked(value, int)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _list(value: Any) -> list[Any]:
    return _checked(value, list)


def _checked(value: Any, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40} is no {kind.__name__}")
    return value
