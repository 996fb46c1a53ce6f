"""Checks quotations of a text, saved or not: whether the files contain them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.placement import (
    DIGITS,
    changes_since,
    is_same_sentence,
    placement,
)
from ragtui_core.citations.comparing.verification import (
    Located,
    judge,
    locate,
    may_be_anywhere,
    occurrence_of,
)
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.quoting.quoted_text import QuotedText
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.citations.shown.quotation_rule import Quoted
from ragtui_core.citations.shown_passage import ShownPassage, passage_at
from ragtui_core.citations.verdict_wording import EDITED_QUOTATION, verdict_sentence
from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.text.line_index import LineIndex, span_of_lines
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Document, Lines, Location, Span

RENEWAL = "saved by an earlier version, cite it again"
"""What is said of a citation whose digests are those of versions 0.1 and 0.2."""

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
        _recheck(saved, written_at, read, find)
        for saved, written_at in read_citations(text)
        if at is None or written_at.start <= at <= written_at.end
    ]


def _recheck(
    saved: SavedCitation, written_at: Span, read: Read, find: Finder
) -> Rechecked:
    if not saved.intact:
        return Rechecked(saved, written_at, Verdict.ALTERED, saved.path)
    absent = Verdict.STALE
    try:
        document = read(saved.path)
    except DocumentNotFound:
        absent = Verdict.FILE_MISSING
    else:
        checked = _in_place(saved, document)
        if checked.span is not None:
            return _rechecked_at(
                saved, written_at, checked.verdict, document, checked.span
            )
        if checked.verdict is Verdict.TOO_SHORT:
            return Rechecked(saved, written_at, Verdict.TOO_SHORT, saved.path)
        if not document.is_here:
            return Rechecked(saved, written_at, Verdict.FILE_NOT_HERE, saved.path)
    others = (path for path in find(saved.quote) if path != saved.path)
    other = _document_with(saved, _readable(others, read))
    if other is None:
        return Rechecked(saved, written_at, absent, saved.path)
    is_stale = absent is Verdict.STALE
    changed = f"{saved.path} no longer contains it" if is_stale else ""
    elsewhere = _rechecked_at(saved, written_at, Verdict.ELSEWHERE, *other)
    return replace(elsewhere, change=changed)


def _document_with(
    saved: SavedCitation, documents: Iterable[Document]
) -> tuple[Document, Span] | None:
    """The document that has a quotation in the same context, else the first with it.

    With the span of the quotation.
    """
    first: tuple[Document, Span] | None = None
    for document in documents:
        checked = locate(saved.quote, document, saved=saved)
        span = checked.span or locate(saved.quote, document).span
        if span and checked.verdict.verified:
            return document, span
        if span and not first:
            first = document, span
    return first


def check_quote(quoted: QuotedText, read: Read, find: Finder) -> Rechecked:
    """The verdict on a quotation that was not saved as a citation."""
    quote = quoted.quote
    digest = quotation_digest(quote)
    saved = SavedCitation(None, quoted.source, (), quoted.lines, quote, digest)
    absent = Rechecked(saved, quoted.span, Verdict.MISSING, quoted.source)
    if quoted.source:
        try:
            document = read(quoted.source)
        except DocumentNotFound:
            absent = replace(absent, verdict=Verdict.FILE_MISSING)
        else:
            lines = quoted.lines
            near = span_of_lines(lines, document.text).start if lines else 0
            checked = judge(Quoted(quoted.blocks), document, near)
            if checked.span is not None:
                return _rechecked_at(
                    saved, quoted.span, checked.verdict, document, checked.span
                )
            verdict = checked.verdict.about(document)
            absent = replace(absent, verdict=verdict, path=document.path)
            if checked.verdict is Verdict.TOO_SHORT or not document.is_here:
                return absent
    return _elsewhere(absent, quoted, read, find)


def _elsewhere(
    absent: Rechecked, quoted: QuotedText, read: Read, find: Finder
) -> Rechecked:
    """A quotation that is not where it should be, in another document if any has it.

    Without a source, its verdict is that of the first document that has it, else of one
    with a similar text.
    """
    saved, named = absent.saved, bool(absent.saved.path)
    for document in _readable(find(saved.quote), read):
        checked = judge(Quoted(quoted.blocks), document)
        if checked.span is not None:
            verdict = Verdict.ELSEWHERE if named else checked.verdict
            return _rechecked_at(
                saved, absent.written_at, verdict, document, checked.span
            )
        if checked.verdict is Verdict.ALTERED and not absent.path:
            verdict = Verdict.ALTERED.about(document)
            absent = replace(absent, verdict=verdict, path=document.path)
    return absent


def _in_place(saved: SavedCitation, document: Document) -> Located:
    """The occurrence of the quotation nearest to its saved location."""
    lines = span_of_lines(saved.lines, document.text) if saved.lines else None
    near = lines.start if lines else 0
    is_short = may_be_anywhere(saved.quote)
    if saved.surroundings or not is_short:
        checked = occurrence_of(saved.quote, document, near, saved)
        if not (is_short and checked.verdict in _DOUBTFUL):
            return checked
    return occurrence_of(saved.quote, document, near, saved, lines)


def _around(saved: SavedCitation, document: Document, span: Span) -> str:
    """A change of the surroundings that the saved lines do not show, in words."""
    now = placement(document, span)
    if not is_same_sentence(saved, document, span):
        words = span.of(document.text)
        return f"its sentence is now: {now.before} {words} {now.after}"
    if now.headers:
        return f"the mail's headers changed: {', '.join(now.headers)} now"
    return f"the text around it changed, or its kind: {now.kind or 'none'} now"


_DOUBTFUL = {Verdict.NORMALISED, Verdict.CONTEXT_CHANGED}
"""Verdicts that a short quotation has only within its saved lines."""


def _rechecked_at(
    saved: SavedCitation,
    written_at: Span,
    verdict: Verdict,
    document: Document,
    span: Span,
) -> Rechecked:
    lines = LineIndex(document.text).lines(span)
    location = document.location(span.start)
    verdict, change = verdict.about(document), ""
    if verdict is Verdict.CONTEXT_CHANGED:
        change = changes_since(saved, document, span) or _around(saved, document, span)
    elif verdict.verified and 0 < len(saved.surroundings) < 2 * DIGITS:
        change = RENEWAL
    return Rechecked(
        saved,
        written_at,
        verdict,
        document.path,
        span,
        lines,
        location,
        change,
        passage_at(document, span),
    )


def _readable(paths: Iterable[str], read: Read) -> Iterable[Document]:
    for path in paths:
        try:
            yield read(path)
        except RagtuiError:
            continue  # an unreadable file is not a candidate
