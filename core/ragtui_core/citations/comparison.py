"""Compares a citation of an answer with its file again."""

from collections.abc import Callable
from dataclasses import replace

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.surroundings import Surroundings
from ragtui_core.citations.verification import cite
from ragtui_core.errors import DocumentNotFound, UnreadableFile
from ragtui_core.types import Document, Span


def compare_with_file(citation: Citation, read: Callable[[str], Document]) -> Citation:
    """A citation compared again with its file, which may have changed since.

    Args:
        citation: A citation of an answer.
        read: Reads current documents.
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
    # A citation that was wrong in the answer remains wrong.
    return now if was_there else replace(now, verdict=citation.verdict)
