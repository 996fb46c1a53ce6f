"""Completion: wiki links, and numbers of citations."""

from functools import partial
from itertools import islice

from lsprotocol import types

from ragtui_core import IndexMissing
from ragtui_core.links import Target
from ragtui_lsp.features.completion_context import Context, context_at
from ragtui_lsp.features.completion_offers import (
    FINDERS,
    LIMIT,
    Find,
)
from ragtui_lsp.features.hover import markup, note_card
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer


async def completion(
    ls: RagtuiServer, params: types.CompletionParams
) -> types.CompletionList | None:
    """Completions for the text being typed."""
    uri = params.text_document.uri
    text = await ls.text(uri)
    offset, ahead = text.offset(params.position), _replaces_ahead(ls)
    context = await ls.work(partial(context_at, text, offset, ahead=ahead))
    if context is None:
        return None
    locations = await ls.locations(uri)
    if locations.path is None and context.kind != "number":
        return None  # A file of no vault links to none.
    items = await ls.work(_items, FINDERS[context.kind], context, text, locations)
    # Notes the server filters: the client asks again for each letter.
    is_incomplete = context.kind == "note" or len(items) >= LIMIT
    return types.CompletionList(is_incomplete=is_incomplete, items=items)


def _replaces_ahead(ls: RagtuiServer) -> bool:
    """Whether the client replaces text after the cursor.

    Some insert at the cursor, whatever the range (Neovim 0.11 without a plug-in);
    those that tell inserting from replacing do not.
    """
    able = _item_abilities(ls)
    return bool(able and able.insert_replace_support)


def _item_abilities(ls: RagtuiServer) -> types.ClientCompletionItemOptions | None:
    """What the client can do with an item."""
    document = ls.client_capabilities.text_document
    completion = document.completion if document else None
    return completion.completion_item if completion else None


async def resolve(ls: RagtuiServer, item: types.CompletionItem) -> types.CompletionItem:
    """The item with the card of its note."""
    match item.data:
        case {"uri": str(uri), "path": str(path), "headings": [*headings]} if all(
            isinstance(heading, str) for heading in headings
        ):
            locations = await ls.locations(uri)
            if path in await ls.work(locations.vault.documents.paths):
                card = await ls.work(
                    note_card, Target(path, tuple(headings)), locations
                )
                able = _item_abilities(ls)
                formats = able.documentation_format if able else None
                item.documentation = markup(card, formats)
    return item


def _items(
    find: Find, context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """At most LIMIT items, in the order in which they are found."""
    edited = text.range(context.span)
    try:
        return [
            _item(order, item, edited, context.close)
            for order, item in enumerate(
                islice(find(context, text.text, locations), LIMIT)
            )
        ]
    except IndexMissing:
        return []  # There will be one soon; typing is not interrupted for it.


def _item(
    order: int, item: types.CompletionItem, edited: types.Range, close: str
) -> types.CompletionItem:
    written = item.insert_text or item.label
    item.insert_text = None
    item.filter_text = item.filter_text or item.label
    item.sort_text = f"{order:04}"
    item.text_edit = types.TextEdit(edited, written + close)
    return item
