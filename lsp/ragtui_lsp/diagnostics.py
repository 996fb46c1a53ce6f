"""Diagnostics of a note: unverified citations, front matter, broken links."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lsprotocol import types

from ragtui_core import RagtuiError, Span
from ragtui_core.citations import Rechecked
from ragtui_core.documents import Link
from ragtui_core.text import sanitize
from ragtui_lsp.features.links import is_file, leads_to, links_in
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.messages import sentence_of
from ragtui_lsp.position_codec import PositionedText

SOURCE = "ragtui"
CITATION = "citation"
LINK = "link"
FRONT_MATTER = "front-matter"

_LINE = re.compile(r"front matter, line (\d+)")


def diagnostics_of(
    text: PositionedText, locations: LocationMapper
) -> list[types.Diagnostic]:
    """All diagnostics of a note of the vault, in order; blocks."""
    citations = locations.vault.quotations.verify(text.text, unsaved=locations.unsaved)
    quoted = [checked.place for checked in citations]
    found = [
        *(_citation(each, text) for each in citations if not each.verdict.verified),
        *_links(text, quoted, locations),
        *_front_matter(text, locations),
    ]
    return sorted(found, key=lambda each: each.range.start.line)


def _citation(checked: Rechecked, text: PositionedText) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range(checked.place),
        message=sentence_of(checked),
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
        code=f"{CITATION}-{checked.verdict.value}",
    )


def _links(
    text: PositionedText, quoted: Sequence[Span], locations: LocationMapper
) -> Iterator[types.Diagnostic]:
    """Broken links; those within citations are checked as citations."""
    if not locations.vault.is_indexed():
        return
    for link in links_in(text.text):
        if any(place.start <= link.span.start < place.end for place in quoted):
            continue
        if leads_to(link, locations) is None and not is_file(link, locations):
            yield _link(link, text, locations)


def _link(
    link: Link, text: PositionedText, locations: LocationMapper
) -> types.Diagnostic:
    note = leads_to(replace(link, heading=""), locations) if link.heading else None
    what = f"{note.path} has no heading" if note else "There is no note"
    return types.Diagnostic(
        range=text.range(link.target_span),
        message=f"{what} {sanitize(link.heading if note else link.target)!r}.",
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
        code=f"{LINK}-heading" if note else f"{LINK}-note",
    )


def _front_matter(
    text: PositionedText, locations: LocationMapper
) -> Iterator[types.Diagnostic]:
    try:
        document = locations.vault.documents.parse(locations.path or "", text.text)
    except RagtuiError:
        return  # An empty note has no diagnostics.
    for problem in document.problems:
        if document.front_matter and problem.startswith("front matter"):
            yield types.Diagnostic(
                range=_where(problem, document.front_matter, text),
                message=sanitize(problem, one_line=True),
                severity=types.DiagnosticSeverity.Warning,
                source=SOURCE,
                code=FRONT_MATTER,
            )


def _where(problem: str, block: Span, text: PositionedText) -> types.Range:
    """The line that a problem names, or the first one of the front matter."""
    named = _LINE.match(problem)
    first = text.position(block.start).line
    number = first + (int(named[1]) - 1 if named else 0)
    start = text.line_start(number)
    line = text.line(number) if number < text.line_count else ""
    return text.range(Span(start, start + len(line)))
