"""Converts a compatible server's stream, in which marks `[1]` cite notes by number.

A mark names only a note, so the passage that supports the claim is searched for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.answer.prompt_context import Excerpted
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
from ragtui_core.citations.passages import Passage
from ragtui_core.text.question_words import Overlap, terms_of_text
from ragtui_core.types import BlockKind


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


MIN_OVERLAP = 0.15
"""Minimum ratio of a claim's weighted words that a supporting passage contains."""

NEIGHBOUR_WEIGHT = 0.4
"""Weight of a word in a heading, against one in the passage itself."""

MIN_QUOTED_CHARS = 8
"""Shorter text in quotation marks is a name, not a quotation."""

_QUOTED = re.compile(
    '"([^"\\n]+)"|\u201c([^\u201c\u201d\\n]+)[\u201d\u201c]|\u201e([^\u201e\u201c\\n]+)\u201c'
    "|\u00ab([^\u00ab\u00bb\\n]+)\u00bb"
)
_SENTENCE_END = re.compile(
    '(?<=[.!?])["\u201d\u201c\u00bb)]?\\s+|[\u3002\uff01\uff1f]\\s*'
)
"""A quotation mark or bracket may close after the full stop."""


def last_sentence(text: str) -> str:
    """The sentence that a text ends with; sentences that it quotes are part of it."""
    line = text.rstrip().rpartition("\n")[2]
    # Full stops within a quotation do not end a sentence, except for the last.
    bare = _QUOTED.sub(lambda m: f"{m[0][0]}{'x' * (len(m[0]) - 3)}{m[0][-2:]}", line)
    ends = [match.end() for match in _SENTENCE_END.finditer(bare)]
    return line[max((end for end in ends if end < len(line)), default=0) :]


def quotations(claim: str) -> list[str]:
    """The quotations in a claim, without names.

    A full stop or comma at its end may be the claim's own.
    """
    found = (next(filter(None, groups)) for groups in _QUOTED.findall(claim))
    bare = (quote.rstrip(" ,.;:") for quote in found)
    return [quote for quote in bare if len(quote) >= MIN_QUOTED_CHARS]


def supporting_passage(claim: str, text: Excerpted) -> Passage | None:
    """The passage that has most words in common with a claim; None if too few."""
    passages = [p for p in text.passages if p.kind is not BlockKind.HEADING]
    own = [terms_of_text(p.span.of(text.document.text)) for p in passages]
    around = [
        terms_of_text(" ".join((*p.heading_path, p.column_heads))) for p in passages
    ]
    overlap = Overlap(claim, [a | b for a, b in zip(own, around, strict=True)])
    ratios = [
        overlap.share(words) + NEIGHBOUR_WEIGHT * overlap.share(headings, words)
        for words, headings in zip(own, around, strict=True)
    ]
    best = max(range(len(passages)), key=ratios.__getitem__, default=None)
    if best is None or ratios[best] < MIN_OVERLAP:
        return None
    return passages[best]
