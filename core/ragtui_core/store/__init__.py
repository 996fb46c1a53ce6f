"""The index of one vault: a single SQLite file, written by one, read by many."""

from ragtui_core.store.records import (
    ChunkMatch,
    ChunkRecord,
    DocumentRecord,
    FileState,
)
from ragtui_core.store.sqlite import Store

__all__ = ["ChunkMatch", "ChunkRecord", "DocumentRecord", "FileState", "Store"]
