"""The files of an answer as they are on disk at this moment."""

import threading
from collections.abc import Callable
from pathlib import Path

from ragtui_core.model import Document

Read = Callable[[str], Document]
"""Reads a document of the vault as it is on disk now; raises RagtuiError."""

_Stamp = tuple[int, int]


class FilesNow:
    """Reads documents, and again only once their files changed.

    A file counts as changed when its size or its time of modification did. Safe to use
    from several threads.
    """

    def __init__(self, root: Path, read: Read) -> None:
        """Read documents of the vault at `root` with `read`."""
        self._root = root
        self._read = read
        self._known: dict[str, tuple[_Stamp | None, Document]] = {}
        self._lock = threading.Lock()

    def read(self, path: str) -> Document:
        """The document as it is now; the same object while its file stays.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        # Looked at before it is read: a change in between is then seen next time.
        stamp = self._stamp(path)
        with self._lock:
            known = self._known.get(path)
        if known and stamp and known[0] == stamp:
            return known[1]
        document = self._read(path)
        with self._lock:
            self._known[path] = (stamp, document)
        return document

    def _stamp(self, path: str) -> _Stamp | None:
        try:
            status = (self._root / path).stat()
        except (OSError, ValueError):
            return None
        return status.st_mtime_ns, status.st_size
