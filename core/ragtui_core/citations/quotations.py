"""Quotations of a vault: finds them for a text, and rechecks saved ones."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from ragtui_core.citations.citation import Citation, SavedCitation
from ragtui_core.citations.current_files import CurrentFiles, Read
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.quote_selection import (
    quote_hit,
    quote_selection,
    relocated,
)
from ragtui_core.citations.quoting.quoted_text import QuotedText, quotes_of
from ragtui_core.citations.recheck import Finder, Rechecked, check_quote, recheck
from ragtui_core.citations.saving.cited_spans import citation_spans
from ragtui_core.citations.selected_text import Selection, query_of
from ragtui_core.citations.shown.displayed_file import displayed
from ragtui_core.errors import DocumentNotFound, IndexMissing, UnreadableFile
from ragtui_core.language.question_words import terms_of_text
from ragtui_core.search.options import (
    ALL_LINES,
    CurrentLocation,
    LineRange,
    SearchOptions,
)
from ragtui_core.search_results import Hit, Mode, SearchResult
from ragtui_core.text.sanitizing import encodable
from ragtui_core.types import BlockKind, Document

MAX_QUOTED_WORDS = 40
"""Maximum number of a quotation's words in the search for its file."""

MAX_CANDIDATES = 20
"""Documents in which a quotation is searched: notes that cite it may rank first."""

MORE_HITS = 20
"""Additional hits that are searched, to replace those that are saved citations."""

Search = Callable[[str, SearchOptions], SearchResult]
"""Finds passages; raises IndexMissing."""

Unsaved = Mapping[str, str]
"""Unsaved texts of an editor by path, which replace the files."""


class Quotations:
    """Finds quotations for texts, and verifies saved ones."""

    def __init__(
        self,
        files: CurrentFiles,
        search: Search,
        indexed_path: Callable[[str], str],
        states: Callable[[str, SearchResult], bool],
    ) -> None:
        """Quote `files`, found by `search`.

        `indexed_path` returns the path of the indexed document with a name; `states`
        decides whether the hits of a search for a text state the same.
        """
        self._files = files
        self._search = search
        self._indexed_path = indexed_path
        self._states = states

    def sources_of(
        self, selection: Selection, limit: int | None = None
    ) -> SearchResult:
        """Passages of other notes with the same content as a selected text.

        Hits with the words only in saved citations, of other notes, are left out.

        Args:
            selection: The text.
            limit: Maximum number of hits; None uses the setting.

        Raises:
            IndexMissing, IndexUnusable, ModelError: As `Vault.search`.
        """
        selection = encodable(selection)
        path, query = selection.path, query_of(selection.text)
        words = terms_of_text(selection.text)
        options = SearchOptions(
            limit=limit,
            at=CurrentLocation(path) if path else None,
            exclude=LineRange(path, ALL_LINES) if selection.lines else None,
            dedup=False,
            rerank=False,
        )
        result = self._search(query, options)
        count = len(result.hits)
        hits = [hit for hit in result.hits if self._is_evidence(hit, words)]
        if len(hits) < count:
            more = self._search(query, replace(options, limit=count + MORE_HITS))
            hits = [hit for hit in more.hits if self._is_evidence(hit, words)][:count]
        ranked = (replace(hit, rank=rank) for rank, hit in enumerate(hits, 1))
        return replace(result, hits=tuple(ranked))

    def cite(self, selection: Selection, number: int | None = None) -> Citation:
        """Quote the passage that best supports a selected text.

        Args:
            selection: The text.
            number: Rank of the source to quote, as in `sources_of`, which may be a weak
                match; None is the first one if it states the same.

        Raises:
            DocumentNotFound: The vault has no matching passage, or its file is not on
                this machine.
            IndexMissing: The vault was never indexed.
            ModelError: A model cannot be loaded.
        """
        at = number or 1
        selection = encodable(selection)
        result = self.sources_of(selection, max(at, 3))
        if len(result.hits) < at:
            raise DocumentNotFound("The vault has nothing about the selected text.")
        hit = result.hits[at - 1]
        query, alone = query_of(selection.text), replace(result, hits=(hit,))
        if number is None and (hit.is_weak or not self._states(query, alone)):
            raise DocumentNotFound(
                "No source is about the selected text; the nearest can be quoted as "
                f"number 1: {hit.path}"
            )
        return quote_hit(hit, self._quotable(hit.path), selection.text)

    def quote(self, selection: Selection, about: str = "") -> Citation:
        """Quote the selected text of a file, or the passage at the cursor.

        Args:
            selection: With the path and lines of the file; without a text, its lines
                are quoted.
            about: Of several passages the one most similar to this is quoted; ""
                quotes all.

        Raises:
            DocumentNotFound: There is no such file on this machine, or nothing at
                that location.
            UnreadableFile: It cannot be read as text.
        """
        selection = encodable(selection)
        document = self._quotable(selection.path)
        citation = quote_selection(selection, document, about)
        if citation is None:
            raise DocumentNotFound(f"{selection.location} has no text to quote.")
        return citation

    def verify(
        self,
        text: str,
        *,
        at: int | None = None,
        unsaved: Unsaved | None = None,
        path: str = "",
    ) -> list[Rechecked]:
        """Check the citations that ragtui saved in `text` against the files.

        A quotation that is no longer in its file is searched for in the others, if the
        vault was indexed.

        Args:
            text: A saved answer or a note.
            at: Only the citation at this character is checked.
            unsaved: Unsaved texts of an editor.
            path: That of the text, if it is in the vault: no quotation that is not in
                its file is searched for there.
        """
        text, read = encodable(text), self._reading(unsaved)
        return recheck(text, read, self._finder(path), at=at)

    def verify_all(self, text: str, *, path: str = "") -> list[Rechecked]:
        """Check every quotation in `text` against the indexed documents, in order.

        Besides saved citations: block quotes, and words in quotation marks, which may
        be followed by the name of their source. Files that are not indexed are not
        read.

        Args:
            text: What a person or a language model wrote.
            path: That of the text, if it is in the vault; no quotation is verified by
                that file.
        """
        text, find = encodable(text), self._finder(path)

        def read(name: str) -> Document:
            return self._files.read(self._indexed_path(name))

        saved = recheck(text, read, find)
        plain = [
            check_quote(self._with_source(quoted, path), read, find)
            for quoted in quotes_of(text)
            if not any(citation.written_at.overlaps(quoted.span) for citation in saved)
        ]
        return sorted((*saved, *plain), key=lambda each: each.written_at.start)

    def relocate(
        self, checked: Rechecked, unsaved: Unsaved | None = None, path: str = ""
    ) -> SavedCitation | None:
        """A saved citation updated to the current file; None if nothing is similar.

        Args:
            checked: A result of `verify`.
            unsaved: Unsaved texts of an editor.
            path: That of the citing text, which is never proposed.
        """
        if path and checked.path == path:
            return None
        try:
            document = self._reading(unsaved)(checked.path)
        except (DocumentNotFound, UnreadableFile):
            return None
        if not document.is_here:
            return None
        return relocated(checked, document)

    def _quotable(self, path: str) -> Document:
        """The document at `path`, whose file is on this machine."""
        document = self._files.read(path)
        if not document.is_here:
            raise DocumentNotFound(
                f"{path} is not on this machine, so its words cannot be verified: "
                "quote it where the vault's files are"
            )
        return document

    def _reading(self, unsaved: Unsaved | None) -> Read:
        """A reader of documents: unsaved texts, else files."""
        return self._files.with_unsaved(unsaved or {}).read

    def _with_source(self, quoted: QuotedText, path: str) -> QuotedText:
        """A quotation with its source reduced to an indexed name, if there is one.

        The source is empty if it is the text at `path`, which contains the quotation.
        """
        if not quoted.source:
            return quoted
        words = quoted.source.split(" ")
        for name in (" ".join(words[start:]) for start in range(len(words))):
            with suppress(DocumentNotFound):
                is_own = self._indexed_path(name) == path != ""
                return replace(quoted, source="" if is_own else name)
        return replace(quoted, source=words[-1])

    def _is_evidence(self, hit: Hit, words: frozenset[str]) -> bool:
        """Whether the hit states something, with some of the words if it cites, too."""
        try:
            document = self._files.read(hit.path)
        except (DocumentNotFound, UnreadableFile):
            return True
        part = hit.span.of(document.text)
        shown = displayed(replace(document, text=part, front_matter=None))
        if not any(block.is_statement for block in shown):
            return False
        return not citation_spans(document.text) or any(
            words & terms_of_text(passage.span.of(document.text))
            for passage in passages_of(document)
            if passage.span.overlaps(hit.span) and passage.kind is not BlockKind.HEADING
        )

    def _finder(self, citing: str) -> Finder:
        """Finds documents that may contain a quotation of the text at `citing`.

        None before the vault is indexed.
        """
        options = SearchOptions(
            limit=MAX_CANDIDATES, mode=Mode.KEYWORD, archived=True, rerank=False
        )

        def find(quote: str) -> list[str]:
            words = " ".join(quote.split()[:MAX_QUOTED_WORDS])
            try:
                hits = self._search(words, options).hits
            except IndexMissing:
                return []
            return [hit.path for hit in hits if hit.path != citing]

        return find
