"""`ragtui.related`: notes like the one that is open."""

from typing import Any

from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.server import RagtuiServer

LIMIT = 10
"""Notes, where no number is given."""


async def related(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """The notes that are about the same, best first."""
    uri = given.document()
    places = await ls.places(uri)
    limit = given.number("limit", LIMIT) or LIMIT
    return await ls.work(_related, (await ls.text(uri)).text, limit, places)


def _related(text: str, limit: int, places: Places) -> dict[str, Any]:
    notes = places.vault.links.related(places.path or "", limit, text=text)
    return {
        "notes": [
            {
                "path": note.path,
                "uri": places.uri(note.path),
                "title": note.title,
                "score": round(note.score, 4),
                "summary": note.summary,
                "why": note.why,
            }
            for note in notes
        ]
    }
