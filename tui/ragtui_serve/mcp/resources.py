"""Notes as resources by template, with completion: `ragtui://note/folder/note.md`.

Those of further vaults are `ragtui://vault/NAME/folder/note.md`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import unquote

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from ragtui_core import Card, RagtuiError
from ragtui_core.documents import document_part
from ragtui_core.text import sanitize
from ragtui_serve.request_options import MAX_PATH, RequestError, RequestOption
from ragtui_serve.served_vault import ServedVault, ServedVaults
from ragtui_serve.work_queue import WorkQueue

MAX_CHARS = 39_000
MAX_LISTED = 20
"""Notes that are listed; the others are found by completion and by search."""

MAX_COMPLETIONS = 100
"""Values of a completion, as the protocol demands."""

PATH = RequestOption("path", str, "A note.", high=MAX_PATH)
TYPED = RequestOption("value", str, "What was typed of a path.", high=MAX_PATH)

_PATH = "{+path}"
_Context = ServerRequestContext[Any]
T = TypeVar("T")


class NoteResources:
    """Lists and reads the notes of all vaults."""

    def __init__(self, vaults: ServedVaults, queue: WorkQueue) -> None:
        self._vaults = vaults
        self._queue = queue

    async def list_recent(self, _: _Context, __: Any) -> types.ListResourcesResult:
        """The notes that were changed last, of each vault."""
        count = max(1, MAX_LISTED // len(self._vaults.names))
        resources = [
            types.Resource(
                uri=served.note_uri(card.path),
                name=card.path,
                title=sanitize(card.fields.title, one_line=True),
                mime_type="text/markdown",
            )
            for served in self._vaults
            for card in await self._ask(_recent, served, count)
        ]
        return types.ListResourcesResult(resources=resources)

    async def list_templates(
        self, _: _Context, __: Any
    ) -> types.ListResourceTemplatesResult:
        """A template for each vault."""
        templates = [
            types.ResourceTemplate(
                uri_template=served.notes_uri + _PATH,
                name=f"note of {served.name}",
                title=f"A note of {served.name}",
                description="A note as it is on disk now.",
                mime_type="text/markdown",
            )
            for served in self._vaults
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read(
        self, _: _Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The text of a note."""
        uri = str(params.uri)
        served = self._vault_of(uri)
        path = _checked(PATH, unquote(uri.removeprefix(served.notes_uri)))
        text = await self._ask(_text, served, path)
        contents = types.TextResourceContents(
            uri=uri, mime_type="text/markdown", text=text
        )
        return types.ReadResourceResult(contents=[contents])

    async def complete(
        self, _: _Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Paths that contain what was typed."""
        paths: list[str] = []
        if isinstance(params.ref, types.ResourceTemplateReference):
            served = self._vault_of(params.ref.uri)
            typed = _checked(TYPED, params.argument.value)
            paths = await self._ask(_matching, served, typed)
        shown = paths[:MAX_COMPLETIONS]
        return types.CompleteResult(
            completion=types.Completion(
                values=shown, total=len(paths), has_more=len(paths) > len(shown)
            )
        )

    def _vault_of(self, uri: str) -> ServedVault:
        for served in self._vaults:
            if uri.startswith(served.notes_uri):
                return served
        known = " or ".join(
            f"{vault.notes_uri}folder/note.md" for vault in self._vaults
        )
        raise MCPError(types.INVALID_PARAMS, f"unknown resource: use {known}")

    async def _ask(
        self, work: Callable[..., T], served: ServedVault, *arguments: object
    ) -> T:
        try:
            return await self._queue.run(work, served, *arguments)
        except RagtuiError as error:
            message = sanitize(served.public_message(error))
            raise MCPError(types.INVALID_PARAMS, message) from error


def _checked(option: RequestOption, value: str) -> str:
    """A text of a request that is not too long."""
    try:
        return str(option.value(value))
    except RequestError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from error


def _recent(served: ServedVault, count: int) -> Sequence[Card]:
    served.wait_for_index()
    return served.vault.documents.recent(count)


def _text(served: ServedVault, path: str) -> str:
    served.wait_for_index()
    documents = served.vault.documents
    part = document_part(
        documents.read(documents.indexed_path(path)), max_chars=MAX_CHARS
    )
    left = f"\n[{part.left:,} more characters: get_file_content]" if part.left else ""
    return sanitize(part.shown) + left


def _matching(served: ServedVault, typed: str) -> list[str]:
    """The indexed paths with what was typed, those that begin with it first."""
    served.wait_for_index()
    typed = typed.casefold()
    found = [p for p in served.vault.documents.paths() if typed in p.casefold()]
    return sorted(found, key=lambda path: (not path.casefold().startswith(typed), path))
