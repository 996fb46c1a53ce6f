"""What the core asks of a store, whatever the store is made of.

`store/sqlite/` has the one that a vault opens; packages have others, for many machines.
All that is above the store is typed against these protocols, and knows no SQL and
nothing of files. Arguments and errors are documented here, once for both.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ragtui_core.store.reading.reader import Reader
    from ragtui_core.store.records import AccessRight
    from ragtui_core.store.writing.vector_writer import VectorWriter
    from ragtui_core.store.writing.writer import Writer


class AccessRights(Protocol):
    """Who may read which folders of a vault; the store refuses the rest."""

    def allow(self, team: str, folder: str) -> None:
        """Let a team read a folder and all below it; no other team reads the rest.

        Args:
            team: A role of the database, or a group of roles; `public` is each role.
            folder: Its path in the vault; empty is the whole vault.

        Raises:
            StorageError: There is no such role, or the user's may not grant rights.
        """

    def deny(self, team: str, folder: str) -> bool:
        """Take back what `allow` gave; whether there was such a right.

        A vault without rights is read by those alone who may write it.
        """

    def restrict(self, rights: Iterable[AccessRight]) -> None:
        """Give rights instead of those that there are, even if there are none.

        Raises:
            StorageError: As `allow`; then no right is given.
        """

    def listed(self) -> list[AccessRight] | None:
        """The rights by team and folder; None if everybody may read the vault."""


class Store(Protocol):
    """An index: any number of readers, one writer at a time on the machine."""

    @property
    def location(self) -> str:
        """Where the index is, for the user to read."""

    @property
    def extracted(self) -> Path:
        """The folder of extracted texts; it need not exist."""

    def exists(self) -> bool:
        """Whether there is an index."""

    @property
    def identity(self) -> object:
        """What changes when another index takes the place of this one."""

    def size(self) -> int:
        """The bytes that the index takes."""

    def reader(self) -> AbstractContextManager[Reader]:
        """A reader from the pool; each is used by one thread at a time.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The index is damaged, foreign or from a newer ragtui.
            IndexBusy: Another process holds the file's lock.
            StorageError: The file cannot be read, or the server not used.
        """

    def writer(self, *, wait: float = 0.0) -> AbstractContextManager[Writer]:
        """The one writer of this index: of a file on this machine, else on all.

        Args:
            wait: Seconds to wait for another process; negative waits indefinitely.

        Raises:
            IndexBusy: Another process is writing.
            IndexUnusable: The index is damaged, foreign or from a newer ragtui.
            StorageError: The disk is full, or the index cannot be written.
        """

    @property
    def is_written(self) -> bool:
        """Whether a process holds the writer's lock, as one that watches does."""

    def check(self) -> bool:
        """Examine the whole index: seconds for a large one.

        Returns:
            Whether its pages have checksums, without which changed values are not
            found.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: It is damaged, foreign or from a newer ragtui.
            StorageError: It cannot be read.
        """

    def accept_deletions(self) -> None:
        """Allow the next run to remove any number of documents with missing files.

        It may be the run of another process, or machine, that is already watching.

        Raises:
            StorageError: The index cannot be written.
        """

    @property
    def are_deletions_accepted(self) -> bool:
        """Whether the user has just accepted them, and no run has used it."""

    def take_acceptance(self) -> bool:
        """Whether deletions are accepted; afterwards they no longer are."""

    def back_up(self) -> str | None:
        """Rename the index, for a rebuild; returns the new location if it exists.

        An earlier backup is replaced.

        Raises:
            IndexBusy: Another process is writing.
            StorageError: The index cannot be renamed.
        """

    def close(self) -> None:
        """Close the readers in the pool."""


class SharedStore(Store):
    """An index on a server: other machines may have files that this one has not."""

    @abstractmethod
    def vector_writer(self) -> AbstractContextManager[VectorWriter]:
        """One of any number of writers of vectors, beside the writer.

        Raises:
            IndexMissing: The vault was never indexed.
            StorageError: The server cannot be written.
        """

    @property
    @abstractmethod
    def access_rights(self) -> AccessRights:
        """Who may read which folders."""
