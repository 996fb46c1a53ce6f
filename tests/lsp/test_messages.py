"""What a client sends that the protocol does not allow, as bytes on the wire."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import Vault
from ragtui_lsp.main import new_server

HERE = {"textDocument": {"uri": "file:///nowhere/a.md"}}


class Wire:
    """The client's end of a server."""

    def __init__(self, root: Path) -> None:
        self.first = {
            "processId": None,
            "rootUri": root.as_uri(),
            "capabilities": {},
            "initializationOptions": {"editor.index": False},
        }
        ours, self._theirs = socket.socketpair()
        ours.settimeout(None)
        self._socket = ours
        self._file = ours.makefile("rb")
        self.server = new_server()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with (
            self._theirs,
            self._theirs.makefile("rb") as stdin,
            self._theirs.makefile("wb") as stdout,
        ):
            self.server.start_io(stdin, stdout)
        self.server.close_vaults()

    def send(self, body: str, header: str = "Content-Length: {}\r\n") -> None:
        """Send a body as it is, with its length, or another, in the header."""
        written = header.format(len(body.encode()))
        self._socket.sendall(f"{written}\r\n{body}".encode())

    def notify(self, method: str, **fields: Any) -> None:
        """Send a notification."""
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, **fields}))

    def ask(self, method: str, number: int = 7, **fields: Any) -> dict[str, Any]:
        """Send a request and return the next answer."""
        self.notify(method, id=number, **fields)
        answer = self.answer()
        assert answer["id"] == number
        return answer

    def answer(self) -> dict[str, Any]:
        """The next answer; a message to the user is a failure."""
        while True:
            length = 0
            while line := self._file.readline().strip():
                name, _, value = line.partition(b":")
                length = int(value) if name == b"Content-Length" else length
            found: dict[str, Any] = json.loads(self._file.read(length))
            assert found.get("method") != "window/showMessage", found
            if "method" not in found:
                return found

    def code(self, method: str, **fields: Any) -> int:
        """The error code of the answer to a request."""
        return int(self.ask(method, **fields)["error"]["code"])

    def close(self) -> None:
        """Hang up, and wait for the end."""
        with suppress(OSError):  # It may have hung up first.
            self._socket.shutdown(socket.SHUT_WR)
        self._thread.join()
        assert not self._thread.is_alive()
        self._file.close()
        self._socket.close()


@pytest.fixture
def wire(vault: Vault) -> Iterator[Wire]:
    made = Wire(vault.root)
    yield made
    made.close()


@pytest.fixture
def initialized(wire: Wire) -> Wire:
    assert "result" in wire.ask("initialize", params=wire.first)
    return wire


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("textDocument/hover", {"params": HERE}),
        ("textDocument/hover", {"params": {**HERE, "position": {"line": -1}}}),
        (
            "textDocument/hover",
            {"params": {**HERE, "position": {"line": -1, "character": -2}}},
        ),
        ("textDocument/hover", {}),
        ("textDocument/completion", {"params": {**HERE, "context": {}}}),
        ("textDocument/references", {"params": [1, 2]}),
        ("workspace/executeCommand", {"params": {"command": "ragtui.none"}}),
        ("workspace/executeCommand", {}),
        ("ragtui/search", {"params": [1]}),
    ],
)
def test_invalid_parameters_are_answered(
    initialized: Wire, method: str, fields: dict[str, Any]
) -> None:
    initialized.notify("initialized", params={})
    assert initialized.code(method, **fields) == -32602
    assert initialized.code("no/method", params={}) == -32601


def test_a_missing_file_is_no_internal_error(initialized: Wire) -> None:
    initialized.notify("initialized", params={})
    answer = initialized.ask("ragtui/verify", params=HERE)
    assert "neither open in the editor nor a document" in answer["error"]["message"]
    assert answer["error"]["code"] != -32603
    assert "Traceback" not in json.dumps(answer)


def test_nothing_is_served_before_initialize(wire: Wire) -> None:
    wire.notify("textDocument/didOpen", params={})
    assert wire.code("textDocument/hover", params=HERE) == -32002
    assert wire.code("textDocument/hover", params={}) == -32002
    assert wire.code("shutdown") == -32002
    assert "result" in wire.ask("initialize", params=wire.first)


def test_nothing_is_served_after_shutdown_or_twice(initialized: Wire) -> None:
    assert initialized.code("initialize", params=initialized.first) == -32600
    assert initialized.ask("shutdown")["result"] is None
    assert initialized.code("shutdown") == -32600
    assert initialized.code("textDocument/hover", params=HERE) == -32600
    assert initialized.code("textDocument/hover", params={}) == -32600


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"jsonrpc": "2.0", "id": 1', -32700),
        ("[]", -32600),
        ('{"id": 1}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600),
    ],
)
def test_wrong_messages_are_answered(initialized: Wire, body: str, code: int) -> None:
    initialized.send(body)
    answer = initialized.answer()
    assert answer["error"]["code"] == code
    assert "id" in answer
    assert initialized.code("initialize", params=initialized.first) == -32600


def test_a_change_of_a_closed_document_is_ignored(initialized: Wire) -> None:
    item = {"uri": "file:///a.md", "languageId": "markdown", "version": 1, "text": "a"}
    initialized.notify("textDocument/didOpen", params={"textDocument": item})
    initialized.notify("textDocument/didClose", params={"textDocument": item})
    change = {"textDocument": item, "contentChanges": [{"text": "b"}]}
    initialized.notify("textDocument/didChange", params=change)
    initialized.notify("initialized", params={})
    assert "vaults" in initialized.ask("ragtui/status")["result"]
    where = HERE | {"position": {"line": 0, "character": 0}}
    assert initialized.ask("textDocument/hover", params=where)["result"] is None


@pytest.mark.parametrize(
    ("methods", "code"), [(["exit"], 1), (["shutdown", "exit"], 0)]
)
def test_the_exit_code_says_whether_shutdown_came_first(
    initialized: Wire, methods: list[str], code: int
) -> None:
    for method in methods:
        if method == "exit":
            initialized.notify(method)
        else:
            initialized.ask(method)
    initialized.close()
    assert initialized.server.protocol.exit_code == code
