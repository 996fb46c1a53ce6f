"""Gives each quotation and each claim of an answer its own mark, for all providers.

A mark of a provider says only that a claim rests on a document or passage. Here every
quotation that the answer shows is compared with what the marks near it name, and gets a
mark directly after it; what no file has is followed by a remark. A mark whose sentence
quotes nothing stays where it is, and cites a passage.

Text is held back only from where something may be quoted until its sentence ends, if
that has a mark, else until its segment does: its paragraph, item or block. Then, in
this order,

1. `Checked` are its quotations, each with the marks about it and its citation;
2. `Shown` is decided for each quotation and for each mark;
3. text and marks are passed on, and citations numbered as they appear.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtui_core.answer.marks.answer_segments import Segment
from ragtui_core.answer.marks.mark_citations import MarkCitations
from ragtui_core.answer.marks.provider_marks import (
    MarkedText,
    MarksOf,
    ProviderMark,
    last_sentence,
)
from ragtui_core.answer.marks.quotation_verdicts import QuotationVerdicts
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    AnswerEvent,
    DocumentMark,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.quoting.presented_quotations import (
    Presentation,
    PresentedQuotation,
    presentation_of,
)
from ragtui_core.citations.quoting.quotation_marks import MAX_QUOTATION
from ragtui_core.citations.verdict_wording import remark_on
from ragtui_core.types import Span

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Checked:
    """A quotation that was compared with files, or a part of one.

    Attributes:
        quotation: As the answer shows it.
        marks: Those about it.
        citation: With the verdict, and without a number.
        own_words: Marks that the file has, too, as words of the quotation.
    """

    quotation: PresentedQuotation
    marks: MarksOf
    citation: Citation
    own_words: Sequence[ProviderMark] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown before a character of the text.

    Attributes:
        position: The character.
        cited: The citations of a mark, in order; without any there is none.
        lead: The white space before the mark.
        also: What follows the mark, if anything: a remark, or words.
    """

    position: int
    cited: Sequence[Citation] = ()
    lead: str = ""
    also: Text | None = None


class AnswerCitations:
    """Adds marks and remarks at the quotations of one answer, of any provider."""

    def __init__(self, request: AnswerRequest, files: CurrentFiles) -> None:
        """Compare with the documents of `request`, as they are in `files`."""
        sent = (*request.context.texts, *request.history.texts)
        citer = Citer(files)
        self._citations = MarkCitations(sent, files, citer, request.subject)
        self._verdicts = QuotationVerdicts(sent, lambda: request.uncited_texts, citer)
        self._notices: list[Notice] = []
        self._segment = Segment()

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """What can be shown after an event of the provider."""
        match event:
            case DocumentMark():
                self._add_mark(event, paths=event.paths)
            case Mark():
                numbers = map(int, _NUMBER.findall(event.text))
                self._add_mark(event, numbers=tuple(numbers))
            case Remark():
                self._add_mark(event)
            case Text(text):
                self._segment.text += text
            case Citation():
                self._citations.give(event)
            case Notice() if event.citations:
                self._notices.append(event)
            case _:
                yield from self._ready()
                if isinstance(event, Done):
                    yield from self._finished(len(self._segment.text), is_last=True)
                    yield from self._citations.unmarked()
                    yield from map(self._citations.renumbered, self._notices)
                yield event
                return
        yield from self._ready()

    def _add_mark(
        self,
        event: Mark | Remark,
        numbers: tuple[int, ...] = (),
        paths: tuple[str, ...] = (),
    ) -> None:
        position = len(self._segment.text)
        self._segment.marks.append(ProviderMark(event, position, numbers, paths))

    def _ready(self) -> Iterator[AnswerEvent]:
        """What can be shown by now."""
        while (end := self._segment.next_end()) is not None:
            yield from self._finished(end)
        yield from self._streamed(len(self._segment.text))

    # --- a segment that is still being written ---

    def _streamed(self, end: int) -> Iterator[AnswerEvent]:
        """The text up to what may be quoted, and sentences whose marks decide it."""
        yield from self._unquoted(end)
        while self._segment.held_from is not None:
            decided = self._decided(end)
            if decided is None:
                return
            found, border, own = decided
            yield from self._compared(found, border, own)
            yield from self._segment.shown_until(border)
            self._segment.pass_marks(len(own))
            self._segment.held_from = None
            yield from self._unquoted(end)

    def _decided(
        self, end: int
    ) -> tuple[Presentation, int, Sequence[ProviderMark]] | None:
        """The quotations of the text up to the end of a sentence, that, and its marks.

        Each has a mark in its sentence, so that nothing that follows is about it. None
        if there is no such sentence, or a citation of it is not known yet.
        """
        segment = self._segment
        for border in segment.sentence_ends(end):
            own = [mark for mark in segment.marks if mark.position <= border]
            if not all(map(self._citations.are_given, own)):
                return None
            text = segment.text[:border]
            found = presentation_of(text)
            marked = MarkedText(text, found, [*segment.passed_marks, *own])
            if not found.is_open and all(
                segment.has_shown(quotation) or marked.is_marked(quotation)
                for quotation in found.quotations
            ):
                return found, border, own
            segment.undecided = border
        return None

    def _unquoted(self, end: int) -> Iterator[AnswerEvent]:
        """The text up to what may be quoted, with the marks before it."""
        segment = self._segment
        limit = segment.unquoted_until(end)
        while segment.marks and segment.marks[0].position <= limit:
            mark = segment.marks[0]
            if mark.position == segment.held_from or self._may_introduce(mark):
                limit = mark.position
                break
            claim = last_sentence(segment.text[: mark.position])
            cited, is_known = self._citations.of_claim(mark, claim)
            if not is_known:
                limit = mark.position
                segment.held_from = limit if mark.paths else segment.held_from
                break
            yield from segment.shown_until(mark.position)
            yield from self._events(_at(mark, cited))
            segment.pass_marks(1)
        yield from segment.shown_until(limit)

    def _may_introduce(self, mark: ProviderMark) -> bool:
        """Whether a mark may be about what follows its sentence, after a colon."""
        following = self._segment.text[mark.position : mark.position + 1]
        return bool(mark.paths) and following in ("", ":", "\uff1a")

    def _events(self, shown: Shown) -> Iterator[AnswerEvent]:
        yield from self._citations.shown(shown.cited, shown.lead)
        if shown.also:
            yield shown.also

    # --- a segment that is complete ---

    def _finished(self, end: int, *, is_last: bool = False) -> Iterator[AnswerEvent]:
        """The rest of the segment that ends at a character, unless more is needed."""
        yield from self._streamed(end)
        segment = self._segment
        own = [mark for mark in segment.marks if mark.position < end or is_last]
        if own or segment.holds_before(end):
            presentation = presentation_of(segment.text[:end])
            if not is_last and self._needs_more(presentation, end, own):
                return
            yield from self._compared(presentation, end, own)
        yield from segment.shown_until(end)
        segment.pass_marks(len(own))
        self._segment = segment.after(end)

    def _needs_more(
        self, presentation: Presentation, end: int, own: Sequence[ProviderMark]
    ) -> bool:
        """Whether what follows a segment decides about its quotations or marks."""
        if end > MAX_QUOTATION:
            return False
        if presentation.is_open or not all(map(self._citations.are_given, own)):
            return True
        last = presentation.blocks[-1] if presentation.blocks else Span(0, 0)
        is_marked = any(mark.position >= last.start for mark in own)
        is_block = any(q.is_block and q.span == last for q in presentation.quotations)
        if is_block:
            return not is_marked
        text = self._segment.text[:end].rstrip("*_ \n")
        return is_marked and text.endswith((":", "\uff1a"))

    def _compared(
        self, presentation: Presentation, end: int, own: Sequence[ProviderMark]
    ) -> Iterator[AnswerEvent]:
        """The text with a mark at each quotation, and the marks that stay."""
        segment = self._segment
        marked = MarkedText(
            segment.text[:end], presentation, [*segment.passed_marks, *own]
        )
        checked = [
            part
            for quotation in presentation.quotations
            if not segment.has_shown(quotation)
            for part in self._checked(quotation, marked)
        ]
        claims = marked.claims_of(own, [part.quotation for part in checked])
        additions = [
            *(_at_quotation(part.quotation, part.citation) for part in checked),
            *(self._instead_of(mark, claim, checked, marked) for mark, claim in claims),
        ]
        for shown in sorted(additions, key=lambda shown: shown.position):
            if shown.cited or shown.also:
                yield from segment.shown_until(shown.position)
                yield from self._events(shown)
            else:
                yield from segment.shown_until(shown.position, space=False)
        for mark in own:
            self._citations.note_replaced(mark, _citations_about(mark, checked))

    # --- 1. quotations, each with the marks about it ---

    def _checked(
        self, quotation: PresentedQuotation, marked: MarkedText
    ) -> Iterator[Checked]:
        """A quotation with its citation, or its parts; nothing if it is not checked.

        One that no file has as a whole is divided at the marks within it.
        """
        checked = self._compare(quotation, marked.marks_of(quotation), marked)
        if checked is None or not checked.citation.verdict.verified:
            parts = marked.parts_of(quotation)
            if parts:
                compared = (self._compare(part, own, marked) for part, own in parts)
                yield from filter(None, compared)
                return
        if checked:
            yield checked

    def _compare(
        self, quotation: PresentedQuotation, marks: MarksOf, marked: MarkedText
    ) -> Checked | None:
        targets = [t for mark in marks for t in self._citations.targets(mark)]
        inside = marked.within(quotation)
        if inside and (written := marked.as_written(quotation, inside)):
            citation = self._verdicts.of(written, targets)
            if citation and citation.verdict.verified:
                return Checked(quotation, marks, citation, own_words=inside)
        is_attributed = marks.is_near and bool(targets)
        citation = self._verdicts.of(quotation, targets, is_attributed=is_attributed)
        return Checked(quotation, marks, citation) if citation else None

    # --- 2. what is shown at each mark ---

    def _instead_of(
        self,
        mark: ProviderMark,
        claim: str,
        checked: Sequence[Checked],
        marked: MarkedText,
    ) -> Shown:
        """What is shown of a mark, besides the marks of the quotations it is about."""
        if any(mark in part.own_words for part in checked):
            return Shown(mark.position, also=Text(mark.event.text))
        about = [part for part in checked if mark in part.marks.own]
        if any(marked.is_beside(mark, part.quotation) for part in about):
            return Shown(mark.position)  # Its quotation's mark is here.
        cited = _citations_about(mark, checked)
        if any(marked.is_before(mark, part.quotation) for part in about):
            return _at(mark, cited)
        if not all(citation.verdict.verified for citation in cited):
            return Shown(mark.position)
        blocks = [
            part.citation
            for part in checked
            if part.quotation.is_block
            and mark in part.marks.others
            and part.citation.path in mark.paths
        ]
        of_claim, is_known = self._citations.of_claim(mark, claim)
        if is_known or not (cited or blocks):
            return _at(mark, of_claim)
        return _at(mark, blocks)


def _at_quotation(quotation: PresentedQuotation, citation: Citation) -> Shown:
    """The mark of a quotation, and a remark if it is not verified."""
    # Without a path no document was sent.
    cited = [citation] if citation.path else []
    words = remark_on(citation)
    lead = " " if cited else quotation.lead
    remark = Remark(f"{lead}[{words}]") if words else None
    return Shown(quotation.position, cited, quotation.lead, remark)


def _at(mark: ProviderMark, cited: Sequence[Citation]) -> Shown:
    """A mark with citations where it is; a remark as it is."""
    text = mark.event.text
    if isinstance(mark.event, Remark):
        return Shown(mark.position, also=mark.event)
    return Shown(mark.position, cited, text[: len(text) - len(text.lstrip())])


def _citations_about(
    mark: ProviderMark, checked: Sequence[Checked]
) -> Sequence[Citation]:
    """The citations of the quotations whose marks replace a mark."""
    return [part.citation for part in checked if mark in part.marks.own]
