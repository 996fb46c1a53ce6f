"""Hover: what a citation is worth now, where a link leads, which notes have a tag."""

from lsprotocol import types

from ragtui_core.answer.attributions import escaped
from ragtui_core.answer.rechecking import Rechecked
from ragtui_core.model import Span
from ragtui_core.untrusted import sanitize
from ragtui_lsp.features.cards import markdown, note_card, shown, tag_card
from ragtui_lsp.features.citations import citation_at
from ragtui_lsp.features.links import leads_to, link_at, tag_at
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.wording import verdict_sentence


async def hover(ls: RagtuiServer, params: types.HoverParams) -> types.Hover | None:
    """A card about what stands at a position."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    places = await ls.places(uri)
    return await ls.work(_hover, text, params.position, places)


def _hover(
    text: PositionedText, position: types.Position, places: Places
) -> types.Hover | None:
    if checked := citation_at(text, position, places):
        return _shown(_citation(checked, places), checked.place, text)
    offset = text.offset(position)
    if link := link_at(text.text, offset):
        target = leads_to(link, places)
        return _shown(note_card(target, places), link.span, text) if target else None
    if tag := tag_at(text.text, offset):
        return _shown(tag_card(tag.name, places), tag.span, text)
    return None


def _shown(card: str, span: Span, text: PositionedText) -> types.Hover:
    content = markdown(card)
    return types.Hover(content, text.range(span))


def _citation(checked: Rechecked, places: Places) -> str:
    """The quotation, its verdict, and the source: file, headings, lines."""
    mark = "✓" if checked.verdict.verified else "✗"
    quote = shown(sanitize(checked.saved.quote))
    lines = [f"{mark} {verdict_sentence(checked)}", ""]
    lines += [f"> {line}" for line in quote.splitlines()]
    source = f"[{escaped(checked.path)}]({places.uri(checked.path)})"
    headings = " › ".join(map(escaped, checked.saved.heading_path))
    likeness = places.vault.quotations.likeness(checked, places.unsaved)
    parts = [source, headings, _lines(checked), f"score {likeness:.2f}"]
    return "\n".join([*lines, "", " · ".join(part for part in parts if part)])


def _lines(checked: Rechecked) -> str:
    lines = checked.lines or checked.saved.lines
    if lines is None:
        return ""
    if lines.first == lines.last:
        return f"line {lines.first}"
    return f"lines {lines.first}–{lines.last}"
