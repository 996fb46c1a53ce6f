"""The server: the vaults, the threads that work for it, and its notifications.

The event loop only reads and writes messages. Calls of the core run in a few
worker threads, answers in a separate loop, and indexing in one thread per vault.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from ragtui_core import IndexMissing, RagtuiError, in_thread
from ragtui_core.text import sanitize
from ragtui_lsp.client_options import ClientOptions
from ragtui_lsp.index_consent import IndexConsent
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.progress import IndexProgressReporter, ProgressBar
from ragtui_lsp.protocol import OpenDocument, RagtuiProtocol, converter
from ragtui_lsp.shown_texts import ShownTexts
from ragtui_lsp.uris import file_of
from ragtui_lsp.workspace_vaults import Folder, ServedVault, Vaults

if TYPE_CHECKING:
    from pygls.server import ServerErrors

    from ragtui_core import Coverage, Selection
    from ragtui_lsp.location_mapper import LocationMapper

T = TypeVar("T")

WORKERS = 4
"""Threads for requests; SQLite and the model release the interpreter lock."""

INDEX_CHANGED = "ragtui/indexChanged"


class AnswerLoop:
    """Runs coroutines in a thread; cancelling the caller cancels them.

    An answer reads files, checks quotations and imports a provider's SDK, which would
    block all other requests on the server's own loop.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run `coroutine` and return its result."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """Cancel all tasks and stop the thread's loop."""
        loop, self._loop = self._loop, None
        if loop:
            asyncio.run_coroutine_threadsafe(_end_tasks(), loop)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(
                target=_run_loop, args=(self._loop,), name="answers", daemon=True
            ).start()
        return self._loop


def _run_loop(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


async def _end_tasks() -> None:
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks(loop) - {asyncio.current_task(loop)}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    loop.call_soon(loop.stop)


class RagtuiServer(LanguageServer):
    """The state and services that all features use."""

    protocol: RagtuiProtocol

    def __init__(self, version: str) -> None:
        """Create the server; heavy modules are loaded after the initialize response."""
        super().__init__(
            "ragtui-lsp",
            version,
            protocol_cls=RagtuiProtocol,
            converter_factory=converter,
        )
        self.vaults = Vaults(self._serve)
        self.answers = AnswerLoop()
        self.selections: dict[str, Selection] = {}
        """By conversation, the selection that its last question was about."""
        self.shown = ShownTexts(self)
        self.first_options: Any = None
        self.client_name = ""
        """How the client calls itself, such as `Neovim`."""
        self.options = ClientOptions()
        self.on_index_change: list[Callable[[], object]] = []
        self._pool = ThreadPoolExecutor(WORKERS, "core")
        self.loaded = asyncio.Event()
        """Set once the handlers of requests are imported."""
        self._opened = asyncio.Event()
        self._opening = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown_messages: set[str] = set()
        self._closing = False

    # --- work ---

    async def work(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a blocking function in a worker thread; cancelling the caller ends it.

        Raises:
            CancelledError: The server is shutting down.
        """
        if self._closing:
            raise asyncio.CancelledError
        return await in_thread(function, *arguments, pool=self._pool)

    async def load(self, import_handlers: Callable[[], object]) -> None:
        """Import the request handlers in a worker thread."""
        try:
            await self.work(import_handlers)
        finally:
            self.loaded.set()  # Waiting requests are answered, if only with an error.

    async def open_vaults(self) -> None:
        """Open the vaults of the workspace's folders, and report errors."""
        self._loop = asyncio.get_running_loop()
        async with self._opening:
            try:
                faults = await self.work(self.vaults.open, self._folders())
            finally:
                self._opened.set()
        self.show_warnings(faults)

    def close_vaults(self) -> None:
        """Stop all background work; blocks."""
        self._closing = True
        self.answers.stop()
        self.shown.close()
        self.vaults.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def serving(self, uri: str | None) -> ServedVault:
        """The vault for a file, or the first one.

        Raises:
            RagtuiError: There is none.
        """
        await self._opened.wait()
        return self.vaults.of(uri)

    async def all_serving(self) -> list[ServedVault]:
        """Every vault of the workspace."""
        await self._opened.wait()
        return list(self.vaults)

    def _folders(self) -> list[Folder]:
        """The workspace's folders, or none, with the settings for each."""
        uris = [*self.workspace.folders]
        if not uris and self.workspace.root_uri:
            uris = [self.workspace.root_uri]
        paths = [(file_of(uri), self.options.of(uri)) for uri in uris]
        folders = [(path, options) for path, options in paths if path]
        return [*folders] or [(None, self.options.of(None))]

    def _serve(self, folder: Path, flags: Mapping[str, Any]) -> ServedVault:
        """Open a vault and begin to follow it; runs in a worker thread."""
        from ragtui_core import open_vault

        assert self._loop is not None
        loop = self._loop
        vault = open_vault(folder, flags=flags)
        loop.call_soon_threadsafe(self.show_warnings, vault.settings.unknown)

        def changed(coverage: "Coverage") -> None:
            is_indexing = self.is_indexing(coverage.vault)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.index_changed, coverage, is_indexing)

        bar = ProgressBar(self, f"Indexing {folder.name}")
        news = IndexProgressReporter(bar, loop, self.show_warning, changed)
        question = IndexConsent(vault)
        served = ServedVault(vault, folder, news, may_index=question.is_given)
        served.follower.start()
        if question.is_open:
            asking = question.ask(self, served)
            asyncio.run_coroutine_threadsafe(asking, loop)
        return served

    # --- documents ---

    async def text(self, uri: str) -> PositionedText:
        """A document as the editor has it, or else one of a vault as it is on disk.

        Raises:
            DocumentNotFound: It is neither open nor a document of a vault.
            UnreadableFile: It cannot be read as text.
        """
        document = self._open_document(uri)
        if document:
            return document.positioned
        return PositionedText(await self.vault_text(uri), self.encoding)

    async def vault_text(self, uri: str) -> str:
        """A document of a vault as it is on disk."""
        await self._opened.wait()
        return await self.work(self.vaults.text_of, uri)

    def version_of(self, uri: str) -> int | None:
        """The editor's version of a document that is open."""
        document = self._open_document(uri)
        return document.version if document else None

    def line_end_of(self, uri: str) -> str | None:
        r"""How lines of a document that is open end: `\n` or `\r\n`."""
        document = self._open_document(uri)
        if document is None:
            return None
        return "\r\n" if "\r\n" in document.source else "\n"

    def _open_document(self, uri: str) -> OpenDocument | None:
        document = self.workspace.get_text_document(uri)
        assert isinstance(document, OpenDocument)
        return document if document.is_open else None

    @property
    def encoding(self) -> str:
        """The units of columns, as agreed with the client."""
        agreed = self.workspace.position_encoding or "utf-16"
        return types.PositionEncodingKind(agreed).value

    async def locations(self, uri: str | None) -> "LocationMapper":
        """The location mapper for a file's vault, or for the first one.

        Raises:
            RagtuiError: There is no vault.
        """
        from ragtui_lsp.location_mapper import LocationMapper

        served = await self.serving(uri)
        path = served.path_of(uri) if uri else None
        return LocationMapper(
            served,
            self.encoding,
            self._opened_in(served),
            path,
            shows_texts=self._shows_texts,
            client=self.client_name,
        )

    @property
    def _shows_texts(self) -> bool:
        """Whether the client asks for the content of `ragtui:` documents."""
        workspace = self.client_capabilities.workspace
        return bool(workspace and workspace.text_document_content)

    def _opened_in(self, served: ServedVault) -> dict[str, OpenDocument]:
        """A vault's documents that are open, by path."""
        opened = self.workspace.text_documents.values()
        found = {served.path_of(each.uri): each for each in opened}
        return {path: each for path, each in found.items() if path is not None}

    # --- notifications ---

    def report_server_error(self, error: Exception, source: "ServerErrors") -> None:
        """Answer what is not JSON; show errors of notifications, as pygls does."""
        if (
            isinstance(error, (ValueError, RecursionError))
            and source is JsonRpcException
        ):
            self.protocol.refuse_body()
        else:
            super().report_server_error(error, source)

    def cause_of(self, error: RagtuiError) -> RagtuiError:
        """Why there is no index: this process failed to make it, or still makes it."""
        if not isinstance(error, IndexMissing):
            return error
        followers = [served.follower for served in self._lacking(error)]
        failures = [follower.failure for follower in followers if follower.failure]
        states = [follower.state for follower in followers if follower.makes_index]
        working = [state.sentence for state in states if state.is_working]
        return IndexMissing([*failures, *working, str(error)][0])

    def show_warning(self, what: RagtuiError | str) -> None:
        """Show a message in the editor, each one once, none during shutdown.

        A missing index that is being built is not reported; its progress is shown.
        """
        if self._closing:
            return
        if isinstance(what, IndexMissing) and any(
            served.follower.makes_index or not served.may_index
            for served in self._lacking(what)
        ):
            return
        self.show_once(str(what), types.MessageType.Warning)

    def show_once(self, words: str, kind: types.MessageType) -> None:
        """Show a message in the editor if it was not shown before."""
        sentence = sanitize(words)
        if sentence not in self._shown_messages:
            self._shown_messages.add(sentence)
            self.window_show_message(types.ShowMessageParams(kind, sentence))

    def _lacking(self, error: IndexMissing) -> list[ServedVault]:
        """The vaults whose index is missing: the reason ends with its location."""
        return [
            it for it in self.vaults if error.reason.endswith(it.vault.index_location)
        ]

    def show_warnings(self, sentences: Iterable[str]) -> None:
        """Show several messages."""
        for sentence in sentences:
            self.show_warning(sentence)

    def is_indexing(self, root: str) -> bool:
        """Whether a served vault is indexed by this server now; safe in any thread."""
        return any(
            served.follower.is_indexing
            for served in self.vaults
            if str(served.vault.root) == root
        )

    def index_changed(self, coverage: "Coverage", is_indexing: bool) -> None:
        """Report new coverage, and refresh diagnostics and other results."""
        news = {
            "root": coverage.vault,
            "documents": coverage.documents,
            "embedded": coverage.embedded,
            "share": round(coverage.embedded_share, 4) if coverage.documents else 0.0,
            "indexing": is_indexing,
        }
        self.protocol.notify(INDEX_CHANGED, news)
        for listener in self.on_index_change:
            listener()
