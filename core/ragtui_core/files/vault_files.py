"""Reads the files of a vault: regular files of limited size within it only.

A vault is untrusted. Opening a pipe waits for a writer, reading a device may never
end, and a link may lead to either or out of the vault. All code that reads a file
of a vault uses this module: notes, ignore files, settings.
"""

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import BinaryIO, cast

from ragtui_core.errors import UnreadableFile

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ_ONLY = (
    os.O_RDONLY
    | _NOFOLLOW
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Flags that do not wait if the file was replaced by a pipe after the check."""

_KINDS = {
    stat.S_IFDIR: "it is a folder",
    stat.S_IFIFO: "it is a pipe",
    stat.S_IFSOCK: "it is a socket",
    stat.S_IFCHR: "it is a device",
    stat.S_IFBLK: "it is a device",
    stat.S_IFLNK: "it is a broken link",
}


def content_hash(data: bytes) -> bytes:
    """blake2b-128: tells renamed files, and files that were only touched."""
    return hashlib.blake2b(data, digest_size=16).digest()


def read_vault_file(root: Path, path: str, limit: int) -> bytes:
    """The content of a file in a vault. A link must lead to a file inside it.

    The folders in `path` must not be links: callers that take a path from a user
    resolve it first.

    Args:
        root: The vault, as a real path.
        path: Relative to it.
        limit: Maximum size in bytes.

    Raises:
        FileNotFoundError: The file does not exist.
        UnreadableFile: It is not a regular file, is outside the vault, is larger
            than `limit` or cannot be read.
    """
    try:
        return _read(_inside(root, path), limit)
    except OSError as error:
        raise _unreadable(error) from error


def open_vault_file(root: Path, path: str) -> BinaryIO:
    """Open a file in a vault, of any size, under the rules of `read_vault_file`.

    Raises:
        The same as `read_vault_file`.
    """
    try:
        opened = os.fdopen(_opened(_inside(root, path)), "rb", buffering=0)
        return cast("BinaryIO", opened)
    except OSError as error:
        raise _unreadable(error) from error


def read_own_file(file: Path, limit: int) -> bytes:
    """The content of a user's own file; links may lead anywhere.

    The null device counts as an empty file.

    Raises:
        The same as `read_vault_file`.
    """
    try:
        real = file.resolve(strict=True)
        return b"" if real == Path(os.devnull) else _read(str(real), limit)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise _unreadable(error) from error


def _inside(root: Path, path: str) -> str:
    """A file of the vault, or the target of a link.

    Raises:
        UnreadableFile: It is outside the vault.
    """
    file = os.path.join(root, path)  # noqa: PTH118  # a tenth of the time of Path
    if stat.S_ISLNK(os.lstat(file).st_mode):
        file = os.path.realpath(file)
        if not Path(file).is_relative_to(root):
            raise UnreadableFile("it is a link out of the vault")
    return file


def _opened(file: str) -> int:
    """The descriptor of a regular file; opening a device may block or have effects."""
    kind = stat.S_IFMT(os.lstat(file).st_mode)
    if kind != stat.S_IFREG:
        raise _refused(kind)
    return os.open(file, _READ_ONLY)


def _read(file: str, limit: int) -> bytes:
    descriptor = _opened(file)
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
    """The whole content, even if the file grows meanwhile or reports no size."""
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
    reason = _KINDS.get(kind, "it is not a regular file")
    return UnreadableFile(f"{reason}; only regular files are read")


def _unreadable(error: OSError | RuntimeError) -> Exception:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileNotFoundError(*error.args)
    if isinstance(error, RuntimeError) or error.errno == errno.ELOOP:
        return UnreadableFile("it is a broken link")
    return UnreadableFile(f"cannot be read: {error.strerror}")
