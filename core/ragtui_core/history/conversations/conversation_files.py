"""The folder of conversations: reads the files, and lets one writer in at a time."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ragtui_core.errors import ConversationNotFound, StorageError
from ragtui_core.files.private_files import FILE_MODE, private_directory
from ragtui_core.history.conversations.line_appender import append

LOCK_SECONDS = 10.0
"""How long to wait for another process's write, which takes milliseconds."""

_ENDING = ".jsonl"


class ConversationFiles:
    """One file a conversation, named by its id."""

    def __init__(self, directory: Path) -> None:
        """Name the folder; it is made with the first file."""
        self._directory = directory

    def exists(self, chat_id: str) -> bool:
        """Whether there is a file of this conversation."""
        return self._file(chat_id).exists()

    def ids(self) -> Sequence[str]:
        """Every conversation's id, sorted.

        Raises:
            StorageError: The folder cannot be read.
        """
        try:
            names = [file.name for file in self._directory.iterdir()]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _unreadable(self._directory, error) from error
        found = (n.removesuffix(_ENDING) for n in names if n.endswith(_ENDING))
        return sorted(found)

    def contents(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Ids with what their files hold; one that was deleted just now is left out.

        Raises:
            StorageError: A file cannot be read.
        """
        for chat_id in ids:
            file = self._file(chat_id)
            try:
                content = file.read_bytes()
            except FileNotFoundError:
                continue
            except OSError as error:
                raise _unreadable(file, error) from error
            if content:
                yield chat_id, content

    def append(self, chat_id: str, piece: bytes, *, new: bool = False) -> None:
        """Add whole lines to a file, which is made if `new` and must be there if not.

        Raises:
            ConversationNotFound: There is no such file.
            StorageError: It cannot be written; it is as it was before.
        """
        with self._writing(chat_id):
            append(self._file(chat_id), piece, new=new)

    def remove(self, chat_id: str) -> None:
        """Delete a file.

        Raises:
            ConversationNotFound: There is no such file.
            StorageError: It cannot be removed.
        """
        with self._writing(chat_id):
            self._file(chat_id).unlink()

    @contextmanager
    def _writing(self, chat_id: str) -> Iterator[None]:
        # Imported here: it takes 30 ms, which readers need not wait for.
        from filelock import FileLock

        try:
            private_directory(self._directory)
            lock = self._directory / ".lock"
            with FileLock(lock, timeout=LOCK_SECONDS, mode=FILE_MODE):
                yield
        except FileNotFoundError as error:
            raise absent(chat_id) from error
        except OSError as error:
            raise StorageError(
                f"cannot write conversations in {self._directory} ({_reason(error)}): "
                "free some space, check the folder's permissions, or set another "
                "folder with RAGTUI_DATA_DIR"
            ) from error

    def _file(self, chat_id: str) -> Path:
        return self._directory / f"{chat_id}{_ENDING}"


def absent(name: str) -> ConversationNotFound:
    """The error for an unknown conversation `name`."""
    return ConversationNotFound(
        f"there is no conversation {name!r}: `ragtui chats` lists them"
    )


def _unreadable(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot read {path} ({_reason(error)}): check the permissions, or move it away"
    )


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
