"""`ragtui.search` and `ragtui.findSources`: passages for a query or for a selection."""

from typing import Any

from ragtui_core.answer.attributions import escaped
from ragtui_core.model import Mode
from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.selected import Selected, selected
from ragtui_lsp.server import RagtuiServer


async def search(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """The object of `ragtui search --json`, each hit also with its place."""
    places = await ls.places(given.text("uri", "") or None)
    return await ls.work(_search, given, places)


async def find_sources(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """The same for the selected text; the passage itself is none of its sources."""
    places = await ls.places(given.document())
    passage = await selected(ls, given, places)
    found = await ls.work(_sources, given, passage, places)
    if given.flag("show"):
        await ls.shown.show(ls, "sources", sources_page(found))
    return found


def _search(given: Parameters, places: Places) -> dict[str, Any]:
    from ragtui_core.search.options import SearchOptions
    from ragtui_core.search.report import as_json

    options = SearchOptions(
        limit=given.number("limit"),
        mode=given.choice("mode", Mode),
        at=places.here(),
        live=given.flag("live"),
    )
    result = as_json(places.vault.search(given.text("query"), options))
    return result | {"hits": [places.named(hit) for hit in result["hits"]]}


def _sources(given: Parameters, passage: Selected, places: Places) -> dict[str, Any]:
    from ragtui_core.search.report import as_json

    result = places.vault.quotations.sources_of(
        passage.selection, given.number("limit")
    )
    found = as_json(result)
    return found | {"hits": [places.named(hit) for hit in found["hits"]]}


def sources_page(found: dict[str, Any]) -> str:
    """What was found as a page of Markdown with links."""
    parts = [
        f"- [{escaped(hit['title'])}]({hit['uri']}#L{hit['lines'][0]}) "
        f"{hit['score']:.2f}\n  {hit['excerpt']}"
        for hit in found["hits"]
    ]
    return "\n".join(["# Sources", "", *found["notes"], *parts, ""])
