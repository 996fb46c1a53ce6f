"""`ragtui.dailyNote`, `newNote`, `templates`: notes, and edits that create them."""

import posixpath
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from lsprotocol import types

from ragtui_core import RagtuiError
from ragtui_core.new_notes import (
    NewNote,
    daily_note,
    daily_note_beside,
    note_from_template,
    templates,
    today,
)
from ragtui_lsp.client_documents import (
    Created,
    apply_edit,
    can_create_files,
    workspace_edit,
)
from ragtui_lsp.index_waiting import searchable
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.request_params import RequestParams, wrong_parameters
from ragtui_lsp.server import RagtuiServer


async def daily(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The note of a day; with `apply` it is created and opened."""
    locations = await searchable(ls, params.text("uri", "") or None)
    find = _beside(params, locations)
    return await _made(ls, params, locations, find)


async def new(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """A new note that a template begins, beside the current one."""
    locations = await ls.locations(params.text("uri", "") or None)
    folder = posixpath.dirname(locations.path or "")

    def find() -> NewNote:
        name, title = params.text("template"), params.text("title")
        now = datetime.now().astimezone()
        return note_from_template(locations.vault, name, title, folder, now)

    return await _made(ls, params, locations, find)


async def named_templates(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """The templates of the vault."""
    locations = await ls.locations(params.text("uri", "") or None)
    found = await ls.work(templates, locations.vault)
    named = [{"name": template.name, "path": template.path} for template in found]
    return {"templates": named}


async def _made(
    ls: RagtuiServer,
    params: RequestParams,
    locations: LocationMapper,
    find: Callable[[], NewNote],
) -> dict[str, Any]:
    """The note, with the edit that creates it; opened if `apply` asks for that."""
    found = await ls.work(lambda: _described(find(), locations))
    if not found["exists"] and can_create_files(ls):
        created = Created(found["uri"], found["text"])
        found["edit"] = workspace_edit(ls, {}, created=created)
    if params.flag("apply"):
        await _open(ls, found)
    return found


BESIDE = {"previous": -1, "next": 1}
"""Words for the notes of the journal beside the current one."""

NEAR = {"": 0, "today": 0, "yesterday": -1, "tomorrow": 1}


def _beside(params: RequestParams, locations: LocationMapper) -> Callable[[], NewNote]:
    """What finds the note that `day` names."""
    written, vault = params.text("day", ""), locations.vault
    if step := BESIDE.get(written):
        return partial(daily_note_beside, vault, locations.path or "", step)
    return partial(daily_note, vault, _day(written))


def _day(written: str) -> date:
    if written in NEAR:
        return today() + timedelta(days=NEAR[written])
    try:
        return date.fromisoformat(written)
    except ValueError as error:
        sentence = f"{written!r} is not a day, such as 2026-03-07 or yesterday"
        raise wrong_parameters(sentence) from error


def _described(note: NewNote, locations: LocationMapper) -> dict[str, Any]:
    exists = note.exists or note.path in locations.unsaved
    return {
        "path": note.path,
        "uri": locations.uri(note.path),
        "exists": exists,
        "text": "" if exists else note.text,
        "edit": None,
    }


async def _open(ls: RagtuiServer, found: dict[str, Any]) -> None:
    if not (found["exists"] or found["edit"]):
        raise RagtuiError(f"This editor cannot create the file {found['path']}.")
    if found["edit"]:
        await apply_edit(ls, found["edit"], "Create the note")
    window = ls.client_capabilities.window
    if window and window.show_document and window.show_document.support:
        shown = types.ShowDocumentParams(found["uri"], take_focus=True)
        await ls.window_show_document_async(shown)
