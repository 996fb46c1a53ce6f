"""Extracted texts, cached by content: checking a citation extracts nothing.

An entry is a file beside the index, named after the hash of the content, the kind and
the extractor's version. Files that cannot be read have an entry with the reason, so
that the next run does not try them again.
"""

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.private_files import private_directory, write_private
from ragtui_core.files.vault_files import content_hash


class ExtractionCache:
    """The entries in one folder. Safe to use by several threads and processes."""

    def __init__(self, folder: Path) -> None:
        """Use `folder`, which need not exist."""
        self._folder = folder

    def get(self, data: bytes, encoding: str) -> Extracted | None:
        """The entry for a content; None if there is none, or a damaged one.

        Args:
            data: The file's content.
            encoding: The kind and the extractor's version.

        Raises:
            UnreadableFile: It could not be extracted.
        """
        try:
            text = self._file(data, encoding).read_text("utf-8")
            reason, found = json.loads(text)
            if not reason:
                return Extracted.from_json(found)
        except (OSError, ValueError, TypeError):
            return None
        raise UnreadableFile(str(reason))

    def put(self, data: bytes, encoding: str, found: Extracted | str) -> None:
        """Store a result, or the reason why there is none, if it can be stored."""
        entry = (found, "") if isinstance(found, str) else ("", found.to_json())
        file = self._file(data, encoding)
        # Several processes may write the same entry; each renames a file of its own.
        part = file.with_name(f"{file.name}.{os.getpid()}.part")
        with suppress(OSError):
            private_directory(self._folder)
            write_private(part, json.dumps(entry).encode())
            part.replace(file)

    def prune(self, hashes: Collection[bytes]) -> None:
        """Remove the texts of files whose content hash is none of `hashes`."""
        kept = {digest.hex() for digest in hashes}
        with suppress(OSError):
            for entry in self._folder.iterdir():
                if entry.name.partition("-")[0] not in kept and _is_text(entry):
                    entry.unlink()

    def _file(self, data: bytes, encoding: str) -> Path:
        digest = content_hash(data).hex()
        return self._folder / f"{digest}-{encoding.replace('/', '-')}.json"


def _is_text(entry: Path) -> bool:
    """Whether it is an entry with a text, or a temporary file left by a crash."""
    with entry.open("rb") as file:
        return file.read(4) == b'["",' or entry.suffix == ".part"
