"""Quotations and their files: locate, verify, save, recheck. Needs no provider."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.citations.attribution_line import escape_markdown
    from ragtui_core.citations.normalization import plain
    from ragtui_core.citations.passages import passages_of
    from ragtui_core.citations.quotations import Quotations
    from ragtui_core.citations.recheck import Rechecked, rechecked_as_json
    from ragtui_core.citations.saved_citations import read_citations, write_citation
    from ragtui_core.citations.verdict_wording import (
        citation_label,
        citation_name,
        citation_sentence,
        citation_sign,
        verdict_label,
        verdict_name,
        verdict_sentence,
        verdict_sign,
    )
    from ragtui_core.citations.verification import (
        compare_with_file,
        locate,
        with_whole_words,
    )

__all__ = [
    "Quotations",
    "Rechecked",
    "citation_label",
    "citation_name",
    "citation_sentence",
    "citation_sign",
    "compare_with_file",
    "escape_markdown",
    "locate",
    "passages_of",
    "plain",
    "read_citations",
    "rechecked_as_json",
    "verdict_label",
    "verdict_name",
    "verdict_sentence",
    "verdict_sign",
    "with_whole_words",
    "write_citation",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.citations.attribution_line": ("escape_markdown",),
        "ragtui_core.citations.normalization": ("plain",),
        "ragtui_core.citations.passages": ("passages_of",),
        "ragtui_core.citations.quotations": ("Quotations",),
        "ragtui_core.citations.recheck": ("Rechecked", "rechecked_as_json"),
        "ragtui_core.citations.saved_citations": ("read_citations", "write_citation"),
        "ragtui_core.citations.verdict_wording": (
            "citation_label",
            "citation_name",
            "citation_sentence",
            "citation_sign",
            "verdict_label",
            "verdict_name",
            "verdict_sentence",
            "verdict_sign",
        ),
        "ragtui_core.citations.verification": (
            "compare_with_file",
            "locate",
            "with_whole_words",
        ),
    },
)
