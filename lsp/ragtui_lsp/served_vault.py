"""One vault as the server serves it: the URIs of its files, and its index follower."""

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.uris import from_fs_path

from ragtui_core import IndexFollower, IndexFollowerListener
from ragtui_lsp.uris import file_of

if TYPE_CHECKING:
    from ragtui_core import Vault


class ServedVault:
    """A vault that is open, under the folder name that the editor uses."""

    def __init__(
        self, vault: "Vault", folder: Path, listener: IndexFollowerListener
    ) -> None:
        """Serve `vault`; `folder` may be a symbolic link to its root."""
        self.vault = vault
        self.folder = folder
        self._listener = listener
        self.closed = threading.Event()
        """Set once the vault is closed; background work on it then ends."""
        self.follower = self._new_follower()

    def follow(self) -> None:
        """Start to index and watch, unless another process does."""
        self.follower.start()

    def restart(self) -> None:
        """Start a new follower, once the old one was stopped."""
        if self.closed.is_set():
            return
        self.follower = self._new_follower()
        self.follower.start()

    def close(self) -> None:
        """Stop indexing and close the index; blocks."""
        self.closed.set()
        self.follower.stop()
        self.follower.join()
        self.vault.close()

    def path_of(self, uri: str) -> str | None:
        """A file's path relative to the vault; None if it is outside."""
        file = file_of(uri)
        if file is None:
            return None
        if ".." not in file.parts and file.is_relative_to(self.folder):
            return file.relative_to(self.folder).as_posix()
        return self._real_path_of(file)

    def document_of(self, uri: str) -> str | None:
        """The path of the document of the vault that a uri names.

        None if it names no file, or one that is outside, also by a link; or one inside
        that is not a document of the index, such as what ignore files leave out.
        """
        file = file_of(uri)
        path = self._real_path_of(file) if file else None
        return path if path in self.vault.documents.paths() else None

    def _real_path_of(self, file: Path) -> str | None:
        real = Path(os.path.realpath(file))
        if not real.is_relative_to(self.vault.root):
            return None
        return real.relative_to(self.vault.root).as_posix()

    def uri_of(self, path: str) -> str:
        """The uri of a file of the vault, under the folder name of the editor."""
        return from_fs_path(str(self.folder / path)) or ""

    def _new_follower(self) -> IndexFollower:
        index = self.vault.settings.editor.index
        return IndexFollower(self.vault, self._listener, index=index)
