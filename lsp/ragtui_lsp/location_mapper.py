"""Maps locations in a vault's files to the protocol's URIs and ranges."""

import os
import posixpath
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ragtui_core import Lines, RagtuiError, Span
from ragtui_core.documents import decode
from ragtui_core.text import LineIndex, folded, span_of_lines
from ragtui_lsp.editor_messages import describe_location, describe_part
from ragtui_lsp.position_codec import PositionedText, carried
from ragtui_lsp.protocol import OpenDocument
from ragtui_lsp.shown_words import shown_words
from ragtui_lsp.workspace_vaults import ServedVault

if TYPE_CHECKING:
    from ragtui_core import CurrentLocation, Document, Vault
    from ragtui_core.links import LinkResolver

START = types.Range(types.Position(0, 0), types.Position(0, 0))
"""The range of a whole note, and of a file that is not text."""


class LocationMapper:
    """Finds URIs and ranges for one request; reads each file once, and so blocks."""

    def __init__(
        self,
        served: ServedVault,
        encoding: str,
        opened: dict[str, OpenDocument],
        path: str | None = None,
        *,
        shows_texts: bool = False,
        client: str = "",
    ) -> None:
        """Map locations in the vault's files, or as they are `opened`, by path.

        `path` is the file that the request is about, if it is in the vault;
        `shows_texts` is whether the client can show extracted texts, and `client` how
        it calls itself.
        """
        self._shows_texts = shows_texts
        self._reads_files = shows_texts and client == "Neovim"
        self._served = served
        self._encoding = encoding
        self.path = path
        self.opened = {path: each.source for path, each in opened.items()}
        """The texts that the editor shows, by path."""
        self.unsaved = {
            path: text for path, text in self.opened.items() if opened[path].has_changes
        }
        """Those with changes, which count as the files in citations and answers."""
        self._texts: dict[str, PositionedText] = {}
        self._documents: dict[str, Document | None] = {}
        self._listed: dict[str, frozenset[str]] = {}

    @property
    def vault(self) -> "Vault":
        """The vault that the files belong to."""
        return self._served.vault

    @cached_property
    def links(self) -> "LinkResolver":
        """The targets of links, those in open texts included.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        return self.vault.links.resolver(self.opened, files=True)

    def may_exist(self, name: str) -> bool:
        """Whether the vault may have a file `name`; names differ more than in case.

        Each folder is listed once per request: many links may lead to no file.
        """
        folder, base = posixpath.split(name)
        if base in {"", ".", ".."}:
            return True
        if folder not in self._listed:
            self._listed[folder] = self._names_in(folder)
        return folded(base) in self._listed[folder]

    def _names_in(self, folder: str) -> frozenset[str]:
        try:
            return frozenset(map(folded, os.listdir(self.vault.root / folder)))  # noqa: PTH208  # names only
        except (OSError, ValueError):
            return frozenset()

    def here(self) -> "CurrentLocation | None":
        """The user's current location, for searches."""
        from ragtui_core import CurrentLocation

        return CurrentLocation(self.path) if self.path else None

    def uri(self, path: str) -> str:
        """The uri of a file of the vault; of its text if that is extracted."""
        if self._shows_texts and self.vault.documents.is_extracted(path):
            return self._served.text_uri_of(path)
        return self._served.uri_of(path)

    def text(self, path: str) -> PositionedText:
        """What the editor shows of a file; empty if it cannot be read."""
        if path not in self._texts:
            text = self.opened.get(path)
            text = self._saved(path) if text is None else text
            self._texts[path] = PositionedText(text, self._encoding)
        return self._texts[path]

    def document(self, path: str) -> "Document | None":
        """A note as the editor has it, or else its file; None if it cannot be read."""
        if path not in self._documents:
            self._documents[path] = None
            with suppress(RagtuiError):
                self._documents[path] = (
                    self.vault.documents.parse(path, self.opened[path])
                    if path in self.opened
                    else self.vault.documents.read(path)
                )
        return self._documents[path]

    def range(self, path: str, span: Span) -> types.Range:
        """The range of characters of what the editor shows.

        Of an extracted text whose file it shows, whole lines, or the start.
        """
        document = self._extracted(path)
        if document is None or self._shows_texts:
            return self.text(path).range(span)
        if not document.shifts:
            return START
        lines = LineIndex(document.text, document.shifts).lines(span)
        start = types.Position(lines.first - 1, 0)
        return types.Range(start, types.Position(lines.last, 0))

    def range_of_lines(self, path: str, lines: Lines) -> types.Range:
        """The range of whole lines of a file in what the editor shows."""
        document = self._extracted(path)
        if document is None:
            return self.text(path).range_of_lines(lines)
        return self.range(path, span_of_lines(lines, document.text, document.shifts))

    def _extracted(self, path: str) -> "Document | None":
        """The document of a file whose text is extracted."""
        is_extracted = self.vault.documents.is_extracted(path)
        return self.document(path) if is_extracted else None

    def range_on_disk(self, path: str, span: Span) -> types.Range:
        """The range where the editor shows these characters of the file."""
        if path in self.opened:
            span = carried(span, self._saved(path), self.opened[path])
        return self.range(path, span)

    def range_of_quoted(self, path: str, span: Span) -> types.Range:
        """The range of characters of an unsaved text, or else of the file."""
        of = self.range if path in self.unsaved else self.range_on_disk
        return of(path, span)

    def location(self, path: str, span: Span) -> types.Location:
        """Uri and range of characters of what the editor shows, for a list.

        Neovim reads the lines of its lists from files, as UTF-8, and fails at those in
        UTF-16: of these it is given the text.
        """
        uri = self.uri(path)
        if self._reads_files and self.encoding_of(path) == "utf-16":
            uri = self._served.text_uri_of(path)
        return types.Location(uri, self.range(path, span))

    def encoding_of(self, path: str) -> str:
        """The encoding of a file of text; empty if it is not saved, or open."""
        documents = self.vault.documents
        if path in self.opened:
            return ""
        with suppress(RagtuiError):
            content = documents.content(path, documents.settings.max_bytes)
            return decode(content).encoding
        return ""

    def named(self, found: dict[str, Any]) -> dict[str, Any]:
        """A hit or source of the core's JSON, with its place; of files."""
        path = found["path"]
        if found.get("span"):
            where = self.range_on_disk(path, Span(*found["span"]))
        else:
            where = self.range_of_lines(path, Lines(*found["lines"]))
        return self._placed(found, where)

    def quoted(self, found: dict[str, Any]) -> dict[str, Any]:
        """A citation of an answer, which saw unsaved texts, with its place.

        `words` are its quotation without markup.
        """
        where = self.range_of_quoted(found["path"], Span(*found["span"]))
        words, _ = shown_words(found["quote"])
        return self._placed(found, where) | {"words": words or found["quote"]}

    def _placed(self, found: dict[str, Any], where: types.Range) -> dict[str, Any]:
        path = found["path"]
        words = describe_location(path, *found["lines"])
        if named := found.get("location"):
            words = describe_part(path, **named)
        if facts := [found[key] for key in ("state", "dates") if found.get(key)]:
            words = f"{words} ({', '.join(facts)})"
        if "excerpt" in found:
            shown = shown_words(found["excerpt"], found.get("matches", ()))
            found |= dict(zip(("excerpt", "matches"), shown, strict=True))
        return found | {"uri": self.uri(path), "range": where, "where": words}

    def _saved(self, path: str) -> str:
        try:
            return self._served.vault.documents.text(path)
        except RagtuiError:
            return ""
