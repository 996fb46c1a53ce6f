"""Completion within links: notes by name and by meaning, headings, paths."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from lsprotocol import types

from ragtui_core import Document, RagtuiError, SearchOptions, Span
from ragtui_core.documents import (
    Link,
    LinkKind,
    anchors_of,
    blocks_of,
    headings_of,
)
from ragtui_core.links import NoteName, Target
from ragtui_core.text import sanitize
from ragtui_lsp.features.completion_context import Context
from ragtui_lsp.features.hover import document_now
from ragtui_lsp.features.links import leads_to, path_from_note
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText

LIMIT = 60
"""Items of one response; the client requests more as the user types."""

MAX_DETAIL = 60
"""Characters of a block that are shown."""

BY_MEANING = 8
"""Notes that a search adds once several words are typed."""


def note_items(
    context: Context,
    text: PositionedText,
    locations: LocationMapper,
    meant: Mapping[str, str],
) -> list[types.CompletionItem]:
    """Notes whose names fit, then those that are `meant`: title by path."""
    found = locations.vault.links.find_notes(context.typed, LIMIT - len(meant))
    paths = {note.path: _label(note, name) for note, name in found}
    paths.pop(locations.path or "", None)
    paths |= _new(meant, paths)
    written_names = locations.vault.links.file_names(paths, locations.path or "")
    items = []
    for order, (path, name) in enumerate(paths.items()):
        written = written_names[path] + context.close
        item = _item(name, path, written, context, text, locations)
        item.sort_text = f"{order:04}"
        items.append(item)
    return items


def path_items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """Notes as the targets of Markdown's own links."""
    typed = context.typed.removeprefix("./").removeprefix("../")
    items = []
    found = locations.vault.links.find_notes(typed, LIMIT)
    for order, (note, name) in enumerate(found):
        raw = text.text[context.span.start - 1 : context.span.start] == "<"
        path = path_from_note(note.path, locations)
        written = path if raw else quote(path, safe="/()")
        label = _label(note, name)
        item = _item(label, note.path, written, context, text, locations)
        item.sort_text = f"{order:04}"
        items.append(item)
    return items


def heading_items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """The headings of the note that a link names, then its blocks (`^name`)."""
    found = _linked(context.of.strip(), locations)
    if found is None:
        return []
    target, document = found
    items = []
    for heading in headings_of(document) if not context.typed.startswith("^") else ():
        name = heading.heading_path[-1]
        item = _item(name, target.path, name + context.close, context, text, locations)
        item.data = _data(target.path, heading.heading_path, locations)
        item.filter_text = name
        items.append(item)
    for mark, span in blocks_of(document.text):
        written = f"^{mark}{context.close}"
        item = _item(f"^{mark}", target.path, written, context, text, locations)
        item.detail = sanitize(span.of(document.text), one_line=True)[:MAX_DETAIL]
        item.filter_text = item.label
        items.append(item)
    return _ordered(items)


def anchor_items(
    context: Context, text: PositionedText, locations: LocationMapper
) -> list[types.CompletionItem]:
    """The headings of the note that a link of Markdown's own names, as on GitHub."""
    found = _linked(unquote(context.of), locations)
    if found is None:
        return []
    target, document = found
    headings = [each for each in headings_of(document) if each.heading_path]
    items = []
    for heading, anchor in zip(headings, anchors_of(headings), strict=True):
        name = heading.heading_path[-1]
        item = _item(name, target.path, anchor, context, text, locations)
        item.data = _data(target.path, heading.heading_path, locations)
        item.detail, item.filter_text = f"#{anchor}", anchor
        items.append(item)
    return _ordered(items)


def _linked(name: str, locations: LocationMapper) -> tuple[Target, Document] | None:
    """The note that a link names, and its text now."""
    nowhere = Span(0, 0)
    target = leads_to(Link(LinkKind.WIKI, nowhere, nowhere, name, "", ""), locations)
    document = document_now(target.path, locations) if target else None
    return (target, document) if target and document else None


def _ordered(items: list[types.CompletionItem]) -> list[types.CompletionItem]:
    """Items of one note, in its order."""
    for order, item in enumerate(items):
        item.kind = types.CompletionItemKind.Reference
        item.sort_text = f"{order:04}"
    return items


def _label(note: NoteName, name: str) -> str:
    """The title or alias that fits; for one that fits by its path the title."""
    return name if name != note.path else note.title


def may_describe(typed: str) -> bool:
    """Whether what is typed may be words about a note: several, or one and a space."""
    return " " in typed.strip() or typed.endswith(" ")


def notes_about(typed: str, locations: LocationMapper) -> dict[str, str]:
    """The notes that are about the words: title by path; blocks."""
    options = SearchOptions(limit=BY_MEANING, fill=False, as_you_type=True)
    try:
        hits = locations.vault.search(typed, options).hits
    except RagtuiError:
        return {}  # The names are sufficient.
    return {hit.path: hit.title for hit in hits if hit.path != locations.path}


def _new(meant: Mapping[str, str], paths: Mapping[str, str]) -> dict[str, str]:
    return {path: name for path, name in meant.items() if path not in paths}


def _item(
    name: str,
    path: str,
    written: str,
    context: Context,
    text: PositionedText,
    locations: LocationMapper,
) -> types.CompletionItem:
    return types.CompletionItem(
        label=name,
        detail=path,
        kind=types.CompletionItemKind.File,
        # Matched by meaning and by letters: the client must not filter again.
        filter_text=context.typed or name,
        text_edit=types.TextEdit(text.range(context.span), written),
        data=_data(path, (), locations),
    )


def _data(
    path: str, headings: Sequence[str], locations: LocationMapper
) -> dict[str, Any]:
    """The data for the card of an item, when it is resolved."""
    here = locations.uri(locations.path or path)
    return {"path": path, "headings": list(headings), "uri": here}
