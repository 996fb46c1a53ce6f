"""Symbols of the workspace: headings, notes, and passages by meaning."""

from lsprotocol import types

from ragtui_core import HEADING_SEPARATOR, Card, SearchOptions
from ragtui_core.links import HeadingEntry, Target
from ragtui_lsp.features.link_requests import target_location
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.shown_words import shown_words

LIMIT = 50
"""Headings of the workspace that are shown."""

MEANT = 20
"""Passages that are, and recent notes."""


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
            container_name=f"{hit.path}: {shown_words(hit.excerpt)[0]}",
        )
        for hit in found.hits[: found.listed]
    ]
