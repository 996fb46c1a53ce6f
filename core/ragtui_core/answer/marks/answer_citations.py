# ruff: noqa: RUF001 - these marks are intended
"""Gives each quotation and each claim of an answer its own mark, for all providers.

A mark of a provider says only that a claim rests on a document or passage. Here every
quotation that the answer shows is compared with what the marks near it name, and gets a
mark directly after it; what no file has is followed by a remark. A mark whose sentence
quotes nothing stays where it is, and cites a passage.

Paragraphs are held back from where something may be quoted, and compared as a whole, as
they are displayed. A quotation belongs
to the marks in it or directly after it, or else to the next ones of its paragraph, to
those that begin the next paragraph, or to the last ones before it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ragtui_core.answer.marks.answer_paragraphs import Paragraphs, ProviderMark
from ragtui_core.answer.marks.mark_citations import MarkCitations, Target
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
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.citations.comparing.verification import may_be_anywhere
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import QuotableFile, quotable
from ragtui_core.citations.shown.quotation_rule import (
    Found,
    Match,
    Quoted,
    compare,
    without_marks,
)
from ragtui_core.citations.shown.quotations_shown import (
    ShownQuotation,
    shown_text,
)
from ragtui_core.citations.verdict_wording import remark_on
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Document, Span

_NUMBER = re.compile(r"\d+")
_BESIDE = re.compile(r"[\s.,;:!?)\]*_~|>。，；：\"'”’»]*")
_BETWEEN = re.compile(r"[\s,;.*_]*")
_ENDED = re.compile(r"[.!?…。！？][\"'”’»)\]*_]*\s*\Z")
_LAST_MARKS = re.compile(r"(?:\s*\[\d{1,3}\])+\s*\Z")


@dataclass(frozen=True, slots=True)
class Checked:
    """A quotation that was compared with files, and the marks about it."""

    quotation: ShownQuotation
    marks: Sequence[ProviderMark]
    citation: Citation
    own_words: Sequence[ProviderMark] = ()
    """Marks that the file has, too, as words of the quotation."""


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
        self._request = request
        self._citer = Citer(files)
        self._citations = MarkCitations(sent, files, self._citer, request.subject)
        self._sent = [text.document for text in sent]
        self._notices: list[Notice] = []
        self._held = Paragraphs()

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """What can be shown after an event of the provider."""
        match event:
            case DocumentMark():
                self._add_mark(event, paths=event.paths)
            case Mark():
                self._add_mark(
                    event, numbers=tuple(map(int, _NUMBER.findall(event.text)))
                )
            case Remark():
                self._add_mark(event)
            case Text(text):
                self._held.text += text
                while paragraphs := self._held.split():
                    yield from self._written(paragraphs)
                yield from _texts(self._held.unquoted())
            case Citation():
                self._citations.give(event)
            case Notice() if event.citations:
                self._notices.append(event)
            case _:
                if isinstance(event, Done):
                    held, self._held = self._held, Paragraphs()
                    yield from self._written(held)
                    yield from self._citations.unmarked()
                    yield from map(self._citations.renumbered, self._notices)
                yield event

    def _add_mark(
        self,
        event: Mark | Remark,
        numbers: tuple[int, ...] = (),
        paths: tuple[str, ...] = (),
    ) -> None:
        position = len(self._held.text)
        self._held.marks.append(ProviderMark(event, position, numbers, paths))

    def _written(self, paragraphs: Paragraphs) -> Iterator[AnswerEvent]:
        """Complete paragraphs with a mark at each quotation, and those that stay."""
        text = paragraphs.text
        marked = _MarkedText(paragraphs)
        checked = [
            part for q in marked.shown.quotations for part in self._checked(q, marked)
        ]
        additions = [_at_quotation(part) for part in checked]
        additions += (
            self._instead_of(mark, checked, marked) for mark in paragraphs.marks
        )
        done = paragraphs.passed
        for shown in sorted(additions, key=lambda shown: shown.position):
            before = text[done : shown.position]
            if not (shown.cited or shown.also):
                before = before.rstrip(" \t")
            done = max(done, shown.position)
            yield from _texts(before)
            yield from self._citations.shown(shown.cited, shown.lead)
            yield from [shown.also] if shown.also else []
        yield from _texts(text[done:])
        for mark in paragraphs.marks:
            self._citations.note_replaced(mark, _citations_about(mark, checked))

    # --- quotations ---

    def _checked(
        self, quotation: ShownQuotation, marked: "_MarkedText"
    ) -> Iterator[Checked]:
        """A quotation with its citation; nothing if it is not checked.

        A block quote of which no file has the whole is one quotation for each of its
        blocks, if each has marks of its own and is verified.
        """
        whole = self._compared(quotation, marked)
        if whole is None or whole.citation.verdict.verified or not quotation.is_block:
            yield from [whole] if whole else []
            return
        parts = [self._compared(part, marked) for part in marked.blocks_of(quotation)]
        if len(parts) > 1 and all(p and p.citation.verdict.verified for p in parts):
            yield from filter(None, parts)
        else:
            yield whole

    def _compared(
        self, quotation: ShownQuotation, marked: "_MarkedText"
    ) -> Checked | None:
        if not quotation.blocks:
            return None
        marks = marked.marks_of(quotation)
        inside = marked.within(quotation)
        targets = [t for mark in marks for t in self._citations.targets(mark)]
        forms = []
        if blocks := _without(quotation.blocks, inside):
            forms.append(Quoted(blocks, quotation.source))
        if inside and (written := marked.as_written(quotation)):
            forms.append(Quoted(written, quotation.source))
        citation = self._verdict(quotation, forms, targets, is_cited=bool(marks))
        if citation is None:
            return None
        is_own = citation.verdict.verified and inside and len(forms) > 1
        own_words = inside if is_own and not self._has(forms[0], citation) else ()
        return Checked(quotation, marks, replace(citation, quoted=True), own_words)

    def _has(self, form: Quoted, citation: Citation) -> bool:
        documents = (d for d in self._sent if d.path == citation.path)
        return any(_found(form, quotable(document)) for document in documents)

    def _verdict(
        self,
        quotation: ShownQuotation,
        forms: Sequence[Quoted],
        targets: Sequence[Target],
        *,
        is_cited: bool,
    ) -> Citation | None:
        """The citation of a quotation, without a number; None if it is not checked."""
        if may_be_anywhere(quotation.text):
            return None
        named = [target.document for target in targets if target.document]
        documents = named if is_cited else self._sent
        if citation := self._first(forms, documents):
            return citation
        if elsewhere := self._first(forms, self._sent):
            return replace(elsewhere, verdict=Verdict.ELSEWHERE)
        if not is_cited and f" {_words(quotation.text)} " in self._repeatable:
            return None
        for document in documents:
            if any(_is_like(form, document) for form in forms):
                return _false(quotation, document.path, Verdict.ALTERED.about(document))
        if documents:
            first = documents[0]
            return _false(quotation, first.path, Verdict.MISSING.about(first))
        name = targets[0].path if targets else ""
        return _false(quotation, name, Verdict.NOT_SENT)

    def _first(
        self, forms: Sequence[Quoted], documents: Iterable[Document]
    ) -> Citation | None:
        """The citation of the first document that has one of some forms."""
        parts: Citation | None = None
        for document in documents:
            file = quotable(document)
            for form in forms:
                found = _found(form, file)
                if found and found.match is Match.VERIFIED:
                    return self._citer.found(form, found, file)
                if found and not parts:
                    parts = self._citer.found(form, found, file)
        return parts

    @cached_property
    def _repeatable(self) -> str:
        """What an answer may repeat without a source."""
        return f" {' '.join(map(_words, self._request.uncited_texts))} "

    # --- marks ---

    def _instead_of(
        self, mark: ProviderMark, checked: Sequence[Checked], marked: "_MarkedText"
    ) -> Shown:
        """What is shown of a mark, besides the marks of the quotations it is about."""
        if isinstance(mark.event, Remark):
            return Shown(mark.position, also=mark.event)
        if any(mark in part.own_words for part in checked):
            return Shown(mark.position, also=Text(mark.event.text))
        about = [part for part in checked if mark in part.marks]
        if any(marked.is_beside(mark, part.quotation) for part in about):
            return Shown(mark.position)  # Its quotation's mark is here.
        cited = _citations_about(mark, checked)
        if any(marked.is_before(mark, part.quotation) for part in about):
            return _at(mark, cited)
        if not all(citation.verdict.verified for citation in cited):
            return Shown(mark.position)
        of_claim, is_known = self._citations.of_claim(
            mark, marked.claim_of(mark, checked)
        )
        return _at(mark, of_claim if is_known or not cited else cited)


class _MarkedText:
    """Some paragraphs as they are displayed, with the marks of the provider."""

    def __init__(self, paragraphs: Paragraphs) -> None:
        self._text = paragraphs.text
        self._marks = [m for m in paragraphs.marks if not isinstance(m.event, Remark)]
        self.shown = shown_text(self._text)
        self._starts = [block.starts[0] for block in self.shown.blocks]
        self._of_block: dict[int, list[ProviderMark]] = {}
        self._leading: dict[int, list[ProviderMark]] = {}
        for mark in self._marks:
            number, is_leading = self._block_of(mark.position)
            self._of_block.setdefault(number, []).append(mark)
            if is_leading:
                self._leading.setdefault(number, []).append(mark)

    def _block_of(self, position: int) -> tuple[int, bool]:
        """The block with a mark, and whether the mark precedes its words."""
        blocks = self.shown.blocks
        number = bisect_right(self._starts, position) - 1
        if number < 0:
            return 0, True
        if position == self._starts[number]:
            return number, True
        end = blocks[number].ends[-1]
        is_below = "\n" in self._text[end:position]
        if is_below and number + 1 < len(blocks):
            return number + 1, True
        return number, False

    def within(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks between the words of a quotation."""
        if not quotation.blocks:
            return []
        first, last = quotation.blocks[0].starts[0], quotation.blocks[-1].ends[-1]
        return [mark for mark in self._marks if first < mark.position < last]

    def marks_of(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks that are about a quotation."""
        if quotation.is_block:
            numbers = range(quotation.block, quotation.end_block)
            own = [mark for n in numbers for mark in self._of_block.get(n, ())]
            return own or self._around(quotation)
        own = self._of_block.get(quotation.block, [])
        span = quotation.span
        inside = [m for m in own if span.start < m.position < span.end]
        limit = self._next_start(quotation)
        after = [m for m in own if span.end <= m.position <= limit]
        before = [m for m in own if m.position <= self._first_start(quotation)]
        return (
            inside + self._group(after)
            or self._group(before[::-1])[::-1]
            or self._around(quotation)
        )

    def _first_start(self, quotation: ShownQuotation) -> int:
        """Where the first quotation of a quotation's block starts."""
        return next(
            (
                other.span.start if other == quotation else -1
                for other in self.shown.quotations
                if other.block == quotation.block
            ),
            -1,
        )

    def _next_start(self, quotation: ShownQuotation) -> int:
        return next(
            (
                other.span.start
                for other in self.shown.quotations
                if other.span.start > quotation.span.start
            ),
            len(self._text),
        )

    def _around(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks that begin the block after a quotation, or end the one before."""
        after = self._group(self._leading.get(quotation.end_block, []))
        if after or not quotation.is_block:
            return after
        before = self._of_block.get(quotation.block - 1, [])
        return self._group(before[::-1])[::-1]

    def _group(self, marks: Sequence[ProviderMark]) -> list[ProviderMark]:
        """The first marks, as far as only punctuation is between them."""
        group = list(marks[:1])
        for mark in marks[1:]:
            start, end = sorted((group[-1].position, mark.position))
            if not _BETWEEN.fullmatch(self._text[start:end]):
                break
            group.append(mark)
        return group

    def blocks_of(self, quotation: ShownQuotation) -> Iterator[ShownQuotation]:
        """A quotation for each block of a block quote that has marks of its own."""
        blocks = self.shown.blocks[quotation.block : quotation.end_block]
        numbers = range(quotation.block, quotation.end_block)
        if not all(self._of_block.get(number) for number in numbers):
            return
        for number, block in zip(numbers, blocks, strict=True):
            end = block.ends[-1]
            position = quotation.position if number + 1 == quotation.end_block else end
            yield replace(
                quotation,
                blocks=(block,),
                span=Span(block.starts[0], end),
                position=position,
                block=number,
                end_block=number + 1,
                source="",
            )

    def as_written(self, quotation: ShownQuotation) -> tuple[ShownBlock, ...]:
        """The blocks of a quotation with its marks as words of its own."""
        borders = [0, *(mark.position for mark in self._marks), len(self._text)]
        texts = ["", *(mark.event.text for mark in self._marks)]
        text = "".join(
            mark + self._text[start:end]
            for mark, start, end in zip(texts, borders, borders[1:], strict=False)
        )
        written = shown_text(text)
        if len(written.quotations) != len(self.shown.quotations):
            return ()
        at = (
            self.shown.quotations.index(quotation)
            if (quotation in self.shown.quotations)
            else -1
        )
        if at < 0:
            return ()
        return tuple(
            block.part(0, found.start())
            if (found := _LAST_MARKS.search(block.text))
            else block
            for block in written.quotations[at].blocks
        )

    def is_before(self, mark: ProviderMark, quotation: ShownQuotation) -> bool:
        """Whether a mark is in the sentence, or introduction, before a quotation."""
        before = self._text[: mark.position].rpartition("\n")[2]
        return mark.position <= quotation.span.start and not _ENDED.search(before)

    def is_beside(self, mark: ProviderMark, quotation: ShownQuotation) -> bool:
        """Whether only punctuation is between a mark and a quotation before it."""
        if mark.position <= quotation.span.start:
            return False
        start = min(quotation.position, mark.position)
        return mark.position < quotation.position or bool(
            _BESIDE.fullmatch(self._text[start : mark.position])
        )

    def claim_of(self, mark: ProviderMark, checked: Iterable[Checked]) -> str:
        """The sentence before a mark, or after it, without `checked` quotations."""
        text = self._text
        for part in checked:
            span = part.quotation.span
            text = text[: span.start] + " " * len(span) + text[span.end :]
        line = text[: mark.position].rstrip()
        start = line.rfind("\n") + 1
        before = [s.of(line) for s in sentence_spans(line, Span(start, len(line)))]
        if before:
            return before[-1]
        rest = Span(mark.position, len(text))
        return next(sentence_spans(text, rest), rest).of(text)


def _texts(text: str) -> Iterator[Text]:
    if text:
        yield Text(text)


def _without(
    blocks: Sequence[ShownBlock], marks: Sequence[ProviderMark]
) -> tuple[ShownBlock, ...]:
    """The blocks without marks; none if a mark keeps two words apart."""
    positions = [mark.position for mark in marks]
    shown = [without_marks(block, positions) for block in blocks]
    return tuple(block for block in shown if block) if all(shown) else ()


def _found(form: Quoted, file: QuotableFile) -> Found | None:
    """Where a file has a form of a quotation, or its parts."""
    found = compare(form, file)
    return found if found.match in {Match.VERIFIED, Match.PARTS} else None


def _is_like(form: Quoted, document: Document) -> bool:
    return compare(form, quotable(document)).match is Match.DIFFERS


def _false(quotation: ShownQuotation, path: str, verdict: Verdict) -> Citation:
    return uncited(quotation.text, path, verdict)


def _words(text: str) -> str:
    """The words of a text alone, for comparison with another one."""
    return " ".join(re.findall(r"\w+", fold(text).casefold()))


def _at_quotation(checked: Checked) -> Shown:
    """The mark of a quotation, and a remark if it is not verified."""
    quotation, citation = checked.quotation, checked.citation
    # Without a path no document was sent.
    cited = [citation] if citation.path else []
    words = remark_on(citation)
    lead = " " if cited else quotation.lead
    remark = Remark(f"{lead}[{words}]") if words else None
    return Shown(quotation.position, cited, quotation.lead, remark)


def _at(mark: ProviderMark, cited: Sequence[Citation]) -> Shown:
    """A mark with citations where it is."""
    text = mark.event.text
    return Shown(mark.position, cited, text[: len(text) - len(text.lstrip())])


def _citations_about(
    mark: ProviderMark, checked: Sequence[Checked]
) -> Sequence[Citation]:
    """The citations of the quotations whose marks replace a mark."""
    return [part.citation for part in checked if mark in part.marks]
