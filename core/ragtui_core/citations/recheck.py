"""Rechecks saved citations: whether the files still contain their quotations."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.saved_citations import SavedCitation, read_citations
from ragtui_core.citations.surroundings import Surroundings
from ragtui_core.citations.verdicts import may_be_anywhere
from ragtui_core.citations.verification import Checked, held, locate_among
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Lines, Location, Span

Finder = Callable[[str], Iterable[str]]
"""Finds paths of documents that may contain a quotation."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A saved citation and its current verdict.

    Attributes:
        saved: The citation as saved in the text.
        place: Its span in that text, in characters.
        verdict: The current verdict.
        path: The file that contains it now; as saved if none does.
        span: The span in that file; None if not found.
        lines: The lines of that span.
        location: Its page, slide or section; None if the file is text.
    """

    saved: SavedCitation
    place: Span
    verdict: Verdict
    path: str
    span: Span | None = None
    lines: Lines | None = None
    location: Location | None = None


def recheck(
    text: str, read: Read, find: Finder, *, at: int | None = None
) -> list[Rechecked]:
    """Every saved citation of a text, in order.

    A quotation that moved within its file is verified at its new location. One that is
    in another file is `elsewhere`; one that was edited in the text is `altered`; one
    that is unchanged but no longer in any file is `stale`.

    Args:
        text: A saved answer or a note.
        read: Reads current documents.
        find: Finds files that may contain a moved quotation.
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
        if found.span is not None:
            return _found(saved, place, found.verdict, document, found.span)
        if found.verdict is Verdict.TOO_SHORT:
            return Rechecked(saved, place, Verdict.TOO_SHORT, saved.path)
    others = (path for path in find(saved.quote) if path != saved.path)
    moved = locate_among(saved.quote, _readable(others, read))
    if moved is None:
        return Rechecked(saved, place, absent, saved.path)
    return _found(saved, place, Verdict.ELSEWHERE, *moved)


def _in_place(saved: SavedCitation, document: Document) -> Checked:
    """The occurrence of the quotation nearest to its saved location."""
    lines = _span_of(saved.lines, document.text)
    near = lines.start if lines else 0
    beside = None
    if saved.surroundings:
        beside = Surroundings.of_digits(saved.surroundings)
        found = held(saved.quote, document, near, beside)
        if found.verdict is not Verdict.NORMALISED:
            return found
    # A short quotation is only accepted within its saved lines.
    within = lines if may_be_anywhere(saved.quote) else None
    return held(saved.quote, document, near, beside, within)


def _span_of(lines: Lines | None, text: str) -> Span | None:
    """The characters of the lines where the quotation was."""
    if lines is None:
        return None
    # As long as before, with one kind of line end.
    text = text.replace("\r\n", "\0\n").replace("\r", "\n") if "\r" in text else text
    parts = text.split("\n", lines.last)
    first = min(lines.first, len(parts)) - 1
    start = sum(map(len, parts[:first])) + first
    length = sum(map(len, parts[first : lines.last])) + lines.last - first
    return Span(start, min(len(text), start + length))


def _found(
    saved: SavedCitation, place: Span, verdict: Verdict, document: Document, span: Span
) -> Rechecked:
    lines = LineIndex(document.text).lines(span)
    location = document.location(span.start)
    return Rechecked(saved, place, verdict, document.path, span, lines, location)


def _readable(paths: Iterable[str], read: Read) -> Iterable[Document]:
    for path in paths:
        try:
            yield read(path)
        except RagtuiError:
            continue  # an unreadable file is no candidate
