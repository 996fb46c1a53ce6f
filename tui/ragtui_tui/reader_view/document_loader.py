"""Reads the documents that the reader shows, and notices when their files change."""

from dataclasses import dataclass, replace

from ragtui_core import Document, Vault
from ragtui_core.links import no_part, part_of
from ragtui_tui import document_page
from ragtui_tui.document_page import Page
from ragtui_tui.reader_view.reader_navigation import HistoryEntry

FileStamp = tuple[int, int] | None
"""Modification time and size of a file, which show that it changed."""


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """A document that was read, ready to be shown."""

    entry: HistoryEntry
    """What was asked for, with the line of the heading that it named."""
    page: Page
    """Safe to show."""
    stamp: FileStamp
    """The stamp of the file, taken before it was read."""
    problem: str = ""
    """What could not be found in it; empty if nothing was missing."""


_NOT_HERE = "The file is not on this machine; what is shown is its indexed text."


class DocumentLoader:
    """Reads files of a vault as pages; blocks."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def load(self, entry: HistoryEntry, *, raw: bool) -> LoadedDocument:
        """Read a document and lay out the part that is shown first.

        Raises:
            RagtuiError: The document cannot be read.
        """
        documents, problem = self._vault.documents, ""
        stamp = self.stamp(entry.path)
        limit = document_page.RENDERED_BYTES
        if stamp and stamp[1] > limit and not documents.is_extracted(entry.path):
            text = documents.text(entry.path)
            head = documents.parse(entry.path, text[: document_page.HEAD_CHARS])
            page = document_page.long_page(head, text, entry.passage)
        else:
            document = documents.read(entry.path)
            entry, problem = _at_heading(entry, document)
            problem = problem or ("" if document.is_here else _NOT_HERE)
            if len(document.text) > limit:  # of a smaller file
                page = document_page.long_page(document, document.text, entry.passage)
            else:
                page = document_page.whole(document, entry.passage)
        _ = page.raw if page.is_long or raw else page.rendered  # parsed here, cached
        return LoadedDocument(entry, page, stamp, problem)

    def stamp(self, path: str) -> FileStamp:
        """The stamp of a file as it is now; None if there is no such file."""
        try:
            status = (self._vault.root / path).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def _at_heading(entry: HistoryEntry, document: Document) -> tuple[HistoryEntry, str]:
    """The entry with the line of the part that it names; or why it has none."""
    if not entry.heading:
        return entry, ""
    found = part_of(entry.path, entry.heading, lambda _: document)
    if found is None:
        return entry, no_part(entry.path, entry.heading)
    return replace(entry, line=found.line, heading=""), ""
