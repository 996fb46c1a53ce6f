"""The files that the client's URIs name, if the system can have such a file."""

from pathlib import Path
from urllib.parse import urlsplit

from pygls.uris import to_fs_path

from ragtui_core.files import is_possible

TEXT_SCHEME = "ragtui"
"""`ragtui:///notes/report.pdf` is the text that was extracted from that file."""


def text_uri(uri: str) -> str:
    """The uri of the text that was extracted from the file of a `file:` uri."""
    return f"{TEXT_SCHEME}{uri.removeprefix('file')}"


def file_of(uri: str) -> Path | None:
    """The file that a `file:` or `ragtui:` uri names, there or not; else None.

    Other schemes, relative paths and names that no file can have (NUL, halves of
    surrogate pairs) name nothing.
    """
    try:
        scheme = urlsplit(uri).scheme
        if scheme.lower() not in {"file", TEXT_SCHEME}:
            return None
        path = to_fs_path(f"file{uri[len(scheme) :]}")
    except ValueError:  # such as an invalid address in brackets
        return None
    if not path or not is_possible(path):
        return None
    file = Path(path)
    return file if file.is_absolute() else None
