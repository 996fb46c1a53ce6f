"""Converts a compatible server's stream, in which marks `[1]` cite notes by number."""

from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.providers.compatible.claim_support import (
    last_sentence,
    quotations,
    supporting_passage,
)
from ragtui_core.answer.providers.compatible.markers import (
    MarkParser,
    NamedNotes,
)
from ragtui_core.answer.providers.messages_api.message_reader import (
    MessageReader,
)
from ragtui_core.answer_events import AnswerEvent, Mark, Text
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer


class MarkerReader(MessageReader):
    """Reads one answer. Each mark becomes the citation of a passage.

    If the sentence before the mark quotes the note, that quotation is verified. Else
    the passage with most words in common with the sentence is cited.
    """

    def __init__(self, notes: Sequence[Excerpted], citer: Citer) -> None:
        """Read an answer about `notes`, which are numbered from 1."""
        super().__init__()
        self._notes = notes
        self._citer = citer
        self._parser = MarkParser()
        self._text_so_far = ""

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        return self._events(self._parser.feed(text))

    def _rest(self) -> Iterator[AnswerEvent]:
        return self._events(self._parser.finish())

    def _events(self, parts: Iterable[str | NamedNotes]) -> Iterator[AnswerEvent]:
        for part in parts:
            if isinstance(part, NamedNotes):
                yield from self._cite(part)
            else:
                self._text_so_far += part
                yield Text(part)

    def _cite(self, mark: NamedNotes) -> Iterator[AnswerEvent]:
        claim = last_sentence(self._text_so_far)
        cited = [found for n in mark.numbers for found in self._citations(n, claim)]
        numbers = dict.fromkeys(citation.number for citation, _ in cited)
        yield Mark("".join(f"[{number}]" for number in numbers))
        for citation, is_new in cited:
            if is_new:
                yield citation

    def _citations(self, number: int, claim: str) -> list[tuple[Citation, bool]]:
        if not 1 <= number <= len(self._notes):
            return [self._citer.not_sent(f"[{number}]", claim)]
        note = self._notes[number - 1]
        quoted = quotations(claim)
        if quoted:
            return [self._citer.quoted(q, (), note.document) for q in quoted]
        passage = supporting_passage(claim, note)
        if passage is None:
            return [self._citer.quoted(claim, (), note.document)]
        quote = passage.span.of(note.document.text)
        headings = passage.heading_path
        return [self._citer.at(quote, passage.span, headings, note.document)]
