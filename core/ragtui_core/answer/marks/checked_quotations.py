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
    Found,
    Match,
    Quoted,
    compare,
    without_marks,
)
from ragtui_core.citations.comparing.verification import may_be_anywhere
from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import QuotableFile, quotable
from ragtui_core.citations.shown.quotations_shown import ShownQuotation
from ragtui_core.types import Document


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
        sent = (*request.context.texts, *request.history.texts)
        self._request = request
        self._citations = citations
        self._citer = citer
        self._sent = [text.document for text in sent]

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
        forms = []
        if blocks := _without(quotation.blocks, inside):
            forms.append(Quoted(blocks, quotation.source))
        if inside and (written := paragraphs.as_written(quotation)):
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
        targets: Sequence[tuple[str, Document | None]],
        *,
        is_cited: bool,
    ) -> Citation | None:
        """The citation of a quotation, without a number; None if it is not checked."""
        if may_be_anywhere(quotation.text):
            return None
        named = [document for _, document in targets if document]
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
        name = targets[0][0] if targets else ""
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
        """The words that may be repeated without a citation."""
        return f" {' '.join(map(_words, self._request.uncited_texts))} "


def _without(
    blocks: Sequence[ShownBlock], marks: Sequence[ProviderMark]
) -> tuple[ShownBlock, ...]:
    """The blocks without marks; empty if removing a mark would join two words."""
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
