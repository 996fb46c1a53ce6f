"""Gives the sentences of an answer that have no mark a passage, found by their words.

Small models cite nothing; so that their answers can be checked, too, the passage that
has the numbers, the names and most of the other words of a sentence is cited after it,
and what no passage has is followed by a remark. What the model cites stays as it is,
and what it quotes is compared elsewhere.
"""

import re
from collections.abc import Generator, Iterator, Set
from dataclasses import replace
from functools import cached_property

from ragtui_core.answer.marks.mark_citations import NEIGHBOUR_WEIGHT
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    AnswerEvent,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
    says_no_answer,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import Passage
from ragtui_core.citations.verdict_wording import NO_PASSAGE
from ragtui_core.language.question_words import (
    Overlap,
    distinctive_terms,
    names_and_numbers,
    terms_of_text,
)
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import BlockKind, Span

MIN_SHARE = 0.5
"""Least part of the words of a sentence that its passage has, rare ones counting more,
and of those that are not the question's."""

FOUND = (
    "The passages of sentences that the model cited nothing for were found by ragtui."
)

_WORD = re.compile(r"(\s*)(?:[^\s。！？]*[。！？]+|[^\s。！？]+(?=\s))")  # noqa: RUF001
_STOP = re.compile(r"[.!?…。！？]\S*\s*\Z")  # noqa: RUF001
_CLOSING = 24
"""Characters after a stop that may belong to its sentence: quotes, marks, space."""

_QUOTING = frozenset('"“”„«»>')
_NO_CLAIM_ENDS = (":", "?", "\uff1a", "\uff1f")


class FoundPassages:
    """A stage before all others that know marks; only models without them need it."""

    def __init__(self, request: AnswerRequest, files: CurrentFiles) -> None:
        """Look in the documents that were sent with `request`."""
        self._sent = (*request.context.texts, *request.history.texts)
        self._asked = set(distinctive_terms(request.standalone))
        self._citer = Citer(files)
        self._sentence = self._held = ""
        self._is_marked = self._is_code = False
        self._found: dict[int, None] = {}

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The event, after a mark or remark on each sentence that ended before it."""
        match event:
            case Mark() | Remark():
                space = yield from self._rest()
                yield from space
                self._is_marked = True
                yield event
            case Text(text):
                self._held += text
                yield from self._words()
            case Done():
                space = yield from self._rest()
                yield from self._ended()
                yield from space
                if self._found:
                    yield Notice(FOUND, citations=tuple(self._found))
                yield event
            case _:
                yield event

    def _words(self) -> Iterator[AnswerEvent]:
        """The words that are complete: the next one tells whether a sentence ended."""
        done = 0
        for word in _WORD.finditer(self._held):
            done = word.end()
            if "\n" in word[1] or self._is_before(word[0]):
                yield from self._ended()
            self._sentence += word[0]
            yield Text(word[0])
        self._held = self._held[done:]

    def _rest(self) -> Generator[AnswerEvent, None, list[Text]]:
        """The last words; returns the white space after them."""
        self._held += "\n"
        yield from self._words()
        space, self._held = self._held[:-1], ""
        return [Text(space)] if space else []

    def _is_before(self, word: str) -> bool:
        """Whether a sentence ended before a word."""
        if not _STOP.search(self._sentence[-_CLOSING:]):
            return False
        whole = f"{self._sentence}{word}"
        *_, last = sentence_spans(whole, Span(0, len(whole)))
        return last.start >= len(self._sentence)

    def _ended(self) -> Iterator[AnswerEvent]:
        sentence, self._sentence = self._sentence.strip(), ""
        is_marked, self._is_marked = self._is_marked, False
        if sentence.startswith(("```", "~~~")):
            self._is_code = not self._is_code
        elif not (is_marked or self._is_code) and self._is_claim(sentence):
            if citation := self._cited(sentence):
                self._found[citation.number] = None
                yield Mark(f" [{citation.number}]")
                yield citation
            else:
                yield Remark(f" [{NO_PASSAGE}]")

    def _is_claim(self, sentence: str) -> bool:
        is_introduction = sentence.rstrip("*_").endswith(_NO_CLAIM_ENDS)
        is_other = sentence.startswith(("#", "|")) or says_no_answer(sentence)
        return not (
            is_introduction
            or is_other
            or _QUOTING & set(sentence)
            or not distinctive_terms(sentence)
        )

    # --- passages ---

    def _cited(self, sentence: str) -> Citation | None:
        """The citation of the passage with the words of a sentence, if one has them."""
        words = [own | around for _, _, own, around in self._passages]
        weights = Overlap(sentence, words).weights
        weights = {word: weight for word, weight in weights.items() if len(word) > 1}
        new, told = weights.keys() - self._asked, names_and_numbers(sentence)

        def share(of: Set[str], among: Set[str]) -> float:
            """Part of some words of the sentence, weighted, that are among others."""
            whole = sum(weights[word] for word in of)
            return sum(weights[word] for word in of & among) / whole if whole else 1.0

        best, found = 0.0, None
        for (text, passage, own, around), both in zip(
            self._passages, words, strict=True
        ):
            has_words = min(share(weights.keys(), both), share(new, both)) >= MIN_SHARE
            score = share(weights.keys(), own)
            score += NEIGHBOUR_WEIGHT * share(weights.keys(), around - own)
            if told <= both and has_words and score > best:
                best, found = score, (text, passage)
        return self._citation(*found) if found else None

    def _citation(self, text: Excerpted, passage: Passage) -> Citation | None:
        document, span = text.document, passage.span
        quote = span.of(document.text)
        citation = self._citer.at(quote, span, passage.heading_path, document)
        numbered, _ = self._citer.numbered(replace(citation, quoted=False))
        return numbered if citation.verdict.verified else None

    @cached_property
    def _passages(
        self,
    ) -> list[tuple[Excerpted, Passage, frozenset[str], frozenset[str]]]:
        """Each passage that was sent, its words, and those above and of its note."""
        return [
            (text, passage, own, around)
            for text in self._sent
            for passage in text.passages
            if passage.kind is not BlockKind.HEADING
            for own in [terms_of_text(passage.span.of(text.document.text))]
            for around in [terms_of_text(_around(text, passage))]
        ]


def _around(text: Excerpted, passage: Passage) -> str:
    source = text.source
    named = (source.path, source.title, source.date)
    return " ".join((*named, *passage.heading_path, passage.column_heads))
