"""Symbols of notes and of the vault."""

from collections.abc import Iterator, Sequence

from lsprotocol import types

from ragtui_core import (
    HEADING_SEPARATOR,
    BlockKind,
    Card,
    Document,
    RagtuiError,
    SearchOptions,
    Section,
    Span,
)
from ragtui_core.links import HeadingEntry, Target
from ragtui_lsp.features.link_requests import target_location
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.server import RagtuiServer

LIMIT = 50
"""Headings of the workspace that are shown."""

MEANT = 20
"""Passages that are, and recent notes."""


async def document_symbols(
    ls: RagtuiServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """The outline of a note; a list for clients that know no hierarchy."""
    uri = params.text_document.uri
    locations = await ls.locations(uri)
    outline = await ls.work(_outline, await ls.text(uri), locations)
    client = ls.client_capabilities.text_document
    able = client.document_symbol if client else None
    if able and able.hierarchical_document_symbol_support:
        return outline
    return [*_flat(outline, uri)]


def _flat(
    outline: Sequence[types.DocumentSymbol], uri: str, above: str | None = None
) -> Iterator[types.SymbolInformation]:
    """The symbols in the order of the text, each with the name of that above it."""
    for symbol in outline:
        where = types.Location(uri, symbol.range)
        yield types.SymbolInformation(
            where, symbol.name, symbol.kind, container_name=above
        )
        yield from _flat(symbol.children or (), uri, symbol.name)


async def workspace_symbols(
    ls: RagtuiServer, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Headings of all vaults; passages, too, for several words or without headings.

    Without a word, the notes that changed last.
    """
    found: list[types.WorkspaceSymbol] = []
    for served in await ls.all_serving():
        locations = await searchable(ls, served.uri_of(""))
        found += await ls.work(_symbols, params.query, locations)
    return found


def _symbols(query: str, locations: LocationMapper) -> list[types.WorkspaceSymbol]:
    if not query.strip():
        return [
            _note(card, locations) for card in locations.vault.documents.recent(MEANT)
        ]
    headings = locations.vault.links.headings(query, LIMIT)
    found = [_heading(entry, locations) for entry in headings]
    if len(query.split()) > 1 or not found:
        found += _by_meaning(query, locations)
    return found


def _note(card: Card, locations: LocationMapper) -> types.WorkspaceSymbol:
    return types.WorkspaceSymbol(
        location=target_location(Target(card.path), locations),
        name=card.fields.title,
        kind=types.SymbolKind.File,  # VS Code's client tells it from a heading
        container_name=card.path,
    )


def _heading(entry: HeadingEntry, locations: LocationMapper) -> types.WorkspaceSymbol:
    target = Target(entry.path, entry.heading_path, entry.span)
    above = [entry.title, *entry.heading_path[:-1]]
    return types.WorkspaceSymbol(
        location=target_location(target, locations),
        name=entry.heading_path[-1],
        kind=types.SymbolKind.String,
        container_name=HEADING_SEPARATOR.join(dict.fromkeys(above)),
    )


def _by_meaning(query: str, locations: LocationMapper) -> list[types.WorkspaceSymbol]:
    options = SearchOptions(limit=MEANT, fill=False, as_you_type=True)
    found = locations.vault.search(query, options)
    return [
        types.WorkspaceSymbol(
            location=types.Location(
                locations.uri(hit.path), locations.range_on_disk(hit.path, hit.span)
            ),
            name=HEADING_SEPARATOR.join(hit.heading_path) or hit.title,
            kind=types.SymbolKind.File,  # VS Code's client tells it from a heading
            container_name=hit.path,
        )
        for hit in found.hits[: found.listed]
    ]


def _outline(
    text: PositionedText, locations: LocationMapper
) -> list[types.DocumentSymbol]:
    try:
        document = locations.vault.documents.parse(
            locations.path or "note.md", text.text
        )
    except RagtuiError:
        return []  # It is empty.
    top: list[types.DocumentSymbol] = []
    above: list[tuple[int, types.DocumentSymbol]] = []
    for section in document.sections:
        if section.level:
            symbol = _symbol(section, document, text)
            while above and above[-1][0] >= section.level:
                above.pop()
            _below(above, top).append(symbol)
            for _, outer in above:
                outer.range = types.Range(outer.range.start, symbol.range.end)
            above.append((section.level, symbol))
    return top


def _below(
    above: list[tuple[int, types.DocumentSymbol]], top: list[types.DocumentSymbol]
) -> list[types.DocumentSymbol]:
    """The list of symbols that the next one belongs to."""
    if not above:
        return top
    parent = above[-1][1]
    children = list(parent.children or ())
    parent.children = children
    return children


def _symbol(
    section: Section, document: Document, text: PositionedText
) -> types.DocumentSymbol:
    heading = next(b.span for b in section.blocks if b.kind is BlockKind.HEADING)
    body = section.span.of(document.text)
    end = section.span.start + len(body.rstrip())
    line = heading.of(document.text).splitlines()[0]
    return types.DocumentSymbol(
        name=(section.heading_path or ("",))[-1] or line,
        kind=types.SymbolKind.String,
        range=text.range(Span(heading.start, max(heading.end, end))),
        selection_range=text.range(Span(heading.start, heading.start + len(line))),
    )
