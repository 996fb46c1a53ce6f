"""Factors of the odds."""

import math
from datetime import date

import pytest

from ragtui_core.search.options import CurrentLocation
from ragtui_core.search.ranking.adjustments import adjusted, recency
from ragtui_core.search.retrieval.fusion import Evidence, satisfied
from ragtui_core.settings import SearchSettings
from ragtui_core.store.records import ChunkLocation
from ragtui_core.types import ChunkId, DocumentId

TODAY = date(2026, 3, 31)


@pytest.mark.parametrize(
    ("day", "share"),
    [
        ("2026-03-31", 1.0),
        ("2026-03-16", 0.5),
        ("2026-03-01", 0.0),
        ("2020-01-01", 0.0),
        ("2026-04-30", 1.0),
        ("2026", 0.0),
        ("", 0.0),
    ],
)
def test_recency_falls_over_thirty_days(day: str, share: float) -> None:
    assert recency(day, TODAY, 30) == pytest.approx(share)


def factors(path: str, day: str, at: CurrentLocation | None) -> dict[str, float]:
    chunk = ChunkId(1)
    evidence = {chunk: Evidence(1.0, None, 0.5)}
    locations = {chunk: ChunkLocation(DocumentId(1), path, day)}
    found = adjusted(evidence, locations, SearchSettings(), TODAY, at)[chunk]
    logs = [math.log(factor) for _, factor in found.adjustments]
    assert found.fused == pytest.approx(0.5 + sum(logs))
    return dict(found.adjustments)


def test_near_and_new_documents_gain() -> None:
    at = CurrentLocation("a/here.md")
    assert factors("a/here.md", "2026-03-31", at) == {
        "recency": pytest.approx(1.649, abs=0.001),
        "same folder": 4.0,
        "same file": 2.0,
    }
    assert factors("a/other.md", "2020-01-01", at) == {"same folder": 4.0}
    assert factors("b/other.md", "2020-01-01", at) == {}
    assert factors("a/here.md", "2020-01-01", None) == {}


def test_what_filters_alone_select_does_not_depend_on_where_the_user_is() -> None:
    locations = {ChunkId(1): ChunkLocation(DocumentId(1), "a/here.md", "2020-01-01")}
    at = CurrentLocation("a/here.md")
    found = adjusted({ChunkId(1): satisfied()}, locations, SearchSettings(), TODAY, at)
    assert found == {ChunkId(1): satisfied()}
