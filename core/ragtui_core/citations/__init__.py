"""Quotations and their files: locate, verify, save, recheck. Needs no provider."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.citations.attribution_line import escape_markdown
    from ragtui_core.citations.recheck import Rechecked
    from ragtui_core.citations.saved_citations import read_citations, write_citation
    from ragtui_core.citations.verdict_wording import (
        verdict_label,
        verdict_name,
        verdict_sentence,
        verdict_sign,
    )
    from ragtui_core.citations.verification import compare_with_file

__all__ = [
    "Rechecked",
    "compare_with_file",
    "escape_markdown",
    "read_citations",
    "verdict_label",
    "verdict_name",
    "verdict_sentence",
    "verdict_sign",
    "write_citation",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.citations.attribution_line": ("escape_markdown",),
        "ragtui_core.citations.verification": ("compare_with_file",),
        "ragtui_core.citations.recheck": ("Rechecked",),
        "ragtui_core.citations.saved_citations": (
            "read_citations",
            "write_citation",
        ),
        "ragtui_core.citations.verdict_wording": (
            "verdict_label",
            "verdict_name",
            "verdict_sentence",
            "verdict_sign",
        ),
    },
)
