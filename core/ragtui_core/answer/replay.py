"""Converts a stored turn back to the events of its answer."""

from collections.abc import Iterator

from ragtui_core.answer_events import (
    AnswerEvent,
    Done,
    Notice,
    NoticeKind,
    Sources,
    Text,
)
from ragtui_core.history.conversation import Turn
from ragtui_core.types import Confidence


def replay_events(turn: Turn) -> Iterator[AnswerEvent]:
    """The stored events of a turn; verdicts are those of the time of the answer."""
    yield Sources(turn.sources, (turn.query,))
    for note in turn.search_notes:
        yield Notice(note, kind=NoticeKind.SEARCH)
    yield from turn.citations
    yield Text(turn.answer)
    for notice in turn.notices:
        yield Notice(notice)
    for notice in turn.disagreements:
        yield Notice(notice, kind=NoticeKind.DISAGREEMENT)
    yield Done(turn.provider, turn.model, Confidence.HIGH, turn.usage, error=turn.error)
