"""Quotations of a vault: found for a text, and saved ones checked again."""

from collections.abc import Callable, Mapping

from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import CurrentFiles, Read
from ragtui_core.citations.quote_selection import (
    moved,
    quote_hit,
    quote_selection,
    requoted,
    similarity,
)
from ragtui_core.citations.recheck import Rechecked, recheck
from ragtui_core.citations.saved_citations import SavedCitation
from ragtui_core.citations.selection import Selection
from ragtui_core.citations.selection_query import query_of
from ragtui_core.errors import DocumentNotFound, IndexMissing, UnreadableFile
from ragtui_core.search.options import (
    CurrentLocation,
    LineRange,
    SearchOptions,
)
from ragtui_core.types import Mode, SearchResult

MAX_QUOTED_WORDS = 40
"""Words of a quotation by which its file is looked for."""

Search = Callable[[str, SearchOptions], SearchResult]
"""Finds passages; raises IndexMissing."""

Unsaved = Mapping[str, str]
"""Texts of documents, by path, that an editor holds; they count in place of files."""


class Quotations:
    """What the vault says about a text, word for word, and whether it still does."""

    def __init__(self, files: CurrentFiles, search: Search) -> None:
        """Quote `files`, which `search` finds."""
        self._files = files
        self._search = search

    def sources_of(
        self, selection: Selection, limit: int | None = None
    ) -> SearchResult:
        """The passages that say what a selected text says, without the text itself.

        Args:
            selection: The text.
            limit: Hits to give; None takes the setting.

        Raises:
            The same as `Vault.search`.
        """
        path, lines = selection.path, selection.lines
        options = SearchOptions(
            limit=limit,
            at=CurrentLocation(path) if path else None,
            besides=LineRange(path, lines) if lines else None,
            dedup=False,
            as_you_type=True,
        )
        return self._search(query_of(selection.text), options)

    def cite(self, selection: Selection, number: int = 1) -> Citation:
        """Quote the passage that backs a selected text best.

        Args:
            selection: The text.
            number: Of the source that is quoted, as `sources_of` ranks them.

        Raises:
            DocumentNotFound: The vault says nothing about it.
            IndexMissing: The vault was never indexed.
            ModelError: A model cannot be loaded.
        """
        hits = self.sources_of(selection, max(number, 3)).hits
        if len(hits) < number:
            raise DocumentNotFound("The vault holds nothing about the selected text.")
        hit = hits[number - 1]
        return quote_hit(hit, self._files.read(hit.path), selection.text)

    def quote(self, selection: Selection, about: str = "") -> Citation:
        """Quote what a person has marked in a file, or looks at there.

        Args:
            selection: With the path and lines of the file; without a text, what stands
                in the lines is quoted.
            about: Of several passages there the one that says most of this is quoted;
                "" quotes all.

        Raises:
            DocumentNotFound: There is no such file, or nothing stands there.
            UnreadableFile: It cannot be read as text.
        """
        document = self._files.read(selection.path)
        citation = quote_selection(selection, document, about)
        if citation is None:
            raise DocumentNotFound(f"{selection.place} holds nothing to quote.")
        return citation

    def verify(
        self, text: str, *, at: int | None = None, unsaved: Unsaved | None = None
    ) -> list[Rechecked]:
        """Check the citations that ragtui saved in `text` against the files.

        A quotation that its file does not hold any more is looked for in the others, if
        the vault was indexed.

        Args:
            text: A saved answer or a note.
            at: Only the citation at this character is checked.
            unsaved: What an editor holds.
        """
        return recheck(text, self._reading(unsaved), self._holders, at=at)

    def relocate(
        self, checked: Rechecked, unsaved: Unsaved | None = None
    ) -> SavedCitation | None:
        """A saved citation as it would be saved now; None where nothing is like it.

        Args:
            checked: What `verify` found.
            unsaved: As for `verify`.
        """
        try:
            document = self._reading(unsaved)(checked.path)
        except (DocumentNotFound, UnreadableFile):
            return None
        return moved(checked, document) or requoted(checked.saved, document)

    def likeness(self, checked: Rechecked, unsaved: Unsaved | None = None) -> float:
        """How like a saved quotation is to what its file holds now, 0..1.

        Args:
            checked: What `verify` found.
            unsaved: As for `verify`.
        """
        try:
            return similarity(checked, self._reading(unsaved)(checked.path))
        except (DocumentNotFound, UnreadableFile):
            return 0.0

    def _reading(self, unsaved: Unsaved | None) -> Read:
        """What reads documents: as an editor holds them, else from their files."""
        return self._files.holding(unsaved or {}).read

    def _holders(self, quote: str) -> list[str]:
        """Documents that may hold a quotation; none before the vault is indexed."""
        words = " ".join(quote.split()[:MAX_QUOTED_WORDS])
        options = SearchOptions(mode=Mode.KEYWORD, archived=True, as_you_type=True)
        try:
            return [hit.path for hit in self._search(words, options).hits]
        except IndexMissing:
            return []
