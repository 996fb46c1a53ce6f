"""The files that the client's URIs name, if the system can have such a file."""

from pathlib import Path
from urllib.parse import urlsplit

from pygls.uris import to_fs_path

from ragtui_core.files import is_possible


def file_of(uri: str) -> Path | None:
    """The file that a `file:` uri names, there or not; None for anything else.

    Other schemes, relative paths and names that no file can have (NUL, halves of
    surrogate pairs) name nothing.
    """
    try:
        if urlsplit(uri).scheme.lower() != "file":
            return None
        path = to_fs_path(uri)
    except ValueError:  # such as an invalid address in brackets
        return None
    if not path or not is_possible(path):
        return None
    file = Path(path)
    return file if file.is_absolute() else None
