"""Files and directories that only their owner can read: modes 0600 and 0700.

Everything that ragtui writes holds text of notes or tells of them, so all of it is made
here. A file has its mode from the moment it exists, whatever the umask, so there is no
moment at which others could open it.

On Windows the permissions of the folder count, and nothing is changed: the profile in
which the data directory lies is its owner's alone (docs/security.md).
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700

_FOR_OTHERS = 0o077
_HAS_MODES = os.name == "posix"


def private_directory(directory: Path) -> None:
    """Make `directory`, and parents that are missing; one that exists stays as it is.

    Raises:
        OSError: It cannot be made, or something else has its name.
    """
    if not directory.parent.exists():
        private_directory(directory.parent)
    try:
        directory.mkdir(mode=DIRECTORY_MODE)
    except FileExistsError:
        if not directory.is_dir():
            raise
    else:
        _set_mode(directory, DIRECTORY_MODE)


def open_private(name: str | os.PathLike[str], flags: int, /) -> int:
    """A descriptor of a file; `flags` are those of `os.open`. Fits `open(opener=)`.

    A file that others can read is made private first.

    Raises:
        OSError: As `os.open`.
    """
    descriptor = os.open(name, flags | getattr(os, "O_BINARY", 0), FILE_MODE)
    if _HAS_MODES:
        status = os.fstat(descriptor)
        # A strange umask may have left the owner less than this.
        if stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) != FILE_MODE:
            # Another owner's, or a file system without modes: it can still be used.
            with suppress(OSError):
                os.fchmod(descriptor, FILE_MODE)
    return descriptor


def write_private(file: Path, content: bytes) -> None:
    """Write a file in a directory that exists; what it held is replaced.

    Raises:
        OSError: It cannot be written.
    """
    with open(file, "wb", opener=open_private) as out:
        out.write(content)


def make_private(*paths: Path) -> None:
    """Take the rights of others from files and directories; links are followed.

    What is missing or cannot be changed stays as it is: files of another owner, a file
    system that is read-only or knows no modes. So do directories that are shared by
    everyone, such as `/tmp`.
    """
    for path in paths:
        with suppress(OSError):
            _correct(path, path.stat())


def make_tree_private(directory: Path) -> None:
    """The same for a directory and all that is in it; links inside are not followed."""
    make_private(directory)
    for entry in _entries(directory):
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                make_tree_private(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                _correct(Path(entry.path), entry.stat(follow_symlinks=False))


def is_private(path: Path) -> bool:
    """Whether others have no right to `path`, which exists."""
    return not (_HAS_MODES and path.stat().st_mode & _FOR_OTHERS)


def _entries(directory: Path) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(directory) as entries:
        yield from entries


def _correct(path: Path, status: os.stat_result) -> None:
    if not _HAS_MODES or status.st_uid != os.geteuid():
        return
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISDIR(status.st_mode) and not mode & stat.S_ISVTX:
        allowed = DIRECTORY_MODE
    elif stat.S_ISREG(status.st_mode):
        allowed = FILE_MODE
    else:
        return
    if mode & _FOR_OTHERS:
        path.chmod(mode & allowed)


def _set_mode(path: Path, mode: int) -> None:
    if _HAS_MODES:
        with suppress(OSError):
            path.chmod(mode)
