"""A search result as JSON, with a stable format.

Keys are only ever added. docs/commands.md describes them.
"""

from collections.abc import Sequence
from typing import Any

from ragtui_core.search.facets import Facet
from ragtui_core.search.score_explanation import explanation_lines
from ragtui_core.search_results import Explanation, Hit, SearchedTime, SearchResult
from ragtui_core.text.document_dates import shown_dates
from ragtui_core.types import HEADING_SEPARATOR


def search_as_json(
    result: SearchResult, facets: Sequence[Facet] | None = None
) -> dict[str, Any]:
    """The output of `ragtui search --json`, optionally with facets."""
    record: dict[str, Any] = {
        "query": result.query,
        "mode": result.mode.value,
        "relaxed": result.relaxed.value if result.relaxed else None,
        "corrected": result.corrected or None,
        "confidence": result.confidence.value,
        "notes": list(result.notes),
        "hidden": result.hidden,
        "total": result.total,
        "time": time_as_json(result.time),
        "by_date": result.by_date,
        "listed": result.listed,
        "weaker": result.weaker,
        "hits": [_hit(hit) for hit in result.hits],
    }
    if facets is not None:
        record["facets"] = {
            facet.field.value: {item.value: item.count for item in facet.values}
            for facet in facets
        }
    return record


def time_as_json(time: SearchedTime | None) -> dict[str, Any] | None:
    """The value of JSON `time` of results and answers."""
    if time is None:
        return None
    return {
        "first": time.first.isoformat() if time.first else None,
        "last": time.last.isoformat() if time.last else None,
        "words": time.words,
        "shown": time.shown,
        "effect": time.effect.value,
    }


def _hit(hit: Hit) -> dict[str, Any]:
    record: dict[str, Any] = {
        "rank": hit.rank,
        "score": _rounded(hit.score),
        "weak": hit.is_weak,
        "path": hit.path,
        "title": hit.title,
        "heading_path": HEADING_SEPARATOR.join(hit.heading_path),
        "lines": [hit.lines.first, hit.lines.last],
        "span": [hit.span.start, hit.span.end],
        "location": hit.location.as_json() if hit.location else None,
        "excerpt": hit.excerpt,
        "matches": [[match.start, match.end] for match in hit.matches],
        "keyword": _rounded(hit.keyword),
        "similarity": _rounded(hit.similarity),
        "fused": _rounded(hit.fused),
        "additional": hit.additional,
        "group": hit.group,
        "copies": list(hit.copies),
        "state": hit.state,
        "tags": list(hit.fields.tags),
        "day": hit.entry.day,
        "until": hit.entry.until,
        "item_state": hit.entry.state,
        "due": hit.entry.due,
        "speakers": list(hit.entry.speakers),
        "date": hit.fields.date,
        "changed": hit.fields.changed,
        "dates": shown_dates(hit.fields),
    }
    if hit.explanation:
        lines = explanation_lines(hit, hit.explanation)
        record["explanation"] = _explanation(hit.explanation)
        record["explanation"]["in_words"] = "; ".join(lines)
    return record


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return {
        "matched": {name: list(words) for name, words in explanation.matched.items()},
        "parts": {name: _rounded(part) for name, part in explanation.parts.items()},
        "words": list(explanation.words),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
