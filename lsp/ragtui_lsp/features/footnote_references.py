"""Footnotes: the definition of a reference, its references, text and names."""

from collections.abc import Sequence
from functools import lru_cache

from lsprotocol import types

from ragtui_core.documents import Footnote, footnotes_of
from ragtui_core.text import sanitize
from ragtui_lsp.features.completion_context import Context
from ragtui_lsp.features.links import MAX_CHARS
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText


@lru_cache(maxsize=32)
def footnotes_in(text: str) -> Sequence[Footnote]:
    """The footnotes of a text; cached, since each request needs them."""
    return tuple(footnotes_of(text)) if len(text) <= MAX_CHARS else ()


def footnote_at(text: str, offset: int) -> Footnote | None:
    """The mark of a footnote that a character is within."""
    found = (x for x in footnotes_in(text) if x.span.start <= offset <= x.span.end)
    return next(found, None)


def other_end(note: Footnote, text: str) -> Footnote | None:
    """The definition of a reference; the first reference of a definition."""
    return next(
        (
            each
            for each in footnotes_in(text)
            if each.name == note.name and each.is_definition is not note.is_definition
        ),
        None,
    )


def marks_of(note: Footnote, text: str, *, defined: bool) -> list[Footnote]:
    """The references to a footnote; with `defined` also its definition."""
    return [
        each
        for each in footnotes_in(text)
        if each.name == note.name and (defined or not each.is_definition)
    ]


def footnote_text(note: Footnote, text: str) -> str:
    """The text of a footnote, as it is written; "" if it is not defined."""
    defined = note if note.is_definition else other_end(note, text)
    return defined.body.of(text).strip() if defined and defined.body else ""


MAX_DOCUMENTATION = 200
"""Characters of a footnote's text that an item shows."""


def footnote_items(
    context: Context, text: PositionedText, _: LocationMapper
) -> list[types.CompletionItem]:
    """The footnotes that the note defines, in order."""
    items: dict[str, types.CompletionItem] = {}
    for order, each in enumerate(footnotes_in(text.text)):
        if not each.is_definition or each.name in items:
            continue
        name = each.span.of(text.text)[2:-1]
        words = sanitize(footnote_text(each, text.text), one_line=True)
        items[each.name] = types.CompletionItem(
            label=name,
            documentation=words[:MAX_DOCUMENTATION],
            kind=types.CompletionItemKind.Reference,
            sort_text=f"{order:05}",
            text_edit=types.TextEdit(
                text.range(context.span), f"{name}{context.close}"
            ),
        )
    return list(items.values())
