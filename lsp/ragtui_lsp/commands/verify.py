"""`ragtui.verify`: the current verdicts of a document's saved citations."""

from typing import TYPE_CHECKING, Any

from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.messages import sentence_of_all, verdict_sentence
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.server import RagtuiServer

if TYPE_CHECKING:
    from ragtui_core.citations import Rechecked


async def verify(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Every citation of a document, saved or not, checked against the files."""
    uri = params.document()
    locations = await ls.locations(uri)
    return await ls.work(_verify, await ls.text(uri), locations)


def _verify(text: PositionedText, locations: LocationMapper) -> dict[str, Any]:
    checked = locations.vault.quotations.verify(text.text, unsaved=locations.unsaved)
    return {
        "citations": [_as_json(each, text, locations) for each in checked],
        "summary": sentence_of_all(checked),
    }


def _as_json(
    each: "Rechecked", text: PositionedText, locations: LocationMapper
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "range": text.range(each.place),
        "verdict": each.verdict.value,
        "verified": each.verdict.verified,
        "path": each.path,
        "quote": each.saved.quote,
        "message": verdict_sentence(each),
    }
    if each.lines and each.span:
        found["uri"] = locations.uri(each.path)
        found["lines"] = [each.lines.first, each.lines.last]
        found["source_range"] = locations.range(each.path, each.span)
    return found
