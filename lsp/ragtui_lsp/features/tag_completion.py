"""Completion of tags, and of the numbers of the note's own citations."""

from lsprotocol import types

from ragtui_core.citations import read_citations
from ragtui_core.text import folded, sanitize
from ragtui_lsp.features.completion_context import Context
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

MAX_CHARS = 60
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
            detail=f"{count} {'note' if count == 1 else 'notes'}",
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
    close = "" if text.text.startswith("]", context.span.end) else "]"
    return [
        types.CompletionItem(
            label=f"{number}",
            detail=saved.path,
            documentation=sanitize(saved.quote, one_line=True)[:MAX_CHARS],
            kind=types.CompletionItemKind.Reference,
            text_edit=types.TextEdit(text.range(context.span), f"{number}{close}"),
        )
        for number, saved in sorted(
            (n, saved) for n, saved in found.items() if n is not None
        )
    ]
