"""Numbers the citations of one answer, and verifies them against the current files."""

from dataclasses import replace

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.verification import cite, locate, locate_among
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.types import Document, Lines, Span


class Citer:
    """Numbers each cited passage once, in order of appearance."""

    def __init__(self, files: CurrentFiles, others: tuple[Document, ...] = ()) -> None:
        """Cite from `files`; a misplaced quotation is also searched for in `others`."""
        self._files = files
        self._others = others
        self._numbers: dict[tuple[str, Span, str], int] = {}

    def at(
        self, quote: str, span: Span, heading_path: tuple[str, ...], sent: Document
    ) -> tuple[Citation, bool]:
        """A citation of a known location, and whether it is new.

        Args:
            quote: The quoted text.
            span: Its span in the document that was sent.
            heading_path: The headings above.
            sent: That document; its file may have changed since.
        """
        number, is_new = self._number(sent.path, span, quote)
        try:
            now = self._files.read(sent.path)
        except DocumentNotFound:
            return self._lost(number, quote, sent.path, Verdict.FILE_MISSING), is_new
        except RagtuiError:
            return self._lost(number, quote, sent.path, Verdict.STALE), is_new
        changed = now.text != sent.text
        found = cite(number, quote, span, heading_path, now, changed=changed)
        return found, is_new

    def quoted(
        self, quote: str, heading_path: tuple[str, ...], sent: Document
    ) -> tuple[Citation, bool]:
        """A citation by words alone, attributed to a document."""
        found = locate(quote, sent)
        if found.span is not None:
            return self.at(quote, found.span, heading_path, sent)
        other = locate_among(quote, self._others)
        if other is not None and found.verdict is not Verdict.TOO_SHORT:
            number, is_new = self._number(other[0].path, other[1], quote)
            citation = self._placed(number, quote, *other, Verdict.ELSEWHERE)
            return citation, is_new
        number, is_new = self._number(sent.path, Span(0, 0), quote)
        verdict = found.verdict.about(sent)
        return self._lost(number, quote, sent.path, verdict), is_new

    def not_sent(self, name: str, quote: str) -> tuple[Citation, bool]:
        """A citation of something that was not sent to the provider."""
        number, is_new = self._number(name, Span(0, 0), quote)
        return self._lost(number, quote, name, Verdict.NOT_SENT), is_new

    def _placed(
        self, number: int, quote: str, document: Document, span: Span, verdict: Verdict
    ) -> Citation:
        return replace(
            cite(number, quote, span, (), document), verdict=verdict.about(document)
        )

    def _lost(self, number: int, quote: str, path: str, verdict: Verdict) -> Citation:
        return Citation(
            number=number,
            path=path,
            span=Span(0, 0),
            lines=Lines(1, 1),
            heading_path=(),
            quote=quote,
            verdict=verdict,
        )

    def _number(self, path: str, span: Span, quote: str) -> tuple[int, bool]:
        key = (path, span, quote)
        is_new = key not in self._numbers
        return self._numbers.setdefault(key, len(self._numbers) + 1), is_new
