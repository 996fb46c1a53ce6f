"""The tables that both stores have, and rows of `meta` (`store/meta_keys.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.store.meta_keys import REVISION

if TYPE_CHECKING:
    from ragtui_core.store.session import Session

TABLES = Path(__file__).with_name("tables.sql").read_text("utf-8")
"""SQL that creates them."""


def meta_value(session: Session, key: str) -> str:
    """The value of `key`, or the empty string."""
    rows = session.rows("SELECT value FROM meta WHERE key = :key", key=key)
    return str(rows[0][0]) if rows else ""


def meta_values(session: Session) -> dict[str, str]:
    """All values by key."""
    return dict(session.rows("SELECT key, value FROM meta"))


def set_meta_value(session: Session, key: str, value: str) -> None:
    """Set `key`; within a transaction of the caller's."""
    session.replace("meta", "key, value", [(key, value)])


def count_revision(session: Session, key: str = REVISION) -> int:
    """Increment a counter, which it returns; within a transaction of the caller's."""
    revision = int(meta_value(session, key) or 0) + 1
    set_meta_value(session, key, str(revision))
    return revision
