"""`ragtui.related`: notes like the one that is open."""

from typing import Any

from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.server import RagtuiServer

LIMIT = 10
"""Default number of notes."""


async def related(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The notes that are about the same, best first."""
    uri = params.document()
    locations = await ls.locations(uri)
    limit = params.number("limit", LIMIT) or LIMIT
    return await ls.work(_related, (await ls.text(uri)).text, limit, locations)


def _related(text: str, limit: int, locations: LocationMapper) -> dict[str, Any]:
    notes = locations.vault.links.related(locations.path or "", limit, text=text)
    return {
        "notes": [
            {
                "path": note.path,
                "uri": locations.uri(note.path),
                "title": note.title,
                "score": round(note.score, 4),
                "summary": note.summary,
                "why": note.why,
            }
            for note in notes
        ]
    }
