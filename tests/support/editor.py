"""A client as editors have one: it starts the real server and talks to it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote, urlsplit

import attrs
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

from support.language_servers import ServerProcess, ServerThread, client_converter
from support.waiting import INTERVAL, wait_until_async

UNITS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}
"""How long a text is in the units of an encoding."""


CLIENTS = ("visual_studio_code", "neovim", "emacs", "none", "all")
"""Programs whose capabilities are known; one that declares none, and one that declares
all."""


@cache
def capabilities_of(client: str) -> types.ClientCapabilities:
    """What a program says of itself; reading it compiles a function for each type."""
    if client == "none":
        return types.ClientCapabilities()
    if client == "all":
        declared: types.ClientCapabilities = every(types.ClientCapabilities)
        return declared
    return client_capabilities(client)


def every(kind: Any) -> Any:
    """A value of a type of the protocol that declares as much as it can."""
    if attrs.has(kind):
        names = attrs.fields_dict(kind).keys() & (hints := get_type_hints(kind)).keys()
        return kind(**{name: every(hints[name]) for name in names})
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return every(next(part for part in parts if part is not NoneType))
    if origin is Sequence:
        return [*_all_of(parts[0])]
    if origin is Mapping:
        return {}
    return next(iter(_all_of(kind)))


def _all_of(kind: Any) -> Iterable[Any]:
    """The values of an enumeration; one value of another type."""
    if get_origin(kind) in {Union, UnionType}:
        return _all_of(get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    return [{bool: True, int: 1_000, str: "x"}.get(kind, True)]


class Editor:
    """One editor with its server. Positions are named by the words there."""

    def __init__(
        self,
        root: Path,
        encoding: str = "utf-16",
        server: ServerThread | ServerProcess | None = None,
    ) -> None:
        self.root = root
        self.server = server or ServerThread()
        self.encoding = encoding
        self.client = LanguageClient(converter_factory=client_converter)
        register_lsp_features(self.client)
        self.progress: list[tuple[Any, Any]] = []
        self.news: list[Any] = []
        self.edits: list[types.WorkspaceEdit] = []
        self.registered: list[types.Registration] = []
        self.texts: dict[str, str] = {}
        self.questions: list[str] = []
        self.choice = ""
        """The title of the action that answers questions; empty dismisses them."""
        self._came = asyncio.Condition()
        self._listen()

    def _listen(self) -> None:
        features = self.client.protocol.fm.features
        taken = (types.PROGRESS, types.WORKSPACE_APPLY_EDIT)
        more = (types.CLIENT_REGISTER_CAPABILITY, types.WINDOW_SHOW_MESSAGE_REQUEST)
        for method in (*taken, *more):
            features.pop(method, None)

        async def on_progress(params: types.ProgressParams) -> None:
            self.progress.append((params.token, params.value))
            await self._wake()

        async def on_change(params: Any) -> None:
            self.news.append(params)
            await self._wake()

        def on_edit(params: types.ApplyWorkspaceEditParams) -> Any:
            self.edits.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

        def on_registration(params: types.RegistrationParams) -> None:
            self.registered += params.registrations

        async def on_question(params: Any) -> types.MessageActionItem | None:
            self.questions.append(params.message)
            await self._wake()
            return types.MessageActionItem(self.choice) if self.choice else None

        self.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(on_question)
        self.client.feature(types.PROGRESS)(on_progress)
        self.client.feature(types.CLIENT_REGISTER_CAPABILITY)(on_registration)
        self.client.feature("ragtui/indexChanged")(on_change)
        self.client.feature(types.WORKSPACE_APPLY_EDIT)(on_edit)

    async def _wake(self) -> None:
        async with self._came:
            self._came.notify_all()

    async def until(self, fulfilled: Callable[[], Any]) -> None:
        """Wait for a notification of the server."""
        while not fulfilled():
            async with self._came:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._came.wait(), INTERVAL)

    async def until_true(self, ask: Callable[[], Awaitable[Sequence[bool]]]) -> None:
        """Ask again and again until one of the answers is yes."""

        async def yes() -> bool:
            return any(await ask())

        await self.eventually(yes, True)

    async def eventually(
        self, ask: Callable[[], Awaitable[Any]], expected: object
    ) -> None:
        """Ask again and again until the answer is the expected one."""
        found: object = None

        async def is_expected() -> bool:
            nonlocal found
            found = await ask()
            return found == expected

        await wait_until_async(
            is_expected, lambda: f"{found!r} never became {expected!r}"
        )

    async def start(
        self,
        options: dict[str, Any] | None = None,
        *,
        folders: list[Path] | None = None,
        settings: dict[str, Any] | None = None,
        scoped: dict[str, dict[str, Any]] | None = None,
        shows_texts: bool = False,
        replaces: bool = True,
        client: str = "visual_studio_code",
    ) -> types.InitializeResult:
        """Start the server and greet it, as one of `CLIENTS`.

        `settings` are what the client returns on request, `scoped` those by folder uri;
        `shows_texts` is whether it can show `ragtui:` documents, `replaces` whether a
        completion replaces text after the cursor.
        """
        if settings is not None:
            self.client.set_configuration(settings, section="ragtui")
        for uri, each in (scoped or {}).items():
            self.client.set_configuration(each, section="ragtui", scope_uri=uri)
        await self.server.connect(self.client, self.root)
        capabilities = deepcopy(capabilities_of(client))
        if client != "none":
            _set(capabilities, self.encoding, texts=shows_texts, replaces=replaces)
        named = [self.root] if folders is None else folders
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                client_info=types.ClientInfo(
                    "Neovim" if client == "neovim" else client
                ),
                initialization_options=options,
                workspace_folders=[
                    types.WorkspaceFolder(folder.as_uri(), folder.name)
                    for folder in named
                ],
            )
        )

    async def stop(self) -> None:
        """Say goodbye and wait for the server's end."""
        await self.client.shutdown_session()
        await self.client.stop()  # type: ignore[no-untyped-call]
        await self.server.ended(self.client)

    # --- documents ---

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str, text: str | None = None) -> None:
        """Open a note: as it is on disk, or with a text that is not saved."""
        if text is None:
            text = (self.root / path).read_bytes().decode().removeprefix("\ufeff")
        self.texts[path] = text
        item = types.TextDocumentItem(self.uri(path), "markdown", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, path: str, old: str, new: str) -> None:
        """Replace `old` by an edit of just that range."""
        where = self.range(path, old)
        change = types.TextDocumentContentChangePartial(range=where, text=new)
        self.texts[path] = self.texts[path].replace(old, new, 1)
        document = types.VersionedTextDocumentIdentifier(2, self.uri(path))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, [change])
        )

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(path))

    def position(self, path: str, words: str, inside: int = 0) -> types.Position:
        """Where `words` begin in an open note, and `inside` characters on."""
        return self._position(self.texts[path], self.texts[path].index(words) + inside)

    def range(self, path: str, words: str) -> types.Range:
        start = self.texts[path].index(words)
        ends = (start, start + len(words))
        return types.Range(*(self._position(self.texts[path], at) for at in ends))

    def at(self, path: str, where: types.Range) -> str:
        """The words of a range of a file, as it is open or else on disk."""
        lines = self._text(path).split("\n")
        found = []
        for number in range(where.start.line, where.end.line + 1):
            line = lines[number]
            end = where.end.character if number == where.end.line else None
            start = where.start.character if number == where.start.line else 0
            found.append(self._cut(line, start, end))
        return "\n".join(found)

    def at_json(self, path: str, where: Any) -> str:
        """The same for a range as a command gives it."""
        start, end = where["start"], where["end"]
        first = types.Position(start["line"], start["character"])
        last = types.Position(end["line"], end["character"])
        return self.at(path, types.Range(first, last))

    def _position(self, text: str, offset: int) -> types.Position:
        before = text[:offset]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), UNITS[self.encoding](line))

    def _cut(self, line: str, start: int, end: int | None) -> str:
        codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
        width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[self.encoding]
        data = line.encode(codec[self.encoding])
        stop = None if end is None else end * width
        return data[start * width : stop].decode(codec[self.encoding])

    # --- requests ---

    async def command(self, name: str, **params: Any) -> Any:
        """Give a command as clients of any kind can."""
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=name, arguments=[params])
        )

    async def request(self, name: str, **params: Any) -> Any:
        """Send a custom request."""
        send: Any = self.client.protocol.send_request_async
        return await send(name, params)

    async def hover(self, path: str, words: str, inside: int = 1) -> types.Hover | None:
        where = self.position(path, words, inside)
        return await self.client.text_document_hover_async(
            types.HoverParams(self.document(path), where)
        )

    async def card(self, path: str, words: str, inside: int = 1) -> str:
        """The text of what hovering shows."""
        shown = await self.hover(path, words, inside)
        assert shown
        assert isinstance(shown.contents, types.MarkupContent)
        return shown.contents.value

    async def definition(
        self, path: str, words: str, inside: int = 1
    ) -> types.Location | None:
        where = self.position(path, words, inside)
        found = await self.client.text_document_definition_async(
            types.DefinitionParams(self.document(path), where)
        )
        assert found is None or isinstance(found, types.Location)
        return found

    async def diagnostics(self, path: str) -> list[types.Diagnostic]:
        """Those of the last publication."""
        uri = self.uri(path)
        await self.until(lambda: uri in self.client.diagnostics)
        return list(self.client.diagnostics[uri])

    async def actions(
        self,
        path: str,
        where: types.Range,
        diagnostics: list[types.Diagnostic] | None = None,
    ) -> dict[str, types.CodeAction]:
        """The code actions at a range, by title."""
        context = types.CodeActionContext(diagnostics=diagnostics or [])
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(self.document(path), where, context)
        )
        return {
            action.title: action
            for action in found or ()
            if isinstance(action, types.CodeAction)
        }

    async def references(
        self, path: str, words: str, inside: int = 0
    ) -> list[tuple[str, str]]:
        """What refers to the thing at some words: the notes, and their words."""
        context = types.ReferenceContext(include_declaration=False)
        where = self.position(path, words, inside)
        found = await self.client.text_document_references_async(
            types.ReferenceParams(context, self.document(path), where)
        )
        places = [(self.path(each.uri), each.range) for each in found or ()]
        return [(source, self.at(source, where)) for source, where in places]

    async def rename(
        self, path: str, words: str, name: str, inside: int = 0
    ) -> types.WorkspaceEdit:
        """The edit that renames the thing at some words."""
        where = self.position(path, words, inside)
        edit = await self.client.text_document_rename_async(
            types.RenameParams(self.document(path), where, name)
        )
        assert edit
        return edit

    async def move(self, *moves: tuple[str, str]) -> types.WorkspaceEdit | None:
        """The edit before files get other paths."""
        renames = [types.FileRename(self.uri(old), self.uri(new)) for old, new in moves]
        return await self.client.workspace_will_rename_files_async(
            types.RenameFilesParams(renames)
        )

    async def completed(
        self, path: str, words: str, inside: int
    ) -> list[types.CompletionItem]:
        """What is offered within some words."""
        where = self.position(path, words, inside)
        found = await self.client.text_document_completion_async(
            types.CompletionParams(self.document(path), where)
        )
        assert found is None or isinstance(found, types.CompletionList)
        return list(found.items) if found else []

    def edited(self, edit: types.WorkspaceEdit | None) -> dict[str, str]:
        """What the open notes and files of an edit say after it, by path."""
        assert edit
        found: dict[str, str] = {}
        for change in edit.document_changes or ():
            if isinstance(change, types.TextDocumentEdit):
                path = self.path(change.text_document.uri)
                found[path] = self._changed(path, change.edits)
        for uri, edits in (edit.changes or {}).items():
            found[self.path(uri)] = self._changed(self.path(uri), edits)
        return found

    def apply(self, edit: types.WorkspaceEdit | None) -> dict[str, str]:
        """Write an edit to the disk; the files that it renames, old path to new."""
        for path, text in self.edited(edit).items():
            (self.root / path).write_text(text)
        moves = {}
        for change in (edit and edit.document_changes) or ():
            if isinstance(change, types.RenameFile):
                old, new = self.path(change.old_uri), self.path(change.new_uri)
                (self.root / old).rename(self.root / new)
                moves[old] = new
        return moves

    def path(self, uri: str) -> str:
        """A file's path within the vault."""
        file = Path(unquote(urlsplit(uri).path))
        return file.relative_to(self.root).as_posix()

    def _changed(self, path: str, edits: Sequence[Any]) -> str:
        text = self._text(path)
        for edit in sorted(edits, key=_place, reverse=True):
            start, end = (
                self._offset(text, edit.range.start),
                self._offset(text, edit.range.end),
            )
            text = f"{text[:start]}{edit.new_text}{text[end:]}"
        return text

    def _offset(self, text: str, position: types.Position) -> int:
        lines = text.split("\n")
        before = sum(len(line) + 1 for line in lines[: position.line])
        return before + len(self._cut(lines[position.line], 0, position.character))

    def _text(self, path: str) -> str:
        text = self.texts.get(path)
        return (self.root / path).read_bytes().decode() if text is None else text

    def shown_text(self, uri: str) -> str:
        """The text of a document that the server has opened."""
        return Path(unquote(urlsplit(uri).path)).read_text("utf-8")

    def messages(self) -> list[str]:
        return [message.message for message in self.client.messages]


def _set(
    able: types.ClientCapabilities, encoding: str, *, texts: bool, replaces: bool
) -> None:
    """Declare what a test is about."""
    able.general = able.general or types.GeneralClientCapabilities()
    able.general.position_encodings = [types.PositionEncodingKind(encoding)]
    assert able.workspace
    shown = types.TextDocumentContentClientCapabilities() if texts else None
    able.workspace.text_document_content = shown
    assert able.text_document
    assert able.text_document.completion
    assert able.text_document.completion.completion_item
    able.text_document.completion.completion_item.insert_replace_support = replaces


def _place(edit: types.TextEdit) -> tuple[int, int]:
    return edit.range.start.line, edit.range.start.character


StartEditor = Callable[..., Awaitable[Editor]]
"""Starts an editor on a folder, with options and an encoding."""
