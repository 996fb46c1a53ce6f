"""Passages for a query or a selection, and related notes."""

from typing import Any

from ragtui_core import SearchOptions
from ragtui_core.citations import escape_markdown
from ragtui_core.search import search_as_json
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.request_selection import Selected, selected
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.shown_words import shown_words


async def search(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The object of `ragtui search --json`, each hit also with its place."""
    locations = await searchable(ls, params.text("uri", "") or None)
    return await ls.work(_search, params, locations)


async def find_sources(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Find sources of the selected text, which is none of its own sources."""
    locations = await searchable(ls, params.document())
    passage = await selected(ls, params, locations)
    found = await ls.work(_sources, passage, locations)
    if params.flag("show"):
        await ls.shown.show("sources", sources_page(found))
    return found


def _search(params: RequestParams, locations: LocationMapper) -> dict[str, Any]:
    options = SearchOptions(
        limit=params.number("limit"),
        at=locations.here(),
        as_you_type=params.flag("live"),
        front_end="editor",
    )
    result = search_as_json(locations.vault.search(params.text("query"), options))
    return result | {"hits": [locations.named(hit) for hit in result["hits"]]}


def _sources(passage: Selected, locations: LocationMapper) -> dict[str, Any]:
    result = locations.vault.quotations.sources_of(passage.selection)
    found = search_as_json(result)
    return found | {"hits": [locations.named(hit) for hit in found["hits"]]}


def sources_page(found: dict[str, Any]) -> str:
    """What was found as a page of Markdown with links.

    The best comes first; scores, which have another order, are not shown.
    """
    parts = [
        f"- [{escape_markdown(hit['title'])}]({hit['uri']}#L{hit['lines'][0]})"
        f"{_state(hit['state'])}\n"
        f"  {escape_markdown(hit['excerpt'])}"
        for hit in found["hits"]
    ]
    listed = found["listed"]
    rest = ["", f"## {found['weaker']}", "", *parts[listed:]] if found["weaker"] else []
    return "\n".join(["# Sources", "", *found["notes"], *parts[:listed], *rest, ""])


def _state(words: str) -> str:
    return f" ({escape_markdown(words)})" if words else ""


MAX_RELATED = 10


async def related(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The notes that are about the same, best first."""
    uri = params.document()
    locations = await searchable(ls, uri)
    return await ls.work(_related, locations)


def _related(locations: LocationMapper) -> dict[str, Any]:
    notes = locations.vault.links.related(locations.path or "", MAX_RELATED)
    return {
        "notes": [
            {
                "path": note.path,
                "uri": locations.uri(note.path),
                "title": note.title,
                "score": round(note.score, 4),
                "summary": shown_words(note.summary)[0],
            }
            for note in notes
        ]
    }
