"""Checks quotations of a text, saved or not: whether the files contain them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.placement import DIGITS
from ragtui_core.citations.comparing.verification import Located, judge, locate
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.quoting.quoted_text import QuotedText
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.citations.shown_passage import ShownPassage, passage_at
from ragtui_core.citations.verdict_wording import EDITED_QUOTATION, verdict_sentence
from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.text.line_index import LineIndex, span_of_lines
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Document, Lines, Location, Span

RENEWAL = "saved by an earlier version, cite it again"
"""What is said of a citation whose digests are those of version 0.2."""

Finder = Callable[[str], Iterable[str]]
"""Finds paths of documents that may contain a quotation."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A quotation of a text and its current verdict.

    Attributes:
        saved: The citation as saved in the text; without headings and surroundings, and
            perhaps without a path, if it was not saved by ragtui.
        written_at: Its span in that text, in characters.
        verdict: The current verdict.
        path: The file that contains it now; as saved if none does.
        span: The span in that file; None if not found.
        lines: The lines of that span.
        location: Its page, slide or section; None if the file is text.
        passage: The sentence that has it now, and what that belongs to, if found.
        change: What changed around it if that is the verdict, such as `found under
            another heading: Curlew`; of one that is elsewhere, that the cited file is
            still there and no longer contains it.
    """

    saved: SavedCitation
    written_at: Span
    verdict: Verdict
    path: str
    span: Span | None = None
    lines: Lines | None = None
    location: Location | None = None
    change: str = ""
    passage: ShownPassage | None = None

    @property
    def sentence(self) -> str:
        """The verdict as a sentence for users."""
        if not self.saved.intact:
            return EDITED_QUOTATION
        if self.change and self.verdict is Verdict.CONTEXT_CHANGED:
            return f"Context changed: {sanitize(self.change, one_line=True)}."
        sentence = verdict_sentence(self.verdict, self.path)
        changed = sanitize(self.change, one_line=True)
        return f"{sentence[:-1]}; {changed}." if changed else sentence


def rechecked_as_json(each: Rechecked) -> dict[str, Any]:
    """One citation of `ragtui verify --json`."""
    lines, span = each.lines, each.span
    return {
        "number": each.saved.number,
        "saved_path": each.saved.path,
        "path": each.path,
        "span": [span.start, span.end] if span else None,
        "lines": [lines.first, lines.last] if lines else None,
        "location": each.location.as_json() if each.location else None,
        "quote": each.saved.quote,
        "verdict": each.verdict.value,
        "change": each.change or None,
        "passage": each.passage._asdict() if each.passage else None,
    }


def recheck(
    text: str, read: Read, find: Finder, *, at: int | None = None
) -> list[Rechecked]:
    """Every saved citation of a text, in order.

    A quotation that moved within its file is verified at its new location, unless its
    heading, list or column is another: then it is `context_changed`. One that is in
    another file is `elsewhere`; one that was edited in the text is `altered`; one that
    is unchanged but no longer in any file is `stale`. `find` finds files that may
    contain a moved quotation, without that of the text. Only the citation `at` a
    character is checked, if one is given.
    """
    return [
        _rechecked(saved, written_at, partial(_occurrence, saved), read, find)
        if saved.intact
        else Rechecked(saved, written_at, Verdict.ALTERED, saved.path)
        for saved, written_at in read_citations(text)
        if at is None or written_at.start <= at <= written_at.end
    ]


def check_quote(quoted: QuotedText, read: Read, find: Finder) -> Rechecked:
    """The verdict on a quotation that was not saved as a citation."""
    digest = quotation_digest(quoted.quote)
    saved = SavedCitation(None, quoted.source, (), quoted.lines, quoted.quote, digest)

    def compare(document: Document) -> Located:
        near = _near(saved, document)
        located = [judge(form, document, near) for form in quoted.forms]
        return next((each for each in located if each.span), located[0])

    return _rechecked(saved, quoted.span, compare, read, find)


def _occurrence(saved: SavedCitation, document: Document) -> Located:
    """Where a saved quotation is; STALE if it is nowhere."""
    located = locate(saved.quote, document, _near(saved, document), saved)
    is_gone = located.verdict in {Verdict.ALTERED, Verdict.MISSING}
    return Located(Verdict.STALE) if is_gone else located


def _near(saved: SavedCitation, document: Document) -> int:
    """Where the saved lines begin."""
    text, shifts = document.text, document.shifts
    return span_of_lines(saved.lines, text, shifts).start if saved.lines else 0


def _rechecked(
    saved: SavedCitation,
    written_at: Span,
    compare: Callable[[Document], Located],
    read: Read,
    find: Finder,
) -> Rechecked:
    """The verdict on a quotation in its file, else in another one that has it."""
    result = Rechecked(saved, written_at, Verdict.MISSING, saved.path)
    if saved.path:
        try:
            document = read(saved.path)
        except DocumentNotFound:
            result = replace(result, verdict=Verdict.FILE_MISSING)
        else:
            result = _at(result, document, compare(document))
    if result.span or result.verdict in {Verdict.TOO_SHORT, Verdict.FILE_NOT_HERE}:
        return result
    paths = (path for path in find(saved.quote) if path != saved.path)
    return _elsewhere(result, compare, _readable(paths, read))


def _elsewhere(
    absent: Rechecked,
    compare: Callable[[Document], Located],
    documents: Iterable[Document],
) -> Rechecked:
    """A quotation that its file lacks, in the first document in which it is verified.

    Else in the first with it; else, without a path, in the first with similar words.
    """
    named, found = absent.saved.path, absent
    for document in documents:
        located = compare(document)
        if located.span is not None and (located.verdict.verified or not found.span):
            found = _at(absent, document, located)
        if located.verdict.verified:
            break
        if located.verdict is Verdict.ALTERED and not (named or found.path):
            found = _at(found, document, located)
    file = found.path.partition(PART_SEPARATOR)[0]
    is_part = file != found.path and f"/{file}".endswith(f"/{named}")
    if is_part or not (named and found.span):
        return found
    is_stale = absent.verdict is Verdict.STALE
    change = f"{named} no longer contains it" if is_stale else ""
    is_here = found.verdict is not Verdict.FILE_NOT_HERE
    verdict = Verdict.ELSEWHERE if is_here else found.verdict
    return replace(found, verdict=verdict, change=change)


def _at(result: Rechecked, document: Document, located: Located) -> Rechecked:
    """The result with what was found in a document."""
    span, verdict = located.span, located.verdict.about(document)
    result = replace(result, verdict=verdict, path=document.path)
    if span is None:
        return result
    is_old = 0 < len(result.saved.surroundings) < 2 * DIGITS
    return replace(
        result,
        span=span,
        lines=LineIndex(document.text, document.shifts).lines(span),
        location=document.location(span.start),
        change=RENEWAL if verdict.verified and is_old else located.change,
        passage=passage_at(document, span),
    )


def _readable(paths: Iterable[str], read: Read) -> Iterator[Document]:
    for path in paths:
        with suppress(RagtuiError):  # an unreadable file is not a candidate
            yield read(path)
