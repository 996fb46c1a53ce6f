"""The graph of a vault: where links lead, what leads here, what is alike."""

from ragtui_core.links.link_graph import LinkGraph
from ragtui_core.links.link_results import (
    Backlink,
    HeadingEntry,
    NoteName,
    RelatedNote,
    Target,
)

__all__ = [
    "Backlink",
    "HeadingEntry",
    "LinkGraph",
    "NoteName",
    "RelatedNote",
    "Target",
]
