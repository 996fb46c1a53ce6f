"""The server reads only documents of its vaults, whatever files a client names."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_core import Vault
from ragtui_core.errors import DocumentNotFound
from ragtui_lsp.registration import COMMANDS
from ragtui_lsp.workspace_vaults import ServedVault, Vaults
from support.editor import Editor

SECRET = "The secret impeller hums at midnight."


@pytest.fixture
def secret(vault: Vault) -> Path:
    """A file outside, and every way from inside to it."""
    outside = vault.root.parent / "outside"
    outside.mkdir()
    file = outside / "secret.md"
    file.write_text(f"# Secret\n\n{SECRET}\n", "utf-8")
    (vault.root / "link.md").symlink_to(file)
    (vault.root / "away").symlink_to(outside)
    (vault.root / "inside.md").symlink_to(vault.root / "products" / "pump.md")
    (vault.root / "loop.md").symlink_to(vault.root / "loop.md")
    (vault.root / ".hidden.md").write_text(SECRET, "utf-8")
    (vault.root / "ignored.md").write_text(SECRET, "utf-8")
    (vault.root / ".ragtuiignore").write_text("ignored.md\n", "utf-8")
    vault.index(embed=False)
    return file


@pytest.fixture
def vaults(vault: Vault, secret: Path) -> Vaults:
    opened = Vaults(lambda _, __: ServedVault(vault, vault.root, Mock()))
    assert opened.open([(vault.root, {})]) == []
    return opened


PARTS = st.sampled_from(
    ("..", ".", "", "products", "pump.md", "hose.md", "away", "link.md", "secret.md",
     "outside", "inside.md", "loop.md", ".hidden.md", "ignored.md", "PUMP.MD",
     "pump.md\0", "pump.md%00", "%2e%2e", "..%2foutside%2fsecret.md", "C:", "c%3A",
     "\ud800", "x" * 5000, "[", "?query", "#part", "\\..\\outside", "vault")
) | st.text(max_size=3)  # fmt: skip

SCHEMES = st.sampled_from(
    ("file://", "FILE://", "file:", "file:///", "file://localhost", "untitled:",
     "http://x", "vscode-vfs://github", "", "file://[", "file://server/share")
)  # fmt: skip


def start_of(root: Path) -> st.SearchStrategy[str]:
    starts = (str(root), f"{root}/../vault", str(root.parent), "", "/etc", "/proc/self")
    return st.sampled_from(starts)


def test_any_uri_names_a_document_or_nothing(vault: Vault, vaults: Vaults) -> None:
    documents = {path: vault.documents.text(path) for path in vault.documents.paths()}
    assert set(documents) == {"products/pump.md", "products/hose.md", "inside.md"} or (
        set(documents) == {"products/pump.md", "products/hose.md"}
    )

    @settings(max_examples=160, deadline=None, suppress_health_check=[*HealthCheck])
    @given(SCHEMES, start_of(vault.root), st.lists(PARTS, max_size=5), st.booleans())
    def check(scheme: str, start: str, parts: list[str], quoted: bool) -> None:
        path = "/".join([start, *parts])
        uri = scheme + (quote(path, errors="surrogatepass") if quoted else path)
        try:
            text = vaults.text_of(uri)
        except DocumentNotFound:
            return
        assert text in documents.values()
        assert SECRET not in text

    check()


def test_a_document_has_several_names(vault: Vault, vaults: Vaults) -> None:
    text = vault.documents.text("products/pump.md")
    for name in ("products/pump.md", "products/./pump.md", "inside.md"):
        assert vaults.text_of(f"file://{vault.root}/{name}") == text
    # What `..` leads to is what the system says: the folder of the link's target.
    with pytest.raises(DocumentNotFound):
        vaults.text_of(f"file://{vault.root}/away/../products/pump.md")


OUTSIDE = (
    "../outside/secret.md",
    "link.md",
    "away/secret.md",
    ".hidden.md",
    "%2e%2e/outside/secret.md",
    "ignored.md",
    "pump.md%00",
    "loop.md",
)


async def test_nothing_outside_is_read(
    editor: Editor, secret: Path, vault: Vault
) -> None:
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 9}}
    about = "findSources", "insertCitation", "verify", "askSelection"
    for name in OUTSIDE:
        uri = f"file://{vault.root}/{name}"
        for command in about:
            with pytest.raises(JsonRpcException) as raised:
                await editor.command(
                    f"ragtui.{command}",
                    textDocument={"uri": uri},
                    range=place,
                    position=place["start"],
                )
            assert raised.value.code == -32803, (name, command)
            assert SECRET not in str(raised.value)


WRONG: dict[str, tuple[Any, ...]] = {
    "query": (None, 5, ["x"], {}),
    "question": (5, ["x"]),
    "limit": (0, -1, True, 1.5, "x"),
    "textDocument": (None, 5, [], {}, {"uri": 5}),
    "range": (None, 5, {}, {"start": {"line": -1, "character": 0}, "end": {}}),
    "position": (None, [], {"line": True, "character": 0}, {"line": 2**31}),
    "index": (0, "x"),
    "show": (5, "yes"),
    "token": ([], {}, 1.5),
}

NEEDS = {
    "ragtui.search": ("query", "limit"),
    "ragtui.ask": ("question", "token"),
    "ragtui.related": ("textDocument",),
    "ragtui.findSources": ("textDocument", "range"),
    "ragtui.insertCitation": ("textDocument", "range", "index"),
    "ragtui.verify": ("textDocument",),
}


async def test_wrong_parameters_are_reported_as_such(editor: Editor) -> None:
    editor.open("products/pump.md")
    right: dict[str, Any] = {
        "query": "pump",
        "question": "pump?",
        "textDocument": {"uri": editor.uri("products/pump.md")},
        "range": editor.range("products/pump.md", "moves water"),
        "position": {"line": 0, "character": 0},
    }
    for command, keys in NEEDS.items():
        for key in keys:
            for value in WRONG[key]:
                with pytest.raises(JsonRpcException) as raised:
                    await editor.command(command, **right | {key: value})
                assert raised.value.code == -32602, (command, key, value)
                assert key in str(raised.value)
    for command in COMMANDS:
        with pytest.raises(JsonRpcException) as raised:
            await editor.client.workspace_execute_command_async(
                _execute(command, ["no object"])
            )
        assert raised.value.code == -32602, command


def _execute(command: str, arguments: list[Any]) -> Any:
    return types.ExecuteCommandParams(command, arguments)


async def test_edits_of_unopened_files_read_none(editor: Editor, secret: Path) -> None:
    uri = secret.as_uri()
    editor.client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, uri),
            [types.TextDocumentContentChangePartial(
                types.Range(types.Position(0, 0), types.Position(0, 0)), "x"
            )],
        )
    )  # fmt: skip
    params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 1))
    assert await editor.client.text_document_hover_async(params) is None
