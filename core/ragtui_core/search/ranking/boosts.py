"""Factors on the fused score: recency, and proximity to the current location."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

from ragtui_core.search.options import CurrentLocation
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.records import ChunkPlace
from ragtui_core.types import ChunkId

SAME_FOLDER = 1.2
"""Factor for documents in the folder of the current file."""

SAME_FILE = 1.1
"""Additional factor for the current file itself."""


def adjusted(
    evidence: Mapping[ChunkId, Evidence],
    places: Mapping[ChunkId, ChunkPlace],
    settings: SearchSettings,
    today: date,
    at: CurrentLocation | None,
) -> dict[ChunkId, Evidence]:
    """The evidence of the chunks with known locations, with every factor applied."""
    found = {}
    for chunk, item in evidence.items():
        if place := places.get(chunk):
            recent = recency(place.day, today, settings.recency_days)
            if factor := settings.recency_weight * recent:
                item = item.adjusted("recency", 1.0 + factor)
            found[chunk] = _near(item, place.path, at) if at else item
    return found


def _near(evidence: Evidence, path: str, at: CurrentLocation) -> Evidence:
    if path.rpartition("/")[0] == at.path.rpartition("/")[0]:
        evidence = evidence.adjusted("same folder", SAME_FOLDER)
    if path == at.path:
        evidence = evidence.adjusted("same file", SAME_FILE)
    return evidence


@lru_cache(maxsize=4096)
def recency(day: str, today: date, days: int) -> float:
    """1 for today (or later), falling to 0 over `days` days; 0 if not a date."""
    try:
        age = (today - date.fromisoformat(day)).days
    except ValueError:
        return 0.0
    return min(1.0, max(0.0, 1.0 - age / days))
