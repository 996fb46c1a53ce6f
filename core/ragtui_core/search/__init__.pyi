"""Public names of this package, each loaded at its first use."""

from ragtui_core.search.compact_text import (
    compact_lines as compact_lines,
    hit_location as hit_location,
    named_location as named_location,
    shortened as shortened,
)
from ragtui_core.search.excerpt import (
    best_window as best_window,
)
from ragtui_core.search.facets import (
    Facet as Facet,
    FacetValue as FacetValue,
)
from ragtui_core.search.filters import (
    ARCHIVED as ARCHIVED,
)
from ragtui_core.search.options import (
    LONGEST_DAYS as LONGEST_DAYS,
)
from ragtui_core.search.query_completion import (
    Completion as Completion,
    is_completable as is_completable,
)
from ragtui_core.search.query_language import (
    FIELDS as FIELDS,
    Clause as Clause,
    clauses_of as clauses_of,
    toggle_clause as toggle_clause,
    words_of_line as words_of_line,
)
from ragtui_core.search.saved_searches import (
    SavedSearch as SavedSearch,
    SavedSearches as SavedSearches,
)
from ragtui_core.search.score_explanation import (
    explanation_lines as explanation_lines,
)
from ragtui_core.search.search_json import (
    search_as_json as search_as_json,
)
from ragtui_core.search_results import (
    LOW_CONFIDENCE as LOW_CONFIDENCE,
    with_lines as with_lines,
)
from ragtui_core.store.selection import (
    FilterField as FilterField,
)
