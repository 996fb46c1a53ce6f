"""What an index of the database can have: long values are cut, long paths left out."""

MAX_VALUE_BYTES = 2_000
"""Longer values are compared by their beginning. A row of a B-tree has 2,704 bytes, a
term of a tsvector 2,046."""

MAX_PATH_BYTES = 2_600
"""Bytes that a path may have, of the 2,704 of a B-tree's row."""


def indexable(value: str) -> str:
    """The value, or the beginning of a long one."""
    if len(value) <= MAX_VALUE_BYTES // 4:
        return value
    return value.encode("utf-8", "replace")[:MAX_VALUE_BYTES].decode("utf-8", "ignore")


def path_problem(path: str) -> str:
    """Why a file with this path cannot be indexed; empty if it can."""
    if not is_long(path):
        return ""
    size = len(path.encode("utf-8", "replace"))
    return (
        f"its path has {size:,} bytes, and an index can have {MAX_PATH_BYTES:,}: "
        "shorten the names of its folders"
    )


def abridged(path: str) -> str:
    """The path, or of one that is too long the beginning and the end."""
    if not is_long(path):
        return path
    encoded, half = path.encode("utf-8", "replace"), MAX_PATH_BYTES // 2 - 10
    parts = (encoded[:half], encoded[-half:])
    return " … ".join(part.decode("utf-8", "ignore") for part in parts)


def is_long(path: str) -> bool:
    """Whether a path has more bytes than an index can have."""
    return (
        len(path) > MAX_PATH_BYTES // 4
        and len(path.encode("utf-8", "replace")) > MAX_PATH_BYTES
    )
