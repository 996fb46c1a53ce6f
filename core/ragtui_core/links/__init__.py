"""The graph of a vault: where links lead, what leads here, what is alike."""

from ragtui_core.links.entries import (
    Backlink,
    HeadingEntry,
    NoteName,
    RelatedNote,
    Target,
)
from ragtui_core.links.graph import LinkGraph

__all__ = [
    "Backlink",
    "HeadingEntry",
    "LinkGraph",
    "NoteName",
    "RelatedNote",
    "Target",
]
