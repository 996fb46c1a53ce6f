"""Text analysis without files or an index: lines, sentences, stems, n-grams."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.text.edits import common_end, common_start
    from ragtui_core.text.folding import folded, without_extension
    from ragtui_core.text.line_index import (
        LINE_END,
        LineIndex,
        line_count,
        span_of_lines,
    )
    from ragtui_core.text.plurals import counted, percentage, plural
    from ragtui_core.text.sanitizing import sanitize, without_surrogates
    from ragtui_core.text.stemming import tokenizer_versions

__all__ = [
    "LINE_END",
    "LineIndex",
    "common_end",
    "common_start",
    "counted",
    "folded",
    "line_count",
    "percentage",
    "plural",
    "sanitize",
    "span_of_lines",
    "tokenizer_versions",
    "without_extension",
    "without_surrogates",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.text.edits": ("common_end", "common_start"),
        "ragtui_core.text.folding": ("folded", "without_extension"),
        "ragtui_core.text.line_index": (
            "LINE_END",
            "LineIndex",
            "line_count",
            "span_of_lines",
        ),
        "ragtui_core.text.plurals": ("counted", "percentage", "plural"),
        "ragtui_core.text.sanitizing": ("sanitize", "without_surrogates"),
        "ragtui_core.text.stemming": ("tokenizer_versions",),
    },
)
