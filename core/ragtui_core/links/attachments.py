"""Attachments: files of a vault that links name, and of which no document is made."""

import os
import posixpath
import time
from collections.abc import Iterator
from pathlib import Path

from ragtui_core.documents.markdown.link_patterns import is_attachment
from ragtui_core.store.names.name_map import NameMap
from ragtui_core.store.records import NoteName
from ragtui_core.text.folding import folded

SECONDS = 1.0
REUSE_RATIO = 10.0
"""A list of files is used for so long: a second, or ten times as long as it took."""

MAX_FILES = 200_000
"""Files of a vault that can be named."""


class Attachments:
    """The files with an extension that is not a note's, by name; hidden ones are not.

    They are listed when one is looked for, and again after a while. May be used from
    any thread.
    """

    def __init__(self, root: Path) -> None:
        """List nothing yet; `root` is the vault, as a real path."""
        self._root = root
        self._names = NameMap([])
        self._until = 0.0

    @property
    def names(self) -> NameMap:
        """Their names, which links resolve against as against those of notes."""
        now = time.monotonic()
        if now >= self._until:
            files = [NoteName(path, "", (), 0.0, "") for path in _files(self._root)]
            self._names = NameMap(sorted(files, key=lambda file: file.path))
            end = time.monotonic()
            self._until = end + max(SECONDS, REUSE_RATIO * (end - now))
        return self._names

    def resolve(self, target: str, source: str) -> str | None:
        """The path of the file that a target names in a link of `source`, if any."""
        return self.names.resolve(target, source) if is_attachment(target) else None

    def find(self, query: str, limit: int) -> list[str]:
        """The paths of files whose name contains `query`, those that begin so first.

        A query with a slash is compared with whole paths.
        """
        wanted = folded(query)
        part = str if "/" in query else posixpath.basename
        matching = [
            (not name.startswith(wanted), name, path)
            for path in self.names.notes
            if wanted in (name := folded(part(path)))
        ]
        return [path for *_, path in sorted(matching)[:limit]]


def _files(root: Path) -> Iterator[str]:
    count = 0
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in files:
            if not name.startswith(".") and is_attachment(name):
                yield Path(folder, name).relative_to(root).as_posix()
                count += 1
                if count == MAX_FILES:
                    return
