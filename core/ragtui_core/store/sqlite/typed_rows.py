"""Rows whose values have the types that they were stored with."""

from collections.abc import Iterable
from typing import Any

from ragtui_core.store.sqlite.damage import DamagedRow


def typed(rows: Iterable[tuple[Any, ...]], *types: type) -> list[Any]:
    """All of `rows`, whose values are of `types`.

    In an index without checksums, a flipped bit can make a number of a text, which
    SQLite would hand out.

    Raises:
        DamagedRow: A value is of another type.
    """
    found = list(rows)
    # By column, which is faster than by row: names of large vaults are read here.
    for column, kind in zip(zip(*found, strict=True), types, strict=bool(found)):
        if {*map(type, column)} != {kind}:
            raise DamagedRow("a value is of the wrong type")
    return found
