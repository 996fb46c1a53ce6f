"""The current files: on disk, or unsaved in an editor."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from ragtui_core.cancellation import check_cancelled
from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.types import Document

Read = Callable[[str], Document]
"""Reads the current document of the vault; raises RagtuiError."""

_Stamp = tuple[int, int]

_UNSAVED: _Stamp = (-1, -1)
"""Stamp of an unsaved text, which is constant during an answer."""


class CurrentFiles:
    """Reads documents, with a cache that is valid until their files change.

    A file has changed if its size or modification time has. Safe to use from several
    threads.
    """

    def __init__(
        self, root: Path, read: Read, unsaved: Mapping[str, str] | None = None
    ) -> None:
        """Read documents of the vault at `root` with `read`.

        `unsaved` are unsaved texts of an editor by path, which replace the files.
        """
        self._root = root
        self._read = read
        self._unsaved = unsaved or {}
        self._known: dict[str, tuple[_Stamp | None, Document]] = {}
        self._lock = threading.Lock()

    def with_unsaved(self, unsaved: Mapping[str, str]) -> "CurrentFiles":
        """A copy with unsaved texts of an editor, by path, in place of files."""
        return CurrentFiles(self._root, self.read, unsaved) if unsaved else self

    def read(self, path: str) -> Document:
        """The current document; the same object while its file is unchanged.

        Raises:
            DocumentNotFound: There is no such file in the vault.
            UnreadableFile: It cannot be read as text.
        """
        check_cancelled()
        # The stamp is taken before reading: a change in between is noticed next time.
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
        # A part of a file of mails changes with that file.
        for name in (path, path.partition(PART_SEPARATOR)[0]):
            try:
                status = (self._root / name).stat()
            except (OSError, ValueError):
                continue
            return status.st_mtime_ns, status.st_size
        return None
