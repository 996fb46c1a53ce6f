"""Compares the citation of an answer once more with its file."""

from collections.abc import Callable
from dataclasses import replace

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.surroundings import Surroundings
from ragtui_core.citations.verification import cite
from ragtui_core.errors import DocumentNotFound, UnreadableFile
from ragtui_core.types import Document, Span


def compare_with_file(citation: Citation, read: Callable[[str], Document]) -> Citation:
    """A citation compared anew with its file, which may have changed since.

    Args:
        citation: Of an answer.
        read: Reads documents as they are now.
    """
    try:
        document = read(citation.path)
    except DocumentNotFound:
        return replace(citation, verdict=Verdict.FILE_MISSING, span=Span(0, 0))
    except UnreadableFile:
        return replace(citation, verdict=Verdict.STALE, span=Span(0, 0))
    if not len(citation.span):
        return citation
    was_there = citation.verdict.verified
    beside = citation.surroundings
    now = cite(
        citation.number,
        citation.quote,
        citation.span,
        citation.heading_path,
        document,
        changed=was_there,
        saved=Surroundings.of_digits(beside) if was_there and beside else None,
    )
    # What never was where the answer said does not get there by looking again.
    return now if was_there else replace(now, verdict=citation.verdict)
