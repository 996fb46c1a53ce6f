"""Checks saved citations again: whether the files still hold their quotations."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ragtui_core.answer.citations import locate, locate_among
from ragtui_core.answer.events import Verdict
from ragtui_core.answer.files_now import Read
from ragtui_core.answer.saved_citations import SavedCitation, read_citations
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.model import Document, Lines, Span
from ragtui_core.sources.lines import LineCounter

Finder = Callable[[str], Iterable[str]]
"""Paths of documents that may hold a quotation."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A saved citation and what it is worth now.

    Attributes:
        saved: As it stands in the text.
        place: Where it stands there, in characters.
        verdict: What the file says.
        path: The file that holds it now; as saved if none does.
        span: Where in that file; None if nowhere.
        lines: The same in lines.
    """

    saved: SavedCitation
    place: Span
    verdict: Verdict
    path: str
    span: Span | None = None
    lines: Lines | None = None


def recheck(
    text: str, read: Read, find: Finder, *, at: int | None = None
) -> list[Rechecked]:
    """Every saved citation of a text, in order.

    A quotation that moved within its file is verified where it stands now. One that
    another file holds is `elsewhere`; one that was changed in the text is `altered`;
    one that is as it was saved, and in no file any more, is `stale`.

    Args:
        text: A saved answer or a note.
        read: Reads a document as it is now.
        find: Looks for files that may have taken a quotation over.
        at: Only the citation at this character is checked.
    """
    return [
        _recheck(saved, place, read, find)
        for saved, place in read_citations(text)
        if at is None or place.start <= at <= place.end
    ]


def _recheck(saved: SavedCitation, place: Span, read: Read, find: Finder) -> Rechecked:
    if not saved.intact:
        return Rechecked(saved, place, Verdict.ALTERED, saved.path)
    absent = Verdict.STALE
    try:
        document = read(saved.path)
    except DocumentNotFound:
        absent = Verdict.FILE_MISSING
    else:
        found = _in_place(saved, document)
        if found is not None:
            verdict, span = found
            return _found(saved, place, verdict, document, span)
    others = (path for path in find(saved.quote) if path != saved.path)
    moved = locate_among(saved.quote, _readable(others, read))
    if moved is None:
        return Rechecked(saved, place, absent, saved.path)
    return _found(saved, place, Verdict.ELSEWHERE, *moved)


def _in_place(saved: SavedCitation, document: Document) -> tuple[Verdict, Span] | None:
    """Where the document holds the quotation, nearest to where it was."""
    near = _start_of(saved.lines, document.text)
    start = document.text.find(saved.quote, near)
    if start < 0:
        start = document.text.find(saved.quote)
    if start >= 0:
        return Verdict.EXACT, Span(start, start + len(saved.quote))
    found = locate(saved.quote, document, near)
    return (found.verdict, found.span) if found.span is not None else None


def _start_of(lines: Lines | None, text: str) -> int:
    """The first character of the line where the quotation was, or of the text."""
    if lines is None:
        return 0
    before = text.splitlines(keepends=True)[: lines.first - 1]
    return sum(map(len, before))


def _found(
    saved: SavedCitation, place: Span, verdict: Verdict, document: Document, span: Span
) -> Rechecked:
    lines = LineCounter(document.text).lines(span)
    return Rechecked(saved, place, verdict, document.path, span, lines)


def _readable(paths: Iterable[str], read: Read) -> Iterable[Document]:
    for path in paths:
        try:
            yield read(path)
        except RagtuiError:
            continue  # it cannot hold the quotation, then
