"""Completion: links, tags, front matter, footnotes, numbers of citations."""

from collections.abc import Callable
from functools import partial

from lsprotocol import types

from ragtui_core import IndexMissing
from ragtui_core.citations import read_citations
from ragtui_core.documents import FIELD_KEYS
from ragtui_core.links import Target
from ragtui_core.text import counted, folded, sanitize
from ragtui_lsp.features.completion_context import Context, context_at
from ragtui_lsp.features.footnote_references import footnote_items
from ragtui_lsp.features.hover import markdown, note_card
from ragtui_lsp.features.link_completion import (
    LIMIT,
    anchor_items,
    heading_items,
    may_describe,
    note_items,
    notes_about,
    path_items,
)
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

VALUED = {
    "tags": "tag",
    "company": "company",
    "category": "category",
    "status": "status",
}
"""The fields whose values are worth completing, by their names in the graph."""


def key_items(
    context: Context, text: PositionedText, _: LocationMapper
) -> list[types.CompletionItem]:
    """Keys: the field's own name first, then the others that fill it."""
    written = folded(text.text[: text.text.find("\n---", 3)])
    return [
        types.CompletionItem(
            label=key,
            detail=field if key != field else "",
            kind=types.CompletionItemKind.Field,
            sort_text=f"{order}{key}",
            text_edit=types.TextEdit(text.range(context.span), f"{key}: "),
        )
        for field, keys in FIELD_KEYS.items()
        for order, key in enumerate(keys)
        if f"\n{key}:" not in written and key.startswith(folded(context.typed))
    ]


def value_items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """Values that other notes have, most frequent first."""
    field = next(
        (f for f, keys in FIELD_KEYS.items() if folded(context.of) in keys), ""
    )
    if field not in VALUED:
        return []
    values = locations.vault.links.field_values(VALUED[field])
    return [
        types.CompletionItem(
            label=value,
            detail=f"{count}",
            kind=types.CompletionItemKind.Value,
            sort_text=f"{order:05}",
            text_edit=types.TextEdit(text.range(context.span), value),
        )
        for order, (value, count) in enumerate(values.items())
        if folded(context.typed) in folded(value)
    ]


MAX_DOCUMENTATION = 60
"""Characters of a quotation."""


def tag_items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """Tags of the vault, most frequent first."""
    wanted = folded(context.typed)
    tags = locations.vault.links.tags()
    return [
        types.CompletionItem(
            label=tag,
            detail=counted(count, "note"),
            kind=types.CompletionItemKind.Keyword,
            sort_text=f"{order:05}",
            text_edit=types.TextEdit(text.range(context.span), tag.replace(" ", "-")),
        )
        for order, (tag, count) in enumerate(tags.items())
        if wanted in folded(tag)
    ]


def number_items(
    context: Context, text: PositionedText, _: LocationMapper
) -> list[types.CompletionItem]:
    """The numbers by which the text names the quotations below it."""
    found = {saved.number: saved for saved, _ in read_citations(text.text)}
    return [
        types.CompletionItem(
            label=f"{number}",
            detail=saved.path,
            documentation=sanitize(saved.quote, one_line=True)[:MAX_DOCUMENTATION],
            kind=types.CompletionItemKind.Reference,
            text_edit=types.TextEdit(
                text.range(context.span), f"{number}{context.close}"
            ),
        )
        for number, saved in sorted(
            (n, saved) for n, saved in found.items() if n is not None
        )
    ]


SEARCHED = frozenset({"note", "path"})
"""Kinds that the server filters: the client asks again for each letter."""

ITEMS = {
    "heading": heading_items,
    "anchor": anchor_items,
    "path": path_items,
    "tag": tag_items,
    "key": key_items,
    "value": value_items,
    "footnote": footnote_items,
    "number": number_items,
}
"""By kind of context; notes take what a search adds, too."""

SEARCH_SECONDS = 0.05
"""How long a completion waits for a search while the index is being changed, when it
takes several times as long; the next letter asks for it again."""


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
    make = ITEMS.get(context.kind)
    if make is None:
        make = partial(note_items, meant=await _meant(ls, context, locations, uri))
    items = await ls.work(_items, make, context, text, locations)
    is_incomplete = context.kind in SEARCHED or len(items) >= LIMIT
    return types.CompletionList(is_incomplete=is_incomplete, items=items)


async def _meant(
    ls: RagtuiServer, context: Context, locations: LocationMapper, uri: str
) -> dict[str, str]:
    """The notes that what is typed is about: title by path."""
    if not may_describe(context.typed):
        return {}
    if not (await ls.serving(uri)).follower.is_indexing:
        return await ls.work(notes_about, context.typed, locations)
    found = await ls.work_within(SEARCH_SECONDS, notes_about, context.typed, locations)
    return found or {}


def _replaces_ahead(ls: RagtuiServer) -> bool:
    """Whether the client replaces text after the cursor.

    Some insert at the cursor, whatever the range (Neovim 0.11 without a plug-in);
    those that tell inserting from replacing do not.
    """
    document = ls.client_capabilities.text_document
    completion = document.completion if document else None
    item = completion.completion_item if completion else None
    return bool(item and item.insert_replace_support)


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
                item.documentation = markdown(card)
    return item


def _items(
    make: Callable[..., list[types.CompletionItem]],
    context: Context,
    text: PositionedText,
    locations: LocationMapper,
) -> list[types.CompletionItem]:
    try:
        return make(context, text, locations)[:LIMIT]
    except IndexMissing:
        return []  # There will be one soon; typing is not interrupted for it.
