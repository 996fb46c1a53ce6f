"""Words beside the citations of notes that are superseded, obsolete or drafts."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from ragtui_core.answer.model_text import plain_words
from ragtui_core.answer_events import AnswerEvent, Mark, Remark
from ragtui_core.citations.citation import Citation


def state_remark(state: str) -> Remark:
    """The words of a note's state, for the text of an answer."""
    return Remark(f" [{plain_words(state)}]")


async def with_states(
    events: AsyncGenerator[AnswerEvent, None], states: Mapping[str, str]
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with a remark after the first mark of each citation of such a note.

    Args:
        events: Of one answer; a citation follows its first mark.
        states: The words of the state of each source that has one, by path.
    """
    held: Mark | None = None
    async with aclosing(events):
        async for event in events:
            if held:
                yield held
                if isinstance(event, Citation) and (state := states.get(event.path)):
                    yield state_remark(state)
            held = event if isinstance(event, Mark) else None
            if not held:
                yield event
    if held:
        yield held
