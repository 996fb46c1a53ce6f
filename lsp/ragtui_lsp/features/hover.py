"""Hover: the current verdict of a citation, a link's target, a tag's notes."""

from lsprotocol import types

from ragtui_core import Span
from ragtui_core.citations import Rechecked, escape_markdown
from ragtui_core.text import sanitize
from ragtui_lsp.features.citations import citation_at
from ragtui_lsp.features.hover_cards import (
    displayed_name,
    markdown,
    note_card,
    tag_card,
)
from ragtui_lsp.features.links import leads_to, link_at, tag_at
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.messages import verdict_sentence
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer


async def hover(ls: RagtuiServer, params: types.HoverParams) -> types.Hover | None:
    """A card for the citation, link or tag at a position."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    locations = await ls.locations(uri)
    return await ls.work(_hover, text, params.position, locations)


def _hover(
    text: PositionedText, position: types.Position, locations: LocationMapper
) -> types.Hover | None:
    if checked := citation_at(text, position, locations):
        return _shown(_citation(checked, locations), checked.place, text)
    offset = text.offset(position)
    if link := link_at(text.text, offset):
        target = leads_to(link, locations)
        return _shown(note_card(target, locations), link.span, text) if target else None
    if tag := tag_at(text.text, offset):
        return _shown(tag_card(tag.name, locations), tag.span, text)
    return None


def _shown(card: str, span: Span, text: PositionedText) -> types.Hover:
    content = markdown(card)
    return types.Hover(content, text.range(span))


def _citation(checked: Rechecked, locations: LocationMapper) -> str:
    """The quotation, its verdict, and the source: file, headings, lines."""
    mark = "✓" if checked.verdict.verified else "✗"
    quote = displayed_name(sanitize(checked.saved.quote))
    lines = [f"{mark} {verdict_sentence(checked)}", ""]
    lines += [f"> {line}" for line in quote.splitlines()]
    source = f"[{escape_markdown(checked.path)}]({locations.uri(checked.path)})"
    headings = " › ".join(map(escape_markdown, checked.saved.heading_path))
    similarity = locations.vault.quotations.similarity(checked, locations.unsaved)
    parts = [source, headings, _lines(checked), f"score {similarity:.2f}"]
    return "\n".join([*lines, "", " · ".join(part for part in parts if part)])


def _lines(checked: Rechecked) -> str:
    lines = checked.lines or checked.saved.lines
    if lines is None:
        return ""
    if lines.first == lines.last:
        return f"line {lines.first}"
    return f"lines {lines.first}–{lines.last}"
