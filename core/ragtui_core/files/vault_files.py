"""Reads the files of a vault: regular ones of a limited size, and none outside of it.

A vault may come from anyone. Opening a pipe waits for a writer, a device may never
end, and a link may lead to either or out of the vault. Whatever reads a file that lies
in a vault reads it here: notes, ignore files, settings.
"""

import errno
import os
import stat
from pathlib import Path

from ragtui_core.errors import UnreadableFile

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ_ONLY = (
    os.O_RDONLY
    | _NOFOLLOW
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
"""A file that is replaced by a pipe or a link after it was looked at: no waiting."""

_KINDS = {
    stat.S_IFDIR: "it is a folder",
    stat.S_IFIFO: "it is a pipe",
    stat.S_IFSOCK: "it is a socket",
    stat.S_IFCHR: "it is a device",
    stat.S_IFBLK: "it is a device",
    stat.S_IFLNK: "it is a link that leads nowhere",
}


def read_vault_file(root: Path, path: str, limit: int) -> bytes:
    """The content of a file in a vault. A link counts if it leads to one inside.

    The folders in `path` must be none of links: callers that take a path from a person
    check where it leads first.

    Args:
        root: The vault, as a real path.
        path: Relative to it.
        limit: Bytes that it may have.

    Raises:
        FileNotFoundError: There is no such file.
        UnreadableFile: It is no regular file, lies outside of the vault, is larger
            than `limit` or may not be read.
    """
    file = os.path.join(root, path)  # noqa: PTH118  # a tenth of the time of Path
    try:
        kind = stat.S_IFMT(os.lstat(file).st_mode)
        if kind == stat.S_IFLNK:
            return _read_checked(_target(root, file), limit)
        if kind != stat.S_IFREG:
            raise _refused(kind)
        return _read(file, limit)
    except OSError as error:
        raise _unreadable(error) from error


def read_own_file(file: Path, limit: int) -> bytes:
    """The content of a file that belongs to the person, wherever links to it lead.

    The null device is an empty file.

    Raises:
        The same as `read_vault_file`.
    """
    try:
        real = file.resolve(strict=True)
        return b"" if real == Path(os.devnull) else _read_checked(str(real), limit)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise _unreadable(error) from error


def _target(root: Path, file: str) -> str:
    """Where a link leads.

    Raises:
        UnreadableFile: Out of the vault.
    """
    target = os.path.realpath(file)
    if not Path(target).is_relative_to(root):
        raise UnreadableFile("it is a link out of the vault")
    return target


def _read_checked(file: str, limit: int) -> bytes:
    kind = stat.S_IFMT(os.lstat(file).st_mode)
    if kind != stat.S_IFREG:  # Opening a device may do something, if only wait.
        raise _refused(kind)
    return _read(file, limit)


def _read(file: str, limit: int) -> bytes:
    descriptor = os.open(file, _READ_ONLY)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _refused(stat.S_IFMT(status.st_mode))
        if status.st_size > limit:
            raise _too_large(limit)
        return _content(descriptor, status.st_size, limit)
    finally:
        os.close(descriptor)


def _content(descriptor: int, size: int, limit: int) -> bytes:
    """All that can be read, also of a file that grows meanwhile or tells no size."""
    parts, total = [], 0
    while part := os.read(descriptor, max(size - total, 0) + 4096):
        parts.append(part)
        total += len(part)
        if total > limit:
            raise _too_large(limit)
    return b"".join(parts)


def _too_large(limit: int) -> UnreadableFile:
    return UnreadableFile(f"it is larger than {limit / 1e6:g} MB")


def _refused(kind: int) -> UnreadableFile:
    reason = _KINDS.get(kind, "it is no regular file")
    return UnreadableFile(f"{reason}; only a regular file is read")


def _unreadable(error: OSError | RuntimeError) -> Exception:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileNotFoundError(*error.args)
    if isinstance(error, RuntimeError) or error.errno == errno.ELOOP:
        return UnreadableFile("it is a link that leads nowhere")
    return UnreadableFile(f"cannot be read: {error.strerror}")
