# ruff: noqa: RUF001 - these marks are intended
"""Gives each quotation and each claim of an answer its own mark, for all providers.

A mark of a provider says only that a claim rests on a document or passage. Here every
quotation that the answer shows is compared with what the marks near it name, and gets a
mark directly after it; what no file has is followed by a remark. A mark whose sentence
quotes nothing stays where it is, and cites a passage. Numbers that the cited passages
of a sentence lack are remarked after it.

Paragraphs are held back from where something may be quoted, cited or rewritten, and
read as a whole, as they are displayed. All text of the provider is made safe to
display, and what looks like a mark in it is rewritten.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ragtui_core.answer.checks.cited_passages import cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.answer.marks.checked_quotations import Checked, QuotationCheck
from ragtui_core.answer.marks.mark_citations import MarkCitations
from ragtui_core.answer.marks.paragraph_stream import Paragraphs, ProviderMark
from ragtui_core.answer.marks.read_paragraphs import ReadParagraphs, Sentence
from ragtui_core.answer.model_text import literal
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    AnswerEvent,
    DocumentMark,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
    says_no_answer,
)
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.verdict_wording import NO_PASSAGE, remark_on
from ragtui_core.errors import RagtuiError
from ragtui_core.language.question_words import distinctive_terms
from ragtui_core.text.sanitizing import SanitizedStream
from ragtui_core.types import Span

FOUND = (
    "The passages of sentences that the model cited nothing for were found by ragtui."
)
_NUMBER = re.compile(r"\d+")
_NO_CLAIM_ENDS = (":", "?", "：", "？")


@dataclass(frozen=True, slots=True)
class Insertion:
    """An insertion before a character of the text: marks, then a remark or words.

    Attributes:
        position: The character.
        cited: The citations of a mark, in order; without any there is none.
        lead: The white space before the mark.
        also: What follows the mark, if anything: a remark, or words.
        sentence: The sentence that it is about, if any.
    """

    position: int
    cited: Sequence[Citation] = ()
    lead: str = ""
    also: Text | None = None
    sentence: Sentence | None = None


class AnswerCitations:
    """Adds marks and remarks to one answer, of any provider."""

    def __init__(
        self,
        request: AnswerRequest,
        files: CurrentFiles,
        *,
        finds_passages: bool = False,
    ) -> None:
        """Compare with the documents of `request`, as they are in `files`.

        With `finds_passages`, a sentence without a mark is given the passage that has
        its words: small models cite nothing.
        """
        sent = (*request.context.texts, *request.history.texts)
        citer = Citer(files)
        self._files = files
        self._finds_passages = finds_passages
        self._citations = MarkCitations(sent, files, citer, request)
        self._quotations = QuotationCheck(request, self._citations, citer)
        self._claims = ClaimChecker(
            [name for s in request.sources.sources for name in (s.path, s.title)]
        )
        self._found: list[Citation] = []
        self._marked = set[int]()
        self._printable = SanitizedStream()
        self._held = Paragraphs()
        self._follows_mark = False

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """What can be shown after an event of the provider."""
        if isinstance(event, Mark | Done):
            self._held.text += self._printable.finish()
        match event:
            case DocumentMark():
                self._held.add(event, paths=event.paths)
            case Mark(text):
                numbers = tuple(map(int, _NUMBER.findall(text)))
                self._held.add(event, numbers=numbers)
                self._marked.update(numbers)
            case Text(text):
                self._held.text += self._printable.feed(text)
                while paragraphs := self._held.split():
                    yield from self._written(paragraphs)
                span = self._held.unquoted(within_sentence=self._finds_passages)
                yield from self._words(self._held.text, span, frozenset())
            case Citation():
                self._citations.give(event)
            case Notice():
                yield replace(event, citations=())  # They have other numbers here.
            case _:
                if isinstance(event, Done):
                    held, self._held = self._held, Paragraphs()
                    yield from self._written(held)
                    yield from self._citations.unmarked(self._marked)
                    if self._found:
                        own = map(self._citations.number_of, self._found)
                        yield Notice(FOUND, citations=tuple(dict.fromkeys(own)))
                yield event

    def _written(self, held: Paragraphs) -> Iterator[AnswerEvent]:
        """Complete paragraphs with their marks and remarks."""
        paragraphs = ReadParagraphs(held)
        checked = [
            part
            for quotation in paragraphs.quotations
            for part in self._quotations.checked(quotation, paragraphs)
        ]
        shown = [_at_quotation(part, paragraphs) for part in checked]
        shown += (self._instead_of(m, checked, paragraphs) for m in paragraphs.marks)
        if self._finds_passages:
            shown += self._passages_of(paragraphs)
        shown += self._claim_remarks(shown)
        done, text, code = held.passed, paragraphs.text, paragraphs.code
        for addition in sorted(shown, key=lambda each: each.position):
            end = max(done, addition.position)
            if not (addition.cited or addition.also):
                end = done + len(text[done:end].rstrip(" \t"))
            yield from self._words(text, Span(done, end), code)
            done = max(done, addition.position)
            yield from self._added(addition)
        yield from self._words(text, Span(done, len(text)), code)

    def _words(
        self, text: str, span: Span, code: frozenset[int]
    ) -> Iterator[AnswerEvent]:
        """Words of the provider, rewritten where they look like a mark."""
        if words := literal(text, span, code):
            # Otherwise the mark before it would become the text of a link.
            is_link = self._follows_mark and words[0] == "("
            self._follows_mark = False
            yield Text(f" {words}" if is_link else words)

    def _added(self, addition: Insertion) -> Iterator[AnswerEvent]:
        events = self._citations.shown(addition.cited, addition.lead)
        events += [addition.also] if addition.also else []
        self._follows_mark = self._follows_mark or bool(events)
        yield from events

    # --- marks of the provider ---

    def _instead_of(
        self, mark: ProviderMark, checked: Sequence[Checked], paragraphs: ReadParagraphs
    ) -> Insertion:
        """What replaces a mark of the provider, besides the marks of quotations."""
        if any(mark in part.own_words for part in checked):
            return Insertion(
                mark.position, also=Text(literal(mark.event.text, code=()))
            )
        about = [part for part in checked if mark in part.marks]
        if any(paragraphs.is_beside(mark, part.quotation) for part in about):
            return Insertion(mark.position)  # Its quotation's mark is here.
        cited = _citations_about(mark, checked)
        if any(paragraphs.is_before(mark, part.quotation) for part in about):
            return _at(mark, cited, paragraphs)
        if not all(citation.verdict.verified for citation in cited):
            return Insertion(mark.position)
        quoted = {part.quotation.span.start for part in checked}
        claim = paragraphs.claim_of(mark, quoted)
        of_claim = self._citations.of_claim(mark, claim)
        is_found = any(each.verdict is not Verdict.MISSING for each in of_claim)
        return _at(mark, of_claim if is_found or not cited else cited, paragraphs)

    # --- claims ---

    def _passages_of(self, paragraphs: ReadParagraphs) -> Iterator[Insertion]:
        """The passages of the sentences that cite and quote nothing."""
        for sentence in paragraphs.unmarked():
            if _is_claim(sentence):
                if citation := self._citations.found(sentence.text):
                    self._found.append(citation)
                    yield Insertion(sentence.after, [citation], " ", sentence=sentence)
                else:
                    yield Insertion(sentence.after, also=Remark(f" [{NO_PASSAGE}]"))

    def _claim_remarks(self, shown: Sequence[Insertion]) -> Iterator[Insertion]:
        """Remarks with the facts that are in no passage which their sentence cites."""
        cited: dict[Sentence, list[Insertion]] = defaultdict(list)
        for each in sorted(shown, key=lambda each: each.position):
            if each.sentence and each.cited:
                cited[each.sentence].append(each)
        for sentence, marks in cited.items():
            places = {
                (citation.path, citation.span): None
                for mark in marks
                for citation in mark.cited
                if citation.verdict.verified
            }
            passages = [*filter(None, itertools.starmap(self._passage, places))]
            words = passages and self._claims.remark(sentence.text, passages)
            if words and not sentence.is_code:
                # In a table it follows the last mark of its row.
                after = 0 if sentence.block.cells else sentence.after
                position = max(after, marks[-1].position)
                yield Insertion(position, also=Remark(f" [{words}]"))

    def _passage(self, path: str, span: Span) -> tuple[str, ...]:
        with suppress(RagtuiError):  # its file has been removed since
            return cited_passage(self._files.read(path), span)
        return ()


def _is_claim(sentence: Sentence) -> bool:
    return not (
        sentence.text.endswith(_NO_CLAIM_ENDS)
        or says_no_answer(sentence.text)
        or not distinctive_terms(sentence.text)
    )


def _at_quotation(checked: Checked, paragraphs: ReadParagraphs) -> Insertion:
    """The mark of a quotation, and a remark if it is not verified."""
    quotation, citation = checked.quotation, checked.citation
    # Without a path no document was sent.
    cited = [citation] if citation.path else []
    words = remark_on(citation)
    lead = " " if cited else quotation.lead
    remark = Remark(f"{lead}[{words}]") if words else None
    sentence = paragraphs.sentence_at(quotation.span.end, quotation.end_block - 1)
    return Insertion(quotation.position, cited, quotation.lead, remark, sentence)


def _at(
    mark: ProviderMark, cited: Sequence[Citation], paragraphs: ReadParagraphs
) -> Insertion:
    """A mark with citations where it is."""
    text = mark.event.text
    lead = text[: len(text) - len(text.lstrip())]
    sentence = paragraphs.sentence_at(mark.position)
    return Insertion(mark.position, cited, lead, sentence=sentence)


def _citations_about(
    mark: ProviderMark, checked: Sequence[Checked]
) -> Sequence[Citation]:
    """The citations of the quotations whose marks replace a mark."""
    return [part.citation for part in checked if mark in part.marks]
