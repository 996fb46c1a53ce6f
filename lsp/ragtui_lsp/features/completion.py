"""Completion: notes and headings in links, tags, front matter, citation numbers."""

from lsprotocol import types

from ragtui_core import IndexMissing
from ragtui_core.links import Target
from ragtui_lsp.features.completion_context import Context, context_at
from ragtui_lsp.features.field_completion import key_items, value_items
from ragtui_lsp.features.hover_cards import markdown, note_card
from ragtui_lsp.features.link_completion import heading_items, note_items, path_items
from ragtui_lsp.features.tag_completion import number_items, tag_items
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

LIMIT = 60
"""Items of one response; the client requests more as the user types."""

ITEMS = {
    "note": note_items,
    "heading": heading_items,
    "path": path_items,
    "tag": tag_items,
    "key": key_items,
    "value": value_items,
    "number": number_items,
}
"""By kind of context."""


async def completion(
    ls: RagtuiServer, params: types.CompletionParams
) -> types.CompletionList | None:
    """Completions for the text being typed."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    context = context_at(text, text.offset(params.position))
    if context is None:
        return None
    locations = await ls.locations(uri)
    items = await ls.work(_items, context, text, locations)
    return (
        types.CompletionList(is_incomplete=len(items) >= LIMIT, items=items)
        if (context.kind != "note")
        else types.CompletionList(is_incomplete=True, items=items)
    )


async def resolve(ls: RagtuiServer, item: types.CompletionItem) -> types.CompletionItem:
    """The item with the card of its note."""
    match item.data:
        case {"uri": str(uri), "path": str(path), "headings": [*headings]} if all(
            isinstance(each, str) for each in headings
        ):
            locations = await ls.locations(uri)
            if path in await ls.work(locations.vault.documents.paths):
                card = await ls.work(
                    note_card, Target(path, tuple(headings)), locations
                )
                item.documentation = markdown(card)
    return item


def _items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    try:
        return ITEMS[context.kind](context, text, locations)[:LIMIT]
    except IndexMissing:
        return []  # There will be one soon; typing is not interrupted for it.
