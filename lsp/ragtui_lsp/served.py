"""One vault as the server serves it: its files' uris, and who keeps its index."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.uris import from_fs_path, to_fs_path

from ragtui_lsp.following import Audience, Follower

if TYPE_CHECKING:
    from ragtui_core.vault import Vault


class ServedVault:
    """A vault that is open, under the name by which the editor knows its folder."""

    def __init__(self, vault: "Vault", folder: Path, audience: Audience) -> None:
        """Serve `vault`; `folder` may be a symbolic link to its root."""
        self.vault = vault
        self.folder = folder
        self._audience = audience
        self.closed = threading.Event()
        """Set once the vault is let go; what works on it then ends."""
        self.follower = self._new_follower()

    def follow(self) -> None:
        """Begin to index and watch, if nobody else does."""
        self.follower.start()

    def restart(self) -> None:
        """Begin anew, once the follower was stopped."""
        if self.closed.is_set():
            return
        self.follower = self._new_follower()
        self.follower.start()

    def close(self) -> None:
        """Stop indexing and let go of the index; blocks."""
        self.closed.set()
        self.follower.stop()
        self.vault.close()

    def path_of(self, uri: str) -> str | None:
        """A file's path relative to the vault; None if it lies elsewhere."""
        file = to_fs_path(uri)
        if file is None:
            return None
        for root, name in ((self.folder, Path(file)), (self.vault.root, _real(file))):
            if name.is_relative_to(root):
                return name.relative_to(root).as_posix()
        return None

    def uri_of(self, path: str) -> str:
        """The uri of a file of the vault, under the folder's name in the editor."""
        return from_fs_path(str(self.folder / path)) or ""

    def _new_follower(self) -> Follower:
        index = self.vault.settings.editor.index
        return Follower(self.vault, self._audience, index=index)


def _real(file: str) -> Path:
    return Path(file).resolve()
