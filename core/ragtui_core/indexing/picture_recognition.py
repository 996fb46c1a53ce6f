"""Recognises the text of pictures that wait, after all else is indexed."""

import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from ragtui_core.documents.file_readers import readers
from ragtui_core.documents.loader import Loaders
from ragtui_core.documents.part_paths import mails_of
from ragtui_core.documents.text_recognition import is_installed
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.vault_files import open_vault_file, read_vault_file
from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.indexing.events import IndexListener
from ragtui_core.indexing.mail_reader import read_range
from ragtui_core.indexing.search_priority import SearchPriority
from ragtui_core.store.writing.writer import Writer

RECOGNITION_SECONDS = 60.0
"""After this time what was recognised gets its vectors, before more is."""


class PictureRecognition:
    """Recognises the pictures of one vault."""

    def __init__(self, root: Path, writer: Writer, priority: SearchPriority) -> None:
        """Read files below `root` that `writer` has; searches go first."""
        self._root = root
        self._writer = writer
        self._priority = priority
        self._last: object = None
        """The files of the last recognition, and their states before it."""

    def waiting_files(self) -> dict[str, list[str]]:
        """The files with pictures to recognise, if they can be."""
        return self._writer.documents.waiting() if is_installed() else {}

    def recognize(
        self,
        loaders: Loaders,
        max_bytes: int,
        update: Callable[[str, Collection[str]], None],
        listener: IndexListener,
        stop: Callable[[], bool],
    ) -> int:
        """Recognise waiting pictures, newest files first, until `stop`, for a minute.

        Args:
            loaders: Keep what is recognised.
            max_bytes: The largest file that is read.
            update: Writes a file again whose pictures are recognised; of a mailbox,
                the mails with these attachments.
            listener: Receives the progress.
            stop: Whether to end.

        Returns:
            How many files were written, or began.
        """
        waiting = self.waiting_files()
        state = waiting, self._writer.documents.files(waiting)
        if state == self._last:  # what their updates did not change
            return 0
        until = time.monotonic() + RECOGNITION_SECONDS
        for number, (path, parts) in enumerate(waiting.items()):
            if stop() or time.monotonic() > until:
                return number + 1
            listener(IndexState(IndexStateName.RECOGNIZING, number, len(waiting)))
            contents = self._contents(path, parts, max_bytes)
            if not self._recognize(contents, loaders, stop):
                return number + 1
            update(path, parts)
        if waiting:
            self._last = state
            done = len(waiting)
            listener(IndexState(IndexStateName.RECOGNIZING, done, done))
        return len(waiting)

    def _recognize(
        self,
        contents: Iterator[tuple[str, bytes]],
        loaders: Loaders,
        stop: Callable[[], bool],
    ) -> bool:
        """Recognise a file's pictures until `stop`; False if some are left."""
        try:
            for name, data in contents:
                for _ in loaders.recognize(name, data):
                    self._priority.yield_to_searches(stop)
                    if stop():
                        return False
        except (FileNotFoundError, UnreadableFile):
            pass  # the update of the file says why
        return True

    def _contents(
        self, path: str, parts: Collection[str], max_bytes: int
    ) -> Iterator[tuple[str, bytes]]:
        """A file, or the mails of a mailbox that contain `parts`."""
        if not (parts and readers().is_mailbox(path)):
            yield path, read_vault_file(self._root, path, max_bytes)
            return
        mails = mails_of(parts)
        with open_vault_file(self._root, path) as opened:
            for location in self._writer.mails.locations_of_file(path):
                if location.path in mails:
                    yield location.path, read_range(opened, location)
