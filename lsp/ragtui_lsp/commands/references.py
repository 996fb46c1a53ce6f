"""`ragtui.references`: what links to a heading or quotes it, for a click on a lens."""

from typing import Any

from lsprotocol import types

from ragtui_lsp.features.references import references_at
from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.server import RagtuiServer


async def references(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """The places that the protocol's own references are, with their paths."""
    places = await ls.places(given.document())
    text = ls.document(given.document()).positioned
    found = await ls.work(references_at, text, given.position(), places)
    listed = [_as_json(each, places) for each in found]
    if given.flag("show"):
        await ls.shown.show(ls, "references", references_page(listed))
    return {"references": listed}


def references_page(listed: list[dict[str, Any]]) -> str:
    """What was found as a page of Markdown with links."""
    parts = [
        f"- [{each['path']}, line {each['lines'][0]}]"
        f"({each['uri']}#L{each['lines'][0]})"
        for each in listed
    ]
    return "\n".join(["# References", "", *parts, ""])


def _as_json(found: types.Location, places: Places) -> dict[str, Any]:
    where = found.range
    return {
        "path": places.path_of(found.uri),
        "uri": found.uri,
        "range": where,
        "lines": [where.start.line + 1, where.end.line + 1],
    }
