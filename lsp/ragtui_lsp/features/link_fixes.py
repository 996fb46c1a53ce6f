"""Quick fixes of broken links: the nearest notes or headings, or no link."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

from lsprotocol import types

from ragtui_core.documents import Link, LinkKind, headings_of
from ragtui_core.links import Target
from ragtui_lsp.edits import Fix
from ragtui_lsp.features.hover_cards import document_now
from ragtui_lsp.features.link_text import link_to
from ragtui_lsp.features.links import leads_to, link_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

NEAREST = 3
"""Notes or headings that are proposed."""


def link_fixes(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> list[Fix]:
    """The quick fixes of a broken link; blocks."""
    link = link_at(text.text, text.offset(position))
    if link is None:
        return []
    note = leads_to(replace(link, heading=""), locations) if link.heading else None
    found = (
        _headings(link, note, text, locations)
        if note
        else _notes(link, text, locations)
    )
    label = link.label or link.target or link.heading
    removed = types.TextEdit(text.range(link.span), label)
    return [*found, ("Remove the link, keep its words", removed)]


def _notes(
    link: Link, text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    for path in locations.vault.links.nearest_notes(link.target, NEAREST):
        target = link_to(path, link.kind, text.text, link.target_span, locations)
        heading = f"#{link.heading}" if link.heading else ""
        edit = types.TextEdit(text.range(link.target_span), target + heading)
        yield f"Link to {path}", edit


def _headings(
    link: Link, note: Target, text: PositionedText, locations: LocationMapper
) -> Iterator[Fix]:
    from rapidfuzz import process

    document = document_now(note.path, locations)
    headings = (
        [each.heading_path[-1] for each in headings_of(document)] if (document) else []
    )
    written, _, _ = link.target_span.of(text.text).partition("#")
    for heading, _, _ in process.extract(link.heading, headings, limit=NEAREST):
        shown = heading if link.kind is LinkKind.WIKI else quote(heading)
        edit = types.TextEdit(text.range(link.target_span), f"{written}#{shown}")
        yield f"Link to the heading {heading}", edit
