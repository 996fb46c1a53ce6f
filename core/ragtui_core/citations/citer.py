"""Verifies the citations of one answer against the current files, and numbers them."""

from collections.abc import Sequence
from dataclasses import replace

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.comparing.quotation_rule import Found, compare
from ragtui_core.citations.comparing.verification import cite, cited
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.quotable_file import QuotableFile, quotable
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
        now = self._now(sent.path)
        if isinstance(now, Verdict):
            return uncited(quote, sent.path, now)
        changed = now.text != sent.text
        return cite(0, quote, span, heading_path, now, changed=changed)

    def found(
        self,
        blocks: Sequence[ShownBlock],
        source: str,
        found: Found,
        file: QuotableFile,
    ) -> Citation:
        """A citation of what was `found` in a file that was sent, without a number.

        Of quoted blocks, with the name that they give their source.
        """
        sent, words = file.document, file.text_of(found.places)
        now = self._now(sent.path)
        if isinstance(now, Verdict):
            return uncited(words, sent.path, now)
        if now.text != sent.text:
            near, file = file.span(found.places).start, quotable(now)
            found = compare(blocks, file, source, near)
            if not found.is_there:
                return uncited(words, sent.path, Verdict.STALE)
        words, span = file.text_of(found.places), file.span(found.places)
        return cited(0, words, span, now, found.verdict.about(now))

    def _now(self, path: str) -> Document | Verdict:
        """The current file, or the verdict on all citations of it."""
        try:
            return self._files.read(path)
        except DocumentNotFound:
            return Verdict.FILE_MISSING
        except RagtuiError:
            return Verdict.STALE

    def numbered(self, citation: Citation) -> tuple[Citation, bool]:
        """The citation with its number, and whether it is new."""
        key = (citation.path, citation.span, citation.quote, citation.quoted)
        is_new = key not in self._numbers
        number = self._numbers.setdefault(key, len(self._numbers) + 1)
        return replace(citation, number=number), is_new


def uncited(quote: str, path: str, verdict: Verdict) -> Citation:
    """A citation of words that have no location in a file, without a number."""
    return Citation(0, path, Span(0, 0), Lines(1, 1), (), quote, verdict)
