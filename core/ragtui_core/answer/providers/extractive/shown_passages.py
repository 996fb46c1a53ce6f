"""Passages and notes as an extractive answer shows them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ragtui_core.answer.passages.passage_scores import ScoredPassage
from ragtui_core.answer.remarks.citation_remarks import state_remark
from ragtui_core.answer_events import AnswerEvent, Caption, Mark, Remark, Text
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.saving.attribution_line import escape_markdown
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown_passage import above_of
from ragtui_core.citations.verdict_wording import remark_on
from ragtui_core.search_results import Hit
from ragtui_core.text.document_dates import shown_dates
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import LOCATION_SEPARATOR, Span

MAX_NAMED = 200
"""Notes of a list that are named by date and path."""


def distinct(scored: Iterable[ScoredPassage]) -> Iterator[ScoredPassage]:
    """The passages that are not quoted with one before."""
    quoted: dict[str, list[Span]] = {}
    for passage in scored:
        candidate = passage.candidate
        spans = quoted.setdefault(candidate.document.path, [])
        if not any(candidate.shown.overlaps(span) for span in spans):
            spans.append(candidate.shown)
            yield passage


def by_file(best: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """The passages in the order in which they are shown: those of a file together."""
    first: dict[str, int] = {}
    for scored in best:
        first.setdefault(scored.candidate.document.path, len(first))
    return sorted(best, key=lambda scored: first[scored.candidate.document.path])


def quoted_passages(
    best: Sequence[ScoredPassage], first: int = 1
) -> Iterator[AnswerEvent]:
    """The passages under the names of their files, each with its citation.

    Above each is what is displayed above it in its file, unless it was written. The
    citations are numbered from `first` on.
    """
    path, written = "", tuple[str, ...]()
    for number, scored in enumerate(best, first):
        candidate = scored.candidate
        document = candidate.document
        if document.path != path:
            path, written = document.path, ()
            day = shown_dates(document.fields)
            shown = f" ({day})" if day else ""
            yield Caption(f"**{sanitize(path, one_line=True)}**{shown}\n\n")
        quote, span = _without_borders(candidate.shown, document.text)
        headings = candidate.passage.heading_path
        citation = cite(number, quote, span, headings, document)
        file = quotable(document)
        shown = file.text_of(file.places_in(citation.span))
        citation = replace(citation, quoted=True, shown=shown)
        above = above_of(citation)
        if above and above != written:
            shown = LOCATION_SEPARATOR.join(map(escape_markdown, above))
            yield Caption(f"{shown}\n\n")
        written = above
        lines = sanitize(citation.quote).splitlines()
        yield Text("\n".join(f"> {line}" for line in lines))
        yield Mark(f" [{number}]")
        if words := remark_on(citation):
            yield Remark(f" [{words}]")
        if candidate.state:
            yield state_remark(candidate.state)
        yield Text("\n\n")
        yield citation


def _without_borders(span: Span, text: str) -> tuple[str, Span]:
    """A table's row without its first and last `|`; any other passage as it is."""
    quote = span.of(text)
    if "\n" in quote or not (quote.startswith("|") and quote.endswith("|")):
        return quote, span
    cells = quote.rstrip("| ")
    start = len(cells) - len(cells := cells.lstrip("| "))
    if not cells:
        return quote, span
    begin = span.start + start
    return cells, Span(begin, begin + len(cells))


def named_notes(hits: Sequence[Hit]) -> Iterator[AnswerEvent]:
    """A list of notes by date and path."""
    for hit in hits[:MAX_NAMED]:
        yield Text(f"- {hit.fields.date} {sanitize(hit.path, one_line=True)}\n")
    if more := len(hits) - MAX_NAMED:
        yield Text(f"- and {more} more\n" if more > 0 else "")
