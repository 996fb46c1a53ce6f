"""`ragtui.insertCitation` and `ragtui.summarise`: edits below a selection."""

import time
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ragtui_lsp.commands.ask import answer_events, answered_by
from ragtui_lsp.edits import below, workspace_edit
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.selection import Selected, selected
from ragtui_lsp.server import RagtuiServer

if TYPE_CHECKING:
    from ragtui_core import Selection, Vault

SUMMARY = "Summarise this text in a few sentences, with what the other notes add to it."

PREVIEW = "Review the text inserted below the selection"


async def insert_citation(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Quote the best source of the selected text below it."""
    locations = await ls.locations(params.document())
    passage = await selected(ls, params, locations)
    number = params.number("index")
    text, found = await ls.work(_cited, locations.vault, passage.selection, number or 1)
    # A source that is named has been seen.
    edit = await _edit(ls, params, passage, text, confirm="" if number else PREVIEW)
    return {"text": text, "citation": locations.named(found), "edit": edit}


async def summarise(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Put a summary of the selected text below it, with its quotations."""
    locations = await ls.locations(params.document())
    passage = await selected(ls, params, locations)
    await ls.work(_check_writer, params, locations.vault)
    started = time.monotonic()
    events = await answer_events(ls, params, locations, SUMMARY, passage.selection)
    from ragtui_core.answer import answer_as_json, answer_as_note

    text = answer_as_note(events)
    edit = await _edit(ls, params, passage, text, confirm=PREVIEW)
    latency = round(1000 * (time.monotonic() - started))
    return {"text": text, "edit": edit} | answer_as_json(SUMMARY, events, latency)


def _check_writer(params: RequestParams, vault: "Vault") -> None:
    """Extracted passages are not a summary."""
    from ragtui_core.answer import writing_provider

    writing_provider(answered_by(vault, params).settings.answer)


def _cited(
    vault: "Vault", selection: "Selection", number: int
) -> tuple[str, dict[str, Any]]:
    from ragtui_core.answer import event_as_json
    from ragtui_core.citations import write_citation

    citation = vault.quotations.cite(selection, number)
    return write_citation(citation), event_as_json(citation)


async def _edit(
    ls: RagtuiServer,
    params: RequestParams,
    passage: Selected,
    text: str,
    *,
    confirm: str,
) -> types.WorkspaceEdit:
    """The edit; applied immediately if `apply` asks for that."""
    inserted = {passage.uri: [below(passage.below, text)]}
    edit = workspace_edit(ls, inserted, confirm=confirm)
    if params.flag("apply"):
        await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))
    return edit
