"""Completion in front matter: the keys that search knows, and the vault's values."""

from lsprotocol import types

from ragtui_core.documents import FIELD_KEYS
from ragtui_core.text import folded
from ragtui_lsp.features.completion_context import Context
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

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
