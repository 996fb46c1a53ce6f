"""Verifies the citations of one answer against the current files, and numbers them."""

from dataclasses import replace

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.comparing.verification import cite, cited_places
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.shown.quotable_file import QuotableFile
from ragtui_core.citations.shown.quotation_rule import Found, Match
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.types import Document, Lines, Span


class Citer:
    """Numbers each cited passage once, in order of appearance."""

    def __init__(self, files: CurrentFiles) -> None:
        """Cite from `files`."""
        self._files = files
        self._numbers: dict[tuple[str, Span, str, bool], int] = {}

    def at(
        self, quote: str, span: Span, heading_path: tuple[str, ...], sent: Document
    ) -> Citation:
        """A citation of a known location, without a number.

        The file of the document that was `sent` may have changed since.
        """
        try:
            now = self._files.read(sent.path)
        except DocumentNotFound:
            return uncited(quote, sent.path, Verdict.FILE_MISSING)
        except RagtuiError:
            return uncited(quote, sent.path, Verdict.STALE)
        changed = now.text != sent.text
        return cite(0, quote, span, heading_path, now, changed=changed)

    def found(self, found: Found, file: QuotableFile) -> Citation:
        """A citation of what was found in a file that was sent, without a number."""
        is_cut = found.match is Match.PARTS
        citation = cited_places(file, found.places, is_parts=is_cut)
        now = self.at(
            citation.quote, citation.span, citation.heading_path, file.document
        )
        is_unchanged = now.verdict.verified or is_cut
        return citation if is_unchanged else now

    def numbered(self, citation: Citation) -> tuple[Citation, bool]:
        """The citation with its number, and whether it is new."""
        key = (citation.path, citation.span, citation.quote, citation.quoted)
        is_new = key not in self._numbers
        number = self._numbers.setdefault(key, len(self._numbers) + 1)
        return replace(citation, number=number), is_new


def uncited(quote: str, path: str, verdict: Verdict) -> Citation:
    """A citation of words that have no location in a file, without a number."""
    return Citation(0, path, Span(0, 0), Lines(1, 1), (), quote, verdict)
