"""Compares the quotations of an answer with what the marks near them name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ragtui_core.answer.marks.mark_citations import MarkCitations
from ragtui_core.answer.marks.paragraph_stream import ProviderMark
from ragtui_core.answer.marks.read_paragraphs import ReadParagraphs
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.citations.comparing.quotation_rule import (
    compare,
    without_marks,
)
from ragtui_core.citations.comparing.verification import may_be_anywhere
from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotations_shown import ShownQuotation
from ragtui_core.types import Document

Form = tuple[ShownBlock, ...]
"""The blocks of a quotation, without the marks in it or with them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A quotation that was compared with files, and the marks about it."""

    quotation: ShownQuotation
    marks: Sequence[ProviderMark]
    citation: Citation
    own_words: Sequence[ProviderMark] = ()
    """Marks in the quotation that the file itself contains as text."""


class QuotationCheck:
    """Gives each quotation of one answer its verdict."""

    def __init__(
        self, request: AnswerRequest, citations: MarkCitations, citer: Citer
    ) -> None:
        """Compare with the documents of `request`, and what `citations` name."""
        self._request = request
        self._citations = citations
        self._citer = citer
        self._sent = citations.documents

    def checked(
        self, quotation: ShownQuotation, paragraphs: ReadParagraphs
    ) -> Iterator[Checked]:
        """A quotation with its citation; nothing if it is not checked.

        A block quote that no file has as a whole is checked block by block, if each
        block has a mark and is verified.
        """
        whole = self._compared(quotation, paragraphs)
        if whole is None or whole.citation.verdict.verified or not quotation.is_block:
            yield from [whole] if whole else []
            return
        parts = [
            self._compared(part, paragraphs) for part in paragraphs.blocks_of(quotation)
        ]
        if len(parts) > 1 and all(p and p.citation.verdict.verified for p in parts):
            yield from filter(None, parts)
        else:
            yield whole

    def _compared(
        self, quotation: ShownQuotation, paragraphs: ReadParagraphs
    ) -> Checked | None:
        if not quotation.blocks:
            return None
        marks = paragraphs.marks_of(quotation)
        inside = paragraphs.within(quotation)
        targets = [t for mark in marks for t in self._citations.targets(mark)]
        written = paragraphs.as_written(quotation) if inside else ()
        own = (_without(blocks, inside) for blocks in quotation.forms)
        forms = [*filter(None, (*own, written))]
        checked = self._verdict(quotation, forms, targets, is_cited=bool(marks))
        if checked is None:
            return None
        citation, form = checked
        is_own = citation.verdict.verified and form is written
        own_words = inside if is_own else ()
        return Checked(quotation, marks, replace(citation, quoted=True), own_words)

    def _verdict(
        self,
        quotation: ShownQuotation,
        forms: Sequence[Form],
        targets: Sequence[tuple[str, Document | None]],
        *,
        is_cited: bool,
    ) -> tuple[Citation, Form] | None:
        """The citation of a quotation, without a number, and what was compared.

        None if it is not checked.
        """
        if may_be_anywhere(quotation.text):
            return None
        source, own = quotation.source, quotation.blocks
        named = [document for _, document in targets if document]
        documents = named if is_cited else self._sent
        if cited := self._first(forms, source, documents):
            return cited
        if elsewhere := self._first(forms, source, self._sent):
            return replace(elsewhere[0], verdict=Verdict.ELSEWHERE), own
        if not is_cited and f" {_words(quotation.text)} " in self._repeatable:
            return None
        for document in documents:
            found = (compare(form, quotable(document), source) for form in forms)
            if any(each.verdict is Verdict.ALTERED for each in found):
                verdict = Verdict.ALTERED.about(document)
                return uncited(quotation.text, document.path, verdict), own
        path, verdict = targets[0][0] if targets else "", Verdict.NOT_SENT
        if documents:
            path, verdict = documents[0].path, Verdict.MISSING.about(documents[0])
        return uncited(quotation.text, path, verdict), own

    def _first(
        self, forms: Sequence[Form], source: str, documents: Iterable[Document]
    ) -> tuple[Citation, Form] | None:
        """The citation of the first document that has one of some forms, and which."""
        parts: tuple[Citation, Form] | None = None
        for document in documents:
            file = quotable(document)
            for form in forms:
                found = compare(form, file, source)
                if found.is_there and (found.verdict.verified or not parts):
                    cited = self._citer.found(form, source, found, file), form
                    if found.verdict.verified:
                        return cited
                    parts = cited
        return parts

    @cached_property
    def _repeatable(self) -> str:
        """The words that may be repeated without a citation."""
        return f" {' '.join(map(_words, self._request.uncited_texts))} "


def _without(blocks: Sequence[ShownBlock], marks: Sequence[ProviderMark]) -> Form:
    """The blocks without marks; empty if removing a mark would join two words."""
    positions = [mark.position for mark in marks]
    shown = [without_marks(block, positions) for block in blocks]
    return tuple(block for block in shown if block) if all(shown) else ()


def _words(text: str) -> str:
    """The words of a text alone, for comparison with another one."""
    return " ".join(re.findall(r"\w+", fold(text).casefold()))
