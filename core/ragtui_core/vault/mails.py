"""The mails and attachments of a vault in their current state on disk.

The index says where a mail is; its bytes are read from there and compared with their
hash, so that a mailbox that changed since is searched for the mail.
"""

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ragtui_core.documents.file_readers import readers
from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.errors import DocumentNotFound, IndexMissing, UnreadableFile
from ragtui_core.files.path_arguments import is_possible
from ragtui_core.files.vault_files import open_vault_file
from ragtui_core.indexing.mail_reader import (
    content_of,
    has_content,
    locations_in,
    read_range,
)
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.store.protocols import Store
from ragtui_core.store.records import MailLocation
from ragtui_core.types import Document

if TYPE_CHECKING:
    from ragtui_core.documents.loader import Loaders


class VaultMails:
    """Reads parts of files of mails of one vault."""

    def __init__(
        self, root: Path, store: Store, loaders: "Loaders", settings: IndexSettings
    ) -> None:
        self._root = root
        self._store = store
        self._loaders = loaders
        self._settings = settings

    def find(self, path: str) -> Document | None:
        """The mail or attachment at `path`; None if that is another kind of path.

        Raises:
            DocumentNotFound: The file has no such part.
            UnreadableFile: It cannot be read.
        """
        file = path.partition(PART_SEPARATOR)[0]
        is_part = self._loaders.has_parts(path) and not self._is_file(path)
        if not is_part and not (self._loaders.are_mails(path) and self._is_box(path)):
            return None
        if not self._is_file(file):
            raise DocumentNotFound(f"no file {file!r} in {self._root}")
        if not is_part:
            raise DocumentNotFound(
                f"{path} has many documents: name one of them, as search results do"
            )
        with open_vault_file(self._root, file) as opened:
            if location := self._location(opened, file, set(_mail_paths(path))):
                return self._part(opened, location, path)
        raise DocumentNotFound(
            f"no part {path.rpartition(PART_SEPARATOR)[2]!r} in {file}"
        )

    def attachment(self, path: str) -> bytes | None:
        """The content of an attachment; None if that is another kind of path.

        Raises:
            The same as `find`.
        """
        file = path.partition(PART_SEPARATOR)[0]
        if not self._loaders.has_parts(path) or not self._is_file(file):
            return None
        with open_vault_file(self._root, file) as opened:
            if location := self._location(opened, file, set(_mail_paths(path))):
                data = read_range(opened, location)
                parts = self._loaders.attachments(location.path, data)
                return next((data for part, data in parts if part == path), None)
        return None

    def _is_box(self, path: str) -> bool:
        """Whether a file is a mailbox, which is not a document itself."""
        return (
            readers().is_mailbox(path)
            and self._is_file(path)
            and has_content(self._root, path)
        )

    def _is_file(self, path: str) -> bool:
        file = self._root / path
        return is_possible(path) and (
            file.is_file() and Path(os.path.realpath(file)).is_relative_to(self._root)
        )

    def _part(self, opened: BinaryIO, location: MailLocation, path: str) -> Document:
        if location.length > self._settings.max_bytes:
            limit = f"{self._settings.max_file_mb:g} MB"
            raise UnreadableFile(f"{location.path}: it is larger than {limit}")
        mail = self._loaders.mail(
            location.path, read_range(opened, location), location.number
        )
        for part in mail.parts:
            if part.document.path == path:
                return part.document
        for item in mail.skipped:
            if item.path == path:
                raise UnreadableFile(f"{path}: {item.reason}")
        raise DocumentNotFound(f"no attachment {path!r} in {location.path}")

    def _location(
        self, opened: BinaryIO, file: str, paths: Collection[str]
    ) -> MailLocation | None:
        """Where the mail whose path is one of `paths` is now in its file."""
        if not readers().is_mailbox(file):
            return content_of(opened, file)
        for location in filter(None, map(self._indexed, paths)):
            if location.file == file and content_of(opened, file, location) == location:
                return location
        # The mailbox has changed since, or is not indexed.
        return next(
            (
                location
                for location in locations_in(opened, file)
                if location.path in paths
            ),
            None,
        )

    def _indexed(self, path: str) -> MailLocation | None:
        try:
            with self._store.reader() as reader:
                return reader.mails.location_at(path)
        except IndexMissing:
            return None


def _mail_paths(path: str) -> Iterator[str]:
    """What may be the path of the mail that contains a part."""
    end = path.find(PART_SEPARATOR)
    while end >= 0:
        yield path[:end]
        end = path.find(PART_SEPARATOR, end + len(PART_SEPARATOR))
    yield path
