"""The marks that a provider wrote, and which of them are about which quotation.

A quotation belongs to the marks of its sentence: those directly after it, or else those
before it. Without any there, the marks of its paragraph count, and for a block quote or
code those of the paragraphs before and after it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from ragtui_core.answer_events import Mark, Remark
from ragtui_core.citations.quoting.presented_quotations import (
    Presentation,
    PresentedQuotation,
    part_of,
    presentation_of,
)
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span

_BETWEEN = re.compile(r"[\s,;.*_]*")
_BESIDE = re.compile(r"[\s.,;:!?)\]*_~|>\u3002\uff0c\uff1b\uff1a]*")


_WORD = re.compile(r"[^\W_]")
_ENDED = re.compile(r"[.!?\u2026\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)\]*_]*\s*\Z")
"""The end of a sentence, with the marks that may close after its full stop."""


@dataclass(frozen=True, slots=True, eq=False)
class ProviderMark:
    """A mark before character `position` of a segment of an answer.

    Attributes:
        event: As the provider wrote it.
        position: Negative if it is in the segment before.
        numbers: Those of its citations.
        paths: The documents that it names instead of citations.
    """

    event: Mark | Remark
    position: int
    numbers: tuple[int, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarksOf:
    """The marks about a quotation: those that it replaces, and others that may be.

    Attributes:
        own: Those that the quotation's mark replaces.
        others: Those that may be about it, too.
        is_near: Whether they are in its sentence, or at its block.
    """

    own: Sequence[ProviderMark] = ()
    others: Sequence[ProviderMark] = ()
    is_near: bool = True

    def __iter__(self) -> Iterator[ProviderMark]:
        """All, the nearest first."""
        yield from self.own
        yield from self.others


class MarkedText:
    """A part of an answer with its quotations and marks."""

    def __init__(
        self, text: str, presentation: Presentation, marks: Iterable[ProviderMark]
    ) -> None:
        """Begin with `marks` in order; those of the part before come first."""
        self._text = text
        self._blocks = presentation.blocks
        self._marks = [mark for mark in marks if not isinstance(mark.event, Remark)]
        self._masked = _masked(text, presentation.quotations)
        self._sentences: dict[Span, list[Span]] = {}

    def marks_of(self, quotation: PresentedQuotation) -> MarksOf:
        """The marks that are about a quotation."""
        block = self._with_marks(quotation.block)
        in_block = self._within(block)
        if quotation.is_block:
            return MarksOf(in_block) if in_block else self._around(block)
        in_sentence = self._within(self._sentence(quotation, block))
        if in_sentence:
            return self._nearest(quotation, in_sentence)
        return replace(self._nearest(quotation, in_block), is_near=False)

    def is_marked(self, quotation: PresentedQuotation) -> bool:
        """Whether it has a mark in its own sentence; never said of a block."""
        marks = self.marks_of(quotation)
        return not quotation.is_block and marks.is_near and any(True for _ in marks)

    def claims_of(
        self, marks: Iterable[ProviderMark], checked: Iterable[PresentedQuotation]
    ) -> Iterator[tuple[ProviderMark, str]]:
        """Marks with the sentence before, or after, without `checked` quotations."""
        text = _masked(self._text, checked, " ")
        for mark in marks:
            before = last_sentence(text[: mark.position])
            rest = Span(mark.position, len(text))
            yield mark, before or next(sentence_spans(text, rest), rest).of(text)

    def within(self, quotation: PresentedQuotation) -> list[ProviderMark]:
        """The marks between the words of a quotation."""
        return self._within(Span(quotation.span.start + 1, quotation.span.end))

    def as_written(
        self, quotation: PresentedQuotation, marks: Sequence[ProviderMark]
    ) -> PresentedQuotation | None:
        """A quotation with marks within it as words of its own."""
        borders = [quotation.span.start, *(mark.position for mark in marks)]
        parts = [self._text[a:b] for a, b in pairwise((*borders, quotation.span.end))]
        written = ["", *(mark.event.text for mark in marks)]
        text = "".join(chain.from_iterable(zip(written, parts, strict=True)))
        return next(iter(presentation_of(text).quotations), None)

    def parts_of(
        self, quotation: PresentedQuotation
    ) -> list[tuple[PresentedQuotation, MarksOf]]:
        """The parts of a quotation that marks divide, with the marks of each.

        Marks follow their parts, or precede them if one is before the first words. None
        if they divide nothing.
        """
        quoted, text = quotation.span, self._text
        marks = [*self.within(quotation)]
        marks += [m for m in self.marks_of(quotation).own if m.position >= quoted.end]
        groups = list(_groups(marks, text))
        if not groups:
            return []
        is_led = not _WORD.search(text, quoted.start, groups[0][0].position)
        if is_led:
            borders = [*(group[0].position for group in groups), quoted.end]
        else:
            borders = [quoted.start, *(min(g[-1].position, quoted.end) for g in groups)]
            borders.append(quoted.end - len(quotation.attribution))
        of_parts = [*map(MarksOf, groups), MarksOf((), groups[-1])]
        parts = [
            (part_of(quotation, text, Span(start, end)), marks_of)
            for (start, end), marks_of in zip(pairwise(borders), of_parts, strict=False)
            if start < end and _WORD.search(text, start, end)
        ]
        return parts if len(parts) > 1 else []

    def is_before(self, mark: ProviderMark, quotation: PresentedQuotation) -> bool:
        """Whether a mark is in the sentence, or introduction, before a quotation."""
        before = self._text[: max(0, mark.position)].rpartition("\n")[2]
        return mark.position <= quotation.span.start and not _ENDED.search(before)

    def is_beside(self, mark: ProviderMark, quotation: PresentedQuotation) -> bool:
        """Whether only punctuation is between a mark and a quotation before it."""
        start = min(quotation.span.end, mark.position)
        between = self._text[
            max(0, min(start, quotation.position)) : max(0, mark.position)
        ]
        return mark.position >= quotation.span.start and bool(
            _BESIDE.fullmatch(between)
        )

    def _with_marks(self, block: Span) -> Span:
        """A block from the beginning of its line up to the line of the next one."""
        starts = (other.start for other in self._blocks if other.start >= block.end)
        following = min(starts, default=None)
        end = len(self._text) + 1
        if following is not None:
            end = self._text.rfind("\n", block.end, following) + 1 or following
        return Span(self._text.rfind("\n", 0, block.start) + 1, end)

    def _within(self, span: Span) -> list[ProviderMark]:
        return [m for m in self._marks if span.start <= m.position < span.end]

    def _sentence(self, quotation: PresentedQuotation, block: Span) -> Span:
        """The sentence around a quotation, with the white space beside it."""
        start, end = block.start, block.end
        inside = Span(block.start, min(block.end, len(self._text)))
        if inside not in self._sentences:
            self._sentences[inside] = list(sentence_spans(self._masked, inside))
        for sentence in self._sentences[inside]:
            if sentence.start > quotation.span.start:
                return Span(start, sentence.start + 1)
            start, end = len(self._text[: sentence.start].rstrip()), block.end
            start = max(start, block.start)
        return Span(start, end)

    def _nearest(
        self, quotation: PresentedQuotation, marks: Sequence[ProviderMark]
    ) -> MarksOf:
        """The group after a quotation, or in it, then the group before it."""
        after = _group(
            [m for m in marks if m.position > quotation.span.start], self._text
        )
        before = [m for m in marks if m.position <= quotation.span.start]
        before = _group(before[::-1], self._text)
        return MarksOf(after, before) if after else MarksOf(before)

    def _around(self, block: Span) -> MarksOf:
        """The marks directly before and after a block that has none itself."""
        before = [m for m in self._marks if m.position < block.start]
        before = (
            [] if self._is_apart(before, block) else _group(before[::-1], self._text)
        )
        after = [m for m in self._marks if m.position >= block.end]
        after = after if after and after[0].position <= self._end_after(block) else []
        lead = self._text[: block.start].rstrip("*_ \n>")
        is_introduced = lead.endswith((":", "\uff1a"))
        after = _group(after, self._text)
        return (
            MarksOf(before, after) if is_introduced else MarksOf((), [*after, *before])
        )

    def _is_apart(self, before: Sequence[ProviderMark], block: Span) -> bool:
        """Whether the last mark is not in the block directly before a block."""
        starts = [other.start for other in self._blocks if other.start < block.start]
        return not before or bool(starts and before[-1].position < starts[-1])

    def _end_after(self, block: Span) -> int:
        following = [other for other in self._blocks if other.start >= block.end]
        return following[0].end if following else len(self._text)


def _masked(
    text: str, quotations: Iterable[PresentedQuotation], mask: str = "x"
) -> str:
    """The text without what is quoted; the end of a quotation may end a sentence."""
    for quotation in quotations:
        span = quotation.span
        end = max(span.start, span.end - 2) if mask == "x" else span.end
        text = text[: span.start] + mask * (end - span.start) + text[end:]
    return text


def _group(marks: Sequence[ProviderMark], text: str) -> list[ProviderMark]:
    """The first marks, as far as only punctuation is between them."""
    group = list(marks[:1])
    for mark in marks[1:]:
        start, end = sorted((group[-1].position, mark.position))
        if not _BETWEEN.fullmatch(text[max(0, start) : max(0, end)]):
            break
        group.append(mark)
    return group


def _groups(marks: Sequence[ProviderMark], text: str) -> Iterator[list[ProviderMark]]:
    """All marks, in groups between which there is more than punctuation."""
    while marks:
        group = _group(marks, text)
        yield group
        marks = marks[len(group) :]


def last_sentence(text: str) -> str:
    """The last sentence of the last line of a text, as far as it is there."""
    line = text.rstrip()
    start = line.rfind("\n") + 1
    sentences = [span.of(line) for span in sentence_spans(line, Span(start, len(line)))]
    return sentences[-1] if sentences else ""
