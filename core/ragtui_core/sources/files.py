"""The files of a vault, read as they are on disk at this moment."""

from pathlib import Path

from ragtui_core.errors import DocumentNotFound, UnreadableFile
from ragtui_core.model import Document


class VaultFiles:
    """Reads files of one vault; never one outside of it, whatever a path or link says.

    Paths are relative to the vault, with forward slashes.
    """

    def __init__(self, root: Path) -> None:
        """Read below `root`, a real path."""
        self._root = root

    def read(self, path: str) -> Document:
        """A file as a document.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        from ragtui_core.sources.document import parse_document  # a search needs none

        return parse_document(path, self._bytes(path))

    def text(self, path: str) -> str:
        """A file's text, not parsed.

        Raises:
            The same as `read`.
        """
        from ragtui_core.sources.decoding import decode

        return decode(self._bytes(path)).text

    def _bytes(self, path: str) -> bytes:
        file = self._root / path
        if not file.resolve().is_relative_to(self._root) or not file.is_file():
            raise DocumentNotFound(f"there is no file {path!r} in {self._root}")
        try:
            return file.read_bytes()
        except OSError as error:
            raise UnreadableFile(f"{file}: {error.strerror}") from error
