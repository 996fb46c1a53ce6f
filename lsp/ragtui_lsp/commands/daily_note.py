"""`ragtui.dailyNote`: where the note of a day is, and the edit that creates it."""

from datetime import date
from typing import Any

from lsprotocol import types

from ragtui_core.new_notes import daily_note, today
from ragtui_lsp.client_documents import Created, can_create_files, workspace_edit
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.request_params import RequestParams, wrong_parameters
from ragtui_lsp.server import RagtuiServer


async def daily(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The note of a day; with `apply` it is created and opened."""
    locations = await ls.locations(params.text("uri", "") or None)
    day = _day(params)
    found = await ls.work(_found, day, locations)
    if not found["exists"] and can_create_files(ls):
        created = Created(found["uri"], found["text"])
        found["edit"] = workspace_edit(ls, {}, created=created)
    if params.flag("apply"):
        await _open(ls, found)
    return found


def _day(params: RequestParams) -> date:
    written = params.text("day", "")
    try:
        return date.fromisoformat(written) if written else today()
    except ValueError as error:
        sentence = f"{params.command}: `day` must be a date, such as 2026-03-07"
        raise wrong_parameters(sentence) from error


def _found(day: date, locations: LocationMapper) -> dict[str, Any]:
    note = daily_note(locations.vault, day)
    exists = note.exists or note.path in locations.unsaved
    return {
        "path": note.path,
        "uri": locations.uri(note.path),
        "exists": exists,
        "text": "" if exists else note.text,
        "edit": None,
    }


async def _open(ls: RagtuiServer, found: dict[str, Any]) -> None:
    if found["edit"]:
        edit = types.ApplyWorkspaceEditParams(found["edit"], label="Create the note")
        await ls.workspace_apply_edit_async(edit)
    window = ls.client_capabilities.window
    if window and window.show_document and window.show_document.support:
        shown = types.ShowDocumentParams(found["uri"], take_focus=True)
        await ls.window_show_document_async(shown)
