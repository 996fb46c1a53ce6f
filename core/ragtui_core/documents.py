"""The documents of a vault, read as they are on disk at this moment.

Paths are relative to the vault, with forward slashes.
"""

import os
from pathlib import Path

from ragtui_core.errors import DocumentNotFound, IndexMissing, UnreadableFile
from ragtui_core.model import Card, Document
from ragtui_core.path_arguments import is_file, is_possible
from ragtui_core.sources.naming import path_of
from ragtui_core.store.sqlite import Store


class Documents:
    """Reads files of one vault; never one outside of it, whatever a path or link says.

    Which documents there are, the index tells.
    """

    def __init__(self, root: Path, store: Store) -> None:
        """Read below `root`, a real path, whose index is in `store`."""
        self._root = root
        self._store = store

    def read(self, path: str) -> Document:
        """A file as a document.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        from ragtui_core.sources.document import parse_document

        return parse_document(path, self._bytes(path))

    def text(self, path: str) -> str:
        """A file's text, not parsed.

        Raises:
            The same as `read`.
        """
        from ragtui_core.sources.decoding import decode

        return decode(self._bytes(path)).text

    def parse(self, path: str, text: str) -> Document:
        """A document that is not saved yet, as `read` would give it.

        Raises:
            UnreadableFile: It is empty.
        """
        from ragtui_core.sources.document import parse_document

        return parse_document(path, text.encode("utf-8", "replace"))

    def find(self, name: str) -> Document:
        """The document that a person means by `name`.

        A path relative to the vault or an absolute one into it, or, if only one
        document has it, the end of a path or a file's name without its ending.

        Raises:
            DocumentNotFound: Nothing, or more than one document, answers to it.
        """
        return self.read(path_of(name, self._root, self.paths))

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted; empty before the first index."""
        try:
            with self._store.reader() as reader:
                return reader.paths()
        except IndexMissing:
            return []

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            return reader.recent(limit)

    def _bytes(self, path: str) -> bytes:
        file = self._root / path
        real = Path(os.path.realpath(file)) if is_possible(path) else None
        if not (real and real.is_relative_to(self._root) and is_file(file)):
            raise DocumentNotFound(f"there is no file {path!r} in {self._root}")
        try:
            return file.read_bytes()
        except OSError as error:
            raise UnreadableFile(f"{file}: {error.strerror}") from error
