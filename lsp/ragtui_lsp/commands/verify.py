"""`ragtui.verify`: what the saved citations of a document are worth now."""

from typing import TYPE_CHECKING, Any

from ragtui_lsp.parameters import Parameters
from ragtui_lsp.places import Places
from ragtui_lsp.positions import PositionedText
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.wording import sentence_of_all, verdict_sentence

if TYPE_CHECKING:
    from ragtui_core.answer.rechecking import Rechecked


async def verify(ls: RagtuiServer, given: Parameters) -> dict[str, Any]:
    """Every citation of a document, saved or not, checked against the files."""
    uri = given.document()
    places = await ls.places(uri)
    return await ls.work(_verify, await ls.text(uri), places)


def _verify(text: PositionedText, places: Places) -> dict[str, Any]:
    checked = places.vault.quotations.verify(text.text, unsaved=places.unsaved)
    return {
        "citations": [_as_json(each, text, places) for each in checked],
        "summary": sentence_of_all(checked),
    }


def _as_json(each: "Rechecked", text: PositionedText, places: Places) -> dict[str, Any]:
    found: dict[str, Any] = {
        "range": text.range(each.place),
        "verdict": each.verdict.value,
        "verified": each.verdict.verified,
        "path": each.path,
        "quote": each.saved.quote,
        "message": verdict_sentence(each),
    }
    if each.lines and each.span:
        found["uri"] = places.uri(each.path)
        found["lines"] = [each.lines.first, each.lines.last]
        found["source_range"] = places.range(each.path, each.span)
    return found
