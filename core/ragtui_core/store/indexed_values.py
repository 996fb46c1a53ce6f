"""Values that an index of the database can have: a note may have any."""

MAX_BYTES = 2_000
"""Longer values are compared by their beginning. A row of a B-tree has 2,704 bytes, a
term of a tsvector 2,046."""


def indexable(value: str) -> str:
    """The value, or the beginning of a long one."""
    if len(value) <= MAX_BYTES // 4:
        return value
    return value.encode("utf-8", "replace")[:MAX_BYTES].decode("utf-8", "ignore")
