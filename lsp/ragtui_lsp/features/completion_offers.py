"""What can be written at the cursor, by the kind of text that is typed there."""

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lsprotocol.types import CompletionItem, CompletionItemKind

from ragtui_core import Document, RagtuiError, SearchOptions
from ragtui_core.citations import read_citations
from ragtui_core.documents import blocks_of, headings_of, is_in_row
from ragtui_core.links import (
    NoteName,
    Target,
    heading_name,
    is_wiki_name,
    wiki_words,
)
from ragtui_core.text import folded, sanitize
from ragtui_lsp.features.completion_context import Context
from ragtui_lsp.location_mapper import LocationMapper

LIMIT = 60
"""Items of one response; the client requests more as the user types."""

MAX_DETAIL, MAX_QUOTATION = 60, 60
"""Characters of a block and of a quotation that are shown."""

BY_MEANING = 8
"""Notes that a search adds once several words are typed."""


Find = Callable[[Context, str, LocationMapper], Iterator[CompletionItem]]
"""Finds what fits the context in the text of a note, best first; blocks.

`insert_text` is what replaces the typed text; None is the label.
"""


def _card_of(target: Target, locations: LocationMapper) -> dict[str, Any]:
    """What the card of a note or heading is made of, when the item is resolved."""
    here = locations.uri(locations.path or target.path)
    return {"path": target.path, "headings": [*target.heading_path], "uri": here}


# --- links ---


def _notes(
    context: Context, text: str, locations: LocationMapper
) -> Iterator[CompletionItem]:
    """Notes and attachments whose names contain what is typed, then other notes.

    Those have its letters in order, or are about its words.
    """
    graph, here = locations.vault.links, locations.path or ""
    meant = _notes_about(context.typed, locations)
    named = graph.find_notes(context.typed, LIMIT - len(meant))
    titles = meant | {note.path: note.title for note, _ in named}
    names = meant | {note.path: _label(note, name) for note, name in named}
    names.pop(here, None)
    written, typed = graph.file_names(names, here), folded(context.typed).strip()
    near = [path for path, name in names.items() if typed in folded(name)]
    for path in _files(context.typed, LIMIT - len(names), locations):
        names[path] = name = posixpath.basename(path)
        is_clear = locations.links.path_of(name, here) == path
        written[path] = name if is_clear else path
        near.append(path)
    for path in (*near, *(path for path in names if path not in near)):
        if not is_wiki_name(written[path]):
            written[path] = titles.get(path, "")
        is_clear = is_wiki_name(written[path])
        if not is_clear or locations.links.path_of(written[path], here) != path:
            continue  # No link leads to a mail in a mailbox.
        is_alias = locations.links.names.is_alias(names[path], path)
        if path in near and is_alias and not context.has_label:
            # The text of the link, as in Obsidian; beside a title that fits, too.
            mark = r"\|" if is_in_row(text, context.span.start) else "|"
            label = f"{written[path]}{mark}{names[path]}"
            yield _note(names[path], path, label, context, locations)
            if typed not in folded(titles[path]):
                continue
            names[path] = titles[path]
        yield _note(names[path], path, written[path], context, locations)


def _files(typed: str, limit: int, locations: LocationMapper) -> Sequence[str]:
    """Attachments whose names contain what is typed, if that is anything."""
    if not typed or limit <= 0:
        return ()
    known = {*locations.vault.documents.paths()}
    found = locations.vault.links.attachments.find(typed, limit)
    return [path for path in found if path not in known]


def _note(
    name: str, path: str, written: str, context: Context, locations: LocationMapper
) -> CompletionItem:
    return CompletionItem(
        name,
        kind=CompletionItemKind.File,
        insert_text=written,
        detail=path,
        # Matched by meaning and by letters: the client must not filter again.
        filter_text=context.typed or name,
        data=_card_of(Target(path), locations),
    )


def _headings(
    context: Context, _: str, locations: LocationMapper
) -> Iterator[CompletionItem]:
    """The headings of the note that a link names, then its blocks (`^name`)."""
    kind = CompletionItemKind.Reference
    if (linked := _linked(context.of.strip(), locations)) is None:
        return
    path, document = linked
    headings = headings_of(document) if not context.typed.startswith("^") else ()
    paths = tuple(heading.heading_path for heading in headings)
    seen = set[str]()
    for index, heading_path in enumerate(paths):
        label, written = heading_path[-1], wiki_words(heading_path[-1])
        if folded(written) in seen:
            written = heading_name(paths, index)
            label = written.replace("#", " › ")
        seen.add(folded(written))
        card = _card_of(Target(path, heading_path), locations)
        yield CompletionItem(
            label, kind=kind, insert_text=written, detail=path, data=card
        )
    for mark, span in blocks_of(document.text):
        words = sanitize(span.of(document.text), one_line=True)[:MAX_DETAIL]
        card = _card_of(Target(path), locations)
        yield CompletionItem(f"^{mark}", kind=kind, detail=words or None, data=card)


def _linked(name: str, locations: LocationMapper) -> tuple[str, Document] | None:
    """The path of the note that a link names, and its text now."""
    target = locations.links.resolve(name, source=locations.path or "")
    document = locations.document(target.path) if target else None
    return (target.path, document) if target and document else None


def _label(note: NoteName, name: str) -> str:
    """The title or alias that fits; for one that fits by its path the title."""
    return name if name != note.path else note.title


def _notes_about(typed: str, locations: LocationMapper) -> dict[str, str]:
    """The notes that are about several words, or one and a space: title by path."""
    if " " not in typed.lstrip():
        return {}
    options = SearchOptions(limit=BY_MEANING, fill=False, as_you_type=True)
    try:
        found = locations.vault.search(typed, options)
    except RagtuiError:
        return {}  # The names are sufficient.
    return {hit.path: hit.title for hit in found.hits[: found.listed]}


def _numbers(_: Context, text: str, __: LocationMapper) -> Iterator[CompletionItem]:
    """The numbers by which the text names the quotations below it."""
    numbered = {saved.number: saved for saved, _ in read_citations(text)}
    kind = CompletionItemKind.Reference
    for number in sorted(number for number in numbered if number is not None):
        saved = numbered[number]
        words = sanitize(saved.quote, one_line=True)[:MAX_QUOTATION]
        yield CompletionItem(
            f"{number}", kind=kind, detail=saved.path, documentation=words or None
        )


FINDERS: Mapping[str, Find] = {
    "note": _notes,
    "heading": _headings,
    "number": _numbers,
}
"""By kind of context."""
