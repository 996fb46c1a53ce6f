"""The files of an answer as they are at this moment: on disk, or in an editor."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from ragtui_core.types import Document

Read = Callable[[str], Document]
"""Reads a document of the vault as it is now; raises RagtuiError."""

_Stamp = tuple[int, int]

_UNSAVED: _Stamp = (-1, -1)
"""Of what an editor holds: it stays as long as the answer takes."""


class CurrentFiles:
    """Reads documents, and again only once their files changed.

    A file counts as changed when its size or its time of modification did. Safe to use
    from several threads.
    """

    def __init__(
        self, root: Path, read: Read, unsaved: Mapping[str, str] | None = None
    ) -> None:
        """Read documents of the vault at `root` with `read`.

        `unsaved` are texts by path that an editor holds; they count in place of files.
        """
        self._root = root
        self._read = read
        self._unsaved = unsaved or {}
        self._known: dict[str, tuple[_Stamp | None, Document]] = {}
        self._lock = threading.Lock()

    def holding(self, unsaved: Mapping[str, str]) -> "CurrentFiles":
        """The same, with texts by path that an editor holds in place of files."""
        return CurrentFiles(self._root, self.read, unsaved) if unsaved else self

    def read(self, path: str) -> Document:
        """The document as it is now; the same object while its file stays.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        # Looked at before it is read: a change in between is then seen next time.
        stamp = _UNSAVED if path in self._unsaved else self._stamp(path)
        with self._lock:
            known = self._known.get(path)
        if known and stamp and known[0] == stamp:
            return known[1]
        document = self._parsed(path) if stamp is _UNSAVED else self._read(path)
        with self._lock:
            self._known[path] = (stamp, document)
        return document

    def _parsed(self, path: str) -> Document:
        from ragtui_core.documents.parser import parse_document

        return parse_document(path, self._unsaved[path].encode("utf-8", "replace"))

    def _stamp(self, path: str) -> _Stamp | None:
        try:
            status = (self._root / path).stat()
        except (OSError, ValueError):
            return None
        return status.st_mtime_ns, status.st_size
