"""The texts of open documents, synchronized by the editor's edits.

pygls splits lines like Python, also at form feeds and U+2028; the protocol does not, so
edits would be applied to the wrong lines.
"""

from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument, Workspace

from ragtui_lsp.position_codec import PositionedText


class OpenDocument(TextDocument):
    """A document that is open in the editor, saved or not."""

    @cached_property
    def positioned(self) -> PositionedText:
        """Its text now, with its lines and columns."""
        return PositionedText(self.source, self.encoding)

    @property
    def is_open(self) -> bool:
        """Whether the editor has sent its text."""
        return self._source is not None

    @property
    def source(self) -> str:
        """The text that the editor sent; pygls would read the file instead."""
        return self._source or ""

    @property
    def encoding(self) -> str:
        """The units of columns: `utf-8`, `utf-16` or `utf-32`."""
        return types.PositionEncodingKind(
            self.position_codec.encoding or "utf-16"
        ).value

    @property
    def lines(self) -> list[str]:
        """Its lines with their ends."""
        return self.positioned.lines()

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply an edit, or replace the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            span = self.positioned.span(change.range)
            text = self.source
            self._source = f"{text[: span.start]}{change.text}{text[span.end :]}"
        else:
            self._source = change.text
        self.__dict__.pop("positioned", None)


class OpenDocuments(Workspace):
    """The documents that are open in the editor."""

    @classmethod
    def like(
        cls, other: Workspace, encoding: types.PositionEncodingKind | str
    ) -> "OpenDocuments":
        """A copy with the folders of pygls' own workspace."""
        return cls(
            other.root_uri,
            types.TextDocumentSyncKind.Incremental,
            list(other.folders.values()),
            encoding,
        )

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> OpenDocument:
        codec: PositionCodec = self.position_codec
        return OpenDocument(doc_uri, source, version, language_id, position_codec=codec)
