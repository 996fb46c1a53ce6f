"""`ragtui.status` and `ragtui.reindex`: vault coverage, and indexing on request."""

import asyncio
import threading
from typing import Any

from ragtui_core import AnswerError, RagtuiError
from ragtui_core.indexing import IndexEvent, IndexState
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
    """Update or rebuild an index, and continue to watch."""
    served = await ls.serving(params.text("uri", "") or None)
    rebuild = params.flag("rebuild")
    if params.flag("accept_deletions"):
        await ls.work(served.vault.accept_deletions)
    cancelled = threading.Event()
    try:
        return await asyncio.to_thread(_reindex, served, rebuild, cancelled)
    except asyncio.CancelledError:
        cancelled.set()  # The thread ends after the current batch.
        raise


def _status(served: ServedVault) -> dict[str, Any]:
    state = served.follower.state
    found = _measured(served, state)
    begins = state.is_working and not found["documents"]
    summary = state.line if begins else describe_coverage(found)
    return found | {"summary": summary, "facts": facts_of(found)}


def _measured(served: ServedVault, state: IndexState) -> dict[str, Any]:
    vault, follower = served.vault, served.follower
    found: dict[str, Any] = {
        "root": str(vault.root),
        "documents": 0,
        "chunks": 0,
        "embedded": 0,
        "share": 0.0,
        "missing": 0,
        "setting_problems": (),
        "model": "",
        "model_reads": "",
        "model_advice": "",
        "provider": _provider(served),
        "indexing": follower.is_indexing or state.is_working,
        "watching": follower.is_watching,
        "index_path": vault.index_location,
        "skipped": [],
        "unread": {},
        "waiting": 0,
        "message": follower.failure,
        **state.as_json(),
    }
    try:
        coverage = vault.coverage.whole()
    except RagtuiError as error:
        message = "" if follower.makes_index else follower.failure or str(error)
        return found | {"message": message}
    return found | {
        "documents": coverage.documents,
        "chunks": coverage.chunks,
        "embedded": coverage.embedded,
        "share": round(coverage.embedded_share, 4) if coverage.documents else 0.0,
        "missing": coverage.missing,
        "setting_problems": coverage.setting_problems,
        "model": coverage.model,
        "model_reads": coverage.model_reads,
        "model_advice": coverage.model_advice,
        "unread": dict(coverage.unread),
        "waiting": coverage.waiting,
        "skipped": [
            {"path": item.path, "reason": item.reason} for item in coverage.skipped
        ],
    }


def _provider(served: ServedVault) -> str:
    from ragtui_core.answer import provider_name

    try:
        return provider_name(served.vault.settings.answer)
    except AnswerError:
        return ""


def _reindex(
    served: ServedVault, rebuild: bool, cancelled: threading.Event
) -> dict[str, Any]:
    def note(event: IndexEvent) -> None:
        if served.closed.is_set():
            cancelled.set()  # Shutdown waits for this thread.
        served.follower.note(event)

    served.follower.stop()
    served.follower.join()
    try:
        if rebuild:
            served.vault.back_up_index()
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
