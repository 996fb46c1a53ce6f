"""`ragtui.status` and `ragtui.reindex`: vault coverage, and indexing on request."""

import asyncio
import threading
from typing import Any

from ragtui_core import AnswerError, Coverage, RagtuiError
from ragtui_core.indexing import (
    IndexEvent,
    IndexState,
    IndexStateName,
    coverage_as_json,
)
from ragtui_lsp.editor_messages import describe_coverage, facts_of
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.server import RagtuiServer
from ragtui_lsp.workspace_vaults import ServedVault


async def status(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Every vault's coverage; with `uri` only that of the file's vault."""
    uri = params.text("uri", "")
    served = [await ls.serving(uri)] if uri else await ls.all_serving()
    vaults = [await ls.work(_status, vault) for vault in served]
    return {"vaults": vaults, "version": ls.version}


async def reindex(ls: RagtuiServer, params: RequestParams) -> dict[str, Any]:
    """Update an index, and continue to watch."""
    served = await ls.serving(params.text("uri", "") or None)
    cancelled = threading.Event()
    try:
        return await asyncio.to_thread(_reindex, served, cancelled)
    except asyncio.CancelledError:
        cancelled.set()  # The thread ends after the current batch.
        raise


NOT_AGREED = "you have not agreed to it"


def _status(served: ServedVault) -> dict[str, Any]:
    state = served.follower.state
    is_unwanted = not (served.may_index or served.vault.is_indexed())
    if is_unwanted:
        state = IndexState(IndexStateName.NOT_INDEXED, detail=NOT_AGREED)
    found = _measured(served, state)
    if is_unwanted:
        found["message"] = ""  # The user decided so.
    begins = (state.is_working or is_unwanted) and not found["documents"]
    summary = state.line if begins else describe_coverage(found)
    return found | {"summary": summary, "facts": facts_of(found)}


_COUNTED = (
    "documents",
    "chunks",
    "embedded",
    "missing",
    "setting_problems",
    "model",
    "model_reads",
    "model_advice",
    "unread",
    "waiting",
    "skipped",
)
"""The keys of `ragtui status --json` that the server returns."""


def _measured(served: ServedVault, state: IndexState) -> dict[str, Any]:
    vault, follower = served.vault, served.follower
    message = follower.failure
    try:
        coverage = vault.coverage.whole()
    except RagtuiError as error:
        coverage = Coverage(str(vault.root), vault.index_location, 0, 0, 0, 0, "")
        message = "" if follower.makes_index else message or str(error)
    found = coverage_as_json(coverage)
    return {name: found[name] for name in _COUNTED} | {
        "root": str(vault.root),
        "share": found["embedded_share"] if coverage.documents else 0.0,
        "provider": _provider(served),
        "indexing": follower.is_indexing or state.is_working,
        "watching": follower.is_watching,
        "index_path": vault.index_location,
        "message": message,
        **state.as_json(),
    }


def _provider(served: ServedVault) -> str:
    from ragtui_core.answer import provider_name

    try:
        return provider_name(served.vault.settings.answer)
    except AnswerError:
        return ""


def _reindex(served: ServedVault, cancelled: threading.Event) -> dict[str, Any]:
    def note(event: IndexEvent) -> None:
        if served.closed.is_set():
            cancelled.set()  # Shutdown waits for this thread.
        served.follower.note(event)

    served.follower.stop()
    served.follower.join()
    served.may_index = True  # The user wants it now.
    try:
        done = served.vault.index(note, cancelled=cancelled)
    finally:
        served.restart()
    return {
        "documents": done.documents,
        "chunks": done.chunks,
        "pending": done.pending,
        "skipped": done.skipped,
        "seconds": round(done.seconds, 3),
    }
