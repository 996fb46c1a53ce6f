"""What is said of citations of notes that are not in force."""

from collections.abc import Iterator, Mapping

from ragtui_core.answer.model_text import plain_words
from ragtui_core.answer_events import AnswerEvent, Mark, Remark
from ragtui_core.citations.citation import Citation


def state_remark(state: str) -> Remark:
    """The words of a note's state, for the text of an answer."""
    return Remark(f" [{plain_words(state)}]")


class StateRemarks:
    """Adds a remark after the first mark of each citation of a note not in force."""

    def __init__(self, states: Mapping[str, str]) -> None:
        """By path, the words of the state of each source that has one."""
        self._states = states
        self._mark: list[AnswerEvent] = []

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events up to this one; a citation follows its first mark."""
        yield from self._mark
        cited = event.path if self._mark and isinstance(event, Citation) else ""
        if state := self._states.get(cited):
            yield state_remark(state)
        self._mark = [event] if isinstance(event, Mark) else []
        if not self._mark:
            yield event
