"""Progress sent to the client: of indexing a vault, and of a running request."""

import asyncio
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from lsprotocol import types

from ragtui_core import IndexMissing, RagtuiError
from ragtui_core.indexing import (
    IndexState,
    IndexStateName,
    is_in_progress,
    is_phase,
    state_of_error,
)
from ragtui_core.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.lsp.server import LanguageServer

    from ragtui_core import Coverage
    from ragtui_core.indexing import (
        IndexEvent,
    )

MIN_FILES_SHOWN = 32
"""Files or chunks; smaller runs end before a progress bar can be read."""

STEP_SECONDS = 0.25
"""Minimum interval between progress reports."""


class ProgressBar:
    """The client's progress bars, if it has them."""

    def __init__(self, client: "LanguageServer", title: str) -> None:
        self._client, self._title = client, title

    async def begin(self, token: str) -> None:
        """Open a bar."""
        window = self._client.client_capabilities.window
        if window and window.work_done_progress:
            await self._client.work_done_progress.create_async(token)
            begin = types.WorkDoneProgressBegin(self._title, percentage=0)
            self._client.work_done_progress.begin(token, begin)

    def report(self, token: str, report: types.WorkDoneProgressReport) -> None:
        """Advance a bar."""
        if token in self._client.work_done_progress.tokens:
            self._client.work_done_progress.report(token, report)

    def end(self, token: str) -> None:
        """Close a bar."""
        if self._client.work_done_progress.tokens.pop(token, None):
            self._client.work_done_progress.end(token, types.WorkDoneProgressEnd())


class IndexProgressReporter:
    """Turns the events of an index follower into messages to the client."""

    def __init__(
        self,
        bar: "ProgressBar",
        loop: asyncio.AbstractEventLoop,
        warn: "Callable[[RagtuiError | str], None]",
        changed: "Callable[[Coverage], None]",
    ) -> None:
        """Report from any thread.

        `warn` shows a message, and is called in the server's `loop`, as `bar` is;
        `changed` is called with new coverage, in the follower's thread.
        """
        self._bar, self._warn, self._changed = bar, warn, changed
        self._loop = loop
        self._token: str | None = None
        self._reported = 0.0
        self._seen: Coverage | None = None

    def step(self, event: "IndexEvent") -> None:
        """Report progress, if the run is long enough."""
        from ragtui_core.indexing import IndexNotice

        if isinstance(event, IndexNotice):
            self._soon(self._warn, event.message)
        if isinstance(event, IndexState) and is_in_progress(event):
            self._advance(event)
        elif isinstance(event, IndexState) and not is_phase(event):
            self._begin()
            self._report(event)
        else:
            self._end()

    def _advance(self, event: IndexState) -> None:
        if self._token is None and event.total >= MIN_FILES_SHOWN:
            self._begin()
        if self._token and time.monotonic() - self._reported >= STEP_SECONDS:
            self._report(event)

    def coverage(self, coverage: "Coverage", *, elsewhere: bool) -> None:
        """Report new coverage; shown results may have changed."""
        if coverage != self._seen:
            self._seen = coverage
            self._changed(coverage)

    def paused(self) -> None:
        """The server pauses no index."""

    def failed(self, error: RagtuiError) -> None:
        """Report once why indexing has ended."""
        self._end()
        is_state = not isinstance(error, IndexMissing)
        what = state_of_error(error).sentence if is_state else error
        self._soon(self._warn, what)

    def _begin(self) -> None:
        if self._token:
            return
        self._token = f"ragtui-index-{uuid4()}"
        asyncio.run_coroutine_threadsafe(self._bar.begin(self._token), self._loop)

    def _report(self, event: IndexState) -> None:
        self._reported = time.monotonic()
        # It begins again with the passages, and must not fall.
        is_shown = is_phase(event) and event.name is not IndexStateName.READING_WORDS
        more = f", {counted(event.mails, 'mail')}" if event.mails else ""
        report = types.WorkDoneProgressReport(
            message=event.line + more, percentage=int(100 * event.share * is_shown)
        )
        self._soon(self._bar.report, self._token, report)

    def _end(self) -> None:
        if self._token:
            self._soon(self._bar.end, self._token)
            self._token = None

    def _soon(self, call: "Callable[..., object]", *arguments: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)


class Progress:
    """Sends values from any thread, until the request is complete."""

    def __init__(self, ls: "LanguageServer", token: types.ProgressToken | None) -> None:
        """Create it in the server's event loop; without a token nothing is sent."""
        self._ls = ls
        self._token = token
        self._loop = asyncio.get_running_loop()
        self._complete = False

    def send(self, value: dict[str, Any]) -> None:
        """Queue a value; does not block and keeps the order."""
        if self._token is not None:
            self._loop.call_soon_threadsafe(self._send, value)

    def close(self) -> None:
        """Send no more: the client has discarded the token."""
        self._complete = True

    def _send(self, value: dict[str, Any]) -> None:
        if self._token is not None and not self._complete:
            self._ls.progress(types.ProgressParams(self._token, value))
