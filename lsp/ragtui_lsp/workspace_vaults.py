"""The vaults of the workspace: the URIs of their files, and their index followers."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygls.uris import from_fs_path

from ragtui_core import DocumentNotFound, RagtuiError, VaultError
from ragtui_lsp.uris import file_of, text_uri

if TYPE_CHECKING:
    from ragtui_core import IndexFollower, IndexFollowerListener, Vault


class ServedVault:
    """A vault that is open, under the folder name that the editor uses."""

    def __init__(
        self,
        vault: "Vault",
        folder: Path,
        listener: "IndexFollowerListener",
        *,
        may_index: bool = True,
    ) -> None:
        """Serve `vault`; `folder` may be a symbolic link to its root.

        Without `may_index` the index is not made, but one that others make is read.
        """
        self.vault = vault
        self.folder = folder
        self.may_index = may_index
        self.is_searchable = False
        """Whether the words of all its files were known once."""
        self._listener = listener
        self._uris: dict[str, str] = {}
        """The uris of files by path, which never change; not those of mails."""
        self.closed = threading.Event()
        """Set once the vault is closed; background work on it then ends."""
        self.follower = self._new_follower()

    def restart(self) -> None:
        """Start a new follower, once the old one was stopped."""
        if self.closed.is_set():
            return
        self.follower = self._new_follower()
        self.follower.start()

    def allow(self) -> None:
        """Begin to index, as the user agreed; blocks."""
        self.may_index = True
        self.follower.stop()
        self.follower.join()
        self.restart()

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
        """The uri of a file of the vault, under the folder name of the editor.

        Of a mail in a mailbox and of an attachment, it is that of the file of mails.
        """
        if path in self._uris:
            return self._uris[path]
        file = self.vault.documents.file_of(path).relative_to(self.vault.root)
        uri = from_fs_path(str(self.folder / file)) or ""
        if file.as_posix() == path:
            self._uris[path] = uri
        return uri

    def text_uri_of(self, path: str) -> str:
        """The uri of the extracted text of a document, also of a mail in a mailbox."""
        return text_uri(from_fs_path(str(self.folder / path)) or "")

    def _new_follower(self) -> "IndexFollower":
        # Imported with the handlers, not before the initialize response.
        from ragtui_core import IndexFollower

        index = self.vault.settings.editor.index and self.may_index
        return IndexFollower(self.vault, self._listener, index=index)


Serve = Callable[[Path, Mapping[str, Any]], ServedVault]
"""Opens the vault in a folder, under dotted settings of the editor."""

Folder = tuple[Path | None, Mapping[str, Any]]
"""A folder of the workspace, None if it has none, and the settings for it."""

NO_VAULT = (
    "There is no vault: open a folder of notes in the editor, or set `vault` to one."
)


class Vaults:
    """The vaults that are open. Opening and closing block."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._open: dict[Path, ServedVault] = {}
        self._fault: RagtuiError = VaultError(NO_VAULT)

    def __iter__(self) -> Iterator[ServedVault]:
        """The open vaults, in the order of the workspace's folders."""
        return iter(tuple(self._open.values()))

    def open(self, folders: Sequence[Folder]) -> list[str]:
        """Open the vaults of `folders` and close all others; returns the errors.

        A vault whose settings have changed is reopened.
        """
        faults: list[RagtuiError] = []
        wanted: dict[Path, tuple[Path, Mapping[str, Any]]] = {}
        for folder, flags in folders:
            try:
                opened_folder = vault_folder(folder, flags)
                wanted.setdefault(opened_folder.resolve(), (opened_folder, flags))
            except RagtuiError as error:
                faults.append(error)
        for root in [root for root in self._open if root not in wanted]:
            self._open.pop(root).close()
        for root, (opened_folder, flags) in wanted.items():
            try:
                self._open_one(root, opened_folder, flags)
            except RagtuiError as error:
                faults.append(error)
        self._fault = faults[0] if faults else VaultError(NO_VAULT)
        return [str(fault) for fault in faults]

    def _open_one(
        self, root: Path, opened_folder: Path, flags: Mapping[str, Any]
    ) -> None:
        from ragtui_core.settings import is_chosen, load_settings

        before = self._open.get(root)
        if before:
            settings = load_settings(root, flags=flags)
            is_allowed = before.may_index or not is_chosen(root, settings.vault)
            if before.vault.settings == settings and is_allowed:
                return
            before.close()
        try:
            self._open[root] = self._serve(opened_folder, flags)
        except RagtuiError:
            self._open.pop(root, None)
            raise

    def close(self) -> None:
        """Close all of them."""
        while self._open:
            self._open.popitem()[1].close()

    def text_of(self, uri: str) -> str:
        """The text of the document of a vault that a client's uri names; blocks.

        This is the one way from a uri to the content of a file.

        Raises:
            DocumentNotFound: It names no document of an open vault.
            UnreadableFile: It cannot be read as text.
        """
        for served in self:
            path = served.document_of(uri)
            if path is not None:
                return served.vault.documents.text(path)
        raise DocumentNotFound(
            f"{uri!r} is neither open in the editor nor a document of a vault: open it"
        )

    def of(self, uri: str | None) -> ServedVault:
        """The open vault of a file, else the first.

        That is the nearest folder upwards with a `.ragtui.toml` if it is open, else
        the innermost open vault that contains the file.

        Raises:
            RagtuiError: There is none, or it could not be opened.
        """
        from ragtui_core.settings import marked_folder

        file = file_of(uri) if uri else None
        marked = marked_folder(file.parent) if file else None
        if marked and (served := self._open.get(marked.resolve())):
            return served
        within = [served for served in self if uri and served.path_of(uri) is not None]
        if within:
            return max(within, key=lambda served: len(served.vault.root.parts))
        for served in self:
            return served
        raise self._fault


def vault_folder(folder: Path | None, flags: Mapping[str, Any]) -> Path:
    """The vault of a workspace folder, by the rule that the command follows there.

    Raises:
        RagtuiError: There is no folder and no setting, or a setting is wrong.
    """
    from ragtui_core.settings import find_vault

    found = find_vault(start=folder, flags=flags)
    if found is None:
        raise VaultError(NO_VAULT)
    return found
