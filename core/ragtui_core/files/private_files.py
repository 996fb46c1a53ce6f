"""Files and directories that only their owner can read: modes 0600 and 0700.

Everything that ragtui writes contains text of notes or describes them, so all of it is
created here. A file has its mode from its creation, whatever the umask, so there is no
moment at which other users could open it.

On Windows the permissions of the folder apply, and nothing is changed: the profile that
contains the data directory is private to its owner (docs/security.md).
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700

_OTHERS_MASK = 0o077
_HAS_MODES = os.name == "posix"


def private_directory(directory: Path) -> None:
    """Create `directory` and missing parents; an existing one is unchanged.

    Raises:
        OSError: It cannot be created, or another file has its name.
    """
    if not directory.parent.exists():
        private_directory(directory.parent)
    try:
        directory.mkdir(mode=DIRECTORY_MODE)
    except FileExistsError:
        if not directory.is_dir():
            raise
    else:
        if _HAS_MODES:  # whatever the umask
            with suppress(OSError):
                directory.chmod(DIRECTORY_MODE)


def open_private(name: str | os.PathLike[str], flags: int, /) -> int:
    """Open a file descriptor, with the flags of `os.open`; usable as `open(opener=)`.

    A file that other users can read is made private first.

    Raises:
        OSError: As `os.open`.
    """
    descriptor = os.open(name, flags | getattr(os, "O_BINARY", 0), FILE_MODE)
    if _HAS_MODES:
        status = os.fstat(descriptor)
        # An unusual umask may have left the owner fewer rights.
        if stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) != FILE_MODE:
            # Another user's file, or a file system without modes: still usable.
            with suppress(OSError):
                os.fchmod(descriptor, FILE_MODE)
    return descriptor


def write_private(file: Path, content: bytes) -> None:
    """Write a file in an existing directory, replacing its content.

    Raises:
        OSError: It cannot be written.
    """
    with open(file, "wb", opener=open_private) as out:
        out.write(content)


def make_private(*paths: Path) -> None:
    """Remove other users' rights to files and directories; links are followed.

    Missing and unchangeable paths are left alone: files of another owner, a file
    system that is read-only or without modes. So are directories that are shared by
    everyone, such as `/tmp`.
    """
    for path in paths:
        with suppress(OSError):
            _remove_rights(path, path.stat())


def make_tree_private(directory: Path) -> None:
    """Deny others access to a directory and its content; links are not followed."""
    make_private(directory)
    entries: list[os.DirEntry[str]] = []
    with suppress(OSError), os.scandir(directory) as listed:
        entries.extend(listed)
    for entry in entries:
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                make_tree_private(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                _remove_rights(Path(entry.path), entry.stat(follow_symlinks=False))


def is_private(path: Path) -> bool:
    """Whether other users have no rights to `path`, which exists."""
    return not (_HAS_MODES and path.stat().st_mode & _OTHERS_MASK)


def _remove_rights(path: Path, status: os.stat_result) -> None:
    if not _HAS_MODES or status.st_uid != os.geteuid():
        return
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISDIR(status.st_mode) and not mode & stat.S_ISVTX:
        allowed = DIRECTORY_MODE
    elif stat.S_ISREG(status.st_mode):
        allowed = FILE_MODE
    else:
        return
    if mode & _OTHERS_MASK:
        path.chmod(mode & allowed)


def write_atomically(file: Path, text: str) -> None:
    """Replace `file`, readable only by its owner; missing folders are created.

    Raises:
        OSError: It cannot be written; it is then unchanged.
    """
    file = file.resolve()  # A link remains a link.
    private_directory(file.parent)
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        write_private(new, text.encode())
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
