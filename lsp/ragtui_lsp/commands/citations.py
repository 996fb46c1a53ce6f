"""`ragtui.verify` and `ragtui.insertCitation`: citations of a document."""

from typing import Any

from lsprotocol import types

from ragtui_core import Selection, Vault
from ragtui_core.citations import Rechecked, write_citation
from ragtui_lsp.client_documents import apply_edit, inserted, workspace_edit
from ragtui_lsp.editor_messages import sentence_of_all
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.request_selection import below_block, selected, text_of
from ragtui_lsp.server import RagtuiServer

PREVIEW = "Review the text inserted below the selection"


async def verify(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Every citation of a document, saved or not, checked against the files."""
    uri = params.document()
    locations = await ls.locations(uri)
    return await ls.work(_verify, await ls.text(uri), locations)


def _verify(text: PositionedText, locations: LocationMapper) -> dict[str, Any]:
    checked = locations.vault.quotations.verify(
        text.text, unsaved=locations.unsaved, path=locations.path or ""
    )
    return {
        "citations": [_as_json(citation, text, locations) for citation in checked],
        "summary": sentence_of_all(checked),
    }


def _as_json(
    each: Rechecked, text: PositionedText, locations: LocationMapper
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "range": text.range(each.written_at),
        "verdict": each.verdict.value,
        "verified": each.verdict.verified,
        "path": each.path,
        "quote": each.saved.quote,
        "message": each.sentence,
    }
    if each.lines and each.span:
        found["uri"] = locations.uri(each.path)
        found["lines"] = [each.lines.first, each.lines.last]
        found["source_range"] = locations.range(each.path, each.span)
    return found


async def insert_citation(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Quote the best source of the selected text below it."""
    locations = await searchable(ls, params.document())
    passage = await selected(ls, params, locations)
    number = params.number("index")
    text, found = await ls.work(_cited, locations.vault, passage.selection, number)
    # A source that is named has been seen.
    edit = await insert_below(
        ls, params, passage.below, text, confirm="" if number else PREVIEW
    )
    return {"text": text, "citation": locations.named(found), "edit": edit}


def _cited(
    vault: Vault, selection: Selection, number: int | None
) -> tuple[str, dict[str, Any]]:
    from ragtui_core.answer import event_as_json

    citation = vault.quotations.cite(selection, number)
    return write_citation(citation), event_as_json(citation)


async def insert_text(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Put a text, such as an answer, below the block at the end of a range."""
    text = await text_of(ls, params)
    offset = text.offset(params.range().end)
    below = await ls.work(below_block, text, offset, params)
    written = params.text("text")
    return {"edit": await insert_below(ls, params, below, written, confirm="")}


async def insert_below(
    ls: RagtuiServer,
    params: RequestParams,
    position: types.Position,
    text: str,
    *,
    confirm: str,
) -> types.WorkspaceEdit:
    """The edit; applied immediately if `apply` asks for that."""
    document = await text_of(ls, params)
    offset = document.offset(position)
    before, after = document.text[:offset], document.text[offset:]
    place = types.Range(position, position)
    change = types.TextEdit(place, inserted(text, before, after))
    edit = workspace_edit(ls, {params.document(): [change]}, confirm=confirm)
    if params.flag("apply"):
        await apply_edit(ls, edit, "Insert the text")
    return edit
