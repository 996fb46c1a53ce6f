"""Checksums of whole pages, by SQLite's extension cksumvfs, part of apsw's wheels.

The extension is a layer over the platform's file system (VFS) and becomes the default
one of this process. It writes a checksum into the last bytes of each page of a file
that reserves them, and verifies it whenever the page is read from that file. Other
files are left alone. Frames of the write-ahead log have checksums of SQLite's own.
"""

import threading
from functools import cache
from pathlib import Path

import apsw

RESERVED = 8
"""Bytes at the end of each page; the extension's condition (cksumvfs.c)."""

_LOADING = threading.Lock()


def register() -> None:
    """Make the extension's file system the default of this process, if there is one.

    Builds of apsw from source may lack it; indexes then have no checksums.
    """
    with _LOADING:  # The extension would wrap itself.
        _load()


@cache
def _load() -> None:
    connection = apsw.Connection(":memory:")
    try:
        connection.enable_load_extension(True)
        # SQLite appends the platform's ending.
        binaries = Path(apsw.__file__).with_name("sqlite_extra_binaries")
        connection.load_extension(str(binaries / "cksumvfs"))
    except apsw.ExtensionLoadingError:
        return
    finally:
        connection.close()


def are_supported(connection: apsw.Connection) -> bool:
    """Whether the file system of `connection` writes and verifies checksums."""
    return connection.pragma("checksum_verification") is not None


def are_reserved(connection: apsw.Connection) -> bool:
    """Whether the pages reserve space for checksums, and nothing else at their end."""
    return connection.reserve_bytes("main") == RESERVED


def reserve(connection: apsw.Connection) -> None:
    """Reserve the bytes in a new file; in others, when it is vacuumed the next time."""
    connection.reserve_bytes("main", RESERVED)
