"""What the marks of a provider name, and the numbered marks that an answer shows.

A mark names documents that were sent, or citations that the provider gave. Citations
are numbered in the order in which they are shown.
"""

from collections.abc import Collection, Iterator, Sequence

from ragtui_core.answer.marks.paragraph_stream import ProviderMark
from ragtui_core.answer.marks.supporting_passages import SupportingPassages
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Mark
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.passages import Passage
from ragtui_core.errors import RagtuiError
from ragtui_core.types import Document


class MarkCitations:
    """The citations of one answer: those that its provider gave, and those shown."""

    def __init__(
        self,
        sent: Sequence[Excerpted],
        files: CurrentFiles,
        citer: Citer,
        request: AnswerRequest,
    ) -> None:
        """Marks name the documents of `sent`, or others of `files`.

        What is asked decides between passages with as many words of a claim.
        """
        self._sent = {text.source.path: text for text in sent}
        self.documents = [text.document for text in sent]
        self._passages = SupportingPassages(sent, request.subject, request.quality)
        self._files = files
        self._citer = citer
        self._given: dict[int, Citation] = {}

    def give(self, citation: Citation) -> None:
        """Add a citation of the provider, with the number of its marks."""
        self._given[citation.number] = citation

    def targets(self, mark: ProviderMark) -> Iterator[tuple[str, Document | None]]:
        """The names of what a mark cites, as far as they are known, and the documents.

        There is none of what was not sent or cannot be read.
        """
        for citation in map(self._given.get, mark.numbers):
            if citation:
                is_sent = citation.verdict is not Verdict.NOT_SENT
                document = self._document(citation.path) if is_sent else None
                yield citation.path, document
        for path in mark.paths:
            sent = self._sent.get(path)
            yield path, sent.document if sent else None

    def of_claim(self, mark: ProviderMark, claim: str) -> list[Citation]:
        """The citations of a mark that is about a claim, not a quotation.

        Those that the provider gave, and the passages of the documents that it names.
        """
        given = [self._given[n] for n in mark.numbers if n in self._given]
        return [*given, *(self._passage(path, claim) for path in mark.paths)]

    def shown(self, citations: Sequence[Citation], lead: str) -> list[AnswerEvent]:
        """One mark for several citations, then those that are new; none for none."""
        numbers: dict[int, None] = {}
        new: list[AnswerEvent] = []
        for given in citations:
            citation, is_new = self._citer.numbered(given)
            numbers[citation.number] = None
            new += [citation] if is_new else []
        marks = "".join(f"[{number}]" for number in numbers)
        return [Mark(f"{lead}{marks}"), *new] if marks else []

    def unmarked(self, marked: Collection[int]) -> Iterator[Citation]:
        """The citations of the provider, numbered, whose numbers are in no mark."""
        for number, given in self._given.items():
            if number not in marked:
                citation, is_new = self._citer.numbered(given)
                yield from [citation] if is_new else []

    def _document(self, path: str) -> Document | None:
        sent = self._sent.get(path)
        try:
            return sent.document if sent else self._files.read(path)
        except RagtuiError:
            return None

    def found(self, claim: str) -> Citation | None:
        """The passage of any document that has the words of a claim, if one has."""
        found = self._passages.stating(claim)
        citation = self._cited(*found) if found else None
        return citation if citation and citation.verdict.verified else None

    def number_of(self, citation: Citation) -> int:
        """The number of a citation that is shown."""
        return self._citer.numbered(citation)[0].number

    def _passage(self, path: str, claim: str) -> Citation:
        """The passage of a document that a claim rests on, MISSING if none does."""
        sent = self._sent.get(path)
        if sent is None:
            return uncited(claim, path, Verdict.NOT_SENT)
        passage = self._passages.like(claim, path)
        if passage is None:
            missing = Verdict.MISSING.about(sent.document)
            return uncited(claim, path, missing)
        return self._cited(sent, passage)

    def _cited(self, text: Excerpted, passage: Passage) -> Citation:
        quote, headings = passage.span.of(text.document.text), passage.heading_path
        return self._citer.at(quote, passage.span, headings, text.document)
