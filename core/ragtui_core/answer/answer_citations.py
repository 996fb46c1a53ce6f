"""Gives each quotation and each claim of an answer its own mark, for all providers.

A mark of a provider says only that a claim rests on a document or passage. Here every
quotation that the answer shows is compared with what the marks near it name, and gets a
mark directly after it; what no file has is followed by a remark. A mark whose sentence
quotes nothing stays where it is, and cites a passage. Citations are numbered in
the order in which they appear.

Text is held back only from where something may be quoted until its paragraph, item or
block ends.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ragtui_core.answer.answer_units import UnitBorders, possible_quotation
from ragtui_core.answer.provider_marks import (
    MarkedText,
    MarksOf,
    ProviderMark,
    last_sentence,
)
from ragtui_core.answer.quotation_verdicts import (
    QuotationVerdicts,
    Target,
    readable,
)
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer.supporting_passage import supporting_passage
from ragtui_core.answer_events import (
    AnswerEvent,
    DocumentMark,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
)
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.quoting.presented_quotations import (
    Presentation,
    PresentedQuotation,
    presentation_of,
)
from ragtui_core.citations.quoting.quotation_marks import MAX_QUOTATION
from ragtui_core.citations.verdict_wording import remark_on
from ragtui_core.types import Document, Span

_NUMBER = re.compile(r"\d+")

MAX_BEFORE = 8
"""Number of marks to remember of the text before a unit."""


@dataclass(slots=True)
class _Unit:
    """What was written since the last paragraph, item or block that is complete."""

    text: str = ""
    marks: list[ProviderMark] = field(default_factory=list)
    """Their places are characters of `text`."""
    passed: int = 0
    """The number of its characters that are shown, or left out."""
    held_from: int | None = None
    """The character from which on something may be quoted; None if nothing is."""
    borders: UnitBorders = field(default_factory=UnitBorders)


class AnswerCitations:
    """Adds marks and remarks at the quotations of one answer, of any provider."""

    def __init__(self, request: AnswerRequest, files: CurrentFiles) -> None:
        """Compare with the documents of `request`, as they are in `files`."""
        sent = (*request.context.texts, *request.history.texts)
        self._sent = {text.source.path: text for text in sent}
        self._files = files
        self._citer = Citer(files)
        self._verdicts = QuotationVerdicts(sent, lambda: request.evidence, self._citer)
        self._given: dict[int, Citation] = {}
        self._numbers: dict[int, list[int]] = defaultdict(list)
        self._notices: list[Notice] = []
        self._unit = _Unit()
        self._before: list[ProviderMark] = []

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """What can be shown after an event of the provider."""
        match event:
            case DocumentMark():
                self._refer(event, paths=event.paths)
            case Mark():
                numbers = map(int, _NUMBER.findall(event.text))
                self._refer(event, numbers=tuple(numbers))
            case Remark():
                self._refer(event)
            case Text(text):
                self._unit.text += text
            case Citation():
                self._given[event.number] = event
            case Notice() if event.citations:
                self._notices.append(event)
            case _:
                yield from self._ready()
                if isinstance(event, Done):
                    yield from self._rest()
                yield event
                return
        yield from self._ready()

    def _refer(
        self,
        mark: Mark | Remark,
        numbers: tuple[int, ...] = (),
        paths: tuple[str, ...] = (),
    ) -> None:
        position = len(self._unit.text)
        self._unit.marks.append(ProviderMark(mark, position, numbers, paths))

    def _ready(self) -> Iterator[AnswerEvent]:
        """What can be shown by now."""
        while (end := self._unit.borders.next_end(self._unit.text)) is not None:
            yield from self._finished(end)
        yield from self._streamed(len(self._unit.text))

    def _rest(self) -> Iterator[AnswerEvent]:
        """The rest of the answer."""
        yield from self._finished(len(self._unit.text), is_last=True)
        for given in self._given.values():
            if given.number not in self._numbers:
                citation, is_new = self._citer.numbered(given)
                self._numbers[given.number].append(citation.number)
                if is_new:
                    yield citation
        notices, self._notices = self._notices, []
        for notice in notices:
            numbers = [n for old in notice.citations for n in self._numbers[old]]
            yield replace(notice, citations=tuple(dict.fromkeys(numbers)))

    # --- a unit that is still being written ---

    def _streamed(self, end: int) -> Iterator[AnswerEvent]:
        """The text up to what may be quoted, with the marks before it."""
        unit = self._unit
        if unit.held_from is None:
            unit.held_from = possible_quotation(unit.text, unit.passed)
        limit = end if unit.held_from is None else min(end, unit.held_from)
        while unit.marks and unit.marks[0].position <= limit:
            mark = unit.marks[0]
            if mark.position == unit.held_from or self._may_introduce(mark):
                limit = mark.position
                break
            claim = last_sentence(unit.text[: mark.position])
            events = self._resolved(mark, claim)
            if events is None:
                limit = mark.position
                unit.held_from = limit if mark.paths else unit.held_from
                break
            yield from self._text_until(mark.position)
            yield from events
            self._before.append(unit.marks.pop(0))
        yield from self._text_until(limit)

    def _may_introduce(self, mark: ProviderMark) -> bool:
        """Whether a mark may be about what follows its sentence, after a colon."""
        following = self._unit.text[mark.position : mark.position + 1]
        return bool(mark.paths) and following in ("", ":", "\uff1a")

    def _text_until(self, end: int) -> Iterator[Text]:
        if self._unit.passed < end:
            yield Text(self._unit.text[self._unit.passed : end])
            self._unit.passed = end

    # --- a unit that is complete ---

    def _finished(self, end: int, *, is_last: bool = False) -> Iterator[AnswerEvent]:
        """The rest of the unit that ends at a character, unless more is needed."""
        yield from self._streamed(end)
        unit = self._unit
        own = [mark for mark in unit.marks if mark.position < end or is_last]
        if own or (unit.held_from is not None and unit.held_from < end):
            found = presentation_of(unit.text[:end])
            if not is_last and self._needs_more(found, end, own):
                return
            yield from self._compared(found, end, own)
        yield from self._text_until(end)
        self._before = [*self._before, *own][-MAX_BEFORE:]
        following = unit.marks[len(own) :]
        for mark in (*self._before, *following):
            mark.position -= end
        self._unit = _Unit(unit.text[end:], following, max(0, unit.passed - end))

    def _needs_more(
        self, found: Presentation, end: int, own: Sequence[ProviderMark]
    ) -> bool:
        """Whether what follows a unit decides about its quotations or marks."""
        if end > MAX_QUOTATION:
            return False
        if found.is_open or any(n not in self._given for m in own for n in m.numbers):
            return True
        last = found.units[-1] if found.units else Span(0, 0)
        is_marked = any(mark.position >= last.start for mark in own)
        is_block = any(q.is_block and q.span == last for q in found.quotations)
        if is_block:
            return not is_marked
        text = self._unit.text[:end].rstrip("*_ \n")
        return is_marked and text.endswith((":", "\uff1a"))

    def _compared(
        self, found: Presentation, end: int, own: Sequence[ProviderMark]
    ) -> Iterator[AnswerEvent]:
        """The text with a mark at each quotation, and the marks that stay."""
        text = self._unit.text[:end]
        marked = MarkedText(text, found, [*self._before, *own])
        judged = list(self._judged(found.quotations, marked))
        claims = list(marked.claims_of(own, [quotation for quotation, _ in judged]))
        shown = [
            *((q.position, partial(self._marked, q.lead, c)) for q, c in judged),
            *(
                (mark.position, partial(self._kept, mark, claim))
                for mark, claim in claims
            ),
        ]
        for position, events_at in sorted(shown, key=lambda addition: addition[0]):
            if events := events_at():
                yield from self._text_until(position)
                yield from events
            elif kept := self._unit.text[self._unit.passed : position].rstrip(" \t"):
                # The mark that was here is not shown.
                yield Text(kept)
            self._unit.passed = max(self._unit.passed, position)
        for mark in own:
            cited = [self._citer.numbered(c)[0].number for c in mark.citations]
            for number in mark.numbers:
                self._numbers[number] += cited

    def _judged(
        self, quotations: Sequence[PresentedQuotation], marked: MarkedText
    ) -> Iterator[tuple[PresentedQuotation, Citation]]:
        """The quotations that are checked, or their parts, with citations.

        A quotation that no file has as a whole is divided at the marks within it.
        """
        for whole in quotations:
            if whole.position < self._unit.passed:
                continue
            marks = marked.marks_of(whole)
            citation = self._citation_of(whole, marks, marked)
            judged = [(whole, marks, citation)]
            if citation is None or not citation.verdict.verified:
                parts = [
                    (part, written, self._citation_of(part, written, marked))
                    for part, written in marked.parts_of(whole)
                ]
                judged = parts or judged
            for quotation, written, citation in judged:
                if citation:
                    self._tell(written, quotation, citation, marked)
                    yield quotation, citation

    def _citation_of(
        self, quotation: PresentedQuotation, marks: MarksOf, marked: MarkedText
    ) -> Citation | None:
        targets = [target for mark in marks for target in self._targets(mark)]
        is_attributed = marks.is_near and bool(targets)
        return self._as_written(quotation, marked, targets) or self._verdicts.of(
            quotation, targets, is_attributed=is_attributed
        )

    def _tell(
        self,
        marks: MarksOf,
        quotation: PresentedQuotation,
        citation: Citation,
        marked: MarkedText,
    ) -> None:
        """Let the marks about a quotation know of its citation."""
        for mark in marks.own:
            mark.citations.append(citation)
            mark.is_beside |= marked.is_beside(mark, quotation)
            mark.is_before |= marked.is_before(mark, quotation)
        for mark in marks.others if quotation.is_block else ():
            mark.blocks += [citation] if citation.path in mark.paths else []

    def _as_written(
        self,
        quotation: PresentedQuotation,
        marked: MarkedText,
        targets: Sequence[Target],
    ) -> Citation | None:
        """The citation of a quotation whose marks are the file's own, if verified."""
        inside = marked.within(quotation)
        whole = marked.as_written(quotation, inside) if inside else None
        citation = self._verdicts.of(whole, targets) if whole else None
        if citation is None or not citation.verdict.verified:
            return None
        for mark in inside:
            mark.is_text = True
        return citation

    def _marked(self, lead: str, citation: Citation) -> list[AnswerEvent]:
        """The mark and citation of a quotation, and a remark if it is not verified."""
        # Without a path no document was sent.
        events = self._mark_of([citation], lead) if citation.path else []
        if words := remark_on(citation):
            events.append(Remark(f"{' ' if events else lead}[{words}]"))
        return events

    def _kept(self, mark: ProviderMark, claim: str) -> list[AnswerEvent]:
        """What is shown of a mark, besides the marks of the quotations it is about."""
        if mark.is_text:
            return [Text(mark.event.text)]
        if mark.is_beside:
            return []
        if mark.is_before:
            return self._mark_of(mark.citations, _lead_of(mark))
        if not all(citation.verdict.verified for citation in mark.citations):
            return []
        is_alone = not (mark.citations or mark.blocks)
        found = self._resolved(mark, claim, is_last=is_alone)
        if found is None and mark.blocks:
            return self._mark_of(mark.blocks, _lead_of(mark))
        return found or []

    # --- marks ---

    def _targets(self, mark: ProviderMark) -> Iterator[Target]:
        """What a mark names."""
        for citation in map(self._given.get, mark.numbers):
            if citation:
                is_sent = citation.verdict is not Verdict.NOT_SENT
                document = self._document(citation.path) if is_sent else None
                yield Target(citation.path, document, citation)
        for path in mark.paths:
            sent = self._sent.get(path)
            yield Target(path, sent.document if sent else None)

    def _document(self, path: str) -> Document | None:
        sent = self._sent.get(path)
        return sent.document if sent else readable(path, self._files.read)

    def _resolved(
        self, mark: ProviderMark, claim: str, *, is_last: bool = False
    ) -> list[AnswerEvent] | None:
        """A mark of its passages, with their citations; None if they are not known.

        The mark is about no quotation but a claim; `is_last` says that nothing more can
        become known.
        """
        if isinstance(mark.event, Remark):
            return [mark.event]
        known = [self._given[n] for n in mark.numbers if n in self._given]
        passages = [self._passage(path, claim) for path in mark.paths]
        is_known = len(known) == len(mark.numbers) and (
            not passages
            or any(passage.verdict is not Verdict.MISSING for passage in passages)
        )
        if not (is_known or is_last):
            return None
        return self._mark_of([*known, *passages], _lead_of(mark))

    def _mark_of(self, citations: Sequence[Citation], lead: str) -> list[AnswerEvent]:
        """One mark for several citations, then those that are new."""
        numbers: dict[int, None] = {}
        new: list[AnswerEvent] = []
        for given in citations:
            citation, is_new = self._citer.numbered(given)
            numbers[citation.number] = None
            if given.number:
                self._numbers[given.number].append(citation.number)
            new += [citation] if is_new else []
        marks = "".join(f"[{number}]" for number in numbers)
        return [Mark(f"{lead}{marks}"), *new] if marks else []

    def _passage(self, path: str, claim: str) -> Citation:
        """The passage of a document that a claim rests on, MISSING if none does."""
        sent = self._sent.get(path)
        if sent is None:
            return uncited(claim, path, Verdict.NOT_SENT)
        passage = supporting_passage(claim, sent)
        if passage is None:
            missing = Verdict.MISSING.about(sent.document)
            return uncited(claim, path, missing)
        quote = passage.span.of(sent.document.text)
        return self._citer.at(quote, passage.span, passage.heading_path, sent.document)


def _lead_of(mark: ProviderMark) -> str:
    """The white space that a mark begins with."""
    text = mark.event.text
    return text[: len(text) - len(text.lstrip())]
