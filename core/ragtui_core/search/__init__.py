"""Query text -> ranked hits: parse, retrieve, fuse, score, group."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.search.engine import RankedDocument
    from ragtui_core.search.facets import Facet, FacetValue
    from ragtui_core.search.options import LONGEST_DAYS, field_filters
    from ragtui_core.search.query.filters import ARCHIVED, day_of
    from ragtui_core.search.query.query_language import (
        FIELDS,
        Clause,
        clauses_of,
        toggle_clause,
        words_of_line,
    )
    from ragtui_core.search.query_completion import Completion, is_completable
    from ragtui_core.search.results.compact_text import (
        NO_GOOD_MATCH,
        compact_lines,
        explanation_lines,
        fitted_text,
        hit_place,
        shortened,
    )
    from ragtui_core.search.results.excerpt import best_window
    from ragtui_core.search.results.search_json import search_as_json
    from ragtui_core.search.saved_searches import SavedSearch, SavedSearches
    from ragtui_core.store.selection import FilterField
    from ragtui_core.types import LOW_CONFIDENCE

__all__ = [
    "ARCHIVED",
    "FIELDS",
    "LONGEST_DAYS",
    "LOW_CONFIDENCE",
    "NO_GOOD_MATCH",
    "Clause",
    "Completion",
    "Facet",
    "FacetValue",
    "FilterField",
    "RankedDocument",
    "SavedSearch",
    "SavedSearches",
    "best_window",
    "clauses_of",
    "compact_lines",
    "day_of",
    "explanation_lines",
    "field_filters",
    "fitted_text",
    "hit_place",
    "is_completable",
    "search_as_json",
    "shortened",
    "toggle_clause",
    "words_of_line",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.search.engine": ("RankedDocument",),
        "ragtui_core.search.facets": ("Facet", "FacetValue"),
        "ragtui_core.search.options": ("LONGEST_DAYS", "field_filters"),
        "ragtui_core.search.query.filters": ("ARCHIVED", "day_of"),
        "ragtui_core.search.query.query_language": (
            "Clause",
            "FIELDS",
            "clauses_of",
            "toggle_clause",
            "words_of_line",
        ),
        "ragtui_core.search.query_completion": ("Completion", "is_completable"),
        "ragtui_core.search.results.compact_text": (
            "compact_lines",
            "explanation_lines",
            "fitted_text",
            "hit_place",
            "NO_GOOD_MATCH",
            "shortened",
        ),
        "ragtui_core.search.results.excerpt": ("best_window",),
        "ragtui_core.search.results.search_json": ("search_as_json",),
        "ragtui_core.search.saved_searches": (
            "SavedSearch",
            "SavedSearches",
        ),
        "ragtui_core.store.selection": ("FilterField",),
        "ragtui_core.types": ("LOW_CONFIDENCE",),
    },
)
